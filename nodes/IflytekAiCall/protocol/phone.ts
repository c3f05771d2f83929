import { cellText, type CellText } from './cellText';

/** Blanks, hyphens, dashes, parentheses and the invisible marks that address books copy along. */
const SEPARATORS =
	/[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\-\u2010-\u2015\u2212\uff0d()\uff08\uff09]/g;
const FULL_WIDTH = /[\uff0b\uff10-\uff19]/g;
const FULL_WIDTH_OFFSET = 0xfee0;

/**
 * The mainland mobile number in a cell, as the platform takes it: 11 digits. Separators, a leading
 * +86, full-width digits and a numeric cell are understood; anything else is refused.
 */
export function mobileNumber(cell: unknown): CellText {
	const text = cellText(cell);
	if (!text.ok) return text;
	const number = text.value
		.replace(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - FULL_WIDTH_OFFSET))
		.replace(SEPARATORS, '')
		.replace(/^\+86/, '');
	return /^1[3-9]\d{9}$/.test(number)
		? { ok: true, value: number }
		: { ok: false, reason: 'is not a mainland mobile number of 11 digits' };
}
