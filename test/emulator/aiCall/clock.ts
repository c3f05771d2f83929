import { performance } from 'node:perf_hooks';

interface Event {
	at: number;
	run: () => void;
	cancelled: boolean;
}

const LONGEST_TIMER = 2_000_000_000;
const MOST_EVENTS = 1_000_000;

/**
 * The platform's time in milliseconds since 1970: it follows the machine's, `speed` times as fast
 * (0 stands still), and jumps on order. Events due by then run in their order, each seeing its own
 * time as `now()`.
 */
export class SimulatedClock {
	private events: Event[] = [];
	private speed = 1;
	private simulatedAtMark = Date.now();
	private realAtMark = performance.now();
	private eventTime: number | null = null;
	private timer: NodeJS.Timeout | undefined;

	now(): number {
		return this.eventTime ?? Math.floor(this.flowing());
	}

	private flowing(): number {
		return this.simulatedAtMark + (performance.now() - this.realAtMark) * this.speed;
	}

	/** Runs `run` once when `time` is reached; returns what cancels it. */
	at(time: number, run: () => void): () => void {
		const event: Event = { at: time, run, cancelled: false };
		let low = 0;
		let high = this.events.length;
		while (low < high) {
			const middle = (low + high) >>> 1;
			if ((this.events[middle] as Event).at <= time) low = middle + 1;
			else high = middle;
		}
		this.events.splice(low, 0, event);
		if (low === 0) this.arm();
		return () => {
			event.cancelled = true;
		};
	}

	/** How many events are ahead, and when the next is due (null when there is none). */
	ahead(): { events: number; next: number | null } {
		const waiting = this.events.filter(({ cancelled }) => !cancelled);
		return { events: waiting.length, next: waiting[0]?.at ?? null };
	}

	/** Sets the speed factor; 0 stops the clock. */
	setSpeed(factor: number): void {
		this.mark(this.flowing());
		this.speed = factor;
		this.arm();
	}

	/** Jumps to a time; what is due until then runs first. */
	moveTo(time: number): void {
		this.runUntil(time);
		this.mark(time);
		this.arm();
	}

	/** Jumps from event to event until none is left that is due before `limit`. */
	runOut(limit = Infinity): void {
		for (let count = 0; count < MOST_EVENTS; count++) {
			const next = this.events[0];
			if (!next || next.at > limit) break;
			if (next.at > this.flowing()) this.mark(next.at);
			this.runUntil(next.at);
		}
		this.arm();
	}

	/** Drops all events and follows the machine's time again. */
	reset(): void {
		this.events = [];
		this.speed = 1;
		this.mark(Date.now());
		clearTimeout(this.timer);
	}

	private mark(simulated: number): void {
		this.simulatedAtMark = simulated;
		this.realAtMark = performance.now();
	}

	private runUntil(time: number): void {
		if (this.eventTime !== null) throw new Error('The clock is already running its events.');
		try {
			for (let next = this.events[0]; next && next.at <= time; next = this.events[0]) {
				this.events.shift();
				if (next.cancelled) continue;
				this.eventTime = next.at;
				next.run();
			}
		} finally {
			this.eventTime = null;
		}
	}

	private arm(): void {
		clearTimeout(this.timer);
		const next = this.events[0];
		if (!next || next.at === Infinity || this.speed === 0 || this.eventTime !== null) return;
		const wait = Math.max(0, Math.ceil((next.at - this.flowing()) / this.speed));
		this.timer = setTimeout(
			() => {
				this.runUntil(this.flowing());
				this.arm();
			},
			Math.min(wait, LONGEST_TIMER),
		);
		this.timer.unref();
	}
}
