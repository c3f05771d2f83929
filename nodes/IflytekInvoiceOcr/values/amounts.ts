const DASHES = /[‐-―−─ー]/g;
/** Digits in circles, raised or in fractions, which the normal form would turn into plain ones: ⑴, 100². */
const OTHER_NUMBERS = /\p{No}/u;
const BETWEEN_DIGITS = /\d\s+\d/;

/** Groups of three digits between spaces, with decimals, which show that it is one number. */
const GROUPED_BY_SPACES = /^\d{1,3}((\s+|\s*,\s*)\d{3})+\s*\.\s*\d\d$/;
const GROUPED = /^\d{1,3}(,\d{3})+$/;

/**
 * Reads an amount in yuan as printed on an invoice: ¥ or ￥, thousands separators, full-width digits,
 * spaces beside the signs and at the thousands, a minus in any of its forms or parentheses. Returns null
 * for anything ambiguous (two numbers in one, a comma that may be a decimal
 * point, a letter among the digits, a decimal point without digits). An amount has two decimals at most:
 * the point of 1.230 may be a comma that OCR took for one.
 */
export function parseAmount(text: string): number | null {
	return parseNumber(text, 2);
}

/** Reads a unit price in yuan: as an amount, but with any number of decimals. */
export function parseUnitPrice(text: string): number | null {
	return parseNumber(text, Infinity);
}

/** No amount or date is longer; without a limit, a text in a file could keep the patterns busy for hours. */
export const LONGEST_VALUE = 100;

function parseNumber(text: string, mostDecimals: number): number | null {
	if (text.length > LONGEST_VALUE || OTHER_NUMBERS.test(text)) return null;
	let rest = text
		.normalize('NFKC')
		.replace(DASHES, '-')
		.trim()
		.replace(/^\(\s*小\s*写\s*\)\s*:?/, '')
		.trim();
	if (/[\r\n]/.test(rest)) return null;

	let negative = false;
	const parenthesised = /^\((.*)\)$/.exec(rest);
	if (parenthesised) {
		negative = true;
		rest = parenthesised[1]!.trim();
	}
	const signs = /^(-?)\s*(?:(?:¥|RMB|CNY)\s*)?(-?)(.*)/is.exec(rest.replace(/元整?$/, ''))!;
	const [, before, after, digits] = signs as unknown as [string, string, string, string];
	if (before && after) return null;
	if (before || after) {
		if (negative) return null;
		negative = true;
	}
	const value = parseDigits(digits.trim(), mostDecimals);
	return value === null ? null : negative && value !== 0 ? -value : value;
}

function parseDigits(text: string, mostDecimals: number): number | null {
	if (!/^[\d,.\s]+$/.test(text)) return null;
	const spaced = BETWEEN_DIGITS.test(text);
	if (spaced && !GROUPED_BY_SPACES.test(text)) return null;
	const plain = text.replace(/\s/g, '');
	const parts = (spaced ? plain.replace(/,/g, '') : plain).split('.');
	if (parts.length > 2) return null;
	const [whole, decimals] = parts as [string, string | undefined];
	if (decimals !== undefined && !/^\d+$/.test(decimals)) return null;
	if (decimals !== undefined && decimals.length > mostDecimals) return null;
	if (!/^\d+$/.test(whole) && !GROUPED.test(whole)) return null;
	if (/^0[\d,]/.test(whole)) return null;
	const value = Number(`${whole.replace(/,/g, '')}.${decimals ?? '0'}`);
	return value <= LARGEST ? value : null;
}

/** Whether an amount's text may be two numbers: a space stands between two of its digits. */
export function mayBeTwoNumbers(text: string): boolean {
	return BETWEEN_DIGITS.test(text.normalize('NFKC'));
}

/** Whether an amount is a whole number of times a price with two decimals, within rounding. */
export function isWholeMultiple(amount: number, price: number): boolean {
	const quantity = Math.round(amount / price);
	return quantity !== 0 && Math.abs(amount - quantity * price) < 0.0051 * (1 + Math.abs(quantity));
}

/** Beyond this, two amounts a cent apart may be the same number. */
const LARGEST = 2 ** 46;

/** An amount in cents, for exact sums. */
export function cents(amount: number): number {
	return Math.round(amount * 100);
}

/** An amount in cents as text with two decimals. */
export function centsText(value: number): string {
	const digits = String(Math.abs(value)).padStart(3, '0');
	return `${value < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const NO_TAX = /^¥?(\*+|免税|不征税)$/;

/** Whether a text means "no tax": 免税 (exempt), 不征税 (not taxable) or asterisks. */
export function isTaxFree(text: string): boolean {
	return NO_TAX.test(text.normalize('NFKC').replace(/\s/g, '').replace(/[×∗✱]/g, '*'));
}

/** What a tax rate says. `text` is its normal form, such as 13%, 免税 or ***. */
export interface TaxRate {
	text: string;
	/** percent; null where there is no tax */
	percent: number | null;
}

const WORDED_RATES = ['免税', '不征税', '零税率', '普通零税率', '出口零税率'];

/** Reads a tax rate; null for what is none. */
export function parseTaxRate(text: string): TaxRate | null {
	const plain = text.normalize('NFKC').replace(/\s/g, '').replace(/[×∗✱]/g, '*');
	const percent = /^(\d{1,2}(?:\.\d{1,2})?)%$/.exec(plain);
	if (percent) return { text: plain, percent: Number(percent[1]) };
	if (/^\*+$/.test(plain)) return { text: '***', percent: null };
	if (!WORDED_RATES.includes(plain)) return null;
	return { text: plain, percent: plain.endsWith('零税率') ? 0 : null };
}

/**
 * Whether a tax is rate times amount within rounding: to a cent, which also holds when both were
 * computed back from the amount with tax.
 */
export function taxFits(amount: number, percent: number, tax: number): boolean {
	return Math.abs((amount * percent) / 100 - tax) < 0.0101;
}
