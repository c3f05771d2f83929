/**
 * Memory of n8n against the number of items with a fixed number in flight: what a run needs must not
 * grow with its items. Each contender has an n8n of its own, in which the runs grow; measured is how
 * far the highest memory so far lies above what n8n had before the first one (memory that n8n has had
 * once it does not give back, so that single runs cannot be told apart). Node.js lets tens of megabytes
 * of garbage lie before it collects them, so what a run holds is measured where they are collected five
 * times a second, and beside it once as n8n comes.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { chain } from '../../../support/chain';
import { Bench } from '../bench';
import { invoiceJob } from '../jobs';
import { preloading } from '../../../n8n/harness';
import { resetPeakMemory } from '../processTree';
import { atMost, figure, type SectionResult } from '../report';
import { rounds, SMALL } from '../size';
import { interleaved, median } from '../stats';

const COUNTS = SMALL ? [1, 10] : [1, 10, 100, 1000];
/** n8n's own nodes hold all pictures at once: more would only show when it ends. */
const MOST_FOR_PEER = 100;
const ROUNDS = rounds(2);
const PICTURE_BYTES = 500_000;
const PICTURES_MB = PICTURE_BYTES / 1e6;
const COLLECTED = preloading(join(__dirname, '../collectGarbage.cjs'));

export async function memory(log: (line: string) => void): Promise<SectionResult> {
	const { ours, withGarbage, peer } = await interleaved(
		{
			ours: async () => await peaks('ours', COUNTS, COLLECTED, log),
			withGarbage: async () => await peaks('ours', COUNTS, {}, log),
			peer: async () =>
				await peaks(
					'peer',
					COUNTS.filter((count) => count <= MOST_FOR_PEER),
					COLLECTED,
					log,
				),
		},
		ROUNDS,
		0,
	);
	const of = (rounds: number[][], index: number): number =>
		median(rounds.map((round) => round[index]));
	const oursAt = COUNTS.map((_, index) => of(ours, index));
	const [tenfold, most] = oursAt.slice(-2);
	const value = (rounds: number[][], index: number): string =>
		index < rounds[0].length ? figure(of(rounds, index)) : '-';
	return {
		tables: [
			{
				title: `Highest memory of n8n above its start, invoices of ${PICTURES_MB} MB`,
				columns: [
					'items',
					'ours, MB',
					'ours with the garbage that Node.js lets lie, MB',
					'HTTP Request + Code (all at once), MB',
					'pictures, MB',
				],
				rows: COUNTS.map((count, index) => [
					String(count),
					value(ours, index),
					value(withGarbage, index),
					value(peer, index),
					figure(count * PICTURES_MB),
				]),
			},
		],
		charts: [
			{
				title: `Memory, invoices of ${PICTURES_MB} MB`,
				unit: 'MB',
				better: 'lower',
				bars: [
					...COUNTS.map((count, index) => ({
						label: count === 1 ? '1 item' : `${count} items`,
						value: oursAt[index],
						kind: 'ours' as const,
					})),
					{
						label: `HTTP Request + Code, ${MOST_FOR_PEER} items`,
						value: of(peer, peer[0].length - 1),
						kind: 'peer',
					},
				],
			},
		],
		claims: [
			atMost(
				`Memory: 900 more items (${figure(900 * PICTURES_MB)} MB of pictures) need hardly more`,
				most - tenfold,
				0.1 * 900 * PICTURES_MB,
				'MB',
			),
		],
	};
}

/** Megabytes above the start after runs with so many items each, in an n8n of their own. */
async function peaks(
	contender: 'ours' | 'peer',
	counts: number[],
	settings: Record<string, string>,
	log: (line: string) => void,
): Promise<number[]> {
	log(`memory: ${contender}, ${counts.join(', ')} items`);
	const bench = await Bench.start(log, settings);
	try {
		const service = await bench.service();
		const { pid } = bench.n8n;
		const runs = [];
		for (const count of [1, ...counts]) {
			const job = invoiceJob(service, count, bench.n8n.filesFolder, PICTURE_BYTES);
			const steps = contender === 'peer' ? job.peer : job.ours;
			const workflow = await bench.n8n.client.createWorkflow(
				chain(`Memory ${count}`, [...job.input, ...steps]),
			);
			runs.push(async () => await bench.run(workflow, steps));
		}
		// the first run of a node loads its code
		await runs.shift()?.();
		await delay(2000);
		resetPeakMemory(pid);
		const before = bench.n8n.memory();
		const found: number[] = [];
		for (const run of runs) {
			await run();
			found.push((bench.n8n.peakMemory() - before) / 1e6);
		}
		return found;
	} finally {
		await bench.stop();
	}
}
