import { mobileNumber } from './rowCells';

/** The phone numbers read so far, and the parts that cannot be read. */
export class NumbersRead<Unreadable = string> {
	/** mainland mobile numbers, 11 digits each, as `mobileNumber` gives those of rows; some may be guessed */
	readonly mobiles = new Set<string>();
	/** how many phone numbers of any kind were read, none of them guessed */
	count = 0;

	/** @param unreadable the parts that must be phone numbers and cannot be read */
	constructor(readonly unreadable: Unreadable[] = []) {}

	get partCount(): number {
		return this.count + this.unreadable.length;
	}

	add(part: Pick<NumbersRead<Unreadable>, 'count' | 'mobiles' | 'unreadable'>): void {
		for (const mobile of part.mobiles) this.mobiles.add(mobile);
		this.count += part.count;
		// not push(...list): there may be more parts than a function takes arguments
		for (const one of part.unreadable) this.unreadable.push(one);
	}
}

/**
 * Reads a list of phone numbers kept as text: a number, or a row with one, on each line or between commas. When
 * in doubt it reads a number too many; digits that make no number are reported, never skipped.
 */
export function numbersInText(given: string): NumbersRead {
	const read = new NumbersRead();
	const whole = mobileNumber(given);
	if ('text' in whole) {
		read.add({ mobiles: new Set([whole.text]), count: 1, unreadable: [] });
		return read;
	}
	const lines = plain(given)
		.split(/[\n\r\v\f\u0085\u2028\u2029]/)
		.filter((line) => !isBlank(line));
	for (const [index, line] of lines.entries()) {
		const inLine = numbersInRow([line], lines.length > 1);
		const isAside = !/[^\s,;|]/.test(line) || COMMENT.test(line) || (index === 0 && isHeader(line));
		if (inLine.partCount === 0 && !isAside) inLine.unreadable.push(line.trim());
		read.add(inLine);
	}
	if (read.partCount === 0 && !isBlank(given)) read.unreadable.push(given.trim());
	return read;
}

/**
 * Reads the cells of one row, such as a line of a CSV file: names, dates and short numbers (an index, an
 * age) may stand beside a phone number. A row without a phone number is left to the caller to report.
 * @param isOneOfSeveral whether there are other rows: a lone row is a list, each part of which counts
 */
export function numbersInRow(cells: readonly string[], isOneOfSeveral: boolean): NumbersRead {
	const text = cells.map(plain).join('\t');
	const read = new NumbersRead<string>(text.match(GROUPED) ?? []);
	/** short numbers side by side: together they may be a number in an unknown format */
	const shortOnes: string[][] = [[]];
	let hasName = false;
	/** the digits of adjacent pieces without a number */
	let digits = '';
	for (const piece of text.replace(GROUPED, '').split(PIECES)) {
		if (isBlank(piece)) continue;
		const { mobiles, count, looseRuns, hasUnreadableForm } = readPiece(piece);
		const looseDigits = looseRuns.join('').length;
		const isMissing = !isOneOfSeveral && NO_VALUE.test(piece);
		const isUnreadable = isMissing || hasUnreadableForm || looseDigits >= LEAST_DIGITS;
		read.add({ mobiles, count, unreadable: isUnreadable ? [piece.trim()] : [] });
		const own = digitsOf(piece.replace(UUID, ''));
		// a part of a number may be a short code by itself
		digits = count > 0 && own.length >= LEAST_DIGITS ? '' : digits + own;
		addMobileNumber(digits, read.mobiles);
		const hasLetters = /\p{L}/u.test(piece);
		hasName ||= hasLetters && count === 0;
		const isShort = count === 0 && !hasLetters && looseDigits > 0 && looseDigits < LEAST_DIGITS;
		if (isShort) shortOnes.at(-1)!.push(piece.trim());
		else shortOnes.push([]);
	}
	const isRow = (isOneOfSeveral || hasName) && read.count <= MOST_IN_A_ROW;
	for (const pieces of shortOnes) {
		const isBeside = isRow && digitsOf(pieces.join('')).length < LEAST_DIGITS;
		const isPart = pieces.length > 0 && read.count > 0 && !isBeside;
		if (isPart) read.unreadable.push(pieces.join(','));
	}
	return read;
}

/**
 * Reads a field beside which other fields may hold the phone number, such as an ID, an amount or a
 * remark. Only what is probably a phone number with lost or changed digits is reported.
 */
export function numbersInField(text: string): NumbersRead {
	const cell = withoutDecimals(plain(text));
	const read = new NumbersRead<string>(cell.match(GROUPED) ?? []);
	for (const piece of cell.replace(GROUPED, '').split(PIECES)) {
		const { mobiles, count, looseRuns } = readPiece(piece);
		const isMangled =
			UNREADABLE_IN_FIELD.some((form) => form.test(piece)) ||
			looseRuns.some((run) => NEARLY_MOBILE.test(run));
		read.add({ mobiles, count, unreadable: isMangled ? [piece.trim()] : [] });
	}
	if (read.unreadable.length === 0) addMobileNumber(digitsOf(cell), read.mobiles);
	return read;
}

/** Whether a text has nothing but blanks and invisible signs. */
export const isBlank = (text: string): boolean => !/[^\s\p{Cf}\p{M}\p{Cc}]/u.test(text);

/** Whether a text names a column of phone numbers or their owners, and has no digits, not even spelled. */
export function isHeader(given: string): boolean {
	const text = plain(given);
	return HEADER.test(text) && !/\p{N}/u.test(text) && !UNREADABLE.some((form) => form.test(text));
}

const digitsOf = (text: string): string => text.replace(/\P{N}/gu, '');

/** Reads digits as a number that was cut into pieces: better one number too many than one too few. */
function addMobileNumber(digits: string, mobiles: Set<string>): void {
	const number = digits.length <= MOST_DIGITS && mobileNumber(digits);
	if (number && 'text' in number) mobiles.add(number.text);
}

/** Text without escapes, full-width forms and invisible signs. */
function plain(text: string): string {
	return text
		.replace(/\\u([\da-f]{4})/gi, (_escape, code: string) =>
			String.fromCharCode(Number.parseInt(code, 16)),
		)
		.normalize('NFKC')
		.replace(/[\p{Cf}\p{M}]/gu, '');
}

/** A spreadsheet's number that has become text ends in .0. */
const withoutDecimals = (text: string): string => text.replace(/(\d{7})\.0{1,2}(?!\d)/g, '$1');

/** The fewest digits of a personal phone number. */
const LEAST_DIGITS = 7;
/** A row with more numbers is a list of them. */
export const MOST_IN_A_ROW = 2;
/** Separates the parts of a list; never inside a number. */
const PIECES = /[,;|、،؛\p{Cc}\u2028\u2029]|\s\/\s/u;
const HEADER =
	/phone|mobile|tel|cell|number|callee|contact|customer|name|do.?not.?call|dnc|手[机機]|[电電][话話]|号码|號碼|被叫|联系|聯[繫絡]|客[户戶]|姓名|名[单單]/i;
/** What an expression makes of a missing value; in a row with others it is an empty cell. */
const NO_VALUE = /^[\s"'[]*(?:undefined|null|NaN)[\s"'\]]*$/;
const COMMENT = /^\s*(?:#|\/\/)/;
/** A mobile number in groups of three digits, as some spreadsheets show numbers: 13,800,138,000. */
const GROUPED = /(?<![\d,])\d{1,2}(?:,\d{3}){3,}(?!\d)/g;
const NUMERALS = '〇○零一二三四五六七八九幺壹贰叁肆伍陆柒捌玖';
const SPELLED = new RegExp(`(?:[${NUMERALS}][\\s-]*){7}`);
/** A mobile number of which only some digits are spelled: 138零零13八000. */
const PARTLY_SPELLED = new RegExp(
	`(?<![\\d${NUMERALS}])[1一幺壹](?:[\\s-]?[\\d${NUMERALS}]){10}(?<!\\d(?:[\\s-]?\\d){10})`,
);
/** Numbers in Chinese numerals, and the text that JavaScript makes of an object. */
const UNREADABLE_ANYWHERE = [SPELLED, PARTLY_SPELLED, /\[object \w+\]/];
/** Also numbers with an exponent or decimals, or letters for digits: O (Latin, Cyrillic, Greek), I, l. */
const UNREADABLE = [
	...UNREADABLE_ANYWHERE,
	/(?<![\w.])\d+(?:\.\d+)?(?:e|\s*e\s*[+-]\s*)\d{1,3}(?!\w)/i,
	/\d{7}\.\d{1,2}(?!\d)/,
	/\d[OoОоΟοIl]+\d/,
	// only the last digits of another number, or a range of numbers
	/(?<!\d)1[3-9](?:[\s-]?\d){9}\s*[/~–—至到]\s*\d{1,10}(?![\s-]?\d)/,
	/(?<!\d)1[3-9](?:[\s-]?\d){9}\s*[-~–—至到]\s*1[3-9](?:[\s-]?\d){9}(?!\d)/,
];
/** The same in a field that need not be a phone number: amounts have decimals, IDs have letters. */
const UNREADABLE_IN_FIELD = [
	...UNREADABLE_ANYWHERE,
	/(?<![\w.])\d+(?:\.\d+)?e\+?1[0-4](?!\w)/i,
	/(?<!\d)\d{10,13}\.\d{1,2}(?!\d)/,
	/(?<![\dA-Za-z])1[3-9](?=\d*[OoОоΟοIl])[\dOoОоΟοIl]{8,10}(?![\dA-Za-z])/,
	/\d\d[*•·×]{2,}\d\d/,
];
/** A mobile number with a digit lost or doubled, or digits of another script. */
const NEARLY_MOBILE = /^(?:(?:00)?86)?1[3-9](?:\d{8}|\d{10})$|^(?=.*\P{ASCII}).{7,}$/u;
const DATE = /(?<!\d)(?:19|20)\d{2}(?:([-/.])\d{1,2}\1\d{1,2}|年\d{1,2}月\d{1,2}日?)(?!\d)/g;
const TIME = /(?<!\d)\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?(?!\d)/g;
const UUID = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/gi;

/** Digits without anything between them. */
interface Digits {
	text: string;
	hasPlus: boolean;
	/** whether they belong to a date or a time, and so to no number */
	isAside: boolean;
	/** whether the digits before them belong to the same date or time */
	continuesDate: boolean;
}

/**
 * Reads the phone numbers in a piece of text. Signs and blanks may separate the digits of a number, letters
 * may not. Finds every mobile number that adjacent parts make, even where two share a part or a date is
 * involved. Loose digits are those left when the longest numbers are taken one after another.
 */
function readPiece(given: string) {
	const piece = withoutDecimals(given).replace(UUID, 'id');
	const aside = new Map([...beginnings(piece, DATE), ...beginnings(piece, TIME)]);
	const mobiles = new Set<string>();
	let otherNumbers = 0;
	/** digits of no number, date or time; one run where only signs are between them */
	const looseRuns: string[] = [];
	for (const { 0: stretch, index } of piece.matchAll(/\P{L}+/gu)) {
		const parts = [...stretch.matchAll(/((?<!\p{N})\+\s*)?(\p{N}+)/gu)].map((part): Digits => {
			const [, plus = '', text = ''] = part;
			const from = index + part.index + plus.length;
			const begins = aside.get(from);
			const isAside = begins !== undefined;
			return { text, hasPlus: plus !== '', isAside, continuesDate: isAside && begins < from };
		});
		let isSideBySide = false;
		let next = 0;
		for (const [at, { text, isAside }] of parts.entries()) {
			const number = longestNumber(parts, at, mobiles);
			if (at < next) continue;
			if (number?.isMobile === false) otherNumbers++;
			const isLoose = number === undefined && !isAside;
			if (isLoose) looseRuns.push(((isSideBySide && looseRuns.pop()) || '') + text);
			isSideBySide = isLoose;
			next = number?.next ?? at + 1;
		}
	}
	const hasUnreadableForm = UNREADABLE.some((form) => form.test(piece));
	return { mobiles, count: mobiles.size + otherNumbers, looseRuns, hasUnreadableForm };
}

/** The position of each character that a form matches, with the position where its match begins. */
function beginnings(text: string, form: RegExp): Array<[position: number, begins: number]> {
	return [...text.matchAll(form)].flatMap(({ 0: match, index }) =>
		[...match].map((_sign, offset): [number, number] => [index + offset, index]),
	);
}

/** Digits of the longest number in several parts: 0086, a zero, 11 digits. */
const MOST_DIGITS = 16;

/** The longest number that parts from `start` on make; every mobile number on the way goes to `mobiles`. */
function longestNumber(parts: readonly Digits[], start: number, mobiles: Set<string>) {
	const { hasPlus, continuesDate } = parts[start]!;
	let longest: { isMobile: boolean; next: number } | undefined;
	let text = '';
	let hasDate = false;
	for (let next = start + 1; next <= parts.length; next++) {
		const part = parts[next - 1]!;
		text += part.text;
		hasDate ||= part.isAside;
		const isOnePart = next === start + 1;
		// a plus begins a new number
		if (!isOnePart && (text.length > MOST_DIGITS || part.hasPlus)) break;
		const found = mobilesIn(text);
		for (const mobile of found) mobiles.add(mobile);
		const isMobile = found.length > 0;
		const isNumber = isMobile
			? !continuesDate && !parts[next]?.continuesDate
			: !hasDate && isOtherNumber(text, hasPlus, isOnePart);
		if (isNumber) longest = { isMobile, next };
	}
	return longest;
}

const SEVERAL_MOBILES = /^(?:(?:00)?(?:86)?1[3-9]\d{9})+$/;

/** The mobile numbers that digits make: one, or several without anything between them. */
function mobilesIn(digits: string): string[] {
	// some add the zeros with which area codes and numbers abroad begin
	const number = mobileNumber(digits.replace(/^(0086|86)?0{1,2}(?=1)/, '$1'));
	if ('text' in number) return [number.text];
	return SEVERAL_MOBILES.test(digits) ? (digits.match(/1[3-9]\d{9}/g) ?? []) : [];
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

function isOtherNumber(text: string, hasPlus: boolean, isOnePart: boolean): boolean {
	return (
		OTHER_NUMBERS.some((form) => form.test(text)) ||
		(hasPlus && ABROAD_AFTER_PLUS.test(text)) ||
		(isOnePart && SHORT_CODE.test(text))
	);
}
