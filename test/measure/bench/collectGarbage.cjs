// Loaded into n8n with --require: what is garbage goes at once, so that memory is what a run holds.
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

setFlagsFromString('--expose-gc');
setInterval(runInNewContext('gc'), 200).unref();
