import { createHash } from 'node:crypto';
import { sleep, type ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { Result } from '../problem/problem';
import { Pace, type Sent } from './pace';

/** Of the process, since executions end at different times; monotonic, since a clock may be set back. */
const PROCESS_CLOCK = { now: () => performance.now(), sleep };
const LONGEST_NAP_MS = 1000;

/** A request that may leave now. */
export interface Turn extends Sent {
	/** how long it waited while other executions took turns */
	sharedMs: number;
}

interface Waiting {
	since: number;
	/** when it is too late; Infinity before the first request of its item */
	deadline: number;
	leftMs: () => number;
	begin: (turn: Turn | undefined) => void;
}

/** What the executions of this process share that use one key. */
class Shared {
	readonly pace = new Pace();

	/** whose turn is next comes first */
	readonly lanes = new Set<Lane>();

	private isServing = false;

	wake = () => {};

	constructor(readonly clock: typeof PROCESS_CLOCK) {}

	/** Lets one request after another go, of each execution in turn. */
	async serve(): Promise<void> {
		if (this.isServing) return;
		this.isServing = true;
		const { clock, lanes, pace } = this;
		for (;;) {
			// made in one go, all requests would leave after the last one, and their answers come together
			await clock.sleep(0);
			const lane = [...lanes].find(({ waiting }) => waiting.length > 0);
			if (lane === undefined) break;
			const { leftMs, since } = lane.waiting[0]!;
			const now = clock.now();
			const left = leftMs();
			const wait = pace.nextAt - now;
			const isShared = lanes.size > 1;
			if (left <= 0 || (wait >= left && !isShared)) lane.waiting.shift()!.begin(undefined);
			else if (pace.isFull) await new Promise<void>((resolve) => (this.wake = resolve));
			else if (wait > 0) await clock.sleep(Math.min(wait, LONGEST_NAP_MS));
			else {
				lanes.delete(lane);
				lanes.add(lane);
				const sharedMs = isShared ? now - since : 0;
				lane.waiting.shift()!.begin(Object.assign(pace.leaves(now), { sharedMs }));
			}
		}
		this.isServing = false;
	}

	limit(): void {
		this.pace.limitTo(Math.min(...[...this.lanes].map(({ most }) => most)));
		this.wake();
	}
}

/** Those of the executions that run, by what a service counts requests for. */
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
		readonly most = Infinity,
		clock = PROCESS_CLOCK,
	) {
		// a token is renewed while its key stays
		const keys = JSON.stringify([service, { ...credentials, token: '', expiresAt: '' }]);
		this.key = createHash('sha256').update(keys).digest('hex');
		this.shared = shared.get(this.key) ?? new Shared(clock);
		shared.set(this.key, this.shared);
		this.shared.lanes.add(this);
		this.shared.limit();
	}

	/** Waits for a request's turn, longer than `leftMs` only for others. @returns undefined when it is too late */
	async turn(leftMs: () => number): Promise<Turn | undefined> {
		const { waiting, shared: all } = this;
		if (!all.lanes.has(this)) return undefined;
		return await new Promise((begin) => {
			const since = all.clock.now();
			const deadline = since + leftMs();
			// earliest deadline first, so that no item runs out of time while others begin
			let place = waiting.length;
			while (place > 0 && waiting[place - 1]!.deadline > deadline) place--;
			waiting.splice(place, 0, { since, deadline, leftMs, begin });
			void all.serve();
		});
	}

	/** A request has ended; without a result it failed here. */
	ended(turn: Turn, result?: Result<unknown>): void {
		this.shared.pace.ended(turn, this.shared.clock.now(), result);
		this.shared.wake();
	}

	/** The execution has ended, or was canceled: what waits gets no turn. What the last one leaves is forgotten. */
	leave(): void {
		for (const { begin } of this.waiting.splice(0)) begin(undefined);
		if (!this.shared.lanes.delete(this)) return;
		if (this.shared.lanes.size === 0) shared.delete(this.key);
		this.shared.limit();
	}
}
