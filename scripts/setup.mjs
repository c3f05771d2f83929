// Installs dependencies once for each lockfile; by itself (`node scripts/setup.mjs`) those of the
// project. Plain JavaScript: it runs on a fresh clone, before anything is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
	copyFileSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	realpathSync,
	renameSync,
	rmSync,
	symlinkSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/** Where installations are kept for all checkouts; IFLYTEK_TEST_CACHE names another place. */
export const CACHE_FOLDER = resolve(
	process.env.IFLYTEK_TEST_CACHE ||
		join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'n8n-nodes-iflytek'),
);
const LOWEST_NODE = [20, 20];
const NPM_CI = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];

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
	const modules = join(folder, 'node_modules');
	// Stryker looks for what it needs in the folders above itself
	if (folder !== ROOT || lstatSync(modules, { throwIfNoEntry: false })?.isDirectory()) {
		const failure = npmCi(folder, note);
		if (failure) giveUp(failure);
		return;
	}

	// nothing here, or a link to what another checkout needed: share one installation
	const shared = join(CACHE_FOLDER, `modules-${fingerprint(folder)}`);
	const failure = isInstalled(shared) ? undefined : installShared(folder, shared, note);
	if (failure) giveUp(failure);
	rmSync(modules, { force: true });
	symlinkSync(join(shared, 'node_modules'), modules, 'junction');
}

/** Installs in a folder of its own that is moved into place when it is whole; answers what went wrong. */
function installShared(folder, shared, note) {
	mkdirSync(CACHE_FOLDER, { recursive: true });
	const work = mkdtempSync(`${shared}.`);
	try {
		for (const file of ['package.json', 'package-lock.json']) {
			copyFileSync(join(folder, file), join(work, file));
		}
		const failure = npmCi(work, note);
		if (failure) return failure;
		rmSync(shared, { recursive: true, force: true });
		renameSync(work, shared);
		return undefined;
	} catch (error) {
		// another process was faster
		return isInstalled(shared) ? undefined : `${note} could not be put in place: ${error.message}`;
	} finally {
		rmSync(work, { recursive: true, force: true });
	}
}

/** Answers what went wrong, if anything. */
function npmCi(folder, note) {
	console.log(`Installing ${note}`);
	const { status, error, stderr } = spawnSync('npm', NPM_CI, {
		cwd: folder,
		stdio: ['ignore', 'ignore', 'pipe'],
		encoding: 'utf8',
		shell: process.platform === 'win32',
		timeout: 10 * 60_000,
	});
	if (error?.code === 'ETIMEDOUT') return `npm did not install ${note} within 10 minutes.`;
	if (error) return `npm is needed and could not be started (${error.message}).`;
	if (status === 0) return undefined;
	const reason = stderr.split('\n').find((line) => /npm error/.test(line)) ?? 'npm ci failed';
	return `npm could not install ${note}: ${reason.replace(/^npm error\s*/, '')}`;
}

/** npm writes node_modules/.package-lock.json last, so it tells a finished install of this lockfile. */
export function isInstalled(folder) {
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

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
	ensureInstalled();
}
