/**
 * Digital invoice PDFs read by our node, beside n8n's own Extract from File, which gives their text alone.
 * n8n keeps binary data on disk and runs on one core. CPU time is that of n8n without what reading the
 * files into items costs; memory is the most that n8n had above its start.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { drawDigital, drawOlder } from '../../../fixtures/pageInvoice';
import { FONTS, textPdf } from '../../../fixtures/pdf/text';
import { chain, type Step } from '../../../support/chain';
import { Bench } from '../bench';
import { preloading } from '../../../n8n/harness';
import { resetPeakMemory } from '../processTree';
import { atMost, figure, type SectionResult } from '../report';
import { rounds, sized } from '../size';
import { interleaved, median, ratio } from '../stats';

const COUNT = sized(1000);
const ROUNDS = rounds(3);
const MAX_SECONDS = 60;
const MAX_MB = 50;
const COLLECTED = preloading(join(__dirname, '../collectGarbage.cjs'));

const OURS: Step = {
	name: 'Read Invoice',
	type: 'n8n-nodes-iflytek.iflytekInvoiceOcr',
	parameters: { options: {} },
};
const PEER: Step = {
	name: 'Extract from File',
	type: 'n8n-nodes-base.extractFromFile',
	typeVersion: 1,
	parameters: { operation: 'pdf', options: {} },
};

interface Measured {
	ms: number;
	cpuMs: number;
	/** above the start */
	mb: number;
}

export async function invoiceFiles(log: (line: string) => void): Promise<SectionResult> {
	log(`invoice files: ${COUNT} PDFs`);
	const rounds = await interleaved(
		{
			ours: async () => await measured(OURS, {}, log),
			peer: async () => await measured(PEER, {}, log),
			held: async () => await measured(OURS, COLLECTED, log),
			heldByPeer: async () => await measured(PEER, COLLECTED, log),
			files: async () => await measured(undefined, {}, log),
		},
		ROUNDS,
		0,
	);
	const of = (name: keyof typeof rounds, what: keyof Measured): number[] =>
		rounds[name].map((one) => one[what]);
	const middle = (name: keyof typeof rounds, what: keyof Measured) => median(of(name, what));
	const whole = middle('ours', 'cpuMs') / 1000;
	const row = (title: string, name: 'ours' | 'peer', held: 'held' | 'heldByPeer') => [
		title,
		figure(middle(name, 'ms') / 1000),
		figure(middle(name, 'cpuMs') / 1000),
		figure((middle(name, 'cpuMs') - middle('files', 'cpuMs')) / COUNT),
		figure(middle(held, 'mb')),
		figure(middle(name, 'mb')),
	];
	const bars = (what: (name: 'ours' | 'peer') => number) => [
		{ label: 'this package', value: what('ours'), kind: 'ours' as const },
		{ label: 'Extract from File (text only)', value: what('peer'), kind: 'peer' as const },
	];
	return {
		tables: [
			{
				title: `${COUNT} digital invoice PDFs in one run, n8n on one core, binary data on disk`,
				columns: [
					'',
					'node, s',
					'CPU of the execution, s',
					'CPU per file, ms',
					'memory above the start, MB',
					'with the garbage that Node.js lets lie, MB',
				],
				rows: [
					row('ours: rows, checked', 'ours', 'held'),
					row("n8n's Extract from File: text", 'peer', 'heldByPeer'),
				],
			},
		],
		charts: [
			{
				title: `${COUNT} digital invoice PDFs: CPU time of the execution`,
				unit: 's',
				better: 'lower',
				bars: bars((name) => middle(name, 'cpuMs') / 1000),
			},
		],
		claims: [
			atMost(`${COUNT} digital PDFs: CPU time of the execution`, whole, MAX_SECONDS, 's'),
			atMost(`${COUNT} digital PDFs: memory above the start`, middle('held', 'mb'), MAX_MB, 'MB'),
			atMost(
				`${COUNT} digital PDFs: no more CPU time than Extract from File`,
				ratio(of('ours', 'cpuMs'), of('peer', 'cpuMs')),
				1,
				'×',
			),
		],
	};
}

/** One run in an n8n of its own, after another of ten files in which the node's code is loaded. */
async function measured(
	step: Step | undefined,
	settings: Record<string, string>,
	log: (line: string) => void,
): Promise<Measured> {
	const bench = await Bench.start(log, {
		N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
		...settings,
	});
	try {
		const { pid, filesFolder } = bench.n8n;
		writeInvoices(filesFolder);
		const steps = step === undefined ? [] : [step];
		const saved = async (files: string) =>
			await bench.n8n.client.createWorkflow(
				chain(`Files ${files}`, [
					{
						name: 'Read Files',
						type: 'n8n-nodes-base.readWriteFile',
						typeVersion: 1.1,
						parameters: { fileSelector: join(filesFolder, files), options: {} },
					},
					...steps,
				]),
			);
		const [few, all] = [await saved('few/*.pdf'), await saved('all/*.pdf')];
		execFileSync('taskset', ['-acp', '0', String(pid)]);
		await bench.run(few, steps);
		await delay(2000);
		resetPeakMemory(pid);
		const before = bench.n8n.memory();
		const { ms, cpuMs, items } = await bench.run(all, steps);
		if (step === OURS) assertRead(items);
		const mb = (bench.n8n.peakMemory() - before) / 1e6;
		log(`${step?.name ?? 'files'}: ${figure(cpuMs / 1000)} s of CPU, ${figure(mb)} MB`);
		return { ms, cpuMs, mb };
	} finally {
		await bench.stop();
	}
}

/** @throws when an invoice was not read, or more than one in fifty needs a review */
function assertRead(items: Array<{ json: Record<string, unknown> }>): void {
	const read = items.filter(({ json }) => json.invoiceNumber);
	const proved = read.filter(({ json }) => json.needsReview === false);
	if (read.length !== COUNT || proved.length < 0.98 * COUNT) {
		throw new Error(`${read.length} of ${COUNT} invoices were read, ${proved.length} proved`);
	}
}

function writeInvoices(folder: string): void {
	for (const name of ['all', 'few']) mkdirSync(join(folder, name));
	for (let index = 0; index < COUNT; index++) {
		const draw = index % 2 === 0 ? drawDigital : drawOlder;
		const { pages } = draw(random(index), { lines: 1 + (index % 5), longNames: false });
		const pdf = textPdf(pages, FONTS[index % FONTS.length]!);
		writeFileSync(join(folder, 'all', `${index}.pdf`), pdf);
		if (index < 10) writeFileSync(join(folder, 'few', `${index}.pdf`), pdf);
	}
}

function random(seed: number): () => number {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return state / 2 ** 32;
	};
}
