import { setMaxListeners } from 'node:events';
import { deliver, PLATFORM_RULE, postOnce, type Attempt, type Delivery } from './delivery';
import { timingsOf, type Timings } from './timings';
import type { JsonObject } from '../core/types';
import type { AiCallSettings, PushModule } from './settings';

/** A push whose receiver did not say success in any try, as the platform's failure file lists it. */
export interface FailedPush {
	data: JsonObject;
	module: PushModule;
	/** Tries made in all. */
	retryTimes: number;
	timestamp: number;
	url: string;
	attempts: Attempt[];
}

export interface PushedLine {
	module: PushModule;
	callUuid: string;
	/** 'basic' or 'outbound' for call records. */
	recordKind: 'basic' | 'outbound' | null;
	ok: boolean;
	attempts: Attempt[];
}

/** One request for dialog context and what came of it. */
export interface ContextLine {
	callRelationId: string;
	robotId: string;
	ms: number;
	status: number | null;
	fault: string | null;
	/** HTTP 200 with a JSON object whose values are strings. */
	valid: boolean;
	answer: string;
}

export interface PushesView {
	/** Not yet over: waiting for their time or a place, and under way. */
	pending: number;
	modules: Record<string, { pushes: number; received: number; failed: number; attempts: number }>;
	/** Of every attempt that got an answer. */
	times: Timings;
	failures: FailedPush[];
	pushes: PushedLine[];
	context: { requests: number; valid: number; over500: number; times: Timings };
	contexts: ContextLine[];
}

interface Waiting {
	module: PushModule;
	url: string;
	body: JsonObject;
}

type Rules = Pick<AiCallSettings, 'pushTimeout' | 'contextTimeout'>;

/** Pushes under way at once. */
export const PUSHES_AT_ONCE = 10;

/** Sends the dialler's pushes, so many at once, and keeps account of them. */
export class PushQueue {
	private waiting: Waiting[] = [];
	private underWay = 0;
	private delayed = 0;
	private abort = endlesslyHeard();
	private done: PushedLine[] = [];
	private failures: FailedPush[] = [];
	private contexts: ContextLine[] = [];
	private contextsUnderWay = 0;
	private idle: Array<() => void> = [];

	constructor(private readonly rules: () => Rules) {}

	/** Sends a push, `delay` milliseconds of the machine from now at the earliest. */
	add(module: PushModule, url: string, body: JsonObject, delay: number): void {
		const push = (): void => {
			this.waiting.push({ module, url, body });
			this.pump();
		};
		if (delay <= 0) push();
		else this.later(delay, push);
	}

	/** Asks a receiver for the dialog context of an inbound call; {} when it gives none. */
	async askContext(url: string, request: JsonObject): Promise<Record<string, string>> {
		this.contextsUnderWay++;
		const { signal } = this.abort;
		const { contextTimeout } = this.rules();
		const attempt = await postOnce(url, JSON.stringify(request), contextTimeout, signal);
		if (signal.aborted) return {};
		const map = stringMap(attempt);
		this.contexts.push({
			callRelationId: String(request.call_relation_id),
			robotId: String(request.robot_id),
			ms: attempt.ms,
			status: attempt.status,
			fault: attempt.fault,
			valid: map !== null,
			answer: attempt.answer,
		});
		this.contextsUnderWay--;
		this.settle();
		return map ?? {};
	}

	/** Runs `task` after `ms` milliseconds of the machine, unless the queue is reset before. */
	later(ms: number, task: () => void): void {
		const { signal } = this.abort;
		this.delayed++;
		const timer = setTimeout(() => {
			signal.removeEventListener('abort', cancel);
			this.delayed--;
			task();
			this.settle();
		}, ms);
		timer.unref();
		const cancel = (): void => clearTimeout(timer);
		signal.addEventListener('abort', cancel, { once: true });
	}

	/** Resolves once nothing waits and nothing is under way. */
	whenIdle(): Promise<void> {
		return new Promise((resolve) => {
			this.idle.push(resolve);
			this.settle();
		});
	}

	private get pending(): number {
		return this.waiting.length + this.underWay + this.delayed + this.contextsUnderWay;
	}

	private settle(): void {
		if (this.pending > 0) return;
		for (const resolve of this.idle.splice(0)) resolve();
	}

	private pump(): void {
		while (this.waiting.length > 0 && this.underWay < PUSHES_AT_ONCE) {
			void this.send(this.waiting.shift() as Waiting);
		}
	}

	private async send({ module, url, body }: Waiting): Promise<void> {
		this.underWay++;
		const { pushTimeout: timeout } = this.rules();
		const { signal } = this.abort;
		const rule = { ...PLATFORM_RULE, timeout, retryPause: timeout / 3 };
		const { ok, attempts }: Delivery = await deliver(url, JSON.stringify(body), rule, signal);
		if (signal.aborted) return;
		const isRecord = module === 'receiveCallRecord';
		this.done.push({
			module,
			callUuid: String(body.call_uuid),
			recordKind: isRecord ? ('task_row_index' in body ? 'outbound' : 'basic') : null,
			ok,
			attempts,
		});
		if (!ok) {
			const retryTimes = attempts.length;
			const timestamp = Date.now();
			this.failures.push({ data: body, module, retryTimes, timestamp, url, attempts });
		}
		this.underWay--;
		this.pump();
		this.settle();
	}

	/** What has been pushed; lists hold the newest `limit` entries. */
	view(limit = Infinity): PushesView {
		const newest = <T>(list: T[]): T[] => (limit === 0 ? [] : list.slice(-limit));
		const modules: PushesView['modules'] = {};
		const answered: number[] = [];
		for (const { module, ok, attempts } of this.done) {
			const count = (modules[module] ??= { pushes: 0, received: 0, failed: 0, attempts: 0 });
			count.pushes++;
			count[ok ? 'received' : 'failed']++;
			count.attempts += attempts.length;
			for (const { status, ms } of attempts) if (status !== null) answered.push(ms);
		}
		return {
			pending: this.pending,
			modules,
			times: timingsOf(answered),
			failures: newest(this.failures),
			pushes: newest(this.done),
			context: {
				requests: this.contexts.length,
				valid: this.contexts.filter(({ valid }) => valid).length,
				over500: this.contexts.filter(({ ms }) => ms > 500).length,
				times: timingsOf(this.contexts.map(({ ms }) => ms)),
			},
			contexts: newest(this.contexts),
		};
	}

	/** Breaks off what is under way and forgets everything. */
	reset(): void {
		this.abort.abort();
		this.abort = endlesslyHeard();
		this.waiting = [];
		this.underWay = 0;
		this.delayed = 0;
		this.contextsUnderWay = 0;
		this.done = [];
		this.failures = [];
		this.contexts = [];
		this.settle();
	}
}

function endlesslyHeard(): AbortController {
	const controller = new AbortController();
	setMaxListeners(0, controller.signal);
	return controller;
}

/** The answer to a context request as a map, null when it is none. */
function stringMap({ status, answer }: Attempt): Record<string, string> | null {
	if (status !== 200) return null;
	try {
		const map: unknown = JSON.parse(answer);
		if (typeof map !== 'object' || map === null || Array.isArray(map)) return null;
		const values: unknown[] = Object.values(map);
		return values.every((value) => typeof value === 'string')
			? (map as Record<string, string>)
			: null;
	} catch {
		return null;
	}
}
