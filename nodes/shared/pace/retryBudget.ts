import type { RequestPolicy } from './requestPolicy';
import type { Clock } from './clock';
import type { RunMemory } from './runMemory';
import { isOverload, isRetryable, type Problem, inSeconds } from '../problem/problem';

const FIRST_PAUSE_MS = 400;
/** The pause when other requests fill the service: it may have room again soon. */
const FIRST_PAUSE_WHEN_FULL_MS = 60;
const LONGEST_FACTOR = 32;
const LONGEST_PAUSE_MS = 30_000;

/** The time of one attempt. */
export interface AttemptTime {
	timeoutMs: number;
	/** the option to raise for more */
	option: 'Max Time per Item' | 'Timeout';
}

/**
 * How long one item may be tried, by the option Max Time per Item. The time runs while a request or a
 * download of the item is under way, pauses included, and starts anew with `renew`.
 */
export class RetryBudget {
	private restMs: number;

	private deadline = 0;

	private running = 0;

	/** whether a request or download of the item has ever left */
	hasStarted = false;

	constructor(
		readonly policy: RequestPolicy,
		readonly clock: Clock,
		readonly run?: Pick<RunMemory, 'quietMs'>,
	) {
		this.restMs = policy.maxTimeMs;
	}

	/** What is left, in milliseconds; 0 or less when it is over. */
	get leftMs(): number {
		return this.running > 0 ? this.deadline - this.clock.now() : this.restMs;
	}

	/** A request or download of the item starts. */
	start(): void {
		this.hasStarted = true;
		if (this.running === 0) this.deadline = this.clock.now() + this.restMs;
		this.running++;
	}

	/** A request or download of the item has ended. */
	stop(): void {
		this.restMs = this.leftMs;
		this.running--;
	}

	/** One of several requests of the item succeeded: the others have the whole time again. */
	renew(): void {
		this.restMs = this.policy.maxTimeMs;
		this.deadline = this.clock.now() + this.policy.maxTimeMs;
	}

	/** Counts the attempts of one request. */
	attempts(): Attempts {
		return new Attempts(this);
	}
}

/** The attempts of one request, within Max Attempts and the time of its item. */
export class Attempts {
	private failed = 0;

	private refused = 0;

	private startedAt = 0;

	private time: AttemptTime;

	/** how long the last attempt took that did not time out */
	private tookMs = 0;

	/** the last attempt ran out of the item's time */
	private isCutShort = false;

	/** what the last attempt met that did not, or the first */
	private met: Problem | undefined;

	constructor(private readonly budget: RetryBudget) {
		this.time = this.begin();
	}

	/** What is left before the next attempt has to leave, in milliseconds: it will take as long as the last one. */
	get leftMs(): number {
		return this.budget.leftMs - this.tookMs;
	}

	/** An attempt begins. @returns how long it may take, and the option that says so */
	begin(): AttemptTime {
		const { leftMs, policy, clock } = this.budget;
		this.startedAt = clock.now();
		this.time =
			leftMs < policy.timeoutMs
				? { timeoutMs: Math.max(1, Math.ceil(leftMs)), option: 'Max Time per Item' }
				: { timeoutMs: policy.timeoutMs, option: 'Timeout' };
		return this.time;
	}

	/**
	 * Notes what the attempt met.
	 * @returns what to tell of it: what an earlier one met, where this one ran out of the item's time
	 */
	note(problem: Problem): Problem {
		this.isCutShort = problem.timedOut === true && this.time.option === 'Max Time per Item';
		if (this.isCutShort && this.met !== undefined) return this.met;
		if (!problem.timedOut) this.tookMs = this.budget.clock.now() - this.startedAt;
		this.met = problem;
		return problem;
	}

	/**
	 * Counts a failed attempt and returns how long to wait before the next one; undefined when there is to
	 * be none.
	 * @param isFull the service refuses because too much is under way: that does not count, time alone
	 * bounds it
	 */
	pauseAfter(
		problem: Pick<Problem, 'retryClass' | 'retryAfterMs'>,
		isFull = false,
	): number | undefined {
		const pause = isFull
			? this.backOffWhenFull(problem.retryAfterMs)
			: backOff(++this.failed, FIRST_PAUSE_MS, problem.retryAfterMs);
		const { policy, clock } = this.budget;
		const isOver =
			!isRetryable(problem) ||
			(!isFull && this.failed >= policy.maxAttempts) ||
			pause >= this.leftMs ||
			clock.canceled;
		return isOver ? undefined : pause;
	}

	/** Longer pauses the longer nothing is accepted: up to half of that time, and half a minute. */
	private backOffWhenFull(atLeastMs: number | undefined): number {
		const { quietMs = 0 } = this.budget.run ?? {};
		const longest = Math.min(quietMs / 2, LONGEST_PAUSE_MS);
		return backOff(++this.refused, FIRST_PAUSE_WHEN_FULL_MS, atLeastMs, longest);
	}

	/** Counts a failed attempt and waits; false when there is to be no further one. */
	async wait(problem: Pick<Problem, 'retryClass' | 'retryAfterMs'>): Promise<boolean> {
		const pause = this.pauseAfter(problem);
		if (pause === undefined) return false;
		const { clock } = this.budget;
		await clock.sleep(pause);
		return !clock.canceled;
	}

	/** The request's final problem, saying how often or how long it was tried. */
	last<P extends Pick<Problem, 'remedy' | 'retryClass'>>(problem: P): P {
		if (!isRetryable(problem)) return problem;
		const { maxAttempts, maxTimeMs } = this.budget.policy;
		if (isOverload(problem) && this.failed < maxAttempts) {
			const time = `It did not succeed within ${maxTimeMs / 1000} s, the time set in the option Max Time per Item.`;
			return { ...problem, remedy: `${time} ${problem.remedy}` };
		}
		if (this.failed < 2) return problem;
		const cut = this.isCutShort
			? `, the last time for the ${inSeconds(this.time.timeoutMs)} that the item had left`
			: '';
		const tries = `It was tried ${this.failed} times without success${cut}.`;
		return { ...problem, remedy: `${tries} ${problem.remedy}` };
	}
}

/**
 * How long to wait before the next attempt, in milliseconds: twice as long after each one, up to 32
 * times the first pause, up to half of it taken off at random; at least as long as the service asked.
 * @param attempt how many attempts there have been, from 1
 * @param longestMs where it is more than that
 */
export function backOff(attempt: number, firstMs: number, atLeastMs = 0, longestMs = 0): number {
	const growing = Math.min(
		firstMs * 2 ** (attempt - 1),
		Math.max(firstMs * LONGEST_FACTOR, longestMs),
	);
	return Math.max(growing * (0.5 + Math.random() / 2), atLeastMs);
}
