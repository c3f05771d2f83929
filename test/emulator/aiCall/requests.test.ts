import { mainAiCallAccount as main, startEmulator, type Emulator } from '../index';
import {
	ask,
	callOut,
	control,
	JSON_TYPE,
	keysOf,
	mobile,
	newTask,
	PATHS,
	rowsFor,
	signedIn,
	type ServiceId,
} from './fixtures/client';

let emulator: Emulator;
const services = Object.keys(PATHS) as ServiceId[];
const withToken = services.filter((service) => service !== 'aicall-token');

beforeAll(async () => {
	emulator = await startEmulator();
});
afterAll(async () => await emulator.stop());
beforeEach(() => emulator.reset());

describe('token', () => {
	const token = async (keys: unknown = keysOf(main)) =>
		await ask(emulator.port, 'aicall-token', keys);
	const query = async (text?: string) =>
		(await ask(emulator.port, 'aicall-query', {}, text)).json.code as number;

	it('is wanted by every other endpoint before the body is looked at', async () => {
		for (const service of withToken) {
			expect((await ask(emulator.port, service, 'not JSON')).json.code).toBe(10001);
			expect((await ask(emulator.port, service, {}, 'never-issued')).json.code).toBe(10001);
		}
		const { refused } = await control(emulator, 'aicall-tokens');
		expect(refused).toEqual({ 10001: 2 * withToken.length });
		expect(emulator.aiCall.ledger.view().totals.submissions).toBe(0);
	});

	it('ends with its lifetime, by the server’s clock', async () => {
		await control(emulator, 'aicall-settings', { tokenLifetime: 2 });
		const { json } = await token();
		expect(json.result.time_expire).toBe(2);
		expect(await query(json.result.token)).toBe(0);
		emulator.set({ clockOffset: 1.5 });
		expect(await query(json.result.token)).toBe(0);
		emulator.set({ clockOffset: 2 });
		expect(await query(json.result.token)).toBe(10001);
		await control(emulator, 'aicall-settings', { staleTokenCode: 10002 });
		expect(await query(json.result.token)).toBe(10002);
	});
});

describe('bodies', () => {
	const cases: Array<[string, ServiceId, unknown]> = [
		['no JSON', 'aicall-query', '{"task_id":'],
		['a list', 'aicall-query', '[]'],
		['bytes that are not UTF-8', 'aicall-query', Buffer.from('{"task_name":"\xe9"}', 'latin1')],
		['an unknown field', 'aicall-create', newTask({ recal_count: 1 })],
		['null for a field', 'aicall-query', { task_name: null }],
		['a boolean for a string', 'aicall-start', { task_id: true }],
		['no task id', 'aicall-start', {}],
		['a type above 4', 'aicall-config', { type: 5 }],
		['a fraction', 'aicall-query', { page_size: 1.5 }],
		['a page size above 50', 'aicall-query', { page_size: 51 }],
		['page 0', 'aicall-query', { page_index: 0 }],
		['an unknown sort name', 'aicall-query', { sort_name: 'id' }],
		['an unknown sort order', 'aicall-query', { sort_order: 'down' }],
		[
			'a text for the columns',
			'aicall-callout',
			{ ...callOut(mobile(1)), call_column: '客户手机号码' },
		],
		['a flat list of rows', 'aicall-callout', { ...callOut(), call_list: [mobile(1)] }],
		['no rows', 'aicall-callout', callOut()],
		['an object for a cell', 'aicall-callout', { ...callOut(), call_list: [[{}]] }],
		['no line', 'aicall-callout', { ...callOut(mobile(1)), line_num: undefined }],
		['four retries', 'aicall-create', newTask({ recall_count: 4 })],
		['a negative wait', 'aicall-create', newTask({ time_recall_wait: -1 })],
		['a period without seconds', 'aicall-create', newTask({ time_range: ['09:00-12:00'] })],
		['a period that ends first', 'aicall-create', newTask({ time_range: ['12:00:00-09:00:00'] })],
		['hour 24', 'aicall-create', newTask({ time_range: ['09:00:00-24:00:00'] })],
		['seconds for milliseconds', 'aicall-create', newTask({ time_begin: 1_767_229_200 })],
		['microseconds', 'aicall-create', newTask({ time_begin: 1_767_229_200_000_000 })],
		['begin 0', 'aicall-create', newTask({ time_begin: 0 })],
		['end 0', 'aicall-create', newTask({ time_end: 0 })],
		['an end before the begin', 'aicall-create', newTask({ time_end: 1_767_229_100_000 })],
		['an empty name', 'aicall-create', newTask({ task_name: ' ' })],
		['one line twice', 'aicall-create', newTask({ line_num: '02566800001;02566800001' })],
	];

	it.each(cases)('with %s are refused with 10005 (%s)', async (_, service, body) => {
		const { call } = await signedIn(emulator);
		const reply = await call(service, body);
		expect(reply.json).toEqual({
			code: 10005,
			message: expect.stringMatching(/^wrong input parameter: /),
			result: {},
		});
		expect(emulator.aiCall.ledger.view().totals.accepted).toBe(0);
		expect(emulator.aiCall.tasks).toEqual([]);
	});

	it('are held to the letter by the documented voice', async () => {
		const { code, done, token } = await signedIn(emulator);
		const { task_id } = await done('aicall-create', newTask());
		expect(await code('aicall-config', { type: '0' })).toBe(10005);
		expect(await code('aicall-create', newTask({ recall_count: '2' }))).toBe(10005);
		expect(await code('aicall-create', newTask({ robot_id: 3102 }))).toBe(10005);
		expect(await code('aicall-start', { task_id: Number(task_id) })).toBe(10005);
		const cells = { ...rowsFor(task_id), call_list: [[13800000001]] };
		expect(await code('aicall-insert', cells)).toBe(10005);
		for (const type of ['application/json', `${JSON_TYPE};q=1`]) {
			expect((await ask(emulator.port, 'aicall-query', {}, token, type)).json.code).toBe(10005);
		}
		emulator.set({ voice: 'observed' });
		expect(await code('aicall-config', { type: '0' })).toBe(0);
	});
});

describe('codes by cause', () => {
	it('200203: one number that is no mobile one, or is sensitive, refuses all fifty', async () => {
		const { call, code } = await signedIn(emulator);
		const numbers = Array.from({ length: 50 }, (_, n) => mobile(n));
		for (const wrong of [
			'02566800001',
			'1380013800',
			'12800138000',
			'+8613800138000',
			'１３８００１３８０００',
			'',
		]) {
			const batch = [...numbers.slice(0, 49), wrong];
			expect((await call('aicall-callout', callOut(...batch))).json).toEqual({
				code: 200203,
				message: 'wrong outbound number',
				result: {},
			});
		}
		await control(emulator, 'aicall-settings', { sensitiveNumbers: [mobile(17)] });
		expect(await code('aicall-callout', callOut(...numbers))).toBe(200203);
		expect(emulator.aiCall.ledger.view({ totalsOnly: true }).totals).toMatchObject({
			submissions: 7,
			submitted: 350,
			accepted: 0,
			numbers: 0,
		});
		const others = numbers.filter((number) => number !== mobile(17));
		expect(await code('aicall-callout', callOut(...others))).toBe(0);
	});

	it('200213: more than fifty rows', async () => {
		const { code } = await signedIn(emulator);
		const numbers = Array.from({ length: 51 }, (_, n) => mobile(n));
		expect(await code('aicall-callout', callOut(...numbers))).toBe(200213);
		expect(await code('aicall-callout', callOut(...numbers.slice(1)))).toBe(0);
	});
});

describe('identifiers', () => {
	it('are JSON numbers beyond 2^53 with all their digits, one for each row', async () => {
		const { call } = await signedIn(emulator);
		const one = await call('aicall-callout', callOut(mobile(1), mobile(2)));
		expect(one.body).toBe(
			'{"code":0,"message":"ok","result":{"total":2,"task_data_ids":[412907635018842113,412907635018842114]}}',
		);
		const two = await call('aicall-callout', callOut(mobile(3)));
		expect(two.body).toContain('[412907635018842115]');
		expect(JSON.parse(two.body).result.task_data_ids).not.toEqual([412907635018842115n]);
	});
});
