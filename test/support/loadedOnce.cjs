/** What a package exports is taken from Node's own `require`: loaded once, not for each test file. */
module.exports = {
	process: (_source, fileName) => ({
		code: `module.exports = requireOnce(${JSON.stringify(fileName)});`,
	}),
};
