// Sets up the real n8n that the end-to-end tests, the demo and the benchmarks start: once for each lock file, for all
// checkouts. By itself (`node scripts/prepareN8n.mjs <major>`) it answers as JSON, for the tests, which cannot import
// an ES module. Its own output goes to stderr. It needs the development dependencies.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import semver from 'semver';

import { errorLine } from './npmProblem.mjs';
import {
	CACHE_FOLDER,
	copyManifest,
	fingerprint,
	giveUp,
	isMain,
	makeOnce,
	npm,
	ROOT,
	writeManifest,
} from './setup.mjs';

const NODE24_VERSION = '24.21.0';

/**
 * Installs n8n if it is missing, and tells how to start it: test/n8n/harness/prepared.ts says what the answer holds.
 * N8N_VERSION names another n8n 2 than the pinned one.
 * @param {1 | 2} major
 */
export function prepareN8n(major) {
	const pinned = join(ROOT, major === 2 ? 'test/n8n' : 'test/n8n/v1');
	const { version: locked, engines } = readJson(join(pinned, 'package-lock.json')).packages[
		'node_modules/n8n'
	];
	const version = (major === 2 && process.env.N8N_VERSION) || locked;
	const isLocked = version === locked;
	const name = `n8n ${version}`;
	const node = findNode(engines.node, name);
	const directory = join(
		CACHE_FOLDER,
		`n8n-${version}-${isLocked ? fingerprint(pinned) : 'unlocked'}`,
	);
	makeOnce(directory, (folder) => {
		console.error(`Installing ${name} (some minutes, up to ${major === 2 ? '2.7' : '1.7'} GB)`);
		if (isLocked) copyManifest(pinned, folder);
		else writeManifest(folder, { n8n: version });
		npm([isLocked ? 'ci' : 'install', '--ignore-scripts'], folder, `install ${name}`);
		addSqliteDriver(folder);
	});

	const bin = join(directory, 'node_modules/n8n/bin/n8n');
	const isOldNode = node === process.execPath && semver.lt(process.version, '22.0.0');
	const env = {
		// n8n 1's default engine needs isolated-vm, which has no binary below Node.js 22 and ends n8n at its start
		...(major === 1 && isOldNode && { N8N_EXPRESSION_ENGINE: 'legacy' }),
		// from Node.js 22 on: what has been compiled of n8n is kept for its next start
		NODE_COMPILE_CACHE: join(CACHE_FOLDER, 'compiled'),
	};
	const newUserFolder = `${directory}-user`;
	makeOnce(newUserFolder, (folder) => makeDatabase(folder, { name, node, bin, env }));
	return { major, version, directory, node, bin, env, newUserFolder };
}

/** The Node.js that runs this n8n: the present one if it fits, else a Node.js 24 from npm. */
function findNode(wanted, name) {
	if (semver.satisfies(process.version, wanted)) return process.execPath;
	const platform = process.platform === 'win32' ? 'win' : process.platform;
	// the one whose package has another name
	const prefix = platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
	const packageName = `${prefix}-${platform}-${process.arch}`;
	const home = join(CACHE_FOLDER, `node-${NODE24_VERSION}`);
	makeOnce(home, (folder) => {
		console.error(`Installing Node.js ${NODE24_VERSION} for ${name}`);
		writeManifest(folder, { [packageName]: NODE24_VERSION });
		npm(['install', '--ignore-scripts'], folder, `install Node.js ${NODE24_VERSION}`);
	});
	const program = platform === 'win' ? 'node.exe' : 'node';
	const node = join(home, 'node_modules', packageName, 'bin', program);
	if (spawnSync(node, ['--version']).status !== 0) {
		giveUp(
			`${name} does not run on Node.js ${process.version}, nor Node.js ${NODE24_VERSION} from npm on this machine: install Node.js 24 and use it here.`,
		);
	}
	return node;
}

/** Builds n8n's SQLite driver once for each of its versions: it speaks Node-API, so any Node.js takes it. */
function addSqliteDriver(directory) {
	const sqlite = join(directory, 'node_modules/sqlite3');
	const driver = join(sqlite, 'build/Release/node_sqlite3.node');
	const { version } = readJson(join(sqlite, 'package.json'));
	const kept = join(CACHE_FOLDER, `sqlite3-${version}-${process.platform}-${process.arch}`);
	const node = resolve(dirname(process.execPath), '..');
	makeOnce(kept, (folder) => {
		console.error('Building the SQLite driver (about a minute)');
		npm(
			['rebuild', 'sqlite3'],
			directory,
			'build the SQLite driver of n8n, for which it needs python3, make and a C++ compiler (on Debian: apt-get install python3 make g++)',
			{
				// its own -O3 takes nearly twice as long to build and makes SQLite no faster
				CFLAGS: '-O1',
				// with the headers at hand there is nothing to download
				...(existsSync(join(node, 'include/node/node_api.h')) && { npm_config_nodedir: node }),
			},
		);
		copyFileSync(driver, join(folder, 'node_sqlite3.node'));
	});
	mkdirSync(dirname(driver), { recursive: true });
	copyFileSync(join(kept, 'node_sqlite3.node'), driver);
}

/** Runs the shortest of n8n's commands: each makes the database first. Each n8n then makes a key of its own. */
function makeDatabase(folder, { name, node, bin, env }) {
	console.error(`Making the database of ${name}`);
	const { status, stdout, stderr } = spawnSync(node, [bin, 'list:workflow'], {
		// nothing that is set for another n8n
		env: {
			PATH: process.env.PATH,
			...env,
			N8N_USER_FOLDER: folder,
			N8N_DIAGNOSTICS_ENABLED: 'false',
		},
		encoding: 'utf8',
	});
	if (status !== 0) giveUp(`${name} could not make its database: ${errorLine(stdout + stderr)}.`);
	rmSync(join(folder, '.n8n/config'));
}

function readJson(file) {
	return JSON.parse(readFileSync(file, 'utf8'));
}

if (isMain(fileURLToPath(import.meta.url))) {
	console.log(JSON.stringify(prepareN8n(Number(process.argv[2]))));
}
