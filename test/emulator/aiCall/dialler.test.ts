import type { ServerResponse } from 'node:http';
import { startEmulator, type Emulator, type Habit } from '../index';
import {
	callOut,
	control,
	mobile,
	newTask,
	rowsFor,
	signedIn,
	type ServiceId,
} from './fixtures/client';
import { startReceiver, type Receiver } from './fixtures/receiver';
import { PUSHES_AT_ONCE } from './pushQueue';

const TEN = Date.UTC(2026, 2, 2, 2);
const PUSHES = ['receiveCallRecord', 'receiveVoice', 'receiveDialog'];

let emulator: Emulator;
let receiver: Receiver;
let done: (service: ServiceId, body?: unknown) => Promise<any>;

const set = async (change: object): Promise<any> =>
	await control(emulator, 'aicall-settings', change);
const runOut = async (): Promise<void> => {
	await control(emulator, 'aicall-clock', { runOut: true });
	await emulator.aiCall.pushes.whenIdle();
};
const got = (path: string): any[] =>
	receiver.got.filter((one) => one.path === `/${path}`).map(({ body }) => body);
const pause = async (ms: number): Promise<void> =>
	await new Promise((resolve) => setTimeout(resolve, ms));

beforeAll(async () => {
	emulator = await startEmulator();
	receiver = await startReceiver();
});
afterAll(async () => {
	await emulator.stop();
	await receiver.stop();
});
beforeEach(async () => {
	emulator.reset();
	receiver.got.length = 0;
	receiver.answer = undefined;
	await control(emulator, 'aicall-clock', { speed: 0, now: TEN });
	await set({
		outcomes: { '*': '0' },
		urls: PUSHES.map((url_module) => ({ url: `${receiver.url}/${url_module}`, url_module })),
		pushTimeout: 400,
	});
	({ done } = await signedIn(emulator));
});

describe('pushes of an outbound call', () => {
	const place = async (number = mobile(1)): Promise<void> => {
		await done('aicall-callout', {
			...callOut(),
			robot_id: '3101',
			call_column: ['客户手机号码', '姓名', '订单号'],
			call_list: [[number, '欧阳 "小" 明', '00042']],
		});
		await runOut();
	};

	it('are a basic and an outbound record, the recording and the dialog', async () => {
		await place();
		const [basic, outbound] = got('receiveCallRecord');
		const common = {
			business_id: '20001',
			app_id: 'emuapp01',
			robot_id: '3101',
			call_uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
			caller: '02566800001',
			callee: mobile(1),
			direction: 2,
			time_answer: expect.any(Number),
			time_hangup: expect.any(Number),
			duration_ring: expect.any(Number),
			duration_call: expect.any(Number),
		};
		expect(basic).toEqual(common);
		const [task] = (await done('aicall-query')).rows;
		expect(outbound).toEqual({
			...basic,
			task_id: task.task_id,
			task_data_id: '412907635018842113',
			time_dial: TEN,
			time_ring: expect.any(Number),
			task_result: '0',
			task_result_desc: '成功',
			task_tries: 0,
			task_row_index: 1,
			task_row_head: ['客户手机号码', '姓名', '订单号'],
			task_row_value: [mobile(1), '欧阳 "小" 明', '00042'],
		});
		expect(outbound.duration_ring).toBe(Math.floor((outbound.time_answer - TEN) / 1000));
		const length = Math.floor((outbound.time_hangup - outbound.time_answer) / 1000);
		expect(outbound.duration_call).toBe(length);

		const ids = {
			business_id: '20001',
			app_id: 'emuapp01',
			robot_id: '3101',
			task_data_id: '412907635018842113',
			call_relation_id: '',
			call_uuid: basic.call_uuid,
		};
		expect(got('receiveVoice')).toEqual([
			{
				...ids,
				url: `records/2026/03/02/${basic.call_uuid}-${length}.wav`,
				size: 44 + 16_000 * length,
				duration: length,
			},
		]);
		const [dialog] = got('receiveDialog');
		expect(dialog).toMatchObject(ids);
		expect(Object.keys(dialog)).toEqual([...Object.keys(ids), 'tag_max', 'tag_min', 'dialog']);
		expect(dialog.dialog[0]).toEqual({
			seq: 1,
			role: 'robot',
			node_id: 'node_3101_1',
			node_name: '开场白',
			node_type: 'NormalNode',
			tag_name: '',
			tag_desc: '',
			text_robot: '您好，请问现在方便接听电话吗？',
			text_man: '',
			question_id: 'q-node_3101_1',
			hits: [],
		});
		expect(dialog.dialog[1]).toMatchObject({
			seq: 2,
			role: 'customer',
			text_man: expect.any(String),
		});
		expect(dialog.dialog[1].hits[0]).toEqual({
			hit: expect.any(String),
			pick: true,
			answer_id: 'a-node_3101_1',
		});
		expect(dialog.dialog.at(-1).node_type).toBe('EndNode');
		expect(
			receiver.got.every(({ contentType }) => contentType === 'application/json;charset=UTF-8'),
		).toBe(true);
	});

	it('carry the id of the row exactly as the answer did, as a string', async () => {
		const { token } = await signedIn(emulator);
		const reply = await fetch(
			`${emulator.url}/v1/service/v1/aicall/outbound/v1/task/callout?token=${token}`,
			{
				method: 'POST',
				headers: { 'Content-Type': 'application/json;charset=UTF-8' },
				body: JSON.stringify(callOut(mobile(1), mobile(2))),
			},
		);
		const [, answered = ''] = /"task_data_ids":\[([\d,]+)\]/.exec(await reply.text()) ?? [];
		await runOut();
		const pushed = got('receiveCallRecord')
			.map((record) => record.task_data_id)
			.filter(Boolean);
		expect(pushed.sort()).toEqual(answered.split(',').sort());
	});

	it('come in either order, by the row', async () => {
		await set({ pushGap: 20 });
		await done('aicall-callout', callOut(mobile(1), mobile(2)));
		await runOut();
		const kinds = (callee: string): boolean[] =>
			got('receiveCallRecord')
				.filter((record) => record.callee === callee)
				.map((record) => 'task_row_index' in record);
		expect([kinds(mobile(1)), kinds(mobile(2))]).toEqual([
			[false, true],
			[true, false],
		]);
	});

	it.each<[Habit, (pushes: Record<string, any>) => unknown, unknown, unknown]>([
		['pushesWithoutAppId', ({ voice }) => 'app_id' in voice, true, false],
		['directionInRecordings', ({ voice }) => voice.direction, undefined, 2],
		['emptyDialogs', ({ dialog }) => 'dialog' in dialog, true, false],
		['shuffledDialogs', ({ dialog }) => dialog.dialog[0].seq, 1, 3],
	])('have the habit %s when ordered', async (habit, seen, without, withIt) => {
		const pushed = async (): Promise<unknown> => {
			receiver.got.length = 0;
			await place();
			return seen({ voice: got('receiveVoice')[0], dialog: got('receiveDialog')[0] });
		};
		expect(await pushed()).toEqual(without);
		emulator.set({ habits: [habit] });
		expect(await pushed()).toEqual(withIt);
	});

	it('are due one after the other with a gap', async () => {
		const add = jest.spyOn(emulator.aiCall.pushes, 'add').mockImplementation(() => undefined);
		try {
			await set({ pushGap: 40 });
			await place();
			expect(add.mock.calls.map(([module, , , delay]) => [module, delay])).toEqual([
				['receiveCallRecord', 0],
				['receiveCallRecord', 40],
				['receiveVoice', 80],
				['receiveDialog', 120],
			]);
		} finally {
			add.mockRestore();
		}
	});

	it('of a call that nobody answered are records only', async () => {
		await set({ outcomes: { [mobile(5)]: '20' } });
		await place(mobile(5));
		expect(receiver.got).toHaveLength(2);
		expect(got('receiveCallRecord')[1]).toMatchObject({
			time_answer: 0,
			duration_call: 0,
			task_result: '20',
			task_result_desc: '无人接听',
		});
	});

	it('of each retry carry its number', async () => {
		await set({ outcomes: { [mobile(1)]: ['5', '0'] } });
		const { task_id } = await done('aicall-create', newTask({ recall_count: 1, time_begin: TEN }));
		await done('aicall-insert', rowsFor(task_id, mobile(1)));
		await done('aicall-start', { task_id });
		await runOut();
		expect(
			got('receiveCallRecord')
				.filter((record) => 'task_row_index' in record)
				.map((record) => [record.task_tries, record.task_result]),
		).toEqual([
			[0, '5'],
			[1, '0'],
		]);
	});

	it('have the fields seen in the wild in the observed voice', async () => {
		emulator.set({ voice: 'observed' });
		await set({ recordingBase: 'http://recordings.example.test/' });
		await place();
		const [basic] = got('receiveCallRecord');
		expect(basic).toMatchObject({ task_data_id: '412907635018842113', time_dial: TEN });
		expect(basic).not.toHaveProperty('task_row_index');
		expect(got('receiveVoice')[0].url).toMatch(/^http:\/\/recordings\.example\.test\/records\//);
		expect(got('receiveVoice')[0]).not.toHaveProperty('call_relation_id');
		const [dialog] = got('receiveDialog');
		expect(dialog.dialog[0]).toMatchObject({ seq: '1', content_id: expect.any(String) });
		expect(dialog.dialog[0]).not.toHaveProperty('hits');
		expect(dialog).toHaveProperty('time_begin');
	});

	it('go only where an interface is set, and to each one set for a module', async () => {
		await set({
			urls: [
				{ url: `${receiver.url}/one`, url_module: 'receiveDialog' },
				{ url: `${receiver.url}/two?key=k`, url_module: 'receiveDialog' },
			],
		});
		await place();
		expect(receiver.got.map(({ path }) => path).sort()).toEqual(['/one', '/two?key=k']);
	});
});

describe('the rule of three seconds and three retries', () => {
	const place = async (): Promise<void> => {
		await set({ urls: [{ url: `${receiver.url}/push`, url_module: 'receiveDialog' }] });
		await done('aicall-callout', callOut(mobile(1)));
		await runOut();
	};
	const view = async (): Promise<any> => await control(emulator, 'aicall-pushes');

	it('has the platform’s numbers by default', async () => {
		emulator.reset();
		expect(await set({})).toMatchObject({ pushTimeout: 3000 });
	});

	it.each<[string, NonNullable<Receiver['answer']>]>([
		['no success in the text', (_, response) => response.end('ok')],
		['an HTTP failure', (_, response) => response.writeHead(500).end('success')],
		['a redirect', (_, response) => response.writeHead(302, { Location: '/x' }).end('success')],
		['a broken connection', (_, response) => response.destroy()],
		['no answer in time', () => undefined],
		['half an answer in time', (_, response) => void response.write('succ')],
	])('tries four times on %s, then lists the failure', async (_, answer) => {
		await set({ pushTimeout: 60 });
		receiver.answer = answer;
		await place();
		expect(receiver.got).toHaveLength(4);
		expect(new Set(receiver.got.map(({ text }) => text)).size).toBe(1);
		const { failures, modules, pending } = await view();
		expect(failures).toEqual([
			expect.objectContaining({
				module: 'receiveDialog',
				data: receiver.got[0]?.body,
				retryTimes: 4,
				timestamp: expect.any(Number),
			}),
		]);
		expect(modules).toEqual({ receiveDialog: { pushes: 1, received: 0, failed: 1, attempts: 4 } });
		expect(pending).toBe(0);
	});

	it('stops at the first success', async () => {
		receiver.answer = (_, response, count) =>
			response.end(count < 3 ? 'busy' : '{"msg":"success"}');
		await place();
		expect(receiver.got).toHaveLength(3);
		const { failures, modules, pushes, times } = await view();
		expect(failures).toEqual([]);
		expect(modules.receiveDialog).toEqual({ pushes: 1, received: 1, failed: 0, attempts: 3 });
		expect(pushes[0]).toMatchObject({
			ok: true,
			attempts: [{ answer: 'busy' }, {}, { status: 200 }],
		});
		expect(times).toMatchObject({ count: 3, most: expect.any(Number) });
	});

	it('measures the time to each answer', async () => {
		receiver.answer = (_, response) => void setTimeout(() => response.end('success'), 60);
		await place();
		expect((await view()).times.least).toBeGreaterThan(50);
	});

	it('counts a receiver that is not there', async () => {
		await set({
			urls: [{ url: 'http://127.0.0.1:9/', url_module: 'receiveDialog' }],
			pushTimeout: 30,
		});
		await done('aicall-callout', callOut(mobile(1)));
		await runOut();
		const refused = expect.objectContaining({ status: null, fault: 'ECONNREFUSED' });
		expect((await view()).failures[0].attempts).toEqual(Array(4).fill(refused));
	});

	it('shows no more of its lists than asked for', async () => {
		await place();
		expect((await control(emulator, 'aicall-pushes', { limit: 0 })).pushes).toEqual([]);
	});
});

describe('load', () => {
	const many = async (count: number): Promise<void> => {
		await set({
			lines: [{ line_num: '02566800001', concurrents: 100 }],
			urls: [{ url: `${receiver.url}/push`, url_module: 'receiveVoice' }],
		});
		await done('aicall-callout', callOut(...Array.from({ length: count }, (_, n) => mobile(n))));
	};

	it('has no more than ten pushes under way', async () => {
		const open = new Set<ServerResponse>();
		let most = 0;
		receiver.answer = (_, response) => {
			open.add(response);
			most = Math.max(most, open.size);
			if (receiver.got.length % PUSHES_AT_ONCE !== 0) return;
			for (const waiting of open) waiting.end('success');
			open.clear();
		};
		await many(20);
		await runOut();
		expect(receiver.got).toHaveLength(20);
		expect(most).toBe(PUSHES_AT_ONCE);
	});

	it('is broken off by a reset, and leaves nothing behind', async () => {
		receiver.answer = () => undefined;
		await many(20);
		await control(emulator, 'aicall-clock', { runOut: true });
		await pause(30);
		expect((await control(emulator, 'aicall-pushes')).pending).toBe(20);
		emulator.reset();
		await pause(30);
		const { pending, pushes } = await control(emulator, 'aicall-pushes');
		expect([pending, pushes]).toEqual([0, []]);
		await pause(60);
		// those under way may still have reached the receiver, none of the others
		expect(receiver.got.length).toBeLessThanOrEqual(PUSHES_AT_ONCE);
	});
});

describe('inbound calls', () => {
	const context = { url_module: 'getDialogContext' };
	const inbound = async (order: object = {}): Promise<string[]> =>
		(await control(emulator, 'aicall-inbound', order)).callRelationIds;
	const view = async (): Promise<any> => await control(emulator, 'aicall-pushes');
	const settled = async (): Promise<void> => {
		await emulator.aiCall.pushes.whenIdle();
		await runOut();
	};
	const withContext = async (): Promise<void> => {
		const { urls } = await set({});
		await set({ urls: [...urls, { ...context, url: `${receiver.url}/context` }] });
	};

	it('ask for the dialog context first, then push record, recording and dialog', async () => {
		await withContext();
		receiver.answer = ({ path }, response) =>
			response.end(path === '/context' ? '{"姓名":"张三","等级":"VIP"}' : 'success');
		const ids = await inbound({ robotId: '3103', callRelationId: 'crm-7', caller: mobile(7) });
		expect(ids).toEqual(['crm-7']);
		await settled();
		expect(receiver.got[0]?.path).toBe('/context');
		expect(got('context')).toEqual([
			{ business_id: '20001', app_id: 'emuapp01', robot_id: '3103', call_relation_id: 'crm-7' },
		]);
		const [record, ...others] = got('receiveCallRecord');
		expect(others).toEqual([]);
		expect(record).toMatchObject({ direction: 1, caller: mobile(7), call_relation_id: 'crm-7' });
		for (const key of ['task_id', 'task_data_id', 'time_dial', 'task_result']) {
			expect(record).not.toHaveProperty(key);
		}
		const [voice] = got('receiveVoice');
		expect(voice).toMatchObject({
			call_relation_id: 'crm-7',
			task_data_id: '',
			call_uuid: record.call_uuid,
		});
		expect(got('receiveDialog')[0].call_uuid).toBe(record.call_uuid);
	});

	it('say what they were told in the dialog', async () => {
		await withContext();
		receiver.answer = ({ path }, response) =>
			response.end(path === '/context' ? '{"姓名":"张三"}' : 'success');
		await inbound({ count: 20 });
		await settled();
		const spoken = got('receiveDialog').flatMap(({ dialog }) =>
			dialog.map((turn: any) => turn.text_robot),
		);
		expect(spoken).toContain('跟您核对：姓名：张三。');
	});

	it.each<[string, boolean, NonNullable<Receiver['answer']>]>([
		['a map of strings', true, (_, response) => response.end('{"a":"1","b":""}')],
		['an empty map', true, (_, response) => response.end('{}')],
		['a number in the map', false, (_, response) => response.end('{"a":1}')],
		['an object in the map', false, (_, response) => response.end('{"a":{}}')],
		['a list', false, (_, response) => response.end('["a"]')],
		['text', false, (_, response) => response.end('success')],
		['an HTTP failure', false, (_, response) => response.writeHead(500).end('{"a":"1"}')],
		['silence', false, () => undefined],
	])('judge the answer: %s', async (_, valid, answer) => {
		await set({ contextTimeout: 400, urls: [{ ...context, url: `${receiver.url}/context` }] });
		receiver.answer = answer;
		await inbound();
		await settled();
		const { context: sums, contexts } = await view();
		expect(sums).toMatchObject({ requests: 1, valid: valid ? 1 : 0 });
		expect(contexts[0]).toMatchObject({
			valid,
			callRelationId: expect.stringMatching(/^relation-/),
		});
	});

	it('count the answers that took more than half a second', async () => {
		await set({ urls: [{ ...context, url: `${receiver.url}/context` }] });
		receiver.answer = (_, response, count) =>
			void setTimeout(() => response.end('{}'), count === 2 ? 520 : 0);
		await inbound({ count: 3 });
		await settled();
		const { context: sums, contexts } = await view();
		const slow = contexts.filter(({ ms }: { ms: number }) => ms > 500).length;
		expect(slow).toBeGreaterThan(0);
		expect(sums).toMatchObject({ requests: 3, valid: 3, over500: slow });
	});

	it('come at the rate ordered', async () => {
		const later = jest.spyOn(emulator.aiCall.pushes, 'later').mockImplementation(() => undefined);
		try {
			const ids = await inbound({ count: 3, rate: 50, callRelationId: 'r' });
			expect(ids).toEqual(['r-1', 'r-2', 'r-3']);
			expect(later.mock.calls.map(([delay]) => delay)).toEqual([0, 20, 40]);
		} finally {
			later.mockRestore();
		}
	});
});

describe('stop', () => {
	it('ends a clock that runs, calls under way and pushes without an answer', async () => {
		const own = await startEmulator({
			aiCall: {
				settings: {
					urls: [{ url: `${receiver.url}/push`, url_module: 'receiveDialog' }],
					outcomes: { '*': '0' },
				},
			},
		});
		receiver.answer = () => undefined;
		const client = await signedIn(own);
		await client.done(
			'aicall-callout',
			callOut(...Array.from({ length: 40 }, (_, n) => mobile(n))),
		);
		await control(own, 'aicall-inbound', { count: 5, rate: 1 });
		await control(own, 'aicall-clock', { speed: 1000, advance: 60_000 });
		await pause(20);
		expect(own.aiCall.pushes.view().pending).toBeGreaterThan(0);
		await own.stop();
		expect(own.aiCall.clock.ahead()).toEqual({ events: 0, next: null });
		expect(own.aiCall.pushes.view().pending).toBe(0);
		await pause(50);
		expect(receiver.got.length).toBeLessThanOrEqual(PUSHES_AT_ONCE);
	});
});
