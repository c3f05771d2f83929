/** The cells in which a pace is judged, in virtual time: docs/internals/measurements.md has their figures. */
import { LimitedService, measure, run, type Limits, type Window } from './limitedService';
import { VirtualTime } from './virtualTime';

export interface Row {
	name: string;
	/** the most that the median of its cells, and each of them, may take as a multiple of the least time */
	median: number;
	worst: number;
	cells: Limits[];
	options?: object;
}

/** Texts in a run, by their rate. */
const TEXTS: Record<number, number> = { 2: 60, 5: 100, 10: 100 };
const RATES = [2, 5, 10];
const WINDOWS: Window[] = ['sliding', 'fixed', 'bucket'];
const GAPS: Window[] = ['gap', 'nginx'];

/** Every combination of what is given. */
function cells(windows: Window[], latencies: number[], how: object[]): Limits[] {
	return windows.flatMap((window) =>
		RATES.flatMap((perSecond) =>
			latencies.flatMap((latencyMs) =>
				how.map((one) => ({ window, perSecond, latencyMs, refusalMs: 10, ...one })),
			),
		),
	);
}

const counted = (how: object) => [how, { ...how, refusedCount: true }];
const slow = (some: Limits[]) => [
	...some,
	...some.map((one) => ({ ...one, refusalMs: one.latencyMs })),
];
const SHORT = [100, 300, 1000];
const LONG = [2500, 5000];

export const ROWS: Row[] = [
	{
		name: 'windows by code, up to 1 s',
		median: 1.2,
		worst: 1.5,
		cells: cells(WINDOWS, SHORT, counted({})),
	},
	{
		name: 'windows by bare 429, up to 1 s',
		median: 1.2,
		worst: 1.5,
		cells: cells(WINDOWS, SHORT, counted({ status: 429 })),
	},
	{ name: 'gap by code, up to 1 s', median: 1.5, worst: 1.8, cells: cells(GAPS, SHORT, [{}]) },
	{
		name: 'gap by bare 429, up to 1 s',
		median: 1.5,
		worst: 1.8,
		cells: cells(GAPS, SHORT, [{ status: 429 }]),
	},
	{
		name: 'windows by code, 2.5 and 5 s',
		median: 1.3,
		worst: 3,
		cells: slow(cells(WINDOWS, LONG, counted({}))),
	},
	{
		name: 'windows by bare 429, 2.5 and 5 s',
		median: 1.3,
		worst: 3,
		cells: slow(cells(WINDOWS, LONG, counted({ status: 429 }))),
	},
	{
		name: 'gap, 2.5 and 5 s',
		median: 1.8,
		worst: 3,
		cells: slow(cells(GAPS, LONG, [{}, { status: 429 }])),
	},
	{
		name: 'bare 503, up to 1 s',
		median: 1.3,
		worst: 1.8,
		cells: cells([...WINDOWS, ...GAPS], SHORT, [{ status: 503 }]),
	},
];

export const KNOWN: Limits[] = cells([...WINDOWS, ...GAPS], SHORT, [{}]);

const least = (texts: number, { perSecond = 1, latencyMs }: Limits) =>
	texts / perSecond - 1 + Math.max(1, latencyMs / 1000);

/** What one cell takes as a multiple of the least time, and how many of its texts are lost. */
export async function factorOf(cell: Limits, options = {}, seed = 1) {
	const texts = TEXTS[cell.perSecond!]!;
	const { seconds, lost, refused } = await measure(texts, cell, options, seed);
	return { factor: seconds / least(texts, cell), lost, refused };
}

/** Executions with one key: what all take, and the last of them, as a multiple of what is fair. */
export async function together(executions: number, texts: number, limits: Limits) {
	const time = new VirtualTime();
	const service = new LimitedService(time, limits);
	const ends: number[] = [];
	const runs = Array.from({ length: executions }, async () => {
		const errors = await run(service, texts);
		ends.push(time.now());
		return errors;
	});
	const lost = (await time.until(Promise.all(runs))).flat().length;
	return { factor: Math.max(...ends) / 1000 / least(executions * texts, limits), lost, ends };
}

export const median = (values: number[]) =>
	[...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
