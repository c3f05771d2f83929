import { performance } from 'node:perf_hooks';
import { isObject, type Rule } from './rules';
import type { ServiceFault } from './types';

/** How a limit refuses, and whom it holds for. */
interface Refusing {
	/** A service code such as 11202 or 11203, or 429 for HTTP 429. */
	refusal: number;
	/** Seconds for the Retry-After header of HTTP 429. */
	retryAfter?: number;
	/** Services it holds for; all of them when absent. */
	services?: string[];
}

/** At most `limit` requests of one service at once; the others are refused at once. */
export interface Capacity extends Refusing {
	limit: number;
}

/** At most `perSecond` requests of one service in any second; the others are refused at once. */
export interface Rate extends Refusing {
	perSecond: number;
	/** A refused request counts too, so that a client that keeps asking stays refused. */
	refusedCount?: boolean;
}

export type LimitKind = 'capacity' | 'rate';

const SECOND = 1000;

const isCount = (value: unknown): boolean =>
	typeof value === 'number' && Number.isFinite(value) && value >= 0;
const isWhole = (value: unknown, least: number): boolean =>
	Number.isInteger(value) && (value as number) >= least;

const isLimit = (size: string, least: number, ...more: string[]): Rule[0] => {
	const known = [size, 'refusal', 'retryAfter', 'services', ...more];
	return (value) => {
		if (value === null) return true;
		if (!isObject(value) || Object.keys(value).some((key) => !known.includes(key))) return false;
		const { refusal, retryAfter, services, refusedCount = false } = value;
		return (
			isWhole(value[size], least) &&
			Number.isInteger(refusal) &&
			(retryAfter === undefined || isCount(retryAfter)) &&
			typeof refusedCount === 'boolean' &&
			(services === undefined ||
				(Array.isArray(services) && services.every((s) => typeof s === 'string')))
		);
	};
};

export const limitRules: Record<LimitKind, Rule> = {
	capacity: [isLimit('limit', 0), 'null or {limit, refusal, retryAfter, services}'],
	rate: [
		isLimit('perSecond', 1, 'refusedCount'),
		'null or {perSecond, refusal, refusedCount, retryAfter, services}',
	],
};

/** What becomes of an arrival: it is let in and gives its place back, or a limit refuses it. */
export type Admission =
	{ over: null; leave: () => void } | { over: LimitKind; fault: ServiceFault };

const refusedBy = (over: LimitKind, { refusal, retryAfter }: Refusing): Admission => ({
	over,
	fault: refusal === 429 ? { kind: 'rateLimit', retryAfter } : { kind: 'code', code: refusal },
});

const holdsFor = (limit: Refusing | null, service: string): boolean =>
	limit !== null && (!limit.services || limit.services.includes(service));

/** Counts the requests of each service, those under way and those of the last second. */
export class Limits {
	private readonly inside = new Map<string, number>();
	private readonly counted = new Map<string, number[]>();

	/** Lets a request of a service in, or says which limit it is over. */
	admit(
		service: string,
		{ capacity, rate }: { capacity: Capacity | null; rate: Rate | null },
		now = performance.now(),
	): Admission {
		if (rate && holdsFor(rate, service)) {
			const recent = (this.counted.get(service) ?? []).filter((at) => now - at < SECOND);
			const over = recent.length >= rate.perSecond;
			if (!over || rate.refusedCount) recent.push(now);
			this.counted.set(service, recent);
			if (over) return refusedBy('rate', rate);
		}
		if (!capacity || !holdsFor(capacity, service)) return { over: null, leave: () => undefined };

		const taken = this.inside.get(service) ?? 0;
		if (taken >= capacity.limit) return refusedBy('capacity', capacity);
		this.inside.set(service, taken + 1);
		let here = true;
		const leave = (): void => {
			if (!here) return;
			here = false;
			this.inside.set(service, (this.inside.get(service) ?? 1) - 1);
		};
		return { over: null, leave };
	}

	/** Forgets the requests of the last second; those under way keep their places. */
	reset(): void {
		this.counted.clear();
	}
}
