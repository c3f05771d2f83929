const { default: TestRunner } = require('jest-runner');

const LAST = /secrets\.test\.ts$/;

/**
 * Runs the end-to-end files one after the other, because all share one n8n and one emulator; at the
 * end the one that searches what the others have left behind.
 */
module.exports = class extends TestRunner {
	isSerial = true;

	async runTests(tests, ...more) {
		const rank = ({ path }) => Number(LAST.test(path));
		return await super.runTests(
			[...tests].sort((a, b) => rank(a) - rank(b)),
			...more,
		);
	}
};
