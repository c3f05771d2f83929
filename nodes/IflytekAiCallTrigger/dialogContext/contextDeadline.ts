/** The platform wants an answer within this time (docs/services.md, AI Call: Dialog Context). */
const ANSWER_WITHIN_MS = 500;

/** The least that is left to a workflow, however slow n8n is. */
const LEAST_MS = 200;

/** A longer standstill can shorten the wait no further, and should not be remembered for longer. */
const MOST_KEPT_MS = (ANSWER_WITHIN_MS - LEAST_MS) / 2;

/** After this time a standstill counts for half. */
const HALF_LIFE_MS = 30_000;

/**
 * When the fallback is due. While n8n's event loop stands still nothing can be answered: a request is
 * seen late, and an answer that falls due leaves late. How long it lately did so shows in how late
 * these deadlines themselves come, so a later one is set that much earlier, once for either end.
 */
export class ContextDeadline {
	private longestStandstillMs = 0;

	private seenAt = 0;

	/** @param now milliseconds from any beginning, not disturbed when a clock is set */
	constructor(private readonly now = () => performance.now()) {}

	/**
	 * How long a request may wait for the workflow, in milliseconds: at most the time that the user set.
	 * One beyond the platform's limit is the user's own decision and stands.
	 */
	waitFor(contextTimeoutMs: number): number {
		if (contextTimeoutMs >= ANSWER_WITHIN_MS) return contextTimeoutMs;
		return Math.min(contextTimeoutMs, Math.round(ANSWER_WITHIN_MS - 2 * this.standstillMs));
	}

	/** Takes note of how late a deadline came, in milliseconds. */
	cameLate(ms: number): void {
		this.longestStandstillMs = Math.min(MOST_KEPT_MS, Math.max(this.standstillMs, ms));
		this.seenAt = this.now();
	}

	private get standstillMs(): number {
		return this.longestStandstillMs * 0.5 ** ((this.now() - this.seenAt) / HALF_LIFE_MS);
	}
}
