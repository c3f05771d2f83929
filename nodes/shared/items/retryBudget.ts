import type { RequestPolicy } from '../http/options';
import type { Clock } from './clock';
import { isOverload, isRetryable, type Problem } from './problem';

const FIRST_PAUSE_MS = 400;
/** Where other requests fill the service: it may have room again soon. */
const FIRST_PAUSE_WHEN_FULL_MS = 60;
const LONGEST_FACTOR = 32;

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

	constructor(
		readonly policy: RequestPolicy,
		readonly clock: Clock,
	) {
		this.restMs = policy.maxTimeMs;
	}

	/** What is left, in milliseconds; 0 or less when it is over. */
	get leftMs(): number {
		return this.running > 0 ? this.deadline - this.clock.now() : this.restMs;
	}

	/** A request or download of the item starts. */
	start(): void {
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

	/** How long the next attempt may take, and the option that says so. */
	attempt(): AttemptTime {
		const { timeoutMs } = this.policy;
		return this.leftMs < timeoutMs
			? { timeoutMs: Math.max(1, Math.ceil(this.leftMs)), option: 'Max Time per Item' }
			: { timeoutMs, option: 'Timeout' };
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

	constructor(private readonly budget: RetryBudget) {}

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
			? backOff(++this.refused, FIRST_PAUSE_WHEN_FULL_MS, problem.retryAfterMs)
			: backOff(++this.failed, FIRST_PAUSE_MS, problem.retryAfterMs);
		const { policy, clock, leftMs } = this.budget;
		const isOver =
			!isRetryable(problem) ||
			(!isFull && this.failed >= policy.maxAttempts) ||
			pause >= leftMs ||
			clock.stopped;
		return isOver ? undefined : pause;
	}

	/** Counts a failed attempt and waits; false when there is to be no further one. */
	async wait(problem: Pick<Problem, 'retryClass' | 'retryAfterMs'>): Promise<boolean> {
		const pause = this.pauseAfter(problem);
		if (pause === undefined) return false;
		const { clock } = this.budget;
		await clock.sleep(pause);
		return !clock.stopped;
	}

	/** The request's final problem, saying how often or how long it was tried. */
	last<P extends Pick<Problem, 'remedy' | 'retryClass'>>(problem: P): P {
		if (!isRetryable(problem)) return problem;
		const { maxAttempts, maxTimeMs } = this.budget.policy;
		if (isOverload(problem) && this.failed < maxAttempts) {
			const time = `It did not get through within ${maxTimeMs / 1000} s, the time set in the option Max Time per Item.`;
			return { ...problem, remedy: `${time} ${problem.remedy}` };
		}
		if (this.failed < 2) return problem;
		const tries = `It was tried ${this.failed} times without success.`;
		return { ...problem, remedy: `${tries} ${problem.remedy}` };
	}
}

/**
 * How long to wait before the next attempt, in milliseconds: twice as long after each one, up to 32
 * times the first pause, up to half of it taken off at random; at least as long as the service asked.
 * @param attempt how many attempts there have been, from 1
 */
export function backOff(attempt: number, firstMs: number, atLeastMs = 0): number {
	const growing = firstMs * Math.min(LONGEST_FACTOR, 2 ** (attempt - 1));
	return Math.max(growing * (0.5 + Math.random() / 2), atLeastMs);
}
