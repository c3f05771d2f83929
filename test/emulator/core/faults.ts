import {
	ControlError,
	type FaultKind,
	type Service,
	type ServiceFault,
	type JsonObject,
} from './types';
import { isObject } from './rules';

/** Which requests a fault meets; without any of these it meets the next one and is spent. */
export interface FaultWhen {
	/** Service id; all services that understand the kind when absent or '*'. */
	service?: string;
	/** How many requests it meets; 1 by default. */
	times?: number | 'always';
	/** Lets this many matching requests pass first. */
	skip?: number;
	/** Meets only requests whose content (text, picture's truth, X-Param, body) contains this. */
	containing?: string;
}

/** Faults of the line between client and service. */
export type TransportFault =
	/** An answer of your own; with `processed` the request is carried out all the same. */
	| {
			kind: 'status';
			status: number;
			body?: unknown;
			headers?: Record<string, string>;
			processed?: boolean;
	  }
	/** HTTP 429; `retryAfter` is seconds or an HTTP date, `processed` as above. */
	| { kind: 'rateLimit'; retryAfter?: number | string; processed?: boolean }
	/** Never answers. */
	| { kind: 'hang' }
	/** Breaks the connection before the body is read (after, when `containing` is set). */
	| { kind: 'resetBefore' }
	/** Carries the request out, then breaks the connection. */
	| { kind: 'resetAfter' }
	/**
	 * Announces the whole answer, sends half of it and closes; or, `unannounced`, as text or gzip without a
	 * Content-Length, so that only the content shows that it is not whole.
	 */
	| { kind: 'half'; unannounced?: 'text' | 'gzip' }
	/** The right answer under another Content-Type. */
	| { kind: 'contentType'; contentType: string }
	/** A web page in place of the answer, as a proxy sends it; HTTP 200 unless said. */
	| { kind: 'html'; status?: number }
	/** Text that is not JSON, HTTP 200. */
	| { kind: 'notJson'; body?: string }
	/** Sends the client elsewhere; HTTP 307 unless said. */
	| { kind: 'redirect'; location: string; status?: number }
	/** The right answer, so many milliseconds late. */
	| { kind: 'delay'; ms: number };

const isStatus = (value: unknown): boolean =>
	Number.isInteger(value) && (value as number) >= 200 && (value as number) <= 599;

const wants = (good: boolean, sentence: string): string | undefined =>
	good ? undefined : sentence;

const TRANSPORT: Record<TransportFault['kind'], FaultKind> = {
	status: {
		fields: ['status', 'body', 'headers', 'processed'],
		check: (o) => wants(isStatus(o.status), "'status' is an HTTP status from 200 to 599."),
	},
	rateLimit: { fields: ['retryAfter', 'processed'] },
	hang: { fields: [] },
	resetBefore: { fields: [] },
	resetAfter: { fields: [] },
	half: {
		fields: ['unannounced'],
		check: (o) =>
			wants(
				o.unannounced === undefined || o.unannounced === 'text' || o.unannounced === 'gzip',
				"'unannounced' is text or gzip.",
			),
	},
	contentType: {
		fields: ['contentType'],
		check: (o) => wants(typeof o.contentType === 'string', "'contentType' is missing."),
	},
	html: {
		fields: ['status'],
		check: (o) =>
			wants(
				o.status === undefined || isStatus(o.status),
				"'status' is an HTTP status from 200 to 599.",
			),
	},
	notJson: { fields: ['body'] },
	redirect: {
		fields: ['location', 'status'],
		check: (o) =>
			wants(
				typeof o.location === 'string' && (o.status === undefined || isStatus(o.status)),
				"'location' is a URL, 'status' an HTTP status.",
			),
	},
	delay: {
		fields: ['ms'],
		check: (o) => wants(typeof o.ms === 'number' && o.ms >= 0, "'ms' is a number of milliseconds."),
	},
};

const isTransportKind = (kind: string): kind is TransportFault['kind'] =>
	Object.hasOwn(TRANSPORT, kind);

export function isTransportFault(fault: ServiceFault): fault is TransportFault & ServiceFault {
	return isTransportKind(fault.kind);
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

const isWhole = (value: unknown, least: number): value is number =>
	Number.isInteger(value) && (value as number) >= least;

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
		if (!isObject(order) || typeof order.kind !== 'string') {
			throw new ControlError("A fault is an object with a 'kind'.");
		}
		const { service = '*', times = 1, skip = 0, containing, ...fault } = order;
		const kind = order.kind;
		if (service !== '*' && !this.services.some(({ id }) => id === service)) {
			throw new ControlError(`There is no service '${String(service)}'.`);
		}
		const named = this.services.filter(({ id }) => service === '*' || id === service);
		const transport = isTransportKind(kind);
		const able = transport
			? named
			: named.filter((candidate) => Object.hasOwn(candidate.faults, kind));
		if (able.length === 0) throw new ControlError(`There is no fault '${kind}' for '${service}'.`);

		const kinds = transport
			? [TRANSPORT[kind]]
			: able.map(({ faults }) => faults[kind] as FaultKind);
		const fields = ['kind', ...kinds.flatMap((one) => one.fields)];
		const unknown = Object.keys(fault).find((name) => !fields.includes(name));
		if (unknown !== undefined) {
			throw new ControlError(`Fault '${kind}': there is no field '${unknown}'.`);
		}
		const complaint = kinds.map(({ check }) => check?.(order)).find(Boolean);
		if (complaint) throw new ControlError(`Fault '${kind}': ${complaint}`);
		if (times !== 'always' && !isWhole(times, 1)) {
			throw new ControlError("'times' is a whole number from 1, or 'always'.");
		}
		if (!isWhole(skip, 0)) throw new ControlError("'skip' is a whole number from 0.");
		if (containing !== undefined && typeof containing !== 'string') {
			throw new ControlError("'containing' is a text.");
		}

		const id = `fault-${++this.count}`;
		this.standing.push({
			id,
			fault: fault as ServiceFault,
			services: new Set(able.map((candidate) => candidate.id)),
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
