import { execFileSync } from 'node:child_process';

import { ROOT } from '../../n8n/harness/paths';

/** Asks the script itself, which is a module that jest does not load. */
function npmProblem(output: string, purpose: string): string | undefined {
	const program =
		"import { npmProblem } from './scripts/npmProblem.mjs'; console.log(JSON.stringify([npmProblem(process.argv[1], process.argv[2])]))";
	const args = ['--input-type=module', '-e', program, output, purpose];
	const [answer] = JSON.parse(
		execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' }),
	);
	return answer ?? undefined;
}

const PURPOSE = 'install n8n 2.41.1';

it.each([
	'npm error code ETARGET\nnpm error notarget No matching version found for n8n@2.41.1.',
	'npm error code E404\nnpm error 404 Not Found - GET https://registry.npmjs.org/n8n - Not found',
])('says what the tests and the demo need when n8n is no longer on npm: %s', (output) => {
	expect(npmProblem(output, PURPOSE)).toMatch(
		/^npm has not all of this n8n any more, so it could not install n8n 2\.41\.1: .+\. Set N8N_VERSION to an n8n 2 that npm has .+, or run the package in n8n's container/,
	);
});

it.each([
	['npm error code ENOTFOUND', /^The npm registry cannot be reached/],
	['npm error code ENOSPC', /^The disk is full/],
])('tells %s', (output, sentence) => {
	expect(npmProblem(output, PURPOSE)).toMatch(sentence);
});

it('leaves others to the output itself', () => {
	expect(npmProblem('npm error code E404', 'install Node.js 24.21.0')).toBeUndefined();
	expect(npmProblem('npm error something else', PURPOSE)).toBeUndefined();
});
