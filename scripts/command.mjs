// What commands that run in a real n8n have in common (`npm run demo`, `npm run test:browser`, …).
// Plain JavaScript: it runs on a fresh clone.
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

import { PrerequisiteError, prepareN8n } from './prepareN8n.mjs';
import { ensureInstalled, giveUp, ROOT } from './setup.mjs';

/** How many test files of a suite run at a time: one browser waits for n8n, and n8n for it. */
export const FILES_AT_ONCE = { browser: 2, queue: 1 };

/**
 * Installs what is missing, the given n8n included; ends the process with one sentence when it cannot.
 * @param {1 | 2} major of n8n
 */
export async function ensureN8n(major) {
	ensureInstalled();
	try {
		await prepareN8n(major, { log: console.log });
	} catch (error) {
		if (error instanceof PrerequisiteError) giveUp(error.message);
		throw error;
	}
}

/**
 * Runs a script of Node.js in the project's folder and ends with its exit code. Ctrl+C goes to the
 * whole group, so the script shuts itself down.
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, end?: () => void }} [options] end is called when it has ended
 */
export function handOver(args, { env = {}, end = () => {} } = {}) {
	const child = spawn(process.execPath, args, {
		cwd: ROOT,
		stdio: 'inherit',
		env: { ...process.env, ...env },
	});
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
		process.on(signal, () => child.kill(signal));
	child.on('close', (status) => {
		end();
		process.exit(status ?? 1);
	});
}

/**
 * Runs the tests of one jest project. Whatever they leave in the folder for temporary files is removed,
 * also when they are cut off.
 * @param {keyof typeof FILES_AT_ONCE} project
 * @param {string[]} options of jest
 */
export function runTests(project, options) {
	const system = tmpdir();
	const folder = mkdtempSync(join(system, `iflytek-${project}-`));
	// PostgreSQL does not run as root: its user must get to its own folder in this one
	chmodSync(folder, 0o711);
	handOver(
		[
			'node_modules/jest/bin/jest.js',
			`--selectProjects=${project}`,
			`--maxWorkers=${FILES_AT_ONCE[project]}`,
			'--verbose',
			// jest's own place for it is the folder that is removed
			`--cacheDirectory=${join(system, `iflytek-jest-${userInfo().uid}`)}`,
			...options,
		],
		{
			env: { TMPDIR: folder },
			end: () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
		},
	);
}
