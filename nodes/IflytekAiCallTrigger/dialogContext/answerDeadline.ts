/** The platform wants an answer within this time (services.md, AI Call: Dialog Context). */
const ANSWER_WITHIN_MS = 500;
/** The least time that a workflow gets, however slow n8n is. */
const LEAST_MS = 200;
/** A longer lag could not shorten the wait any further, so it is recorded as this one. */
const MOST_LAG_MS = (ANSWER_WITHIN_MS - LEAST_MS) / 2;
/** After this time a measured lag counts half. */
const HALF_LIFE_MS = 30_000;

/**
 * When to send the fallback. While n8n's event loop is blocked, it sees a request late and sends the answer late. How
 * late the last deadlines fired shows this lag, so the next one is earlier by twice the lag: once for each.
 */
export class AnswerDeadline {
	private longestLagMs = 0;
	private seenAt = 0;

	/** @param now a monotonic clock, in milliseconds */
	constructor(private readonly now = () => performance.now()) {}

	/** How many milliseconds a request may wait; a setting above the platform's limit is the user's choice and kept. */
	waitFor(respondWithinMs: number): number {
		if (respondWithinMs >= ANSWER_WITHIN_MS) return respondWithinMs;
		return Math.min(respondWithinMs, Math.round(ANSWER_WITHIN_MS - 2 * this.lagMs));
	}

	/** Records how late a deadline fired, in milliseconds. */
	recordLag(ms: number): void {
		this.longestLagMs = Math.min(MOST_LAG_MS, Math.max(this.lagMs, ms));
		this.seenAt = this.now();
	}

	private get lagMs(): number {
		return this.longestLagMs * 0.5 ** ((this.now() - this.seenAt) / HALF_LIFE_MS);
	}
}
