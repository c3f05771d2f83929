/**
 * How many rows a busy platform may have taken without saying so, by how it is busy. Requests take 50 ms of
 * a clock of their own; rows of a refused request count as lost.
 */
import { newPaceState, Pace } from '../../../../nodes/IflytekAiCall/submission/pace';
import type { BatchOutcome } from '../../../../nodes/IflytekAiCall/submission/outcome';
import type { NotAccepted, Outcome } from '../../../../nodes/shared/aiCall/outcome';
import { submitRows } from '../../../../nodes/IflytekAiCall/submission/submitRows';

/** Whether a request at this time, in milliseconds, is taken. */
type Rule = (now: number, kind: 'callout' | 'query') => boolean;

const LATENCY_MS = 50;

let now = 0;
beforeEach(() => {
	now = 0;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

const refusal = (code: string | undefined, retryAfterMs?: number): NotAccepted => ({
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
	{ rows = 5000, runs = 1, restMs = 0, busy = refusal('10004'), maxWaitMs = 300_000 } = {},
) {
	now = 0;
	const sizes: number[] = [];
	const lost: number[] = [];
	let queries = 0;
	const ask = (kind: 'callout' | 'query') => {
		now += LATENCY_MS;
		return takes(now, kind);
	};
	const waiting = {
		holdBack: () => undefined,
		pause: async (ms: number) => void (now += ms),
		ask: async (): Promise<Outcome<unknown>> => {
			queries++;
			return ask('query') ? { status: 'accepted', value: {} } : busy;
		},
		maxWaitMs,
	};
	const ofExecution = newPaceState();
	const statuses: string[] = [];
	for (let from = 0; from < rows; from += rows / runs) {
		const list = Array.from({ length: rows / runs }, (_, n) => ({ row: n + 1, group: 'g' }));
		const { outcomes } = await submitRows(list, {
			narrowDown: true,
			send: async (sent) => {
				sizes.push(sent.length);
				if (ask('callout')) return { status: 'accepted', value: sent.map(({ row }) => `${row}`) };
				lost.push(sent.length);
				return busy;
			},
			pace: new Pace(waiting, ofExecution),
		});
		statuses.push(...[...outcomes.values()].map(({ status }) => status));
		now += restMs;
	}
	const count = (status: string) => statuses.filter((one) => one === status).length;
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

/** Refuses this share of all requests, by random numbers that are the same each time. */
const atRandom = (share: number, seed = 7): Rule => {
	let state = seed * 7919;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32 >= share;
	};
};

const tooMany = (retryAfterMs?: number) => ({ busy: refusal(undefined, retryAfterMs) });

/** Platforms that take all rows in the end, with the most rows that may be lost. */
const RECOVERING: Array<[string, () => Rule, mostLost: number, how?: object]> = [
	['is never busy', () => () => true, 0],
	['takes one request in 3 s', () => apart(3000, false), 100],
	['takes one in 3 s, queries too', () => apart(3000, true), 100],
	['takes one in 3 s after the last, refused or not', () => apart(3000, true, true), 100],
	['takes one in each 3 s of the clock', () => perWindow(1, 3000, true), 100],
	['takes one in 10 s, queries too', () => apart(10_000, true), 100],
	['takes one in 0.3 s', () => apart(300, true), 100],
	['takes five in a second', () => perWindow(5, 1000), 70],
	['takes ten in ten seconds', () => perWindow(10, 10_000), 120],
	['takes twenty in a minute', () => perWindow(20, 60_000), 210],
	['is busy for a minute at first', () => busyBetween(0, 60_000, true), 60],
	['is busy for a minute', () => busyBetween(1000, 61_000, true), 60],
	['is busy for a minute, but for queries', () => busyBetween(1000, 61_000, false), 60],
	['is busy for four minutes', () => busyBetween(1000, 241_000, false), 60],
	['takes one in 3 s, else 429', () => apart(3000, true), 100, tooMany()],
	['takes one in 3 s, else 429 and Retry-After 0', () => apart(3000, true), 100, tooMany(0)],
	['takes one in 3 s, else 429 and Retry-After 1', () => apart(3000, true), 100, tooMany(1000)],
	['takes one in 3 s, else 429 and Retry-After 60', () => apart(3000, true), 100, tooMany(60_000)],
];

it.each(RECOVERING)('a platform that %s gets all rows', async (...platform) => {
	const [, rule, mostLost, how] = platform;
	// one list, and as runs of an execution, which go on where the one before was, down to one row each
	for (const runs of [1, 100, 500, 5000]) {
		const { lost, accepted, notSent } = await sendList(rule(), { ...how, runs });
		expect([runs, lost <= mostLost ? mostLost : lost]).toEqual([runs, mostLost]);
		expect({ accepted, notSent }).toEqual({ accepted: 5000 - lost, notSent: 0 });
	}
});

it.each([1, 2, 3, 4, 5, 6, 31, 130])(
	'a list of 20,000 rows ends where a random 2 %% of requests meet a busy platform: %i',
	async (seed) => {
		for (const runs of [1, 400]) {
			const { notSent, accepted, lost } = await sendList(atRandom(0.02, seed), {
				rows: 20_000,
				runs,
			});
			expect({ notSent, all: accepted + lost }).toEqual({ notSent: 0, all: 20_000 });
		}
	},
);

it('an execution whose platform gives no answer three times sends nothing more', async () => {
	const lost: BatchOutcome = {
		status: 'unknown',
		problem: { message: 'lost', remedy: '', retryClass: 'never' },
	};
	const state = newPaceState();
	let sent = 0;
	const outcomes: string[] = [];
	for (let run = 0; run < 100; run++) {
		const waiting = {
			holdBack: () => undefined,
			pause: async () => {},
			ask: async () => lost,
			maxWaitMs: 300_000,
		};
		const submitted = await submitRows([{ row: 1, group: 'g' }], {
			narrowDown: true,
			send: async () => {
				sent++;
				return lost;
			},
			pace: new Pace(waiting, state),
		});
		outcomes.push(...[...submitted.outcomes.values()].map(({ status }) => status));
	}
	expect(sent).toBe(3);
	expect(outcomes).toEqual([...Array(3).fill('unknown'), ...Array(97).fill('notSent')]);
});

it('a clean list of 5,000 rows takes 100 requests and no query', async () => {
	expect(await sendList(() => true)).toMatchObject({ requests: 100, queries: 0, lost: 0 });
});

/** Platforms for which no pace is slow enough: the rest is held back. */
const HOPELESS: Array<[string, () => Rule, mostLost: number]> = [
	['stays busy', () => busyBetween(1000, Infinity, false), 60],
	['refuses every second request', () => everyNth(2), 70],
	['refuses every second request, queries too', () => everyNth(2, true), 70],
	['refuses every fourth request', () => everyNth(4), 100],
	['refuses every tenth request', () => everyNth(10), 410],
	['refuses half of all requests', () => atRandom(0.5), 100],
	['refuses a third of all requests', () => atRandom(0.3), 110],
];

it.each(HOPELESS)('a platform that %s loses few rows', async (_name, rule, mostLost) => {
	// a loop of runs loses no more than one run does
	for (const runs of [1, 100, 1000]) {
		const { lost, accepted, notSent, seconds } = await sendList(rule(), { runs });
		expect([runs, lost <= mostLost ? mostLost : lost]).toEqual([runs, mostLost]);
		expect(accepted + lost + notSent).toBe(5000);
		expect(seconds).toBeLessThan(24 * 60);
	}
});

it('tries a platform that was busy for too long again after a while, with one row', async () => {
	const tenMinutes = busyBetween(1000, 600_000, false);
	const waiting = { runs: 100, restMs: 60_000 };
	const { lost, accepted, notSent } = await sendList(tenMinutes, waiting);
	// one run waits in vain, and the next four send nothing
	expect({ lost, accepted, notSent }).toEqual({ lost: 59, accepted: 4700, notSent: 241 });
});

it('asks it again too where the clock was set back by an hour meanwhile', async () => {
	const state = { ...newPaceState(), isOver: true, busy: refusal('10004') };
	state.refusedAt = Date.now() + 3_600_000;
	const waiting = {
		holdBack: () => undefined,
		pause: async () => {},
		ask: async (): Promise<Outcome<unknown>> => ({ status: 'accepted', value: {} }),
		maxWaitMs: 300_000,
	};
	expect(await new Pace(waiting, state).turn()).toBeUndefined();
});

it('waits for a busy platform no longer than it may', async () => {
	for (const maxWaitMs of [0, 1, 1000, 5000, 60_000]) {
		const { seconds, lost, notSent } = await sendList(() => false, { maxWaitMs });
		expect(seconds).toBeLessThanOrEqual(maxWaitMs / 1000 + 1);
		expect([lost, notSent]).toEqual([50, 4950]);
	}
});
