import { invalid, success, type Problem, type Result } from '../../shared/items/problem';
import { mobileNumber } from './rowCheck';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
/** China has one time zone, without daylight saving time. */
const CHINA_AHEAD_MS = 8 * 60 * MINUTE_MS;

/** When people may be called, in minutes since midnight in China. */
export interface CallingHours {
	from: number;
	to: number;
}

/** Reads calling hours such as 08:00 to 21:00; 00:00 to 24:00 is the whole day. */
export function readCallingHours(given: { from?: unknown; to?: unknown }): Result<CallingHours> {
	const from = minutesOf(given.from);
	const to = minutesOf(given.to);
	if (from === undefined || to === undefined) {
		return invalid(
			`'${String((from === undefined ? given.from : given.to) ?? '')}' in 'Calling Hours' is not a time of day`,
			'Enter hours and minutes such as 08:00 or 21:00; 24:00 is the end of the day.',
		);
	}
	return to > from
		? success({ from, to })
		: invalid(
				"'Calling Hours' do not end after they begin",
				"Swap 'From' and 'To'. For the whole day enter 00:00 to 24:00.",
			);
}

/** Why nobody may be called now; undefined within the calling hours. */
export function outsideHours(hours: CallingHours, now: number): Problem | undefined {
	const minute = Math.floor((now + CHINA_AHEAD_MS) / MINUTE_MS) % DAY_MINUTES;
	if (minute >= hours.from && minute < hours.to) return undefined;
	return {
		message: `It is ${clock(minute)} in China, outside the calling hours ${hoursText(hours)}`,
		remedy: `Run the workflow between ${clock(hours.from)} and ${clock(hours.to)} China time, or change the option Calling Hours.`,
		retryClass: 'never',
		outsideHours: true,
	};
}

/** The first of a task's working periods (`HH:mm:ss-HH:mm:ss`) that leaves the calling hours. */
export function periodOutside(hours: CallingHours, periods: readonly string[]): string | undefined {
	return periods.find((period) => {
		const [begin = '', end = ''] = period.split('-');
		return begin < `${clock(hours.from)}:00` || end > `${clock(hours.to)}:00`;
	});
}

/** The calling hours as the platform writes a working period; a day ends at 23:59:59 there. */
export function asPeriod({ from, to }: CallingHours): string {
	return `${clock(from)}:00-${to === DAY_MINUTES ? '23:59:59' : `${clock(to)}:00`}`;
}

export function isWholeDay({ from, to }: CallingHours): boolean {
	return from === 0 && to === DAY_MINUTES;
}

export function hoursText({ from, to }: CallingHours): string {
	return `${clock(from)}–${clock(to)} (China time)`;
}

/**
 * The mobile numbers in a do-not-call list in any form: text with any
 * separators, lists, items with a field for the number, in any spelling of a number.
 */
export function numbersIn(given: unknown, found = new Set<string>()): Set<string> {
	if (typeof given === 'object' && given !== null) {
		for (const part of Object.values(given)) numbersIn(part, found);
		return found;
	}
	const number = mobileNumber(given);
	if ('text' in number) return found.add(number.text);
	if (typeof given !== 'string') return found;
	const parts = given.split(LIST_SEPARATORS);
	if (parts.length > 1) {
		for (const part of parts) numbersIn(part, found);
		return found;
	}
	// a space may separate two numbers or the parts of one: better a number too many than one too few
	const compact = given.replace(/[^\d]/g, '');
	const numbers = ONLY_NUMBERS.test(compact) ? /(1[3-9]\d{9})/g : /(?=(1[3-9]\d{9}))/g;
	for (const [, digits] of compact.matchAll(numbers)) found.add(digits!);
	return found;
}

/** Digits that are mobile numbers only; others, such as "13. 138…", may hide where a number begins. */
const ONLY_NUMBERS = /^(?:(?:00)?(?:86)?1[3-9]\d{9})+$/;

/** What separates numbers and never occurs in one. */
const LIST_SEPARATORS = /[\n\r,;|、，；：:/"'[\]{}<>\\]+/;

function minutesOf(value: unknown): number | undefined {
	const text = String(value ?? '')
		.trim()
		.replace(/：/g, ':');
	const [, hours, minutes] = /^(\d{1,2}):(\d{2})(?::\d{2})?$/.exec(text) ?? [];
	if (hours === undefined) return undefined;
	const count = Number(hours) * 60 + Number(minutes);
	return Number(minutes) > 59 || count > DAY_MINUTES ? undefined : count;
}

function clock(minutes: number): string {
	const pad = (count: number) => String(count).padStart(2, '0');
	return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}
