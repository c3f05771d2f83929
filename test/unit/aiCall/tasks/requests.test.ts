import {
	lineNumbers,
	taskProblem,
	type CreateBody,
} from '../../../../nodes/IflytekAiCall/tasks/requests';
import { CONFIG_TYPES, PATHS } from '../../../../nodes/shared/aiCall/client';
import { aSentence, inChinese } from '../../aSentence';
import { readWorkingPeriods } from '../../../../nodes/IflytekAiCall/hours/hours';

const NOW = 1_795_000_000_000;
const DAY_MS = 86_400_000;
const task: CreateBody = {
	task_name: 'Reminder',
	robot_id: '11',
	line_num: '055169101407',
	time_begin: NOW,
	time_range: ['08:00:00-21:00:00'],
};

it('names each line once, in the form of the platform', () => {
	expect(lineNumbers(['1; 2', '2', '3,1', '4；5，', ' 6 '])).toBe('1;2;3;4;5;6');
});

describe('taskProblem', () => {
	it.each<[Partial<CreateBody>, string]>([
		[{ task_name: ' ' }, "'Task Name' is empty"],
		[{ line_num: lineNumbers([' ; ']) }, "'Phone Line' is empty"],
		[{ time_end: NOW }, "'Stop Calling At' is not after 'Start Calling At'"],
		[{ time_begin: NOW - 10, time_end: NOW }, "'Stop Calling At' is in the past"],
		[{ time_begin: NOW - 10, time_end: NOW - 5 }, "'Stop Calling At' is in the past"],
		[{ time_begin: NOW - DAY_MS - 1 }, "'Start Calling At' is in the past"],
		[
			{ time_begin: NOW + 5 * 366 * DAY_MS + 1 },
			"'Start Calling At' is more than five years ahead",
		],
		[{ time_begin: NOW - DAY_MS - 1, time_end: NOW - DAY_MS }, "'Start Calling At' is in the past"],
	])('refuses %p', (change, reason) => {
		expect(taskProblem({ ...task, ...change }, NOW)).toMatchObject({
			message: reason,
			remedy: aSentence,
			retryClass: 'never',
		});
	});

	it.each([
		{},
		{ time_begin: NOW - 10, time_end: NOW + 1 },
		{ time_begin: NOW + 10, time_end: NOW + 11 },
		{ time_begin: NOW - DAY_MS },
	])('takes %p', (change) => {
		expect(taskProblem({ ...task, ...change }, NOW)).toBeUndefined();
	});
});

it('knows the addresses and the kinds of configuration of the specification', () => {
	expect(PATHS).toMatchObject({
		config: '/v1/service/v1/aicall/config/v1/query',
		callout: '/v1/service/v1/aicall/outbound/v1/task/callout',
		create: '/v1/service/v1/aicall/outbound/v1/task/create',
	});
	expect(CONFIG_TYPES).toEqual({ all: 0, scripts: 1, lines: 2, interfaces: 3, voices: 4 });
});

describe('Task Working Hours', () => {
	const workingPeriods = (period: unknown) => readWorkingPeriods({ period });
	const refused = (message: string) => ({
		ok: false,
		problem: { retryClass: 'never', message, remedy: aSentence, chinese: inChinese },
	});

	it('that are not set are none', () => {
		expect(readWorkingPeriods(undefined)).toEqual({ ok: true, value: undefined });
	});

	it.each([
		[null, "'' in 'Task Working Hours' is not a time of day"],
		['', "'' in 'Task Working Hours' is not a time of day"],
		[{}, "'Task Working Hours' has no hours"],
		[{ period: [] }, "'Task Working Hours' has no hours"],
		['22:00-23:00', "'22:00-23:00' in 'Task Working Hours' is not a time of day"],
		[22, "'22' in 'Task Working Hours' is not a time of day"],
		[{ period: ['22:00-23:00'] }, "'22:00-23:00' in 'Task Working Hours' is not a time of day"],
	])('that are %j are refused', (given, message) => {
		expect(readWorkingPeriods(given)).toEqual(refused(message));
	});

	it('writes hours and minutes in the form of the platform', () => {
		const written = [
			['9:00', '12:00', '09:00:00-12:00:00'],
			['13：00：00', ' 17:59:59 ', '13:00:00-17:59:59'],
			['12:00', '13:00', '12:00:00-13:00:00'],
			['0:00', '8:59', '00:00:00-08:59:00'],
			['18:00', '24:00', '18:00:00-23:59:59'],
		];
		const value = written.map(([, , text]) => text);
		expect(workingPeriods(written.map(([from, to]) => ({ from, to })))).toEqual({
			ok: true,
			value,
		});
	});

	it.each([
		['24:00', '25:00', "'24:00'"],
		['', '12:00', "''"],
		['9', '12:00', "'9'"],
		['9:00', '12:60', "'12:60'"],
		['9:00', '12:30:60', "'12:30:60'"],
		['9:00', '12:3', "'12:3'"],
		['9:00', '112:30', "'112:30'"],
		['at 9:00', '12:00', "'at 9:00'"],
		['9:00', '12:00 h', "'12:00 h'"],
		[undefined, '12:00', "''"],
		['9:00', null, "''"],
	])('says that %p to %p holds no time of day', (from, to, quote) => {
		expect(workingPeriods([{ from, to }])).toEqual(
			refused(`${quote} in 'Task Working Hours' is not a time of day`),
		);
	});

	it.each([
		['12:00', '12:00'],
		['18:00', '08:00'],
	])('says that %p to %p does not end after it begins', (from, to) => {
		expect(workingPeriods([{ from, to }])).toEqual(
			refused(`'Task Working Hours' end before they begin: ${from}:00 to ${to}:00`),
		);
	});

	it('says which periods overlap, wherever they stand', () => {
		const periods = [
			{ from: '13:00', to: '17:00' },
			{ from: '18:00', to: '19:00' },
			{ from: '09:00', to: '13:00:01' },
		];
		expect(workingPeriods(periods)).toEqual(
			refused("'Task Working Hours' overlap: 09:00:00-13:00:01 and 13:00:00-17:00:00"),
		);
	});
});
