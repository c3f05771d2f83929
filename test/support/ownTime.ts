import { CLOCK } from '../../nodes/shared/pace/pace';

const TICK_MS = 10;

/** The time of this process: it stands still while others keep the machine. */
export interface OwnTime {
	/** @returns how long it has run, in milliseconds */
	end: () => number;
}

/**
 * Begins to measure by the ticks of a timer. On a quiet machine that is the time of the clock; on a busy one
 * ticks come late, as whatever this process does.
 */
export function ownTime(): OwnTime {
	let ticks = 0;
	const timer = setInterval(() => ticks++, TICK_MS);
	return {
		end: () => {
			clearInterval(timer);
			return ticks * TICK_MS;
		},
	};
}

/**
 * Gives the nodes a clock that stands still with this process, for a test file. Where a busy machine holds the process
 * up, an answer that has long arrived is then read before the next request is due.
 */
export function useOwnClock(): void {
	let clock: jest.SpyInstance;
	let ticking: NodeJS.Timeout;
	beforeEach(() => {
		let ms = 0;
		let last = performance.now();
		ticking = setInterval(() => {
			const now = performance.now();
			ms += Math.min(now - last, 2 * TICK_MS);
			last = now;
		}, TICK_MS);
		clock = jest.spyOn(CLOCK, 'now').mockImplementation(() => Math.trunc(ms));
	});
	afterEach(() => {
		clearInterval(ticking);
		clock.mockRestore();
	});
}
