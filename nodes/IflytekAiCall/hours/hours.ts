import { readList } from '../../shared/aiCall/answer';
import { CHINA_AHEAD_MS, timeInMs } from '../../shared/aiCall/times';
import { isRecord } from '../../shared/http/json';
import { inBoth, type Language, type Wording } from '../../shared/problem/language';
import {
	failure,
	sanitize,
	success,
	type Problem,
	type Result,
} from '../../shared/problem/problem';
import type { PlatformRecord } from '../tasks/records';
import type { CreateBody } from '../tasks/requests';
import { joined, reason, refused, text, withRemedy } from '../words/say';

const HOUR_S = 60 * 60;
const DAY_S = 24 * HOUR_S;
export const DAY_MS = DAY_S * 1000;
const WEEK_DAYS = 7;

export const DAY_NAMES = {
	mon: { english: 'Monday', chinese: '星期一' },
	tue: { english: 'Tuesday', chinese: '星期二' },
	wed: { english: 'Wednesday', chinese: '星期三' },
	thu: { english: 'Thursday', chinese: '星期四' },
	fri: { english: 'Friday', chinese: '星期五' },
	sat: { english: 'Saturday', chinese: '星期六' },
	sun: { english: 'Sunday', chinese: '星期日' },
} as const satisfies Record<string, Wording>;
export type Day = keyof typeof DAY_NAMES;
const DAYS = Object.keys(DAY_NAMES) as Day[];

/** A part of the day, in seconds since midnight in China; `to` is the first second after it. */
export interface CallingWindow {
	from: number;
	to: number;
}

export interface CallingHours {
	/** at least one, in order and apart from each other */
	windows: readonly CallingWindow[];
	/** at least one day of the week; every day if undefined */
	days?: ReadonlySet<Day>;
}

/** Real people are called: by day, unless the user sets other hours. */
export const BY_DAY: CallingHours = { windows: [{ from: 8 * HOUR_S, to: 21 * HOUR_S }] };

/** The options that say when people may be called. */
export const DAYS_OPTION = { displayName: 'Allowed Calling Days', name: 'callingDays' };
export const HOURS_OPTION = { displayName: 'Allowed Calling Hours', name: 'callingHours' };

/** The parameters that hold hours of the day, and where their entries are in n8n's value. */
const HOURS_PARAMETERS = {
	calling: { displayName: HOURS_OPTION.displayName, group: 'hours' },
	task: { displayName: 'Task Working Hours', group: 'period' },
};

/**
 * Reads hours of the day, in the order in which they are given: `{ [group]: [{ from, to }, …] }` with times of day in
 * China. Those of a task may have seconds other than 00, and end by 23:59:59.
 */
function readHours(
	given: unknown,
	parameter: keyof typeof HOURS_PARAMETERS,
): Result<CallingWindow[]> {
	const { displayName, group } = HOURS_PARAMETERS[parameter];
	const isOfTask = parameter === 'task';
	const [timeText, latest] = isOfTask ? [withSeconds, DAY_S - 1] : [clock, DAY_S];
	const entries = [isRecord(given) ? (given[group] ?? []) : given].flat() as unknown[];
	// n8n passes on an expression for the whole parameter as an empty object
	if (entries.length === 0) return refused('noHours', displayName);
	const windows: CallingWindow[] = [];
	for (const entry of entries) {
		const { from, to } = isRecord(entry) ? entry : { from: entry, to: entry };
		const window = { from: secondsOf(from, isOfTask), to: secondsOf(to, isOfTask) };
		const isBegin = window.from <= latest;
		if (!isBegin || Number.isNaN(window.to)) {
			return refused('notTimeOfDay', displayName, sanitize((isBegin ? to : from) ?? ''));
		}
		const [begin = '', end = ''] = [window.from, window.to].map(timeText);
		if (end <= begin) return refused('hoursEndFirst', displayName, begin, end);
		windows.push(window);
	}
	const sorted = [...windows].sort((one, other) => one.from - other.from);
	const overlap = sorted.findIndex(({ to }, index) => to > (sorted[index + 1]?.from ?? DAY_S));
	if (overlap === -1) return success(windows);
	const [one = '', other = ''] = sorted.slice(overlap).map(isOfTask ? periodText : windowText);
	return refused('hoursOverlap', displayName, one, other);
}

/** Reads both options of calling hours; `readOption` hands the value of one, null if it is not set, to `read`. */
export function readCallingHours(
	readOption: <V>(option: typeof HOURS_OPTION, read: (given: unknown) => Result<V>) => V,
): CallingHours {
	const windows = readOption(HOURS_OPTION, readCallingWindows);
	return { windows, days: readOption(DAYS_OPTION, readCallingDays) };
}

/** Reads the option Allowed Calling Hours: null (not set) means 08:00 to 21:00. */
export function readCallingWindows(given: unknown): Result<readonly CallingWindow[]> {
	if (given === null) return success(BY_DAY.windows);
	const windows = readHours(given, 'calling');
	return windows.ok ? success(merged(windows.value)) : windows;
}

/** Windows in order, joined where they touch or overlap. */
function merged(windows: readonly CallingWindow[]): CallingWindow[] {
	const result: CallingWindow[] = [];
	for (const { from, to } of [...windows].sort((one, other) => one.from - other.from)) {
		const last = result.at(-1);
		if (last !== undefined && last.to >= from) last.to = Math.max(last.to, to);
		else result.push({ from, to });
	}
	return result;
}

/** Reads the option Allowed Calling Days: null (not set) means every day. */
export function readCallingDays(given: unknown): Result<ReadonlySet<Day> | undefined> {
	const allowed = new Set((given ?? DAYS) as readonly Day[]);
	if (allowed.size === DAYS.length) return success(undefined);
	return allowed.size > 0 ? success(allowed) : refused('noDays');
}

export const isAnyTime = ({ windows, days }: CallingHours): boolean =>
	windows.some(({ from, to }) => from === 0 && to === DAY_S) && days === undefined;

/** Whether people may be called at a time, in milliseconds since 1970. */
export const isAllowed = (hours: CallingHours, time: number) => nextAllowed(hours, time) === time;

/** The first moment from a time on at which people may be called, in milliseconds since 1970; Infinity without hours. */
export function nextAllowed({ windows, days }: CallingHours, time: number): number {
	if (windows.length === 0) return Infinity;
	for (let midnight = midnightOf(time); ; midnight += DAY_MS) {
		if (days?.has(dayOf(midnight)) === false) continue;
		const window = windows.find(({ to }) => midnight + to * 1000 > time);
		if (window !== undefined) return Math.max(time, midnight + window.from * 1000);
	}
}

/** When the hours that include a time end; Infinity if they never do. */
export function endOfHours(hours: CallingHours, time: number): number {
	let end = time;
	for (let nights = 0; nights <= WEEK_DAYS; nights++) {
		const midnight = midnightOf(end);
		const window = hours.windows.find(({ to }) => midnight + to * 1000 > end);
		if (window === undefined) return end;
		end = midnight + window.to * 1000;
		// hours that end at midnight may go on the next day
		if (!isAllowed(hours, end)) return end;
	}
	return Infinity;
}

/** The calling hours that lie within some windows too; undefined where there are none. */
export function hoursWithin({ windows, days }: CallingHours, others: readonly CallingWindow[]) {
	const common = windows.flatMap(({ from, to }) =>
		others
			.map((other) => ({ from: Math.max(from, other.from), to: Math.min(to, other.to) }))
			.filter((window) => window.from < window.to),
	);
	return common.length === 0 ? undefined : { windows: merged(common), days };
}

/** When the last calling hours of a day in China end, given any time of that day. */
export const endOfDay = ({ windows }: CallingHours, time: number): number =>
	midnightOf(time) + Math.max(...windows.map(({ to }) => to)) * 1000;

/** A time as ISO 8601 in China time, such as 2026-11-24T08:00:00+08:00, which date fields take. */
export const isoInChina = (time: number): string =>
	`${new Date(time + CHINA_AHEAD_MS).toISOString().slice(0, 19)}+08:00`;

/** Why nobody may be called now; undefined while it is allowed. */
export function outsideHoursProblem(hours: CallingHours, now: number): Problem | undefined {
	const next = nextAllowed(hours, now);
	if (next === now) return undefined;
	const day = hours.days ? text('onDay', DAY_NAMES[dayOf(now)]) : '';
	const orDays = hours.days ? text('orDays') : '';
	const values = [clockTime(now), day, hoursText(hours), momentText(next, now), orDays];
	return { ...reason('outsideHours', ...values), outsideHours: true };
}

/** The hours in words, such as "09:00–12:00, 14:00–18:00 on Monday, Tuesday (China time)". */
export function hoursText({ windows, days }: CallingHours): Wording {
	const names = DAYS.filter((day) => days?.has(day)).map((day) => DAY_NAMES[day]);
	const on = names.length === 0 ? '' : text('onDay', joined(names));
	return text('hoursInChina', windowsText(windows), on);
}

/** A time of day in China, such as 08:00; with its date unless that is today. */
export function momentText(time: number, now: number): Wording {
	if (midnightOf(time) === midnightOf(now)) return inBoth(() => clockTime(time));
	return text('moment', clockTime(time), dateText(time));
}

/** A date in China, such as "Tuesday, 2026-11-24". */
const dateText = (time: number): Wording =>
	text('date', DAY_NAMES[dayOf(time)], isoInChina(time).slice(0, 10));

/** The time of day in China, such as 23:13. */
export const clockTime = (time: number): string => isoInChina(time).slice(11, 16);

/** The day of the week in China. */
function dayOf(time: number): Day {
	const sinceSunday = new Date(time + CHINA_AHEAD_MS).getUTCDay();
	const day = DAYS[(sinceSunday + WEEK_DAYS - 1) % WEEK_DAYS];
	if (day === undefined) throw new RangeError('There is no such time');
	return day;
}

/** When the day of a time began in China. */
const midnightOf = (time: number): number =>
	Math.floor((time + CHINA_AHEAD_MS) / DAY_MS) * DAY_MS - CHINA_AHEAD_MS;

/** Windows of the day in words, such as "09:00–12:00, 14:00–18:00". */
export const windowsText = (windows: readonly CallingWindow[]) => joined(windows.map(windowText));

/** A window as the platform takes working periods. */
export const periodText = ({ from, to }: CallingWindow): string =>
	`${withSeconds(from)}-${withSeconds(to)}`;

/** The platform's day ends at 23:59:59. */
const withSeconds = (time: number): string =>
	new Date(Math.min(time, DAY_S - 1) * 1000).toISOString().slice(11, 19);

const windowText = ({ from, to }: CallingWindow): string => `${clock(from)}–${clock(to)}`;

/** The seconds since midnight of a time of day that was entered; NaN for anything else. */
function secondsOf(value: unknown, hasSeconds: boolean): number {
	const text = typeof value === 'object' ? '' : String(value).trim().replace(/：/g, ':');
	const [, ...parts] = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(text) ?? [];
	const [hours = NaN, minutes = NaN, seconds = NaN] = parts.map((part) => Number(part ?? 0));
	// a spreadsheet writes the seconds too; others than 00 would be cut off
	if (!(minutes < 60 && seconds < (hasSeconds ? 60 : 1))) return NaN;
	const time = hours * HOUR_S + minutes * 60 + seconds;
	return time > DAY_S ? NaN : time;
}

const clock = (seconds: number) => (seconds === DAY_S ? '24:00' : withSeconds(seconds).slice(0, 5));

type TaskTimes = Pick<CreateBody, 'time_begin' | 'time_end' | 'time_range'>;

/** The times of a task as people read them, in China time. */
export function readableTimes(
	{ time_begin: begin, time_end: end, time_range: periods }: CreateBody,
	language: Language,
): Record<string, string> {
	const inChina = (time: string) => text('chinaTime', time)[language];
	const minute = (ms: number) => inChina(isoInChina(ms).slice(0, 16).replace('T', ' '));
	return {
		startCallingAt: minute(begin),
		...(end !== undefined && { stopCallingAt: minute(end) }),
		taskWorkingHours: inChina(periods.join(', ').replace(/(\d\d:\d\d):00/g, '$1')),
	};
}

/**
 * Reads the field Task Working Hours, undefined where it is not set.
 * @returns periods in the platform's form `HH:mm:ss-HH:mm:ss` (services.md, AI Call: Calls and tasks)
 */
export function readWorkingPeriods(given: unknown): Result<string[] | undefined> {
	if (given === undefined) return success(undefined);
	const windows = readHours(given, 'task');
	return windows.ok ? success(windows.value.map(periodText)) : windows;
}

/** When a task that is started now begins to call, in milliseconds since 1970. */
export const callingBegins = (body: CreateBody, now: number) => callingTime(body, now).firstCall;

/** Until when a started task waits before its first call, in words; undefined if it calls within a minute. */
export const waitsUntil = (begins: number, now: number): Wording | undefined =>
	begins - now >= 60_000 && begins < Infinity ? momentText(begins, now) : undefined;

/** The problem of a task that would end before its first call; undefined for any other. */
export function overProblem(times: TaskTimes, now: number): Problem | undefined {
	const { firstCall, end } = callingTime(times, now);
	if (firstCall < end) return undefined;
	return reason('callsNobody', momentText(end, now), momentText(firstCall, now));
}

/**
 * Keeps a task that is created and started now within the calling hours. The platform keeps working periods, but
 * knows no days of the week: if only some are allowed, a task without an end ends on the day of its first call.
 */
export function keepWithin(body: CreateBody, hours: CallingHours, now: number): Result<CreateBody> {
	const outside = periodOutside(body.time_range, hours);
	if (outside !== undefined) return refused('hoursTooWide', outside, hoursText(hours));
	if (hours.days === undefined) return success(body);
	const time = callingTime(body, now);
	const dayEnds = endOfDay(hours, time.firstCall);
	const end = body.time_end ?? dayEnds;
	const forbidden = firstForbidden({ ...time, end }, hours);
	if (forbidden === undefined) return success({ ...body, time_end: end });
	const isStartDay = forbidden.moment === time.firstCall;
	const way = isStartDay
		? text('startLater', isoInChina(forbidden.next))
		: text('stopEarlier', isoInChina(dayEnds));
	return refused('dayLeftOut', dateText(forbidden.moment), way);
}

/** Checks that a task of the platform keeps the calling hours. @returns when it begins to call, in milliseconds */
export function checkStart(task: PlatformRecord, hours: CallingHours, now: number): Result<number> {
	const periods = workingHours(task, hours);
	if (!periods.ok) return periods;
	const planned = timeInMs(task.time_task_estimate_begin) ?? now;
	const end = timeInMs(task.time_task_estimate_end) ?? undefined;
	const times = { time_range: periods.value, time_begin: planned, time_end: end };
	const over = overProblem(times, now);
	if (over !== undefined) return failure(withRemedy(over, 'createLonger'));
	const time = callingTime(times, now);
	const forbidden = firstForbidden(time, hours);
	if (forbidden === undefined) return success(time.firstCall);
	const isStartDay = forbidden.moment === time.firstCall && planned <= now;
	const way = isStartDay ? text('startAt', momentText(forbidden.next, now)) : text('createOnDays');
	return refused('dayLeftOut', dateText(forbidden.moment), way);
}

/** The working periods of a task of the platform; a failure if they exceed the calling hours. */
export function workingHours(task: PlatformRecord, hours: CallingHours): Result<string[]> {
	const wrong = (...why: Parameters<typeof reason>) =>
		failure(withRemedy(reason(...why), 'createWithin'));
	const periods = listed(task.time_range);
	if (periods.length === 0) return wrong('noHoursOfTask');
	if (readPeriods(periods).length === 0) return wrong('unreadableHoursOfTask', periods.join(', '));
	const outside = periodOutside(periods, hours);
	if (outside === undefined) return success(periods);
	return wrong('hoursOfTaskTooWide', outside, hoursText(hours));
}

/** When a task that is started now calls: the hours of each day, the first moment and the end, in milliseconds. */
function callingTime({ time_range, time_begin, time_end: end = Infinity }: TaskTimes, now: number) {
	const windows = readPeriods(time_range);
	return { windows, firstCall: nextAllowed({ windows }, Math.max(time_begin, now)), end };
}

/** When a task would first call on a day that is not allowed, and when it first may; undefined if it never would. */
function firstForbidden(time: ReturnType<typeof callingTime>, { days }: CallingHours) {
	const { windows, firstCall, end } = time;
	const allowed = { windows, days };
	let moment = firstCall;
	for (let day = 0; day < WEEK_DAYS && moment < end; day++) {
		if (!isAllowed(allowed, moment)) return { moment, next: nextAllowed(allowed, firstCall) };
		moment = nextAllowed({ windows }, endOfDay({ windows }, moment));
	}
	return undefined;
}

/** The first of some working periods that cannot be read or does not lie within the calling hours. */
function periodOutside(periods: readonly string[], { windows }: CallingHours): string | undefined {
	const isWithin = (own: CallingWindow) =>
		windows.some(({ from, to }) => own.from >= from && own.to <= to);
	return periods.find((period) => !readPeriods([period]).some(isWithin));
}

/** The working periods of a line as windows of the day; undefined if none can be read or it always works. */
export function lineWindows(given: unknown): CallingWindow[] | undefined {
	const windows = readPeriods(listed(given));
	return windows.length === 0 || isAnyTime({ windows }) ? undefined : windows;
}

/** Periods come as JSON text, as a list, or with commas between them. */
function listed(given: unknown): string[] {
	const list = readList(given);
	const entries = list.length > 0 || typeof given !== 'string' ? list : given.split(/[,;]/);
	return entries.map(String).filter((entry) => entry.trim() !== '' && entry.trim() !== '[]');
}

/** Periods as windows of the day, in order; no windows at all if one cannot be read. */
function readPeriods(periods: readonly string[]): CallingWindow[] {
	const windows: CallingWindow[] = [];
	for (const period of periods) {
		const [from = NaN, to = NaN, ...more] = period.split('-').map((time) => secondsOf(time, true));
		if (!(from < to) || more.length > 0) return [];
		// 23:59:59 is the platform's end of the day
		windows.push({ from, to: to === DAY_S - 1 ? DAY_S : to });
	}
	return windows.sort((one, other) => one.from - other.from);
}
