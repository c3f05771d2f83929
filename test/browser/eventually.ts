import { setTimeout as delay } from 'node:timers/promises';

/** Far more than n8n takes on a slow machine: only what will never come lasts so long. */
const LIMIT_MS = 60_000;
const PAUSE_MS = 50;

/**
 * Repeats an assertion until it holds: the page follows a click or a typing after a while, and does
 * not say when it has.
 * @throws what the assertion threw last
 */
export async function eventually(assertion: () => Promise<void>): Promise<void> {
	for (const deadline = Date.now() + LIMIT_MS; ; await delay(PAUSE_MS)) {
		try {
			await assertion();
			return;
		} catch (error) {
			if (Date.now() > deadline) throw error;
		}
	}
}
