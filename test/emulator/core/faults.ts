import { z } from 'zod';
import { checked, number, whole } from './rules';
import {
	ControlError,
	type FaultOf,
	type FaultTable,
	type JsonObject,
	type Service,
	type ServiceFault,
} from './types';

/** Which requests a fault meets; without any of these it meets the next one and is spent. */
const when = z.object({
	/** Service id; all services that understand the order when absent or '*'. */
	service: z.string().default('*'),
	/** How many requests it meets. */
	times: z.union([whole(1), z.literal('always')]).default(1),
	/** Lets this many matching requests pass first. */
	skip: whole().default(0),
	/** Meets only requests whose content (text, picture's truth, X-Param, body) contains this. */
	containing: z.string().optional(),
});
export type FaultWhen = z.input<typeof when>;
const anyOrder = when.extend({ kind: z.string() }).passthrough();

const status = z.number().int().min(200).max(599);
const processed = z.boolean().optional();

/** Faults of the line between client and service. */
const TRANSPORT = {
	/** An answer of your own; with `processed` the request is carried out all the same. */
	status: { status, body: z.unknown(), headers: z.record(z.string()).optional(), processed },
	/** HTTP 429; `retryAfter` is seconds or an HTTP date, `processed` as above. */
	rateLimit: { retryAfter: z.union([z.number(), z.string()]).optional(), processed },
	/** Never answers. */
	hang: {},
	/** Breaks the connection before the body is read (after, when `containing` is set). */
	resetBefore: {},
	/** Carries the request out, then breaks the connection. */
	resetAfter: {},
	/**
	 * Announces the whole answer, sends half of it and closes; or, `unannounced`, as text or gzip without a
	 * Content-Length, so that only the content shows that it is not whole.
	 */
	half: { unannounced: z.enum(['text', 'gzip']).optional() },
	/** The right answer under another Content-Type. */
	contentType: { contentType: z.string() },
	/** A web page in place of the answer, as a proxy sends it; HTTP 200 unless said. */
	html: { status: status.optional() },
	/** Text that is not JSON, HTTP 200. */
	notJson: { body: z.string().optional() },
	/** Sends the client elsewhere; HTTP 307 unless said. */
	redirect: { location: z.string(), status: status.optional() },
	/** The right answer, so many milliseconds late. */
	delay: { ms: number() },
} satisfies FaultTable;
export type TransportFault = FaultOf<typeof TRANSPORT>;

export function isTransportFault(fault: ServiceFault): fault is TransportFault & ServiceFault {
	return Object.hasOwn(TRANSPORT, fault.kind);
}

interface Standing {
	id: string;
	fault: ServiceFault;
	services: Set<string>;
	times: number;
	skip: number;
	containing?: string;
	seen: number;
	fired: number;
}

export interface FaultView extends JsonObject {
	id: string;
	kind: string;
	/** Requests that matched, and those that the fault met. */
	seen: number;
	fired: number;
}

/** The faults ordered and not yet spent, in the order in which they were ordered. */
export class FaultBook {
	private standing: Standing[] = [];
	private count = 0;

	constructor(private readonly services: Service[]) {}

	/**
	 * Takes an order in and returns its id.
	 * Throws a ControlError that says what is wrong with it.
	 */
	order(order: unknown): string {
		const given = checked(anyOrder, order, 'fault');
		const { service, times, skip, containing, kind, ...fields } = given;
		const schemaFor = ({ faults }: Service) => {
			const table: FaultTable = { ...TRANSPORT, ...faults };
			return Object.hasOwn(table, kind) ? z.strictObject(table[kind] ?? {}) : undefined;
		};
		const named = this.services.filter(({ id }) => service === '*' || id === service);
		const able = named.filter((candidate) => schemaFor(candidate) !== undefined);
		if (able[0] === undefined)
			throw new ControlError(`There is no fault '${kind}' for '${service}'.`);
		const fitting = able.filter((one) => schemaFor(one)?.safeParse(fields).success);
		if (fitting.length === 0) checked(schemaFor(able[0])!, fields, `fault ${kind}`);

		const id = `fault-${++this.count}`;
		this.standing.push({
			id,
			fault: { ...fields, kind },
			services: new Set(fitting.map((candidate) => candidate.id)),
			times: times === 'always' ? Infinity : times,
			skip,
			containing,
			seen: 0,
			fired: 0,
		});
		return id;
	}

	/** The fault that breaks this request before its body is read, if one does. */
	takeAtHead(service: string): ServiceFault | undefined {
		return this.take(
			(s) =>
				s.fault.kind === 'resetBefore' && s.containing === undefined && s.services.has(service),
		);
	}

	/** The fault that meets this request; `authorized` ones only can meet a service's own faults. */
	takeAtBody(
		service: string,
		content: () => string,
		authorized: boolean,
	): ServiceFault | undefined {
		return this.take((s) => {
			if (!s.services.has(service)) return false;
			if (s.fault.kind === 'resetBefore' && s.containing === undefined) return false;
			if (!authorized && !isTransportFault(s.fault)) return false;
			return s.containing === undefined || content().includes(s.containing);
		});
	}

	private take(matches: (standing: Standing) => boolean): ServiceFault | undefined {
		for (const standing of this.standing) {
			if (!matches(standing)) continue;
			if (++standing.seen <= standing.skip) continue;
			if (++standing.fired >= standing.times) {
				this.standing = this.standing.filter((other) => other !== standing);
			}
			return standing.fault;
		}
		return undefined;
	}

	/** The orders still standing. */
	view(): FaultView[] {
		return this.standing.map(({ id, fault, seen, fired, services }) => ({
			...fault,
			id,
			services: [...services],
			seen,
			fired,
		}));
	}

	reset(): void {
		this.standing = [];
	}
}
