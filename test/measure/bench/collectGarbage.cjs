// Loaded into n8n with --require: what is garbage goes at once, so that memory is what a run holds.
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc');

/** Five times a second, or a sixth of the time where that takes longer. */
function collect() {
	const begun = performance.now();
	gc();
	setTimeout(collect, Math.max(200, 5 * (performance.now() - begun))).unref();
}
collect();
