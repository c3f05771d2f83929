const LONGEST_FACTOR = 32;

/** Before the second attempt at what may pass, in milliseconds. */
export const FIRST_PAUSE_MS = 400;

/**
 * How long to wait before the next attempt, in milliseconds: twice as long after each one, up to 32
 * times the first pause, up to half of it taken off at random; at least as long as the service asked.
 * @param attempt how many attempts there have been, from 1
 */
export function pauseBefore(attempt: number, firstMs: number, atLeastMs = 0): number {
	const growing = firstMs * Math.min(LONGEST_FACTOR, 2 ** (attempt - 1));
	return Math.max(growing * (0.5 + Math.random() / 2), atLeastMs);
}
