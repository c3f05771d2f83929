import { randomOf, RESULT_LABELS } from './calls';
import { has, type Manner } from '../core/habits';
import type { JsonObject } from '../core/types';

/** What is known of a call that has ended. Times are milliseconds since 1970, 0 when it never was. */
export interface EndedCall {
	businessId: string;
	appId: string;
	robotId: string;
	callUuid: string;
	caller: string;
	callee: string;
	timeDial: number;
	timeRing: number;
	timeAnswer: number;
	timeHangup: number;
	/** Direction 1; '' for outbound calls. */
	callRelationId: string;
	/** Direction 2; null for inbound calls. */
	outbound: {
		taskId: string;
		taskDataId: string;
		result: string;
		tries: number;
		rowIndex: number;
		head: string[];
		value: string[];
	} | null;
	/** Dynamic data of the script, put into what the robot says. */
	context: Record<string, string>;
}

const seconds = (from: number, to: number): number =>
	from === 0 ? 0 : Math.floor((to - from) / 1000);

const ringEnd = (call: EndedCall): number => call.timeAnswer || call.timeHangup;

const senderOf = ({ businessId, appId, robotId }: EndedCall, manner: Manner): JsonObject => ({
	business_id: businessId,
	...(!has(manner, 'pushesWithoutAppId') && { app_id: appId }),
	robot_id: robotId,
});

/** The call record with the fields that every call has; some more where the voice is observed. */
function basicRecord(call: EndedCall, manner: Manner): JsonObject {
	const { outbound } = call;
	const basic: JsonObject = {
		...senderOf(call, manner),
		call_uuid: call.callUuid,
		caller: call.caller,
		callee: call.callee,
		direction: outbound ? 2 : 1,
		time_answer: call.timeAnswer,
		time_hangup: call.timeHangup,
		duration_ring: seconds(call.timeDial, ringEnd(call)),
		duration_call: seconds(call.timeAnswer, call.timeHangup),
	};
	if (!outbound) basic.call_relation_id = call.callRelationId;
	if (outbound && manner.voice === 'observed') Object.assign(basic, outboundIds(call, outbound));
	return basic;
}

const outboundIds = (
	call: EndedCall,
	{ taskId, taskDataId }: NonNullable<EndedCall['outbound']>,
): JsonObject => ({
	task_id: taskId,
	task_data_id: taskDataId,
	time_dial: call.timeDial,
	time_ring: call.timeRing,
});

/** The outbound record: the basic one and what is known of the row. */
function outboundRecord(call: EndedCall, manner: Manner): JsonObject {
	const { outbound } = call;
	if (!outbound) throw new Error('An inbound call has no outbound record.');
	return {
		...basicRecord(call, manner),
		...outboundIds(call, outbound),
		task_result: outbound.result,
		task_result_desc: RESULT_LABELS[outbound.result] ?? '',
		task_tries: outbound.tries,
		task_row_index: outbound.rowIndex,
		task_row_head: outbound.head,
		task_row_value: outbound.value,
	};
}

function correlation(call: EndedCall, manner: Manner): JsonObject {
	const ids = {
		task_data_id: call.outbound?.taskDataId ?? '',
		call_relation_id: call.callRelationId,
	};
	return {
		...senderOf(call, manner),
		...(manner.voice === 'documented'
			? ids
			: Object.fromEntries(Object.entries(ids).filter(([, value]) => value !== ''))),
		call_uuid: call.callUuid,
	};
}

/** The recording push; the length is part of the path, so that the file can be made from it. */
function voicePush(call: EndedCall, manner: Manner): JsonObject {
	const duration = seconds(call.timeAnswer, call.timeHangup);
	const [day = ''] = new Date(call.timeAnswer).toISOString().split('T');
	return {
		...correlation(call, manner),
		url: `records/${day.replace(/-/g, '/')}/${call.callUuid}-${duration}.wav`,
		// 8000 samples a second of 16 bits behind a WAV head
		size: 44 + duration * 16_000,
		duration,
	};
}

interface Turn {
	type: string;
	name: string;
	robot: string;
	/** What the customer may answer: words, and the hit they make. */
	answers: Array<[said: string, hit: string]>;
}

const turn = (type: string, name: string, robot: string, ...answers: Turn['answers']): Turn => ({
	type,
	name,
	robot,
	answers,
});

const OPENING = turn(
	'NormalNode',
	'开场白',
	'您好，请问现在方便接听电话吗？',
	['方便，你说', '肯定'],
	['我在开车，“快点”讲', '忙碌'],
	['你是谁？', '询问身份'],
);
const ANY = '任意回答';
const MIDDLE = [
	turn(
		'AnyNode',
		'需求询问',
		'想了解一下您对我们服务的看法。',
		['还不错 👍', ANY],
		['一般般', ANY],
	),
	turn('CollectInputNode', '信息采集', '请说出您希望送货的日期。', ['三月十三号\n下午', '采集']),
	turn('ConditionNode', '按键输入', '请按键输入订单号后四位。', ['0042', '按键']),
	turn('HookInfoNode', '动态信息', '', ['对，是我', '肯定']),
	turn(
		'KeyNavigationNode',
		'按键导航',
		'续费请按一，转人工请按二。',
		['1', '按键一'],
		['2', '按键二'],
	),
];
const NOTICE = turn('NoNeedAnswerNode', '告知', '稍后会给您发送短信。');
const ENDING = turn('EndNode', '结束语', '感谢接听，再见！');
const INTENTIONS = ['A', 'B', 'C', 'D', 'E'];

/** The dialog push: the script's turns and the customer's answers, drawn by the call's uuid. */
function dialogPush(call: EndedCall, manner: Manner): JsonObject {
	const { voice } = manner;
	const random = randomOf(call.callUuid);
	const pick = <T>(values: T[]): T => values[Math.floor(random() * values.length)] as T;
	const middle = MIDDLE.filter(() => random() < 0.6);
	const tags: string[] = [];
	const dialog: JsonObject[] = [];
	const known = Object.entries(call.context).map(([key, value]) => `${key}：${value}`);

	const add = (turn: Turn, node: string, role: string, said: string, hit?: string): void => {
		const tag = role === 'customer' ? pick(INTENTIONS) : '';
		if (tag) tags.push(tag);
		const seq = dialog.length + 1;
		const entry: JsonObject = {
			seq: voice === 'documented' ? seq : String(seq),
			role,
			node_id: node,
			node_name: turn.name,
			node_type: turn.type,
			tag_name: tag,
			tag_desc: tag && `意向${tag}`,
			text_robot: role === 'robot' ? said : turn.robot,
			text_man: role === 'customer' ? said : '',
			question_id: role === 'robot' && turn.answers.length > 0 ? `q-${node}` : '',
		};
		if (hit !== undefined) {
			entry.hits = [
				{ hit, pick: true, answer_id: `a-${node}` },
				{ hit: ANY, pick: false, answer_id: '' },
			];
		} else if (voice === 'documented') entry.hits = [];
		if (voice === 'observed') {
			entry.time_start = call.timeAnswer + seq * 1500;
			entry.content_id = `c-${node}`;
		}
		dialog.push(entry);
	};

	for (const [place, turn] of [OPENING, ...middle, NOTICE, ENDING].entries()) {
		const node = `node_${call.robotId}_${place + 1}`;
		const robot =
			turn.type === 'HookInfoNode' ? `跟您核对：${known.join('，') || '无'}。` : turn.robot;
		add({ ...turn, robot }, node, 'robot', robot);
		if (turn.answers.length === 0) continue;
		const [said, hit] = pick(turn.answers);
		add({ ...turn, robot }, node, 'customer', said, hit);
	}
	tags.sort();
	return {
		...correlation(call, manner),
		...(voice === 'observed' && {
			time_begin: call.timeAnswer,
			time_end: call.timeHangup,
			...(call.outbound && { task_id: call.outbound.taskId }),
		}),
		tag_max: tags[0] ?? '',
		tag_min: tags.at(-1) ?? '',
		dialog,
	};
}

/** A push of a call that has ended. */
interface PushRow {
	kind: string;
	/** The platform's name for the address that it goes to. */
	module: string;
	body: (call: EndedCall, manner: Manner) => JsonObject;
	/** Whether a call has this push; every call when absent. */
	isSent?: (call: EndedCall) => boolean;
}

const isAnswered = ({ timeAnswer }: EndedCall): boolean => timeAnswer > 0;

/**
 * What the platform sends about a call, in this order. `basic` and `outbound` are its two records; an inbound call
 * has the basic one only, and one that nobody answered has records only.
 */
export const PUSHES = [
	{ kind: 'basic', module: 'receiveCallRecord', body: basicRecord },
	{
		kind: 'outbound',
		module: 'receiveCallRecord',
		body: outboundRecord,
		isSent: ({ outbound }) => outbound !== null,
	},
	{ kind: 'recording', module: 'receiveVoice', body: voicePush, isSent: isAnswered },
	{ kind: 'dialog', module: 'receiveDialog', body: dialogPush, isSent: isAnswered },
] as const satisfies readonly PushRow[];

export type PushKind = (typeof PUSHES)[number]['kind'];
export type PushModule = (typeof PUSHES)[number]['module'];

/** Every module that a push goes to. */
export const PUSH_MODULES: PushModule[] = [...new Set(PUSHES.map(({ module }) => module))];
