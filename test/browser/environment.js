const SharedContext = require('../support/sharedContext.cjs');

/** Lets hooks know whether the test before them has failed, which jest does not tell. */
module.exports = class extends SharedContext {
	handleTestEvent({ name }) {
		if (name === 'test_start') this.global.testHasFailed = false;
		if (name === 'test_fn_failure' || name === 'hook_failure') this.global.testHasFailed = true;
	}
};
