import { createHash } from 'node:crypto';
import { seededRandom } from '../core/random';
import type { AiCallSettings } from './settings';

/** How a simulated call goes; lengths in milliseconds. */
export interface CallCourse {
	result: string;
	connected: boolean;
	/** From dialling to the far end's first ring. */
	beforeRing: number;
	/** From dialling to the answer, or to giving up. */
	ring: number;
	/** From the answer to the end; 0 when nobody answered. */
	talk: number;
}

/** Results after which somebody had answered: success, hung up after answering, dropped. */
const CONNECTED = ['0', '15', '16'];

/** Results by the part of all calls up to which each reaches. */
const RESULTS: Array<[upTo: number, code: string]> = [
	[0.7, '0'],
	[0.8, '15'],
	[0.85, '5'],
	[0.95, '20'],
	[1, '6'],
];

/** The Chinese label that task_result_desc carries, for every result code of the specification. */
export const RESULT_LABELS: Record<string, string> = {
	'-1': '超时',
	'0': '成功',
	'2': '正在通话中',
	'3': '无法接通',
	'4': '关机',
	'5': '用户正忙',
	'6': '空号或改号',
	'7': '错误号码',
	'9': '停机',
	'15': '客户接听后主动挂机',
	'16': '客户掉线',
	'20': '无人接听',
	'22': '呼叫转移失败',
	'23': '呼入限制',
	'26': '网络故障',
	'27': '呼出限制',
	'28': '线路故障',
};

/** A generator that the text alone decides. */
export function randomOf(text: string): () => number {
	return seededRandom(createHash('sha256').update(text).digest().readUInt32LE(0));
}

function resultOf(
	number: string,
	tries: number,
	settings: AiCallSettings,
	random: () => number,
): string {
	const ordered = settings.outcomes[number] ?? settings.outcomes['*'];
	if (typeof ordered === 'string') return ordered;
	if (ordered) return ordered[Math.min(tries, ordered.length - 1)] as string;
	const place = random();
	return RESULTS.find(([upTo]) => place < upTo)?.[1] ?? '0';
}

/** Draws the course of a call: the same number, try and settings give the same course. */
export function drawCall(number: string, tries: number, settings: AiCallSettings): CallCourse {
	const random = randomOf(`${number}:${tries}`);
	const result = resultOf(number, tries, settings, random);
	const connected = CONNECTED.includes(result);
	const between = (least: number, most: number): number =>
		Math.round(least + random() * (most - least));
	return {
		result,
		connected,
		beforeRing: between(300, 1500),
		ring: between(3000, connected ? 12_000 : 30_000),
		talk: connected ? between(6000, 45_000) : 0,
	};
}
