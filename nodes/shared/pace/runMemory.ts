import {
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

interface Refusal {
	problem: Problem;
	itemIndex: number;
}

/**
 * What a run has learned for all of its items. After a refusal that concerns every request (of the key, or
 * by a wrong address) nothing new starts, until one request of another item shows whether it holds. Where that
 * is refused alike, where no item got an answer for long, or where the node will fail, nothing more is sent.
 */
export class RunMemory {
	private refusal: Refusal | undefined;

	/** ends when the next request may find out whether the refusal holds, or the one that does has ended */
	private pause: Promise<unknown> | undefined;

	private endTrial = () => {};

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

	/** Waits until a request of an item may go out. @returns why it may not any more */
	async mayStart(itemIndex: number): Promise<Result<Pass>> {
		for (;;) {
			if (this.isQuiet) this.giveUp();
			if (this.over !== undefined) return failure(this.over);
			const { refusal, pause } = this;
			if (pause === undefined || this.clock.canceled) return success({ itemIndex, isTrial: false });
			// its other requests fail as the first one did
			if (refusal?.itemIndex === itemIndex) return failure(refusal.problem);
			await pause;
			if (this.pause !== pause || this.over !== undefined || this.clock.canceled) continue;
			this.pause = new Promise<void>((resolve) => (this.endTrial = resolve));
			return success({ itemIndex, isTrial: true });
		}
	}

	/** Whether something happened since a request got its pass, so that it has to wait. */
	isHeld({ isTrial }: Pass): boolean {
		return this.over !== undefined || this.isQuiet || (this.pause !== undefined && !isTrial);
	}

	/** A request goes out: from now on an answer is waited for. */
	started(): void {
		this.quietSince ??= this.clock.now();
	}

	/** A request with a pass has ended; without a result it was not sent, or failed here. */
	ended({ itemIndex, isTrial }: Pass, result?: Result<unknown>): void {
		const problem = result?.ok === false ? result.problem : undefined;
		const isSettled = result !== undefined && isAnswered(result) && !isRetryable(problem);
		if (isSettled) this.quietSince = undefined;
		else this.lastFailure = problem ?? this.lastFailure;
		if (isTrial) {
			if (problem?.everyRequest) this.endAfter(this.refusal!);
			// a request that has to be repeated says nothing
			this.pause = isSettled ? undefined : this.clock.sleep(TRIAL_AFTER_MS);
			this.endTrial();
		} else if (problem?.everyRequest && this.pause === undefined) {
			this.refusal = { problem, itemIndex };
			this.pause = this.clock.sleep(TRIAL_AFTER_MS);
		}
	}

	/** The node will fail: nothing more of its other items is sent. */
	end(): void {
		this.over ??= notSent(', because another item failed', {
			remedy: "Correct that item, or set 'On Error' in the node's settings to continue.",
		});
	}

	private endAfter({ problem: { message, remedy, code }, itemIndex }: Refusal): void {
		const first = `: ${lowerFirst(message)} (first at item ${itemIndex})`;
		this.over ??= notSent(first, { remedy, code });
	}

	private get isQuiet(): boolean {
		return this.clock.now() - (this.quietSince ?? Infinity) >= this.patienceMs;
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

function notSent(why: string, problem: Pick<Problem, 'code' | 'remedy'>): Problem {
	return { ...problem, message: `Not sent${why}`, retryClass: 'never', notSent: true };
}
