/** What `npm run mutation` changes in the code, and which tests have to notice. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Whether code needs n8n: it imports n8n itself, or an item with its parameters. */
export const needsN8n = (code) => /from '(n8n-workflow|[./\w]*items\/item)'/.test(code);

/**
 * A file that needs n8n mostly describes a node in the editor, which no test of behavior can notice.
 * These do more: they read parameters, send and hand out items, sign, or guard an address. Their mutants
 * are run by the tests in n8n's own engine too (test/workflow), which takes longer for each.
 */
const FACES_N8N = [
	/^nodes\/shared\/\w+\/(sign|scheme|token|client|send|download|imageInput|engine|attempts|pace)\.ts$/,
	/^nodes\/Iflytek\w+\/(operations|rows|settings|recognition|transport|answer|access|dialogContext|registration|push)\//,
];
/** Nothing but descriptions for the editor. */
const DESCRIBES = /\/(index|properties|\w*Properties|options|\w*Options|\w*Fields)\.ts$/;

function sources() {
	return ['credentials', 'nodes']
		.flatMap((folder) =>
			readdirSync(join(ROOT, folder), { recursive: true }).map((file) => join(folder, file)),
		)
		.map((file) => file.replaceAll('\\', '/'))
		.filter((file) => file.endsWith('.ts'))
		.filter(
			(file) =>
				!needsN8n(readFileSync(join(ROOT, file), 'utf8')) ||
				(FACES_N8N.some((place) => place.test(file)) && !DESCRIBES.test(file)),
		)
		.sort();
}

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
	mutate: sources(),
	testRunner: 'in-process',
	plugins: ['./test/measure/mutation/runner.mjs', './test/measure/mutation/sentences.mjs'],
	coverageAnalysis: 'perTest',
	ignorers: ['sentences'],
	// the tests are transpiled without a type check
	disableTypeChecks: false,
	// node_modules is found above the sandbox
	symlinkNodeModules: false,
	ignorePatterns: ['/docs/*.png', '/dist', '/coverage', '/test/n8n/.cache'],
	// with --incremental, results are kept from run to run
	incrementalFile: 'reports/mutation/incremental.json',
	reporters: ['clear-text', 'html', 'json', 'progress-append-only'],
	clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false, reportTests: false },
	thresholds: { high: 95, low: 85, break: 85 },
	concurrency: 1,
	timeoutMS: 5000,
	allowConsoleColors: false,
};
