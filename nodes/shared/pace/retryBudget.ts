import type { Clock } from './clock';
import { isOverload, isRetryable, type Problem, inSeconds } from '../problem/problem';

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

	private time: AttemptTime = { timeoutMs: 0, option: 'Timeout' };

	/** how long the last attempt took that did not time out */
	private tookMs = 0;

	/** what the last attempt met that did not run out of the item's time */
	private met: Problem | undefined;

	constructor(private readonly budget: RetryBudget) {}

	/** What is left before the next attempt has to leave: it will take as long as the last one. */
	get leftMs(): number {
		return this.budget.leftMs - this.tookMs;
	}

	/** An attempt begins. @returns how long it may take, and the option that says so */
	begin(): AttemptTime {
		this.budget.start();
		const { leftMs, clock, policy } = this.budget;
		const { timeoutMs } = policy;
		this.startedAt = clock.now();
		this.time =
			leftMs < timeoutMs
				? { timeoutMs: Math.max(1, Math.ceil(leftMs)), option: 'Max Time per Item' }
				: { timeoutMs, option: 'Timeout' };
		return this.time;
	}

	/** Notes what the attempt met. @returns what to tell: an earlier fault where the item's time ran out */
	note(problem: Problem): Problem {
		if (!problem.timedOut) this.tookMs = this.budget.clock.now() - this.startedAt;
		const isCutShort = problem.timedOut && this.time.option === 'Max Time per Item';
		if (!isCutShort || this.met === undefined) this.met = problem;
		return this.met;
	}

	/**
	 * Waits before the next attempt: twice as long after each one, up to half of it taken off at random, and at
	 * least as long as the service asked. @returns whether there is to be one
	 */
	async wait(problem: Pick<Problem, 'retryAfterMs' | 'retryClass'>): Promise<boolean> {
		const { clock } = this.budget;
		const growing = FIRST_PAUSE_MS * 2 ** this.failed++ * (0.5 + Math.random() / 2);
		const pause = Math.max(growing, problem.retryAfterMs ?? 0);
		const mayRepeat = isRetryable(problem) && this.failed < MOST_ATTEMPTS && !clock.canceled;
		if (!mayRepeat || pause >= this.leftMs) return false;
		await clock.sleep(pause);
		return !clock.canceled;
	}

	/** The request's final problem, saying how often or how long it was tried. */
	last<P extends Pick<Problem, 'remedy' | 'retryClass'>>(problem: P): P {
		const time = inSeconds(this.budget.policy.maxTimeMs);
		const isRepeated = isRetryable(problem) && this.failed > 1;
		const tried = isOverload(problem)
			? `It did not succeed within ${time}, the time set in the option Max Time per Item. `
			: isRepeated && `It was tried ${this.failed} times without success. `;
		return { ...problem, remedy: `${tried || ''}${problem.remedy}` };
	}
}
