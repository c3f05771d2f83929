/** Items that are sent with default settings to a service with a limit per second or at once. */
import { RequestPacer } from '../../../../nodes/shared/pace/requestPacer';
import { FULL_SIZE } from '../../../support/fullSize';
import { JITTER_MS, LimitedService, measure, run, type Limits } from './limitedService';
import { answerWith, sendItems, simulate } from './simulatedRun';
import { VirtualTime } from './virtualTime';

/** Runs items against a service with these limits; by how much they took longer than they had to. */
async function factorOf(items: number, limits: Limits & { perSecond: number }, seed = 1) {
	const time = new VirtualTime(seed);
	const service = new LimitedService(time, limits);
	expect(await time.until(run(time, service, items))).toEqual([]);
	const seconds = (time.now() - service.firstAt!) / 1000;
	return { factor: (seconds * limits.perSecond) / items, refused: service.refused };
}

/** Executions that send to one service at the same time, and lose no item. */
async function together(executions: number, items: number, limits: Limits) {
	const time = new VirtualTime();
	const service = new LimitedService(time, limits);
	const runs = Array.from({ length: executions }, async () => await run(time, service, items));
	expect((await time.until(Promise.all(runs))).flat()).toEqual([]);
	return { ms: time.now(), refused: service.refused };
}

const RATES = [
	[100, 1],
	[100, 2],
	[100, 5],
	[60, 1],
];
const LATENCIES = FULL_SIZE ? [100, 300, 1000] : [300];
const cases = RATES.flatMap(([items, perSecond]) =>
	LATENCIES.flatMap((latencyMs) =>
		[
			{ refusedCount: false },
			{ refusedCount: true },
			{ refusedCount: false, status: 429 },
			{ refusedCount: true, status: 429 },
			{ refusedCount: false, status: 429, retryAfter: 1 },
		].map((how) => ({ items: items!, perSecond: perSecond!, latencyMs, ...how })),
	),
);

describe('a limit per second', () => {
	it.each(cases)('loses no item and little time: %j', async ({ items, ...limits }) => {
		const { factor } = await factorOf(items, limits);
		expect(factor).toBeLessThanOrEqual(limits.refusedCount ? 1.6 : 1.2);
	});

	it('costs little more time where a faster pace is tried and refused', async () => {
		const { factor } = await factorOf(100, { perSecond: 5, latencyMs: 1000 });
		expect(factor).toBeLessThanOrEqual(1.15);
	});

	it.each([
		[{ isWayBusy: true, refusedCount: false }, 1.36],
		[{ isWayBusy: true, refusedCount: true }, 1.5],
		[{ isUneven: true }, 1.26],
	])('costs little more time where requests arrive late, or answers: %j', async (uneven, most) => {
		const factors: number[] = [];
		for (let round = 0; round < 12; round++) {
			const limits = { perSecond: 2, latencyMs: 300, ...uneven };
			factors.push((await factorOf(60, limits, round)).factor);
		}
		const mean = factors.reduce((sum, factor) => sum + factor, 0) / factors.length;
		expect(mean).toBeLessThan(most);
	});

	it('is not mistaken for one of requests at once where the connection is lost meanwhile', async () => {
		const limits = { perSecond: 5, status: 429, latencyMs: 100, breaksOnce: true };
		const { factor, refused } = await factorOf(100, limits);
		expect(factor).toBeLessThanOrEqual(1.2);
		expect(refused).toBeLessThan(30);
	});

	it('says so where the items do not fit into Max Time per Item', async () => {
		const time = new VirtualTime();
		const service = new LimitedService(time, { perSecond: 1, latencyMs: 100 });
		const errors = await time.until(run(time, service, 60, { maxTimePerItem: 5 }));
		for (const { message, description } of errors) {
			expect(`${message} ${description}`).toMatch(/Max Time per Item/);
		}
		const slow = new LimitedService(time, { perSecond: 1, latencyMs: 100, retryAfter: 3600 });
		const refused = await time.until(run(time, slow, 3));
		expect(refused.length).toBeGreaterThan(0);
		for (const { message, description } of refused) {
			expect(`${message} ${description}`).toMatch(/Max Time per Item/);
		}
	});

	it.each([false, true])(
		'is followed where it falls; refused requests count: %s',
		async (refusedCount) => {
			const limits = { perSecond: 5, fallsTo: 1, latencyMs: 300, refusedCount };
			const { ms, refused } = await together(1, 100, limits);
			// 50 in the first ten seconds, then 50 at one a second
			expect(ms / 60_000).toBeLessThan(refusedCount ? 1.55 : 1.4);
			expect(refused).toBeLessThan(45);
		},
	);

	it.each([false, true])(
		'is shared by three executions of many items; refused requests count: %s',
		async (refusedCount) => {
			const limits = { perSecond: 3, latencyMs: 300, refusedCount };
			expect((await together(3, 40, limits)).refused).toBeLessThan(95);
		},
	);

	it('is shared by ten executions of one item each without losing one', async () => {
		for (const refusedCount of [false, true]) {
			const limits = { perSecond: 2, latencyMs: 300, refusedCount };
			await expect(together(10, 1, limits)).resolves.toBeDefined();
		}
	});
});

it('a refused request waits as long as the service asked, also when others are answered meanwhile', async () => {
	const time = new VirtualTime();
	const sentAt = new Map<string, number[]>();
	await time.until(
		sendItems(time, 2, async ({ body }) => {
			const earlier = sentAt.get(body) ?? [];
			sentAt.set(body, [...earlier, time.now()]);
			const isRefused = body === '0' && earlier.length === 0;
			await time.sleep(isRefused ? 100 : 300);
			const headers = { 'retry-after': '1' };
			return isRefused ? { statusCode: 429, headers, body: '' } : answerWith(0);
		}),
	);
	const [first, second] = sentAt.get('0')!;
	expect(second! - first!).toBeGreaterThanOrEqual(1100);
});

it('no item sends before the time that the service asked another one to wait', async () => {
	const time = new VirtualTime();
	const pacer = new RequestPacer(time);
	const takeTurn = async () => (await time.until(pacer.takeTurn({ leftMs: 60_000 })))!;
	const refused = await takeTurn();
	const problem = { message: '', remedy: '', retryClass: 'tooManyPerSecond' } as const;
	pacer.refused(refused, { ...problem, retryAfterMs: 7000 });
	expect((await takeTurn()).at).toBeGreaterThanOrEqual(7000);
});

it('nor where the rate is known, once the service takes nothing at that rate', async () => {
	const time = new VirtualTime();
	const pacer = new RequestPacer(time, 5);
	const takeTurn = async () => (await time.until(pacer.takeTurn({ leftMs: 60_000 })))!;
	const problem = { message: '', remedy: '', retryClass: 'tooManyPerSecond' } as const;
	const turns = [await takeTurn(), await takeTurn(), await takeTurn()];
	const asked = time.now();
	for (const turn of turns) pacer.refused(turn, { ...problem, retryAfterMs: 20_000 });
	expect((await takeTurn()).at).toBeGreaterThanOrEqual(asked + 20_000);
});

it('a limit per second lifts the limit at once that earlier timeouts taught', async () => {
	const { said, ms } = await simulate(
		100,
		({ n }) => {
			if (n <= 16) return 'silent';
			return n > 18 && n <= 20 ? { ms: 20, code: 11202 } : { ms: 900, code: 0 };
		},
		{ timeout: 1000, maxTimePerItem: 600 },
	);
	expect(said.filter((one) => one !== 'well')).toEqual([]);
	// 10.8 s where as few requests as after the timeouts are sent at once
	expect(ms).toBeLessThan(9000);
});

describe('a limit of requests at once', () => {
	it('of 2 that ten executions share loses none of their items', async () => {
		expect((await together(10, 1, { atOnce: 2, latencyMs: 1500 })).ms).toBeLessThan(30_000);
	});

	it.each([
		[2, undefined],
		[8, undefined],
		[32, undefined],
		[8, 1],
	])('of %d, told by HTTP 429 (Retry-After %s), is found too', async (atOnce, retryAfter) => {
		const items = 50 * Math.max(10, atOnce);
		const limits = { atOnce, latencyMs: 100, status: 429, retryAfter };
		const best = (items / atOnce) * (100 + JITTER_MS);
		expect((await together(1, items, limits)).ms / best).toBeLessThan(1.3);
	});
});

/** Refusals take as long as answers. */
const judged = async (items: number, limits: Limits, seed = 1) =>
	await measure(items, { refusalMs: limits.latencyMs, ...limits }, {}, seed);

const WINDOWS = ['sliding', 'fixed', 'bucket'] as const;
/** A strict gap that refused requests lengthen is in no server; where they do, it is not lost but slow. */
const GAPS = (['nginx', 'gap'] as const).map((window) => ({ window, refusedCount: false }));
const HOW = [
	...WINDOWS.flatMap((window) => [false, true].map((refusedCount) => ({ window, refusedCount }))),
	...GAPS,
];

/** The most time as a multiple of the least: what waiting for the first answers takes comes on top. */
function mostOf({ window }: (typeof HOW)[number], latencyMs: number, perSecond: number): number {
	if (window === 'nginx') return perSecond === 25 ? 1.62 : 1.6;
	if (window !== 'gap') return 1.37 + latencyMs / 60_000;
	// with 20 ms of jitter the best fixed rate takes 1.4 times the least there
	return perSecond === 25 ? 2.1 : Math.max(1.6, 1.6 + (latencyMs - 2400) / 30_000);
}

/** Seconds in which a limit is found again. At one a second a probe is two requests, which may tell little. */
function foundWithin({ window }: (typeof HOW)[number], perSecond: number): number {
	if (perSecond === 1) return 72;
	// its slowest phases are among those of a full run
	return window === 'gap' && FULL_SIZE ? 23 : 20;
}

const mostRefused = (perSecond: number): number => (perSecond === 25 ? 3.5 : 3);

const median = (values: number[]) =>
	[...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

const SIZES = FULL_SIZE
	? [
			[1, 60],
			[2, 120],
			[5, 300],
			[10, 600],
			[25, 1500],
		]
	: [
			[2, 120],
			[5, 300],
		];

describe.each(SIZES)('a limit of %d a second, however it is counted', (perSecond, items) => {
	const limits = (how: object, latencyMs: number) => ({
		...how,
		perSecond: perSecond!,
		latencyMs,
	});

	it.each(HOW)('loses nothing and refuses little, at any latency: %j', async (how) => {
		for (const latencyMs of FULL_SIZE ? [100, 500, 1000, 2400, 5000] : [100, 1000, 5000]) {
			const runs = [];
			for (let round = 0; round < 3; round++) {
				runs.push(await judged(items!, limits(how, latencyMs), round));
			}
			const time = median(runs.map(({ seconds }) => seconds));
			const result = {
				latencyMs,
				lost: Math.max(...runs.map(({ lost }) => lost)),
				refusedPerSecond: median(runs.map(({ refusedPerSecond }) => refusedPerSecond)),
				factor: (time * perSecond!) / items!,
			};
			expect(result).toMatchObject({ latencyMs, lost: 0 });
			expect(result.refusedPerSecond).toBeLessThanOrEqual(mostRefused(perSecond!));
			expect(result.factor).toBeLessThanOrEqual(mostOf(how, latencyMs, perSecond!));
		}
	});

	it.each(HOW)('is found again each time that a neighbor leaves: %j', async (how) => {
		for (const latencyMs of FULL_SIZE ? [100, 1000, 2400, 5000] : [100, 5000]) {
			for (let round = 0; round < (FULL_SIZE ? 5 : 2); round++) {
				// it leaves at another moment of the search in each round
				const stays = [
					{ from: 50, to: 76 + 1.37 * round },
					{ from: 110, to: 126 + 2.11 * round },
				];
				const neighbor = { perSecond: perSecond! / 2, stays };
				const { lost, recoveries, refusedPerSecond } = await judged(
					// enough for half a minute after it left the second time
					170 * perSecond!,
					{ ...limits(how, latencyMs), neighbor },
					round,
				);
				expect(lost).toBe(0);
				expect(Math.max(...recoveries!)).toBeLessThanOrEqual(foundWithin(how, perSecond!));
				expect(refusedPerSecond).toBeLessThanOrEqual(mostRefused(perSecond!));
			}
		}
	});

	it.each(HOW)('is followed where it falls to a fifth, and nothing is lost: %j', async (how) => {
		for (const latencyMs of [100, 5000]) {
			const falls = { fallsAt: 20, fallsTo: perSecond! / 5 };
			const { lost } = await judged(items! / 2, { ...limits(how, latencyMs), ...falls });
			expect({ latencyMs, lost }).toEqual({ latencyMs, lost: 0 });
		}
	});
});

it('loses nothing where a refused request lengthens a strict gap', async () => {
	for (const latencyMs of [100, 1000, 5000]) {
		const limits = { perSecond: 5, window: 'gap', refusedCount: true, latencyMs } as const;
		expect(await judged(150, limits)).toMatchObject({ lost: 0 });
	}
});

it('sends 60 texts at 2 a second where a refusal takes 2.4 s', async () => {
	const limits = { perSecond: 2, latencyMs: 2400, refusedCount: true };
	const { lost, seconds, refused } = await judged(60, limits);
	expect(lost).toBe(0);
	expect(seconds).toBeLessThan(45);
	expect(refused).toBeLessThan(60);
});

it.each([
	[100, 1.25],
	[500, 5.25],
	[2400, 24.25],
	[5000, 50.25],
])('without a limit 1000 requests of %d ms take %d s', async (latencyMs, seconds) => {
	expect((await measure(1000, { latencyMs })).seconds).toBeLessThan(seconds);
});

describe('who knows the limit and enters it', () => {
	const options = { maxTimePerItem: 3600 };

	it.each(FULL_SIZE ? [1, 2, 5, 10, 20] : [1, 5])(
		'needs 1.05 times the least, at %d a second',
		async (perSecond) => {
			const items = 60 * perSecond;
			for (const window of WINDOWS) {
				for (const latencyMs of [100, 1000, 5000]) {
					const entered = { ...options, maxPerSecond: perSecond };
					const { lost, seconds, refused } = await measure(
						items,
						{ window, perSecond, latencyMs, refusalMs: latencyMs },
						entered,
					);
					expect(lost).toBe(0);
					expect(refused).toBeLessThan(items / 20);
					expect(((seconds - latencyMs / 1000) * perSecond) / items).toBeLessThanOrEqual(1.05);
				}
			}
		},
	);

	it('is never sent more than that in a second, also where the service takes more', async () => {
		const time = new VirtualTime();
		const service = new LimitedService(time, { latencyMs: 100 });
		expect(await time.until(run(time, service, 120, { ...options, maxPerSecond: 0.5 }))).toEqual(
			[],
		);
		expect(time.now()).toBeGreaterThan(119 * 2000);
	});

	it('is held to less where the service takes less', async () => {
		const limits = { perSecond: 2, latencyMs: 300 };
		const { lost, refusedPerSecond } = await measure(120, limits, { ...options, maxPerSecond: 10 });
		expect(lost).toBe(0);
		expect(refusedPerSecond).toBeLessThan(1);
	});
});
