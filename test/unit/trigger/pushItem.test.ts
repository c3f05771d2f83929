import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { pushItem } from '../../../nodes/IflytekAiCallTrigger/push/item';
import { pushKind, recordKind } from '../../../nodes/IflytekAiCallTrigger/push/kind';
import { madeCall, makePushes, pushesOf } from '../../emulator/aiCall/pusher';

const item = (body: Record<string, unknown>) => pushItem(body, Buffer.from(JSON.stringify(body)));

const outbound = {
	business_id: '20001',
	app_id: 'app1',
	robot_id: '3101',
	call_uuid: 'uuid-1',
	caller: '02566800001',
	callee: '13800000000',
	direction: 2,
	time_dial: 1767229200000,
	time_ring: 1767229201,
	time_answer: '1767229208000',
	time_hangup: 1767229239000,
	duration_ring: 8,
	duration_call: '31',
	task_id: '610027394152961',
	task_data_id: '412907635018842113',
	task_result: '0',
	task_result_desc: '成功',
	task_tries: 1,
	task_row_index: 7,
	task_row_head: ['客户手机号码', '姓名'],
	task_row_value: ['13800000000', '张伟'],
};

describe('the kind of a push', () => {
	it('is told by the body for everything the platform sends, in both voices', () => {
		const events = {
			basic: 'callRecord',
			outbound: 'callRecord',
			recording: 'recording',
			dialog: 'dialog',
		};
		for (const voice of ['documented', 'observed'] as const) {
			for (const { kind, body } of makePushes({ count: 200, voice })) {
				expect(pushKind(body)).toBe(events[kind]);
				if (kind === 'basic' || kind === 'outbound') expect(recordKind(body)).toBe(kind);
			}
		}
	});

	it.each([
		['callRecord', { call_uuid: '1', time_hangup: 0 }],
		['callRecord', { call_uuid: '1', direction: null }],
		['dialog', { call_uuid: '1', dialog: 'not a list' }],
		['recording', { call_uuid: '1', url: null, size: 'x' }],
		['unknown', { call_uuid: '1', text: 'something new' }],
		['unknown', {}],
	])('is %s for %j', (kind, body) => {
		expect(pushKind(body)).toBe(kind);
	});

	it('is a basic record when task_row_index is null', () => {
		expect(recordKind({ direction: 2, task_row_index: null })).toBe('basic');
		expect(recordKind({ direction: 2, task_row_index: 0 })).toBe('outbound');
	});
});

describe('the item of a call record', () => {
	it('says in words, ISO times and numbers what the outbound record says', () => {
		expect(item(outbound)).toEqual({
			event: 'callRecord',
			recordKind: 'outbound',
			deduplicationKey: 'callRecord:uuid-1:outbound',
			callUuid: 'uuid-1',
			businessId: '20001',
			appId: 'app1',
			robotId: '3101',
			taskId: '610027394152961',
			taskDataId: '412907635018842113',
			callRelationId: null,
			direction: 'outbound',
			callerNumber: '02566800001',
			calleeNumber: '13800000000',
			dialedAt: '2026-01-01T01:00:00.000Z',
			ringingAt: '2026-01-01T01:00:01.000Z',
			answeredAt: '2026-01-01T01:00:08.000Z',
			endedAt: '2026-01-01T01:00:39.000Z',
			ringSeconds: 8,
			callSeconds: 31,
			result: 'Success',
			resultCode: '0',
			resultDescription: '成功',
			retries: 1,
			rowIndex: 7,
			row: { 客户手机号码: '13800000000', 姓名: '张伟' },
			body: outbound,
		});
	});

	it('gives null for what was not sent, and for a time that never was', () => {
		expect(
			item({ call_uuid: 'u', direction: 1, time_answer: 0, time_hangup: 1767229239000 }),
		).toMatchObject({
			recordKind: 'basic',
			deduplicationKey: 'callRecord:u:basic',
			direction: 'inbound',
			answeredAt: null,
			endedAt: '2026-01-01T01:00:39.000Z',
			result: null,
			row: null,
			taskDataId: null,
		});
	});

	it('names values without a head by their place and keeps heads that are there twice', () => {
		const row = {
			task_row_head: ['a', 'a', null, 'b'],
			task_row_value: ['1', '2', '3', '4', { x: 5 }],
		};
		expect(item({ ...outbound, ...row }).row).toEqual({
			a: '1',
			'a (2)': '2',
			'column 3': '3',
			b: '4',
			'column 5': { x: 5 },
		});
		expect(item({ ...outbound, task_row_value: ['1'] }).row).toEqual({
			客户手机号码: '1',
			姓名: null,
		});
		expect(item({ ...outbound, task_row_value: 'no list' }).row).toBeNull();
		const proto = item({ ...outbound, task_row_head: ['__proto__'], task_row_value: ['x'] });
		expect(Object.entries(proto.row as object)).toEqual([['__proto__', 'x']]);
	});
});

describe('the result of an outbound call', () => {
	const result = (code: unknown, description?: unknown) =>
		item({ direction: 2, task_result: code, task_result_desc: description }).result;

	it.each([
		['-1', 'Timeout'],
		['26', 'Network fault'],
		['7', 'Wrong number'],
		['0', 'Success'],
		['15', 'Customer hung up after answering'],
		['16', 'Customer dropped'],
		['3', 'Cannot connect'],
		['9', 'Service suspended'],
		['6', 'Empty or changed number'],
		['23', 'Inbound restricted'],
		['22', 'Call forwarding failed'],
		['4', 'Powered off'],
		['20', 'Not answered'],
		['5', 'Busy'],
		['2', 'Already in a call'],
		['27', 'Outbound restricted'],
		['28', 'Line fault'],
	])('is by code %s: %s', (code, words) => {
		expect(result(code)).toBe(words);
		expect(result(Number(code))).toBe(words);
	});

	it('is by the description where that is known, because 22 and 25 changed their meaning', () => {
		expect(result('22', '来电提醒')).toBe('Call reminder service answered');
		expect(result('22', '呼叫转移失败')).toBe('Call forwarding failed');
		expect(result('25', '呼叫转移')).toBe('Call forwarded');
		expect(result('15', '客户接听后并主动挂机')).toBe('Customer hung up after answering');
		expect(result('0', ' 成功 ')).toBe('Success');
	});

	it('is by the code where the description is new, and Unknown where both are', () => {
		expect(result('5', '新的说明')).toBe('Busy');
		expect(result('99', '新的说明')).toBe('Unknown');
		expect(result('constructor', '__proto__')).toBe('Unknown');
		expect(result(undefined)).toBeNull();
	});
});

describe('the item of a recording', () => {
	it('has the path, the size and the length by name', () => {
		const body = { call_uuid: 'u', url: 'a/b.wav', size: 1043244, duration: 32, task_data_id: '9' };
		expect(item(body)).toMatchObject({
			event: 'recording',
			deduplicationKey: 'recording:u',
			taskDataId: '9',
			url: 'a/b.wav',
			sizeBytes: 1043244,
			durationSeconds: 32,
			body,
		});
		expect(item(body)).not.toHaveProperty('recordKind');
	});
});

describe('the item of a dialog', () => {
	const robot = { seq: '1', role: 'robot', node_type: 'NormalNode', text_robot: '您好' };
	const customer = {
		seq: 2,
		role: 'customer',
		node_id: 'n1',
		node_name: '开场白',
		node_type: 'KeyNavigationNode',
		tag_name: 'A',
		tag_desc: '意向A',
		text_robot: '您好',
		text_man: '你说\n吧',
		question_id: '',
		hits: [{ hit: '肯定', pick: true, answer_id: '' }],
	};

	it('has each entry by name, its node type in words and its hits as sent', () => {
		const { dialog, tagMax, tagMin } = item({
			dialog: [robot, customer],
			tag_max: 'A',
			tag_min: 'C',
		}) as Record<string, unknown>;
		expect([tagMax, tagMin]).toEqual(['A', 'C']);
		expect(dialog).toEqual([
			expect.objectContaining({
				seq: 1,
				speaker: 'robot',
				text: '您好',
				intention: null,
				hits: [],
			}),
			{
				seq: 2,
				speaker: 'customer',
				text: '你说\n吧',
				intention: 'A',
				intentionDescription: '意向A',
				nodeId: 'n1',
				nodeName: '开场白',
				nodeType: 'Key navigation',
				textRobot: '您好',
				textMan: '你说\n吧',
				questionId: null,
				hits: [{ hit: '肯定', pick: true, answer_id: '' }],
			},
		]);
	});

	it('reads as a transcript, one line for each thing said', () => {
		expect(item({ dialog: [robot, customer] })).toMatchObject({
			transcript: 'Robot: 您好\nCustomer: 你说 吧 [A]',
		});
	});

	it('loses nothing the robot said where only the customer’s entry has it', () => {
		expect(item({ dialog: [customer, { ...robot, text_robot: '再见' }] })).toMatchObject({
			transcript: 'Robot: 您好\nCustomer: 你说 吧 [A]\nRobot: 再见',
		});
	});

	it('leaves out who said nothing, and names a speaker that is not documented', () => {
		const dialog = [
			{ role: 'customer', text_man: '' },
			{ role: 'agent', text_man: 'hello' },
			{ text_robot: 'hi' },
		];
		expect(item({ dialog })).toMatchObject({ transcript: 'agent: hello\nUnknown: hi' });
	});

	it('has words for every node type of the specification and keeps others', () => {
		const types = [
			'AnyNode',
			'CollectInputNode',
			'ConditionNode',
			'EndNode',
			'HookInfoNode',
			'KeyNavigationNode',
			'NoNeedAnswerNode',
			'NormalNode',
			'constructor',
		];
		const { dialog } = item({ dialog: types.map((node_type) => ({ node_type })) }) as unknown as {
			dialog: Array<{ nodeType: string }>;
		};
		expect(dialog.map(({ nodeType }) => nodeType)).toEqual([
			'Any answer',
			'Custom input',
			'Key input',
			'End',
			'Dynamic reference',
			'Key navigation',
			'No answer needed',
			'Ordinary interaction',
			'constructor',
		]);
	});

	it('takes a dialog of the wrong shape without its entries', () => {
		expect(item({ dialog: [null, 3, 'x', [], robot] })).toMatchObject({
			transcript: 'Robot: 您好',
		});
		expect(item({ dialog: { a: 1 } })).toMatchObject({ transcript: '', dialog: [] });
	});
});

describe('the deduplication key', () => {
	it('is equal for a resent push and different for all pushes of all calls', () => {
		const keys = new Set<string>();
		for (let call = 0; call < 200; call++) {
			for (const { body } of pushesOf(madeCall(call))) {
				const key = item(body).deduplicationKey;
				expect(item(JSON.parse(JSON.stringify(body)) as typeof body).deduplicationKey).toBe(key);
				expect(keys.has(key)).toBe(false);
				keys.add(key);
			}
		}
	});

	it('is the SHA-256 of the raw body without a call_uuid', () => {
		const raw = Buffer.from('{ "time_hangup": 1 }');
		const hash = createHash('sha256').update(raw).digest('hex');
		expect(pushItem({ time_hangup: 1 }, raw).deduplicationKey).toBe(hash);
		expect(pushItem({ time_hangup: 1, call_uuid: '' }, raw).deduplicationKey).toBe(hash);
	});

	it('tells two pushes of unknown kinds about one call apart', () => {
		const keys = [
			{ call_uuid: 'u', a: 1 },
			{ call_uuid: 'u', a: 2 },
		].map((body) => item(body).deduplicationKey);
		expect(keys[0]).toMatch(/^unknown:u:[0-9a-f]{64}$/);
		expect(keys[0]).not.toBe(keys[1]);
	});
});

describe('a push of any shape', () => {
	const fields = Object.keys({ ...outbound, dialog: 1, url: 1, size: 1, duration: 1, tag_max: 1 });

	it('becomes an item that can be stored, with its body untouched and no key that n8n takes for a failure', () => {
		const anything = fc.oneof(
			fc.jsonValue({ maxDepth: 3 }),
			fc.constantFrom(null, 1e308, -1, '', '0'),
		);
		fc.assert(
			fc.property(fc.dictionary(fc.constantFrom(...fields), anything), (body) => {
				const shaped = item(body) as Record<string, unknown>;
				expect(shaped.body).toBe(body);
				expect(shaped).not.toHaveProperty('error');
				const stored = JSON.parse(JSON.stringify(shaped));
				expect(stored.deduplicationKey).toEqual(expect.any(String));
				expect(Object.keys(stored).sort()).toEqual(Object.keys(shaped).sort());
			}),
			{ numRuns: 500 },
		);
	});
});
