/** Many items through each recognition node: none lost, in order, paired; and memory with large ones. */
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { invoicePng } from '../../emulator/fixtures/invoiceImages';
import { labelledPng } from '../../emulator/fixtures/labelled';
import { sampleInvoice } from '../../emulator/fixtures/sampleInvoice';
import { nodeItems, type Item } from '../harness';
import { connect } from './connection';
import { chain, type Step } from '../../support/chain';
import { peakMemory } from './support/peakMemory';
import {
	invoiceNode,
	objectNode,
	RECOGNIZE,
	recognize,
	textNode,
	type RecognitionNode,
} from '../../support/recognition';

const n8n = connect();
const { emulator } = n8n;
const COUNT = 500;
const WITH_FILES = { options: { putInputFileInOutput: true } };

describe(`${COUNT} items, answered out of order`, () => {
	const folder = join(n8n.filesFolder, 'volume');
	const numbers = Array.from({ length: COUNT }, (_, at) => at);
	const fileName = (at: number) => `${String(at).padStart(3, '0')}.png`;

	beforeEach(async () => {
		await emulator.reset();
		await emulator.set({ latency: { min: 0, max: 60, seed: 7 } });
		await fs.mkdir(folder);
	});
	afterEach(async () => {
		await fs.rm(folder, { recursive: true });
		await emulator.reset();
	});

	async function writePictures(draw: (at: number) => Buffer): Promise<void> {
		for (const at of numbers) await fs.writeFile(join(folder, fileName(at)), draw(at));
	}

	const readFiles: Step = {
		name: 'Read Files',
		type: 'n8n-nodes-base.readWriteFile',
		parameters: { fileSelector: '.n8n-files/volume/*.png', options: {} },
	};

	/** Runs all items, and checks that each went out once and came back at its place. */
	async function results(
		node: RecognitionNode,
		step: Step,
		before: { items?: Array<Record<string, unknown>>; steps?: Step[] },
	): Promise<Item[]> {
		const workflow = chain(
			`Volume: ${node.service}`,
			[...(before.steps ?? []), step],
			before.items,
		);
		const { id } = await n8n.client.createWorkflow(workflow);
		const execution = await n8n.client.runToEnd(id);
		expect(execution.status).toBe('success');
		const items = nodeItems(execution, RECOGNIZE);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(numbers.map((item) => ({ item })));

		const { services } = await emulator.ledger();
		expect(services[node.service]).toMatchObject({ requests: COUNT, outcomes: { '0': COUNT } });
		expect(services[node.service].maxInFlight).toBeGreaterThan(4);
		return items;
	}

	test('of text', async () => {
		const text = (at: number, word: string) => `第${at}份文件，他${word}完成。`;
		const step = recognize(textNode, n8n.credentials, { text: '={{ $json.text }}' });
		const items = await results(textNode, step, {
			items: numbers.map((at) => ({ text: text(at, '以经') })),
		});
		expect(items.map(({ json }) => json.correctedText)).toEqual(
			numbers.map((at) => text(at, '已经')),
		);
	});

	test('of pictures', async () => {
		await writePictures((at) => labelledPng(at, { width: 16, height: 16 }));
		const step = recognize(objectNode, n8n.credentials, WITH_FILES);
		const items = await results(objectNode, step, { steps: [readFiles] });
		expect(new Set(items.map(({ json }) => json.label)).size).toBe(COUNT);
		for (const { json, binary } of items) {
			expect(binary?.data.fileName).toBe(fileName(json.label as number));
		}
	});

	test('of invoices', async () => {
		const invoiceNumbers = numbers.map((seed) => sampleInvoice({ seed }).number);
		await writePictures((seed) =>
			invoicePng(sampleInvoice({ seed }).truth, { width: 120, height: 80 }),
		);
		const step = recognize(invoiceNode, n8n.credentials, WITH_FILES);
		const items = await results(invoiceNode, step, { steps: [readFiles] });
		expect(items.map(({ json }) => json.invoiceNumber).sort()).toEqual([...invoiceNumbers].sort());
		for (const { json, binary } of items) {
			expect(binary?.data.fileName).toBe(
				fileName(invoiceNumbers.indexOf(String(json.invoiceNumber))),
			);
		}
	});
});

const FEW = 100;
const MANY = 300;
/** Half a megabyte for each further invoice. */
const MOST_GROWTH = ((MANY - FEW) / 2) * 1024 * 1024;
const MOST_MEASUREMENTS = 4;

/**
 * Peak of a run over what the process had before it, in bytes: n8n itself differs by up to 90 MB from
 * one start to the next.
 */
async function growth(pictures: number) {
	const { peak, before } = await peakMemory(n8n.major, n8n.packageTarball, pictures);
	return peak - before;
}

// Garbage that was not collected in time adds up to 60 MB to one peak, at random; invoices that are
// held add to every peak. So the smallest of several counts. Up to about 100 invoices garbage grows with them,
// as n8n's heap does: fewer cannot be compared.
test(`${MANY} invoices of 2.9 MB take hardly more memory at the peak than ${FEW}`, async () => {
	let few = Infinity;
	let many = Infinity;
	for (let at = 0; at < MOST_MEASUREMENTS && !(many - few < MOST_GROWTH); at++) {
		few = Math.min(few, await growth(FEW));
		many = Math.min(many, await growth(MANY));
	}
	expect(many - few).toBeLessThan(MOST_GROWTH);
}, 400_000);
