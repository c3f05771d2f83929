import { ConcurrencyLimiter } from '../../../../nodes/shared/pace/concurrencyLimiter';

/** A service that takes `capacity` requests at once, each for one tick of time, and refuses the rest at once. */
async function simulate(items: number, capacity: number, max = 128) {
	const limiter = new ConcurrencyLimiter(max);
	let serving = 0;
	let ticks = 0;
	let done = 0;
	let most = 0;
	let wakeTick: Array<() => void> = [];
	const tick = () => new Promise<void>((resolve) => wakeTick.push(resolve));

	async function item() {
		for (;;) {
			const ticket = await limiter.acquire();
			most = Math.max(most, limiter.limit);
			if (serving >= capacity) {
				limiter.release(ticket, 'overloaded');
				await tick();
				continue;
			}
			serving++;
			await tick();
			serving--;
			limiter.release(ticket, 'answered');
			done++;
			return;
		}
	}
	const all = Promise.all(Array.from({ length: items }, item));
	while (done < items && ticks < 100_000) {
		for (let turn = 0; turn < 50; turn++) await Promise.resolve();
		ticks++;
		const wake = wakeTick;
		wakeTick = [];
		for (const resolve of wake) resolve();
		for (let turn = 0; turn < 50; turn++) await Promise.resolve();
	}
	await all;
	return { ticks, best: Math.ceil(items / capacity), most, end: limiter.limit };
}

describe('number in flight', () => {
	test.each([2, 8, 32])(
		'500 items over a service that takes %d at once need at most 1.3 times the best fixed number',
		async (capacity) => {
			const { ticks, best } = await simulate(500, capacity);
			expect(ticks).toBeLessThanOrEqual(best * 1.3);
		},
	);

	test('doubles with every round while the service answers', async () => {
		const { ticks } = await simulate(200, Infinity);
		expect(ticks).toBeLessThanOrEqual(4);
	});

	test('never goes over the upper bound the user set', async () => {
		const { most, ticks } = await simulate(100, Infinity, 5);
		expect(most).toBe(5);
		expect(ticks).toBe(20);
	});

	test('a burst of refusals of one round halves it once', async () => {
		const limiter = new ConcurrencyLimiter(16);
		const tickets = await Promise.all(Array.from({ length: 16 }, () => limiter.acquire()));
		for (const ticket of tickets) limiter.release(ticket, 'overloaded');
		expect(limiter.limit).toBe(8);
	});

	test('never falls below one', async () => {
		const limiter = new ConcurrencyLimiter(4);
		for (let round = 0; round < 10; round++) limiter.release(await limiter.acquire(), 'overloaded');
		expect(limiter.limit).toBe(1);
	});

	test('places are given in the order they were asked for', async () => {
		const limiter = new ConcurrencyLimiter(1);
		const order: number[] = [];
		const first = await limiter.acquire();
		const others = [1, 2, 3].map(async (name) => {
			const ticket = await limiter.acquire();
			order.push(name);
			limiter.release(ticket, 'answered');
		});
		limiter.release(first, 'unknown');
		await Promise.all(others);
		expect(order).toEqual([1, 2, 3]);
	});
});
