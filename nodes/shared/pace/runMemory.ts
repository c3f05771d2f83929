import {
	CANCELED,
	inSeconds,
	isAnswered,
	isRetryable,
	lowerFirst,
	type Problem,
	type Result,
} from '../problem/problem';
import { CLOCK, isCanceled, type Context } from './clock';

/** Pause between a refusal that concerns every request and the one request that checks whether it still holds. */
const TRIAL_AFTER_MS = 1000;
/** The least time without any answer after which a run gives up. */
const LEAST_PATIENCE_MS = 300_000;

/** Is told how a request ended that went out; without a result it failed here. */
export type Ended = (result?: Result<unknown>) => void;

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

	/** since when no item got an answer; undefined while none is waited for */
	private quietSince: number | undefined;

	private lastFailure: Problem | undefined;

	/** how long no item may get an answer, in milliseconds */
	private readonly patienceMs: number;

	/** @param maxTimeMs the option Max Time per Item, in milliseconds */
	constructor(
		private readonly context: Context,
		maxTimeMs = 0,
	) {
		this.patienceMs = Math.max(maxTimeMs, LEAST_PATIENCE_MS);
	}

	/** Why a request of an item may not go out any more, or that it has to wait; undefined where it may. */
	whyNot(itemIndex: number): Problem | 'wait' | undefined {
		if (isCanceled(this.context)) return CANCELED;
		const { doubt, patienceMs, lastFailure } = this;
		const now = CLOCK.now();
		if (now - (this.quietSince ?? now) >= patienceMs) {
			const because = lastFailure ? ` (${lowerFirst(lastFailure.message)})` : '';
			this.over ??= notSent(
				`: no item has received an answer for ${inSeconds(patienceMs)}${because}`,
				'Run the workflow again later with the items that failed.',
				lastFailure?.code,
			);
		}
		if (this.over !== undefined) return this.over;
		// its other requests fail as the first one did
		if (doubt?.itemIndex === itemIndex) return doubt.problem;
		return doubt !== undefined && now < doubt.trialAt ? 'wait' : undefined;
	}

	/** A request that may go out does: the one that tries again, where there is a doubt. */
	begin(itemIndex: number): Ended {
		this.quietSince ??= CLOCK.now();
		const tried = this.doubt;
		if (tried !== undefined) tried.trialAt = Infinity;
		return (result) => {
			const problem = result?.ok === false ? result.problem : undefined;
			const isSettled = result !== undefined && isAnswered(result) && !isRetryable(problem);
			if (isSettled) this.quietSince = undefined;
			else this.lastFailure = problem ?? this.lastFailure;
			const trialAt = CLOCK.now() + TRIAL_AFTER_MS;
			if (tried === undefined) {
				if (problem?.everyRequest) this.doubt ??= { problem, itemIndex, trialAt };
			} else if (problem?.everyRequest) {
				const { message, remedy, code } = tried.problem;
				const first = `: ${lowerFirst(message)} (first at item ${tried.itemIndex})`;
				this.over ??= notSent(first, remedy, code);
			} else if (isSettled) this.doubt = undefined;
			// a request that has to be repeated says nothing
			else tried.trialAt = trialAt;
		};
	}

	/** The node will fail: nothing more of its other items is sent. */
	end(): void {
		this.over ??= notSent(
			', because another item failed',
			"Correct that item, or set 'On Error' in the node's settings to continue.",
		);
	}
}

function notSent(why: string, remedy: string, code?: string): Problem {
	return { code, remedy, message: `Not sent${why}`, retryClass: 'never', notSent: true };
}
