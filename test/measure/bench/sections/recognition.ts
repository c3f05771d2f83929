/**
 * Recognition by our nodes against n8n's own HTTP Request node with Code nodes around it, in the same
 * n8n, and against a bare Node.js client with the same number of requests in flight.
 */
import { isDeepStrictEqual } from 'node:util';

import { chain, type Step } from '../../../support/chain';
import type { Item } from '../../../n8n/harness';
import { runBare } from '../bareClient';
import type { Bench, WorkflowRun } from '../bench';
import { invoiceJob, sceneJob, textJob, type Job } from '../jobs';
import {
	atMost,
	figure,
	times,
	type Bar,
	type BarGroup,
	type Claim,
	type SectionResult,
	type Table,
} from '../report';
import { rounds, sized } from '../size';
import { interleaved, median, ratio } from '../stats';
import { HTTP_REQUEST } from '../workflows';

const ROUNDS = rounds(5);
/** The nodes' own upper bound, reached at once where there is no latency. */
const MOST_IN_FLIGHT = 128;

type Contender = 'bare' | 'ours' | 'peer';

interface Measured {
	job: Job;
	latency: number;
	inFlight: number;
	/** of each round */
	ms: Record<Contender, number[]>;
	/** what the peer's HTTP Request node took by itself, of each round */
	requestMs: number[];
	/** of each round, for each item, without what making and storing the items costs */
	cpuMs: Record<Contender, number[]>;
}

export async function recognition(bench: Bench): Promise<SectionResult> {
	const service = await bench.service();
	const plans: Array<[job: Job, latency: number]> = [
		[textJob(service, sized(500)), 0],
		[sceneJob(service, sized(300), bench.n8n.filesFolder), 0],
		[invoiceJob(service, sized(200), bench.n8n.filesFolder), 0],
		[textJob(service, sized(200)), 100],
	];
	const measured: Measured[] = [];
	for (const [job, latency] of plans) {
		bench.log(`recognition: ${job.name}, ${job.items} items, ${latency} ms`);
		service.emulator.reset();
		service.emulator.set({ latency });
		measured.push(await measure(bench, service.emulator, job, latency));
	}
	return {
		tables: [timeTable(measured), cpuTable(measured.filter(({ latency }) => latency === 0))],
		charts: measured.flatMap((one) => [
			throughputChart(one),
			...(one.latency === 0 ? [cpuChart(one)] : []),
		]),
		claims: measured.flatMap(claims),
	};
}

async function measure(
	bench: Bench,
	emulator: Awaited<ReturnType<Bench['service']>>['emulator'],
	job: Job,
	latency: number,
): Promise<Measured> {
	const saved = async (what: string, steps: Step[]) => {
		const name = `${job.name} ${latency} ms ${what}`;
		return await bench.n8n.client.createWorkflow(chain(name, [...job.input, ...steps]));
	};
	const [ours, peer, items] = [
		await saved('ours', job.ours),
		await saved('peer', job.peer),
		await saved('items only', []),
	];
	const runOurs = async () => await bench.run(ours, job.ours);
	const runPeer = async () => await bench.run(peer, job.peer);

	const oursFirst = await runOurs();
	const inFlight =
		latency === 0
			? Math.min(MOST_IN_FLIGHT, job.items)
			: emulator.ledger().services[job.service].maxInFlight;
	assertSameWork(job, oursFirst, await runPeer());

	const requestMs: number[] = [];
	const results = await interleaved<'items' | Contender, { ms: number; cpuMs: number }>(
		{
			ours: runOurs,
			peer: async () => {
				const run = await runPeer();
				requestMs.push(run.nodeMs[HTTP_REQUEST]);
				return run;
			},
			items: async () => await bench.run(items, []),
			bare: async () =>
				await runBare({
					port: emulator.port,
					pace: { inFlight },
					count: job.items,
					work: job.bare,
				}),
		},
		ROUNDS,
	);
	const overhead = median(results.items.map(({ cpuMs }) => cpuMs));
	const perItem = (runs: Array<{ cpuMs: number }>, less = 0): number[] =>
		runs.map(({ cpuMs }) => (cpuMs - less) / job.items);
	const ms = (runs: Array<{ ms: number }>): number[] => runs.map((run) => run.ms);
	return {
		job,
		latency,
		inFlight,
		ms: { ours: ms(results.ours), peer: ms(results.peer), bare: ms(results.bare) },
		requestMs,
		cpuMs: {
			ours: perItem(results.ours, overhead),
			peer: perItem(results.peer, overhead),
			bare: perItem(results.bare),
		},
	};
}

/** The peer is one only if it gives what our node gives. @throws when it does not */
function assertSameWork(job: Job, ours: WorkflowRun, peer: WorkflowRun): void {
	if (ours.items.length !== job.items || peer.items.length !== job.items) {
		throw new Error(`${job.name}: ${ours.items.length} and ${peer.items.length} items came out`);
	}
	peer.items.forEach((item, index) => {
		const fields = Object.keys(item.json);
		const own = comparable(ours.items[index], fields);
		const other = comparable(item, fields);
		if (!isDeepStrictEqual(own, other)) {
			throw new Error(
				`${job.name}: the peer's item ${index} is ${JSON.stringify(other)}, ours ${JSON.stringify(own)}`,
			);
		}
	});
}

/** The fields that the peer gives, and of each correction the parts that it gives. */
function comparable({ json }: Item, fields: string[]): unknown {
	return fields.map((field) => {
		if (field === 'corrections') {
			return (json.corrections as Array<Record<string, unknown>>).map((correction) =>
				['position', 'original', 'suggestion', 'applied'].map((part) => correction[part]),
			);
		}
		if (field === 'countsByCategory') {
			// the peer keeps the service's own keys
			const counts = Object.values(json.countsByCategory as Record<string, number>);
			return counts.filter((count) => count > 0).sort();
		}
		return json[field];
	});
}

const title = ({ job, latency }: Measured): string =>
	`${job.name}, ${job.items} items, ${latency === 0 ? 'no latency' : `${latency} ms`}`;

function timeTable(measured: Measured[]): Table {
	return {
		title: 'Recognition: time and throughput',
		columns: [
			'',
			'ours, s',
			'HTTP Request + Code, s',
			'HTTP Request alone, s',
			'bare client, s',
			'in flight',
			'ours, items/s',
			'ours / peer',
			'ours / bare',
		],
		rows: measured.map((one) => {
			const { ms, inFlight, job } = one;
			const seconds = (contender: Contender) => figure(median(ms[contender]) / 1000);
			return [
				title(one),
				seconds('ours'),
				seconds('peer'),
				figure(median(one.requestMs) / 1000),
				seconds('bare'),
				String(inFlight),
				figure((job.items / median(ms.ours)) * 1000),
				times(ratio(ms.ours, ms.peer)),
				times(ratio(ms.ours, ms.bare)),
			];
		}),
	};
}

function cpuTable(measured: Measured[]): Table {
	return {
		title: 'Recognition: CPU time per item (n8n with its task runner, storing the output included)',
		columns: ['', 'ours, ms', 'HTTP Request + Code, ms', 'bare client, ms', 'ours / peer'],
		rows: measured.map((one) => [
			title(one),
			figure(median(one.cpuMs.ours)),
			figure(median(one.cpuMs.peer)),
			figure(median(one.cpuMs.bare)),
			times(ratio(one.cpuMs.ours, one.cpuMs.peer)),
		]),
	};
}

const bars = (values: Record<Contender, number>): Bar[] => [
	{ label: 'this package', value: values.ours, kind: 'ours' },
	{ label: 'HTTP Request + Code', value: values.peer, kind: 'peer' },
	{ label: 'bare Node.js client', value: values.bare, kind: 'limit' },
];

function throughputChart(one: Measured): BarGroup {
	const perSecond = (runs: number[]): number => (one.job.items / median(runs)) * 1000;
	return {
		title: `${title(one)}: throughput`,
		unit: 'items/s',
		better: 'higher',
		bars: bars({
			ours: perSecond(one.ms.ours),
			peer: perSecond(one.ms.peer),
			bare: perSecond(one.ms.bare),
		}),
	};
}

function cpuChart(one: Measured): BarGroup {
	return {
		title: `${title(one)}: CPU time per item`,
		unit: 'ms',
		better: 'lower',
		bars: bars({
			ours: median(one.cpuMs.ours),
			peer: median(one.cpuMs.peer),
			bare: median(one.cpuMs.bare),
		}),
	};
}

function claims(one: Measured): Claim[] {
	const slower = atMost(
		`${title(one)}: no slower than HTTP Request + Code`,
		ratio(one.ms.ours, one.ms.peer),
		1,
		'×',
	);
	if (one.latency > 0) {
		const alone = ratio(one.ms.ours, one.requestMs);
		const text = `${title(one)}: no slower than the HTTP Request node alone, which sends all at once`;
		return [slower, atMost(text, alone, 1, '×')];
	}
	const cpu = atMost(
		`${title(one)}: no more CPU time per item than HTTP Request + Code`,
		ratio(one.cpuMs.ours, one.cpuMs.peer),
		1,
		'×',
	);
	return [slower, cpu];
}
