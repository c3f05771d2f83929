const full = process.env.TEST_FULL === '1';

const shared = {
	// one for all, so that what is transformed for one suite or checkout is there for the others
	id: 'n8n-nodes-iflytek',
	testEnvironment: 'node',
	// what takes long at its full size, see `npm run test:full`
	testPathIgnorePatterns:
		full || process.env.UPDATE_SCREENSHOTS === '1' ? [] : ['\\.full\\.test\\.ts$'],
	// types are checked by `npm run typecheck`; here they are only stripped
	transform: { '^.+\\.ts$': '<rootDir>/test/support/stripTypes.cjs' },
};

/**
 * The packages that take long to load are loaded once for all test files of a worker. With plain jest the
 * workflow tests take 2.3 times the processor time and the unit tests 1.2 times.
 */
const packagesLoadedOnce = {
	testEnvironment: '<rootDir>/test/support/sharedContext.cjs',
	transform: {
		...shared.transform,
		'/node_modules/(@n8n/[^/]+|n8n-core|n8n-workflow|fast-check|playwright-core|zod|commonmark\.json|markdown-it|mdast-util-[^/]+|micromark[^/]*|parse5)/.+\\.[cm]?js$':
			'<rootDir>/test/support/loadedOnce.cjs',
	},
	transformIgnorePatterns: [],
};

/** What tests reach: jest finds the tests of a source file through these folders only. */
const reached = ['nodes', 'credentials', 'test/emulator', 'test/fixtures', 'test/support'].map(
	(folder) => `<rootDir>/${folder}`,
);

/**
 * What n8n 1 is tested with: loading, and where it differs from n8n 2 (webhooks, partial runs, tools
 * that fail, the way calls and their credential are kept and repeated). TEST_FILES runs whatever is named.
 */
const ON_N8N_1 =
	'(loading|communityPackages|sharedCredential|trigger|examples|everyInvoiceFile|document|proofreadExamples|callExamples|triggerExamples|secrets|agentExamples|aiCallNode|callOnce|aiCallCredential)';
/** What the editor of n8n 1 is looked at for: what it says by night, and by which words it finds nodes. */
const IN_EDITOR_1 = '(clock|nodesSearch)';
const allOfN8n = process.env.N8N_MAJOR !== '1' || full || process.env.TEST_FILES === '1';

/** @type {import('jest').Config} */
module.exports = {
	testTimeout: 120_000,
	projects: [
		{
			...shared,
			...packagesLoadedOnce,
			displayName: 'unit',
			roots: [...reached, '<rootDir>/test/unit', '<rootDir>/test/measure/bench'],
			testMatch: [
				'<rootDir>/test/unit/**/*.test.ts',
				'<rootDir>/test/emulator/**/*.test.ts',
				// by its path only, or at full size: see test/measure
				...(full || process.env.TEST_FILES === '1'
					? ['<rootDir>/test/measure/bench/*.test.ts']
					: []),
			],
		},
		{
			...shared,
			...packagesLoadedOnce,
			displayName: 'workflow',
			roots: [...reached, '<rootDir>/test/workflow'],
			testMatch: ['<rootDir>/test/workflow/**/*.test.ts'],
		},
		{
			...shared,
			displayName: 'package',
			roots: ['<rootDir>/test/package'],
			testMatch: ['<rootDir>/test/package/**/*.test.ts'],
		},
		{
			...shared,
			...packagesLoadedOnce,
			displayName: 'n8n',
			roots: ['<rootDir>/test/n8n/e2e'],
			testRegex: [`/test/n8n/e2e/${allOfN8n ? '.*' : ON_N8N_1}\\.test\\.ts$`],
			runner: '<rootDir>/test/n8n/e2e/serialRunner.js',
			globalSetup: '<rootDir>/test/n8n/e2e/globalSetup.ts',
			globalTeardown: '<rootDir>/test/n8n/e2e/globalTeardown.ts',
		},
		{
			...shared,
			displayName: 'queue',
			roots: ['<rootDir>/test/queue'],
			testMatch: ['<rootDir>/test/queue/**/*.test.ts'],
			globalSetup: '<rootDir>/test/queue/globalSetup.ts',
		},
		{
			...shared,
			// at full size, with the machine for itself; LOAD_SCALE multiplies the sizes
			displayName: 'load',
			roots: ['<rootDir>/test/measure/load'],
			testMatch: ['<rootDir>/test/measure/load/**/*.load.test.ts'],
			testTimeout: 3_600_000,
		},
		{
			...shared,
			...packagesLoadedOnce,
			displayName: 'browser',
			testEnvironment: '<rootDir>/test/browser/environment.js',
			roots: ['<rootDir>/test/browser'],
			testRegex: [
				`/test/browser/${process.env.N8N_MAJOR === '1' && process.env.TEST_FILES !== '1' ? IN_EDITOR_1 : '.*'}\\.test\\.ts$`,
			],
			globalSetup: '<rootDir>/test/browser/globalSetup.ts',
			globalTeardown: '<rootDir>/test/browser/globalTeardown.ts',
		},
	],
};
