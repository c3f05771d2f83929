/**
 * Runs the unit tests for Stryker inside one process, and for code that faces n8n those in n8n's engine too, with jest's own `expect`, `each`, mock functions
 * and fake timers. For each mutant the modules are evaluated afresh, as jest does; but their code is
 * transpiled and compiled once, and only the tests that reach the mutant run, up to the first that
 * fails. Stryker's runner for jest starts jest anew for each mutant, which takes a second or two.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import vm from 'node:vm';

import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';

import { needsN8n } from './stryker.config.mjs';

const UNIT_TESTS = 'test/unit';
const ENGINE_TESTS = 'test/workflow';
/** What is evaluated afresh for each mutant: the code itself and its tests. */
const FRESH = ['credentials', 'nodes', UNIT_TESTS, ENGINE_TESTS];

const fromProject = createRequire(new URL('../../../package.json', import.meta.url));
const { process: stripTypes } = fromProject('./test/support/stripTypes.cjs');
const { expect } = fromProject('expect');
const { bind: each } = fromProject('jest-each');
const { ModernFakeTimers } = fromProject('@jest/fake-timers');
const mocker = new (fromProject('jest-mock').ModuleMocker)(globalThis);

// property tests try the same cases in each run: the score is one that can be compared
fromProject('fast-check').configureGlobal({ seed: 6 });

/** Tests that take longer than this run last. */
const SLOW_MS = 50;

/** Slower tests are left out: they would run some hundred times. The score can only be lower for it. */
const SLOWEST_MS = Number(process.env.MUTATION_SLOWEST_MS ?? 5000);

/** A test that takes longer and fails measures time, of which code whose every condition is counted takes more. */
const MEASURES_TIME_MS = 500;

/** Stryker's switch, which the instrumented code reads. */
const stryker = (globalThis.__stryker__ ??= {});

/** What the test file that is being loaded has mocked, by module. */
let mocks = new Map();

const compiled = new Map();
const evaluated = new Map();

function load(file) {
	const known = evaluated.get(file);
	if (known !== undefined) return known.exports;
	const module = { exports: {} };
	evaluated.set(file, module);
	const script = compiled.get(file) ?? compile(file);
	compiled.set(file, script);
	const native = createRequire(file);
	const requireActual = (name) => {
		const source = name.startsWith('.') ? sourceFile(resolve(dirname(file), name)) : undefined;
		return source === undefined ? native(name) : load(source);
	};
	const require = (name) => {
		const mock = mocks.get(name);
		return mock === undefined ? requireActual(name) : (mock.exports ??= mock.factory());
	};
	const jest = { ...sharedJest, requireActual };
	script.runInThisContext()(module.exports, require, module, file, dirname(file), jest);
	return module.exports;
}

function compile(file) {
	const { code } = stripTypes(readFileSync(file, 'utf8'), file);
	const source = `(function (exports, require, module, __filename, __dirname, jest) {${code}\n})`;
	return new vm.Script(source, { filename: file });
}

function sourceFile(path) {
	return [`${path}.ts`, join(path, 'index.ts'), path].find(
		(file) => file.endsWith('.ts') && statSync(file, { throwIfNoEntry: false })?.isFile(),
	);
}

/** Whether a file imports one of the others, directly or not. */
function imports(file, others, seen = new Set([file])) {
	const found = [...readFileSync(file, 'utf8').matchAll(/from '(\.[^']*)'/g)]
		.map(([, name]) => sourceFile(resolve(dirname(file), name)))
		.filter((one) => one !== undefined && !seen.has(one));
	for (const one of found) seen.add(one);
	return found.some((one) => others.includes(one) || imports(one, others, seen));
}

function forgetFreshModules() {
	const folders = FRESH.map((folder) => resolve(folder) + sep);
	for (const file of evaluated.keys()) {
		if (folders.some((folder) => file.startsWith(folder))) evaluated.delete(file);
	}
}

/** The block that is being described while a test file is loaded. */
let block;

const noHooks = () => ({ beforeAll: [], before: [], after: [], afterAll: [] });

function describe(title, body) {
	const outer = block;
	block = { title, outer, tests: outer.tests, hooks: noHooks() };
	body();
	block = outer;
}

function it(title, body) {
	block.tests.push({ title, body, block });
}

const skip = () => {};
describe.skip = skip;
describe.each = each(describe);
it.skip = skip;
it.each = each(it);

const timers = new ModernFakeTimers({ config: { fakeTimers: {} }, global: globalThis });

/** What every test file finds as `jest`; `requireActual` goes by where the file stands. */
const sharedJest = {
	fn: (implementation) => mocker.fn(implementation),
	spyOn: (object, method) => mocker.spyOn(object, method),
	restoreAllMocks: () => mocker.restoreAllMocks(),
	useFakeTimers: (options) => timers.useFakeTimers(options),
	useRealTimers: () => timers.useRealTimers(),
	setSystemTime: (now) => timers.setSystemTime(now),
	setTimeout: () => {},
	mock: (name, factory) => mocks.set(name, { factory }),
	isolateModules: (body) => {
		const shared = new Map(evaluated);
		forgetFreshModules();
		body();
		forgetFreshModules();
		for (const [file, module] of shared) evaluated.set(file, module);
	},
};

Object.assign(globalThis, {
	describe,
	it,
	test: it,
	expect,
	beforeAll: (hook) => block.hooks.beforeAll.push(hook),
	afterAll: (hook) => block.hooks.afterAll.unshift(hook),
	beforeEach: (hook) => block.hooks.before.push(hook),
	afterEach: (hook) => block.hooks.after.unshift(hook),
});

const idPrefix = (file) => `${relative('test', file)}: `;

/** Loads a test file; returns its tests, each with an id of its own. */
function testsOf(file) {
	block = { tests: [], hooks: noHooks() };
	mocks = new Map();
	const { tests } = block;
	load(file);
	const times = new Map();
	for (const test of tests) {
		const titles = blocksAround(test).map(({ title }) => title);
		const name = [...titles, test.title].filter(Boolean).join(' ');
		const number = (times.get(name) ?? 0) + 1;
		times.set(name, number);
		test.id = `${idPrefix(file)}${name}${number > 1 ? ` (${number})` : ''}`;
	}
	return tests;
}

/** The blocks a test stands in, the outermost first. */
function blocksAround({ block: innermost }) {
	const blocks = [];
	for (let one = innermost; one !== undefined; one = one.outer) blocks.unshift(one);
	return blocks;
}

/** The blocks whose `beforeAll` has run and whose `afterAll` has not, the outermost first. */
const begun = new Set();

async function endBlocks() {
	for (const { hooks } of [...begun].reverse()) {
		for (const hook of hooks.afterAll) await hook();
	}
	begun.clear();
}

/** Runs a test with its hooks. @returns what it threw, as text, or that it did not end in time */
async function failureOf(test, withinMs) {
	const blocks = blocksAround(test);
	const after = [...blocks].reverse().flatMap(({ hooks }) => hooks.after);
	try {
		for (const one of blocks.filter((each) => !begun.has(each))) {
			begun.add(one);
			for (const hook of one.hooks.beforeAll) await hook();
		}
		for (const hook of blocks.flatMap(({ hooks }) => hooks.before)) await hook();
		await endOf(test.body(), withinMs);
		return undefined;
	} catch (error) {
		return String(error?.message ?? error);
	} finally {
		for (const hook of after) await hook();
		timers.useRealTimers();
	}
}

const { clearTimeout, setTimeout } = globalThis;

/** What only waits is given up here; what keeps the process busy, by Stryker. */
async function endOf(running, withinMs) {
	let timer;
	const late = new Promise((_, reject) => {
		timer = setTimeout(() => reject(new Error('did not end in time')), withinMs);
	});
	try {
		await Promise.race([running, late]);
	} finally {
		clearTimeout(timer);
	}
}

// a promise that a mutant leaves behind is none of the next test's business
process.on('unhandledRejection', () => {});

class InProcessRunner {
	/** the test files, those in n8n's engine last */
	files = [];

	/** how long each test takes in milliseconds, as far as this process has tried */
	times = new Map();

	capabilities() {
		return { reloadEnvironment: true };
	}

	async init() {
		// Stryker has changed to its sandbox by now
		const testsBelow = (folder) =>
			readdirSync(folder, { recursive: true })
				.filter((file) => file.endsWith('.test.ts'))
				.sort()
				.map((file) => resolve(folder, file));
		this.files = [...testsBelow(UNIT_TESTS), ...testsBelow(ENGINE_TESTS)];
	}

	/**
	 * Runs the test files that import one of the mutated files; those in n8n's engine only where such a
	 * file faces n8n. What runs while a test file is loaded counts for each of its tests.
	 */
	async dryRun({ files: mutated }) {
		const facesN8n = mutated.some((file) => needsN8n(readFileSync(file, 'utf8')));
		const isWanted = (file) => facesN8n || !file.startsWith(resolve(ENGINE_TESTS) + sep);
		const perTest = {};
		const results = [];
		for (const file of this.files.filter((one) => isWanted(one) && imports(one, mutated))) {
			forgetFreshModules();
			stryker.mutantCoverage = { static: {}, perTest: {} };
			stryker.currentTestId = undefined;
			const tests = testsOf(file);
			const { static: whileLoading } = stryker.mutantCoverage;
			for (const test of tests) {
				stryker.currentTestId = test.id;
				const began = performance.now();
				const failureMessage = await failureOf(test, 60_000);
				const timeSpentMs = performance.now() - began;
				const isTooSlow = failureMessage !== undefined && timeSpentMs > MEASURES_TIME_MS;
				if (timeSpentMs > SLOWEST_MS || isTooSlow) continue;
				results.push({
					id: test.id,
					name: test.id,
					fileName: file,
					timeSpentMs,
					...(failureMessage === undefined ? { status: 0 } : { status: 1, failureMessage }),
				});
				this.times.set(test.id, timeSpentMs);
				const hits = (perTest[test.id] = { ...whileLoading });
				for (const [mutant, count] of Object.entries(
					stryker.mutantCoverage.perTest[test.id] ?? {},
				)) {
					hits[mutant] = (hits[mutant] ?? 0) + count;
				}
			}
			await endBlocks();
		}
		stryker.currentTestId = undefined;
		stryker.mutantCoverage = undefined;
		return { status: 'complete', tests: results, mutantCoverage: { static: {}, perTest } };
	}

	async mutantRun({ activeMutant, testFilter, hitLimit }) {
		const wanted = new Set(testFilter);
		let nrOfTests = 0;
		const hit = (failureMessage, id) => ({
			...(stryker.hitCount > stryker.hitLimit
				? { status: 'timeout', reason: `hit more than ${hitLimit} times` }
				: { status: 'killed', killedBy: [id], failureMessage, nrOfTests }),
		});
		stryker.activeMutant = activeMutant.id;
		stryker.hitCount = hitLimit === undefined ? undefined : 0;
		stryker.hitLimit = hitLimit;
		const run = async (tests) => {
			for (const test of tests) {
				nrOfTests++;
				const failure = await failureOf(test, 3000 + 5 * (this.times.get(test.id) ?? 600));
				if (failure !== undefined) return hit(failure, test.id);
			}
			return undefined;
		};
		try {
			// most mutants are told by a quick test, so the slow ones of all files come last
			const slow = [];
			for (const file of this.files) {
				if (!testFilter.some((id) => id.startsWith(idPrefix(file)))) continue;
				forgetFreshModules();
				let tests;
				try {
					tests = testsOf(file).filter(({ id }) => wanted.has(id));
				} catch (error) {
					return hit(`The file does not load: ${error?.message}`, testFilter[0]);
				}
				const isSlow = ({ id }) => this.times.get(id) > SLOW_MS;
				slow.push(...tests.filter(isSlow));
				const found = await run(tests.filter((test) => !isSlow(test)));
				if (found !== undefined) return found;
			}
			slow.sort((one, other) => this.times.get(one.id) - this.times.get(other.id));
			const found = await run(slow);
			if (found !== undefined) return found;
			return { status: 'survived', nrOfTests };
		} finally {
			await endBlocks();
			stryker.activeMutant = undefined;
		}
	}
}

export const strykerPlugins = [
	declareClassPlugin(PluginKind.TestRunner, 'in-process', InProcessRunner),
];
