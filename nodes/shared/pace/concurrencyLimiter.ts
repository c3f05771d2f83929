/** How many requests may be under way before anything is known of the service. */
const START = 16;
/** Successes at what the service can take before one more is tried; twice as many each time that is refused. */
const PROBE_AFTER = 50;

/** How a request ended: `overloaded` when too many were under way, `unknown` when it shows nothing about that. */
export type Ending = 'answered' | 'overloaded' | 'unknown';

/** Permission to have one request under way. */
export interface Permit {
	/** marks requests sent before the last halving: their refusals say nothing new */
	halvings: number;
}

/**
 * How many requests may be under way at once. The limit starts modestly and grows by one with every
 * answer, so that it doubles with every round; it halves when the service is overloaded or does not
 * answer in time, returns quickly to what the service last sustained, and goes beyond that only now and
 * then.
 */
export class ConcurrencyLimiter {
	private allowed: number;

	/** what the service took when it last refused more; Infinity until it does */
	private sustained = Infinity;

	private active = 0;

	private successes = 0;

	private probeAfter = PROBE_AFTER;

	private resting = 0;

	private readonly listeners = new Set<() => void>();

	private halvings = 0;

	private readonly waiting: Array<() => void> = [];

	/** @param max upper bound set by the user, at least 1 */
	constructor(
		readonly max: number,
		private readonly start = START,
	) {
		this.allowed = Math.max(1, Math.min(start, max));
	}

	/** The number allowed at present. */
	get limit(): number {
		return this.allowed;
	}

	/** How many items may be worked on: those that are only waiting after a refusal make room for others. */
	get capacity(): number {
		return this.allowed + this.resting;
	}

	/** Forgets what it learned: the service does not limit what is under way. */
	reset(): void {
		this.allowed = Math.max(this.allowed, Math.min(this.start, this.max));
		this.sustained = Infinity;
		this.halvings++;
		this.tellCapacity();
		this.admit();
	}

	/**
	 * Calls the listener whenever the capacity grows.
	 * @returns the function that ends that
	 */
	onCapacity(listener: () => void): () => void {
		this.listeners.add(listener);
		return () => this.listeners.delete(listener);
	}

	/** Waits before an item is sent again that was refused because too many were under way. */
	async rest(pause: Promise<unknown>): Promise<void> {
		this.resting++;
		this.tellCapacity();
		await pause;
		this.resting--;
	}

	/** Waits until another request may be under way. */
	async acquire(): Promise<Permit> {
		if (this.active >= this.allowed) {
			await new Promise<void>((resolve) => this.waiting.push(resolve));
		} else {
			this.active++;
		}
		return { halvings: this.halvings };
	}

	/** Gives a permit back, with how the request ended. */
	release({ halvings }: Permit, ending: Ending): void {
		if (ending === 'overloaded' && halvings === this.halvings) {
			this.halvings++;
			this.successes = 0;
			if (this.allowed > this.sustained) this.probeAfter *= 2;
			this.sustained = Math.max(1, this.active - 1);
			this.allowed = Math.max(1, Math.floor(Math.min(this.allowed, this.active) / 2));
		} else if (ending === 'answered' && this.allowed < this.max) {
			this.successes++;
			if (this.allowed < this.sustained) this.grow();
			else if (this.successes >= this.probeAfter) {
				if (this.allowed > this.sustained) {
					this.sustained = this.allowed;
					this.probeAfter = PROBE_AFTER;
				}
				this.grow();
			}
		}
		this.active--;
		this.admit();
	}

	private grow(): void {
		this.successes = 0;
		this.allowed++;
		this.tellCapacity();
	}

	private tellCapacity(): void {
		for (const listener of this.listeners) listener();
	}

	private admit(): void {
		while (this.active < this.allowed && this.waiting.length > 0) {
			this.active++;
			this.waiting.shift()!();
		}
	}
}
