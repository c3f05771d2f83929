/**
 * A service that takes only so many requests at once and refuses the others: how near the number in
 * flight that finds itself comes to the best fixed number, which only someone who knows the limit could set.
 */
import { chain } from '../../../support/chain';
import { runBare } from '../bareClient';
import type { Bench } from '../bench';
import { correctText, textItems, texts } from '../jobs';
import { atMost, figure, times, type Claim, type SectionResult, type Table } from '../report';
import { plans, sized } from '../size';
import { interleaved, median } from '../stats';

const ITEMS = sized(500);
const LATENCY_MS = 100;
const MOST = 1.3;
/** With a low limit a run takes long and disturbs nothing: its contenders run side by side. */
const PLANS = plans([
	{ limit: 2, rounds: 1, sideBySide: true },
	{ limit: 8, rounds: 3, sideBySide: false },
	{ limit: 32, rounds: 5, sideBySide: false },
]);
/** A bare HTTP 429 is no limit of requests at once. */
const REFUSAL = 11203;

type Contender = 'bare' | 'code';

interface Run {
	ms: number;
	refused: number;
}

interface Measured {
	limit: number;
	runs: Record<Contender, Run[]>;
}

export async function limits(bench: Bench): Promise<SectionResult> {
	const measured: Measured[] = [];
	for (const plan of PLANS) {
		bench.log(`limits: ${ITEMS} texts, ${plan.limit} at once`);
		const contenders = await contendersFor(bench, plan.limit);
		const runs = plan.sideBySide
			? await sideBySide(contenders, plan.rounds)
			: await interleaved(contenders, plan.rounds, 0);
		measured.push({ limit: plan.limit, runs });
	}
	return {
		tables: [table(measured)],
		charts: measured.map(({ limit, runs }) => ({
			title: `${ITEMS} texts, a service that takes ${limit} at once`,
			unit: 's',
			better: 'lower',
			bars: [
				{ label: 'finds the limit itself', value: seconds(runs.code), kind: 'ours' },
				{ label: 'best fixed number', value: seconds(runs.bare), kind: 'limit' },
			],
		})),
		claims: measured.flatMap(claims),
	};
}

/** Each contender has an emulator of its own, so that they can run at the same time. */
async function contendersFor(
	bench: Bench,
	limit: number,
): Promise<Record<Contender, () => Promise<Run>>> {
	const contender = async (options?: Record<string, unknown>) => {
		const { emulator, credentials } = await bench.service();
		const node = correctText(credentials, options);
		const workflow =
			options &&
			(await bench.n8n.client.createWorkflow(
				chain(`Limit ${limit} ${JSON.stringify(options)}`, [...textItems(ITEMS), node]),
			));
		return async (): Promise<Run> => {
			emulator.reset();
			emulator.set({ latency: LATENCY_MS, capacity: { limit, refusal: REFUSAL } });
			const { ms } = workflow
				? await bench.run(workflow, [node])
				: await runBare({
						port: emulator.port,
						pace: { inFlight: limit },
						count: ITEMS,
						work: { kind: 'text', texts: texts(ITEMS) },
					});
			const { requests, overCapacity } = emulator.ledger().services.text;
			if (requests - overCapacity !== ITEMS) {
				throw new Error(`${requests - overCapacity} of ${ITEMS} texts were corrected`);
			}
			return { ms, refused: overCapacity };
		};
	};
	return { code: await contender({}), bare: await contender() };
}

async function sideBySide(
	contenders: Record<Contender, () => Promise<Run>>,
	rounds: number,
): Promise<Record<Contender, Run[]>> {
	const names = Object.keys(contenders) as Contender[];
	const results = Object.fromEntries(names.map((name) => [name, [] as Run[]]));
	for (let round = 0; round < rounds; round++) {
		const runs = await Promise.all(names.map(async (name) => await contenders[name]()));
		names.forEach((name, index) => results[name].push(runs[index]));
	}
	return results as Record<Contender, Run[]>;
}

const medianMs = (runs: Run[]): number => median(runs.map(({ ms }) => ms));
const seconds = (runs: Run[]): number => medianMs(runs) / 1000;

function table(measured: Measured[]): Table {
	return {
		title: `${ITEMS} texts at ${LATENCY_MS} ms to a service that takes only so many at once`,
		columns: [
			'at once',
			'fixed, bare client, s',
			'adaptive, refused by code, s',
			'refusals',
			'adaptive / best fixed',
		],
		rows: measured.map(({ limit, runs }) => [
			String(limit),
			figure(seconds(runs.bare)),
			figure(seconds(runs.code)),
			String(median(runs.code.map(({ refused }) => refused))),
			times(medianMs(runs.code) / medianMs(runs.bare)),
		]),
	};
}

function claims({ limit, runs }: Measured): Claim[] {
	const all = `${ITEMS} texts, ${limit} at once: all succeed, in at most ${MOST} times the best fixed number`;
	return [atMost(`${all}, refused by code`, medianMs(runs.code) / medianMs(runs.bare), MOST, '×')];
}
