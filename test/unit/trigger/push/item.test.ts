import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { pushItem } from '../../../../nodes/IflytekAiCallTrigger/push/receivePush';
import { textField } from '../../../../nodes/IflytekAiCallTrigger/protocol/body';
import { numberIn } from '../../../../nodes/shared/http/json';
import { kindOf } from '../../../../nodes/IflytekAiCallTrigger/push/kinds';
import { madeCall, makePushes, pushesOf } from '../../../emulator/aiCall/pusher';
import { runs } from '../../../support/fullSize';
import { eventOf } from '../../../support/pushes';

const item = (fields: Record<string, unknown>, raw = Buffer.from(JSON.stringify(fields))) =>
	pushItem({ fields, encoding: 'utf-8' }, raw);
const pushKind = (body: Record<string, unknown>) => kindOf(body)?.event ?? 'unknown';

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
		for (const voice of ['documented', 'observed'] as const) {
			for (const { kind, body } of makePushes({ count: 200, voice })) {
				expect(pushKind(body)).toBe(eventOf(kind));
				if (kind === 'basic' || kind === 'outbound') expect(item(body).recordKind).toBe(kind);
			}
		}
	});

	it.each([
		['callRecord', { time_hangup: 0, url: 'x' }],
		['dialog', { time_hangup: 0, dialog: [] }],
		['callRecord', { call_uuid: '1', time_hangup: 0 }],
		['callRecord', { call_uuid: '1', direction: null }],
		['dialog', { call_uuid: '1', dialog: 'not a list' }],
		['recording', { call_uuid: '1', url: null, size: 'x' }],
		['callRecord', { call_uuid: '1', time_answer: 0, dialog: null, url: null, tag_max: '' }],
		['recording', { call_uuid: '1', url: 'a.wav', dialog: '', task_result: null }],
		['dialog', { call_uuid: '1', dialog: null, tag_max: 'A', url: '' }],
		['recording', { call_uuid: '1', url: 'a.wav', direction: 2 }],
		['recording', { call_uuid: '1', size: 5 }],
		['dialog', { call_uuid: '1', tag_max: 'A', direction: 2 }],
		['dialog', { call_uuid: '1', time_begin: 1, time_end: 2 }],
		['callRecord', { call_uuid: '1', time_hangup: 1, tag_max: 'A' }],
		['unknown', { call_uuid: '1', text: 'something new' }],
		['unknown', {}],
	])('is %s for %j', (kind, body) => {
		expect(pushKind(body)).toBe(kind);
	});

	it.each(['time_answer', 'duration_ring', 'duration_call', 'task_row_index', 'task_result'])(
		'is a call record with %s, unless it has a dialog',
		(field) => {
			expect(pushKind({ [field]: 0 })).toBe('callRecord');
			expect(pushKind({ [field]: 0, url: 'x' })).toBe('callRecord');
			expect(pushKind({ [field]: 0, dialog: [] })).toBe('dialog');
		},
	);

	it('is a basic record when task_row_index is null', () => {
		const kinds = [null, '', 0, '0'].map(
			(task_row_index) => item({ direction: 2, task_row_index }).recordKind,
		);
		expect(kinds).toEqual(['basic', 'basic', 'outbound', 'outbound']);
	});

	it.each([
		['the basic record of an outbound call', { direction: 2 }, true],
		['the final record of an outbound call', { direction: 2, task_row_index: 0 }, false],
		['the only record of an inbound call', { direction: 1 }, false],
		['a record that does not say who called', { time_hangup: 1 }, false],
	])('%s is preliminary: %s', (_name, body, preliminary) => {
		expect(item({ call_uuid: 'u', ...body })).toMatchObject({ preliminary });
	});
});

describe('the item of a call record', () => {
	it('says in words, ISO times and numbers what the outbound record says', () => {
		const shaped = item(outbound);
		const expected = {
			number: '13800000000',
			outcome: 'answered',
			callAgain: 'no',
			callSeconds: 31,
			calledAt: '2026-01-01T09:00:00.000+08:00',
			event: 'callRecord',
			recordKind: 'outbound',
			preliminary: false,
			direction: 'outbound',
			result: 'Success',
			row: { 客户手机号码: '13800000000', 姓名: '张伟' },
			callerNumber: '02566800001',
			calleeNumber: '13800000000',
			dialedAt: '2026-01-01T09:00:00.000+08:00',
			ringingAt: '2026-01-01T09:00:01.000+08:00',
			answeredAt: '2026-01-01T09:00:08.000+08:00',
			endedAt: '2026-01-01T09:00:39.000+08:00',
			ringSeconds: 8,
			resultCode: '0',
			resultDescription: '成功',
			retries: 1,
			rowIndex: 7,
			callUuid: 'uuid-1',
			taskId: '610027394152961',
			taskDataId: '412907635018842113',
			callRelationId: null,
			robotId: '3101',
			businessId: '20001',
			appId: 'app1',
			deduplicationKey: 'callRecord:uuid-1:outbound:1',
			body: outbound,
		};
		expect(shaped).toEqual(expected);
		// a table shows the fields in this order
		expect(Object.keys(shaped)).toEqual(Object.keys(expected));
	});

	it('has the customer’s number, whoever called', () => {
		expect(item({ ...outbound, direction: 1 }).number).toBe('02566800001');
		expect(item({ ...outbound, direction: undefined }).number).toBe('13800000000');
	});

	it('gives null for what was not sent, and for a time that never was', () => {
		expect(
			item({ call_uuid: 'u', direction: 1, time_answer: 0, time_hangup: 1767229239000 }),
		).toMatchObject({
			recordKind: 'basic',
			deduplicationKey: 'callRecord:u:basic',
			direction: 'inbound',
			answeredAt: null,
			endedAt: '2026-01-01T09:00:39.000+08:00',
			result: null,
			row: null,
			taskDataId: null,
		});
	});

	it('names values without a head by their place and keeps heads that are there twice', () => {
		const row = (task_row_value: unknown, head?: unknown) =>
			item({ ...outbound, task_row_value, ...(head !== undefined && { task_row_head: head }) }).row;
		expect(row(['1', '2', '3', '4', { x: 5 }], ['a', 'a', null, 'b'])).toEqual({
			a: '1',
			'a (2)': '2',
			'column 3': '3',
			b: '4',
			'column 5': { x: 5 },
		});
		expect(row(['1', '2', '3'], ['a', 'a (3)', 'a'])).toEqual({
			a: '1',
			'a (3)': '2',
			'a (4)': '3',
		});
		expect(row(['1'])).toEqual({ 客户手机号码: '1', 姓名: null });
		const asText = row('["1",12345678901234567890]', '["a","b"]');
		expect(asText).toEqual({ a: '1', b: '12345678901234567890' });
		expect(['no list', '[no list'].map((value) => row(value))).toEqual([null, null]);
		const tooDeep = (levels: number) => row('['.repeat(levels) + ']'.repeat(levels)) === null;
		expect([100, 101, 100_000].map(tooDeep)).toEqual([false, true, true]);
		expect(Object.entries(row(['x'], ['__proto__']) as object)).toEqual([['__proto__', 'x']]);
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

	it('reads turns that come as JSON text', () => {
		const turns = [{ seq: 1, role: 'customer', text_man: '以后不要再给我打电话了' }];
		const [asText, asList] = [JSON.stringify(turns), turns].map((dialog) =>
			item({ call_uuid: 'u', dialog }),
		);
		expect(asText).toMatchObject({ wantsNoMoreCalls: true, transcript: asList!.transcript });
	});

	it('has each entry by name, its node type in words and its hits as sent', () => {
		const { dialog, intention, lowestIntention } = item({
			dialog: [robot, customer],
			tag_max: 'A',
			tag_min: 'C',
		}) as Record<string, unknown>;
		expect([intention, lowestIntention]).toEqual(['A', 'C']);
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
			...['AnyNode', 'CollectInputNode', 'ConditionNode', 'EndNode', 'HookInfoNode'],
			...['KeyNavigationNode', 'NoNeedAnswerNode', 'NormalNode', 'constructor'],
		];
		const { dialog } = item({ dialog: types.map((node_type) => ({ node_type })) });
		const words = (dialog as Array<{ nodeType: string }>).map(({ nodeType }) => nodeType);
		expect(words.join()).toBe(
			'Any answer,Custom input,Key input,End,Dynamic reference,Key navigation,No answer needed,Ordinary interaction,constructor',
		);
	});

	it('says in Chinese what is words, and keeps names and codes', () => {
		const chinese = (fields: Record<string, unknown>) =>
			pushItem({ fields, encoding: 'utf-8' }, Buffer.from(''), 'chinese');
		const types = ['AnyNode', 'CollectInputNode', 'ConditionNode', 'EndNode', 'HookInfoNode'];
		const more = ['KeyNavigationNode', 'NoNeedAnswerNode', 'NormalNode', 'constructor'];
		const { dialog } = chinese({ dialog: [...types, ...more].map((node_type) => ({ node_type })) });
		const words = (dialog as Array<{ nodeType: string }>).map(({ nodeType }) => nodeType);
		expect(words.join()).toBe(
			'任意回答,自定义输入,按键输入,结束,动态引用,按键导航,无需回答,普通交互,constructor',
		);
		const unknown = { text_robot: 'hi' };
		expect(chinese({ dialog: [robot, customer, unknown], tag_max: 'A' })).toMatchObject({
			transcript: '机器人：您好\n客户：你说 吧 [A]\n未知：hi',
			dialog: [{ speaker: 'robot' }, { speaker: 'customer' }, { speaker: null }],
		});
		// a customer's entry alone brings the robot's words along
		expect(chinese({ dialog: [customer] }).transcript).toBe('机器人：您好\n客户：你说 吧 [A]');
		expect(chinese(outbound)).toMatchObject({ outcome: 'answered', result: '成功' });
		expect(chinese({ ...outbound, task_result: '99', task_result_desc: '另有原因' }).result).toBe(
			'未知',
		);
		expect(chinese({ direction: 1, time_answer: 0, duration_call: 0 }).result).toBeNull();
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
				const key = String(item(body).deduplicationKey);
				expect(item(JSON.parse(JSON.stringify(body)) as typeof body).deduplicationKey).toBe(key);
				expect(keys.has(key)).toBe(false);
				keys.add(key);
			}
		}
	});

	it('is the SHA-256 of the raw body without a call_uuid', () => {
		const raw = Buffer.from('{ "time_hangup": 1 }');
		const hash = createHash('sha256').update(raw).digest('hex');
		for (const call_uuid of [undefined, '']) {
			expect(item({ time_hangup: 1, call_uuid }, raw).deduplicationKey).toBe(hash);
		}
	});

	it('tells the results of a task’s tries apart', () => {
		const key = (task_tries?: unknown) => item({ ...outbound, task_tries }).deduplicationKey;
		expect([key(0), key('1'), key(2), key()]).toEqual([
			'callRecord:uuid-1:outbound:0',
			'callRecord:uuid-1:outbound:1',
			'callRecord:uuid-1:outbound:2',
			'callRecord:uuid-1:outbound',
		]);
	});

	it('tells two pushes of unknown kinds about one call apart', () => {
		const keys = [1, 2].map((a) => item({ call_uuid: 'u', a }).deduplicationKey);
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
			{ numRuns: runs(500) },
		);
	});
});

describe('fields of a push', () => {
	it('are numbers, also sent as text', () => {
		expect(['5', ' 5 ', 5, 0, '0'].map(numberIn)).toEqual([5, 5, 5, 0, 0]);
		const none = ['', '  ', 'x', null, undefined, true, {}, [5], NaN, Infinity];
		expect(none.map(numberIn)).toEqual(none.map(() => null));
	});

	it('are texts, also sent as numbers', () => {
		expect(['x', 5, 0, '', null, undefined, true, {}].map(textField)).toEqual([
			...['x', '5', '0'],
			...Array(5).fill(null),
		]);
	});

	it('say who called whom', () => {
		const told = [1, '1', 2, '2', 3, null, undefined].map(
			(code) => item({ time_hangup: 0, direction: code }).direction,
		);
		expect(told).toEqual(['inbound', 'inbound', 'outbound', 'outbound', null, null, null]);
	});

	it('of an unknown kind are left in the body', () => {
		expect(Object.keys(item({ call_uuid: 'u', a: 1 })).sort()).toEqual(
			[
				...['appId', 'body', 'businessId', 'callRelationId', 'callUuid'],
				...['deduplicationKey', 'event', 'robotId', 'taskDataId', 'taskId'],
			].sort(),
		);
	});
});

describe('a dialog', () => {
	const turns = (body: Record<string, unknown>) =>
		item(body).dialog as Array<Record<string, unknown>>;

	const said = (...dialog: object[]) => item({ dialog }).transcript;

	it('has the words of its speaker, whatever stands beside them', () => {
		const both = { text_robot: 'robot words', text_man: 'customer words' };
		const words = (role?: string) => turns({ dialog: [{ role, ...both }] })[0].text;
		expect([words('customer'), words('robot'), words('agent'), words()]).toEqual([
			'customer words',
			'robot words',
			'customer words',
			'customer words',
		]);
		expect(turns({ dialog: [{ role: 'robot', text_man: 'x' }] })[0].text).toBe('');
	});

	it('has no line for an entry that says nothing, but for one with an intention', () => {
		expect(said({ role: 'customer' }, { role: 'customer', tag_name: 'A' })).toBe('Customer:  [A]');
		expect(said({ role: 'robot', text_robot: 'hi' })).toBe('Robot: hi');
		expect(said({ role: 'robot', text_robot: 'a \n\r\n b' })).toBe('Robot: a b');
	});

	it('tells what the robot said once, and again when it says it again', () => {
		const robot = { role: 'robot', text_robot: 'hi' };
		const customer = { role: 'customer', text_robot: 'hi', text_man: 'yes' };
		expect(said(robot, customer)).toBe('Robot: hi\nCustomer: yes');
		expect(said(customer, customer)).toBe('Robot: hi\nCustomer: yes\nCustomer: yes');
		expect(said(robot, { ...customer, text_robot: 'ho' })).toBe(
			'Robot: hi\nRobot: ho\nCustomer: yes',
		);
	});

	it('has its intention and transcript first, also where it has no entries', () => {
		const empty = item({ time_begin: 1527321492, time_end: 1527321493000, tag_max: 'A' });
		expect(Object.entries(empty).slice(0, 10)).toEqual([
			['intention', 'A'],
			['transcript', ''],
			['answeredBy', 'unknown'],
			['wantsNoMoreCalls', 'unknown'],
			['wantsNoMoreCallsSentence', null],
			['startedAt', '2018-05-26T15:58:12.000+08:00'],
			['event', 'dialog'],
			['lowestIntention', null],
			['endedAt', '2018-05-26T15:58:13.000+08:00'],
			['dialog', []],
		]);
		expect(turns({ dialog: [{ node_type: null }] })[0].nodeType).toBeNull();
	});

	it('reads in the order of its numbers, and as it came where one has none', () => {
		const turn = (seq: unknown, text_robot: string) => ({ seq, role: 'robot', text_robot });
		const mixed = [turn('10', 'third'), turn(2, 'second'), turn('1', 'first')];
		expect(said(...mixed)).toBe('Robot: first\nRobot: second\nRobot: third');
		expect(said(...mixed, turn(null, 'last'))).toBe(
			'Robot: third\nRobot: second\nRobot: first\nRobot: last',
		);
		const body = { dialog: mixed };
		expect(item(body).body).toBe(body);
		expect(body.dialog[0].seq).toBe('10');
	});
});

describe('a push made to be huge', () => {
	it('is not shaped into a row of more than a thousand columns', () => {
		const row = (columns: number) => {
			const names = Array.from({ length: columns }, (_, n) => `c${n}`);
			return item({ task_row_head: names, task_row_value: names, time_hangup: 1 }).row;
		};
		expect(Object.keys(row(1000) as object)).toHaveLength(1000);
		expect(row(1001)).toBeNull();
	});

	it('is shaped only as far as any conversation goes', () => {
		expect(item({ dialog: new Array(100_000).fill({}) }).dialog).toHaveLength(2000);
	});
});

it('a body that was GBK says so, others do not', () => {
	const fields = { dialog: [] };
	const raw = Buffer.from('');
	expect(pushItem({ fields, encoding: 'gb18030' }, raw).bodyEncoding).toBe('gb18030');
	expect(item(fields)).not.toHaveProperty('bodyEncoding');
});
