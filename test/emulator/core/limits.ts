import { performance } from 'node:perf_hooks';
import { z } from 'zod';
import { number, whole } from './rules';
import type { ServiceFault } from './types';

/** How a limit refuses, and whom it holds for. */
const refusing = z.strictObject({
	/** A service code such as 11202 or 11203, or 429 for HTTP 429. */
	refusal: z.number().int(),
	/** Seconds for the Retry-After header of HTTP 429. */
	retryAfter: number().optional(),
	/** Services it holds for; all of them when absent. */
	services: z.array(z.string()).optional(),
});
type Refusing = z.infer<typeof refusing>;

/** At most `limit` requests of one service at once; the others are refused at once. */
export const capacity = refusing.extend({ limit: whole() });
export type Capacity = z.infer<typeof capacity>;

/** At most `perSecond` requests of one service in any second; the others are refused at once. */
export const rate = refusing.extend({
	perSecond: whole(1),
	/** A refused request counts too, so that a client that keeps asking stays refused. */
	refusedCount: z.boolean().optional(),
});
export type Rate = z.infer<typeof rate>;

export type LimitKind = 'capacity' | 'rate';

const SECOND = 1000;

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
		{ capacity: atOnce, rate: pace }: { capacity: Capacity | null; rate: Rate | null },
	): Admission {
		const now = performance.now();
		if (pace && holdsFor(pace, service)) {
			const recent = (this.counted.get(service) ?? []).filter((at) => now - at < SECOND);
			const over = recent.length >= pace.perSecond;
			if (!over || pace.refusedCount) recent.push(now);
			this.counted.set(service, recent);
			if (over) return refusedBy('rate', pace);
		}
		if (!atOnce || !holdsFor(atOnce, service)) return { over: null, leave: () => undefined };

		const taken = this.inside.get(service) ?? 0;
		if (taken >= atOnce.limit) return refusedBy('capacity', atOnce);
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
