import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { failure, success, type Result } from '../problem/problem';
import { CLOCK, type Context } from './clock';
import { Pace } from './pace';
import { RetryBudget, type AttemptTime, type RequestPolicy } from './retryBudget';
import { RunMemory, type Ended } from './runMemory';

/** How often waiting requests are looked at while nothing else happens. */
const LOOK_AGAIN_MS = 100;

/** A request that waits for its turn. */
interface Waiting {
	itemIndex: number;
	budget: RetryBudget;
	since: number;
	begin: (turn: Result<Ended>) => void;
}

/** The executions of this process that use one key: a service counts requests for each key. */
class Turns {
	private readonly pace = new Pace();

	/** whose turn is next comes first */
	readonly lanes = new Set<Lane>();

	private isServing = false;

	private wake = () => {};

	/** Lets one request after another go, of each execution in turn. */
	async serve(): Promise<void> {
		if (this.isServing) return;
		this.isServing = true;
		for (;;) {
			// made in one go, all requests would leave after the last one, and their answers come together
			await CLOCK.sleep(0);
			const waiting = [...this.lanes].filter((lane) => lane.waiting.size > 0);
			if (waiting.length === 0) break;
			const limits = [...this.lanes].map(({ policy }) => policy.maxPerSecond ?? Infinity);
			this.pace.limitTo(Math.min(...limits));
			if (waiting.some((lane) => this.serves(lane))) continue;
			const event = new Promise<void>((resolve) => (this.wake = resolve));
			const dueMs = this.pace.nextAt - CLOCK.now();
			const lookMs = dueMs > 0 ? Math.min(dueMs, LOOK_AGAIN_MS) : LOOK_AGAIN_MS;
			await Promise.race([event, CLOCK.sleep(lookMs)]);
		}
		this.isServing = false;
	}

	/** Tells the first request of a lane that it may leave, or not any more. @returns whether it was told */
	private serves(lane: Lane): boolean {
		const { lanes, pace } = this;
		// the earliest deadline first, so that no item runs out of time while others begin
		const first = [...lane.waiting].reduce((best, one) =>
			one.budget.deadline < best.budget.deadline ? one : best,
		);
		const { itemIndex, budget, since, begin } = first;
		const now = CLOCK.now();
		const isShared = lanes.size > 1;
		const why = lane.run.whyNot(itemIndex);
		if (typeof why === 'object') begin(failure(why));
		else if (!isShared && Math.max(pace.nextAt, now) >= budget.deadline) begin(budget.tooLate);
		else if (why === 'wait' || pace.isFull || pace.nextAt > now) return false;
		else {
			lanes.delete(lane);
			lanes.add(lane);
			// only waiting for itself is the time of an item
			if (isShared) budget.giveBack(now - since);
			const ended = [pace.leaves(now), lane.run.begin(itemIndex), () => this.wake()];
			begin(success((result) => ended.forEach((tell) => tell(result))));
		}
		return lane.waiting.delete(first);
	}
}

/** The turns by key. */
const turnsOf = new Map<string, Turns>();

/** The requests of one execution to one service that are safe to repeat. */
export class Lane {
	readonly waiting = new Set<Waiting>();

	private readonly key: string;

	/** while it takes part */
	private turns: Turns | undefined;

	/** @param service its scheme and its name */
	constructor(
		protected readonly context: Context,
		service: string[],
		readonly credentials: ICredentialDataDecryptedObject,
		readonly policy: RequestPolicy,
		readonly run = new RunMemory(context, policy.maxTimeMs),
	) {
		// a token is renewed while its key stays
		this.key = JSON.stringify([service, { ...credentials, token: '', expiresAt: '' }]);
	}

	/** The retry budget of one item, for all of its requests and downloads. */
	retryBudget(): RetryBudget {
		return new RetryBudget(this.context, this.policy);
	}

	/**
	 * Sends a request when it is its turn, and again where that is worth it.
	 * @param send sends it once, within a time
	 */
	protected async repeat<T>(
		send: (time: AttemptTime) => Promise<Result<T>>,
		itemBudget = this.retryBudget(),
		itemIndex = 0,
	): Promise<Result<T>> {
		const budget = itemBudget.ofNext();
		const answered = await budget.repeat(async () => {
			const turn = await this.turn(itemIndex, budget);
			if (!turn.ok) return turn;
			let result: Result<T> | undefined;
			try {
				return (result = await send(budget.begin()));
			} finally {
				turn.value(result);
			}
		});
		if (answered.ok) budget.stop(this.policy.maxTimeMs);
		return answered;
	}

	/** Waits until a request of an item may leave, beyond its time only for those of others. */
	private async turn(itemIndex: number, budget: RetryBudget): Promise<Result<Ended>> {
		// a queue of those that will never leave would hold up other executions
		const why = this.run.whyNot(itemIndex);
		if (typeof why === 'object') return failure(why);
		const turns = (this.turns ??= turnsOf.get(this.key) ?? new Turns());
		turnsOf.set(this.key, turns);
		turns.lanes.add(this);
		return await new Promise((begin) => {
			this.waiting.add({ itemIndex, budget, since: CLOCK.now(), begin });
			void turns.serve();
		});
	}

	/** The run has ended. The last execution removes the key. */
	readonly close = (): void => {
		this.turns?.lanes.delete(this);
		if (this.turns?.lanes.size === 0) turnsOf.delete(this.key);
		this.turns = undefined;
	};
}
