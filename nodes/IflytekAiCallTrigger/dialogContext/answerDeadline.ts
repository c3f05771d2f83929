/** The platform wants an answer within this time (services.md, AI Call: Dialog Context). */
const ANSWER_WITHIN_MS = 500;
/** The least time that a workflow gets, however slow n8n is. */
const LEAST_MS = 200;
/** A longer lag cannot shorten the wait any further, and should not be remembered any longer. */
const MOST_LAG_MS = (ANSWER_WITHIN_MS - LEAST_MS) / 2;
/** After this time, in milliseconds, a measured lag counts half. */
const HALF_LIFE_MS = 30_000;

/**
 * When to send the fallback. While n8n's event loop is blocked, a request is seen late and an answer
 * leaves late. The last deadlines show that event-loop lag by how late they fired, so the next one is set
 * earlier by twice the lag: once for the request, once for the answer.
 */
export class AnswerDeadline {
	private longestLagMs = 0;
	private seenAt = 0;

	/** @param now milliseconds from any beginning, not disturbed when a clock is set */
	constructor(private readonly now = () => performance.now()) {}

	/**
	 * How long a request may wait for the workflow, in milliseconds: at most the time that the user set.
	 * A longer one than the platform's limit is the user's decision and is kept.
	 */
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
