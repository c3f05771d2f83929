import fc from 'fast-check';

import {
	BY_DAY,
	endOfDay,
	endOfHours,
	hoursText,
	hoursWithin,
	isAllowed,
	isAnyTime,
	isoInChina,
	momentText,
	nextAllowed,
	outsideHoursProblem,
	readCallingDays,
	readCallingWindows,
	type CallingHours,
	type Day,
} from '../../../../nodes/IflytekAiCall/hours/hours';
import { aSentence } from '../../aSentence';

const HOUR_MS = 3_600_000;
/** Hours as the panel gives them, from text such as 8:00-21:00. */
const given = (...texts: string[]) =>
	texts.map((text) => ({ from: text.split('-')[0], to: text.split('-')[1] }));
const windowsOf = (...texts: string[]) => {
	const read = readCallingWindows({ hours: given(...texts) });
	if (!read.ok) throw new Error(read.problem.message);
	return read.value;
};
const WORKDAYS = new Set<Day>(['mon', 'tue', 'wed', 'thu', 'fri']);
const OFFICE: CallingHours = { windows: windowsOf('14:00-18:00', '09:00-12:00'), days: WORKDAYS };
const ALWAYS: CallingHours = { windows: windowsOf('00:00-24:00') };
/** A time of China; 23 November 2026 is a Monday. */
const china = (text: string) => Date.parse(`${text}+08:00`);

describe('Allowed Calling Hours', () => {
	it.each<[unknown, Array<[number, number]>]>([
		[null, [[8, 21]]],
		[{ hours: { from: '08:00', to: '21:00' } }, [[8, 21]]],
		[{ hours: [{ from: '8：00', to: ' 24:00 ' }] }, [[8, 24]]],
		[{ hours: [{ from: '08:00:00', to: '21:30:00' }] }, [[8, 21.5]]],
		[{ hours: given('12:00-24:00', '00:00-12:00') }, [[0, 24]]],
	])('%j', (hours, read) => {
		const value = read.map(([from, to]) => ({ from: from * 3600, to: to * 3600 }));
		expect(readCallingWindows(hours)).toEqual({ ok: true, value });
	});

	it('stand in their order', () => {
		const seconds = [9, 12, 14, 18].map((hour) => hour * 3600);
		expect(windowsOf('14:00-18:00', '09:00-12:00')).toEqual([
			{ from: seconds[0], to: seconds[1] },
			{ from: seconds[2], to: seconds[3] },
		]);
	});

	const noTime = (text: string) => `'${text}' in 'Allowed Calling Hours' is not a time of day`;
	const ENDS_FIRST = "'Allowed Calling Hours' end before they begin: ";
	it.each<[unknown, string]>([
		[given('8-21:00'), noTime('8')],
		[given('08:00-24:01'), noTime('24:01')],
		[given('08:60-21:00'), noTime('08:60')],
		[given('08:00:30-9:00'), noTime('08:00:30')],
		[{ from: '08:00' }, noTime('')],
		['08:00-21:00', noTime('08:00-21:00')],
		[[null], noTime('')],
		[null, "'Allowed Calling Hours' has no hours"],
		[[], "'Allowed Calling Hours' has no hours"],
		[[['08:00', '21:00']], noTime('["08:00","21:00"]')],
		[{ from: '21:00', to: '8:00' }, `${ENDS_FIRST}21:00 to 08:00`],
		[given('08:00-08:00'), `${ENDS_FIRST}08:00 to 08:00`],
		[
			given('14:00-18:00', '09:00-14:01'),
			"'Allowed Calling Hours' overlap: 09:00–14:01 and 14:00–18:00",
		],
	])('that cannot be read are named: %j', (hours, message) => {
		expect(readCallingWindows({ hours })).toMatchObject({
			ok: false,
			problem: { message, remedy: aSentence },
		});
	});
});

it.each([
	['22:00-23:00', "'22:00-23:00' in 'Allowed Calling Hours' is not a time of day"],
	[22, "'22' in 'Allowed Calling Hours' is not a time of day"],
	[{}, "'Allowed Calling Hours' has no hours"],
	[[], "'Allowed Calling Hours' has no hours"],
])('Allowed Calling Hours that are no collection are refused: %j', (given, message) => {
	expect(readCallingWindows(given)).toMatchObject({
		ok: false,
		problem: { message, remedy: aSentence },
	});
});

describe('Allowed Calling Days', () => {
	it.each<[unknown, string[] | undefined]>([
		[null, undefined],
		[
			['mon', 'tue'],
			['mon', 'tue'],
		],
		[['sun'], ['sun']],
		[['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], undefined],
	])('%j', (given, days) => {
		expect(readCallingDays(given)).toEqual({ ok: true, value: days && new Set(days) });
	});

	it('that are none are named', () => {
		expect(readCallingDays([])).toMatchObject({
			ok: false,
			problem: { message: "'Allowed Calling Days' has no day", remedy: aSentence },
		});
	});
});

it.each([
	['2026-11-23T08:59:59', false],
	['2026-11-23T09:00:00', true],
	['2026-11-23T11:59:59.999', true],
	['2026-11-23T12:00:00', false],
	['2026-11-23T14:00:00', true],
	['2026-11-23T18:00:00', false],
	['2026-11-27T17:59:59', true],
	['2026-11-28T10:00:00', false],
	['2026-11-29T10:00:00', false],
])('09:00 to 12:00 and 14:00 to 18:00 on workdays: %s in China is inside: %p', (time, inside) => {
	expect(isAllowed(OFFICE, china(time))).toBe(inside);
	expect(outsideHoursProblem(OFFICE, china(time)) === undefined).toBe(inside);
});

it('a time that is none has no day', () => {
	expect(() => isAllowed(OFFICE, NaN)).toThrow(RangeError);
});

it('hours that end at midnight go on the next day, if that one is allowed', () => {
	const night: CallingHours = { windows: windowsOf('22:00-24:00', '00:00-06:00'), days: WORKDAYS };
	expect(endOfHours(OFFICE, china('2026-11-23T10:00'))).toBe(china('2026-11-23T12:00'));
	expect(endOfHours(night, china('2026-11-23T23:00'))).toBe(china('2026-11-24T06:00'));
	expect(endOfHours(night, china('2026-11-27T23:00'))).toBe(china('2026-11-28T00:00'));
	expect(endOfHours({ ...ALWAYS, days: WORKDAYS }, china('2026-11-25T10:00'))).toBe(
		china('2026-11-28T00:00'),
	);
	expect(endOfHours(ALWAYS, china('2026-11-25T10:00'))).toBe(Infinity);
	expect(endOfDay(OFFICE, china('2026-11-23T10:00'))).toBe(china('2026-11-23T18:00'));
	const anyTimes = [ALWAYS, { ...ALWAYS, days: WORKDAYS }, BY_DAY].map(isAnyTime);
	expect(anyTimes).toEqual([true, false, false]);
});

it('says what time it is in China, which hours hold and when to come again', () => {
	expect(outsideHoursProblem(BY_DAY, china('2026-11-23T23:13'))).toEqual({
		message: 'It is 23:13 in China, outside the allowed calling hours 08:00–21:00 (China time)',
		remedy:
			'Run the workflow again from 08:00 on Tuesday, 2026-11-24 China time, or change the option Allowed Calling Hours.',
		chinese: {
			message: '现在是北京时间 23:13，不在允许外呼的时段 08:00–21:00（北京时间）内',
			remedy:
				'请在北京时间 2026-11-24（星期二） 08:00 以后重新运行，或修改“Allowed Calling Hours”。',
		},
		retryClass: 'never',
		outsideHours: true,
	});
	expect(outsideHoursProblem(OFFICE, china('2026-11-28T10:00'))).toMatchObject({
		message:
			'It is 10:00 on Saturday in China, outside the allowed calling hours 09:00–12:00, 14:00–18:00 on Monday, Tuesday, Wednesday, Thursday, Friday (China time)',
		remedy:
			'Run the workflow again from 09:00 on Monday, 2026-11-30 China time, or change the option Allowed Calling Hours or Allowed Calling Days.',
	});
	expect(hoursText(ALWAYS).english).toBe('00:00–24:00 (China time)');
	expect(momentText(china('2026-11-23T08:00'), china('2026-11-23T00:01')).english).toBe('08:00');
	expect(isoInChina(china('2026-11-23T08:00'))).toBe('2026-11-23T08:00:00+08:00');
});

const anyHours = fc
	.record({
		times: fc.uniqueArray(fc.integer({ min: 0, max: 96 }), { minLength: 2, maxLength: 6 }),
		days: fc.option(
			fc.subarray(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], { minLength: 1 }),
		),
	})
	.map(({ times, days }) => {
		const sorted = [...times].sort((one, other) => one - other);
		const windows = Array.from({ length: Math.floor(sorted.length / 2) }, (_, n) => ({
			from: sorted[2 * n]! * 900,
			to: sorted[2 * n + 1]! * 900,
		}));
		return { windows, ...(days && { days: new Set(days as Day[]) }) } as CallingHours;
	});
const anyTime = fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2028, 0) });

it('the next allowed moment is allowed, none before it is, and the hours last from it to their end', () => {
	fc.assert(
		fc.property(
			anyHours,
			anyTime,
			fc.double({ min: 0, max: 1, noNaN: true }),
			(hours, time, part) => {
				const next = nextAllowed(hours, time);
				const between = time + Math.floor((next - time - 1) * part);
				const end = endOfHours(hours, next);
				const within = next + Math.floor((Math.min(end, next + 100 * HOUR_MS) - next - 1) * part);
				return (
					next >= time &&
					isAllowed(hours, next) &&
					(next === time || !isAllowed(hours, between)) &&
					isAllowed(hours, within) &&
					(end === Infinity || !isAllowed(hours, end))
				);
			},
		),
		{ numRuns: 2000 },
	);
});

it('a line may call when the calling hours and its own allow it, and at no other time', () => {
	fc.assert(
		fc.property(anyHours, anyHours, anyTime, (hours, { windows }, time) => {
			const both = hoursWithin(hours, windows);
			const isAllowedByBoth = isAllowed(hours, time) && isAllowed({ windows }, time);
			return isAllowedByBoth === (both !== undefined && isAllowed(both, time));
		}),
		{ numRuns: 2000 },
	);
});
