// `npm test`: sets up what is missing, runs checks and tests side by side, and ends with one line, `N passed, N failed`.
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { ensureInstalled, giveUp, ROOT } from './setup.mjs';

const USAGE = `npm test                    checks, unit, workflow, package and end-to-end tests
npm test -- all             the same, and browser and queue
npm test -- <suite …>       some of: checks, unit, workflow, package, n8n (both majors), n8n1, n8n2, browser, browser1, queue, load
npm test -- <path …>        test files, or folders of them, or those that test a source file
npm test -- -t <name>       unit and workflow tests of that name; what begins with - goes to jest, as in unit --coverage
npm test -- --watch         unit and workflow tests of what changed, again on each change
npm run test:full           all at full size (most of an hour)`;

const FULL = process.env.TEST_FULL === '1';
const JEST = 'node_modules/jest/bin/jest.js';
/** So that a suite that hangs does not keep the others from being counted. */
const MINUTES = FULL ? 120 : 30;
/** For the suites that come last, so that no processor idles; few, since each worker loads n8n's packages anew. */
const WORKERS = Math.min(4, availableParallelism());

/** In the order in which they begin: the checks at once, then the long ones with one worker. */
const SUITES = {
	typecheck: { script: 'typecheck' },
	lint: { script: 'lint' },
	n8n2: { project: 'n8n', major: 2 },
	queue: {
		project: 'queue',
		major: 2,
		// a tenth of the size that is for measuring
		env: { QUEUE_SCALE: process.env.QUEUE_SCALE ?? (FULL ? '1' : '0.1') },
	},
	browser: { project: 'browser', major: 2 },
	n8n1: { project: 'n8n', major: 1 },
	workflow: { project: 'workflow', workers: WORKERS },
	package: { project: 'package' },
	browser1: { project: 'browser', major: 1 },
	// beside n8n 2 in its Node.js, so that a run tries two of them
	unit: { project: 'unit', workers: WORKERS, inNodeOf: 2 },
	load: { project: 'load', major: 2 },
};
const CHECKS = ['typecheck', 'lint'];
const USUAL = [...CHECKS, 'package', 'unit', 'workflow', 'n8n2', 'n8n1'];
const GROUPS = {
	all: [...USUAL, 'browser', 'browser1', 'queue'],
	checks: CHECKS,
	n8n: ['n8n2', 'n8n1'],
};

ensureInstalled();
const { execa } = await import('execa');
const { default: PQueue } = await import('p-queue');

const words = process.argv.slice(2);
const firstOption = words.findIndex((word) => word.startsWith('-'));
const options = firstOption === -1 ? [] : words.slice(firstOption);
const named = firstOption === -1 ? words : words.slice(0, firstOption);
const paths = named.filter(isPath).map((word) => word.replace(/^\.\//, ''));
const chosen = named.filter((word) => !isPath(word)).flatMap((word) => GROUPS[word] ?? word);
const unknown = chosen.find((word) => !Object.hasOwn(SUITES, word));
if (unknown !== undefined) giveUp(`There is no suite or file '${unknown}'.\n\n${USAGE}`);
if (paths.length > 0 || options.length > 0) await runJest();
else
	await runSuites(
		Object.keys(SUITES).filter((name) => (words.length > 0 ? chosen : USUAL).includes(name)),
	);

function isPath(word) {
	return word.includes('/') || (!Object.hasOwn(SUITES, word) && existsSync(join(ROOT, word)));
}

/** Some files or whole suites, with jest's own report. */
async function runJest() {
	const without = chosen.find((name) => !SUITES[name].project);
	if (without !== undefined) giveUp(`The suite '${without}' is run without files and options.`);
	const suites = chosen.map((name) => SUITES[name]);
	const projects = suites.map(({ project }) => project);
	const ofSources = paths.some((path) => /^(credentials|nodes)\//.test(path));
	const ofN8n = paths.some((path) => /^test\/(n8n|browser|queue)\b/.test(path));
	const needed = suites.find(({ major }) => major)?.major ?? (ofN8n ? 2 : undefined);
	const major = needed && (process.env.N8N_MAJOR === '1' ? 1 : needed);
	const node = major ? await prepare(major) : process.execPath;
	if (projects.length === 0 && (ofSources || paths.length === 0)) projects.push('unit', 'workflow');
	const { exitCode } = await execa(
		node,
		[
			JEST,
			...(ofSources ? ['--findRelatedTests'] : []),
			...paths,
			// after the files, which it would take for projects
			...(projects.length > 0 ? ['--selectProjects', ...projects] : []),
			...options,
		],
		{
			cwd: ROOT,
			reject: false,
			stdio: 'inherit',
			env: {
				...(major && { N8N_MAJOR: String(major) }),
				...(paths.length > 0 && { TEST_FILES: '1' }),
				...(paths.some((path) => path.includes('.full.test.')) && { TEST_FULL: '1' }),
			},
		},
	);
	process.exit(exitCode ?? 1);
}

/** Whole suites side by side, each told as it ends, with what it says where it fails. */
async function runSuites(names) {
	const counts = { passed: 0, failed: 0 };
	// more than there are processors: each suite waits for a part of its time; fewer where time is measured
	const queue = new PQueue({ concurrency: availableParallelism() + (FULL ? 1 : 2) });
	const nodes = new Map();
	const installed = new Map();
	const install = async (major) => nodes.set(major, await prepare(major));
	// one after the other: the second takes the SQLite driver of the first
	for (const major of [2, 1]) {
		if (!names.some((name) => SUITES[name].major === major)) continue;
		installed.set(
			major,
			Promise.resolve(installed.get(2)).then(() => install(major)),
		);
	}
	const needsTarball = names.some((name) => name === 'package' || SUITES[name].major);
	// what goes wrong here goes wrong in the package suite too, which says it
	const packed = needsTarball
		? queue.add(() => run(process.execPath, ['--import', 'tsx', 'test/n8n/harness/pack.ts']))
		: undefined;
	// where n8n is there already its suites begin before the short ones, which else fill the time
	const isFound = Promise.race([Promise.all(installed.values()), delay(10_000)]);
	await Promise.all(
		names.map(async (name) => {
			const { script, major } = SUITES[name];
			if (!script) await Promise.all([packed, major ? installed.get(major) : isFound]);
			await queue.add(() => runSuite(name));
		}),
	);
	console.log(`\nall in ${Math.round(performance.now() / 1000)} s`);
	console.log(`${counts.passed} passed, ${counts.failed} failed`);
	process.exit(counts.failed === 0 ? 0 : 1);

	async function runSuite(name) {
		const { script, project, major, inNodeOf = major, workers = 1, env } = SUITES[name];
		const begun = Date.now();
		const { exitCode, stdout, stderr } = script
			? await run('npm', ['run', '--silent', script])
			: await run(
					nodes.get(inNodeOf) ?? process.execPath,
					[JEST, '--selectProjects', project, `--maxWorkers=${workers}`, '--json', '--silent'],
					{ ...env, ...(major && { N8N_MAJOR: String(major) }) },
				);
		const result = script ? { numPassedTests: Number(exitCode === 0) } : readReport(stdout);
		const { numPassedTests: passed = 0, testResults = [] } = result;
		const skipped = testResults
			.flatMap(({ assertionResults }) => assertionResults)
			.filter(({ status }) => status === 'pending' || status === 'todo');
		const red = (result.numFailedTests ?? 0) + (result.numRuntimeErrorTestSuites ?? 0);
		// on a machine of CI nothing may be left out
		const counted = red + (process.env.CI ? skipped.length : 0);
		const failed = exitCode === 0 ? counted : Math.max(counted, 1);
		counts.passed += passed;
		counts.failed += failed;
		const seconds = Math.round((Date.now() - begun) / 1000);
		const told = `${name}: ${passed} passed, ${failed} failed, ${skipped.length} skipped (${seconds} s)`;
		console.log(`${failed === 0 ? 'ok' : 'FAILED'}  ${told}`);
		for (const { fullName } of skipped) console.log(`skipped: ${fullName}`);
		if (exitCode === 0) return;
		const messages = testResults.filter(({ status }) => status === 'failed');
		console.log(messages.map(({ name: file, message }) => `${file}\n${message}`).join('\n'));
		if (messages.length === 0) console.log(script ? stdout : '', stderr);
	}
}

/** What jest says of a run, on its last line; nothing of one that has not begun. */
function readReport(stdout) {
	try {
		return JSON.parse(stdout.split('\n').at(-1));
	} catch {
		return {};
	}
}

/** Installs n8n if it is missing, and answers the Node.js that runs it. */
async function prepare(major) {
	const { exitCode, stdout } = await execa(
		process.execPath,
		['scripts/prepareN8n.mjs', String(major)],
		{ cwd: ROOT, reject: false, stderr: 'inherit' },
	);
	// it has said why
	if (exitCode !== 0) process.exit(1);
	return JSON.parse(stdout).node;
}

/** Runs a program in the project to its end, or for so long as a suite may take. */
function run(program, args, env = {}) {
	return execa(program, args, {
		cwd: ROOT,
		env: { FORCE_COLOR: '0', ...env },
		reject: false,
		stdin: 'ignore',
		timeout: MINUTES * 60_000,
		killSignal: 'SIGKILL',
	});
}
