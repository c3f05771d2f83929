import { DateTime } from 'luxon';

import { readDate } from '../../../../nodes/IflytekAiCall/parameters/values';
import { aSentence, inChinese } from '../../aSentence';

const EVENING = Date.parse('2026-11-20T10:00:00Z');
const MIDNIGHT = Date.parse('2026-11-19T16:00:00Z');

const read = (value: unknown) => {
	const reading = readDate(value, 'Start Calling At');
	if (!reading.ok) throw new Error(reading.problem.message);
	return reading.value;
};

it.each([
	['the picker', '2026-11-20T18:00:00'],
	['ISO with milliseconds', '2026-11-20T18:00:00.000'],
	['ISO without seconds', '2026-11-20t18:00'],
	['the basic form of ISO', '20261120T180000'],
	['SQL', '2026-11-20 18:00:00'],
	['a Chinese spreadsheet', '2026/11/20 18:00'],
	['a Chinese spreadsheet with seconds', ' 2026/11/20  18:00:00 '],
	['hyphens without seconds', '2026-11-20 18:00'],
	['a zone of its own', '2026-11-20T05:00:00-05:00'],
	['UTC', '2026-11-20T10:00:00.000Z'],
	['SQL with a zone', '2026/11/20 10:00 +0000'],
	['an hour as zone', '2026-11-20T12:00+02'],
	['seconds', EVENING / 1000],
	['seconds as text', String(EVENING / 1000)],
	['milliseconds', EVENING],
	['milliseconds as text', ` ${EVENING} `],
	['$now and its like', DateTime.fromMillis(EVENING, { zone: 'America/New_York' })],
	['a date of JavaScript', new Date(EVENING)],
])('reads the evening of %s', (_name, value) => {
	expect(read(value)).toBe(EVENING);
});

it.each([['2026-11-20'], ['2026/11/20'], ['20261120'], [20261120]])(
	'reads %p as midnight in China',
	(value) => {
		expect(read(value)).toBe(MIDNIGHT);
	},
);

it.each([
	['2026/1/5 9:05', '2026-01-05T01:05:00Z'],
	['2026-1-5', '2026-01-04T16:00:00Z'],
	['2028-02-29T23:59:59.5', '2028-02-29T15:59:59.500Z'],
])('reads single digits and the ends of days: %p', (value, time) => {
	expect(read(value)).toBe(Date.parse(time));
});

it.each([undefined, null, ''])('reads %p as nothing', (value) => {
	expect(read(value)).toBeUndefined();
});

const NO_DATE = "'Start Calling At' is not a date: ";
const SPREADSHEET = 'the number by which a spreadsheet counts days, and not a date';

const NO_DATES = [
	...['soon', ' ', '11/20/2026 18:00', '20/11/2026', '2026/11-20', '20 November 2026', '2026-11'],
	...['2026', '18:00', '2026-11-20 at 18:00', '2026/11/20 6:00 PM', '2026-13-01', '2026-02-30'],
	...['2026-11-20 25:00', '2026-11-20 930', '2026-11-20 9', '2026-11-20 18:60', '20260230'],
	...[0, -1, 1, NaN, 1_795_168_800.5, '179516880', '179516880000', true, { toString: 1 }],
	...[['2026-11-20'], new Date('soon'), DateTime.invalid('soon')],
];

it.each<[unknown, string]>([
	...NO_DATES.map((value): [unknown, string] => [value, NO_DATE]),
	[46346.75, SPREADSHEET],
	['46346.75', SPREADSHEET],
	[46346, SPREADSHEET],
])('refuses %p, and tells the forms that are read', (value, reason) => {
	const reading = readDate(value, 'Start Calling At');
	expect(reading).toEqual({
		ok: false,
		problem: {
			message: expect.any(String),
			remedy: aSentence,
			retryClass: 'never',
			chinese: inChinese,
		},
	});
	const { message, remedy } = (reading as { problem: { message: string; remedy: string } }).problem;
	expect(message).toContain(reason);
	expect(remedy).toMatch(/2026\/11\/20 9:00.*China time.*10 digits.*13 digits/);
	expect(remedy.startsWith('Format the cell as text')).toBe(reason === SPREADSHEET);
});

it.each([
	['soon', `'Start Calling At' is not a date: "soon"`],
	[46346, `'Start Calling At' is 46346, ${SPREADSHEET}`],
])('shows what it was given: %p', (value, message) => {
	expect(readDate(value, 'Start Calling At')).toMatchObject({ problem: { message } });
});
