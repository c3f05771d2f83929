import { setMaxListeners } from 'node:events';
import { deliver, PLATFORM_RULE, postOnce, type Attempt, type Delivery } from './delivery';
import type { JsonObject } from '../core/types';
import type { PushModule } from './pushBodies';
import type { AiCallSettings } from './settings';

interface PushedLine {
	module: PushModule;
	callUuid: string;
	/** Whether a receiver said success in time, in one of the tries. */
	ok: boolean;
	attempts: Attempt[];
}

/** A request for dialog context; valid is HTTP 200 with a JSON object whose values are strings. */
type ContextLine = Attempt & { valid: boolean };

interface Waiting {
	module: PushModule;
	url: string;
	body: JsonObject;
}

type Rules = Pick<AiCallSettings, 'pushTimeout' | 'contextTimeout'>;

/** Pushes under way at once. */
const PUSHES_AT_ONCE = 10;

/** Sends the dialler's pushes, so many at once, and keeps account of them. */
export class PushQueue {
	private waiting: Waiting[] = [];
	private underWay = 0;
	private delayed = 0;
	private abort = endlesslyHeard();
	private done: PushedLine[] = [];
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
		this.contexts.push({ ...attempt, valid: map !== null });
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
		this.done.push({ module, callUuid: String(body.call_uuid), ok, attempts });
		this.underWay--;
		this.pump();
		this.settle();
	}

	/** What is not yet over, and what has been pushed and asked; lists hold the newest `limit` entries. */
	view(limit = Infinity) {
		const newest = <T>(list: T[]): T[] => (limit === 0 ? [] : list.slice(-limit));
		return {
			pending: this.pending,
			pushes: newest(this.done),
			failures: newest(this.done.filter(({ ok }) => !ok)),
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
export function stringMap({ status, answer }: Attempt): Record<string, string> | null {
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
