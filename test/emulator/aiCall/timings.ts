/** Milliseconds of many requests; null where there was none. */
export interface Timings {
	count: number;
	least: number | null;
	median: number | null;
	p90: number | null;
	p99: number | null;
	most: number | null;
}

/** Sums up times; a percentile is the smallest value that so many lie at or below. */
export function timingsOf(times: number[]): Timings {
	const sorted = [...times].sort((a, b) => a - b);
	const at = (part: number): number | null =>
		sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? null;
	return {
		count: sorted.length,
		least: at(0),
		median: at(0.5),
		p90: at(0.9),
		p99: at(0.99),
		most: at(1),
	};
}
