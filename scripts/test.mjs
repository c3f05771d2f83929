// `npm test`: sets up what is missing, runs every check that needs no browser or server besides n8n
// itself, and ends with one line, `N passed, N failed`. Arguments name further suites to run after
// them: `npm test -- browser queue` is what CI runs.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { FILES_AT_ONCE } from './command.mjs';
import { PrerequisiteError, prepareN8n } from './prepareN8n.mjs';
import { ensureInstalled, giveUp, ROOT } from './setup.mjs';

const MOST_MINUTES = 25;
const FURTHER = {
	browser: { name: 'browser', env: {} },
	// three tenths of the full size, which is for measuring
	queue: { name: 'queue mode', env: { QUEUE_SCALE: process.env.QUEUE_SCALE ?? '0.3' } },
};
const further = process.argv.slice(2);
for (const suite of further) {
	if (!Object.hasOwn(FURTHER, suite)) {
		giveUp(`There is no suite '${suite}': name any of ${Object.keys(FURTHER).join(', ')}.`);
	}
}
ensureInstalled();
const folder = mkdtempSync(join(tmpdir(), 'iflytek-test-'));
// at the exit, since giving up leaves no other moment
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const counts = { passed: 0, failed: 0 };

/** n8n is installed while the quick checks run. */
const n8n = (async () => {
	const prepared = [];
	for (const major of [2, 1]) prepared.push(await prepareN8n(major, { log: console.log }));
	return prepared;
})();
n8n.catch(() => {});

await check('type check', 'npm', ['run', '--silent', 'typecheck']);
await check('lint', 'npm', ['run', '--silent', 'lint']);
await check('build', 'npm', ['run', '--silent', 'build']);
await jest('unit and workflow tests', ['unit', 'workflow', 'package'], ['--maxWorkers=100%']);
try {
	await n8n;
	// side by side: each is one n8n that keeps one core busy
	await jestInN8n(
		['2', '1'].map((major) => [`end to end in n8n ${major}.x`, ['n8n'], { N8N_MAJOR: major }]),
	);
	for (const suite of further) {
		const { name, env } = FURTHER[suite];
		await jestInN8n([[name, [suite], env, [`--maxWorkers=${FILES_AT_ONCE[suite]}`]]]);
	}
} catch (error) {
	if (error instanceof PrerequisiteError) giveUp(error.message);
	throw error;
}
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exit(counts.failed === 0 ? 0 : 1);

/** Runs a command that either passes or fails as a whole. */
async function check(name, command, args) {
	const { status, output, seconds } = await run(command, args);
	const passed = status === 0;
	counts[passed ? 'passed' : 'failed']++;
	console.log(`${passed ? 'ok' : 'FAILED'}  ${name} (${seconds} s)`);
	if (!passed) console.log(output);
}

/** Runs jest projects and adds their tests to the counts. */
async function jest(name, projects, options) {
	count(name, await runJest(name, projects, {}, options));
}

/**
 * The same for tests in a real n8n, several suites at the same time. A file that fails there is run
 * once more by itself, and both are told: whole programs on a machine that others use do not always
 * keep their times.
 */
async function jestInN8n(suites) {
	const firsts = await Promise.all(suites.map(async (suite) => await runJest(...suite)));
	for (const [at, first] of firsts.entries()) await countOrRepeat(first, ...suites[at]);
}

async function countOrRepeat(first, name, projects, env, options = []) {
	const files = failedFiles(first.result);
	if (first.status === 0 || files.length === 0) return count(name, first);

	console.log(`${files.length} test files of '${name}' failed and run once more:`);
	console.log(failures(first.result));
	const again = await runJest(`${name}, once more`, projects, env, [
		...options,
		'--runTestsByPath',
		...files,
	]);
	const kept = { ...first.result, numRuntimeErrorTestSuites: 0, numFailedTests: 0 };
	for (const file of first.result.testResults.filter(({ name: path }) => files.includes(path))) {
		for (const { status } of file.assertionResults) {
			if (status === 'passed') kept.numPassedTests--;
		}
	}
	count(`${name}, files that passed at once`, { ...first, status: 0, result: kept });
	count(`${name}, once more`, again);
}

async function runJest(name, projects, env = {}, options = []) {
	const report = join(folder, `${name.replace(/\W+/g, '-')}.json`);
	const ran = await run(
		process.execPath,
		[
			'node_modules/jest/bin/jest.js',
			...projects.map((project) => `--selectProjects=${project}`),
			'--json',
			`--outputFile=${report}`,
			'--silent',
			...options,
		],
		env,
	);
	return { ...ran, result: read(report) };
}

function count(name, { status, output, seconds, result }) {
	const passed = result?.numPassedTests ?? 0;
	const failed = (result?.numFailedTests ?? 0) + (result?.numRuntimeErrorTestSuites ?? 0);
	const skipped = (result?.numPendingTests ?? 0) + (result?.numTodoTests ?? 0);
	const broken = status !== 0 && failed === 0;
	counts.passed += passed;
	counts.failed += failed + (broken || result === undefined ? 1 : 0);
	console.log(
		`${status === 0 ? 'ok' : 'FAILED'}  ${name}: ${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''} (${seconds} s)`,
	);
	if (status !== 0) console.log(failures(result) || output);
}

function failedFiles(result) {
	return (result?.testResults ?? [])
		.filter(({ status }) => status === 'failed')
		.map(({ name }) => name);
}

function failures(result) {
	return (result?.testResults ?? [])
		.filter(({ status }) => status === 'failed')
		.map(({ name, message }) => `${name}\n${message}`)
		.join('\n');
}

function read(file) {
	try {
		return JSON.parse(readFileSync(file, 'utf8'));
	} catch {
		return undefined;
	}
}

/** Runs a command to its end; one that hangs is ended, so that the others are still run. */
function run(command, args, env = {}) {
	const started = Date.now();
	return new Promise((resolve) => {
		const child = spawn(command, args, {
			cwd: ROOT,
			env: { ...process.env, FORCE_COLOR: '0', ...env },
			stdio: ['ignore', 'pipe', 'pipe'],
			shell: process.platform === 'win32',
		});
		let output = '';
		const limit = setTimeout(() => {
			output += `\nended: not done after ${MOST_MINUTES} minutes`;
			child.kill();
		}, MOST_MINUTES * 60_000);
		child.stdout.on('data', (chunk) => (output += chunk));
		child.stderr.on('data', (chunk) => (output += chunk));
		child.on('error', (error) => (output += error.message));
		child.on('close', (status) => {
			clearTimeout(limit);
			resolve({ status, output, seconds: Math.round((Date.now() - started) / 1000) });
		});
	});
}
