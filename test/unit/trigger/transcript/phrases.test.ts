import { ANSWERERS } from '../../../../nodes/IflytekAiCallTrigger/transcript/answeredBy';
import { compileTable } from '../../../../nodes/IflytekAiCallTrigger/transcript/matching';
import { ABOUT_CALLS } from '../../../../nodes/IflytekAiCallTrigger/transcript/phrases';
import { lint } from '../../../support/lint';

/** What lint says of patterns as it does of those that stand in the code. */
function problemsOf(patterns: RegExp[]): string[] {
	const code = patterns.map((pattern) => `${pattern};`).join('\n');
	const [messages] = lint([['nodes/IflytekAiCallTrigger/transcript/x.ts', code]]);
	return messages!
		.filter(({ ruleId }) => ruleId?.startsWith('regexp/'))
		.map(({ line, message }) => `${patterns[line - 1]}: ${message}`);
}

it('no phrase takes longer than in proportion to what was said', () => {
	const patterns = Object.values(compileTable({ ...ANSWERERS, ...ABOUT_CALLS })).flat();
	expect(patterns.length).toBeGreaterThan(150);
	expect(problemsOf(patterns)).toEqual([]);
	// the beeps of a voicemail and then a word, as it was once
	expect(problemsOf([/^(?:嘟+|嘀+)*$/u])).not.toEqual([]);
}, 60_000);
