/** Where the number in flight starts, before anything is known of the service. */
const START = 16;
/** Successes at what the service can take before one more is tried; twice as many each time that is refused. */
const PROBE_AFTER = 50;

/** How a request ended: `limited` when too much was under way, `failed` when that tells nothing. */
export type Ending = 'answered' | 'failed' | 'limited';

/**
 * How many requests may be under way at once. It starts modestly and grows by one with every answer,
 * so that it doubles with every round; it halves when the service says limited or does not
 * answer in time, and then returns quickly to what the service last bore and goes beyond it only now
 * and then.
 */
export class InFlight {
	private allowed: number;

	/** what the service bore when it last refused; Infinity until it does */
	private borne = Infinity;

	private active = 0;

	private successes = 0;

	private probeAfter = PROBE_AFTER;

	private resting = 0;

	/** Called when another item may be begun. */
	onRoom?: () => void;

	/** counts the halvings: a refusal of a request that was sent before the last one says nothing new */
	private epoch = 0;

	private readonly waiting: Array<() => void> = [];

	/** @param max upper bound set by the user, at least 1 */
	constructor(
		readonly max: number,
		start = START,
	) {
		this.allowed = Math.max(1, Math.min(start, max));
	}

	/** The number allowed at present. */
	get limit(): number {
		return this.allowed;
	}

	/** How many items may be worked on: those that only rest leave room for others. */
	get room(): number {
		return this.allowed + this.resting;
	}

	/** Waits before an item refused because of the others under way is sent again. */
	async rest(pause: Promise<void>): Promise<void> {
		this.resting++;
		this.onRoom?.();
		await pause;
		this.resting--;
	}

	/** Waits for a place; the returned ticket goes back to `leave`. */
	async enter(): Promise<number> {
		if (this.active >= this.allowed) {
			await new Promise<void>((resolve) => this.waiting.push(resolve));
		} else {
			this.active++;
		}
		return this.epoch;
	}

	/** Gives a place back, with how the request ended. */
	leave(ticket: number, ending: Ending): void {
		if (ending === 'limited' && ticket === this.epoch) {
			this.epoch++;
			this.successes = 0;
			if (this.allowed > this.borne) this.probeAfter *= 2;
			this.borne = Math.max(1, this.active - 1);
			this.allowed = Math.max(1, Math.floor(Math.min(this.allowed, this.active) / 2));
		} else if (ending === 'answered' && this.allowed < this.max) {
			this.successes++;
			if (this.allowed < this.borne) this.grow();
			else if (this.successes >= this.probeAfter) {
				if (this.allowed > this.borne) {
					this.borne = this.allowed;
					this.probeAfter = PROBE_AFTER;
				}
				this.grow();
			}
		}
		this.active--;
		this.admit();
	}

	/** Whether no other request is under way: a refusal then is not about how many are sent. */
	get alone(): boolean {
		return this.active <= 1;
	}

	private grow(): void {
		this.successes = 0;
		this.allowed++;
		this.onRoom?.();
	}

	private admit(): void {
		while (this.active < this.allowed && this.waiting.length > 0) {
			this.active++;
			this.waiting.shift()!();
		}
	}
}
