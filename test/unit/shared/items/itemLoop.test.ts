/** The item loop and the number in flight together, in a time of their own that costs none. */
import type { IExecuteFunctions } from 'n8n-workflow';

import { ConcurrencyLimiter } from '../../../../nodes/shared/pace/concurrencyLimiter';
import { runItems } from '../../../../nodes/shared/items/engine';
import { VirtualTime } from '../pace/virtualTime';

const LATENCY_MS = 100;
/** What sending one request costs the one thread of the machine. */
const COST_MS = 2;

/**
 * Items that are sent one by one to a service that takes `capacity` at once and refuses the rest;
 * refused ones are sent again as `Service.call` does.
 * @returns the milliseconds it took, and the most items that were begun and not finished
 */
async function simulate(given: {
	items: number;
	capacity: number;
	retryAfterMs?: number;
	max?: number;
}): Promise<{ ms: number; mostOpen: number; refused: number }> {
	const time = new VirtualTime();
	const limiter = new ConcurrencyLimiter(given.max ?? 128);
	let serving = 0;
	let refused = 0;
	let open = 0;
	let mostOpen = 0;
	let busyUntil = 0;
	const compute = async () => {
		busyUntil = Math.max(busyUntil, time.now()) + COST_MS;
		await time.sleep(busyUntil - time.now());
	};
	const attempt = async (): Promise<boolean> => {
		await compute();
		if (serving >= given.capacity) {
			refused++;
			await time.sleep(1);
			return false;
		}
		serving++;
		await time.sleep(LATENCY_MS);
		serving--;
		return true;
	};
	const work = async () => {
		mostOpen = Math.max(mostOpen, ++open);
		for (let refusals = 1; ; refusals++) {
			const ticket = await limiter.acquire();
			const answered = await attempt();
			limiter.release(ticket, answered ? 'answered' : 'overloaded');
			if (answered) break;
			const pause = time.sleep(Math.max(45 * 2 ** refusals, given.retryAfterMs ?? 0));
			await limiter.rest(pause);
		}
		open--;
		return [];
	};
	const context = {
		getInputData: () => new Array(given.items).fill({ json: {} }),
		continueOnFail: () => false,
		getExecutionCancelSignal: () => undefined,
	} as unknown as IExecuteFunctions;
	await time.until(runItems(context, { limiter }, work));
	return { ms: time.now(), mostOpen, refused };
}

describe('items sent to a service that takes only so many at once', () => {
	test.each([
		[2, undefined],
		[8, undefined],
		[32, undefined],
		[2, 1000],
		[8, 1000],
		[32, 1000],
	])(
		'500 items at %d at once (Retry-After: %s ms) take at most 1.3 times what the best fixed number takes',
		async (capacity, retryAfterMs) => {
			const fixed = await simulate({ items: 500, capacity, max: capacity });
			const adaptive = await simulate({ items: 500, capacity, retryAfterMs });
			expect(fixed.refused).toBe(0);
			expect(adaptive.refused).toBeGreaterThan(0);
			expect(adaptive.ms / fixed.ms).toBeLessThanOrEqual(1.3);
		},
	);

	test('items that wait long after a refusal do not keep the others from being sent', async () => {
		const capacity = 2;
		const items = 100;
		const { ms } = await simulate({ items, capacity, retryAfterMs: 2000 });
		expect(ms).toBeLessThan((items / capacity) * (LATENCY_MS + 2 * COST_MS) * 1.2);
	});

	test('no more items are begun than may be in flight while none is refused', async () => {
		const { mostOpen } = await simulate({ items: 300, capacity: Infinity, max: 40 });
		expect(mostOpen).toBe(40);
	});
});
