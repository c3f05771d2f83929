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
