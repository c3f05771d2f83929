import { InFlight } from '../../../nodes/shared/items/inFlight';

/** A service that takes `capacity` requests at once, each for one tick of time, and refuses the rest at once. */
async function simulate(items: number, capacity: number, max = 128) {
	const inFlight = new InFlight(max);
	let serving = 0;
	let ticks = 0;
	let done = 0;
	let most = 0;
	let wakeTick: Array<() => void> = [];
	const tick = () => new Promise<void>((resolve) => wakeTick.push(resolve));

	async function item() {
		for (;;) {
			const ticket = await inFlight.enter();
			most = Math.max(most, inFlight.limit);
			if (serving >= capacity) {
				inFlight.leave(ticket, 'limited');
				await tick();
				continue;
			}
			serving++;
			await tick();
			serving--;
			inFlight.leave(ticket, 'answered');
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
	return { ticks, best: Math.ceil(items / capacity), most, end: inFlight.limit };
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
		const inFlight = new InFlight(16);
		const tickets = await Promise.all(Array.from({ length: 16 }, () => inFlight.enter()));
		for (const ticket of tickets) inFlight.leave(ticket, 'limited');
		expect(inFlight.limit).toBe(8);
	});

	test('never falls below one', async () => {
		const inFlight = new InFlight(4);
		for (let round = 0; round < 10; round++) inFlight.leave(await inFlight.enter(), 'limited');
		expect(inFlight.limit).toBe(1);
	});

	test('places are given in the order they were asked for', async () => {
		const inFlight = new InFlight(1);
		const order: number[] = [];
		const first = await inFlight.enter();
		const others = [1, 2, 3].map(async (name) => {
			const ticket = await inFlight.enter();
			order.push(name);
			inFlight.leave(ticket, 'answered');
		});
		inFlight.leave(first, 'failed');
		await Promise.all(others);
		expect(order).toEqual([1, 2, 3]);
	});
});
