import {
	inBoth,
	say,
	SEPARATOR,
	withRemedy as withAnotherRemedy,
	worded,
	wordsIn,
	type Value,
	type Wording,
} from '../../shared/problem/language';
import { failure, type Problem, type WordedProblem } from '../../shared/problem/problem';
import { REASONS, type ReasonCode } from './reasons';
import { TEXTS, type TextCode } from './texts';

/** A problem that would come again, by its code and values. */
export function reason(code: ReasonCode, ...values: Value[]): WordedProblem {
	return { ...say(REASONS[code], values), retryClass: 'never' };
}

/** The same as a result. */
export const refused = (code: ReasonCode, ...values: Value[]) => failure(reason(code, ...values));

/** A problem in other words, which may quote its own; its remedy stays unless these have one. */
export function reworded(problem: Problem, code: ReasonCode, ...values: Value[]): Problem {
	return { ...problem, ...say(REASONS[code], values, problem) };
}

/** A problem with another remedy, which may quote its own words. */
export function withRemedy(problem: Problem, code: TextCode, ...values: Value[]): Problem {
	return withAnotherRemedy(problem, TEXTS[code], values);
}

/** A text of a row in both languages. */
export const text = (code: TextCode, ...values: Value[]): Wording => worded(TEXTS[code], values);

/** What happened, in both languages. */
export const messageOf = (problem: Problem): Wording =>
	inBoth((language) => wordsIn(problem, language).message);

/** What to do about it, in both languages. */
export const remedyOf = (problem: Problem): Wording =>
	inBoth((language) => wordsIn(problem, language).remedy);

/** Texts one after another. */
export function joined(texts: readonly Value[], separators = SEPARATOR): Wording {
	return inBoth((language) =>
		texts.map((one) => (typeof one === 'object' ? one[language] : one)).join(separators[language]),
	);
}
