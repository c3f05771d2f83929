import { startEmulator, type Emulator } from '../index';
import { callOut, control, mobile, signedIn, type ServiceId } from './fixtures/client';
import { startReceiver, type Receiver } from './fixtures/receiver';
import { PUSH_MODULES } from './pushBodies';

const TEN = Date.UTC(2026, 2, 2, 2);

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

beforeAll(async () => {
	emulator = await startEmulator();
	receiver = await startReceiver();
});
afterAll(async () => {
	await emulator.stop();
	receiver.stop();
});
beforeEach(async () => {
	emulator.reset();
	receiver.got.length = 0;
	receiver.answer = undefined;
	await control(emulator, 'aicall-clock', { speed: 0, now: TEN });
	await set({
		outcomes: { '*': '0' },
		urls: PUSH_MODULES.map((url_module) => ({ url: `${receiver.url}/${url_module}`, url_module })),
		pushTimeout: 20_000,
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
});

describe('the rule of three seconds and three retries', () => {
	const place = async (pushTimeout: number): Promise<void> => {
		const urls = [{ url: `${receiver.url}/push`, url_module: 'receiveDialog' }];
		// a third of it passes before each retry
		await set({ urls, pushTimeout });
		await done('aicall-callout', callOut(mobile(1)));
		await runOut();
	};
	const view = async (): Promise<any> => await control(emulator, 'aicall-pushes');

	it.each<[string, NonNullable<Receiver['answer']>]>([
		['no success in the text', (_, response) => response.end('ok')],
		['an HTTP failure', (_, response) => response.writeHead(500).end('success')],
		['a redirect', (_, response) => response.writeHead(302, { Location: '/x' }).end('success')],
		['a broken connection', (_, response) => response.destroy()],
		['no answer in time', () => undefined],
		['half an answer in time', (_, response) => void response.write('succ')],
	])('tries four times on %s, then gives up', async (name, answer) => {
		receiver.answer = answer;
		await place(name.endsWith('in time') ? 400 : 1500);
		expect(receiver.got).toHaveLength(4);
		expect(new Set(receiver.got.map(({ text }) => text)).size).toBe(1);
		expect(await view()).toMatchObject({
			pending: 0,
			pushes: [{ module: 'receiveDialog', ok: false, attempts: [{}, {}, {}, {}] }],
		});
	});

	it('stops at the first success', async () => {
		receiver.answer = (_, response, count) =>
			response.end(count < 3 ? 'busy' : '{"msg":"success"}');
		await place(3000);
		expect(receiver.got).toHaveLength(3);
		const attempts = [{ answer: 'busy' }, {}, { status: 200 }];
		expect(await view()).toMatchObject({ pushes: [{ ok: true, attempts }] });
	});
});

describe('inbound calls', () => {
	const context = { url_module: 'getDialogContext' };
	const inbound = async (order: object = {}): Promise<string[]> =>
		(await control(emulator, 'aicall-inbound', order)).callRelationIds;
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
});
