import { mobileNumber } from './rowCheck';

/**
 * The mobile numbers in a do-not-call list in any form: text with any
 * separators, lists, items with a field for the number, in any spelling of a number.
 */
export function numbersIn(given: unknown, found = new Set<string>()): Set<string> {
	if (typeof given === 'object' && given !== null) {
		for (const part of Object.values(given)) numbersIn(part, found);
		return found;
	}
	const number = mobileNumber(given);
	if ('text' in number) return found.add(number.text);
	if (typeof given !== 'string') return found;
	const parts = given.split(LIST_SEPARATORS);
	if (parts.length > 1) {
		for (const part of parts) numbersIn(part, found);
		return found;
	}
	// a space may separate two numbers or the parts of one: better a number too many than one too few
	const compact = given.replace(/[^\d]/g, '');
	const numbers = ONLY_NUMBERS.test(compact) ? /(1[3-9]\d{9})/g : /(?=(1[3-9]\d{9}))/g;
	for (const [, digits] of compact.matchAll(numbers)) found.add(digits!);
	return found;
}

/** Digits that are mobile numbers only; others, such as "13. 138…", may hide where a number begins. */
const ONLY_NUMBERS = /^(?:(?:00)?(?:86)?1[3-9]\d{9})+$/;

/** What separates numbers and never occurs in one. */
const LIST_SEPARATORS = /[\n\r,;|、，；：:/"'[\]{}<>\\]+/;
