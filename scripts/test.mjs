// `npm test`: sets up what is missing, runs the checks and tests, tells where the time went, and ends with
// one line, `N passed, N failed`. Words choose suites or files; USAGE has them all. `npm test -- all` is
// what CI runs.
import {
	chmodSync,
	copyFileSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
} from 'node:fs';
import { availableParallelism, constants, tmpdir, userInfo } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { ensureN8n } from './prepareN8n.mjs';
import { CACHE_FOLDER, ensureInstalled, giveUp, ROOT } from './setup.mjs';

const USAGE = `npm test                    checks, unit, workflow, package and end-to-end tests
npm test -- all             the same, and browser and queue
npm test -- <suite …>       some of: checks, unit, workflow, package, n8n (both majors), n8n1, n8n2, browser, browser1, queue, load
npm test -- <path …>        test files, or folders of them
npm test -- -t <name>       unit and workflow tests of that name; what begins with - goes to jest, as in unit --coverage
npm test -- --watch         unit and workflow tests of what changed, again on each change
npm run test:full           all at full size (most of an hour)`;

const FULL = process.env.TEST_FULL === '1';
const JEST = 'node_modules/jest/bin/jest.js';
/** What jest has transformed is kept: its own place for it is the folder that is removed. */
const KEPT_BY_JEST = `--cacheDirectory=${join(tmpdir(), `iflytek-jest-${userInfo().uid}`)}`;
/**
 * With all processors busy, threads that help to collect garbage only cost: without them everything takes a
 * tenth less. What is measured at full size runs as it does for users.
 */
const GC_FLAGS = FULL ? [] : ['--single-threaded-gc', '--max-semi-space-size=32'];
/** No job may take longer, nor all of them together: on a busy machine each takes three times as long. */
const JOB_MINUTES = FULL ? 120 : 25;
const ALL_MINUTES = FULL ? 360 : 60;
/** An n8n that was installed before is found within so long. */
const FOUND_WITHIN_MS = 3000;
/** An n8n that was installed before is in its place after so long. */
const COPIED_WITHIN_MS = 40_000;

/** For the suites that come last, so that no processor idles; few, since each worker loads n8n's packages anew. */
const WORKERS = Math.min(4, availableParallelism());

/** What begins first when there is a choice: the long ones with one worker. */
const SUITES = {
	n8n2: { title: 'end to end in n8n 2', projects: ['n8n'], major: 2 },
	queue: {
		title: 'queue mode',
		projects: ['queue'],
		major: 2,
		// a tenth of the size that is for measuring
		env: { QUEUE_SCALE: process.env.QUEUE_SCALE ?? (FULL ? '1' : '0.1') },
	},
	browser: { title: 'browser', projects: ['browser'], major: 2 },
	n8n1: { title: 'end to end in n8n 1', projects: ['n8n'], major: 1 },
	workflow: { title: 'workflow', projects: ['workflow'], workers: WORKERS },
	package: { title: 'package', projects: ['package'] },
	browser1: { title: 'browser, n8n 1', projects: ['browser'], major: 1 },
	// in the Node.js of n8n 2, where that is there: it takes a fifth less time, and a run tries both
	unit: { title: 'unit', projects: ['unit'], inNodeOf: 2, workers: WORKERS },
	// what it measures is n8n as users run it
	load: { title: 'load', projects: ['load'], major: 2, env: { N8N_NODE_FLAGS: '' } },
};
/** What the type check has seen, so that the next one, of another checkout too, looks at what changed. */
const TYPES_SEEN = 'typecheck.tsbuildinfo';
const CHECKS = {
	// the tests' own settings take in the nodes and credentials too
	'type check': {
		args: [
			'node_modules/typescript/bin/tsc',
			'--noEmit',
			...['-p', 'test/tsconfig.json'],
			...['--incremental', '--tsBuildInfoFile', `.cache/${TYPES_SEEN}`],
		],
		keeps: TYPES_SEEN,
	},
	lint: {
		args: [
			'node_modules/eslint/bin/eslint.js',
			...['-c', 'eslint.local.config.mjs', '--max-warnings', '0'],
			...['credentials', 'nodes', 'package.json', 'test', 'scripts'],
		],
	},
};
const ORDER = Object.keys(SUITES);
const USUAL = ['checks', 'package', 'unit', 'workflow', 'n8n2', 'n8n1'];
const GROUPS = { all: [...USUAL, 'browser', 'browser1', 'queue'], n8n: ['n8n2', 'n8n1'] };
/** They look at what the other files have left behind, which one that runs alone has not. */
const NEVER_AGAIN = ['secrets.test.ts', 'loading.test.ts'];

// a signal ends this as an exit does: with what it has started, and its folder
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
	process.once(signal, () => process.exit(128 + constants.signals[signal]));

const words = process.argv.slice(2);
ensureInstalled();
const { execa } = await import('execa');
const { default: PQueue } = await import('p-queue');
if (words.some((word) => isPath(word) || word.startsWith('-'))) await runJest();
else await runSuites();

function isPath(word) {
	return !Object.hasOwn(SUITES, word) && (word.includes('/') || existsSync(join(ROOT, word)));
}

/**
 * Some test files, those that test some sources, or whole suites, with jest's own report; the first word
 * that begins with a hyphen, and all after it, are jest's.
 */
async function runJest() {
	const first = words.findIndex((word) => word.startsWith('-'));
	const options = first === -1 ? [] : words.slice(first);
	const named = first === -1 ? words : words.slice(0, first);
	const places = named.filter(isPath).map((word) => word.replace(/^\.\//, ''));
	const suites = named.filter((word) => !isPath(word));
	refuseUnknown(suites);
	const chosen = suites.flatMap((word) => GROUPS[word] ?? word).filter((word) => word !== 'checks');
	const projects = [...new Set(chosen.flatMap((suite) => SUITES[suite].projects))];
	const sources = places.some((place) => /^(credentials|nodes)\//.test(place));
	const needed = chosen.map((suite) => SUITES[suite].major).find((major) => major !== undefined);
	const major = process.env.N8N_MAJOR === '1' ? 1 : (needed ?? 2);
	const inN8n = needed || places.some((place) => /^test\/(n8n|browser|queue)\b/.test(place));
	const prepared = inN8n ? await ensureN8n(major) : undefined;
	if (projects.length === 0 && (sources || places.length === 0)) projects.push('unit', 'workflow');
	const { exitCode } = await runNode(
		[
			JEST,
			...(sources ? ['--findRelatedTests'] : []),
			...places,
			// after the files, which it would take for projects
			...(projects.length > 0 ? ['--selectProjects', ...projects] : []),
			KEPT_BY_JEST,
			...options,
		],
		{
			node: prepared?.node,
			stdio: 'inherit',
			env: {
				N8N_MAJOR: String(major),
				TMPDIR: temporaryFolder(),
				...(places.length > 0 && { TEST_FILES: '1' }),
				...(places.some((place) => place.includes('.full.test.')) && { TEST_FULL: '1' }),
			},
		},
	);
	process.exit(exitCode ?? 1);
}

function refuseUnknown(suites) {
	const unknown = suites.find(
		(word) => ![...Object.keys(SUITES), ...Object.keys(GROUPS), 'checks'].includes(word),
	);
	if (unknown !== undefined) giveUp(`There is no suite or file '${unknown}'.\n\n${USAGE}`);
}

async function runSuites() {
	refuseUnknown(words);
	const wanted = new Set(words.length > 0 ? words.flatMap((word) => GROUPS[word] ?? word) : USUAL);
	const chosen = Object.keys(SUITES).filter((suite) => wanted.has(suite));

	const folder = temporaryFolder();
	const rows = [];
	const slow = [];
	const flaky = [];
	const counts = { passed: 0, failed: 0 };
	const started = Date.now();

	// n8n is installed while the quick checks run
	const majors = new Map();
	/** The Node.js of each n8n that is there. */
	const nodes = new Map();
	for (const major of [2, 1]) {
		if (!chosen.some((suite) => SUITES[suite].major === major)) continue;
		const preparing = ensureN8n(major).then(({ node }) => nodes.set(major, node));
		preparing.catch(() => {});
		majors.set(major, preparing);
	}

	// more than there are processors: each suite waits for a part of its time; fewer where time is measured
	const concurrency = Number(process.env.TEST_SLOTS) || availableParallelism() + (FULL ? 1 : 2);
	const queue = new PQueue({ concurrency });
	const jobs = [];
	// the tarball first: every n8n installs it, and it is built once
	const isPacked = chosen.some((name) => name === 'package' || SUITES[name].major);
	const packed = isPacked ? queue.add(pack) : Promise.resolve();
	for (const suite of chosen.filter((name) => SUITES[name].major)) {
		jobs.push(Promise.all([majors.get(SUITES[suite].major), packed]).then(() => job(suite)));
	}
	// in the Node.js of n8n 2 too, unless that is still to be installed
	const isFound = Promise.race([majors.get(2)?.catch(() => {}), delay(FOUND_WITHIN_MS)]);
	if (wanted.has('checks')) {
		for (const name of Object.keys(CHECKS)) jobs.push(isFound.then(() => check(name)));
	}
	// these are short, and fill what the long ones leave, or the time in which n8n is installed
	const isReady = Promise.all([packed, ...majors.values()]).catch(() => {});
	const isTimeToFill = Promise.race([isReady, delay(COPIED_WITHIN_MS)]);
	for (const suite of chosen.filter((name) => !SUITES[name].major)) {
		jobs.push(isTimeToFill.then(() => job(suite)));
	}
	await Promise.all(jobs);
	report();
	process.exit(counts.failed === 0 ? 0 : 1);

	/** What goes wrong here goes wrong in the package suite too, which says it. */
	async function pack() {
		await run(['--import', 'tsx', 'test/n8n/harness/pack.ts']);
	}

	/** A command that either passes or fails as a whole. */
	async function check(name) {
		const { args, keeps } = CHECKS[name];
		const { status, output, seconds } = await queue.add(
			async () => {
				if (keeps) copyIfThere(join(CACHE_FOLDER, keeps), join(ROOT, '.cache', keeps));
				return await run(args, {}, nodes.get(2));
			},
			{ priority: -ORDER.length },
		);
		const passed = status === 0;
		if (passed && keeps) copyIfThere(join(ROOT, '.cache', keeps), join(CACHE_FOLDER, keeps));
		tell({ name, passed: Number(passed), failed: Number(!passed), seconds });
		if (!passed) console.log(output);
	}

	async function job(suite) {
		const { title } = SUITES[suite];
		await queue.add(
			async () => {
				let first = await jest(suite, title);
				// one whose programs did not come up has tested nothing yet
				if (first.result === undefined && SUITES[suite].major && !first.late) {
					console.log(`'${title}' did not begin and is started again:\n${first.output}`);
					first = await jest(suite, `${title}, started again`);
				}
				const files = SUITES[suite].major ? failedFiles(first.result) : [];
				if (files.length === 0) return count(title, first);
				console.log(`${files.length} test files of '${title}' failed and run once more:`);
				console.log(failures(files));
				const paths = files.map(({ name }) => name);
				count(title, first, await jest(suite, `${title}, once more`, paths));
			},
			{ priority: -ORDER.indexOf(suite) },
		);
	}

	async function jest(suite, title, files = []) {
		const { projects, major, inNodeOf = major, workers = 1, env: own } = SUITES[suite];
		const report = join(folder, `${title.replace(/\W+/g, '-')}.json`);
		const env = {
			...own,
			...(major && { N8N_MAJOR: String(major) }),
			TMPDIR: major ? mkdtempSync(join(folder, `${suite}-`)) : folder,
		};
		// PostgreSQL does not run as root: its user must get to its own folder in this one
		if (major) chmodSync(env.TMPDIR, 0o711);
		const ran = await run(
			[
				JEST,
				'--selectProjects',
				...projects,
				`--maxWorkers=${workers}`,
				'--json',
				`--outputFile=${report}`,
				'--silent',
				KEPT_BY_JEST,
				...(files.length > 0 ? ['--runTestsByPath', ...files] : []),
			],
			env,
			nodes.get(inNodeOf),
		);
		const result = read(report);
		for (const { name, startTime, endTime } of result?.testResults ?? []) {
			slow.push({
				name: relative(ROOT, name),
				suite: title,
				seconds: (endTime - startTime) / 1000,
			});
		}
		return { ...ran, result };
	}

	/** Files that ran once more count as they did then; a test that passed only then is flaky. */
	function count(name, first, again) {
		const second = new Map(again?.result?.testResults.map((file) => [file.name, file]));
		const files = (first.result?.testResults ?? []).map((file) => second.get(file.name) ?? file);
		const number = (...kinds) =>
			files.flatMap(testsOf).filter((test) => kinds.includes(test.status)).length;
		const unread = files.filter(
			(file) => file.status === 'failed' && !testsOf(file).some(isFailed),
		);
		const failed = number('failed') + unread.length;
		const { status, output } = again ?? first;
		const broken = first.result === undefined || (status !== 0 && failed === 0);
		const seconds = first.seconds + (again?.seconds ?? 0);
		const [passed, skipped] = [number('passed'), number('pending', 'todo')];
		tell({ name, passed, failed: failed + Number(broken), skipped, seconds });
		if (failed > 0 || broken) console.log(failures(files) || output);

		for (const before of first.result?.testResults ?? []) {
			const after = second.get(before.name);
			if (after?.status !== 'passed') continue;
			const file = relative(ROOT, before.name);
			const tests = testsOf(before).filter(isFailed);
			flaky.push(
				...(tests.length > 0 ? tests.map(({ fullName }) => `${file}: ${fullName}`) : [file]),
			);
		}
	}

	function tell(row) {
		rows.push(row);
		counts.passed += row.passed;
		counts.failed += row.failed;
		const { name, passed, failed, skipped, seconds } = row;
		console.log(
			`${failed === 0 ? 'ok' : 'FAILED'}  ${name}: ${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''} (${seconds} s)`,
		);
	}

	function report() {
		const line = (name, tests, seconds) =>
			console.log(`${name.padEnd(70)} ${String(tests).padStart(6)} ${String(seconds).padStart(8)}`);
		console.log('');
		line('suite', 'tests', 'seconds');
		for (const { name, passed, failed, seconds } of rows) line(name, passed + failed, seconds);
		line('all, side by side', counts.passed + counts.failed, secondsSince(started));
		if (slow.length > 0) console.log('\nslowest files:');
		slow.sort((one, other) => other.seconds - one.seconds);
		for (const { name, suite, seconds } of slow.slice(0, 10)) {
			line(`${name} (${suite})`, '', seconds.toFixed(1));
		}
		console.log('');
		for (const test of flaky) console.log(`flaky: ${test}`);
		if (flaky.length > 1) {
			console.log(`${flaky.length} tests passed only the second time: one may, more have failed.`);
			counts.passed -= flaky.length;
			counts.failed += flaky.length;
		}
		console.log(`${counts.passed} passed, ${counts.failed} failed`);
	}
}

/** Removed at the exit, since giving up leaves no other moment. */
function temporaryFolder() {
	const folder = mkdtempSync(join(tmpdir(), 'iflytek-test-'));
	chmodSync(folder, 0o711);
	process.once('exit', () =>
		rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
	);
	return folder;
}

function failedFiles(result) {
	return (result?.testResults ?? []).filter(
		({ status, name }) => status === 'failed' && !NEVER_AGAIN.includes(basename(name)),
	);
}

function testsOf({ assertionResults }) {
	return assertionResults;
}

function isFailed({ status }) {
	return status === 'failed';
}

function failures(files) {
	return files
		.filter(isFailed)
		.map(({ name, message }) => `${name}\n${message}`)
		.join('\n');
}

function copyIfThere(from, to) {
	if (!existsSync(from)) return;
	mkdirSync(dirname(to), { recursive: true });
	copyFileSync(from, to);
}

function read(file) {
	try {
		return JSON.parse(readFileSync(file, 'utf8'));
	} catch {
		return undefined;
	}
}

function secondsSince(begun) {
	return Math.round((Date.now() - begun) / 1000);
}

/** Runs a script in the project, to its end or to that of this one. */
function runNode(args, { node = process.execPath, ...options }) {
	return execa(node, args, { cwd: ROOT, reject: false, ...options });
}

/** The same with its output; one that hangs is ended, so that the others are still run. */
async function run(args, env = {}, node) {
	const minutesLeft = ALL_MINUTES - performance.now() / 60_000;
	const minutes = Math.max(0.1, Math.min(JOB_MINUTES, minutesLeft));
	const { exitCode, all, timedOut, durationMs } = await runNode([...GC_FLAGS, ...args], {
		node,
		env: { FORCE_COLOR: '0', N8N_NODE_FLAGS: GC_FLAGS.join(' '), ...env },
		stdin: 'ignore',
		all: true,
		timeout: minutes * 60_000,
		killSignal: 'SIGKILL',
	});
	const cut = timedOut ? `\nended: not done after ${minutes.toFixed(1)} minutes` : '';
	return {
		status: exitCode,
		output: `${all}${cut}`,
		late: timedOut,
		seconds: Math.round(durationMs / 1000),
	};
}
