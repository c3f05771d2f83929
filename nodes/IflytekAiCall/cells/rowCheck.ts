import { invalid, success, type Result } from '../../shared/problem/problem';
import type { RowCells } from './columns';

/** Checks a row before it is sent: the text of each column, the first a mobile number of 11 digits. */
export function checkRow({ columns, cells }: RowCells): Result<string[]> {
	const messages: string[] = [];
	const remedies = new Set<string>();
	const values = columns.map((column, index) => {
		const cell = cells[index];
		const isPhone = index === 0;
		const read = isPhone ? mobileNumber(cell) : cellText(cell);
		if ('text' in read) return read.text;
		const isMissing = cell === undefined || cell === null || (isPhone && isBlank(cell));
		// the value itself is left out: messages go where phone numbers should not
		messages.push(
			isMissing
				? `The column '${column}' has no value`
				: `The value in the column '${column}' ${read.fault}`,
		);
		remedies.add(REMEDIES[isPhone ? 'phone' : 'other'][isMissing ? 'missing' : 'wrong']);
		return '';
	});
	return messages.length === 0
		? success(values)
		: invalid(messages.join('; '), [...remedies].join(' '));
}

const REMEDIES = {
	phone: {
		missing: "Map the column that holds the customer's mobile number.",
		wrong:
			'Enter a Chinese mobile number of 11 digits, with or without +86 and separators, and keep it as text.',
	},
	other: {
		missing:
			'Give every column of the script a value, an empty text where there is nothing to say.',
		wrong: 'Map a text or a number; keep long numbers as text.',
	},
};

/** Longest text that is shown as a row's phone number. */
const LONGEST_SHOWN = 30;

/** The row's phone number as given, for the output of a row that does not pass. */
export function phoneToShow({ cells }: RowCells): string | null {
	const number = mobileNumber(cells[0]);
	const shown = 'text' in number ? number : cellText(cells[0]);
	if ('fault' in shown) return null;
	return shown.text.length > LONGEST_SHOWN ? `${shown.text.slice(0, LONGEST_SHOWN)}…` : shown.text;
}

function isBlank(cell: unknown): boolean {
	return typeof cell === 'string' && cell.trim() === '';
}

/** A cell's text, or what is wrong with the cell; the fault continues a sentence about it. */
export type CellText = { text: string } | { fault: string };

/**
 * A cell's value as text without loss: no exponent, no dropped leading zero, no rounded digits.
 * Objects and numbers that have already lost digits are refused; so is an absent value.
 */
export function cellText(cell: unknown): CellText {
	switch (typeof cell) {
		case 'string':
		case 'boolean':
		case 'bigint':
			return { text: String(cell) };
		case 'number':
			return numberText(cell);
		case 'undefined':
			return { fault: 'has no value' };
		default:
			return cell === null ? { fault: 'has no value' } : dateText(cell as object);
	}
}

function numberText(number: number): CellText {
	if (!Number.isFinite(number)) return { fault: 'is not a number that can be written' };
	if (Number.isInteger(number) && !Number.isSafeInteger(number)) {
		return {
			fault: 'is a number with more digits than a numeric cell can hold: some are already lost',
		};
	}
	return { text: withoutExponent(String(number)) };
}

/** Numbers below 1e-6 are written by JavaScript with an exponent. */
function withoutExponent(text: string): string {
	const parts = /(-?)(\d)\.?(\d*)e-(\d+)/.exec(text);
	if (parts === null) return text;
	const [, sign, whole, fraction, exponent] = parts;
	return `${sign}0.${'0'.repeat(Number(exponent) - 1)}${whole}${fraction}`;
}

/** n8n's expressions give dates as Luxon DateTime objects. */
function dateText(value: object): CellText {
	const date = value as { toISO?: () => string | null; toISOString?: () => string };
	if (typeof date.toISO === 'function') {
		const iso = date.toISO();
		if (typeof iso === 'string') return { text: iso };
	} else if (value instanceof Date && !Number.isNaN(value.getTime())) {
		return { text: value.toISOString() };
	}
	return {
		fault: Array.isArray(value)
			? 'is a list and not a text or number'
			: 'is an object and not a text or number',
	};
}

/** Blanks, hyphens, dashes, parentheses and the invisible marks that address books copy along. */
const SEPARATORS =
	/[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\-\u2010-\u2015\u2212\uff0d()\uff08\uff09]/g;
const FULL_WIDTH = /[\uff0b\uff10-\uff19]/g;
const FULL_WIDTH_OFFSET = 0xfee0;
/** A mobile number after China's country code, and with the decimals of a spreadsheet's number. */
const MOBILE = /^(?:\+86|0086|86)?(1[3-9]\d{9})(?:\.0+)?$/;

/**
 * The mainland mobile number in a cell, as the platform takes it: 11 digits. Separators, the country
 * code (+86, 86, 0086), full-width digits and a numeric cell are understood; anything else is refused.
 */
export function mobileNumber(cell: unknown): CellText {
	const read = cellText(cell);
	if ('fault' in read) return read;
	const digits = read.text
		.replace(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - FULL_WIDTH_OFFSET))
		.replace(SEPARATORS, '');
	const number = MOBILE.exec(digits)?.[1];
	return number === undefined
		? { fault: 'is not a mainland mobile number of 11 digits' }
		: { text: number };
}
