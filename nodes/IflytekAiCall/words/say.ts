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

/** A problem that would happen again if the request were repeated. */
export function reason(code: ReasonCode, ...values: Value[]): WordedProblem {
	return { ...say(REASONS[code], values), retryClass: 'never' };
}

/** The same, as a failed result. */
export const refused = (code: ReasonCode, ...values: Value[]) => failure(reason(code, ...values));

/** A problem with another message, which may quote its own; its remedy stays unless the reason has one. */
export function reworded(problem: Problem, code: ReasonCode, ...values: Value[]): Problem {
	return { ...problem, ...say(REASONS[code], values, problem) };
}

/** A problem with another remedy, which may quote its own message and remedy. */
export function withRemedy(problem: Problem, code: TextCode, ...values: Value[]): Problem {
	return withAnotherRemedy(problem, TEXTS[code], values);
}

/** A text of a row in both languages. */
export const text = (code: TextCode, ...values: Value[]): Wording => worded(TEXTS[code], values);

export const messageOf = (problem: Problem): Wording =>
	inBoth((language) => wordsIn(problem, language).message);

export const remedyOf = (problem: Problem): Wording =>
	inBoth((language) => wordsIn(problem, language).remedy);

export function joined(texts: readonly Value[], separators = SEPARATOR): Wording {
	return inBoth((language) =>
		texts.map((one) => (typeof one === 'object' ? one[language] : one)).join(separators[language]),
	);
}
