const vm = require('node:vm');
const fastCheck = require('fast-check');
const { TestEnvironment } = require('jest-environment-node');

// in CI a red test is due to the change: properties draw the same cases there, and new ones everywhere else
if (process.env.CI) fastCheck.configureGlobal({ seed: 1 });

// the servers of tests are on this machine, whatever proxy leads to others
for (const name of Object.keys(process.env)) {
	if (/^(https?|all|no)_proxy$/i.test(name)) delete process.env[name];
}

// jest compiles each file for a context of its environment: this one stands for Node's own
const ownContext = {};
const { compileFunction } = vm;
vm.compileFunction = (code, parameters, { parsingContext, ...options }) =>
	compileFunction(
		code,
		parameters,
		parsingContext === ownContext ? options : { parsingContext, ...options },
	);

/** What jest keeps of a test file among the globals. */
const OF_ONE_FILE = /^(EVENT_HANDLERS|JEST_STATE_SYMBOL|TEST_TIMEOUT_SYMBOL|RETRY_.*)$/;

/**
 * Runs test files in Node's own context, one after the other, as n8n runs its nodes. So packages need
 * not be loaded anew for each file (see loadedOnce.cjs): that took longer than many of the tests.
 */
module.exports = class extends TestEnvironment {
	constructor(config, context) {
		super(config, context);
		this.global = globalThis;
		this.moduleMocker = new this.moduleMocker.constructor(globalThis);
		this.fakeTimersModern = new this.fakeTimersModern.constructor({
			config: config.projectConfig,
			global: globalThis,
		});
		const { exit, getBuiltinModule } = process;
		this.process = { exit, getBuiltinModule };
		globalThis.requireOnce = require;
	}

	getVmContext() {
		return ownContext;
	}

	async teardown() {
		this.moduleMocker.restoreAllMocks();
		Object.assign(process, this.process);
		for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
			if (OF_ONE_FILE.test(symbol.description)) delete globalThis[symbol];
		}
		await super.teardown();
	}
};
