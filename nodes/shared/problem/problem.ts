import { say, withRemedy, type Pair, type Value, type Words } from './language';

/**
 * Whether and how the same request may be tried again, where it is safe to repeat: after a pause (later), with fewer
 * requests under way (tooManyAtOnce) or per second (tooMany); or never, since the answer would be the same.
 */
export type RetryClass = 'never' | 'later' | 'tooManyAtOnce' | 'tooMany';

/** Why a request to a service did not give a result, in the words shown to the user. */
export interface Problem extends Words {
	/** the words in Chinese, where rows may be in it */
	chinese?: Words;
	/** the service's own message, shortened, where it sent one */
	ownWords?: string;
	code?: string;
	/** the service's session id, for a support request */
	sid?: string;
	httpStatus?: number;
	retryClass: RetryClass;
	/** no connection was made: nothing of the request can have left */
	neverLeft?: true;
	timedOut?: boolean;
	/** every further request with the same credential and settings would fail alike */
	everyRequest?: true;
	/** it concerns one part of an item, of which other parts can be used */
	hasOthers?: boolean;
	/** the key was refused, as is the key of another service */
	refusesKey?: true;
	/** the key is right, and its application has no license for the service */
	noLicense?: true;
	/** it was not sent because of the failure of another request */
	notSent?: true;
	retryAfterMs?: number;
	outsideHours?: true;
	wrongClock?: true;
}

export type WordedProblem = Problem & { chinese: Words };

/** The words of a problem in both languages, and its other fields; without these it is not worth another try. */
export type Meaning = readonly [
	...message: Pair,
	...remedy: Pair,
	effect?: Partial<Omit<Problem, keyof Words | 'chinese'>>,
];

/** The problem of a meaning; its other parameters are those of `say`. */
export function problemFrom(
	[message, inChinese, remedy, remedyInChinese, effect]: Meaning,
	values: readonly Value[] = [],
	of?: Problem,
): WordedProblem {
	const words = say([message, inChinese, remedy, remedyInChinese], values, of);
	return { ...words, ...(of && { code: of.code }), retryClass: 'never', ...effect };
}

/** A problem whose remedy ends with a service's own words, where it sent any. */
export function quoting(problem: WordedProblem, words: string, quotation: Pair): WordedProblem {
	return words === '' ? problem : withRemedy(problem, quotation, [words]);
}

/** Whether the same request may be tried again, where it is safe to repeat. */
export function isRetryable(problem: Pick<Problem, 'retryClass'> | undefined): boolean {
	return problem !== undefined && problem.retryClass !== 'never';
}

/** Whether the service refuses only because too much is sent. */
export function isOverload({ retryClass }: Pick<Problem, 'retryClass'>): boolean {
	return retryClass.startsWith('tooMany');
}

/** A value, or why there is none. */
export type Result<T, P = Problem> = { ok: true; value: T } | { ok: false; problem: P };

/** Whether the service, or a gateway in its place, answered; an answer may be a refusal. */
export function isAnswered(result: Result<unknown>): boolean {
	return result.ok || result.problem.httpStatus !== undefined;
}

/** Wraps a value as a success. */
export function success<T>(value: T): { ok: true; value: T } {
	return { ok: true, value };
}

/** Wraps a problem as a failure. */
export function failure<P = Problem>(problem: P): { ok: false; problem: P } {
	return { ok: false, problem };
}

/** A failure that a retry would repeat: a value or an answer that cannot be used. */
export function invalid<T>(message: string, remedy: string): Result<T> {
	return failure({ message, remedy, retryClass: 'never' });
}

/** As `invalid`, in both languages. @param values for {0} and so on */
export function unusable<T>(meaning: Meaning, values: readonly Value[] = []): Result<T> {
	return failure(problemFrom(meaning, values));
}

/** The problem of all requests that had no answer when the user canceled the execution. */
export const CANCELED = problemFrom([
	// n8n calls an execution canceled, and not failed, when its error has this word
	'The execution was canceled',
	'执行已取消',
	'Nothing more was sent.',
	'此后未再发送。',
]);

const LONGEST = 200;
/** Secrets in the query of a quoted address. */
const SECRET_IN_ADDRESS = /([?&](?:authorization|key|token)=)[^&#\s"',;]+/gi;

/**
 * Makes a value from outside fit for a message: one line without control characters and without the secrets of
 * addresses, at most 200 characters. Values other than text become JSON; undefined '', one without JSON its type.
 */
export function sanitize(value: unknown): string {
	const isPlain = typeof value === 'string' || typeof value === 'number';
	const line = (isPlain ? String(value) : jsonOf(value))
		.slice(0, 4 * LONGEST)
		.replace(/[\p{Cc}\s]+/gu, ' ')
		.replace(SECRET_IN_ADDRESS, '$1…')
		.trim();
	const characters = [...line];
	return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join('')}…` : line;
}

function jsonOf(value: unknown): string {
	try {
		return JSON.stringify(value) ?? '';
	} catch {
		return typeof value;
	}
}

const ENTITIES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Text as HTML content or as the value of a quoted attribute. */
export function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** A duration in milliseconds as messages show it, such as "2.5 s". */
export function inSeconds(milliseconds: number): string {
	return `${Math.max(1, Math.round(milliseconds / 100)) / 10} s`;
}

/** Lowercases the first letter, for use in the middle of a sentence. */
export function lowerFirst(text: string): string {
	return text.charAt(0).toLowerCase() + text.slice(1);
}
