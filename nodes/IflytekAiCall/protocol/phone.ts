import { cellText, type CellText } from './cellText';

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
