import type { LimitKind } from './limits';

/** One line of the ledger: what came, and what was made of it. Holds no value of a query or header. */
export interface LedgerEntry {
	number: number;
	service: string | null;
	method: string;
	path: string;
	/** The machine's own time, ISO 8601. */
	time: string;
	/** Requests of the same service under way at arrival, this one included. */
	inFlight: number;
	/** The service's own result code. */
	code: string | null;
	/** HTTP status, null when no answer was sent. */
	status: number | null;
	/** Kind of the fault that was played. */
	fault: string | null;
	/** The limit that refused it. */
	overLimit: LimitKind | null;
	appId: string | null;
	/** null where no service is at the path. */
	authValid: boolean | null;
	bodyBytes: number;
	bodySha256: string;
	/** What was accepted although the specification says otherwise. */
	deviations: string[];
	/** From arrival to answer. */
	milliseconds: number;
}

export interface ServiceCounters {
	requests: number;
	inFlight: number;
	maxInFlight: number;
	authInvalid: number;
	overCapacity: number;
	overRate: number;
	faults: number;
	/** Answers by result code, or by `HTTP <status>` where there is none, or by fault kind. */
	outcomes: Record<string, number>;
}

export interface LedgerView {
	connections: number;
	total: { requests: number; inFlight: number; maxInFlight: number };
	services: Record<string, ServiceCounters>;
	entries: LedgerEntry[];
}

const MAX_OUTCOMES = 500;

const newCounters = (): ServiceCounters => ({
	requests: 0,
	inFlight: 0,
	maxInFlight: 0,
	authInvalid: 0,
	overCapacity: 0,
	overRate: 0,
	faults: 0,
	outcomes: {},
});

const LIMIT = 2000;

/** Exact counters, and the last 2,000 requests one by one. */
export class Ledger {
	private entries: LedgerEntry[] = [];
	private next = 0;
	private number = 0;
	private services: Record<string, ServiceCounters> = {};
	private total = { requests: 0, inFlight: 0, maxInFlight: 0 };
	private waiting: Array<() => void> = [];
	connections = 0;

	/** Counts an arrival; returns its number, the requests under way, and what to call at its end. */
	arrive(service: string): { number: number; inFlight: number; leave: () => void } {
		const counters = (this.services[service] ??= newCounters());
		for (const count of [counters, this.total]) {
			count.requests++;
			count.inFlight++;
			count.maxInFlight = Math.max(count.maxInFlight, count.inFlight);
		}
		this.wake();
		const total = this.total;
		let here = true;
		return {
			number: ++this.number,
			inFlight: counters.inFlight,
			leave: () => {
				if (!here) return;
				here = false;
				counters.inFlight--;
				total.inFlight--;
			},
		};
	}

	/** Waits until so many requests have been under way at once, or the ledger is reset. */
	async together(count: number): Promise<void> {
		const { total } = this;
		while (total === this.total && total.maxInFlight < count) {
			await new Promise<void>((resolve) => this.waiting.push(resolve));
		}
	}

	private wake(): void {
		for (const resolve of this.waiting.splice(0)) resolve();
	}

	write(entry: LedgerEntry): void {
		const counters = (this.services[entry.service ?? 'none'] ??= newCounters());
		if (entry.authValid === false) counters.authInvalid++;
		if (entry.overLimit === 'capacity') counters.overCapacity++;
		if (entry.overLimit === 'rate') counters.overRate++;
		if (entry.fault !== null) counters.faults++;
		let outcome = entry.code ?? (entry.status === null ? entry.fault : `HTTP ${entry.status}`);
		outcome ??= 'gone';
		const { outcomes } = counters;
		if (!(outcome in outcomes) && Object.keys(outcomes).length >= MAX_OUTCOMES) outcome = 'other';
		outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;

		this.entries[this.next] = entry;
		this.next = (this.next + 1) % LIMIT;
	}

	/** Entries oldest first; `limit` keeps the newest of them. */
	view(filter: { service?: string; limit?: number } = {}): LedgerView {
		let entries = [...this.entries.slice(this.next), ...this.entries.slice(0, this.next)];
		if (filter.service) entries = entries.filter((entry) => entry.service === filter.service);
		if (filter.limit !== undefined) entries = filter.limit > 0 ? entries.slice(-filter.limit) : [];
		const services: Record<string, ServiceCounters> = {};
		for (const [id, counters] of Object.entries(this.services)) {
			services[id] = { ...counters, outcomes: { ...counters.outcomes } };
		}
		return { connections: this.connections, total: { ...this.total }, services, entries };
	}

	/** Forgets what is past; requests under way leave the old counters. */
	reset(): void {
		this.entries = [];
		this.next = 0;
		this.number = 0;
		this.services = {};
		this.total = { requests: 0, inFlight: 0, maxInFlight: 0 };
		this.connections = 0;
		this.wake();
	}
}
