import { readList } from '../../shared/aiCall/answer';
import { timeInMs } from '../../shared/aiCall/times';
import type { Language } from '../../shared/problem/language';
import { failure, success, type Problem, type Result } from '../../shared/problem/problem';
import { reason, refused, text, withRemedy } from '../words/say';
import {
	DAY_S,
	dateText,
	endOfDay,
	hoursText,
	isoInChina,
	isAllowed,
	isAnyTime,
	momentText,
	nextAllowed,
	periodText,
	readHours,
	secondsOf,
	WEEK_DAYS,
	type CallingHours,
	type CallingWindow,
} from './callingHours';
import type { CreateBody } from '../tasks/requests';
import type { PlatformRecord } from '../tasks/records';

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

/** Whether a task's calls begin in a minute or later, so that its start says when; times in milliseconds. */
export const hasToWait = (begins: number, now: number): boolean => begins - now >= 60_000;

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
	const { windows, firstCall } = time;
	const dayEnds = endOfDay(hours, firstCall);
	const end = body.time_end ?? dayEnds;
	const forbidden = firstForbidden({ ...time, end }, hours);
	if (forbidden === undefined) return success({ ...body, time_end: end });
	const next = nextAllowed({ windows, days: hours.days }, firstCall);
	const isStartDay = forbidden === firstCall;
	const way = isStartDay
		? text('startLater', isoInChina(next))
		: text('stopEarlier', isoInChina(dayEnds));
	return refused('dayLeftOut', dateText(forbidden), way);
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
	const { windows, firstCall } = time;
	const forbidden = firstForbidden(time, hours);
	if (forbidden === undefined) return success(firstCall);
	const next = nextAllowed({ windows, days: hours.days }, firstCall);
	const isStartDay = forbidden === firstCall && planned <= now;
	const way = isStartDay ? text('startAt', momentText(next, now)) : text('createOnDays');
	return refused('dayLeftOut', dateText(forbidden), way);
}

/** The working periods of a task of the platform; a failure if they exceed the calling hours. */
export function workingHours(task: PlatformRecord, hours: CallingHours): Result<string[]> {
	const wrong = (...why: Parameters<typeof reason>) =>
		failure(withRemedy(reason(...why), 'createWithin'));
	const periods = listed(task.time_range);
	if (periods.length === 0) return wrong('noHoursOfTask');
	const isReadable = readPeriods(periods).length > 0;
	if (!isReadable) return wrong('unreadableHoursOfTask', periods.join(', '));
	const outside = periodOutside(periods, hours);
	if (outside === undefined) return success(periods);
	return wrong('hoursOfTaskTooWide', outside, hoursText(hours));
}

/** When a task that is started now calls: the hours of each day, the first moment and the end, in milliseconds. */
function callingTime({ time_range, time_begin, time_end: end = Infinity }: TaskTimes, now: number) {
	const windows = readPeriods(time_range);
	return { windows, firstCall: nextAllowed({ windows }, Math.max(time_begin, now)), end };
}

/** When a task would first call on a day that is not allowed; undefined if never. */
function firstForbidden(time: ReturnType<typeof callingTime>, { days }: CallingHours) {
	const { windows, firstCall, end } = time;
	let moment = firstCall;
	for (let day = 0; day < WEEK_DAYS && moment < end; day++) {
		if (!isAllowed({ windows, days }, moment)) return moment;
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
