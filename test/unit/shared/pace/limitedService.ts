/**
 * A service with limits, in virtual time, and runs of a node against it:
 *
 * limit     | of a second in five ways (Window), of requests under way, both; one that falls
 * refusal   | a code, an HTTP status; with Retry-After in seconds or without; at once or slow; counted or not
 * way       | even, busy; answers even, uneven; an answer that never comes
 * neighbor  | none, or one that comes and goes
 *
 * Not made: limits of a minute or a day, Retry-After as a date, limits that rise.
 */
import { answerWith, sendItems } from './simulatedRun';
import { VirtualTime } from './virtualTime';

/**
 * How the requests of a second are counted: those of any second, of each second of the clock, by a bucket
 * that holds a second's requests and is filled evenly, by the distance to the one before, or by that with one
 * request too early let in and held up, as nginx does (limit_req, burst=1).
 */
export type Window = 'sliding' | 'fixed' | 'bucket' | 'gap' | 'nginx';

/** when a neighbor comes and goes, in seconds */
interface Stay {
	from: number;
	to: number;
}

export interface Limits {
	perSecond?: number;
	window?: Window;
	/** the limit from the tenth second on, or from another one */
	fallsTo?: number;
	fallsAt?: number;
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
	/** how long a refusal takes; at once if not said */
	refusalMs?: number;
	/** another program that sends evenly, so many a second, from one second to another, once or more often */
	neighbor?: { perSecond: number; stays: Stay[] };
}

const SECOND_MS = 1000;
/** What a network adds to the way of a request, at most. */
export const JITTER_MS = 20;

/** Counts the requests of a second. */
class Counter {
	private times: number[] = [];

	private tokens: number | undefined;

	private lastAt = -Infinity;

	/** how many requests came too early, as nginx counts them */
	private excess: number | undefined;

	/** how long nginx holds up the request that was counted last */
	heldUpMs = 0;

	constructor(
		private readonly window: Window,
		private readonly refusedCount: boolean,
	) {}

	/** Whether a request is over the rate; it is counted, if it is not or refused ones count. */
	isOver(now: number, rate: number): boolean {
		if (this.window === 'bucket') return this.isBucketEmpty(now, rate);
		if (this.window === 'nginx') return this.isTooEarly(now, rate);
		if (this.window === 'gap') {
			const isOver = now - this.lastAt < SECOND_MS / rate;
			if (!isOver || this.refusedCount) this.lastAt = now;
			return isOver;
		}
		const second = Math.floor(now / SECOND_MS);
		this.times = this.times.filter((at) =>
			this.window === 'fixed' ? Math.floor(at / SECOND_MS) === second : now - at < SECOND_MS,
		);
		const isOver = this.times.length >= rate;
		if (!isOver || this.refusedCount) this.times.push(now);
		return isOver;
	}

	/** As ngx_http_limit_req_module with burst=1; a refused request never counts. */
	private isTooEarly(now: number, rate: number): boolean {
		const passed = ((now - this.lastAt) / SECOND_MS) * rate;
		const excess = this.excess === undefined ? 0 : Math.max(0, this.excess - passed + 1);
		if (excess > 1) return true;
		this.excess = excess;
		this.lastAt = now;
		this.heldUpMs = (excess / rate) * SECOND_MS;
		return false;
	}

	private isBucketEmpty(now: number, rate: number): boolean {
		const size = Math.max(1, rate);
		const filled = ((now - this.lastAt) / SECOND_MS) * rate;
		this.tokens = Math.min(size, (this.tokens ?? size) + Math.min(filled, size));
		this.lastAt = now;
		const isOver = this.tokens < 1;
		if (!isOver) this.tokens--;
		else if (this.refusedCount) this.tokens = Math.max(0, this.tokens - 1);
		return isOver;
	}
}

export class LimitedService {
	private readonly counter: Counter;

	/** when the neighbor sends */
	private readonly neighborAt: number[];

	private serving = 0;

	refused = 0;

	firstAt: number | undefined;

	/** when requests were let in, and when they were refused */
	readonly taken: number[] = [];

	readonly refusedAt: number[] = [];

	private hasBroken = false;

	constructor(
		private readonly time: VirtualTime,
		private readonly limits: Limits,
	) {
		this.counter = new Counter(limits.window ?? 'sliding', limits.refusedCount ?? false);
		const { perSecond = 1, stays = [] } = limits.neighbor ?? {};
		this.neighborAt = stays.flatMap(({ from, to }) =>
			Array.from(
				{ length: Math.ceil((to - from) * perSecond) },
				(_, n) => from * SECOND_MS + (n * SECOND_MS) / perSecond,
			),
		);
	}

	/** Refusals that were not of the first burst: of requests that left when one had been answered. */
	get laterRefused(): number {
		const [first = Infinity] = this.refusedAt;
		const known = first + (this.limits.refusalMs ?? 0) + 2 * (5 + JITTER_MS);
		return this.refusedAt.filter((at) => at > known).length;
	}

	async answer(): Promise<object> {
		const { perSecond = Infinity, atOnce = Infinity, latencyMs, refusalMs = 0 } = this.limits;
		await this.time.sleep(this.wayMs());
		const now = this.time.now();
		const isRefusalKnown = now > (this.refusedAt[0] ?? Infinity) + 2 * JITTER_MS;
		if (this.limits.breaksOnce && !this.hasBroken && isRefusalKnown) {
			this.hasBroken = true;
			throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
		}
		this.firstAt ??= now;
		const { fallsAt = 10, fallsTo = perSecond } = this.limits;
		const rate = now < fallsAt * SECOND_MS ? perSecond : fallsTo;
		this.countNeighbor(now, rate);
		const isOverRate = this.counter.isOver(now, rate);
		if (isOverRate || this.serving >= atOnce) {
			this.refused++;
			this.refusedAt.push(now);
			await this.time.sleep(refusalMs);
			return this.refusal(isOverRate ? 11202 : 11203);
		}
		this.taken.push(now);
		this.serving++;
		const uneven = this.limits.isUneven ? 0.5 + 3.5 * Math.random() : 1;
		await this.time.sleep(this.counter.heldUpMs + latencyMs * uneven);
		this.serving--;
		return answerWith(0);
	}

	private countNeighbor(now: number, rate: number): void {
		while (this.neighborAt.length > 0 && this.neighborAt[0]! <= now) {
			this.counter.isOver(this.neighborAt.shift()!, rate);
		}
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
		return { ...answerWith(code), headers };
	}
}

/** One run of a node. @returns the errors of its items */
export async function run(
	service: LimitedService,
	items: number,
	options = {},
): Promise<Array<Record<string, string>>> {
	const errors = await sendItems(items, async () => await service.answer(), options);
	return errors.filter((error) => error !== undefined);
}

/** What came of one run. */
export interface Measured {
	lost: number;
	/** from the first request to the last answer */
	seconds: number;
	refused: number;
	/** after the first burst, on the mean */
	refusedPerSecond: number;
	/** each time the neighbor left: how long until 90 % of the rate are taken, in seconds */
	recoveries?: number[];
}

/** How long the rate is looked at, in which 90 % have to be taken; longer where few come in a second. */
const lookMs = (perSecond: number) => Math.max(3000, (20 / perSecond) * SECOND_MS);

/** @param seed of chance: another one is another run */
export async function measure(
	items: number,
	limits: Limits,
	options = {},
	seed = 1,
): Promise<Measured> {
	const time = new VirtualTime(seed);
	const service = new LimitedService(time, limits);
	const errors = await time.until(run(service, items, options));
	const seconds = (time.now() - (service.firstAt ?? 0)) / SECOND_MS;
	const { neighbor, perSecond = Infinity } = limits;
	return {
		lost: errors.length,
		seconds,
		refused: service.refused,
		refusedPerSecond: service.laterRefused / seconds,
		...(neighbor && {
			recoveries: neighbor.stays.map((stay) => recovery(service.taken, stay, perSecond)),
		}),
	};
}

/** The beginning of the first span after a time in which 90 % of the earlier rate were taken, in seconds after it. */
function recovery(taken: number[], { from: came, to }: Stay, perSecond: number) {
	const span = lookMs(perSecond);
	const inSpan = (from: number) => taken.filter((at) => at >= from && at < from + span).length;
	const most = perSecond * (span / SECOND_MS);
	const enough = 0.9 * Math.min(most, inSpan(came * SECOND_MS - span));
	const left = to * SECOND_MS;
	for (let from = left; from < taken[taken.length - 1]!; from += 250) {
		if (inSpan(from) >= enough - 0.5) return (from - left) / SECOND_MS;
	}
	return Infinity;
}
