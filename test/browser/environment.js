const { TestEnvironment } = require('jest-environment-node');

/** Lets hooks know whether the test before them has failed, which jest does not tell. */
module.exports = class extends TestEnvironment {
	handleTestEvent({ name }) {
		if (name === 'test_start') this.global.testHasFailed = false;
		if (name === 'test_fn_failure' || name === 'hook_failure') this.global.testHasFailed = true;
	}
};
