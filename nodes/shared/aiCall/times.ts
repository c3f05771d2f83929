/** A smaller time is in seconds (10 digits until the year 2286), any other in milliseconds. */
const FIRST_MILLISECOND_COUNT = 100_000_000_000;
/** China has one time zone, without daylight saving time. */
export const CHINA_AHEAD_MS = 8 * 3_600_000;
const LARGEST_DATE_MS = 8_640_000_000_000_000 - CHINA_AHEAD_MS;

/** A time of the AI Call platform in ms since 1970; null for 0, negative numbers such as -1, and anything else. */
export function timeInMs(value: unknown): number | null {
	const count = typeof value === 'string' && /^\d+$/.test(value.trim()) ? Number(value) : value;
	if (typeof count !== 'number' || !Number.isFinite(count) || count <= 0) return null;
	const ms = count < FIRST_MILLISECOND_COUNT ? count * 1000 : count;
	return ms > LARGEST_DATE_MS ? null : ms;
}

/** The same as ISO 8601 text in China time, such as 2026-11-24T08:00:00.000+08:00. */
export function isoTime(value: unknown): string | null {
	const ms = timeInMs(value);
	return ms === null ? null : new Date(ms + CHINA_AHEAD_MS).toISOString().replace('Z', '+08:00');
}
