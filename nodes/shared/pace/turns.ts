import { createHash } from 'node:crypto';
import { sleep, type ICredentialDataDecryptedObject } from 'n8n-workflow';

import { CANCELED, failure, success, type Result } from '../problem/problem';
import { Pace, type Sent } from './pace';
import type { Attempts } from './retryBudget';
import type { Pass, RunMemory } from './runMemory';

/** Of the process, since executions end at different times; monotonic, since a clock may be set back. */
export const PROCESS_CLOCK = { now: () => performance.now(), sleep };
/** How often waiting requests are looked at while nothing else happens. */
const LOOK_AGAIN_MS = 250;

/** A request that may leave now. */
export interface Turn extends Sent, Pass {
	/** how long it waited while other executions took turns */
	sharedMs: number;
}

interface Waiting {
	itemIndex: number;
	since: number;
	attempts: Pick<Attempts, 'leftMs' | 'tooLate'>;
	/** when it is too late; Infinity before the first request of its item */
	deadline: number;
	begin: (turn: Result<Turn>) => void;
}

/** Shared by the executions of this process that use one key. */
class Shared {
	readonly pace = new Pace();

	/** whose turn is next comes first */
	readonly lanes = new Set<Lane>();

	private isServing = false;

	wake = () => {};

	/** Lets one request after another go, of each execution in turn. */
	async serve(): Promise<void> {
		if (this.isServing) return;
		this.isServing = true;
		for (;;) {
			// made in one go, all requests would leave after the last one, and their answers come together
			await PROCESS_CLOCK.sleep(0);
			const waiting = [...this.lanes].filter((lane) => lane.waiting.length > 0);
			if (waiting.length === 0) break;
			if (waiting.some((lane) => this.begins(lane))) continue;
			const event = new Promise<void>((resolve) => (this.wake = resolve));
			const dueMs = this.pace.nextAt - PROCESS_CLOCK.now();
			const pauseMs = dueMs > 0 ? Math.min(dueMs, LOOK_AGAIN_MS) : LOOK_AGAIN_MS;
			await Promise.race([event, PROCESS_CLOCK.sleep(pauseMs)]);
		}
		this.isServing = false;
	}

	/** Tells the first request of a lane that it may leave, or not any more. @returns whether it was told */
	private begins(lane: Lane): boolean {
		const { lanes, pace } = this;
		const { itemIndex, since, attempts, begin } = lane.waiting[0]!;
		const now = PROCESS_CLOCK.now();
		const { leftMs } = attempts;
		const isShared = lanes.size > 1;
		const pass = lane.run.mayStart(itemIndex);
		if (pass?.ok === false) begin(pass);
		else if (leftMs <= 0 || (pace.nextAt - now >= leftMs && !isShared)) begin(attempts.tooLate);
		else if (pass === undefined || pace.isFull || pace.nextAt > now) return false;
		else {
			lane.run.started(pass.value);
			lanes.delete(lane);
			lanes.add(lane);
			const sharedMs = isShared ? now - since : 0;
			begin(success(Object.assign(pace.leaves(now), pass.value, { sharedMs })));
		}
		lane.waiting.shift();
		return true;
	}

	limit(): void {
		this.pace.limitTo(Math.min(...[...this.lanes].map(({ most }) => most)));
		this.wake();
	}
}

/** The turns by key: a service counts requests for each key. */
const shared = new Map<string, Shared>();

/** The requests of one execution, which wait for their turns. */
export class Lane {
	readonly waiting: Waiting[] = [];

	private readonly shared: Shared;

	private readonly key: string;

	/**
	 * @param service its scheme and its name
	 * @param most requests in a second, where the user knows the limit: the lowest one holds for all
	 */
	constructor(
		service: string[],
		credentials: ICredentialDataDecryptedObject,
		readonly run: RunMemory,
		readonly most = Infinity,
	) {
		// a token is renewed while its key stays
		const keys = JSON.stringify([service, { ...credentials, token: '', expiresAt: '' }]);
		this.key = createHash('sha256').update(keys).digest('hex');
		this.shared = shared.get(this.key) ?? new Shared();
		shared.set(this.key, this.shared);
		this.shared.lanes.add(this);
		this.shared.limit();
	}

	/** Waits until a request of an item may leave, beyond its time only for those of others. */
	async turn(itemIndex: number, attempts: Waiting['attempts']): Promise<Result<Turn>> {
		const { waiting, shared: all, run } = this;
		if (!all.lanes.has(this)) return failure(CANCELED);
		// a queue of those that will never leave would hold up other executions
		const pass = run.mayStart(itemIndex);
		if (pass?.ok === false) return pass;
		return await new Promise((begin) => {
			const since = PROCESS_CLOCK.now();
			const deadline = since + attempts.leftMs;
			// earliest deadline first, so that no item runs out of time while others begin
			const later = waiting.findIndex((one) => one.deadline > deadline);
			const place = later < 0 ? waiting.length : later;
			waiting.splice(place, 0, { itemIndex, since, attempts, deadline, begin });
			void all.serve();
		});
	}

	/** A request has ended; without a result it failed here. */
	ended(turn: Turn, result?: Result<unknown>): void {
		this.shared.pace.ended(turn, PROCESS_CLOCK.now(), result);
		this.run.ended(turn, result);
		this.shared.wake();
	}

	/** The execution has ended, or was canceled: its waiting requests get no turn. The last execution removes the key. */
	leave(): void {
		for (const { begin } of this.waiting.splice(0)) begin(failure(CANCELED));
		if (!this.shared.lanes.delete(this)) return;
		if (this.shared.lanes.size === 0) shared.delete(this.key);
		this.shared.limit();
	}
}
