import { tryToParseDateTime } from 'n8n-workflow';

import { invalid, success, type Result } from '../../shared/problem/problem';
import { shownValue } from './shownValue';

/** Seconds or milliseconds since 1970. */
const COUNT = /^(?:\d{10}|\d{13})$/;
/** A whole date, as ISO 8601 or SQL write it or with slashes; a time of day and its zone may follow. */
const DATE =
	/^(?:(\d{4})([-/])(\d{1,2})\2(\d{1,2})|(\d{4})(\d{2})(\d{2}))(?:(?:T|\s+)(\d{1,2}(?=:)|\d{2}):?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;
/** How a spreadsheet counts the days from 1900, until 2173. */
const SPREADSHEET_DAYS = /^\d{5}(?:\.\d+)?$/;

const FORMS =
	"Pick a date, or give one such as 2026-11-20T09:00:00, 2026-11-20 09:00 or 2026/11/20 9:00, in the workflow's time zone unless it names one; or a count since 1970 in seconds (10 digits) or milliseconds (13 digits).";

/**
 * A date parameter in milliseconds since 1970, read in the given time zone where it names none;
 * undefined when it is empty. Numbers are seconds (10 digits) or milliseconds (13). What can be read in
 * more than one way is refused: people would be called at another time.
 */
export function readDate(
	value: unknown,
	timeZone: string,
	displayName: string,
): Result<number | undefined> {
	if (value === undefined || value === null || value === '') return success(undefined);
	const text = typeof value === 'object' ? '' : String(value).trim();
	const ms = typeof value === 'object' ? timeOfObject(value) : timeOfText(text, timeZone);
	if (!Number.isNaN(ms)) return success(ms);
	return SPREADSHEET_DAYS.test(text)
		? invalid(
				`'${displayName}' is ${text}, the number by which a spreadsheet counts days, and not a date`,
				`Format the cell as text or as a date in the spreadsheet. ${FORMS}`,
			)
		: invalid(`'${displayName}' is not a date: ${shownValue(value)}`, FORMS);
}

/** n8n's expressions give dates as Luxon DateTime objects or as those of JavaScript. */
function timeOfObject(value: object): number {
	const { toMillis } = value as { toMillis?: () => number };
	if (typeof toMillis === 'function') return toMillis.call(value);
	return value instanceof Date ? value.getTime() : NaN;
}

function timeOfText(text: string, timeZone: string): number {
	if (COUNT.test(text)) return Number(text) * (text.length === 10 ? 1000 : 1);
	const parts = DATE.exec(text);
	if (parts === null) return NaN;
	const [hours = '0', minutes = '00', seconds = '00', fraction = '0', zone = ''] = parts.slice(8);
	const year = parts[1] ?? parts[5];
	const month = (parts[3] ?? parts[6])!.padStart(2, '0');
	const day = (parts[4] ?? parts[7])!.padStart(2, '0');
	const time = `${hours.padStart(2, '0')}:${minutes}:${seconds}.${fraction}`;
	try {
		const date = tryToParseDateTime(`${year}-${month}-${day}T${time}${zone}`, timeZone);
		// n8n hands what is not an ISO date to JavaScript, which turns 30 February into 2 March
		return date.day === Number(day) ? date.toMillis() : NaN;
	} catch {
		return NaN;
	}
}
