const shared = {
	testEnvironment: 'node',
	// types are checked by `npm run typecheck`; here they are only stripped
	transform: {
		'^.+\\.ts$': [
			'@swc/jest',
			{ jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'commonjs' } },
		],
	},
};

/** @type {import('jest').Config} */
module.exports = {
	testTimeout: 120_000,
	projects: [
		{
			...shared,
			displayName: 'unit',
			roots: [
				'<rootDir>/nodes',
				'<rootDir>/credentials',
				'<rootDir>/test/unit',
				'<rootDir>/test/emulator',
			],
			testMatch: ['<rootDir>/test/unit/**/*.test.ts', '<rootDir>/test/emulator/**/*.test.ts'],
		},
		{
			...shared,
			displayName: 'workflow',
			roots: ['<rootDir>/nodes', '<rootDir>/credentials', '<rootDir>/test/workflow'],
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
			displayName: 'n8n',
			roots: ['<rootDir>/test/n8n/e2e'],
			testMatch: ['<rootDir>/test/n8n/e2e/**/*.test.ts'],
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
			displayName: 'browser',
			roots: ['<rootDir>/test/browser'],
			testMatch: ['<rootDir>/test/browser/**/*.test.ts'],
			globalSetup: '<rootDir>/test/browser/globalSetup.ts',
			globalTeardown: '<rootDir>/test/browser/globalTeardown.ts',
		},
	],
};
