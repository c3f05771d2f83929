/**
 * How many rows a busy platform may have taken without saying so, by how it is busy. Requests take 50 ms of
 * a clock of their own; rows of a refused request count as lost.
 */
import { Pace } from '../../../../nodes/IflytekAiCall/submission/pace';
import type { BatchOutcome } from '../../../../nodes/IflytekAiCall/submission/outcome';
import { submitRows } from '../../../../nodes/IflytekAiCall/submission/submitRows';

/** Whether a request at this time, in milliseconds, is taken. */
type Rule = (now: number, kind: 'callout' | 'query') => boolean;

const LATENCY_MS = 50;

const refusal = (code: string | undefined, retryAfterMs?: number): BatchOutcome => ({
	status: 'refused',
	mayHaveActed: true,
	problem: {
		message: 'busy',
		remedy: '',
		code,
		httpStatus: code === undefined ? 429 : 200,
		retryAfterMs,
		retryClass: 'later',
	},
});

async function sendList(
	takes: Rule,
	{ rows = 5000, busy = refusal('10004'), maxWaitMs = 300_000 } = {},
) {
	let now = 0;
	const sizes: number[] = [];
	const lost: number[] = [];
	let queries = 0;
	const ask = (kind: 'callout' | 'query') => {
		now += LATENCY_MS;
		return takes(now, kind);
	};
	const list = Array.from({ length: rows }, (_, n) => ({ row: n + 1, group: 'g' }));
	const { outcomes } = await submitRows(list, new Map(), {
		narrowDown: true,
		send: async (sent) => {
			sizes.push(sent.length);
			if (ask('callout')) return { status: 'accepted', value: sent.map(({ row }) => `${row}`) };
			lost.push(sent.length);
			return busy;
		},
		pace: new Pace({
			holdBack: () => undefined,
			pause: async (ms) => void (now += ms),
			ask: async () => {
				queries++;
				return ask('query') ? { status: 'accepted', value: {} } : busy;
			},
			maxWaitMs,
		}),
	});
	const count = (status: string) =>
		[...outcomes.values()].filter((outcome) => outcome.status === status).length;
	return {
		accepted: count('accepted'),
		lost: lost.reduce((sum, size) => sum + size, 0),
		notSent: count('notSent'),
		requests: sizes.length,
		queries,
		seconds: Math.round(now / 1000),
		sizes,
	};
}

/** Takes a request so long after the last one that it took. */
const apart = (ms: number, queriesCount: boolean, refusedCount = false): Rule => {
	let last = -Infinity;
	return (now, kind) => {
		if (kind === 'query' && !queriesCount) return true;
		const isTaken = now - last >= ms;
		if (isTaken || refusedCount) last = now;
		return isTaken;
	};
};

/** Takes so many requests in each window of time. */
const perWindow = (most: number, ms: number, queriesCount = false): Rule => {
	let window = -1;
	let taken = 0;
	return (now, kind) => {
		if (kind === 'query' && !queriesCount) return true;
		const current = Math.floor(now / ms);
		if (current !== window) taken = 0;
		window = current;
		return taken++ < most;
	};
};

const busyBetween =
	(from: number, to: number, queriesToo: boolean): Rule =>
	(now, kind) =>
		now < from || now >= to || (kind === 'query' && !queriesToo);

const everyNth = (nth: number, queriesCount = false): Rule => {
	let requests = 0;
	return (_now, kind) => (kind === 'query' && !queriesCount) || ++requests % nth !== 0;
};

/** Refuses this share of all requests, by a fixed row of random numbers. */
const atRandom = (share: number): Rule => {
	let seed = 7;
	return () => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31 >= share;
};

const tooMany = (retryAfterMs?: number) => ({ busy: refusal(undefined, retryAfterMs) });

/** Platforms that take all rows in the end, with the most rows that may be lost. */
const RECOVERING: Array<[string, () => Rule, mostLost: number, how?: object]> = [
	['is never busy', () => () => true, 0],
	['takes one request in 3 s', () => apart(3000, false), 60],
	['takes one in 3 s, queries too', () => apart(3000, true), 60],
	['takes one in 3 s after the last, refused or not', () => apart(3000, true, true), 60],
	['takes one in each 3 s of the clock', () => perWindow(1, 3000, true), 60],
	['takes one in 10 s, queries too', () => apart(10_000, true), 70],
	['takes one in 0.3 s', () => apart(300, true), 50],
	['takes five in a second', () => perWindow(5, 1000), 50],
	['takes twenty in a minute', () => perWindow(20, 60_000), 160],
	['is busy for a minute at first', () => busyBetween(0, 60_000, true), 60],
	['is busy for a minute', () => busyBetween(1000, 61_000, true), 60],
	['is busy for a minute, but for queries', () => busyBetween(1000, 61_000, false), 60],
	['is busy for four minutes', () => busyBetween(1000, 241_000, false), 60],
	['takes one in 3 s, else 429', () => apart(3000, true), 60, tooMany()],
	['takes one in 3 s, else 429 and Retry-After 0', () => apart(3000, true), 60, tooMany(0)],
	['takes one in 3 s, else 429 and Retry-After 1', () => apart(3000, true), 60, tooMany(1000)],
	['takes one in 3 s, else 429 and Retry-After 60', () => apart(3000, true), 60, tooMany(60_000)],
];

it.each(RECOVERING)('a platform that %s gets all rows', async (...platform) => {
	const [, rule, mostLost, how] = platform;
	const { lost, accepted, notSent } = await sendList(rule(), how);
	expect(lost).toBeLessThanOrEqual(mostLost);
	expect({ accepted, notSent }).toEqual({ accepted: 5000 - lost, notSent: 0 });
});

it('a clean list of 5,000 rows takes 100 requests and no query', async () => {
	expect(await sendList(() => true)).toMatchObject({ requests: 100, queries: 0, lost: 0 });
});

/** Platforms for which no pace is slow enough: the rest is held back. */
const HOPELESS: Array<[string, () => Rule, mostLost: number]> = [
	['stays busy', () => busyBetween(1000, Infinity, false), 60],
	['refuses every second request', () => everyNth(2), 60],
	['refuses every second request, queries too', () => everyNth(2, true), 60],
	['refuses every fourth request', () => everyNth(4), 100],
	['refuses every tenth request', () => everyNth(10), 400],
	['refuses half of all requests', () => atRandom(0.5), 100],
	['refuses a third of all requests', () => atRandom(0.3), 100],
];

it.each(HOPELESS)('a platform that %s loses few rows', async (_name, rule, mostLost) => {
	const { lost, accepted, notSent, seconds } = await sendList(rule());
	expect(lost).toBeLessThanOrEqual(mostLost);
	expect(accepted + lost + notSent).toBe(5000);
	expect(seconds).toBeLessThan(20 * 60);
});

it('waits for a busy platform no longer than it may', async () => {
	for (const maxWaitMs of [0, 1, 1000, 5000, 60_000]) {
		const { seconds, lost, notSent } = await sendList(() => false, { maxWaitMs });
		expect(seconds).toBeLessThanOrEqual(maxWaitMs / 1000 + 1);
		expect([lost, notSent]).toEqual([50, 4950]);
	}
});
