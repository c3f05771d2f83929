/**
 * A service that takes only so many requests in a second: with default settings no text may be lost, and
 * the time is compared with what the limit asks for and with the best fixed rate, which only someone who
 * knows the limit could set. Beside it, executions that share one key.
 */
import type { Capacity, LedgerEntry, Rate } from '../../../emulator';
import { chain, type Step } from '../../../support/chain';
import { runBare } from '../bareClient';
import type { Bench } from '../bench';
import { correctText, textItems, texts } from '../jobs';
import { atMost, figure, times, type Claim, type SectionResult, type Table } from '../report';
import { plans, SMALL } from '../size';
import { madeItems } from '../workflows';

interface Plan {
	items: number;
	perSecond: number;
}

/** Those of one wave run side by side: they mostly wait. */
const WAVES: Plan[][] = SMALL
	? [[{ items: 10, perSecond: 5 }]]
	: [
			[
				{ items: 60, perSecond: 1 },
				{ items: 60, perSecond: 2 },
			],
			[{ items: 100, perSecond: 5 }],
			[{ items: 100, perSecond: 10 }],
		];
const LATENCIES_MS = plans([100, 300, 1000]);
const REFUSALS = {
	'code 11202': { refusal: 11202 },
	'HTTP 429': { refusal: 429 },
	'HTTP 429 with Retry-After 1': { refusal: 429, retryAfter: 1 },
};
/** What refused calls may cost: little, and more where they count against the limit themselves. */
const MOST = { notCounted: 1.5, counted: 1.6 };
/** So much below the limit, or two requests of the bare client often come too close to each other. */
const FIXED_RATE_SLACK = 1.01;

const LONG_TEXT = SMALL ? 5000 : 42_000;
const EXECUTIONS = SMALL ? 2 : 10;
/** Executions of many texts each, which have to share what the service takes. */
const MANY = SMALL ? { executions: 2, items: 5 } : { executions: 3, items: 40 };
const MANY_PER_SECOND = 5;
const SHARED_LATENCY_MS = 1500;

type Refusal = keyof typeof REFUSALS;

interface Cell extends Plan {
	latencyMs: number;
	refusal: Refusal;
	refusedCount: boolean;
}

interface Run {
	lost: number;
	/** from the first request to the last answer */
	seconds: number;
	refused: number;
}

interface Measured extends Cell, Run {}

interface Other extends Run {
	name: string;
}

type Fixed = Plan & { latencyMs: number; seconds: number };

/** What is the service's own part of a run. */
interface Limit {
	latency: number;
	rate?: Rate;
	capacity?: Capacity;
}

export async function rates(bench: Bench): Promise<SectionResult> {
	const measured: Measured[] = [];
	const fixed: Fixed[] = [];
	for (const plans of WAVES) {
		const cells = plans.flatMap(cellsOf);
		bench.log(`rates: ${plans.map(named).join(', ')}: ${cells.length} cells side by side`);
		const combinations = plans.flatMap((plan) =>
			LATENCIES_MS.map((latencyMs) => ({ ...plan, latencyMs })),
		);
		fixed.push(...(await sideBySide(combinations, async (one) => await atFixedRate(bench, one))));
		measured.push(
			...(await sideBySide(cells, async (cell) => ({ ...cell, ...(await runCell(bench, cell)) }))),
		);
	}
	bench.log('rates: a long text, executions that share a key');
	const [longTexts, one] = await Promise.all([longTextRuns(bench), sharedRuns(bench)]);
	const shared = [...one, ...(await manyRuns(bench))];
	return {
		tables: [ratesTable(measured, fixed), othersTable([...longTexts, ...shared])],
		charts: [],
		claims: [
			...[false, true].map((refusedCount) => timeClaim(measured, refusedCount)),
			lossClaim('Texts at 1, 2, 5 and 10 a second: lost', measured),
			lossClaim(`A text of ${LONG_TEXT} characters at 2 a second: not corrected`, longTexts),
			lossClaim('Executions that share a key: items lost', shared),
		],
	};
}

const named = ({ items, perSecond }: Plan): string => `${items} texts at ${perSecond} a second`;

const cellsOf = (plan: Plan): Cell[] =>
	LATENCIES_MS.flatMap((latencyMs) =>
		(Object.keys(REFUSALS) as Refusal[]).flatMap((refusal) =>
			[false, true].map((refusedCount) => ({ ...plan, latencyMs, refusal, refusedCount })),
		),
	);

async function sideBySide<Input, Output>(
	inputs: Input[],
	run: (input: Input) => Promise<Output>,
): Promise<Output[]> {
	return await Promise.all(inputs.map(run));
}

async function atFixedRate(bench: Bench, plan: Omit<Fixed, 'seconds'>): Promise<Fixed> {
	const { items, perSecond, latencyMs } = plan;
	const { emulator } = await bench.service();
	emulator.set({ latency: latencyMs, rate: { perSecond, refusal: 11202 } });
	await runBare({
		port: emulator.port,
		pace: { everyMs: (1000 / perSecond) * FIXED_RATE_SLACK },
		count: items,
		work: { kind: 'text', texts: texts(items) },
	});
	return { ...plan, seconds: spanOf(emulator.ledger().entries) };
}

async function runCell(bench: Bench, cell: Cell): Promise<Run> {
	const { items, perSecond, latencyMs, refusal, refusedCount } = cell;
	const rate = { perSecond, refusedCount, ...REFUSALS[refusal] };
	return await runSteps(bench, textItems(items), { latency: latencyMs, rate });
}

/** A long text is sent in pieces: all of them are one item, and share its time. */
async function longTextRuns(bench: Bench): Promise<Other[]> {
	const character = '春天来到山谷以后小河里的水一天比一天多起来。';
	const text = `'${character}'.repeat(${Math.ceil(LONG_TEXT / character.length)}).slice(0, ${LONG_TEXT})`;
	return await sideBySide([false, true], async (refusedCount) => ({
		name: `a text of ${LONG_TEXT} characters, 2 pieces a second, code 11202${counted(refusedCount)}`,
		...(await runSteps(bench, madeItems(1, `{ text: ${text} }`), {
			latency: 300,
			rate: { perSecond: 2, refusal: 11202, refusedCount },
		})),
	}));
}

async function sharedRuns(bench: Bench): Promise<Other[]> {
	const limits: Array<{ says: string; limit: Limit }> = [
		{
			says: '2 at once, code 11203',
			limit: { latency: SHARED_LATENCY_MS, capacity: { limit: 2, refusal: 11203 } },
		},
		...[false, true].map((refusedCount) => ({
			says: `2 a second, code 11202${counted(refusedCount)}`,
			limit: {
				latency: SHARED_LATENCY_MS,
				rate: { perSecond: 2, refusal: 11202, refusedCount },
			},
		})),
	];
	return await sideBySide(limits, async ({ says, limit }) => ({
		name: `${EXECUTIONS} executions of one text each, ${says}`,
		...(await runSteps(bench, textItems(1), limit, EXECUTIONS)),
	}));
}

async function manyRuns(bench: Bench): Promise<Other[]> {
	const { executions, items } = MANY;
	return await sideBySide([11202, 429], async (refusal) => ({
		name: `${executions} executions of ${items} texts each, ${MANY_PER_SECOND} a second, ${refusal === 429 ? 'HTTP 429' : `code ${refusal}`}`,
		...(await runSteps(
			bench,
			textItems(items),
			{ latency: LATENCIES_MS[0]!, rate: { perSecond: MANY_PER_SECOND, refusal } },
			executions,
		)),
	}));
}

const counted = (refusedCount: boolean): string => (refusedCount ? ', refused calls count' : '');

/**
 * Runs so many executions of the same kind at once, against one emulator.
 * @param input nodes that make the texts
 */
async function runSteps(bench: Bench, input: Step[], limit: Limit, executions = 1): Promise<Run> {
	const { emulator, credentials } = await bench.service();
	emulator.set({ ...limit });
	const node = {
		...correctText(credentials),
		settings: { onError: 'continueRegularOutput' },
	};
	const numbers = Array.from({ length: executions }, (_, n) => n);
	const workflows = await sideBySide(
		numbers,
		async (n) =>
			await bench.n8n.client.createWorkflow(
				chain(`Rate ${n} ${JSON.stringify(limit)}`, [...input, node]),
			),
	);
	const runs = await sideBySide(
		workflows,
		async (workflow) => await bench.run(workflow, [node], { isOneOfMany: true }),
	);
	const { entries, services } = emulator.ledger();
	const lost = runs
		.flatMap(({ items }) => items)
		.filter(({ json }) => json.error !== undefined || json.complete !== true).length;
	const refused = services.text.overRate + services.text.overCapacity;
	return { lost, seconds: spanOf(entries), refused };
}

/** From the first arrival to the last answer, in seconds. */
function spanOf(entries: LedgerEntry[]): number {
	const arrivals = entries.map(({ time }) => Date.parse(time));
	const ends = entries.map(({ milliseconds }, index) => arrivals[index] + milliseconds);
	return (Math.max(...ends) - Math.min(...arrivals)) / 1000;
}

/** The time as a multiple of the least that the limit allows. */
const factorOf = ({ seconds, items, perSecond }: Plan & { seconds: number }): number =>
	(seconds * perSecond) / items;

function ratesTable(measured: Measured[], fixed: Fixed[]): Table {
	const refusals = Object.keys(REFUSALS) as Refusal[];
	return {
		title: 'Texts to a service with a limit a second: the time as a multiple of the least possible',
		columns: [
			'texts',
			'a second',
			'latency, ms',
			'best fixed rate, bare client',
			...refusals,
			...refusals.map((refusal) => `${refusal}, refused calls count`),
			'refused',
			'lost',
		],
		rows: fixed.map((plan) => {
			const cells = measured.filter(
				({ items, perSecond, latencyMs }) =>
					items === plan.items && perSecond === plan.perSecond && latencyMs === plan.latencyMs,
			);
			const refused = cells.map((cell) => cell.refused);
			return [
				String(plan.items),
				String(plan.perSecond),
				String(plan.latencyMs),
				times(factorOf(plan)),
				...[false, true].flatMap((refusedCount) =>
					refusals.map((refusal) => {
						const cell = cells.find(
							(one) => one.refusal === refusal && one.refusedCount === refusedCount,
						);
						return times(factorOf(cell!));
					}),
				),
				`${Math.min(...refused)} to ${Math.max(...refused)}`,
				String(lostOf(cells)),
			];
		}),
	};
}

function othersTable(others: Other[]): Table {
	return {
		title: 'Pieces of one text, and executions that share a key',
		columns: ['', 'time, s', 'refused', 'lost'],
		rows: others.map(({ name, seconds, refused, lost }) => [
			name,
			figure(seconds),
			String(refused),
			String(lost),
		]),
	};
}

const lostOf = (runs: Run[]): number => runs.reduce((sum, { lost }) => sum + lost, 0);

const lossClaim = (text: string, runs: Run[]): Claim => atMost(text, lostOf(runs), 0);

function timeClaim(measured: Measured[], refusedCount: boolean): Claim {
	const cells = measured.filter((cell) => cell.refusedCount === refusedCount);
	const how = refusedCount ? 'where refused calls count' : 'where refused calls do not count';
	return atMost(
		`Texts at 1, 2, 5 and 10 a second, the slowest of ${cells.length} cells ${how}`,
		Math.max(...cells.map(factorOf)),
		refusedCount ? MOST.counted : MOST.notCounted,
		'× n/k',
	);
}
