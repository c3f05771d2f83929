import { performance } from 'node:perf_hooks';
import { createHash } from 'node:crypto';
import { TO_THE_LETTER } from '../core/habits';
import type { JsonObject, Voice } from '../core/types';
import { drawCall, randomOf, RESULT_LABELS } from './calls';
import { deliver, PLATFORM_RULE, type Attempt, type PushRule } from './delivery';
import { PUSHES, type EndedCall, type PushKind, type PushModule } from './pushBodies';
import { defaultAiCallSettings } from './settings';
import { timingsOf } from './timings';

export interface MadePush {
	module: PushModule;
	kind: PushKind;
	callUuid: string;
	body: JsonObject;
}

export interface PushPlan {
	url: string;
	count: number;
	/** Pushes started in a second, evenly spaced whatever the answers do; all at once when absent. */
	rate?: number;
	/** Kinds to send; all of them when absent. */
	kinds?: PushKind[];
	/** Directions of the calls; both in turn when absent. */
	direction?: 'inbound' | 'outbound';
	voice?: Voice;
	/** Other seeds make other calls. */
	seed?: string;
	rule?: Partial<PushRule>;
}

export interface SentPush extends Omit<MadePush, 'body'> {
	index: number;
	/** The text sent, byte for byte. */
	body: string;
	ok: boolean;
	attempts: Attempt[];
}

export type PushReport = ReturnType<typeof reportOf>;

const CONTEXTS = [
	['张伟', 'A-0001'],
	['欧阳 "小" 明', '\\路径\\'],
	['Zoë 🙂', ''],
];

/** A call that never was, decided by the seed and its number: inbound or outbound, answered or not. */
export function madeCall(index: number, seed = '1', direction?: PushPlan['direction']): EndedCall {
	const random = randomOf(`${seed}:${index}`);
	const whole = (least: number, most: number): number =>
		Math.floor(least + random() * (most - least + 1));
	const hash = createHash('sha256').update(`${seed}:call:${index}`).digest('hex');
	const outbound = (direction ?? (index % 2 === 0 ? 'outbound' : 'inbound')) === 'outbound';
	const number = `1${whole(3, 9)}${String(whole(0, 999_999_999)).padStart(9, '0')}`;
	const course = drawCall(number, 0, defaultAiCallSettings());
	const results = Object.keys(RESULT_LABELS);
	const result = whole(0, 2) > 0 ? '0' : (results[whole(0, results.length - 1)] as string);
	const answered = !outbound || ['0', '15', '16'].includes(result);
	const timeDial = 1_767_229_200_000 + index * 1000 + whole(0, 999);
	const end = timeDial + course.ring;
	const head = ['客户手机号码', '姓名', '订单号'];
	const [name = '', order = ''] = CONTEXTS[whole(0, CONTEXTS.length - 1)] ?? [];
	return {
		businessId: '20001',
		appId: 'emuapp01',
		robotId: String(whole(3101, 3104)),
		callUuid: hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
		caller: outbound ? '02566800001' : number,
		callee: outbound ? number : '02566800001',
		timeDial,
		timeRing: timeDial + course.beforeRing,
		timeAnswer: answered ? end : 0,
		timeHangup: answered ? end + whole(5000, 60_000) : end,
		callRelationId: outbound ? '' : `relation-${hash.slice(0, 12)}`,
		outbound: outbound
			? {
					taskId: '610027394152961',
					taskDataId: (412_907_635_018_842_113n + BigInt(index)).toString(),
					result,
					tries: whole(0, 3),
					rowIndex: index + 1,
					head,
					value: [number, name, order],
				}
			: null,
		context: { 姓名: name },
	};
}

/** The pushes that a platform sends for a call. */
export function pushesOf(call: EndedCall, manner = TO_THE_LETTER): MadePush[] {
	const { callUuid } = call;
	return PUSHES.filter((push) => !('isSent' in push) || push.isSent(call)).map(
		({ kind, module, body }) => ({ module, kind, callUuid, body: body(call, manner) }),
	);
}

/** The first `count` pushes of the calls 0, 1, 2 …; the same seed makes the same ones. */
export function makePushes(plan: Omit<PushPlan, 'url'>): MadePush[] {
	const made: MadePush[] = [];
	for (let call = 0; made.length < plan.count; call++) {
		const pushes = pushesOf(madeCall(call, plan.seed, plan.direction), {
			voice: plan.voice ?? 'documented',
			habits: 'voice',
		});
		const wanted = pushes.filter(({ kind }) => !plan.kinds || plan.kinds.includes(kind));
		made.push(...wanted.slice(0, plan.count - made.length));
		if (call > plan.count * 50 + 1000) throw new Error('No call has pushes of these kinds.');
	}
	return made;
}

/**
 * Pushes by the platform's rule and tells when and how each was answered. With a rate the starts
 * do not wait for answers, as the platform's do not.
 */
export async function sendPushes(plan: PushPlan): Promise<PushReport> {
	const rule = { ...PLATFORM_RULE, ...plan.rule };
	const made = makePushes(plan);
	const from = performance.now();

	const send = async (push: MadePush, index: number): Promise<SentPush> => {
		if (plan.rate !== undefined) {
			const wait = from + (index * 1000) / plan.rate - performance.now();
			if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
		}
		const body = JSON.stringify(push.body);
		const { ok, attempts } = await deliver(plan.url, body, rule);
		const { module, kind, callUuid } = push;
		return { index, module, kind, callUuid, body, ok, attempts };
	};

	return reportOf(await Promise.all(made.map(send)));
}

function reportOf(pushes: SentPush[]) {
	const attempts = pushes.flatMap((push) => push.attempts);
	const received = pushes.filter(({ ok }) => ok).length;
	const firstAttempts = pushes.flatMap((push) => push.attempts.slice(0, 1));
	const answered = firstAttempts.filter(({ status }) => status !== null);
	return {
		pushes,
		received,
		failed: pushes.length - received,
		attempts: attempts.length,
		/** Time to the answer of each first attempt that got one. */
		firstAnswers: timingsOf(answered.map(({ ms }) => ms)),
	};
}
