import { isoTime, timeInMs } from '../../../../nodes/shared/aiCall/times';
import {
	describeInterface,
	describeLine,
	describeScript,
	describeTask,
	describeVoice,
} from '../../../../nodes/IflytekAiCall/protocol/records';

describe('times', () => {
	it.each([
		[1527321492, '2018-05-26T07:58:12.000Z'],
		['1527321492', '2018-05-26T07:58:12.000Z'],
		[1527321492000, '2018-05-26T07:58:12.000Z'],
		['1527321492000', '2018-05-26T07:58:12.000Z'],
		[0, null],
		['0', null],
		[-1, null],
		[null, null],
		[undefined, null],
		['', null],
		['today', null],
		[' 1527321492 ', '2018-05-26T07:58:12.000Z'],
		['1527321492 s', null],
		['in 1527321492', null],
		[1527321492.5, '2018-05-26T07:58:12.500Z'],
		['1527321492.5', null],
		[99_999_999_999, '5138-11-16T09:46:39.000Z'],
		[100_000_000_000, '1973-03-03T09:46:40.000Z'],
		[8.64e15, '+275760-09-13T00:00:00.000Z'],
		[8.64e15 + 1, null],
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

describe('describeTask', () => {
	it('puts meanings and ISO times beside the codes and parses lists that come as text', () => {
		const described = describeTask({
			task_id: '1909',
			status: 4,
			task_type: 0,
			deleted: 0,
			time_task_start: 1533289491345,
			time_task_estimate_end: 0,
			status_recall: '[1,1]',
			time_range: '["07:30:00-23:30:00"]',
			intention_push: '["A","B"]',
			process_through_rate: 1,
			something_new: 'kept',
		});
		expect(described).toEqual({
			taskId: '1909',
			status: 4,
			statusText: 'finished',
			taskType: 0,
			taskTypeText: 'normal task',
			deleted: 0,
			deletedText: 'not deleted',
			timeTaskStart: 1533289491345,
			timeTaskStartIso: '2018-08-03T09:44:51.345Z',
			timeTaskEstimateEnd: 0,
			timeTaskEstimateEndIso: null,
			statusRecall: [1, 1],
			timeRange: ['07:30:00-23:30:00'],
			intentionPush: ['A', 'B'],
			processThroughRate: 1,
			somethingNew: 'kept',
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
	])('names the status %p', (status, text) => {
		expect(describeTask({ status })).toMatchObject({ status, statusText: text });
	});

	it('names the type of a task, and whether it is deleted', () => {
		expect(describeTask({ task_type: 2, deleted: '1' })).toMatchObject({
			taskTypeText: 'task pool',
			deletedText: 'deleted',
		});
	});

	it('has ISO times for all times of a task', () => {
		expect(
			describeTask({ time_task_finish: 1533289491, time_task_estimate_begin: 1533289491345 }),
		).toMatchObject({
			timeTaskFinishIso: '2018-08-03T09:44:51.000Z',
			timeTaskEstimateBeginIso: '2018-08-03T09:44:51.345Z',
		});
	});

	it('is not misled by fields and codes named like what every object has', () => {
		expect(
			describeTask({ constructor: 'x', status: 'constructor', deleted: { toString: 1 } }),
		).toEqual({
			constructor: 'x',
			status: 'constructor',
			statusText: 'unknown (constructor)',
			deleted: { toString: 1 },
			deletedText: 'unknown ({"toString":1})',
		});
	});

	it('has null for a list that is not there', () => {
		expect(describeTask({ time_range: '' })).toEqual({ timeRange: null });
		expect(describeTask({ intention_push: null })).toEqual({ intentionPush: null });
	});

	it('parses JSON that stands behind blanks, and nothing that only holds a bracket', () => {
		expect(describeTask({ time_range: ' [1]', status_recall: 'a [1]' })).toEqual({
			timeRange: [1],
			statusRecall: 'a [1]',
		});
		expect(describeTask({ status_recall: '12345' })).toEqual({ statusRecall: '12345' });
	});

	it('writes every name in camel case', () => {
		expect(describeTask({ a__b_2c_D: 1, error_: 2, _error: 3 })).toEqual({
			aB2cD: 1,
			error_: 2,
			Error: 3,
		});
	});

	it('leaves text that is no JSON as it is, and has no key error', () => {
		expect(describeTask({ time_range: '[broken', intention_push: 'A', error: 1 })).toEqual({
			timeRange: '[broken',
			intentionPush: 'A',
			errorText: 1,
		});
	});
});

describe('configuration', () => {
	it('counts the validity of a line from its connection', () => {
		expect(
			describeLine({ line_num: '1', status: 1, time_apply: 1527321492000, time_expire: 2592000 }),
		).toEqual({
			kind: 'line',
			lineNum: '1',
			status: 1,
			statusText: 'in use',
			timeApply: 1527321492000,
			timeApplyIso: '2018-05-26T07:58:12.000Z',
			timeExpire: 2592000,
			permanent: false,
			expiresIso: '2018-06-25T07:58:12.000Z',
		});
		expect(describeLine({ time_apply: 1527321492, time_expire: -1 })).toMatchObject({
			permanent: true,
			expiresIso: null,
		});
		expect(describeLine({ time_apply: null, time_expire: 10 })).toMatchObject({
			permanent: false,
			expiresIso: null,
		});
		expect(describeLine({ time_apply: 1527321492, time_expire: 0, status: 0 })).toMatchObject({
			permanent: false,
			expiresIso: '2018-05-26T07:58:12.000Z',
			statusText: 'idle',
		});
		for (const time_expire of [undefined, null, -2, 'soon']) {
			expect(describeLine({ time_apply: 1527321492, time_expire })).toMatchObject({
				permanent: false,
				expiresIso: null,
			});
		}
	});

	it('describes scripts, interfaces and voices', () => {
		expect(describeScript({ robot_id: '1', status: 3, type: 2, deleted: 1 })).toEqual({
			kind: 'script',
			robotId: '1',
			status: 3,
			statusText: 'awaiting release',
			type: 2,
			typeText: 'dynamic script',
			deleted: 1,
			deletedText: 'deleted',
		});
		expect(describeInterface({ url: 'u', url_module: 'receiveVoice' })).toEqual({
			kind: 'interface',
			url: 'u',
			urlModule: 'receiveVoice',
			urlModuleText: 'recordings',
		});
		expect(describeVoice({ voice_code: '60020' })).toEqual({ kind: 'voice', voiceCode: '60020' });
	});

	it.each([
		['receiveCallRecord', 'call records'],
		['receiveDialog', 'dialogs'],
		['getDialogContext', 'dialog context requests'],
	])('names the interface %s', (url_module, urlModuleText) => {
		expect(describeInterface({ url_module })).toMatchObject({ urlModuleText });
	});

	it.each([
		[1, 'under review'],
		[2, 'rejected'],
		[4, 'released'],
	])('names the status %p of a script', (status, statusText) => {
		expect(describeScript({ status, type: 1 })).toMatchObject({
			statusText,
			typeText: 'normal script',
		});
	});

	it('has ISO times for a script', () => {
		expect(describeScript({ time_create: 1527321492, time_update: 1527321493 })).toMatchObject({
			timeCreateIso: '2018-05-26T07:58:12.000Z',
			timeUpdateIso: '2018-05-26T07:58:13.000Z',
		});
	});
});
