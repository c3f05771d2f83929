/** What `npm run mutation` changes in the code, and which tests have to notice. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Protocol code knows nothing of n8n, so a file that imports n8n is not mutated: it describes a node in
 * the editor, or reads parameters and makes requests through n8n. Those run in n8n's own engine
 * (test/workflow) and in n8n itself, seconds for each mutant, and a mock of n8n would prove nothing.
 */
const IMPORTS_N8N = /from 'n8n-workflow'/;

/** Signing and tokens: these import types of n8n only, and are called by n8n as plain functions. */
const ALWAYS = /^credentials\/shared\//;

function sources() {
	return ['credentials', 'nodes']
		.flatMap((folder) =>
			readdirSync(join(ROOT, folder), { recursive: true }).map((file) => join(folder, file)),
		)
		.map((file) => file.replaceAll('\\', '/'))
		.filter((file) => file.endsWith('.ts'))
		.filter(
			(file) => ALWAYS.test(file) || !IMPORTS_N8N.test(readFileSync(join(ROOT, file), 'utf8')),
		)
		.sort();
}

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
	mutate: sources(),
	testRunner: 'in-process',
	plugins: ['./test/mutation/runner.mjs', './test/mutation/sentences.mjs'],
	coverageAnalysis: 'perTest',
	ignorers: ['sentences'],
	// the tests are transpiled without a type check
	disableTypeChecks: false,
	// node_modules is found above the sandbox
	symlinkNodeModules: false,
	ignorePatterns: ['/docs/*.png', '/dist', '/coverage', '/test/n8n/.cache'], // with --incremental, results are kept from run to run
	incrementalFile: 'reports/mutation/incremental.json',
	reporters: ['clear-text', 'html', 'json', 'progress-append-only'],
	clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false, reportTests: false },
	thresholds: { high: 95, low: 85, break: 85 },
	concurrency: 1,
	timeoutMS: 5000,
	allowConsoleColors: false,
};
