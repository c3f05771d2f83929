const { readFileSync } = require('node:fs');
const { basename } = require('node:path');
const { version } = require('typescript/package.json');
const cacheKey = require('./cacheKey.cjs');

const ownCode = readFileSync(__filename);

/**
 * Makes JavaScript of a TypeScript file for jest, file by file: types are checked by `npm run typecheck`.
 * TypeScript itself does it, since it is there on every machine; jest keeps the result for all suites
 * and checkouts.
 */
module.exports = {
	getCacheKey: (source, fileName) => cacheKey(version, ownCode, basename(fileName), source),
	process: (source, fileName) => {
		const ts = require('typescript');
		const compilerOptions = {
			module: ts.ModuleKind.CommonJS,
			target: ts.ScriptTarget.ES2022,
			esModuleInterop: true,
			isolatedModules: true,
			inlineSourceMap: true,
			inlineSources: true,
		};
		const transformers = { before: [() => (file) => mocksFirst(ts, file)] };
		const { outputText } = ts.transpileModule(source, { compilerOptions, fileName, transformers });
		return { code: outputText };
	},
};

/** What is mocked is mocked before it is imported, wherever a file says so. */
function mocksFirst(ts, file) {
	const isMock = (statement) =>
		ts.isExpressionStatement(statement) && statement.getText(file).startsWith('jest.mock(');
	const others = file.statements.filter((statement) => !isMock(statement));
	return ts.factory.updateSourceFile(file, [...file.statements.filter(isMock), ...others]);
}
