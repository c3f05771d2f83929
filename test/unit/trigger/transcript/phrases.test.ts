import { Linter } from 'eslint';
import * as regexp from 'eslint-plugin-regexp';
import {
	MACHINES,
	PERSON,
	TALKS_ABOUT_MACHINES,
} from '../../../../nodes/IflytekAiCallTrigger/transcript/answererPhrases';
import { compile } from '../../../../nodes/IflytekAiCallTrigger/transcript/matching';
import { ABOUT_CALLS } from '../../../../nodes/IflytekAiCallTrigger/transcript/phrases';

/** What `npm run lint` says of a pattern that stands in the code. */
function problemsOf(patterns: RegExp[]): string[] {
	const messages = new Linter().verify(patterns.map((pattern) => `${pattern};`).join('\n'), [
		{
			plugins: { regexp },
			rules: {
				'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
				'regexp/no-super-linear-move': ['error', { report: 'potential' }],
			},
		},
	]);
	return messages.map(({ line, message }) => `${patterns[line - 1]}: ${message}`);
}

it('no phrase takes longer than in proportion to what was said', () => {
	const tables = [MACHINES, TALKS_ABOUT_MACHINES, ABOUT_CALLS].flatMap((table) =>
		Object.values<string[]>(table),
	);
	const patterns = compile([...tables.flat(), ...PERSON]);
	expect(patterns.length).toBeGreaterThan(150);
	expect(problemsOf(patterns)).toEqual([]);
	// the beeps of a voicemail and then a word, as it was once
	expect(problemsOf([/^(?:嘟+|嘀+)*$/u])).not.toEqual([]);
});
