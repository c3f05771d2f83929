/**
 * Finds files, exports and dependencies that nothing uses; `npm run lint` runs it twice. With the tests: an export
 * has a user in another file. With `--production`: nodes and credentials have nothing that only a test uses.
 * @type {import('knip').KnipConfig}
 */
module.exports = {
	entry: [
		'{credentials,nodes}/**/*.{credentials,node}.ts!',
		// run by npm or GitHub, or by a path that a test or a script puts together
		'gulpfile.js',
		'scripts/*.{mjs,ts}',
		'test/**/main.ts',
		'test/measure/**/*.{js,cjs,mjs}',
		'test/n8n/harness/{pack.ts,*.cjs}',
		'test/unit/invoice/page/damagedMemory.ts',
	],
	project: ['{credentials,nodes}/**/*.ts!', '{scripts,test}/**/*.{ts,js,mjs,cjs}', '*.{js,mjs}'],
	// what has a unit test of its own may be part of a larger function of its file
	ignoreExportsUsedInFile: process.argv.includes('--production'),
	ignoreDependencies: [
		// come with n8n-core, of which the tests need the same copy
		/^@n8n\/(backend-common|backend-network|di|utils)$/,
		'luxon',
		// come with jest
		'jest-environment-node',
		'jest-runner',
		// n8n's stock ESLint file names it; `npm run lint` uses another file
		'@n8n/node-cli',
		// imported by code that a test hands to Node.js as text
		'@n8n/scan-community-package',
		// installed by `npm run mutation`, in its own folder
		'@stryker-mutator/api',
	],
	exclude: ['binaries'],
};
