/** Items that are sent with default settings to a service with a limit per second or at once. */
import { Pace } from '../../../../nodes/shared/pace/pace';
import { failure } from '../../../../nodes/shared/problem/problem';
import { FULL_SIZE } from '../../../support/fullSize';
import { JITTER_MS, LimitedService, measure, run, type Limits } from './limitedService';
import { sendItems, simulate, answerWith } from './simulatedRun';
import { factorOf, KNOWN, median, ROWS, together, type Row } from './table';
import { VirtualTime } from './virtualTime';

/** All cells, or some of them: the rates and latencies are spread over any dozen. */
const chosen = (cells: Limits[]) => {
	const step = FULL_SIZE ? 1 : Math.max(1, Math.floor(cells.length / 12) | 1);
	return cells.filter((_, at) => at % step === 0);
};

async function factors(cells: Limits[], options = {}) {
	const found = [];
	for (const cell of chosen(cells)) {
		for (const seed of FULL_SIZE ? [1, 2, 3] : [1]) {
			const { lost, factor } = await factorOf(cell, options, seed);
			expect({ cell, lost }).toEqual({ cell, lost: 0 });
			found.push(factor);
		}
	}
	return found;
}

describe('a limit per second, however it is counted and told', () => {
	it.each(ROWS)('loses nothing and little time: $name', async (row: Row) => {
		const found = await factors(row.cells);
		expect(median(found)).toBeLessThanOrEqual(row.median);
		expect(Math.max(...found)).toBeLessThanOrEqual(row.worst);
	});

	it.each(['sliding', 'fixed', 'bucket', 'gap'] as const)(
		'is shared by executions with one key: %s',
		async (window) => {
			for (const [executions, texts, perSecond] of [
				[3, 40, 5],
				[2, 40, 2],
				[10, 20, 10],
			] as const) {
				for (const how of [{}, { status: 429 }]) {
					const limits = { perSecond, window, latencyMs: 300, ...how };
					const { factor, lost } = await together(executions, texts, limits);
					expect(lost).toBe(0);
					expect(factor).toBeLessThanOrEqual(1.5);
				}
			}
		},
	);

	it.each([false, true])(
		'is followed where it falls to a fifth; refused requests count: %s',
		async (refusedCount) => {
			for (const latencyMs of [300, 5000]) {
				const limits = { perSecond: 5, fallsTo: 1, latencyMs, refusalMs: latencyMs, refusedCount };
				const { lost, seconds } = await measure(100, limits);
				expect(lost).toBe(0);
				// 50 in the first ten seconds, then 50 at one a second
				expect(seconds / 60).toBeLessThan(latencyMs > 1000 ? 4 : 1.7);
			}
		},
	);

	it('is found again when another program has left that took half of it', async () => {
		for (const window of ['sliding', 'fixed', 'bucket'] as const) {
			const neighbor = { perSecond: 2.5, stays: [{ from: 30, to: 60 }] };
			const limits = { perSecond: 5, window, latencyMs: 300, neighbor };
			const { lost, recoveries } = await measure(500, limits);
			expect(lost).toBe(0);
			expect(recoveries![0]).toBeLessThanOrEqual(25);
		}
	});

	it('loses nothing where a refused request lengthens a strict gap', async () => {
		for (const latencyMs of [100, 1000, 5000]) {
			const limits = { perSecond: 5, window: 'gap', refusedCount: true, latencyMs } as const;
			expect(await measure(150, limits)).toMatchObject({ lost: 0 });
		}
	});

	it('is not mistaken for one of requests at once where the connection is lost meanwhile', async () => {
		const limits = { perSecond: 5, status: 429, latencyMs: 100, breaksOnce: true };
		const { lost, seconds } = await measure(100, limits);
		expect(lost).toBe(0);
		expect(seconds).toBeLessThan(25);
	});

	it('says so where the items do not fit into Max Time per Item', async () => {
		const time = new VirtualTime();
		const service = new LimitedService(time, { perSecond: 1, latencyMs: 100, retryAfter: 3600 });
		const errors = await time.until(run(service, 3));
		expect(errors.length).toBeGreaterThan(0);
		for (const { message, description } of errors) {
			expect(`${message} ${description}`).toMatch(/Max Time per Item/);
		}
	});
});

it('no item is sent before the time that the service asked one of them to wait', async () => {
	const time = new VirtualTime();
	const sentAt: number[] = [];
	await time.until(
		sendItems(40, async () => {
			sentAt.push(time.now());
			await time.sleep(100);
			const headers = { 'retry-after': '7' };
			return sentAt.length <= 16 ? { statusCode: 429, headers, body: '' } : answerWith(0);
		}),
	);
	expect(sentAt.filter((at) => at > 0 && at < 7100)).toEqual([]);
	expect(sentAt).toHaveLength(56);
});

it('nor where the rate is known', async () => {
	const time = new VirtualTime();
	const sentAt: number[] = [];
	const post = async () => {
		sentAt.push(time.now());
		await time.sleep(100);
		const headers = { 'retry-after': '20' };
		return sentAt.length === 3 ? { statusCode: 429, headers, body: '' } : answerWith(0);
	};
	await time.until(sendItems(10, post, { maxPerSecond: 5 }));
	const asked = sentAt[2]! + 100;
	expect(sentAt.filter((at) => at > asked && at < asked + 20_000)).toEqual([]);
	expect(sentAt).toHaveLength(11);
});

describe('a limit of requests at once, as the code says', () => {
	it('loses nothing and little time where there is one per second too', async () => {
		const limits = { perSecond: 5, atOnce: 3, latencyMs: 1000 };
		const { lost, seconds } = await measure(60, limits);
		expect(lost).toBe(0);
		// three a second
		expect(seconds).toBeLessThan(30);
	});

	it.each([2, 8, 32])('of %d is found', async (atOnce) => {
		const texts = 50 * Math.max(10, atOnce);
		const best = ((texts / atOnce) * (100 + JITTER_MS)) / 1000;
		const { lost, seconds, refused } = await measure(texts, { atOnce, latencyMs: 100 });
		expect(lost).toBe(0);
		expect(seconds / best).toBeLessThan(1.3);
		expect(refused).toBeLessThan(texts / 10);
	});

	it('of 2 that ten executions share loses none of their items', async () => {
		const { lost, ends } = await together(10, 1, { atOnce: 2, latencyMs: 1500 });
		expect(lost).toBe(0);
		expect(Math.max(...ends)).toBeLessThan(30_000);
	});

	it('is never taken from an HTTP status: what is refused so is sent more slowly', async () => {
		const { lost, seconds } = await measure(100, { perSecond: 10, latencyMs: 5000, status: 429 });
		expect(lost).toBe(0);
		expect(seconds).toBeLessThan(45);
	});
});

it.each([
	[100, 1.3],
	[500, 5.5],
	[2400, 24.5],
	[5000, 50.5],
])('without a limit 1000 requests of %d ms take %d s', async (latencyMs, seconds) => {
	expect((await measure(1000, { latencyMs })).seconds).toBeLessThan(seconds);
});

it('after no answer in time half as many are sent at once', async () => {
	const { sentAt } = await simulate(40, ({ n }) => (n <= 16 ? 'silent' : { ms: 900, code: 0 }), {
		timeout: 1000,
	});
	expect(sentAt.filter((at) => at > 0 && at < 1900)).toHaveLength(8);
});

describe('who knows the limit and enters it', () => {
	const options = { maxTimePerItem: 3600 };

	it('needs 1.15 times the least, and 1.3 where they have to keep 100 ms apart', async () => {
		for (const cell of KNOWN) {
			const { factor, lost } = await factorOf(cell, { maxPerSecond: cell.perSecond });
			expect({ cell, lost }).toEqual({ cell, lost: 0 });
			const isDense = cell.window === 'gap' && cell.perSecond === 10;
			expect({ cell, isFast: factor <= (isDense ? 1.3 : 1.15) }).toEqual({ cell, isFast: true });
		}
	});

	it('is never sent more than that in a second, also where the service takes more', async () => {
		const time = new VirtualTime();
		const service = new LimitedService(time, { latencyMs: 100 });
		expect(await time.until(run(service, 120, { ...options, maxPerSecond: 0.5 }))).toEqual([]);
		expect(time.now()).toBeGreaterThan(119 * 2000);
	});

	it('is held to less where the service takes less', async () => {
		const limits = { perSecond: 2, latencyMs: 300 };
		const { lost, seconds, refusedPerSecond } = await measure(120, limits, {
			...options,
			maxPerSecond: 10,
		});
		expect(lost).toBe(0);
		expect(seconds).toBeLessThan(75);
		expect(refusedPerSecond).toBeLessThan(1);
	});
});

it('a request that a busy machine lets leave late does not hold up the next one, by 50 ms at most', () => {
	const pace = new Pace();
	pace.limitTo(10);
	pace.leaves(1000);
	const due = pace.nextAt;
	pace.leaves(due + 30);
	expect(pace.nextAt).toBe(due + 105);
	pace.leaves(due + 105 + 400);
	expect(pace.nextAt).toBe(due + 105 + 400 - 50 + 105);
});

const refused = { message: '', remedy: '', httpStatus: 429, retryClass: 'tooMany' } as const;

it('a rate that a user knew is left behind where the user has gone', () => {
	const pace = new Pace();
	pace.limitTo(10);
	pace.leaves(1)(failure(refused));
	pace.limitTo(Infinity);
	for (let n = 0; n < 1000; n++) pace.leaves(pace.nextAt)({ ok: true, value: undefined });
	const at = pace.nextAt;
	pace.leaves(at);
	expect(pace.nextAt - at).toBeLessThan(30);
});

it('a burst of refusals of one answer time slows down once', async () => {
	const time = new VirtualTime();
	const pace = new Pace();
	pace.limitTo(10);
	const burst = [0, 100, 200].map((at) => pace.leaves(at + 1));
	for (const ended of burst) {
		await time.until(time.sleep(300));
		ended(failure(refused));
	}
	const at = pace.nextAt;
	pace.leaves(at);
	expect(Math.round(pace.nextAt - at)).toBe(Math.round(105 / 0.96));
});
