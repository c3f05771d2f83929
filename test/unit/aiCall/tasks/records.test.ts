import { isoTime, timeInMs } from '../../../../nodes/shared/aiCall/times';
import {
	describeAny,
	describeRecord,
	rawTask,
} from '../../../../nodes/IflytekAiCall/tasks/records';
import { PUSH_MODULES } from '../../../emulator/aiCall/pushBodies';

describe('times', () => {
	it.each([
		[1527321492, '2018-05-26T15:58:12.000+08:00'],
		['1527321492', '2018-05-26T15:58:12.000+08:00'],
		[1527321492000, '2018-05-26T15:58:12.000+08:00'],
		['1527321492000', '2018-05-26T15:58:12.000+08:00'],
		[0, null],
		['0', null],
		[-1, null],
		[null, null],
		[undefined, null],
		['', null],
		['today', null],
		[' 1527321492 ', '2018-05-26T15:58:12.000+08:00'],
		['1527321492 s', null],
		['in 1527321492', null],
		[1527321492.5, '2018-05-26T15:58:12.500+08:00'],
		['1527321492.5', null],
		[99_999_999_999, '5138-11-16T17:46:39.000+08:00'],
		[100_000_000_000, '1973-03-03T17:46:40.000+08:00'],
		[8.64e15 - 8 * 3_600_000, '+275760-09-13T00:00:00.000+08:00'],
		[8.64e15 - 8 * 3_600_000 + 1, null],
		[Infinity, null],
		[true, null],
		[9e18, null],
	])('reads %p as %p', (value, iso) => {
		expect(isoTime(value)).toBe(iso);
	});

	it('counts in milliseconds', () => {
		expect(timeInMs(1527321492)).toBe(1527321492000);
	});
});

describe('describeRecord of tasks', () => {
	const SENT = {
		task_id: '1909',
		task_name: 'Renewal',
		status: 4,
		task_type: 0,
		deleted: 0,
		time_task_start: 1533289491345,
		time_task_finish: 0,
		time_range: '["07:30:00-23:30:00"]',
		intention_push: '["A","B"]',
		count_tel: 12,
		process_count: 14,
		process_tel_count: 11,
		process_through_count: 9,
		something_new: 'kept',
	};

	it('gives the ten fields that are used most, and null for what the platform did not send', () => {
		expect(Object.entries(describeRecord('tasks', SENT))).toEqual([
			['taskId', '1909'],
			['taskName', 'Renewal'],
			['statusText', 'finished'],
			['status', 4],
			['numbers', 12],
			['called', 11],
			['answered', 9],
			['attempts', 14],
			['timeTaskStartIso', '2018-08-03T17:44:51.345+08:00'],
			['timeTaskFinishIso', null],
		]);
		expect(Object.values(describeRecord('tasks', {})).every((value) => value === null)).toBe(true);
	});

	it('gives counts that come as text as numbers', () => {
		const task = { count_tel: '12', process_tel_count: ' 0 ', process_count: 'many' };
		expect(describeRecord('tasks', task)).toMatchObject({
			numbers: 12,
			called: 0,
			attempts: 'many',
		});
		expect(describeRecord('lines', { concurrents: '10' }, 'english')).toMatchObject({
			concurrents: 10,
		});
	});

	it.each([
		[0, 'new'],
		['1', 'started'],
		[2, 'running'],
		[3, 'paused'],
		[5, 'waiting for the next round'],
		[6, 'outside working hours'],
		[7, 'expired'],
		[99, 'unknown (99)'],
		[null, 'unknown (null)'],
		// codes named like what every object has
		['constructor', 'unknown (constructor)'],
		[{ toString: 1 }, 'unknown ({"toString":1})'],
	])('names the status %p', (status, text) => {
		expect(describeRecord('tasks', { status })).toMatchObject({ status, statusText: text });
	});

	it('says that a task is deleted, whatever its status was', () => {
		expect(describeRecord('tasks', { status: 2, deleted: '1' })).toMatchObject({
			statusText: 'deleted',
		});
	});
});

describe('rawTask', () => {
	it('is what the platform sent, with lists that came as JSON text as lists', () => {
		const sent = { task_id: '1', time_range: '["07:30:00-23:30:00"]', something_new: 1 };
		expect(rawTask(sent)).toEqual({ ...sent, time_range: ['07:30:00-23:30:00'] });
	});

	it.each([
		['', null],
		[null, null],
		[' [1]', [1]],
		['a [1]', 'a [1]'],
		['12345', '12345'],
		['[broken', '[broken'],
		['A', 'A'],
	])('reads the list %p as %p', (sent, list) => {
		expect(rawTask({ intention_push: sent })).toEqual({ intention_push: list });
	});
});

describe('configuration', () => {
	it.each([
		[{ time_apply: 1527321492000, time_expire: 2592000 }, false, '2018-06-25T15:58:12.000+08:00'],
		[{ time_apply: 1527321492, time_expire: -1 }, true, null],
		[{ time_apply: null, time_expire: 10 }, false, null],
		[{ time_apply: 1527321492, time_expire: 0 }, false, '2018-05-26T15:58:12.000+08:00'],
		[{ time_apply: 1527321492 }, false, null],
		[{ time_apply: 1527321492, time_expire: -2 }, false, null],
		[{ time_apply: 1527321492, time_expire: 'soon' }, false, null],
	])('counts the validity of the line %p from its connection', (line, permanent, expiresIso) => {
		expect(describeRecord('lines', line, 'english')).toMatchObject({ permanent, expiresIso });
	});

	it('describes each kind with the fields that are used most', () => {
		expect(
			describeRecord(
				'lines',
				{ line_num: '1', status: 1, time_apply: 1527321492000, time_work: '["09"]' },
				'english',
			),
		).toEqual({
			kind: 'line',
			lineNum: '1',
			status: 1,
			statusText: 'in use',
			concurrents: null,
			timeWork: ['09'],
			permanent: false,
			expiresIso: null,
			timeApplyIso: '2018-05-26T15:58:12.000+08:00',
		});
		const times = { time_create: 1527321492, time_update: 1527321492 };
		const script = { robot_id: '1', status: 3, type: 2, ...times, call_column: '["Phone"]' };
		expect(describeRecord('scripts', script, 'english')).toEqual({
			kind: 'script',
			robotId: '1',
			robotName: null,
			callColumn: ['Phone'],
			status: 3,
			statusText: 'awaiting release',
			typeText: 'dynamic script',
			timeCreateIso: '2018-05-26T15:58:12.000+08:00',
			timeUpdateIso: '2018-05-26T15:58:12.000+08:00',
		});
		expect(describeRecord('scripts', { ...script, deleted: 1 }, 'english')).toMatchObject({
			statusText: 'deleted',
		});
		expect(
			describeRecord('interfaces', { url: 'u', url_module: 'receiveVoice' }, 'english'),
		).toEqual({
			kind: 'interface',
			url: 'u',
			urlModule: 'receiveVoice',
			urlModuleText: 'recordings',
		});
		expect(describeRecord('voices', { voice_code: '60020' }, 'english')).toEqual({
			kind: 'voice',
			voiceCode: '60020',
			voiceName: null,
		});
	});

	it('names each status of a script and a line, each kind of script and of address', () => {
		const states = [1, 2, 3, 4, 5].map(
			(status) => describeRecord('scripts', { status }, 'english').statusText,
		);
		expect(states.join()).toBe('under review,rejected,awaiting release,released,unknown (5)');
		const types = [1, 2].map((type) => describeRecord('scripts', { type }, 'english').typeText);
		expect(types).toEqual(['normal script', 'dynamic script']);
		expect(
			[0, 1].map((status) => describeRecord('lines', { status }, 'english').statusText),
		).toEqual(['idle', 'in use']);
		const modules = ['receiveCallRecord', 'receiveVoice', 'receiveDialog', 'getDialogContext'];
		const named = (some: string[]) =>
			some.map(
				(url_module) => describeRecord('interfaces', { url_module }, 'english').urlModuleText,
			);
		expect(named(modules).join()).toBe('call records,recordings,dialogs,caller data requests');
		expect(named(PUSH_MODULES).join()).not.toContain('unknown');
	});

	it.each([
		[describeRecord('lines', { line_num: '1', status: 0 }, 'english'), '1', '1', 'idle'],
		[
			describeRecord('scripts', { robot_id: '7', robot_name: 'Renewal', status: 4 }, 'english'),
			'7',
			'Renewal',
			'released',
		],
		[
			describeRecord('interfaces', { url: 'u', url_module: 'receiveDialog' }, 'english'),
			'receiveDialog',
			'u',
			'dialogs',
		],
		[
			describeRecord('voices', { voice_code: '60020', voice_name: 'X' }, 'english'),
			'60020',
			'X',
			null,
		],
	])('has the same columns for every kind in one table: %p', (entry, id, name, statusText) => {
		const { kind, ...details } = entry;
		expect(describeAny(entry)).toEqual({ kind, id, name, statusText, details });
	});
});
