import {
	mainAiCallAccount as main,
	readOnlyAiCallAccount as reader,
	secondAiCallAccount as second,
	startEmulator,
	type Emulator,
} from '../index';
import { send } from '../fixtures/client';
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
import { ANSWERED, CODES } from './codes';

let emulator: Emulator;
const services = Object.keys(PATHS) as ServiceId[];
const withToken = services.filter((service) => service !== 'aicall-token');

beforeAll(async () => {
	emulator = await startEmulator();
});
afterAll(async () => await emulator.stop());
beforeEach(() => emulator.reset());

const goodBody = async (service: ServiceId): Promise<unknown> => {
	const { done } = await signedIn(emulator);
	switch (service) {
		case 'aicall-token':
			return keysOf(main);
		case 'aicall-config':
		case 'aicall-query':
			return {};
		case 'aicall-callout':
			return callOut(mobile(1));
		case 'aicall-create':
			return newTask();
		case 'aicall-insert':
			return rowsFor((await done('aicall-create', newTask())).task_id, mobile(2));
		case 'aicall-pause': {
			const { task_id } = await done('aicall-create', newTask({ time_begin: 4_000_000_000_000 }));
			await done('aicall-start', { task_id });
			return { task_id };
		}
		default:
			return { task_id: (await done('aicall-create', newTask())).task_id };
	}
};

describe('envelope', () => {
	it.each(services)('%s answers HTTP 200 with code, message and result', async (service) => {
		const { call } = await signedIn(emulator);
		const reply = await call(service, await goodBody(service));
		expect(reply.status).toBe(200);
		expect(reply.headers['content-type']).toBe(JSON_TYPE);
		expect(reply.json).toEqual({ code: 0, message: 'ok', result: expect.any(Object) });
	});

	it.each(['aicall-start', 'aicall-pause', 'aicall-delete'] as const)(
		'%s has an empty result',
		async (service) => {
			const { call } = await signedIn(emulator);
			const reply = await call(service, await goodBody(service));
			expect(reply.body).toBe('{"code":0,"message":"ok","result":{}}');
		},
	);

	it.each(services)('%s answers every code of the table to order', async (service) => {
		const { call, done } = await signedIn(emulator);
		const body = await goodBody(service);
		for (const code of Object.keys(CODES).map(Number).filter(Boolean)) {
			emulator.order({ service, kind: 'code', code });
			const reply = await call(service, body);
			expect([reply.status, reply.json]).toEqual([200, { code, message: CODES[code], result: {} }]);
		}
		await done('aicall-config');
		expect(emulator.ledger().services[service]?.faults).toBe(Object.keys(CODES).length - 1);
	});

	it('is busy when too many come at once, to order', async () => {
		const { code } = await signedIn(emulator);
		const capacity = { limit: 1, refusal: 10004, services: ['aicall-query'] };
		emulator.set({ capacity, latency: 600 });
		const codes = await Promise.all([1, 2, 3].map(async () => await code('aicall-query')));
		expect(codes.sort()).toEqual([0, 10004, 10004]);
		expect(await code('aicall-query')).toBe(0);
	});

	it('plays a code after the request was carried out', async () => {
		const { code } = await signedIn(emulator);
		emulator.order({ service: 'aicall-callout', kind: 'code', code: 10004 });
		expect(await code('aicall-callout', callOut(mobile(1)))).toBe(10004);
		emulator.order({ service: 'aicall-callout', kind: 'code', code: 10004, processed: true });
		expect(await code('aicall-callout', callOut(mobile(2)))).toBe(10004);
		const { numbers } = emulator.aiCall.ledger.view();
		expect(numbers.map(({ number, accepted }) => [number, accepted])).toEqual([
			[mobile(1), 0],
			[mobile(2), 1],
		]);
	});

	it('enters the numbers of a request that a code refuses, and takes none of them', async () => {
		const { code, done } = await signedIn(emulator);
		await control(emulator, 'aicall-settings', { balance: 1 });
		const { task_id } = await done('aicall-create', newTask());
		emulator.order({ kind: 'code', code: 10004, times: 2 });
		expect(await code('aicall-callout', callOut(mobile(1)))).toBe(10004);
		expect(await code('aicall-insert', rowsFor(task_id, mobile(1)))).toBe(10004);
		expect(emulator.aiCall.ledger.view()).toMatchObject({
			totals: { submissions: 2, submitted: 2, accepted: 0, numbers: 0 },
			submissions: [{ code: 10004 }, { code: 10004 }],
		});
		// neither the pool of direct calls nor anything of the balance has been used
		expect(emulator.aiCall.tasks).toHaveLength(1);
		expect(await code('aicall-insert', rowsFor(task_id, mobile(1)))).toBe(0);
	});

	it.each<[string, ServiceId, () => unknown, number]>([
		[
			'51 rows',
			'aicall-callout',
			() => callOut(...Array.from({ length: 51 }, (_, n) => mobile(n))),
			200213,
		],
		[
			'columns of another script',
			'aicall-callout',
			() => ({ ...callOut(mobile(1)), robot_id: '3104' }),
			200212,
		],
		['an unknown script', 'aicall-create', () => newTask({ robot_id: '1' }), 200204],
		['an unknown task', 'aicall-insert', () => rowsFor('1', mobile(1)), 200202],
		['an unknown task', 'aicall-start', () => ({ task_id: '1' }), 200202],
		['an unknown task', 'aicall-pause', () => ({ task_id: '1' }), 200202],
		['an unknown task', 'aicall-delete', () => ({ task_id: '1' }), 200202],
		['an unknown sort name', 'aicall-query', () => ({ sort_name: 'id' }), 10005],
		['a wrong secret', 'aicall-token', () => ({ ...keysOf(main), app_secret: 'x' }), 200101],
	])('plays no code in place of its own for %s (%s)', async (_, service, body, own) => {
		const { code } = await signedIn(emulator);
		emulator.order({ service, kind: 'code', code: 10004, times: 'always' });
		expect(await code(service, body())).toBe(own);
	});

	it.each(services)('%s changes nothing when a code refuses it', async (service) => {
		const { call } = await signedIn(emulator);
		const body = await goodBody(service);
		const state = async (): Promise<unknown> => [
			await control(emulator, 'aicall-tasks'),
			(await control(emulator, 'aicall-tokens')).issued,
			(await control(emulator, 'aicall-ledger')).totals.accepted,
		];
		await control(emulator, 'aicall-clock', { speed: 0 });
		const before = await state();
		emulator.order({ service, kind: 'code', code: 10004 });
		expect((await call(service, body)).json.code).toBe(10004);
		expect(await state()).toEqual(before);
	});

	it('can be bent to order', async () => {
		const { call } = await signedIn(emulator);
		emulator.order({ service: 'aicall-query', kind: 'codeAsString' });
		expect((await call('aicall-query')).json.code).toBe('0');
		emulator.order({ service: 'aicall-query', kind: 'noResult' });
		expect((await call('aicall-query')).body).toBe('{"code":0,"message":"ok"}');
		emulator.order({ service: 'aicall-callout', kind: 'ids', as: 'strings' });
		const strings = await call('aicall-callout', callOut(mobile(1), mobile(2)));
		expect(strings.json.result.task_data_ids).toEqual(['412907635018842113', '412907635018842114']);
		emulator.order({ service: 'aicall-callout', kind: 'ids', as: 'oneShort' });
		const short = await call('aicall-callout', callOut(mobile(3), mobile(4)));
		expect(short.json.result).toMatchObject({ total: 2, task_data_ids: [expect.any(Number)] });
		emulator.order({ service: 'aicall-callout', kind: 'ids', as: 'missing' });
		expect((await call('aicall-callout', callOut(mobile(5)))).json.result).toEqual({ total: 1 });
		expect(() => emulator.order({ service: 'aicall-query', kind: 'ids', as: 'strings' })).toThrow(
			"There is no fault 'ids' for 'aicall-query'.",
		);
	});
});

describe('token', () => {
	const token = async (keys: unknown = keysOf(main)) =>
		await ask(emulator.port, 'aicall-token', keys);
	const query = async (text?: string) =>
		(await ask(emulator.port, 'aicall-query', {}, text)).json.code as number;

	it('stands in the query once, and nothing beside it', async () => {
		const { token: own } = await signedIn(emulator);
		const code = async (service: ServiceId, body: unknown, query: string): Promise<number> => {
			const path = `/v1/service/v1/aicall/${PATHS[service]}${query}`;
			const headers = { 'Content-Type': JSON_TYPE };
			return (await send(emulator.port, { path, headers, body: JSON.stringify(body) })).json.code;
		};
		expect(await code('aicall-query', {}, `?token=${own}`)).toBe(0);
		expect(await code('aicall-query', {}, `?token=${own}&token=${own}`)).toBe(10001);
		expect(await code('aicall-query', {}, `?token=x&token=${own}`)).toBe(10001);
		expect(await code('aicall-query', {}, `?token=${own}&app_key=x`)).toBe(10005);
		expect(await code('aicall-token', keysOf(main), '?app_key=x')).toBe(10005);
	});

	it('is issued anew each time, good for an hour', async () => {
		const [one, two] = [await token(), await token()];
		expect(one.json.result).toEqual({
			token: expect.stringMatching(/^[0-9a-f]{32}$/),
			time_expire: 3600,
		});
		expect(two.json.result.token).not.toBe(one.json.result.token);
		expect([await query(one.json.result.token), await query(two.json.result.token)]).toEqual([
			0, 0,
		]);
		expect(await control(emulator, 'aicall-tokens')).toEqual({
			issued: 2,
			issuedByApp: { [main.appId]: 2 },
			valid: 2,
			refused: {},
		});
	});

	it('is not issued for a wrong key, a wrong secret or another key’s secret', async () => {
		for (const keys of [
			{ ...keysOf(main), app_secret: 'x' },
			{ ...keysOf(main), app_key: 'x' },
			{ ...keysOf(main), app_secret: second.appSecret },
		]) {
			expect((await token(keys)).json).toEqual({
				code: 200101,
				message: 'wrong account or password',
				result: {},
			});
		}
		expect((await token({ app_key: main.appKey })).json.code).toBe(10005);
		expect((await token({ ...keysOf(main), app_key: '' })).json.code).toBe(10005);
		expect(emulator.ledger().services['aicall-token']?.outcomes).toEqual({ 200101: 3, 10005: 2 });
	});

	it('has keys of the documented lengths', () => {
		expect(Buffer.byteLength(main.appKey)).toBe(48);
		expect(Buffer.byteLength(main.appSecret)).toBe(44);
	});

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

	it('really ends after a short lifetime', async () => {
		await control(emulator, 'aicall-settings', { tokenLifetime: 0.5, announcedLifetime: 3600 });
		const { json } = await token();
		expect(json.result.time_expire).toBe(3600);
		expect(await query(json.result.token)).toBe(0);
		// by the server's clock, and not a moment before
		while ((await query(json.result.token)) === 0) {
			await new Promise((resolve) => setTimeout(resolve, 50));
		}
		expect(await query(json.result.token)).toBe(10001);
		expect((await control(emulator, 'aicall-tokens')).valid).toBe(0);
	});

	it('ends with the next one of the same application when told so', async () => {
		await control(emulator, 'aicall-settings', { newTokenInvalidatesOld: true });
		const one = (await token()).json.result.token;
		const other = (await token(keysOf(second))).json.result.token;
		expect([await query(one), await query(other)]).toEqual([0, 0]);
		const two = (await token()).json.result.token;
		expect([await query(one), await query(two), await query(other)]).toEqual([10001, 0, 0]);
	});

	it('can be revoked, all at once', async () => {
		const one = (await token()).json.result.token;
		expect(await control(emulator, 'aicall-tokens', { revokeAll: true })).toMatchObject({
			issued: 1,
			valid: 0,
		});
		expect(await query(one)).toBe(10001);
		expect(await query((await token()).json.result.token)).toBe(0);
	});

	it('of an application without the permission yields 10002', async () => {
		const { code } = await signedIn(emulator, reader);
		expect(await code('aicall-query')).toBe(0);
		expect(await code('aicall-callout', callOut(mobile(1)))).toBe(10002);
	});

	it('requests under way at once are counted', async () => {
		emulator.set({ latency: 600 });
		await Promise.all([token(), token(), token()]);
		expect(emulator.ledger().services['aicall-token']).toMatchObject({
			requests: 3,
			maxInFlight: 3,
		});
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

	it('under another Content-Type are refused', async () => {
		const { token } = await signedIn(emulator);
		for (const type of ['text/plain', 'application/json;charset=gbk', '']) {
			expect((await ask(emulator.port, 'aicall-query', {}, token, type)).json.code).toBe(10005);
		}
	});

	it('with numbers for numeric strings, and the other way round, are taken as a deviation', async () => {
		emulator.set({ vendorClients: 'accept' });
		const { code, done, token } = await signedIn(emulator);
		expect(await code('aicall-config', { type: '0' })).toBe(0);
		const { task_id } = await done('aicall-create', newTask({ robot_id: 3102, recall_count: '1' }));
		expect(
			await code('aicall-insert', {
				...rowsFor(task_id),
				task_id: Number(task_id),
				call_list: [[13800000001]],
			}),
		).toBe(0);
		await ask(emulator.port, 'aicall-query', {}, token, 'application/json');
		expect(emulator.ledger().entries.map(({ deviations }) => deviations)).toEqual([
			[],
			["'type' is a string, not a number"],
			["'robot_id' holds a number, not a string", "'recall_count' is a string, not a number"],
			["'task_id' holds a number, not a string", "'call_list' holds a number, not a string"],
			['Content-Type without charset'],
		]);
	});

	it('with an unknown field are taken by the observed voice as a deviation', async () => {
		emulator.set({ voice: 'observed' });
		const { code } = await signedIn(emulator);
		expect(await code('aicall-create', newTask({ trubo_mode: 1 }))).toBe(0);
		expect(emulator.ledger().entries.at(-1)?.deviations).toEqual(["'trubo_mode' is not a field"]);
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
	it('covers for each endpoint every code that its table promises', () => {
		const causes = new Set(Object.values(ANSWERED).flatMap((table) => Object.keys(table)));
		const never = Object.keys(CODES).filter((code) => code !== '0' && !causes.has(code));
		// These have no cause among the nine endpoints and come to order only.
		expect(never).toEqual(['10003', '10004', '10020', '10021', '200201', '200210', '200211']);
	});

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

	it('200204: the script is unknown, not released or deleted', async () => {
		const { code } = await signedIn(emulator);
		for (const robot_id of ['9999', '3111', '3112', '3113', '3114']) {
			expect(await code('aicall-callout', { ...callOut(mobile(1)), robot_id })).toBe(200204);
			expect(await code('aicall-create', newTask({ robot_id }))).toBe(200204);
		}
	});

	it('200205: the voice is unknown', async () => {
		const { code } = await signedIn(emulator);
		expect(await code('aicall-callout', { ...callOut(mobile(1)), voice_code: '1' })).toBe(200205);
		expect(await code('aicall-create', newTask({ voice_code: '' }))).toBe(200205);
		expect(await code('aicall-create', newTask({ voice_code: '60030' }))).toBe(0);
	});

	it('200200: the line is unknown or its time has run out', async () => {
		const { code } = await signedIn(emulator);
		for (const line_num of ['1', '02566800009', '02566800001;02566800002']) {
			expect(await code('aicall-callout', { ...callOut(mobile(1)), line_num })).toBe(200200);
		}
		expect(await code('aicall-create', newTask({ line_num: '02566800001;02566800002' }))).toBe(0);
		expect(await code('aicall-create', newTask({ line_num: '02566800001;' }))).toBe(200200);
	});

	it('a comma between lines is taken in the observed voice only', async () => {
		const { code, done } = await signedIn(emulator);
		const body = newTask({ line_num: '02566800001,02566800002' });
		expect(await code('aicall-create', body)).toBe(200200);
		emulator.set({ voice: 'observed' });
		const { task_id } = await done('aicall-create', body);
		const { rows } = await done('aicall-query', { task_id });
		expect(rows[0].line_num).toBe('02566800001;02566800002');
		expect(await code('aicall-create', newTask({ line_num: '02566800001;02566800002' }))).toBe(0);
	});

	it('200212: other columns than the script’s, or a row of another length', async () => {
		const { code } = await signedIn(emulator);
		const columns = ['客户手机号码', '姓名', '订单号'];
		const body = (call_column: string[], ...call_list: string[][]) => ({
			...callOut(),
			robot_id: '3101',
			call_column,
			call_list,
		});
		const row = [mobile(1), '张伟', '0042'];
		expect(await code('aicall-callout', body(columns, row))).toBe(0);
		expect(await code('aicall-callout', body(['客户手机号码', '订单号', '姓名'], row))).toBe(0);
		expect(await code('aicall-callout', body(columns, row, [mobile(2), '李娜']))).toBe(200212);
		expect(await code('aicall-callout', body(['姓名', '客户手机号码', '订单号'], row))).toBe(
			200212,
		);
		expect(await code('aicall-callout', body(['客户手机号码', '姓名', '姓名'], row))).toBe(200212);
		expect(await code('aicall-callout', body(columns.slice(0, 2), row.slice(0, 2)))).toBe(200212);
	});

	it('200209: the balance does not cover the rows, and goes down with those taken', async () => {
		const { code } = await signedIn(emulator);
		await control(emulator, 'aicall-settings', { balance: 3 });
		expect(await code('aicall-callout', callOut(mobile(1), mobile(2)))).toBe(0);
		expect(await code('aicall-callout', callOut(mobile(3), mobile(4)))).toBe(200209);
		expect(await code('aicall-callout', callOut(mobile(3)))).toBe(0);
		expect((await control(emulator, 'aicall-settings')).balance).toBe(0);
		emulator.reset();
		expect((await control(emulator, 'aicall-settings')).balance).toBeNull();
	});

	it('200213: more than fifty rows, or more numbers than the account’s volume', async () => {
		const { code } = await signedIn(emulator);
		const numbers = Array.from({ length: 51 }, (_, n) => mobile(n));
		expect(await code('aicall-callout', callOut(...numbers))).toBe(200213);
		expect(await code('aicall-callout', callOut(...numbers.slice(1)))).toBe(0);
		await control(emulator, 'aicall-settings', { volume: 51 });
		expect(await code('aicall-callout', callOut(mobile(60), mobile(61)))).toBe(200213);
		expect(await code('aicall-callout', callOut(mobile(60)))).toBe(0);
	});

	it('200206: a speech rate out of bounds, a field of the observed voice', async () => {
		const { code } = await signedIn(emulator);
		const body = (robot_speed: number) => ({ ...callOut(mobile(1)), robot_speed });
		expect(await code('aicall-callout', body(100))).toBe(10005);
		emulator.set({ voice: 'observed' });
		expect(await code('aicall-callout', body(501))).toBe(200206);
		expect(await code('aicall-callout', body(-500))).toBe(0);
	});

	it('200202: the task is unknown, or another application’s', async () => {
		const { code } = await signedIn(emulator);
		const other = await signedIn(emulator, second);
		const { task_id } = await other.done('aicall-create', newTask());
		for (const id of ['1', task_id]) {
			for (const service of ['aicall-start', 'aicall-pause', 'aicall-delete'] as const) {
				expect(await code(service, { task_id: id })).toBe(200202);
			}
			expect(await code('aicall-insert', rowsFor(id, mobile(1)))).toBe(200202);
		}
		expect((await other.done('aicall-query')).total_rows).toBe(1);
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

describe('control', () => {
	it('names what it cannot set', async () => {
		const refused = async (name: string, body: unknown): Promise<string> => {
			try {
				await control(emulator, name, body);
				return 'taken';
			} catch (cause) {
				return String(JSON.parse((cause as Error).message).message);
			}
		};
		expect(await refused('aicall-settings', { balanse: 1 })).toBe(
			"There is no AI call setting 'balanse'.",
		);
		expect(await refused('aicall-settings', { balance: -1 })).toBe(
			"AI call setting 'balance' takes null or a whole number.",
		);
		expect(await refused('aicall-settings', { lines: [{ line_num: 1 }] })).toMatch(
			/^AI call setting 'lines'/,
		);
		expect(
			await refused('aicall-settings', { urls: [{ url: 'x', url_module: 'receiveVoice' }] }),
		).toMatch(/'urls'/);
		expect(await refused('aicall-clock', { advance: '1' })).toBe("'advance' is a number from 0.");
		expect(await refused('aicall-ledger', { phone: '1' })).toBe("There is no parameter 'phone'.");
		expect(await refused('aicall-inbound', { count: 0 })).toBe("'count' is a number from 1.");
		expect(await refused('aicall-inbound', { rate: 0 })).toBe("'rate' is above 0.");
	});

	it('completes scripts and lines from the defaults', async () => {
		await control(emulator, 'aicall-settings', {
			lines: [{ line_num: '1' }],
			robots: [{ robot_id: '7', robot_name: 'one', call_column: ['号码'] }],
		});
		const { code } = await signedIn(emulator);
		const body = { robot_id: '7', line_num: '1', call_column: ['号码'], call_list: [[mobile(1)]] };
		expect(await code('aicall-callout', body)).toBe(0);
	});
});
