import { mobileNumber } from './rowCells';

/** Digits without anything between them. */
export interface Digits {
	text: string;
	/** whether a plus sign stands before them */
	hasPlus: boolean;
	/** whether they belong to a date or a time, so are no part of a number */
	isAside: boolean;
	/** whether the digits before them belong to the same date or time */
	continuesDate: boolean;
}

interface DigitsRead {
	/** mainland mobile numbers, 11 digits each */
	mobiles: Set<string>;
	/** how many numbers of other kinds there are */
	others: number;
	/** digits that belong to no number, those side by side together */
	loose: string[];
}

/**
 * Reads the phone numbers in parts of digits that follow each other; a number may consist of several
 * parts. Every mobile number that parts side by side make is found, also where two share a part or a date has
 * one; what belongs to no number is what is left where the longest numbers are taken one after another.
 */
export function numbersInDigits(parts: readonly Digits[]): DigitsRead {
	const mobiles = new Set<string>();
	const longest = parts.map((_, start) => {
		const numbers = stretches(parts, start).map(({ joined, next }) => {
			const found = mobilesIn(joined.text);
			for (const mobile of found) mobiles.add(mobile);
			const isMobile = found.length > 0;
			const isNumber = isMobile
				? !splitsDate(parts, start, next)
				: !joined.isAside && isOtherNumber(joined, next === start + 1);
			return { isNumber, isMobile, next };
		});
		return numbers.find(({ isNumber }) => isNumber);
	});
	const loose: string[] = [];
	let others = 0;
	let isSideBySide = false;
	for (let at = 0; at < parts.length;) {
		const number = longest[at];
		const { text, isAside } = parts[at]!;
		if (number?.isMobile === false) others++;
		const isLoose = number === undefined && !isAside;
		if (isLoose) loose.push(isSideBySide ? loose.pop()! + text : text);
		isSideBySide = isLoose;
		at = number?.next ?? at + 1;
	}
	return { mobiles, others, loose };
}

/** Whether some parts begin or end within a date or a time. */
function splitsDate(parts: readonly Digits[], start: number, next: number): boolean {
	return [start, next].some((at) => parts[at]?.continuesDate);
}

/** The longest number in several parts: 0086, a zero, 11 digits. */
export const MOST_DIGITS = 16;

/** What the parts from a position on make together, longest first; a plus begins a new number. */
function stretches(
	parts: readonly Digits[],
	start: number,
): Array<{ joined: Digits; next: number }> {
	const found: ReturnType<typeof stretches> = [];
	const first = parts[start]!;
	let text = '';
	let isAside = false;
	for (let end = start; end < parts.length; end++) {
		const part = parts[end]!;
		text += part.text;
		if (end > start && (text.length > MOST_DIGITS || part.hasPlus)) break;
		isAside ||= part.isAside;
		found.unshift({ joined: { ...first, text, isAside }, next: end + 1 });
	}
	return found;
}

const SEVERAL_MOBILES = /^(?:(?:00)?(?:86)?1[3-9]\d{9})+$/;

/** The mobile numbers that digits are: one, or several without anything between them. */
function mobilesIn(digits: string): string[] {
	// some write the zeros that an area code or a number abroad begins with
	const number = mobileNumber(digits.replace(/^(0086|86)?0{1,2}(?=1)/, '$1'));
	if ('text' in number) return [number.text];
	if (!SEVERAL_MOBILES.test(digits)) return [];
	return [...digits.matchAll(/(?:00)?(?:86)?(1[3-9]\d{9})/g)].map(([, mobile]) => mobile!);
}

/** Other kinds of phone numbers: no row may have one, but in a list they are allowed. */
const OTHER_NUMBERS = [
	// landline with area code
	/^0(?:10|2\d)\d{8}$|^0[3-9]\d{2}\d{7,8}$/,
	/^(?:00)?86(?:0?(?:10|2\d)\d{8}|0?[3-9]\d{2}\d{7,8})$/,
	// 400 and 800
	/^(?:(?:00)?86)?[48]00\d{7}$/,
	// abroad
	/^00(?!86)[1-9]\d{6,14}$/,
];
const ABROAD_AFTER_PLUS = /^(?!86|0)\d{7,15}$/;
const SHORT_CODE = /^(?:1[12]\d|1[0-2]\d{3}|11[68]114|9[56]\d{3,6})$/;

function isOtherNumber({ text, hasPlus }: Digits, isOnePart: boolean): boolean {
	return (
		OTHER_NUMBERS.some((form) => form.test(text)) ||
		(hasPlus && ABROAD_AFTER_PLUS.test(text)) ||
		(isOnePart && SHORT_CODE.test(text))
	);
}
