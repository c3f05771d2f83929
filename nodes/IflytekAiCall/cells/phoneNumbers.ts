import { mobileNumber } from './rowCells';

/** The phone numbers read from a text. */
export interface NumbersRead {
	/** mainland mobile numbers, 11 digits each, as `mobileNumber` gives those of rows; some may be guessed */
	mobiles: Set<string>;
	/** how many phone numbers of any kind were read, none of them guessed */
	count: number;
	/** the parts that must be phone numbers and cannot be read */
	unreadable: string[];
}

/**
 * Reads a list of phone numbers that is kept as text: a number, or a row with one, on each line or
 * between commas, with names, dates and remarks beside them. Rather a number too many than one too
 * few; a part with digits that make no number is reported, never skipped.
 */
export function numbersInText(given: string): NumbersRead {
	const whole = mobileNumber(given);
	if ('text' in whole) return { mobiles: new Set([whole.text]), count: 1, unreadable: [] };
	const lines = plain(given)
		.split(/[\n\r\v\f\u0085\u2028\u2029]/)
		.filter((line) => !isBlank(line));
	const read: NumbersRead = { mobiles: new Set(), count: 0, unreadable: [] };
	for (const [index, line] of lines.entries()) {
		const { mobiles, count, unreadable } = numbersInRow([line], lines.length > 1);
		for (const mobile of mobiles) read.mobiles.add(mobile);
		read.count += count;
		for (const one of unreadable) read.unreadable.push(one);
		if (count > 0 || unreadable.length > 0) continue;
		const isEntry = /[^\s,;|]/.test(line) && !COMMENT.test(line);
		if (isEntry && !(index === 0 && isHeader(line))) read.unreadable.push(line.trim());
	}
	if (read.count === 0 && read.unreadable.length === 0 && !isBlank(given)) {
		read.unreadable.push(given.trim());
	}
	return read;
}

/**
 * Reads the cells of one row, such as a line of a CSV file: names, dates and short numbers (an index, an
 * age) may stand beside a phone number. Without a phone number there is nothing to report here.
 * @param isOneOfSeveral whether there are other rows: a lone row is a list, each part of which counts
 */
export function numbersInRow(cells: readonly string[], isOneOfSeveral: boolean): NumbersRead {
	const text = cells.map(plain).join('\t');
	const unreadable = [...(text.match(GROUPED) ?? [])];
	const read: NumbersRead = { mobiles: new Set(), count: 0, unreadable };
	/** short numbers side by side: together they may be a number in an unknown format */
	let short: string[] = [];
	const shortOnes: string[][] = [];
	let hasName = false;
	/** all digits of pieces side by side that have no number */
	let digits = '';
	for (const piece of text.replace(GROUPED, '').split(PIECES)) {
		if (isBlank(piece)) continue;
		const { mobiles, count, looseRuns, isOdd } = readPiece(piece);
		const looseDigits = looseRuns.join('').length;
		for (const mobile of mobiles) read.mobiles.add(mobile);
		const own = digitsOf(piece.replace(UUID, ''));
		// a part of a number may be a short code by itself
		digits = count > 0 && own.length >= LEAST_DIGITS ? '' : digits + own;
		addMobileNumber(digits, read.mobiles);
		read.count += count;
		if (!isOneOfSeveral && NO_VALUE.test(piece)) read.unreadable.push(piece.trim());
		const hasLetters = /\p{L}/u.test(piece);
		hasName ||= hasLetters && count === 0;
		const isShort = count === 0 && !hasLetters && looseDigits > 0 && looseDigits < LEAST_DIGITS;
		if (isOdd || looseDigits >= LEAST_DIGITS) read.unreadable.push(piece.trim());
		if (isShort) short.push(piece.trim());
		if (isShort && short.length === 1) shortOnes.push(short);
		if (!isShort) short = [];
	}
	const isRow = (isOneOfSeveral || hasName) && read.count <= MOST_IN_A_ROW;
	for (const pieces of shortOnes) {
		const isBeside = isRow && digitsOf(pieces.join('')).length < LEAST_DIGITS;
		if (read.count > 0 && !isBeside) read.unreadable.push(pieces.join(','));
	}
	return read;
}

/**
 * Reads a field beside which other fields may hold the phone number, such as an ID, an amount or a
 * remark. Only what may well be a phone number with lost or changed digits is reported.
 */
export function numbersInField(text: string): NumbersRead {
	const cell = withoutDecimals(plain(text));
	const unreadable = [...(cell.match(GROUPED) ?? [])];
	const read: NumbersRead = { mobiles: new Set(), count: 0, unreadable };
	for (const piece of cell.replace(GROUPED, '').split(PIECES)) {
		const { mobiles, count, looseRuns } = readPiece(piece);
		for (const mobile of mobiles) read.mobiles.add(mobile);
		read.count += count;
		const isMangled =
			MANGLED.some((form) => form.test(piece)) || looseRuns.some((run) => NEARLY_MOBILE.test(run));
		if (isMangled) read.unreadable.push(piece.trim());
	}
	if (read.unreadable.length === 0) addMobileNumber(digitsOf(cell), read.mobiles);
	return read;
}

/** Whether a text has nothing but blanks and invisible signs. */
export function isBlank(text: string): boolean {
	return !/[^\s\p{Cf}\p{M}\p{Cc}]/u.test(text);
}

/** Whether a text without digits, spelled ones too, names a column of phone numbers or of their owners. */
export function isHeader(given: string): boolean {
	const text = plain(given);
	return HEADER.test(text) && !/\p{N}/u.test(text) && !ODD.some((form) => form.test(text));
}

function digitsOf(text: string): string {
	return text.replace(/\P{N}/gu, '');
}

/** Reads digits as a number that was cut into pieces: better one number too many than one too few. */
function addMobileNumber(digits: string, mobiles: Set<string>): void {
	const number = digits.length <= MOST_DIGITS && mobileNumber(digits);
	if (number && 'text' in number) mobiles.add(number.text);
}

/** Text in one form: no escapes, widths or invisible signs. */
function plain(text: string): string {
	return text
		.replace(/\\u([\da-f]{4})/gi, (_escape, code: string) =>
			String.fromCharCode(Number.parseInt(code, 16)),
		)
		.normalize('NFKC')
		.replace(/[\p{Cf}\p{M}]/gu, '');
}

/** A spreadsheet's number that has become text ends in .0. */
function withoutDecimals(text: string): string {
	return text.replace(/(\d{7})\.0{1,2}(?!\d)/g, '$1');
}

/** The fewest digits of a personal phone number. */
const LEAST_DIGITS = 7;
/** A row with more numbers is a list of them. */
export const MOST_IN_A_ROW = 2;
/** Between parts of a list; never inside a number. */
const PIECES = /[,;|、،؛\p{Cc}\u2028\u2029]|\s\/\s/u;
const HEADER =
	/phone|mobile|tel|cell|number|callee|contact|customer|name|do.?not.?call|dnc|手[机機]|[电電][话話]|号码|號碼|被叫|联系|聯[繫絡]|客[户戶]|姓名|名[单單]/i;
/** What an expression makes of a missing value; in a row with others it is an empty cell. */
const NO_VALUE = /^[\s"'[]*(?:undefined|null|NaN)[\s"'\]]*$/;
const COMMENT = /^\s*(?:#|\/\/)/;
/** A mobile number in groups of three digits, as some spreadsheets show numbers: 13,800,138,000. */
const GROUPED = /(?<![\d,])\d{1,2}(?:,\d{3}){3,}(?!\d)/g;
/** Chinese numerals, as they are read out. */
const NUMERALS = '〇○零一二三四五六七八九幺壹贰叁肆伍陆柒捌玖';
const SPELLED = new RegExp(`(?:[${NUMERALS}][\\s-]*){7}`);
/** A mobile number of which only some digits are spelled: 138零零13八000. */
const PARTLY_SPELLED = new RegExp(
	`(?<![\\d${NUMERALS}])[1一幺壹](?:[\\s-]?[\\d${NUMERALS}]){10}(?<!\\d(?:[\\s-]?\\d){10})`,
);
/**
 * Numbers with an exponent or decimals, the letter O (Latin, Cyrillic or Greek) for 0, or in Chinese
 * numerals, and what a text holds in place of a list.
 */
const ODD = [
	/(?<![\w.])\d+(?:\.\d+)?(?:e|\s*e\s*[+-]\s*)\d{1,3}(?!\w)/i,
	/\d{7}\.\d{1,2}(?!\d)/,
	/\d[OoОоΟοIl]+\d/,
	SPELLED,
	PARTLY_SPELLED,
	/\[object \w+\]/,
	// only the last digits of another number, or a range of numbers
	/(?<!\d)1[3-9](?:[\s-]?\d){9}\s*[/~–—至到]\s*\d{1,10}(?![\s-]?\d)/,
	/(?<!\d)1[3-9](?:[\s-]?\d){9}\s*[-~–—至到]\s*1[3-9](?:[\s-]?\d){9}(?!\d)/,
];
/** The same in a field that need not be a phone number: amounts have decimals, IDs have letters. */
const MANGLED = [
	/(?<![\w.])\d+(?:\.\d+)?e\+?1[0-4](?!\w)/i,
	/(?<!\d)\d{10,13}\.\d{1,2}(?!\d)/,
	SPELLED,
	PARTLY_SPELLED,
	/\[object \w+\]/,
	/(?<![\dA-Za-z])1[3-9](?=\d*[OoОоΟοIl])[\dOoОоΟοIl]{8,10}(?![\dA-Za-z])/,
	/\d\d[*•·×]{2,}\d\d/,
];
/** A mobile number with a digit lost or doubled, or digits of another script. */
const NEARLY_MOBILE = /^(?:(?:00)?86)?1[3-9](?:\d{8}|\d{10})$|^(?=.*\P{ASCII}).{7,}$/u;
const DATE = /(?<!\d)(?:19|20)\d{2}(?:([-/.])\d{1,2}\1\d{1,2}|年\d{1,2}月\d{1,2}日?)(?!\d)/g;
const TIME = /(?<!\d)\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?(?!\d)/g;
const UUID = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/gi;

/** Reads the phone numbers in a piece of text. Signs and blanks may part the digits of one, letters may not. */
function readPiece(given: string) {
	const piece = withoutDecimals(given).replace(UUID, 'id');
	const mobiles = new Set<string>();
	let others = 0;
	const aside = new Map([...beginnings(piece, DATE), ...beginnings(piece, TIME)]);
	/** digits that belong to no number, and to no date or time: runs with nothing but signs between them */
	const looseRuns: string[] = [];
	for (const { 0: stretch, index } of piece.matchAll(/\P{L}+/gu)) {
		const parts = [...stretch.matchAll(/(?<plus>(?<!\p{N})\+\s*)?\p{N}+/gu)].map((part): Digits => {
			const plus = part.groups?.plus ?? '';
			const from = index + part.index + plus.length;
			const begins = aside.get(from);
			return {
				text: part[0].slice(plus.length),
				hasPlus: plus !== '',
				isAside: begins !== undefined,
				continuesDate: begins !== undefined && begins < from,
			};
		});
		const read = numbersInDigits(parts);
		for (const mobile of read.mobiles) mobiles.add(mobile);
		others += read.others;
		for (const run of read.loose) looseRuns.push(run);
	}
	return {
		mobiles,
		count: mobiles.size + others,
		looseRuns,
		isOdd: ODD.some((form) => form.test(piece)),
	};
}

/** The positions of all signs of what a form finds in a text, each with the position where that begins. */
function beginnings(text: string, form: RegExp): Array<[position: number, begins: number]> {
	return [...text.matchAll(form)].flatMap(({ 0: match, index }) =>
		[...match].map((_sign, offset): [number, number] => [index + offset, index]),
	);
}

/** Digits without anything between them. */
interface Digits {
	text: string;
	/** whether a plus sign stands before them */
	hasPlus: boolean;
	/** whether they belong to a date or a time, so are no part of a number */
	isAside: boolean;
	/** whether the digits before them belong to the same date or time */
	continuesDate: boolean;
}

/**
 * Reads the phone numbers in parts of digits that follow each other; a number may consist of several
 * parts. Every mobile number that parts side by side make is found, also where two share a part or a date has
 * one; what belongs to no number is what is left where the longest numbers are taken one after another.
 */
function numbersInDigits(parts: readonly Digits[]) {
	/** mainland mobile numbers, 11 digits each */
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
	/** digits that belong to no number, those side by side together */
	const loose: string[] = [];
	/** numbers of other kinds */
	let others = 0;
	let isSideBySide = false;
	let next = 0;
	for (const [at, { text, isAside }] of parts.entries()) {
		if (at < next) continue;
		const number = longest[at];
		if (number?.isMobile === false) others++;
		const isLoose = number === undefined && !isAside;
		if (isLoose) loose.push(((isSideBySide && loose.pop()) || '') + text);
		isSideBySide = isLoose;
		next = number?.next ?? at + 1;
	}
	return { mobiles, others, loose };
}

/** Whether some parts begin or end within a date or a time. */
function splitsDate(parts: readonly Digits[], start: number, next: number): boolean {
	return [start, next].some((at) => parts[at]?.continuesDate);
}

/** The longest number in several parts: 0086, a zero, 11 digits. */
const MOST_DIGITS = 16;

/** What the parts from a position on make together, longest first; a plus begins a new number. */
function stretches(
	parts: readonly Digits[],
	start: number,
): Array<{ joined: Digits; next: number }> {
	const found: ReturnType<typeof stretches> = [];
	let joined: Digits | undefined;
	for (const [nth, part] of parts.slice(start, start + MOST_DIGITS).entries()) {
		const text = (joined?.text ?? '') + part.text;
		if (joined && (text.length > MOST_DIGITS || part.hasPlus)) break;
		joined = { ...(joined ?? part), text, isAside: joined?.isAside || part.isAside };
		found.unshift({ joined, next: start + nth + 1 });
	}
	return found;
}

const SEVERAL_MOBILES = /^(?:(?:00)?(?:86)?1[3-9]\d{9})+$/;

/** The mobile numbers that digits are: one, or several without anything between them. */
function mobilesIn(digits: string): string[] {
	// some write the zeros that an area code or a number abroad begins with
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

function isOtherNumber({ text, hasPlus }: Digits, isOnePart: boolean): boolean {
	return (
		OTHER_NUMBERS.some((form) => form.test(text)) ||
		(hasPlus && ABROAD_AFTER_PLUS.test(text)) ||
		(isOnePart && SHORT_CODE.test(text))
	);
}
