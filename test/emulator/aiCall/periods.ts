/** A part of the day, in milliseconds from midnight, both ends included to the second. */
export interface Period {
	from: number;
	to: number;
}

const DAY = 86_400_000;
const PERIOD = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d):([0-5]\d)$/;

/** Reads `HH:mm:ss-HH:mm:ss`; null when it is not of that form or ends before it begins. */
export function parsePeriod(text: string): Period | null {
	const parts = PERIOD.exec(text)?.slice(1).map(Number);
	if (!parts) return null;
	const [h1 = 0, m1 = 0, s1 = 0, h2 = 0, m2 = 0, s2 = 0] = parts;
	const from = ((h1 * 60 + m1) * 60 + s1) * 1000;
	const to = ((h2 * 60 + m2) * 60 + s2) * 1000 + 999;
	return from < to ? { from, to } : null;
}

function nextWithin(time: number, periods: Period[], offset: number): number {
	const midnight = Math.floor((time + offset) / DAY) * DAY - offset;
	let next = Infinity;
	for (const day of [midnight, midnight + DAY]) {
		for (const { from, to } of periods) {
			if (day + to < time) continue;
			next = Math.min(next, Math.max(time, day + from));
		}
	}
	return next;
}

/**
 * The first moment from `time` (milliseconds since 1970) that lies in a period of every list; an
 * empty list allows the whole day. Infinity when there is none. `offset`: local time minus UTC.
 */
export function nextAllowed(time: number, lists: string[][], offset: number): number {
	const parsed = lists
		.filter((list) => list.length > 0)
		.map((list) => list.map(parsePeriod).filter((period) => period !== null));
	let candidate = time;
	for (let round = 0; round < 100; round++) {
		const next = parsed.reduce((at, periods) => nextWithin(at, periods, offset), candidate);
		if (next === candidate || next === Infinity) return next;
		candidate = next;
	}
	return Infinity;
}
