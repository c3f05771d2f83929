import { CLOCK } from '../../../../nodes/shared/pace/pace';

/**
 * A time that passes from event to event and costs none. Chance is drawn from a seed meanwhile, and no timer
 * of the machine runs out, so that a test ends alike each time, however busy the machine is.
 */
export class VirtualTime {
	private ms = 0;

	/** the next one first */
	private readonly events: Array<{ at: number; begin: () => void }> = [];

	private readonly random: () => number;

	constructor(seed = 1) {
		this.random = seededRandom(seed);
		// until a test makes another time
		CLOCK.now = () => this.now();
		CLOCK.sleep = async (ms) => await this.sleep(ms);
	}

	now(): number {
		return this.ms;
	}

	async sleep(ms: number): Promise<void> {
		const at = this.ms + Math.max(0, ms);
		const later = this.events.findIndex((event) => event.at > at);
		const place = later < 0 ? this.events.length : later;
		await new Promise<void>((begin) => this.events.splice(place, 0, { at, begin }));
	}

	/** Goes from event to event until `work` is done. */
	async until<T>(work: Promise<T>): Promise<T> {
		let done = false;
		const ended = work.finally(() => (done = true));
		ended.catch(() => {});
		const chance = jest.spyOn(Math, 'random').mockImplementation(this.random);
		const timeouts = jest
			.spyOn(AbortSignal, 'timeout')
			.mockImplementation(() => new AbortController().signal);
		for (;;) {
			await new Promise((resolve) => setImmediate(resolve));
			if (done) break;
			this.ms = this.events[0]?.at ?? Infinity;
			while (this.events[0]?.at === this.ms) this.events.shift()!.begin();
		}
		chance.mockRestore();
		timeouts.mockRestore();
		return await ended;
	}
}

/** Numbers from 0 to 1 that follow from a seed (a linear congruential generator, as in Numerical Recipes). */
function seededRandom(seed: number): () => number {
	let state = seed;
	const next = () => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return state / 2 ** 32;
	};
	// the first ones of neighboring seeds resemble each other
	for (let skipped = 0; skipped < 10; skipped++) next();
	return next;
}
