import { setTimeout as delay } from 'node:timers/promises';

/**
 * Asks again and again until the answer is not undefined.
 * @throws naming what was waited for, when the time is over
 */
export async function until<T>(
	what: string | (() => string),
	ask: () => Promise<T | undefined> | T | undefined,
	timeoutMs: number,
	pauseMs = 250,
): Promise<T> {
	const deadline = Date.now() + timeoutMs;
	for (;;) {
		const answer = await ask();
		if (answer !== undefined) return answer;
		if (Date.now() > deadline) {
			const missed = typeof what === 'string' ? what : what();
			throw new Error(`Not within ${timeoutMs / 1000} s: ${missed}`);
		}
		await delay(pauseMs);
	}
}
