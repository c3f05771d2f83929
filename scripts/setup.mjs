// Installs dependencies once for each lockfile. Plain JavaScript: it runs on a
// fresh clone, before anything is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const LOWEST_NODE = [20, 15];

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
	const wanted = createHash('sha256')
		.update(readFileSync(join(folder, 'package-lock.json')))
		.digest('hex');
	const marker = join(folder, 'node_modules', '.installed-for');
	if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return;
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
	writeFileSync(marker, wanted);
}
