import { LONGEST_VALUE } from './amounts';

const LABEL = /^开票日期\s*:?/;
const TIME = /(?<![T\s])[T\s]*\d{1,2}:\d{2}(:\d{2})?$/;

/** China has one time zone and no daylight saving time. */
const CHINA_OFFSET_MS = 8 * 60 * 60 * 1000;

/**
 * The current day in China, as YYYY-MM-DD.
 * @param now in milliseconds, as Date.now() gives it
 */
export function dayInChina(now: number): string {
	return new Date(now + CHINA_OFFSET_MS).toISOString().slice(0, 10);
}

/** Forms that are unambiguous once OCR's spaces are removed. */
const WITHOUT_SPACES = [
	/^(\d{4})年(\d{1,2})月(\d{1,2})日?$/,
	/^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/,
	/^(\d{4})(\d{2})(\d{2})$/,
];

/**
 * Reads a date as printed on an invoice: 2024年03月05日, 2024-03-05, 2024/3/5, 2024.3.5, 20240305,
 * 2024 03 05, also full-width and with OCR's spaces. Returns it as YYYY-MM-DD, or null when it is no
 * existing day or could be read in two ways.
 */
export function parseDate(text: string): string | null {
	if (text.length > LONGEST_VALUE) return null;
	const plain = text
		.normalize('NFKC')
		.replace(/[‐-―−─]/g, '-')
		.trim()
		.replace(LABEL, '')
		.replace(TIME, '')
		.trim();
	const spaced = /^(\d{4})\s+(\d{1,2})\s+(\d{1,2})$/.exec(plain);
	const match =
		spaced ??
		WITHOUT_SPACES.map((form) => form.exec(plain.replace(/\s/g, ''))).find((one) => one !== null);
	if (!match) return null;
	const numbers = match.slice(1).filter((part) => /^\d+$/.test(part));
	const [year, month, day] = numbers.map(Number) as [number, number, number];
	// a day that the month does not have becomes one of the next month
	const date = new Date(Date.UTC(year, month - 1, day));
	if (year < 1000 || date.getUTCMonth() !== month - 1) return null;
	return date.toISOString().slice(0, 10);
}
