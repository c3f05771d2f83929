import { isAnswered, type Result } from '../problem/problem';

/** Requests at once before anything is known of a service: a second's of most plans. */
const START = 16;
/** And at most: ten a second that are answered after ten seconds; n8n itself sends hardly more. */
const MOST = 128;
/** A second as a service counts it, and what two requests may differ in on their way. */
const SECOND_MS = 1050;
/** What an accepted request adds at first to a rate of one a second: it doubles each second. */
const SEARCH = 1;
/** And later to any rate: at five a second a tenth in three seconds. */
const UP = 0.04;
/** What a refusal leaves of the rate. */
const DOWN = 0.85;

/** How a request ended: taken, refused for the one or the other limit, late, or in a way that tells nothing. */
type Ending = 'taken' | 'tooMany' | 'tooManyAtOnce' | 'late' | 'unknown';

/** A request that left. */
export interface Sent {
	at: number;
	ending?: Ending;
}

/**
 * When requests may leave that are safe to repeat. At first as many at once as are answered. From the first
 * refusal on so many a second as were accepted in the second before it, a little more with each that is
 * accepted, and less with a refusal, once in an answer's time: additive increase, multiplicative decrease, as
 * TCP does. Fewer are under way at once only where the service says that there are too many, or is silent.
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

	/** a refusal of what left before says nothing new; while the rate is measured, when the last left that was refused */
	private loweredAt = -Infinity;

	private isMeasuring = false;

	private recent: Sent[] = [];

	/** Whether as many are under way as may be. */
	get isFull(): boolean {
		return this.active >= Math.floor(this.atOnce);
	}

	/** The limit that the users know; Infinity where none of them does. */
	limitTo(perSecond: number): void {
		this.known = perSecond;
		this.rate = Math.min(this.rate, perSecond);
		if (perSecond < Infinity) this.atOnce = MOST;
	}

	/** A request leaves. */
	leaves(at: number): Sent {
		if (this.isMeasuring) this.measure(at);
		// a busy machine lets it leave late: the next one need not
		this.nextAt = Math.max(this.nextAt, at - (SECOND_MS - 1000)) + SECOND_MS / this.rate;
		const sent: Sent = { at };
		this.recent = [...this.recent.slice(1 - MOST), sent];
		this.active++;
		return sent;
	}

	/** A request has ended; without a result it failed here. */
	ended(sent: Sent, now: number, result?: Result<unknown>): void {
		const ending = endingOf(result);
		this.active--;
		sent.ending = ending;
		const { retryAfterMs = 0 } = result?.ok === false ? result.problem : {};
		if (ending.startsWith('tooMany')) this.nextAt = Math.max(this.nextAt, now + retryAfterMs);
		if (ending === 'taken') {
			this.atOnce = Math.min(MOST, this.atOnce + this.atOnceStep);
			this.rate = Math.min(this.known, this.rate + this.step);
		} else if (ending === 'tooManyAtOnce') {
			this.atOnceStep = UP;
			this.atOnce = Math.max(1, Math.min(this.atOnce, this.active));
			// others fill the service
			if (this.active === 0) this.slowDown(Math.min(this.rate, START), SEARCH);
		} else if (ending === 'tooMany' && this.rate === Infinity) {
			// until all have heard, and a service that counts refused requests has forgotten them
			if (!this.isMeasuring) this.nextAt = Math.max(this.nextAt, now + SECOND_MS);
			this.isMeasuring = true;
			this.atOnce = MOST;
			this.loweredAt = Math.max(this.loweredAt, sent.at);
		} else if (ending !== 'unknown' && sent.at > this.loweredAt) {
			this.loweredAt = now;
			if (ending === 'tooMany') this.slowDown(this.rate, UP);
			else this.atOnce = Math.max(1, Math.floor(this.atOnce / 2));
		}
	}

	private slowDown(rate: number, step: number): void {
		this.rate = rate * DOWN;
		this.step = step;
	}

	private measure(now: number): void {
		const last = this.loweredAt;
		const taken = this.recent.filter(
			({ at, ending }) => at <= last && at > last - SECOND_MS && !ending?.startsWith('tooMany'),
		).length;
		this.rate = Math.min(this.known, Math.max(1, taken));
		// a service that wants a distance takes one or two of any burst: the fewer, the less they tell
		this.step = Math.max(UP, SEARCH / this.rate ** 2);
		this.loweredAt = now;
		this.isMeasuring = false;
	}
}

function endingOf(result: Result<unknown> | undefined): Ending {
	if (result === undefined) return 'unknown';
	if (result.ok) return 'taken';
	const { retryClass, timedOut } = result.problem;
	if (!isAnswered(result)) return timedOut ? 'late' : 'unknown';
	return retryClass === 'tooMany' || retryClass === 'tooManyAtOnce' ? retryClass : 'taken';
}
