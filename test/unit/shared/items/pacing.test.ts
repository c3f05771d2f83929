/** Items that are sent with default settings to a service with a limit per second or at once. */
import type { IExecuteFunctions } from 'n8n-workflow';

import { Service } from '../../../../nodes/shared/http/client';
import { readRequestPolicy } from '../../../../nodes/shared/http/options';
import { runItems } from '../../../../nodes/shared/items/itemLoop';
import type { Problem } from '../../../../nodes/shared/items/problem';
import { RequestPacer, type Turn } from '../../../../nodes/shared/items/requestPacer';
import { decodeSignatureAnswer } from '../../../../nodes/shared/signature/answer';
import { FULL_SIZE } from '../../../support/fullSize';
import { VirtualTime } from './virtualTime';

interface Limits {
	/** requests in any second */
	perSecond?: number;
	/** requests in any second from the tenth second on */
	fallsTo?: number;
	/** requests under way */
	atOnce?: number;
	/** a refused request counts too */
	refusedCount?: boolean;
	/** in place of the code */
	status?: number;
	retryAfter?: number;
	/** every second request is held up on its way, one of ten by up to 0.7 s */
	isWayBusy?: boolean;
	/** an answer takes half as long as the latency, or up to four times */
	isUneven?: boolean;
	/** the next request after the first refusals gets no answer */
	breaksOnce?: boolean;
	latencyMs: number;
}

const SERVICE = { name: 'The service', codes: {} };
const SCHEME = { credentialType: 'any', signedAt: () => ({}) };
/** What a network adds to the way of a request, at most. */
const JITTER_MS = 20;

/** A service with limits, in virtual time. */
class LimitedService {
	private counted: number[] = [];

	private serving = 0;

	refused = 0;

	firstAt: number | undefined;

	private firstRefusedAt = Infinity;

	private hasBroken = false;

	constructor(
		private readonly time: VirtualTime,
		private readonly limits: Limits,
	) {}

	async answer(): Promise<object> {
		const { perSecond = Infinity, atOnce = Infinity, refusedCount, latencyMs } = this.limits;
		await this.time.sleep(this.wayMs());
		const now = this.time.now();
		if (this.limits.breaksOnce && !this.hasBroken && now > this.firstRefusedAt + 2 * JITTER_MS) {
			this.hasBroken = true;
			throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
		}
		this.firstAt ??= now;
		this.counted = this.counted.filter((at) => now - at < 1000);
		const rate = now < 10_000 ? perSecond : (this.limits.fallsTo ?? perSecond);
		const isOverRate = this.counted.length >= rate;
		if (!isOverRate || refusedCount) this.counted.push(now);
		if (isOverRate || this.serving >= atOnce) {
			this.refused++;
			this.firstRefusedAt = Math.min(this.firstRefusedAt, now);
			return this.refusal(isOverRate ? 11202 : 11203);
		}
		this.serving++;
		const uneven = this.limits.isUneven ? 0.5 + 3.5 * Math.random() : 1;
		await this.time.sleep(latencyMs * uneven);
		this.serving--;
		const body = JSON.stringify({ header: { code: 0 }, payload: { result: { text: '{}' } } });
		return { statusCode: 200, headers: {}, body };
	}

	private wayMs(): number {
		const die = Math.random();
		const most = !this.limits.isWayBusy ? JITTER_MS : die < 0.5 ? 40 : die < 0.9 ? 200 : 700;
		return 5 + Math.random() * most;
	}

	private refusal(code: number): object {
		const { status, retryAfter } = this.limits;
		const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
		if (status !== undefined) return { statusCode: status, headers, body: 'too many' };
		return { statusCode: 200, headers, body: JSON.stringify({ header: { code } }) };
	}
}

/** One run of a node. @returns when it ended, and the errors of its items */
async function run(time: VirtualTime, service: LimitedService, items: number, options = {}) {
	const context = {
		getNode: () => ({ name: 'node', type: 'x' }),
		getInputData: () => new Array(items).fill({ json: {} }),
		continueOnFail: () => true,
		helpers: { httpRequestWithAuthentication: async () => await service.answer() },
	} as unknown as IExecuteFunctions;
	const client = new Service(context, SCHEME, 'The service', {}, readRequestPolicy(options), time);
	const outputs = await runItems(context, { limiter: client.limiter }, async (item) => {
		await client.call(item, { path: '/' }, (answer) => decodeSignatureAnswer(answer, SERVICE));
		return [{ json: { ok: true } }];
	});
	return outputs.flatMap(({ json }) => (json.error ? [json.error as Record<string, string>] : []));
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
		const time = new VirtualTime();
		const service = new LimitedService(time, limits);
		const errors = await time.until(run(time, service, items));
		expect(errors).toEqual([]);
		const seconds = (time.now() - service.firstAt!) / 1000;
		const factor = (seconds * limits.perSecond) / items;
		expect(factor).toBeLessThanOrEqual(limits.refusedCount ? 1.6 : 1.2);
	});

	it('costs little more time where a faster pace is tried and refused', async () => {
		const time = new VirtualTime();
		const service = new LimitedService(time, { perSecond: 5, latencyMs: 1000 });
		expect(await time.until(run(time, service, 100))).toEqual([]);
		expect((((time.now() - service.firstAt!) / 1000) * 5) / 100).toBeLessThanOrEqual(1.15);
	});

	it.each([
		[{ isWayBusy: true, refusedCount: false }, 1.36],
		[{ isWayBusy: true, refusedCount: true }, 1.4],
		[{ isUneven: true }, 1.26],
	])('costs little more time where requests arrive late, or answers: %j', async (uneven, most) => {
		const factors: number[] = [];
		for (let round = 0; round < 12; round++) {
			const time = new VirtualTime();
			const limits = { perSecond: 2, latencyMs: 300, ...uneven };
			const service = new LimitedService(time, limits);
			expect(await time.until(run(time, service, 60))).toEqual([]);
			factors.push((((time.now() - service.firstAt!) / 1000) * 2) / 60);
		}
		const mean = factors.reduce((sum, factor) => sum + factor, 0) / factors.length;
		expect(mean).toBeLessThan(most);
	});

	it('is not mistaken for one of requests at once where the connection breaks meanwhile', async () => {
		const time = new VirtualTime();
		const limits = { perSecond: 5, status: 429, latencyMs: 100, breaksOnce: true };
		const service = new LimitedService(time, limits);
		expect(await time.until(run(time, service, 100))).toEqual([]);
		const seconds = (time.now() - service.firstAt!) / 1000;
		expect((seconds * 5) / 100).toBeLessThanOrEqual(1.2);
		expect(service.refused).toBeLessThan(30);
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
			const time = new VirtualTime();
			const limits = { perSecond: 5, fallsTo: 1, latencyMs: 300, refusedCount };
			const service = new LimitedService(time, limits);
			expect(await time.until(run(time, service, 100))).toEqual([]);
			// 50 in the first ten seconds, then 50 at one a second
			expect(time.now() / 60_000).toBeLessThan(1.25);
			expect(service.refused).toBeLessThan(30);
		},
	);

	it.each([false, true])(
		'is shared by three executions of many items; refused requests count: %s',
		async (refusedCount) => {
			const time = new VirtualTime();
			const service = new LimitedService(time, { perSecond: 3, latencyMs: 300, refusedCount });
			const runs = Array.from({ length: 3 }, async () => await run(time, service, 40));
			expect((await time.until(Promise.all(runs))).flat()).toEqual([]);
			expect(service.refused).toBeLessThan(95);
		},
	);

	it('is shared by ten executions of one item each without losing one', async () => {
		for (const refusedCount of [false, true]) {
			const time = new VirtualTime();
			const service = new LimitedService(time, { perSecond: 2, latencyMs: 300, refusedCount });
			const runs = Array.from({ length: 10 }, async () => await run(time, service, 1));
			expect((await time.until(Promise.all(runs))).flat()).toEqual([]);
		}
	});
});

it('a refused request waits as long as the service asked, also when others are answered meanwhile', async () => {
	const time = new VirtualTime();
	const sentAt = new Map<string, number[]>();
	const post = async (_type: string, { body }: { body: string }) => {
		const earlier = sentAt.get(body) ?? [];
		sentAt.set(body, [...earlier, time.now()]);
		await time.sleep(body === '0' && earlier.length === 0 ? 100 : 300);
		if (body === '0' && earlier.length === 0) {
			return { statusCode: 429, headers: { 'retry-after': '1' }, body: '' };
		}
		const answer = JSON.stringify({ header: { code: 0 }, payload: { result: { text: '{}' } } });
		return { statusCode: 200, headers: {}, body: answer };
	};
	const context = {
		getNode: () => ({ name: 'node', type: 'x' }),
		getInputData: () => [{ json: {} }, { json: {} }],
		continueOnFail: () => false,
		helpers: { httpRequestWithAuthentication: post },
	} as unknown as IExecuteFunctions;
	const client = new Service(context, SCHEME, 'The service', {}, readRequestPolicy({}), time);
	await time.until(
		runItems(context, { limiter: client.limiter }, async (item) => {
			const request = { path: '/', body: String(item.index) };
			await client.call(item, request, (answer) => decodeSignatureAnswer(answer, SERVICE));
			return [];
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

describe('a limit of requests at once', () => {
	it('of 2 that ten executions share loses none of their items', async () => {
		const time = new VirtualTime();
		const service = new LimitedService(time, { atOnce: 2, latencyMs: 1500 });
		const runs = Array.from({ length: 10 }, async () => await run(time, service, 1));
		expect((await time.until(Promise.all(runs))).flat()).toEqual([]);
		expect(time.now()).toBeLessThan(30_000);
	});

	it.each([
		[2, undefined],
		[8, undefined],
		[32, undefined],
		[8, 1],
	])('of %d, told by HTTP 429 (Retry-After %s), is found too', async (atOnce, retryAfter) => {
		const time = new VirtualTime();
		const service = new LimitedService(time, { atOnce, latencyMs: 100, status: 429, retryAfter });
		const items = 50 * Math.max(10, atOnce);
		expect(await time.until(run(time, service, items))).toEqual([]);
		const best = (items / atOnce) * (100 + JITTER_MS);
		expect(time.now() / best).toBeLessThan(1.3);
	});

	it('is tried once more where requests on their way took the room of the trial', async () => {
		const time = new VirtualTime();
		const pacer = new RequestPacer(time);
		const budget = { leftMs: 60_000 };
		const tooMany = { message: 'too many', retryClass: 'tooMany' } as Problem;
		await time.until(
			(async () => {
				const turns: Turn[] = [];
				for (let count = 0; count < 20; count++) turns.push((await pacer.takeTurn(budget))!);
				await time.sleep(100);
				pacer.refused(turns.pop()!, tooMany);
				for (const turn of turns.splice(0, 4)) pacer.accepted(turn);
				const trial = (await pacer.takeTurn(budget))!;
				expect(trial.isTrial).toBe(true);
				pacer.refused(trial, tooMany);
				for (const turn of turns) pacer.accepted(turn);
				const second = (await pacer.takeTurn(budget))!;
				expect(second.isTrial).toBe(true);
				await time.sleep(100);
				pacer.accepted(second);
				expect(pacer.isPacing).toBe(false);
			})(),
		);
	});
});
