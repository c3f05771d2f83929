import {
	contextMap,
	workflowResult,
} from '../../../nodes/IflytekAiCallTrigger/dialogContext/contextMap';
import { numberWithin } from '../../../nodes/IflytekAiCallTrigger/numberWithin';
import { callResult } from '../../../nodes/IflytekAiCallTrigger/push/callResults';
import { dialogFields } from '../../../nodes/IflytekAiCallTrigger/push/dialog';
import { numberField, textField } from '../../../nodes/IflytekAiCallTrigger/push/fields';
import { pushItem } from '../../../nodes/IflytekAiCallTrigger/push/item';
import { direction, pushKind } from '../../../nodes/IflytekAiCallTrigger/push/kind';
import { readBody } from '../../../nodes/IflytekAiCallTrigger/push/readBody';
import { compareRegistration } from '../../../nodes/IflytekAiCallTrigger/registration/compareRegistration';

describe('a number from a parameter', () => {
	it.each([
		[undefined, 1.2],
		['', 1.2],
		['soon', 1.2],
		[NaN, 1.2],
		[0.5, 0.5],
		['0.5', 0.5],
		[0, 0.1],
		[-3, 0.1],
		[9, 2.5],
		[2.5, 2.5],
		[0.1, 0.1],
	])('%p is %d', (value, number) => {
		expect(numberWithin(value, 1.2, 0.1, 2.5)).toBe(number);
	});
});

describe('how deep a body may be nested', () => {
	const levels = (open: string, close: string, count: number) =>
		readBody(Buffer.from(`{"a":${open.repeat(count - 1)}1${close.repeat(count - 1)}}`));

	it.each([
		['[', ']'],
		['{"a":', '}'],
	])('is a hundred levels of %s', (open, close) => {
		expect(levels(open, close, 100).ok).toBe(true);
		expect(levels(open, close, 101)).toEqual({
			ok: false,
			reason: 'The body is nested more than 100 levels deep.',
		});
	});

	it('counts levels, not brackets', () => {
		for (const one of ['[]', '{}', '[{}]', '"["', '"{"', '"\\"["']) {
			const body = `{"a":[${Array(150).fill(one).join()}]}`;
			expect(readBody(Buffer.from(body)).ok).toBe(true);
		}
		const behind = `{"a":[${Array(150).fill('[]').join()},${'['.repeat(99)}${']'.repeat(99)}]}`;
		expect(readBody(Buffer.from(behind)).ok).toBe(false);
	});

	it('has a byte order mark in front only', () => {
		expect(readBody(Buffer.from('{"a":"\uFEFF"}'))).toEqual({ ok: true, body: { a: '\uFEFF' } });
		expect(readBody(Buffer.from('{"a":1}\uFEFF')).ok).toBe(false);
	});
});

describe('the result of a call by its label', () => {
	it.each([
		['Timeout', '超时'],
		['Success', '成功'],
		['Already in a call', '正在通话中'],
		['Cannot connect', '无法接通'],
		['Powered off', '关机'],
		['Busy', '用户正忙'],
		['Empty or changed number', '空号 空号或改号 改号'],
		['Wrong number', '号码错误 错误号码'],
		['Rejected', '用户拒接'],
		['Service suspended', '停机 暂停服务 欠费'],
		['Customer hung up after answering', '客户接听后并主动挂机 客户接听后主动挂机'],
		['Customer dropped', '客户掉线'],
		['Connected', '接通'],
		['Transferred to an agent', '转人工'],
		['Not answered', '用户未接 无人接听'],
		['Call forwarding failed', '呼叫转移失败'],
		['Inbound restricted', '呼入限制'],
		['Call forwarded', '呼叫转移'],
		['Network fault', '网络故障'],
		['Outbound restricted', '呼出受限 呼出限制'],
		['Line fault', '线路故障 网络忙'],
		['Call reminder service answered', '来电提醒'],
	])('is %s', (words, labels) => {
		for (const label of labels.split(' ')) expect(callResult(undefined, label)).toBe(words);
	});

	it.each([
		['8', 'Rejected'],
		['18', 'Connected'],
		['19', 'Transferred to an agent'],
		['22', 'Call forwarding failed'],
		['25', 'Call forwarded'],
		['99', 'Unknown'],
	])('is by code %s without one: %s', (code, words) => {
		expect(callResult(code, undefined)).toBe(words);
		expect(callResult(` ${code} `, '')).toBe(words);
	});

	it('is null without code and label, and unknown with an unknown label only', () => {
		expect(callResult(undefined, null)).toBeNull();
		expect(callResult('', '新')).toBe('Unknown');
	});
});

describe('fields of a push', () => {
	it('are numbers, also sent as text', () => {
		const values = [
			'5',
			' 5 ',
			5,
			0,
			'0',
			'',
			'  ',
			'x',
			null,
			undefined,
			true,
			{},
			[5],
			NaN,
			Infinity,
		];
		expect(values.map(numberField)).toEqual([
			...[5, 5, 5, 0, 0],
			...Array(values.length - 5).fill(null),
		]);
	});

	it('are texts, also sent as numbers', () => {
		expect(['x', 5, 0, '', null, undefined, true, {}].map(textField)).toEqual([
			...['x', '5', '0'],
			...Array(5).fill(null),
		]);
	});

	it.each([
		'direction',
		'time_answer',
		'time_hangup',
		'duration_ring',
		'duration_call',
		'task_row_index',
		'task_result',
	])('make a call record of a push with %s', (field) => {
		expect(pushKind({ [field]: 0 })).toBe('callRecord');
		expect(pushKind({ [field]: 0, url: 'x' })).toBe('callRecord');
		expect(pushKind({ [field]: 0, dialog: [] })).toBe('dialog');
	});

	it('say who called whom', () => {
		expect(
			[1, '1', 2, '2', 3, null, undefined].map((code) => direction({ direction: code })),
		).toEqual(['inbound', 'inbound', 'outbound', 'outbound', null, null, null]);
	});

	it('of an unknown kind are left in the body', () => {
		const item = pushItem({ call_uuid: 'u', a: 1 }, Buffer.from('x'));
		expect(Object.keys(item).sort()).toEqual(
			[
				...['appId', 'body', 'businessId', 'callRelationId', 'callUuid'],
				...['deduplicationKey', 'event', 'robotId', 'taskDataId', 'taskId'],
			].sort(),
		);
	});
});

describe('a dialog', () => {
	const said = (...dialog: object[]) => dialogFields({ dialog }).transcript;

	it('has the words of its speaker, whatever stands beside them', () => {
		const both = { text_robot: 'robot words', text_man: 'customer words' };
		const words = (role?: string) => dialogFields({ dialog: [{ role, ...both }] }).dialog[0]!.text;
		expect([words('customer'), words('robot'), words('agent'), words()]).toEqual([
			'customer words',
			'robot words',
			'customer words',
			'customer words',
		]);
		expect(dialogFields({ dialog: [{ role: 'robot', text_man: 'x' }] }).dialog[0]!.text).toBe('');
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
		expect(said({ ...customer, text_robot: '' })).toBe('Customer: yes');
		expect(said(robot, { ...customer, text_robot: 'ho' })).toBe(
			'Robot: hi\nRobot: ho\nCustomer: yes',
		);
	});

	it('has times, tags and nothing else where it has no entries', () => {
		expect(dialogFields({ time_begin: 1527321492, time_end: 1527321493000, tag_max: 'A' })).toEqual(
			{
				tagMax: 'A',
				tagMin: null,
				startedAt: '2018-05-26T07:58:12.000Z',
				endedAt: '2018-05-26T07:58:13.000Z',
				transcript: '',
				dialog: [],
			},
		);
		expect(dialogFields({ dialog: [{ node_type: null }] }).dialog[0]!.nodeType).toBeNull();
	});
});

describe('the answer of a workflow', () => {
	const own = 'Workflow executed successfully but the last node did not return any data';

	it('is n8n’s own only when it is that message and nothing else', () => {
		expect(workflowResult(200, { message: own })).toBeUndefined();
		expect(workflowResult(200, { message: own, name: 'x' })).toEqual({ message: own, name: 'x' });
		expect(workflowResult(200, { message: `So: ${own}` })).toEqual({ message: `So: ${own}` });
		expect(workflowResult(200, { message: 5 })).toEqual({ message: 5 });
		for (const body of [undefined, null, 'text', [own]]) {
			expect(workflowResult(200, body)).toBe(body);
		}
		expect(contextMap(workflowResult(200, 'text')).ok).toBe(false);
	});
});

describe('registered addresses', () => {
	const WANTED = 'https://n8n.example.com/webhook/push';
	const told = (url: unknown, wanted = WANTED, secret = '') =>
		compareRegistration([{ url_module: 'receiveVoice', url }], ['receiveVoice'], wanted, secret);

	it('are missing when they are blank', () => {
		for (const url of ['', '  ', null, undefined]) {
			expect(told(url)).toEqual([`receiveVoice has no URL: paste ${WANTED}`]);
		}
	});

	it('may have blanks and a slash at their end, as the wanted one may', () => {
		expect(told(` ${WANTED}/ `)).toEqual([]);
		expect(told(WANTED, `${WANTED}/`)).toEqual([]);
		expect(told(`${WANTED}//`)).toHaveLength(1);
		expect(told('https://n8n.example.com/web/hook/push')).toHaveLength(1);
	});

	it('do not show a user name, a password or a fragment', () => {
		expect(told('https://a:b@other.example/x#c')).toEqual([
			`receiveVoice points to https://other.example/x: paste ${WANTED}`,
		]);
		expect(told(`https://a:b@${WANTED.slice(8)}#c`)).toEqual([]);
	});

	it('name the first of several that are wrong, and need the secret only where there is one', () => {
		const urls = ['https://one.example/', 'https://two.example/'].map((url) => ({
			url_module: 'receiveVoice',
			url,
		}));
		expect(compareRegistration(urls, ['receiveVoice'], WANTED, '')[0]).toMatch(/one\.example/);
		expect(told(`${WANTED}?key=x`)).toEqual([]);
		expect(told(`${WANTED}?key=x`, WANTED, 'x')).toEqual([]);
		expect(told(WANTED, WANTED, 'x')).toHaveLength(1);
	});
});
