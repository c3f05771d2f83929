import {
	CANCELED,
	inSeconds,
	lowerFirst,
	failure,
	isAnswered,
	isRetryable,
	success,
	type Problem,
	type Result,
} from '../problem/problem';
import type { Clock } from './clock';

/** Pause between a refusal that concerns every request and the one request that checks whether it still holds. */
const TRIAL_AFTER_MS = 1000;
/** The least time without any answer after which a run gives up. */
const LEAST_PATIENCE_MS = 300_000;

/** A request that may go out. */
export interface Pass {
	/** the item that it belongs to, counted from 0 */
	itemIndex: number;
	/** it goes out alone, to find out whether a refusal holds for every item */
	isTrial: boolean;
}

/**
 * Remembers for all items of a run why sending should stop. After a refusal that concerns every request (a bad key, a
 * wrong address) nothing new starts until one request of another item has tried again. If that is refused too, if no
 * item got an answer for long, or if the node will fail, nothing more is sent.
 */
export class RunMemory {
	/** a refusal that may hold for every item, and when a request may try again: never while one is trying */
	private doubt: { problem: Problem; itemIndex: number; trialAt: number } | undefined;

	/** why nothing more is sent */
	private over: Problem | undefined;

	/** since when no item got an answer, in milliseconds since 1970; undefined while none is waited for */
	private quietSince: number | undefined;

	private lastFailure: Problem | undefined;

	private readonly patienceMs: number;

	/** @param maxTimeMs the option Max Time per Item, in milliseconds */
	constructor(
		private readonly clock: Clock,
		maxTimeMs = 0,
	) {
		this.patienceMs = Math.max(maxTimeMs, LEAST_PATIENCE_MS);
	}

	/** Whether a request of an item may go out now, or why not any more; undefined while it has to wait. */
	mayStart(itemIndex: number): Result<Pass> | undefined {
		const now = this.clock.now();
		if (now - (this.quietSince ?? now) >= this.patienceMs) this.giveUp();
		if (this.over !== undefined) return failure(this.over);
		const { doubt } = this;
		if (doubt === undefined) return success({ itemIndex, isTrial: false });
		// its other requests fail as the first one did
		if (doubt.itemIndex === itemIndex) return failure(doubt.problem);
		return now < doubt.trialAt ? undefined : success({ itemIndex, isTrial: true });
	}

	/** Waits until a request that takes no turns may go out for an item. @returns why it may not any more */
	async pass(itemIndex: number): Promise<Result<Pass>> {
		for (;;) {
			const pass = this.mayStart(itemIndex);
			if (pass !== undefined) return pass;
			await this.clock.sleep(TRIAL_AFTER_MS);
			if (this.clock.canceled) return failure(CANCELED);
		}
	}

	/** A request goes out: from now on an answer is waited for. */
	started({ isTrial }: Pass): void {
		this.quietSince ??= this.clock.now();
		if (isTrial) this.doubt!.trialAt = Infinity;
	}

	/** A request has ended; without a result it failed here. */
	ended({ itemIndex, isTrial }: Pass, result?: Result<unknown>): void {
		const problem = result?.ok === false ? result.problem : undefined;
		const isSettled = result !== undefined && isAnswered(result) && !isRetryable(problem);
		if (isSettled) this.quietSince = undefined;
		else this.lastFailure = problem ?? this.lastFailure;
		const trialAt = this.clock.now() + TRIAL_AFTER_MS;
		if (isTrial && problem?.everyRequest) this.endAfterDoubt();
		else if (isTrial && isSettled) this.doubt = undefined;
		// a request that has to be repeated says nothing
		else if (isTrial) this.doubt!.trialAt = trialAt;
		else if (problem?.everyRequest) this.doubt ??= { problem, itemIndex, trialAt };
	}

	/** The node will fail: nothing more of its other items is sent. */
	end(): void {
		this.over ??= notSent(', because another item failed', {
			remedy: "Correct that item, or set 'On Error' in the node's settings to continue.",
		});
	}

	private endAfterDoubt(): void {
		const { problem, itemIndex } = this.doubt!;
		const first = `: ${lowerFirst(problem.message)} (first at item ${itemIndex})`;
		this.over ??= notSent(first, problem);
	}

	private giveUp(): void {
		const { lastFailure, patienceMs } = this;
		const because = lastFailure ? ` (${lowerFirst(lastFailure.message)})` : '';
		this.over ??= notSent(
			`: no item has received an answer for ${inSeconds(patienceMs)}${because}`,
			{
				remedy: 'Run the workflow again later with the items that failed.',
				code: lastFailure?.code,
			},
		);
	}
}

function notSent(why: string, { code, remedy }: Pick<Problem, 'code' | 'remedy'>): Problem {
	return { code, remedy, message: `Not sent${why}`, retryClass: 'never', notSent: true };
}
