import { type INodeProperties, tryToParseDateTime } from 'n8n-workflow';

import { pastedText } from '../../shared/http/pasted';
import type { Item } from '../../shared/items/item';
import { invalid, success, type Result } from '../../shared/problem/problem';
import { refused, text } from '../words/say';

/** *Return All* and *Limit* of an operation that lists. */
export const limitProperties: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { returnAll: [false] } },
	},
];

/**
 * How many results an item asks for, Infinity for all of them.
 * @throws NodeOperationError when 'Limit' is not a number
 */
export function readLimit(item: Item): number {
	if (item.parameter('returnAll') as boolean) return Infinity;
	const given = item.parameter('limit');
	return item.unwrap(wholeNumber(given, { name: 'Limit', least: 1, byDefault: 50 }));
}

/**
 * A whole number that an option or an expression gives; the default where it gives nothing. What is no
 * number is refused rather than taken for no limit.
 */
export function wholeNumber(
	value: unknown,
	{ name, least, byDefault }: { name: string; least: number; byDefault: number },
): Result<number> {
	if (value === undefined || value === null || value === '') return success(byDefault);
	const isText = typeof value === 'string' && value.trim() !== '';
	const number = isText || typeof value === 'number' ? Number(value) : NaN;
	return Number.isSafeInteger(number) && number >= least
		? success(number)
		: invalid(
				`'${name}' is not a whole number of at least ${least}: ${shownValue(value)}`,
				`Correct '${name}'.`,
			);
}

const CHINA = 'Asia/Shanghai';
/** Seconds or milliseconds since 1970. */
const COUNT = /^(?:\d{10}|\d{13})$/;
/** A whole date, as ISO 8601 or SQL write it or with slashes; a time of day and its zone may follow. */
const DATE =
	/^(?:(\d{4})([-/])(\d{1,2})\2(\d{1,2})|(\d{4})(\d{2})(\d{2}))(?:(?:T|\s+)(\d{1,2}(?=:)|\d{2}):?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;
/** How a spreadsheet counts the days from 1900, until 2173. */
const SPREADSHEET_DAYS = /^\d{5}(?:\.\d+)?$/;

/**
 * A date parameter in milliseconds since 1970, in China time where it names no zone, as all times of calls;
 * undefined when it is empty. Numbers are seconds (10 digits) or milliseconds (13). What can be read in
 * more than one way is refused: people would be called at another time.
 */
export function readDate(value: unknown, displayName: string): Result<number | undefined> {
	if (value === undefined || value === null || value === '') return success(undefined);
	const given = typeof value === 'object' ? '' : String(value).trim();
	const ms = typeof value === 'object' ? timeOfObject(value) : timeOfText(given);
	if (!Number.isNaN(ms)) return success(ms);
	return SPREADSHEET_DAYS.test(given)
		? refused('spreadsheetDay', displayName, given, text('dates'))
		: refused('notDate', displayName, shownValue(value), text('dates'));
}

/** n8n's expressions give dates as Luxon DateTime objects or as those of JavaScript. */
function timeOfObject(value: object): number {
	const { toMillis } = value as { toMillis?: () => number };
	if (typeof toMillis === 'function') return toMillis.call(value);
	return value instanceof Date ? value.getTime() : NaN;
}

function timeOfText(text: string): number {
	if (COUNT.test(text)) return Number(text) * (text.length === 10 ? 1000 : 1);
	const parts = DATE.exec(text);
	if (parts === null) return NaN;
	const [hours = '0', minutes = '00', seconds = '00', fraction = '0', zone = ''] = parts.slice(8);
	const year = parts[1] ?? parts[5];
	const month = (parts[3] ?? parts[6])!.padStart(2, '0');
	const day = (parts[4] ?? parts[7])!.padStart(2, '0');
	const time = `${hours.padStart(2, '0')}:${minutes}:${seconds}.${fraction}`;
	try {
		const date = tryToParseDateTime(`${year}-${month}-${day}T${time}${zone}`, CHINA);
		// n8n hands what is not an ISO date to JavaScript, which turns 30 February into 2 March
		return date.day === Number(day) ? date.toMillis() : NaN;
	} catch {
		return NaN;
	}
}

/** The text of a parameter, without what copying adds at its ends; an expression may give a number, or nothing. */
export function readText(given: unknown, displayName: string): Result<string> {
	const isText = typeof given === 'string' || (given ?? null) === null || Number.isFinite(given);
	return !isText ? refused('notText', displayName, shownValue(given)) : success(pastedText(given));
}

const MOST_SHOWN = 100;

/** A value that a user gave, as a message shows it: text in quotation marks, at most 100 characters. */
function shownValue(value: unknown): string {
	const text = jsonOf(value) ?? String(value);
	return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}

function jsonOf(value: unknown): string | undefined {
	if (typeof value === 'number') return String(value);
	try {
		return JSON.stringify(value);
	} catch {
		return typeof value;
	}
}
