import fc from 'fast-check';

import {
	callingBegins,
	checkStart,
	keepWithin,
	overProblem,
	periodText,
	type CallingHours,
	type Day,
} from '../../../../nodes/IflytekAiCall/hours/hours';
import type { CreateBody } from '../../../../nodes/IflytekAiCall/tasks/requests';
import { aSentence } from '../../aSentence';

const HOUR_S = 3600;
const BY_DAY: CallingHours = { windows: [{ from: 8 * HOUR_S, to: 21 * HOUR_S }] };
const WORKDAYS: CallingHours = {
	...BY_DAY,
	days: new Set<Day>(['mon', 'tue', 'wed', 'thu', 'fri']),
};
const ALWAYS: CallingHours = { windows: [{ from: 0, to: 24 * HOUR_S }] };
/** A time of China; 23 November 2026 is a Monday. */
const china = (text: string) => Date.parse(`${text}+08:00`);
const NOON = china('2026-11-23T12:00');

const body = (more: Partial<CreateBody> = {}): CreateBody => ({
	task_name: 'n',
	line_num: '1',
	robot_id: '2',
	time_range: ['08:00:00-21:00:00'],
	time_begin: NOON,
	...more,
});

it('writes hours as working periods, whose day ends at 23:59:59', () => {
	expect(BY_DAY.windows.map(periodText)).toEqual(['08:00:00-21:00:00']);
	expect(ALWAYS.windows.map(periodText)).toEqual(['00:00:00-23:59:59']);
});

describe('a new task', () => {
	it.each([
		[['08:00:00-12:00:00', '13:00:00-21:00:00'], undefined],
		[['07:59:00-12:00:00'], '07:59:00-12:00:00'],
		[['09:00:00-12:00:00', '20:00:00-21:00:01'], '20:00:00-21:00:01'],
	])('whose periods are %j: outside is %p', (time_range, outside) => {
		const kept = keepWithin(body({ time_range }), BY_DAY, NOON);
		if (outside === undefined)
			return expect(kept).toEqual({ ok: true, value: body({ time_range }) });
		expect(kept).toMatchObject({
			problem: {
				message: `'Task Working Hours' are ${outside}, which goes beyond the allowed calling hours 08:00–21:00 (China time)`,
				remedy: aSentence,
			},
		});
	});

	it('may not go over the gap between two windows', () => {
		const hours = {
			windows: [
				{ from: 0, to: 12 * HOUR_S },
				{ from: 13 * HOUR_S, to: 24 * HOUR_S },
			],
		};
		expect(keepWithin(body({ time_range: ['11:00:00-14:00:00'] }), hours, NOON).ok).toBe(false);
		expect(keepWithin(body({ time_range: ['13:00:00-23:59:59'] }), hours, NOON).ok).toBe(true);
	});

	it.each([
		['2026-11-23T12:00', '2026-11-23T21:00'],
		['2026-11-23T22:00', '2026-11-24T21:00'],
		// called from Monday on
		['2026-11-29T22:00', '2026-11-30T21:00'],
	])('that begins at %s ends with its first day of calling, at %s', (begin, end) => {
		const task = body({ time_begin: china(begin), time_end: undefined });
		expect(keepWithin(task, WORKDAYS, china(begin))).toEqual({
			ok: true,
			value: { ...task, time_end: china(end) },
		});
	});

	it.each([
		['2026-11-28T10:00', undefined, 'Saturday, 2026-11-28', '2026-11-30T08:00:00+08:00 or later'],
		['2026-11-27T22:00', undefined, 'Saturday, 2026-11-28', '2026-11-30T08:00:00+08:00 or later'],
		['2026-11-26T10:00', '2026-11-28T08:01', 'Saturday, 2026-11-28', '2026-11-26T21:00:00+08:00'],
	])('from %s to %s is refused for %s', (begin, end, day, way) => {
		const task = body({ time_begin: china(begin), time_end: end && china(end) } as never);
		expect(keepWithin(task, WORKDAYS, NOON)).toMatchObject({
			problem: {
				message: `The task would call on ${day}, a day that the option Allowed Calling Days leaves out`,
				remedy: expect.stringContaining(way),
			},
		});
	});

	it('keeps an end of its own where it calls on allowed days only', () => {
		const task = body({ time_end: china('2026-11-28T08:00') });
		expect(keepWithin(task, WORKDAYS, NOON)).toEqual({ ok: true, value: task });
	});

	it('calls nobody when its end comes before its hours', () => {
		const late = body({
			time_begin: china('2026-11-23T21:00'),
			time_end: china('2026-11-24T08:00'),
		});
		expect(overProblem(late, NOON)?.message).toBe(
			'The task calls nobody: it ends at 08:00 on Tuesday, 2026-11-24 China time, and no call could go out before 08:00 on Tuesday, 2026-11-24',
		);
		expect(overProblem({ ...late, time_end: late.time_end! + 1 }, NOON)).toBeUndefined();
		expect(overProblem(body(), NOON)).toBeUndefined();
		// it was to begin at noon, but its start comes after the day
		const today = body({ time_end: china('2026-11-23T21:00') });
		expect(overProblem(today, china('2026-11-23T20:59'))).toBeUndefined();
		expect(overProblem(today, china('2026-11-23T21:00'))).toBeDefined();
	});

	it('begins to call within its periods, not before its begin and not before it is started', () => {
		expect(callingBegins(body(), NOON)).toBe(NOON);
		expect(callingBegins(body(), china('2026-11-23T23:00'))).toBe(china('2026-11-24T08:00'));
		expect(callingBegins(body({ time_begin: china('2026-11-25T07:00') }), NOON)).toBe(
			china('2026-11-25T08:00'),
		);
	});
});

describe('a task of the platform that is to be started', () => {
	const task = (time_range: unknown, more: object = {}) => ({ time_range, ...more });

	it.each([
		['["09:00:00-18:00:00"]'],
		['["09:00:00-12:00:00","13:00:00-18:00:00"]'],
		['09:00:00-12:00:00,13:00:00-18:00:00'],
		['09:00-12:00; 13:00-18:00'],
		[['13:00:00-21:00:00', '08:00:00-13:00:00']],
	])('keeps the hours: %j', (periods) => {
		const morning = china('2026-11-23T10:00');
		expect(checkStart(task(periods), BY_DAY, morning)).toEqual({ ok: true, value: morning });
	});

	const NONE = 'The task has no working hours: the platform would call at any hour';
	const unreadable = (hours: string) => `The working hours of the task cannot be read: ${hours}`;
	const beyond = (hours: string) =>
		`The working hours of the task are ${hours}, which goes beyond the allowed calling hours 08:00–21:00 (China time)`;
	it.each<[unknown, string]>([
		...[undefined, null, '', '[]', []].map((none): [unknown, string] => [none, NONE]),
		['["all day"]', unreadable('all day')],
		['["21:00:00-08:00:00"]', unreadable('21:00:00-08:00:00')],
		['["09:00:00-18:00:00', unreadable('["09:00:00-18:00:00')],
		['["07:30:00-23:30:00"]', beyond('07:30:00-23:30:00')],
		[['09:00:00-12:00:00', '13:00:00-22:00:00'], beyond('13:00:00-22:00:00')],
	])('is refused for %j', (periods, message) => {
		expect(checkStart(task(periods), BY_DAY, NOON)).toMatchObject({
			ok: false,
			problem: { message, remedy: expect.stringMatching(/^Delete the task and create it again/) },
		});
	});

	it.each([
		['2026-11-23T12:00', {}, 'Saturday, 2026-11-28', /^Delete the task/],
		['2026-11-28T12:00', {}, 'Saturday, 2026-11-28', /^Start it at 08:00 on Monday, 2026-11-30/],
		[
			'2026-11-23T12:00',
			{ time_task_estimate_begin: china('2026-11-29T09:00') },
			'Sunday, 2026-11-29',
			/^Delete the task/,
		],
		[
			'2026-11-26T12:00',
			{ time_task_estimate_end: china('2026-11-28T08:00:01') },
			'Saturday, 2026-11-28',
			/^Delete the task/,
		],
	])('would call on a day that is left out: at %s with %j', (now, more, day, remedy) => {
		expect(checkStart(task('["08:00:00-21:00:00"]', more), WORKDAYS, china(now))).toMatchObject({
			problem: { message: expect.stringContaining(day), remedy: expect.stringMatching(remedy) },
		});
	});

	const WEEK = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
	it.each(WEEK)('finds %s left out, whichever day it begins on', (leftOut) => {
		const hours = { ...BY_DAY, days: new Set(WEEK.filter((day) => day !== leftOut)) };
		const days = WEEK.map((_, index) => china(`2026-11-${23 + index}T12:00`));
		const refused = days.map((begin) => {
			const started = checkStart(task('["08:00:00-21:00:00"]'), hours, begin);
			return started.ok ? 'started' : started.problem.message;
		});
		const name = {
			mon: 'Mon',
			tue: 'Tues',
			wed: 'Wednes',
			thu: 'Thurs',
			fri: 'Fri',
			sat: 'Satur',
			sun: 'Sun',
		}[leftOut];
		for (const message of refused) expect(message).toContain(` on ${name}day, `);
	});

	it.each([
		{ time_task_estimate_end: china('2026-11-27T21:00') },
		{ time_task_estimate_end: String(china('2026-11-28T08:00')) },
		{ time_task_estimate_begin: 0, time_task_estimate_end: china('2026-11-23T18:00') / 1000 },
	])('calls on allowed days only: %j', (more) => {
		expect(checkStart(task('["08:00:00-21:00:00"]', more), WORKDAYS, NOON).ok).toBe(true);
	});

	it('is judged from now on, however long ago it was to begin', () => {
		const at = (time_task_estimate_begin: number) =>
			checkStart(task('["08:00:00-21:00:00"]', { time_task_estimate_begin }), WORKDAYS, NOON);
		const fromNow = at(NOON);
		for (let days = 1; days <= 8; days++) expect(at(NOON - days * 24 * 3_600_000)).toEqual(fromNow);
	});

	it('tells when it begins to call', () => {
		const night = china('2026-11-23T22:00');
		expect(checkStart(task('["09:00:00-18:00:00"]'), BY_DAY, night)).toEqual({
			ok: true,
			value: china('2026-11-24T09:00'),
		});
	});
});

it('a task that is kept within the hours calls nobody outside them, minute by minute of two weeks', () => {
	const MINUTE_MS = 60_000;
	const chinaDay = new Intl.DateTimeFormat('en-US', {
		timeZone: 'Asia/Shanghai',
		weekday: 'short',
	});
	const chinaTime = new Intl.DateTimeFormat('sv-SE', {
		timeZone: 'Asia/Shanghai',
		timeStyle: 'medium',
	});
	const hour = fc.integer({ min: 0, max: 23 });
	const days = fc.subarray(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as Day[], {
		minLength: 1,
		maxLength: 6,
	});
	const shown = (h: number) => `${String(h).padStart(2, '0')}:00:00`;
	fc.assert(
		fc.property(
			hour,
			hour,
			days,
			fc.integer({ min: 0, max: 10 * 24 * 60 }),
			fc.option(fc.integer({ min: 1, max: 5 * 24 * 60 })),
			(one, other, named, startMinute, length) => {
				const [from, to] = [Math.min(one, other), Math.max(one, other) + 1];
				const hours = { windows: [{ from: from * 3600, to: to * 3600 }], days: new Set(named) };
				const begin = NOON + startMinute * MINUTE_MS;
				const task = body({
					time_range: hours.windows.map(periodText),
					time_begin: begin,
					time_end: length === null ? undefined : begin + length * MINUTE_MS,
				});
				const kept = keepWithin(task, hours, begin);
				if (!kept.ok) return true;
				const [period] = kept.value.time_range;
				const [open, close] = period!.split('-') as [string, string];
				for (let at = begin; at < kept.value.time_end!; at += 7 * MINUTE_MS) {
					const time = chinaTime.format(at);
					if (time < open || time >= close) continue;
					if (time < shown(from) || (to < 24 && time >= shown(to))) return false;
					if (!named.includes(chinaDay.format(at).toLowerCase() as Day)) return false;
				}
				return true;
			},
		),
		{ numRuns: 150 },
	);
});
