import { setTimeout as delay } from 'node:timers/promises';

/** Far more than anything takes on a slow machine: only what will never come lasts so long. */
const LIMIT_MS = 60_000;

/**
 * Asks again and again until the answer is neither undefined nor false.
 * @throws naming what was waited for, when the time is over
 */
export async function until<T>(
	what: string | (() => string),
	ask: () => Promise<T | undefined | false> | T | undefined | false,
	timeoutMs = LIMIT_MS,
	pauseMs = 100,
): Promise<T> {
	for (const deadline = Date.now() + timeoutMs; ; await delay(pauseMs)) {
		const answer = await ask();
		if (answer !== undefined && answer !== false) return answer;
		if (Date.now() > deadline) {
			const missed = typeof what === 'string' ? what : what();
			throw new Error(`Not within ${timeoutMs / 1000} s: ${missed}`);
		}
	}
}

const HOUR_MS = 3_600_000;

/** Waits until midnight in China where it is this near: what a test sends again it has to send on the same day. */
export async function awayFromMidnight(neededMs: number): Promise<void> {
	const leftMs = 24 * HOUR_MS - ((Date.now() + 8 * HOUR_MS) % (24 * HOUR_MS));
	if (leftMs < neededMs) await delay(leftMs);
}

/**
 * Repeats an assertion until it holds.
 * @throws what the assertion threw last
 */
export async function eventually(assertion: () => Promise<void>): Promise<void> {
	for (const deadline = Date.now() + LIMIT_MS; ; await delay(100)) {
		try {
			return await assertion();
		} catch (error) {
			if (Date.now() > deadline) throw error;
		}
	}
}
