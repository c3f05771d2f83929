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

/** How many calls a line carries at the same time; undefined where the platform does not tell. */
export function concurrencyOf(
	line: Readonly<Record<string, unknown>> | undefined,
): number | undefined {
	const count = Number(line?.concurrents ?? NaN);
	return Number.isSafeInteger(count) && count > 0 ? count : undefined;
}
