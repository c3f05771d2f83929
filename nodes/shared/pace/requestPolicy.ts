/** Bounds of the work on one item. */
export interface RequestPolicy {
	/** upper bound of requests in flight */
	maxItemsAtOnce: number;
	/** requests in a second, where the user knows the service's limit */
	maxPerSecond?: number;
	/** of one attempt or download, in milliseconds */
	timeoutMs: number;
	maxAttempts: number;
	/** of one item, its download and all attempts included, in milliseconds (see RetryBudget) */
	maxTimeMs: number;
}

/** A day: a timer cannot be set for much more than 24 of them. */
export const LONGEST_TIMEOUT_MS = 86_400_000;
