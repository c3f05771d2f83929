import type { Clock } from '../../../../nodes/shared/items/clock';

/** A time that passes from event to event and costs none. */
export class VirtualTime implements Clock {
	stopped = false;

	private ms = 0;

	private events: Array<{ at: number; begin: () => void }> = [];

	now(): number {
		return this.ms;
	}

	async sleep(ms: number): Promise<void> {
		await new Promise<void>((begin) => this.events.push({ at: this.ms + Math.max(0, ms), begin }));
	}

	/** Goes from event to event until `work` is done. */
	async until<T>(work: Promise<T>): Promise<T> {
		let done = false;
		const ended = work.finally(() => (done = true));
		ended.catch(() => {});
		for (;;) {
			for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
			if (done) break;
			this.ms = Math.min(...this.events.map(({ at }) => at));
			const due = this.events.filter(({ at }) => at === this.ms);
			this.events = this.events.filter(({ at }) => at !== this.ms);
			for (const { begin } of due) begin();
		}
		return await ended;
	}
}
