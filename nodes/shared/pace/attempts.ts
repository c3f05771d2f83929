import {
	sleep,
	type IExecuteFunctions,
	type IHookFunctions,
	type ILoadOptionsFunctions,
} from 'n8n-workflow';

import { withRemedy } from '../problem/language';
import { NOT_SENT, TRIED } from '../problem/notSent';
import {
	CANCELED,
	failure,
	inSeconds,
	isAnswered,
	isOverload,
	isRetryable,
	lowerFirst,
	problemFrom,
	type Problem,
	type Result,
} from '../problem/problem';

/** The contexts of n8n that can send requests. */
export type Context = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions;

/** Whole milliseconds of this process: the machine's clock may be set back. Tests replace it. */
export const CLOCK = { now: () => Math.trunc(performance.now()), sleep };
/** n8n's timer cannot be cleared: a pause consists of naps, so that it can end early. */
export const NAP_MS = 100;

/** Waits until the time is over or the execution is canceled. */
export async function pause(context: Context, ms: number): Promise<void> {
	for (let left = ms; left > 0 && !isCanceled(context); left -= NAP_MS) {
		await CLOCK.sleep(Math.min(left, NAP_MS));
	}
}

/** The signal that is aborted when the user cancels the execution; undefined where nothing can be canceled. */
export function cancelSignal(context: Context): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}

/** Whether the user has canceled the execution; false where there is none, as in the editor's lists. */
export function isCanceled(context: Context): boolean {
	return cancelSignal(context)?.aborted === true;
}

/** Attempts of a request that fails for another reason than a limit of the service. */
export const MOST_ATTEMPTS = 4;
const FIRST_PAUSE_MS = 400;

/** Bounds of the work on one item. */
export interface RequestPolicy {
	/** requests; set where the user knows the service's limit */
	maxPerSecond?: number;
	/** of one attempt or download */
	timeoutMs: number;
	/** of one item, its download and all attempts included */
	maxTimeMs: number;
}

/** To be called when a request that went out has ended; without a result where our own code failed. */
export type Ended = (result?: Result<unknown>) => void;

/** The time of one attempt, and the option to raise for more. */
export interface AttemptTime {
	timeoutMs: number;
	option: 'Max Time per Item' | 'Timeout';
}

/** The attempts of one request or download, within the time of its item. */
export class RetryBudget {
	private failed = 0;
	private startedAt = 0;
	/** duration of the last attempt that did not time out */
	private tookMs = 0;

	/** @param item the clock of its item: its end or, while it is stopped, the time that is left */
	constructor(
		private readonly context: Context,
		readonly policy: RequestPolicy,
		private readonly item = { deadline: Infinity, restMs: policy.maxTimeMs },
	) {}

	/** A budget for the next request of the item. */
	ofNext(): RetryBudget {
		return new RetryBudget(this.context, this.policy, this.item);
	}

	/** The latest start of the next attempt, if it takes as long as the last one. */
	get deadline(): number {
		return this.item.deadline - this.tookMs;
	}

	get leftMs(): number {
		return this.item.deadline - CLOCK.now();
	}

	/** Begins an attempt. @returns how long it may take, and the option that sets this */
	begin(): AttemptTime {
		const { item, policy } = this;
		this.startedAt = CLOCK.now();
		if (item.deadline === Infinity) item.deadline = this.startedAt + item.restMs;
		const leftMs = Math.max(1, Math.ceil(this.leftMs));
		return policy.timeoutMs <= leftMs
			? { timeoutMs: policy.timeoutMs, option: 'Timeout' }
			: { timeoutMs: leftMs, option: 'Max Time per Item' };
	}

	/** Stops the clock of the item after a success. @param restMs the time for its next requests */
	stop(restMs = this.leftMs): void {
		this.item.restMs = restMs;
		this.item.deadline = Infinity;
	}

	/** Gives the item back the time that a request waited for other executions. */
	giveBack(ms: number): void {
		this.item.deadline += ms;
	}

	/**
	 * Repeats a failed attempt, up to MOST_ATTEMPTS in all, or as long as the item has time after an overload.
	 * @param attempt has to call `begin` once it may leave
	 */
	async repeat<T>(attempt: () => Promise<Result<T>>): Promise<Result<T>> {
		let reported: Problem | undefined;
		while (!isCanceled(this.context)) {
			const result = await attempt();
			if (result.ok) return result;
			const { problem } = result;
			if (!problem.timedOut) this.tookMs = CLOCK.now() - this.startedAt;
			// if only the time ran out, an earlier fault says more
			const isOutOfTime = problem.notSent || (problem.timedOut && this.leftMs <= 0);
			reported = isOutOfTime ? (reported ?? problem) : problem;
			// after an overload, waiting for the next turn is pause enough
			const goesOn = isOverload(problem)
				? this.hasTimeFor(problem.retryAfterMs ?? 0)
				: await this.wait(problem);
			if (!goesOn && !isCanceled(this.context)) return failure(this.last(reported));
		}
		return failure(CANCELED);
	}

	/** Waits before the next attempt, longer after each one. @returns whether there is to be one */
	async wait(problem: Pick<Problem, 'retryAfterMs' | 'retryClass'>): Promise<boolean> {
		if (!isRetryable(problem)) return false;
		const growing = FIRST_PAUSE_MS * 2 ** this.failed++ * (0.5 + Math.random() / 2);
		const ms = Math.max(growing, problem.retryAfterMs ?? 0);
		if (this.failed >= MOST_ATTEMPTS || !this.hasTimeFor(ms)) return false;
		await pause(this.context, ms);
		return !isCanceled(this.context);
	}

	private hasTimeFor(pauseMs: number): boolean {
		return CLOCK.now() + pauseMs < this.deadline;
	}

	/** The request's final problem, saying how often or how long it was tried. */
	private last(problem: Problem): Problem {
		const { failed, policy } = this;
		if (isOverload(problem)) return withRemedy(problem, TRIED.long, [inSeconds(policy.maxTimeMs)]);
		const isRepeated = isRetryable(problem) && failed > 1;
		return isRepeated ? withRemedy(problem, TRIED.often, [failed]) : problem;
	}
}

/** Pause between a refusal that concerns every request and the one request that checks whether it still holds. */
const TRIAL_AFTER_MS = 1000;
/** The least time without any answer after which a run gives up. */
const LEAST_PATIENCE_MS = 300_000;

/**
 * Remembers for all items of a run why sending should stop. After a refusal that concerns every request (a bad key, a
 * wrong address) nothing new starts until one request of another item has tried again. If that is refused too, if no
 * item got an answer for long, or if the node will fail, nothing more is sent.
 */
export class RunMemory {
	/** a refusal that may hold for every item, and when a request may test that; Infinity while one does */
	private doubt: { problem: Problem; itemIndex: number; trialAt: number } | undefined;
	/** why nothing more is sent */
	private over: Problem | undefined;
	/** when the first request left that no answer has followed; and the last failure */
	private quietSince: number | undefined;
	private lastFailure: Problem | undefined;

	constructor(
		private readonly context: Context,
		private readonly maxTimeMs = 0,
	) {}

	/** Why an item's request may no longer go out, or 'wait'; undefined where it may go out. */
	whyNot(itemIndex: number): Problem | 'wait' | undefined {
		if (isCanceled(this.context)) return CANCELED;
		const { doubt, lastFailure } = this;
		const patienceMs = Math.max(this.maxTimeMs, LEAST_PATIENCE_MS);
		const now = CLOCK.now();
		if (lastFailure !== undefined && now - (this.quietSince ?? now) >= patienceMs) {
			const values = [inSeconds(patienceMs), lowerFirst(lastFailure.message)];
			this.over ??= problemFrom(NOT_SENT.silence, values, lastFailure);
		}
		if (this.over !== undefined) return this.over;
		// the item's other requests fail as its first one did
		if (doubt?.itemIndex === itemIndex) return doubt.problem;
		return doubt !== undefined && now < doubt.trialAt ? 'wait' : undefined;
	}

	/** A request goes out, as `whyNot` allowed it; if there is a doubt, this request tests it. */
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
				const values = [lowerFirst(tried.problem.message), tried.itemIndex + 1];
				this.over ??= problemFrom(NOT_SENT.refusal, values, tried.problem);
			} else if (isSettled) this.doubt = undefined;
			// a request that will be repeated has tested nothing
			else tried.trialAt = trialAt;
		};
	}

	/** The node will fail: nothing more of its other items is sent. */
	end(): void {
		this.over ??= problemFrom(NOT_SENT.otherItem);
	}
}
