/** How long one call takes, as a rough estimate. */
export const SECONDS_PER_CALL = 30;

/**
 * How many rows a line can begin to call in a time, at 30 seconds a call.
 * @param atOnce how many calls the line carries at the same time
 */
export function callsWithin(ms: number, atOnce: number): number {
	return Math.ceil(ms / (SECONDS_PER_CALL * 1000)) * atOnce;
}

/** How long a line takes for some rows, in whole minutes. */
export function minutesFor(rows: number, atOnce: number): number {
	return Math.ceil((Math.ceil(rows / atOnce) * SECONDS_PER_CALL) / 60);
}

/** How many calls a line carries at the same time; undefined if the platform does not say. */
export function concurrencyOf(
	line: Readonly<Record<string, unknown>> | undefined,
): number | undefined {
	const count = Number(line?.concurrents ?? NaN);
	return Number.isSafeInteger(count) && count > 0 ? count : undefined;
}

/** Direct calls that were given to a line together. */
export interface GivenCalls {
	/** in milliseconds since 1970 */
	at: number;
	rows: number;
}

/**
 * How many further rows a line can begin to call before a time: never fewer than it really can.
 * @param given what this run gave it before, in order of time
 * @param endMs the time, in milliseconds since 1970, like `now`
 */
export function roomBefore(
	endMs: number,
	now: number,
	atOnce: number,
	given: readonly GivenCalls[],
): number {
	/** since when the line has been busy without a break, and with how many rows */
	let busySince = -Infinity;
	let rows = 0;
	for (const more of [...given, { at: now, rows: 0 }]) {
		const freeAt = busySince + Math.ceil(rows / atOnce) * SECONDS_PER_CALL * 1000;
		if (freeAt <= more.at) {
			busySince = more.at;
			rows = 0;
		}
		rows += more.rows;
	}
	return Math.max(callsWithin(endMs - busySince, atOnce) - rows, 0);
}
