/**
 * Pushes to the trigger against pushes to n8n's own Webhook node, in turns in the same n8n: one with the
 * setting that the README recommends, and one with default settings.
 */
import { setTimeout as delay } from 'node:timers/promises';

import { postOnce } from '../../../emulator/aiCall/delivery';
import { makePushes, sendPushes } from '../../../emulator/aiCall/pusher';
import { LAZY_ENGINE } from '../../load/scenarios';
import {
	noOpStep,
	publish,
	trigger,
	webhookNode,
	type Published,
} from '../../../support/workflows';
import { Bench } from '../bench';
import { cpuOfTree } from '../processTree';
import { atMost, figure, times, type BarGroup, type SectionResult, type Table } from '../report';
import { rounds, sized } from '../size';
import { interleaved, median, percentile, ratio } from '../stats';

const ROUNDS = rounds(4);
const COUNT = sized(200);
const AT_ONCE = 10;
/** Pushes a second of a steady stream, which n8n can take without a queue, and its length in seconds. */
const RATE = 15;
const STREAM = 4;
const PATIENCE_MS = 60_000;

interface Sample {
	perSecond: number;
	cpuMs: number;
	/** to the answer, as fast as answers come */
	busyMs: number;
	/** to the answer, in a steady stream */
	steadyMs: number[];
}

type Samples = Record<'ours' | 'own', Sample[]>;

export async function pushes(asItComes: Bench): Promise<SectionResult> {
	const withSetting = await Bench.start(asItComes.log, { [LAZY_ENGINE]: 'true' });
	let recommended: Samples;
	try {
		recommended = await samplesOf(withSetting);
	} finally {
		await withSetting.stop();
	}
	const plain = await samplesOf(asItComes);
	const [rate, , latency] = measuresOf(recommended);
	return {
		tables: [
			tableOf(`Pushes, n8n with ${LAZY_ENGINE}=true`, recommended),
			tableOf('Pushes, n8n with default settings', plain),
		],
		charts: [
			chart('Pushes', 'pushes/s', 'higher', rate),
			chart(`Time to the answer of a push, ${RATE} a second`, 'ms', 'lower', latency),
		],
		claims: [
			atMost('Pushes: the Webhook node takes no more a second', ratio(rate[2], rate[1]), 1.1, '×'),
		],
	};
}

async function samplesOf(bench: Bench): Promise<Samples> {
	const { client } = bench.n8n;
	const own = await publish(client, [webhookNode(), noOpStep()]);
	const ours = await publish(client, [trigger(), noOpStep()]);
	bench.log(`pushes: ${COUNT} at ${AT_ONCE} at once, then ${RATE} a second`);
	return await interleaved(
		{
			ours: async () => await sample(bench, ours),
			own: async () => await sample(bench, own),
		},
		ROUNDS,
	);
}

type Measure = [what: string, ours: number[], own: number[]];

function measuresOf({ ours, own }: Samples): Measure[] {
	const measure = (what: string, value: (sample: Sample) => number): Measure => [
		what,
		ours.map(value),
		own.map(value),
	];
	return [
		measure(`pushes a second, ${AT_ONCE} at once`, ({ perSecond }) => perSecond),
		measure(`ms to the answer, ${AT_ONCE} at once, median`, ({ busyMs }) => busyMs),
		measure(`ms to the answer, ${RATE} a second, median`, ({ steadyMs }) =>
			percentile(steadyMs, 50),
		),
		measure(`ms to the answer, ${RATE} a second, 99th percentile`, ({ steadyMs }) =>
			percentile(steadyMs, 99),
		),
		measure('CPU ms for each push, its execution included', ({ cpuMs }) => cpuMs),
	];
}

function tableOf(title: string, samples: Samples): Table {
	return {
		title,
		columns: ['', 'ours', 'Webhook node', 'ours / Webhook node'],
		rows: measuresOf(samples).map(([what, ours, own]) => [
			what,
			figure(median(ours)),
			figure(median(own)),
			times(ratio(ours, own)),
		]),
	};
}

function chart(
	title: string,
	unit: string,
	better: BarGroup['better'],
	[, ours, own]: Measure,
): BarGroup {
	return {
		title,
		unit,
		better,
		bars: [
			{ label: 'this package', value: median(ours), kind: 'ours' },
			{ label: 'Webhook node', value: median(own), kind: 'peer' },
		],
	};
}

async function sample(bench: Bench, { id, url }: Published): Promise<Sample> {
	const { pid } = bench.n8n;
	const before = cpuOfTree(pid);
	const bodies = makePushes({ count: COUNT }).map(({ body }) => JSON.stringify(body));
	const busy: number[] = [];
	const begun = performance.now();
	const sender = async (): Promise<void> => {
		for (let body = bodies.pop(); body !== undefined; body = bodies.pop()) {
			const { status, ms } = await postOnce(url, body, PATIENCE_MS);
			if (status !== 200) throw new Error(`A push was answered ${status}`);
			busy.push(ms);
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, sender));
	const seconds = (performance.now() - begun) / 1000;
	await untilIdle(bench, id);
	const cpuMs = (cpuOfTree(pid) - before) / COUNT;

	const stream = await sendPushes({
		url,
		rate: RATE,
		count: RATE * STREAM,
		rule: { timeout: PATIENCE_MS, retries: 0 },
	});
	await untilIdle(bench, id);
	return {
		perSecond: COUNT / seconds,
		cpuMs,
		busyMs: median(busy),
		steadyMs: stream.pushes.flatMap(({ attempts }) => attempts.map(({ ms }) => ms)),
	};
}

async function untilIdle(bench: Bench, workflowId: string): Promise<void> {
	for (;;) {
		await delay(300);
		const open = await bench.n8n.client.listExecutions(
			{ workflowId, status: ['new', 'running'] },
			1,
		);
		if (open.length === 0) return;
	}
}
