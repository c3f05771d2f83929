// Installs dependencies once for each lockfile; by itself (`node scripts/setup.mjs`) those of the
// project. Plain JavaScript: it runs on a fresh clone, before anything is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
	copyFileSync,
	existsSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	realpathSync,
	renameSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { npmProblem } from './npmProblem.mjs';

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/** Where installations are kept for all checkouts; IFLYTEK_TEST_CACHE names another place. */
export const CACHE_FOLDER = resolve(
	process.env.IFLYTEK_TEST_CACHE ||
		join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'n8n-nodes-iflytek'),
);
const LOWEST_NODE = [20, 20];
const NPM_MINUTES = 20;

/** Ends the process with one sentence when something the project needs is missing. */
export function giveUp(sentence) {
	console.error(sentence);
	process.exit(1);
}

/** Hash of what decides the content of a package's node_modules: the lockfile, and for what machine. */
export function fingerprint(folder) {
	return createHash('sha256')
		.update(readFileSync(join(folder, 'package-lock.json')))
		.update(`${process.platform} ${process.arch}`)
		.digest('hex')
		.slice(0, 16);
}

/** Installs the dependencies of a package unless they are there for its present lockfile. */
export function ensureInstalled(
	folder = ROOT,
	note = 'the development dependencies (about a minute)',
) {
	const [major, minor] = process.versions.node.split('.').map(Number);
	if (major < LOWEST_NODE[0] || (major === LOWEST_NODE[0] && minor < LOWEST_NODE[1])) {
		giveUp(
			`Node.js ${LOWEST_NODE.join('.')} or newer is needed; this is ${process.versions.node}.`,
		);
	}
	if (isInstalled(folder)) return;
	const install = (place) => {
		console.log(`Installing ${note}`);
		npm(['ci', '--ignore-scripts'], place, `install ${note}`);
	};
	const modules = join(folder, 'node_modules');
	// Stryker looks for what it needs in the folders above itself
	if (folder !== ROOT || lstatSync(modules, { throwIfNoEntry: false })?.isDirectory()) {
		install(folder);
		return;
	}

	// nothing here, or a link to what another checkout needed: share one installation
	const shared = join(CACHE_FOLDER, `modules-${fingerprint(folder)}`);
	// one that npm was told to change since
	if (!isInstalled(shared)) rmSync(shared, { recursive: true, force: true });
	makeOnce(shared, (place) => {
		copyManifest(folder, place);
		install(place);
	});
	rmSync(modules, { force: true });
	symlinkSync(join(shared, 'node_modules'), modules, 'junction');
}

/**
 * Makes a folder of the cache once. It is filled under another name and moved into place: so it is there whole or
 * not at all, also when two checkouts make it at the same time.
 */
export function makeOnce(folder, fill) {
	if (existsSync(folder)) return;
	mkdirSync(CACHE_FOLDER, { recursive: true });
	const work = mkdtempSync(`${folder}.`);
	process.once('exit', () => rmSync(work, { recursive: true, force: true }));
	fill(work);
	try {
		renameSync(work, folder);
	} catch (error) {
		// another process was faster
		if (!existsSync(folder)) throw error;
	}
}

/** Copies the files by which npm installs the same in another folder. */
export function copyManifest(from, to) {
	for (const file of ['package.json', 'package-lock.json']) {
		copyFileSync(join(from, file), join(to, file));
	}
}

export function writeManifest(folder, dependencies) {
	writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
}

/** Runs npm in a folder; when it fails, ends the process with a sentence that names the purpose. */
export function npm(args, cwd, purpose, env = {}) {
	const { error, status, stderr } = spawnSync('npm', [...args, '--no-audit', '--no-fund'], {
		cwd,
		env: { ...process.env, ...env },
		stdio: ['ignore', 'ignore', 'pipe'],
		encoding: 'utf8',
		shell: process.platform === 'win32',
		timeout: NPM_MINUTES * 60_000,
	});
	if (error?.code === 'ETIMEDOUT') {
		giveUp(`npm could not ${purpose} within ${NPM_MINUTES} minutes.`);
	}
	if (error) giveUp(`npm is needed to ${purpose} and could not be started (${error.message}).`);
	if (status !== 0) giveUp(npmProblem(stderr, purpose));
}

/** npm writes node_modules/.package-lock.json last, so it tells a finished install of this lockfile. */
function isInstalled(folder) {
	const wanted = packagesIn(join(folder, 'package-lock.json')) ?? {};
	const present = packagesIn(join(folder, 'node_modules/.package-lock.json'));
	if (!present) return false;
	return Object.entries(wanted).every(
		([path, entry]) =>
			path === '' ||
			(present[path] ? present[path].version === entry.version : entry.optional === true),
	);
}

function packagesIn(lockfile) {
	try {
		return JSON.parse(readFileSync(lockfile, 'utf8')).packages;
	} catch {
		return undefined;
	}
}

/** Whether this file is the one that Node.js was told to run. */
export function isMain(file) {
	return process.argv[1] !== undefined && realpathSync(process.argv[1]) === file;
}

if (isMain(fileURLToPath(import.meta.url))) ensureInstalled();
