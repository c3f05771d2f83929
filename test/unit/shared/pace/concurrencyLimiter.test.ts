import { ConcurrencyLimiter } from '../../../../nodes/shared/pace/concurrencyLimiter';

describe('number in flight', () => {
	test('doubles with every round while the service answers, up to the bound the user set', async () => {
		const limiter = new ConcurrencyLimiter(50);
		const rounds: number[] = [];
		for (let round = 0; round < 4; round++) {
			rounds.push(limiter.limit);
			const places = Array.from({ length: limiter.limit }, () => limiter.acquire());
			for (const ticket of await Promise.all(places)) limiter.release(ticket, 'answered');
		}
		expect(rounds).toEqual([16, 32, 50, 50]);
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
