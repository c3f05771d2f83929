/**
 * The full-size suites: `npm run test:load`, N8N_MAJOR=1 for n8n 1; LOAD_SCALE multiplies the sizes. They
 * want the machine for themselves.
 */
module.exports = {
	rootDir: '../../..',
	roots: ['<rootDir>/test/measure/load'],
	testEnvironment: 'node',
	transform: require('../../../jest.config').projects[0].transform,
	testMatch: ['<rootDir>/test/measure/load/**/*.load.test.ts'],
	testTimeout: 3_600_000,
	maxWorkers: 1,
	verbose: true,
};
