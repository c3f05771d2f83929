const { readFileSync } = require('node:fs');
const cacheKey = require('./cacheKey.cjs');

const ownCode = readFileSync(__filename);

/**
 * What a package exports is taken from Node's own `require`: loaded once, not for each test file. The
 * global set-up of a suite has no test environment, and loads it as it is.
 */
module.exports = {
	getCacheKey: (source, fileName) => cacheKey(ownCode, fileName, source),
	process: (source, fileName) => {
		const once = `module.exports = requireOnce(${JSON.stringify(fileName)});`;
		// an ES module has no other way in
		if (/\.mjs$|commonmark\.json|mdast-util|micromark/.test(fileName)) return { code: once };
		return {
			code: `if (globalThis.requireOnce) ${once} else (function () {${source}\n}).call(this);`,
		};
	},
};
