// Installs dependencies once for each lockfile; by itself (`node scripts/setup.mjs`) those of the
// project. Plain JavaScript: it runs on a fresh clone, before anything is installed.
import { spawnSync } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const LOWEST_NODE = [20, 20];

/** Ends the process with one sentence when something the project needs is missing. */
export function giveUp(sentence) {
	console.error(sentence);
	process.exit(1);
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
	console.log(`Installing ${note}`);
	const { status, error, stderr } = spawnSync(
		'npm',
		['ci', '--ignore-scripts', '--no-audit', '--no-fund'],
		{
			cwd: folder,
			stdio: ['ignore', 'ignore', 'pipe'],
			encoding: 'utf8',
			shell: process.platform === 'win32',
		},
	);
	if (error) giveUp(`npm is needed and could not be started (${error.message}).`);
	if (status !== 0) {
		const reason = stderr.split('\n').find((line) => /npm error/.test(line)) ?? 'npm ci failed';
		giveUp(`npm could not install ${note}: ${reason.replace(/^npm error\s*/, '')}`);
	}
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
