import type { Clock } from './clock';
import {
	CANCELED,
	failure,
	inSeconds,
	isOverload,
	isRetryable,
	type Problem,
	type Result,
} from '../problem/problem';

/** How often a request is tried that fails for another reason than a limit. */
export const MOST_ATTEMPTS = 4;
const FIRST_PAUSE_MS = 400;
/** A day: a timer cannot be set for much more than 24 of them. */
export const LONGEST_TIMEOUT_MS = 86_400_000;

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

/** How long one item may be tried: Max Time per Item, from its first request or download on. */
export class RetryBudget {
	private deadline = Infinity;

	private restMs: number;

	constructor(
		readonly policy: RequestPolicy,
		readonly clock: Clock,
	) {
		this.restMs = policy.maxTimeMs;
	}

	/** What is left; Infinity before anything has left, 0 or less when it is over. */
	get leftMs(): number {
		return this.deadline - this.clock.now();
	}

	/** A request or download of the item leaves. */
	start(): void {
		if (this.deadline === Infinity) this.deadline = this.clock.now() + this.restMs;
	}

	/** A download succeeded: what follows has the rest of the time, or a request, and it has the whole again. */
	stop(restMs = this.leftMs): void {
		this.restMs = restMs;
		this.deadline = Infinity;
	}

	/** A request of the item waited so long for those of other executions. */
	giveBack(ms: number): void {
		this.deadline += ms;
	}

	/** Counts the attempts of one request. */
	attempts(): Attempts {
		return new Attempts(this);
	}
}

/** The attempts of one request, within the time of its item. */
export class Attempts {
	private failed = 0;

	private startedAt = 0;

	/** how long the last attempt took that did not time out */
	private tookMs = 0;

	constructor(private readonly budget: RetryBudget) {}

	/** What is left before the next attempt has to leave: it will take as long as the last one. */
	get leftMs(): number {
		return this.budget.leftMs - this.tookMs;
	}

	/** Why a request that waited for its turn cannot leave in time. */
	get tooLate(): Result<never> {
		return failure({
			message: `Not sent: timed out in the queue after ${this.budget.policy.maxTimeMs / 1000} s`,
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
		const { budget } = this;
		let told: Problem | undefined;
		while (!budget.clock.canceled) {
			const result = await attempt();
			if (result.ok) return result;
			const { problem } = result;
			if (!problem.timedOut) this.tookMs = budget.clock.now() - this.startedAt;
			// where only time ran out, an earlier fault says more
			const isOutOfTime = problem.notSent || (problem.timedOut && budget.leftMs <= 0);
			told = isOutOfTime ? (told ?? problem) : problem;
			// where too much is sent, its next turn is the pause
			const goesOn = isOverload(problem)
				? (problem.retryAfterMs ?? 0) < this.leftMs
				: await this.wait(problem);
			if (!goesOn && !budget.clock.canceled) return failure(this.last(told));
		}
		return failure(CANCELED);
	}

	/** An attempt begins. @returns how long it may take, and the option that says so */
	begin(): AttemptTime {
		const { budget } = this;
		budget.start();
		this.startedAt = budget.clock.now();
		const { timeoutMs } = budget.policy;
		if (timeoutMs <= budget.leftMs) return { timeoutMs, option: 'Timeout' };
		return { timeoutMs: Math.max(1, Math.ceil(budget.leftMs)), option: 'Max Time per Item' };
	}

	/**
	 * Waits before the next attempt: twice as long after each one, up to half of it taken off at random, and at
	 * least as long as the service asked. @returns whether there is to be one
	 */
	async wait(problem: Pick<Problem, 'retryAfterMs' | 'retryClass'>): Promise<boolean> {
		if (!isRetryable(problem)) return false;
		const { clock } = this.budget;
		const growing = FIRST_PAUSE_MS * 2 ** this.failed++ * (0.5 + Math.random() / 2);
		const pause = Math.max(growing, problem.retryAfterMs ?? 0);
		if (this.failed >= MOST_ATTEMPTS || pause >= this.leftMs || clock.canceled) return false;
		await clock.sleep(pause);
		return !clock.canceled;
	}

	/** The request's final problem, saying how often or how long it was tried. */
	private last(problem: Problem): Problem {
		const time = inSeconds(this.budget.policy.maxTimeMs);
		const isRepeated = isRetryable(problem) && this.failed > 1;
		const tried = isOverload(problem)
			? `It did not succeed within ${time}, the time set in the option Max Time per Item. `
			: isRepeated && `It was tried ${this.failed} times without success. `;
		return { ...problem, remedy: `${tried || ''}${problem.remedy}` };
	}
}
