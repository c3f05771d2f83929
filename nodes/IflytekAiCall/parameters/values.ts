import { type INodeProperties, tryToParseDateTime } from 'n8n-workflow';

import { isSimplified } from '../../shared/description/toolOutput';
import { pastedText } from '../../shared/http/pasted';
import type { Item } from '../../shared/items/item';
import { readLanguage } from '../../shared/problem/language';
import { failure, sanitize, success, type Result } from '../../shared/problem/problem';
import { reason, refused, text, withRemedy } from '../words/say';
import { LOCATORS } from './fields';

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
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { returnAll: [false] } },
	},
];

/** How many results an item asks for, Infinity for all of them. */
export const readLimit = (item: Item): number =>
	item.parameter('returnAll') === true ? Infinity : (item.parameter('limit') as number);

export const readOutput = (item: Item) => ({
	simplify: isSimplified(item),
	language: readLanguage(item.options),
});

const CHINA = 'Asia/Shanghai';
/** Seconds or milliseconds since 1970. */
const COUNT = /^(?:\d{10}|\d{13})$/;
/** A whole date, as ISO 8601 or SQL write it or with slashes; a time of day and its zone may follow. */
const DATE =
	/^(?=\d{4}[-/]|\d{8}(?!\d))(\d{4})([-/]?)(\d{1,2})\2(\d{1,2})(?:(?:T|\s+)(\d{1,2}(?=:)|\d{2}):?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;
/** Days since 1900, as a spreadsheet counts them; five digits last until 2173. */
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
	if (SPREADSHEET_DAYS.test(given)) {
		return refused('spreadsheetDay', displayName, given, text('dates'));
	}
	return failure(withRemedy(reason('notDate', displayName, shownValue(value)), 'dates'));
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
	const [, year, , month, day, ...time] = parts;
	const [hours, minutes = '00', seconds = '00', fraction = '0', zone = ''] = time;
	const two = (digits = '00') => digits.padStart(2, '0');
	const inIso = `${year}-${two(month)}-${two(day)}T${two(hours)}:${minutes}:${seconds}.${fraction}`;
	try {
		const date = tryToParseDateTime(inIso + zone, CHINA);
		// n8n passes what is not an ISO date to JavaScript, which turns 30 February into 2 March
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

const shownValue = (value: unknown): string =>
	typeof value === 'string' ? `"${sanitize(value)}"` : sanitize(value);

/**
 * The ID that an item has in a locator, without what copying adds; empty when nothing is chosen.
 * @throws NodeOperationError for what is not an ID, such as a number that has already lost digits
 */
export function locatorValue(item: Item, name: keyof typeof LOCATORS): string {
	const { context, index } = item;
	const value = context.getNodeParameter(name, index, '', { extractValue: true }) ?? '';
	if (typeof value === 'string' || Number.isSafeInteger(value)) return pastedText(value);
	const isLong = typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;
	return item.unwrap(refused(isLong ? 'idLostDigits' : 'notId', LOCATORS[name].displayName));
}

/** The same for a locator that may not be empty. @throws NodeOperationError when it is */
export const requiredId = (item: Item, name: keyof typeof LOCATORS): string =>
	locatorValue(item, name) || item.unwrap(refused('empty', LOCATORS[name].displayName));
