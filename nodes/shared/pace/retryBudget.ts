import {
	CANCELED,
	failure,
	inSeconds,
	isOverload,
	isRetryable,
	type Problem,
	type Result,
} from '../problem/problem';
import { CLOCK, isCanceled, pause, type Context } from './clock';

/** How often a request is tried that fails for another reason than a limit. */
export const MOST_ATTEMPTS = 4;
const FIRST_PAUSE_MS = 400;

/** Bounds of the work on one item; times in milliseconds. */
export interface RequestPolicy {
	/** requests in a second, where the user knows the service's limit */
	maxPerSecond?: number;
	/** of one attempt or download */
	timeoutMs: number;
	/** of one item, its download and all attempts included */
	maxTimeMs: number;
}

/** The time of one attempt. */
export interface AttemptTime {
	timeoutMs: number;
	/** the option to raise for more */
	option: 'Max Time per Item' | 'Timeout';
}

/** The attempts of one request or download, within the time of its item. */
export class RetryBudget {
	private failed = 0;

	private startedAt = 0;

	/** how long the last attempt took that did not time out */
	private tookMs = 0;

	/** @param item the time of its item: until when, and how much that will be from the next request on */
	constructor(
		private readonly context: Context,
		readonly policy: RequestPolicy,
		private readonly item = { deadline: Infinity, restMs: policy.maxTimeMs },
	) {}

	/** The attempts of another request of the item. */
	ofNext(): RetryBudget {
		return new RetryBudget(this.context, this.policy, this.item);
	}

	/** When the next attempt has to leave, which will take as long as the last one; Infinity before the first. */
	get deadline(): number {
		return this.item.deadline - this.tookMs;
	}

	/** What the item has left. */
	get leftMs(): number {
		return this.item.deadline - CLOCK.now();
	}

	/** An attempt begins. @returns how long it may take, and the option that says so */
	begin(): AttemptTime {
		const { item } = this;
		const { timeoutMs } = this.policy;
		this.startedAt = CLOCK.now();
		if (item.deadline === Infinity) item.deadline = this.startedAt + item.restMs;
		const leftMs = item.deadline - this.startedAt;
		if (timeoutMs <= leftMs) return { timeoutMs, option: 'Timeout' };
		return { timeoutMs: Math.max(1, Math.ceil(leftMs)), option: 'Max Time per Item' };
	}

	/** A download succeeded: what follows has the rest of the time, or a request, and it has the whole again. */
	stop(restMs = this.leftMs): void {
		this.item.restMs = restMs;
		this.item.deadline = Infinity;
	}

	/** The request waited so long for those of other executions. */
	giveBack(ms: number): void {
		this.item.deadline += ms;
	}

	/** Why a request that waited for its turn cannot leave in time. */
	get tooLate(): Result<never> {
		return failure({
			message: `Not sent: timed out in the queue after ${this.policy.maxTimeMs / 1000} s`,
			remedy:
				'This is the time set in the option Max Time per Item. Raise it, or run the workflow again later.',
			retryClass: 'never',
			notSent: true,
		});
	}

	/**
	 * Attempts it until it succeeds or there is no point in going on: a few times, or for the item's time where
	 * the service refuses only because too much is sent.
	 * @param attempt begins an attempt once it may leave
	 */
	async repeat<T>(attempt: () => Promise<Result<T>>): Promise<Result<T>> {
		let reported: Problem | undefined;
		while (!isCanceled(this.context)) {
			const result = await attempt();
			if (result.ok) return result;
			const { problem } = result;
			if (!problem.timedOut) this.tookMs = CLOCK.now() - this.startedAt;
			// where only time ran out, an earlier fault says more
			const isOutOfTime = problem.notSent || (problem.timedOut && this.leftMs <= 0);
			reported = isOutOfTime ? (reported ?? problem) : problem;
			// where too much is sent, its next turn is the pause
			const goesOn = isOverload(problem)
				? this.hasTimeFor(problem.retryAfterMs ?? 0)
				: await this.wait(problem);
			if (!goesOn && !isCanceled(this.context)) return failure(this.last(reported));
		}
		return failure(CANCELED);
	}

	/**
	 * Waits before the next attempt: twice as long after each one, up to half of it taken off at random, and at
	 * least as long as the service asked. @returns whether there is to be one
	 */
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
		let tried = '';
		if (isOverload(problem))
			tried = `It did not succeed within ${inSeconds(this.policy.maxTimeMs)}, the time set in the option Max Time per Item. `;
		else if (isRetryable(problem) && this.failed > 1)
			tried = `It was tried ${this.failed} times without success. `;
		return { ...problem, remedy: `${tried}${problem.remedy}` };
	}
}
