import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');
/** In a process of its own, since jest cannot import the settings, an ES module. */
const LINT = `
import { readFileSync } from 'node:fs';
import { ESLint } from 'eslint';
const eslint = new ESLint({ overrideConfigFile: 'eslint.local.config.mjs' });
const found = [];
for (const [filePath, code] of JSON.parse(readFileSync(0, 'utf8'))) {
	const [{ messages }] = await eslint.lintText(code, { filePath });
	found.push(messages.map(({ ruleId, line, message }) => ({ ruleId, line, message })));
}
console.log(JSON.stringify(found));`;

interface LintMessage {
	ruleId: string | null;
	line: number;
	message: string;
}

/** What `npm run lint` would say of each of some files with this code; they need not exist. */
export function lint(files: Array<[path: string, code: string]>): LintMessage[][] {
	const output = execFileSync(process.execPath, ['--input-type=module', '-e', LINT], {
		cwd: ROOT,
		encoding: 'utf8',
		input: JSON.stringify(files),
	});
	return JSON.parse(output) as LintMessage[][];
}
