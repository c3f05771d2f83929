import { isAnswered, type Result } from '../problem/problem';
import { CLOCK } from './clock';

/** Requests under way at the same time, before anything is known of a service: most plans allow so many a second. */
const START = 16;
/** The most under way at the same time: ten a second that take ten seconds each. n8n itself hardly sends more. */
const MOST = 128;
/** A second as a service counts it, and a margin for two requests that take unequal time on their way. */
const SECOND_MS = 1050;
/** How much an accepted request adds to the rate while it is searched for: the rate doubles each second. */
const SEARCH = 1;
/** How much it adds later: at five a second a tenth in three seconds. */
const UP = 0.04;
/** The share of the rate that remains after a refusal. */
const DOWN = 0.85;

/** How a request ended: taken, refused for the one or the other limit, late, or in a way that tells nothing. */
type Ending = 'taken' | 'tooMany' | 'tooManyAtOnce' | 'late' | 'unknown';

/**
 * Decides when requests that are safe to repeat may leave. At first it sends as many at once as are answered. The
 * first refusal sets a rate: as many a second as were accepted in the second before. Each accepted request raises it
 * a little, a refusal lowers it, at most once in the time of an answer: additive increase, multiplicative decrease,
 * as in TCP. Fewer are under way at once only where the service says that there are too many, or is silent.
 */
export class Pace {
	/** when the next request may leave */
	nextAt = 0;

	/** requests in a second, as the user knows the limit; Infinity without one */
	private known = Infinity;

	/** requests in a second, as the service takes them; Infinity until it refuses one */
	private rate = Infinity;

	private step = UP;

	private atOnce = START;

	private atOnceStep = 1;

	private active = 0;

	/** a refusal of a request that left before this says nothing new */
	private loweredAt = -Infinity;

	/** when the last one of the first refused requests left, until their number is the rate */
	private firstRefusedAt: number | undefined;

	/** the last requests that left, without those that were refused */
	private recent: Array<{ at: number }> = [];

	/** Whether no further request may be under way. */
	get isFull(): boolean {
		return this.active >= Math.floor(this.atOnce);
	}

	/** The limit that the users know; Infinity where none of them does. */
	limitTo(perSecond: number): void {
		if (perSecond === this.known) return;
		this.known = perSecond;
		this.rate = Math.min(this.rate, perSecond);
		if (perSecond < Infinity) this.atOnce = MOST;
	}

	/** A request leaves. @returns has to be told when it has ended; without a result it failed here */
	leaves(at: number): (result?: Result<unknown>) => void {
		if (this.firstRefusedAt !== undefined) this.measure(at, this.firstRefusedAt);
		// a busy machine lets it leave late: the next one need not
		this.nextAt = Math.max(this.nextAt, at - (SECOND_MS - 1000)) + SECOND_MS / this.rate;
		const sent = { at };
		this.recent = [...this.recent.slice(1 - MOST), sent];
		this.active++;
		return (result) => {
			const now = CLOCK.now();
			const ending = endingOf(result);
			this.active--;
			if (ending.startsWith('tooMany')) {
				this.recent = this.recent.filter((one) => one !== sent);
				const { retryAfterMs = 0 } = result?.ok === false ? result.problem : {};
				this.nextAt = Math.max(this.nextAt, now + retryAfterMs);
			}
			this.adapt(ending, at, now);
		};
	}

	private adapt(ending: Ending, sentAt: number, now: number): void {
		if (ending === 'taken') {
			this.atOnce = Math.min(MOST, this.atOnce + this.atOnceStep);
			this.rate = Math.min(this.known, this.rate + this.step);
		} else if (ending === 'tooManyAtOnce') {
			this.atOnceStep = UP;
			this.atOnce = Math.max(1, Math.min(this.atOnce, this.active));
			if (this.active > 0) return;
			// others fill the service
			this.rate = Math.min(this.rate, START) * DOWN;
			this.step = SEARCH;
		} else if (ending === 'tooMany' && this.rate === Infinity) {
			// until all have heard, and a service that counts refused requests has forgotten them
			if (this.firstRefusedAt === undefined) this.nextAt = Math.max(this.nextAt, now + SECOND_MS);
			this.firstRefusedAt = Math.max(this.firstRefusedAt ?? 0, sentAt);
			this.atOnce = MOST;
		} else if (ending !== 'unknown' && sentAt > this.loweredAt) {
			this.loweredAt = now;
			if (ending === 'late') this.atOnce = Math.max(1, Math.floor(this.atOnce / 2));
			else {
				this.rate *= DOWN;
				this.step = UP;
			}
		}
	}

	/** The first rate: as many as were taken in the second before the last refused request left. */
	private measure(now: number, last: number): void {
		const taken = this.recent.filter(({ at }) => at <= last && at > last - SECOND_MS).length;
		this.rate = Math.min(this.known, Math.max(1, taken));
		// a service that wants a distance takes one or two of any burst: the fewer, the less they tell
		this.step = Math.max(UP, SEARCH / this.rate ** 2);
		this.loweredAt = now;
		this.firstRefusedAt = undefined;
	}
}

function endingOf(result: Result<unknown> | undefined): Ending {
	if (result === undefined) return 'unknown';
	if (result.ok) return 'taken';
	const { retryClass, timedOut } = result.problem;
	if (!isAnswered(result)) return timedOut ? 'late' : 'unknown';
	return retryClass === 'tooMany' || retryClass === 'tooManyAtOnce' ? retryClass : 'taken';
}
