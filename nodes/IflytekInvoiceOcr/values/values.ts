import { isRecord } from '../../shared/http/json';

/** A text without spaces, and in normal form (NFKC): letters, digits and signs in half width. */
export const unspaced = (text: string) => text.normalize('NFKC').replace(/\s/g, '');

/** Makes every dash that may be a minus the ASCII one. */
export const plainDashes = (text: string) => text.replace(/[‐-―−─ー]/g, '-');

/** Digits in circles, raised or in fractions, which the normal form would turn into plain ones: ⑴, 100². */
const OTHER_NUMBERS = /\p{No}/u;
/** Beyond this, two amounts a cent apart may be the same number. */
const LARGEST = 2 ** 46;
const BETWEEN_DIGITS = /\d\s+\d/;
/** Groups of three digits between spaces, with decimals, which show that it is one number. */
const GROUPED_BY_SPACES = /^\d{1,3}((\s+|\s*,\s*)\d{3})+\s*\.\s*\d\d$/;
const PLAIN_NUMBER = /^(?!0[\d,])(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d+))?$/;

/**
 * Reads an amount in yuan as printed on an invoice: ¥ or ￥, thousands separators, full-width digits, spaces beside
 * the signs and at the thousands, any form of minus, parentheses. Returns null for anything ambiguous: two numbers in
 * one, a comma that may be a decimal point, more than two decimals (in 1.230 OCR may have taken a comma for a point).
 */
export const parseAmount = (text: string) => parseNumber(text, 2);

/** Reads a unit price in yuan: as an amount, but with any number of decimals. */
export const parseUnitPrice = (text: string) => parseNumber(text, Infinity);

/** No amount or date is longer; without a limit, a text in a file could keep the patterns busy for hours. */
const LONGEST_VALUE = 100;

function parseNumber(text: string, mostDecimals: number): number | null {
	if (text.length > LONGEST_VALUE || OTHER_NUMBERS.test(text)) return null;
	const plain = plainDashes(text.normalize('NFKC')).trim();
	const amount = plain.replace(/^\(\s*小\s*写\s*\)\s*:?/, '').trim();
	if (/[\r\n]/.test(amount)) return null;
	const inParentheses = /^\((.*)\)$/.exec(amount)?.[1]?.trim();
	const signed = (inParentheses ?? amount).replace(/元整?$/, '');
	const [, before, after, digits] = /^(-?)\s*(?:(?:¥|RMB|CNY)\s*)?(-?)(.*)/is.exec(signed)!;
	const minuses = [inParentheses, before, after].filter(Boolean).length;
	const value = minuses > 1 ? null : parseDigits(digits!.trim(), mostDecimals);
	return minuses === 1 && value ? -value : value;
}

function parseDigits(text: string, mostDecimals: number): number | null {
	const spaced = BETWEEN_DIGITS.test(text);
	if (spaced && !GROUPED_BY_SPACES.test(text)) return null;
	const plain = text.replace(spaced ? /[\s,]/g : /\s/g, '');
	const number = PLAIN_NUMBER.exec(plain);
	if (number === null || (number[1]?.length ?? 0) > mostDecimals) return null;
	const value = Number(plain.replace(/,/g, ''));
	return value <= LARGEST ? value : null;
}

/** Whether an amount's text may be two numbers: a space stands between two of its digits. */
export const mayBeTwoNumbers = (text: string) => BETWEEN_DIGITS.test(text.normalize('NFKC'));

/** Whether an amount is a whole number of times a price with two decimals, within rounding. */
export function isWholeMultiple(amount: number, price: number): boolean {
	const quantity = Math.round(amount / price);
	return quantity !== 0 && Math.abs(amount - quantity * price) < 0.0051 * (1 + Math.abs(quantity));
}

/** An amount in cents, for exact sums. */
export const cents = (amount: number) => Math.round(amount * 100);

/** An amount in cents as text with two decimals. */
export function centsText(value: number): string {
	const digits = String(Math.abs(value)).padStart(3, '0');
	return `${value < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const NO_TAX = /^¥?(\*+|免税|不征税)$/;

/** Whether a text means "no tax": 免税 (exempt), 不征税 (not taxable) or asterisks. */
export const isTaxFree = (text: string) => NO_TAX.test(unspaced(text).replace(/[×∗✱]/g, '*'));

const WORDED_RATES = ['免税', '不征税', '零税率', '普通零税率', '出口零税率'];

/**
 * Reads a tax rate: its normal form, such as 13%, 免税 or ***, and its percent, null where there is no tax. Returns
 * null for any other text.
 */
export function parseTaxRate(text: string): { text: string; percent: number | null } | null {
	const plain = unspaced(text).replace(/[×∗✱]/g, '*');
	const percent = /^(\d{1,2}(?:\.\d{1,2})?)%$/.exec(plain);
	if (percent) return { text: plain, percent: Number(percent[1]) };
	if (/^\*+$/.test(plain)) return { text: '***', percent: null };
	if (!WORDED_RATES.includes(plain)) return null;
	return { text: plain, percent: plain.endsWith('零税率') ? 0 : null };
}

/** Whether a tax is rate times amount to a cent; both may have been computed back from the amount with tax. */
export const taxFits = (amount: number, percent: number, tax: number) =>
	Math.abs((amount * percent) / 100 - tax) < 0.0101;

/** Every form of a digit, also those that OCR commonly reads instead of another form. */
const DIGITS = numerals(
	'零 壹壱弌一 贰貳貮弍二两兩 叁參叄参弎三 肆四 伍五 陆陸六 柒漆七 捌八 玖九',
	(index) => index,
);
const TENS: Readonly<Record<string, string>> = { 廿: '贰拾', 卅: '叁拾', 卌: '肆拾' };
const PLACES = numerals('拾十 佰百陌 仟千阡', (index) => 10 ** (index + 1));

/** The value of each character. @param forms spaces separate the values, each with all of its characters */
function numerals(forms: string, value: (index: number) => number): ReadonlyMap<string, number> {
	const all = forms.split(' ');
	return new Map(all.flatMap((one, index) => [...one].map((form) => [form, value(index)])));
}

/** Other forms of a character, and the one that is read. */
const NORMAL = new Map(
	['零〇○', '圆圓元圜园', '万萬', '亿億', '角毛', '整正', '负負'].flatMap(([normal, ...others]) =>
		others.map((other) => [other, normal!]),
	),
);

/**
 * Reads an amount in Chinese words (大写), such as 壹佰壹拾陆圆陆角整, into yuan: with traditional and everyday
 * characters, 廿 卅 卌, 万 and 亿, and with or without 零 where it changes nothing. Skips the mark ⊗ in front, spaces
 * and 人民币; a credit note's (负数) is a minus. Returns null for what is incomplete or could be read in two ways, as
 * 壹仟伍圆 (1005, or 1500 in speech).
 */
export function parseAmountInWords(text: string): number | null {
	if (text.length > LONGEST_VALUE) return null;
	const printed = unspaced(text)
		.replace(/^[^\p{Script=Han}〇\p{Pd}−]+/u, '')
		.replace(/^(?:价税合计|價稅合計)?(?:\(大写\)|\(大寫\)|大写)?[^\p{Script=Han}〇\p{Pd}−]*/u, '')
		.replace(/^人民[币幣]:?/, '')
		.replace(/^\(?[负負][数數]\)?:?/, '负');
	const words = [...printed].map((one) => NORMAL.get(one) ?? one).join('');
	const match = /^(负)?(?:(.+?)圆)?(?:零)?(?:(.)角)?(?:零)?(?:(.)分)?整?$/.exec(words);
	if (!match) return null;
	const [, minus, yuanWords, ...coins] = match;
	if (yuanWords === undefined && coins.every((word) => word === undefined)) return null;
	const yuan = yuanWords === undefined ? 0 : readWhole(yuanWords);
	const [jiao, fen] = coins.map((word) => (word === undefined ? 0 : DIGITS.get(word)));
	if (yuan === null || jiao === undefined || fen === undefined) return null;
	const value = yuan * 100 + jiao * 10 + fen;
	if (!Number.isSafeInteger(value)) return null;
	return Number(centsText(minus && value !== 0 ? -value : value));
}

/** The units that divide a number in words. */
const UNITS: ReadonlyArray<readonly [unit: string, value: number]> = [
	['亿', 1e8],
	['万', 1e4],
];

/** Whole yuan: [… 亿] [… 万] [up to four places]; null when in doubt. */
function readWhole(words: string, [largest, ...smaller] = UNITS): number | null {
	if (largest === undefined) return readSection(words);
	const [unit, value] = largest;
	const at = words.lastIndexOf(unit);
	if (at < 0) return readWhole(words, smaller);
	const high = readWhole(words.slice(0, at), smaller);
	const rest = words.slice(at + 1);
	if (high === null) return null;
	if (rest === '' || rest === '零') return high * value;
	// 壹万伍圆 may mean 10005 or, in speech, 15000
	if (rest.length === 1) return null;
	const low = readWhole(rest, smaller);
	return low === null || low >= value ? null : high * value + low;
}

/** Up to four places: 仟 佰 拾 and ones, falling; null for what is incomplete or in doubt. */
function readSection(words: string): number | null {
	if (words === '') return null;
	let total = 0;
	let below = 10_000;
	let digit: number | undefined;
	let zero = false;
	const characters = [...words.replace(/[廿卅卌]/g, (one) => TENS[one]!)];
	for (const [index, character] of characters.entries()) {
		const place = PLACES.get(character);
		const value = DIGITS.get(character);
		if (place !== undefined) {
			if (place >= below) return null;
			// 拾 alone opens a number: 拾伍圆
			if (digit === undefined && !(place === 10 && index === 0)) return null;
			// 零拾 is an empty place only right below the one before: elsewhere 壹 may have been left out
			if (digit === 0 && place * 10 !== below) return null;
			total += (digit ?? 1) * place;
			[below, digit, zero] = [place, undefined, false];
		} else if (value === undefined || digit !== undefined) return null;
		else if (value === 0 && !PLACES.has(characters[index + 1] ?? '')) zero = true;
		else digit = value;
	}
	if (digit === undefined) return total;
	// 壹佰伍圆 may mean 105 or, in speech, 150; a 零 or a place right above settles it
	return below > 10 && below < 10_000 && !zero ? null : total + digit;
}

const DATE_LABEL = /^开票日期\s*:?/;
/** The time behind a day, in no other zone than China's. */
const TIME = /(?<![T\s])[T\s]*\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?(\+08:?00)?$/;

/** China has one time zone and no daylight saving time. */
const CHINA_OFFSET_MS = 8 * 60 * 60 * 1000;

/** The day in China, as YYYY-MM-DD. @param now in milliseconds, as Date.now() gives it */
export const dayInChina = (now: number) =>
	new Date(now + CHINA_OFFSET_MS).toISOString().slice(0, 10);

/** Forms that are unambiguous once OCR's spaces are removed. */
const WITHOUT_SPACES = [
	/^(\d{4})年(\d{1,2})月(\d{1,2})日?$/,
	/^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/,
	/^(\d{4})(\d{2})(\d{2})$/,
];

/**
 * Reads a date as printed on an invoice, also full-width and with OCR's spaces: 2024年03月05日, 2024-03-05, 2024/3/5,
 * 2024.3.5, 20240305, 2024 03 05. Returns YYYY-MM-DD; null for a day that does not exist or is ambiguous.
 */
export function parseDate(text: string): string | null {
	if (text.length > LONGEST_VALUE) return null;
	const printed = plainDashes(text.normalize('NFKC')).trim();
	const plain = printed.replace(DATE_LABEL, '').replace(TIME, '').trim();
	const spaced = /^(\d{4})\s+(\d{1,2})\s+(\d{1,2})$/.exec(plain);
	const bare = plain.replace(/\s/g, '');
	const match = spaced ?? WITHOUT_SPACES.map((form) => form.exec(bare)).find(Boolean);
	if (!match) return null;
	const numbers = match.slice(1).filter((part) => /^\d+$/.test(part));
	return existingDay(...(numbers.map(Number) as [number, number, number]));
}

/** A day as YYYY-MM-DD; null for one that does not exist. */
function existingDay(year: number, month: number, day: number): string | null {
	// a day that the month does not have becomes one of the next month
	const date = new Date(Date.UTC(year, month - 1, day));
	if (year < 1000 || date.getUTCMonth() !== month - 1) return null;
	return date.toISOString().slice(0, 10);
}

/** The characters of a unified social credit code; I, O, S, V and Z are not used. */
const CHARACTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY';

/** The check character for the first 17 characters of a taxpayer ID (GB 32100-2015); null if one is not in use. */
export function taxpayerCheckCharacter(id: string): string | null {
	let sum = 0;
	let weight = 1;
	for (const character of id.slice(0, 17)) {
		const value = CHARACTERS.indexOf(character);
		if (value < 0) return null;
		sum += value * weight;
		weight = (weight * 3) % 31;
	}
	return CHARACTERS.charAt((31 - (sum % 31)) % 31);
}

const IDENTITY_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

/** Whether an ID is a person's identity number (GB 11643-1999), under which some individual businesses pay tax. */
export function isIdentityNumber(id: string): boolean {
	const birth = /^[1-8]\d{5}((?:19|20)\d\d)(\d\d)(\d\d)\d{3}[\dX]$/.exec(id);
	if (birth === null) return false;
	const [, year, month, day] = birth.map(Number) as [number, number, number, number];
	if (existingDay(year, month, day) === null) return false;
	const sum = IDENTITY_WEIGHTS.reduce((total, weight, at) => total + weight * Number(id[at]), 0);
	return id[17] === '10X98765432'[sum % 11];
}

/** A point of the image in pixels, from the top left corner. */
export interface Point {
	x: number;
	y: number;
}

/** Corners of a box in the reading direction of its text: top left, top right, bottom right, bottom left. */
export type Quad = readonly [Point, Point, Point, Point];

/** Reads a position of the service (services.md, Invoices: Position); null when a corner is missing. */
export function readQuad(position: unknown): Quad | null {
	if (!isRecord(position)) return null;
	const names = ['tl_point', 'tr_point', 'br_point', 'bl_point'];
	const corners = names.map((name) => readPoint(position[name]));
	if (corners.includes(null)) return null;
	const quad = corners as unknown as Quad;
	return quad.every(({ x, y }) => x === quad[0].x && y === quad[0].y) ? null : quad;
}

function readPoint(value: unknown): Point | null {
	const { x, y } = isRecord(value) ? value : {};
	const point = { x: readNumber(x) ?? NaN, y: readNumber(y) ?? NaN };
	return Math.abs(point.x) <= FURTHEST && Math.abs(point.y) <= FURTHEST ? point : null;
}

/** Larger than any picture; sums and squares of smaller values are finite. */
const FURTHEST = 1e6;

export function centerOf(quad: Quad): Point {
	return { x: mean(quad.map(({ x }) => x)), y: mean(quad.map(({ y }) => y)) };
}

/** The vector along a box's text: the mean of its top and its bottom edge. */
export function alongOf([tl, tr, br, bl]: Quad): Point {
	return { x: (tr.x - tl.x + br.x - bl.x) / 2, y: (tr.y - tl.y + br.y - bl.y) / 2 };
}

/** The vector across a box's text: the mean of its left and its right edge. */
export function acrossOf([tl, tr, br, bl]: Quad): Point {
	return { x: (bl.x - tl.x + br.x - tr.x) / 2, y: (bl.y - tl.y + br.y - tr.y) / 2 };
}

export const length = ({ x, y }: Point) => Math.hypot(x, y);

export const mean = (values: number[]) =>
	values.reduce((sum, value) => sum + value, 0) / values.length;

export function median(values: number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length >> 1;
	return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** A number of the service, which may send it as text; null for anything else. */
export function readNumber(value: unknown): number | null {
	const isNumeric =
		typeof value === 'string' && /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i.test(value);
	const number = isNumeric ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** Groups of what lies at one height, from top to bottom; whatever is near enough to a group joins it. */
export function atOneHeight<T>(
	all: readonly T[],
	heightOf: (one: T) => number,
	isNear: (one: T, group: T[]) => boolean,
): T[][] {
	const groups: T[][] = [];
	for (const one of [...all].sort((a, b) => heightOf(a) - heightOf(b))) {
		const last = groups.at(-1);
		if (last !== undefined && isNear(one, last)) last.push(one);
		else groups.push([one]);
	}
	return groups;
}
