/** The example every-invoice-file.json: a folder with every kind of invoice file, in a real n8n. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { invoiceBmp, invoiceJpeg, invoicePng } from '../../emulator/fixtures/invoiceImages';
import { sampleInvoice, type SampleInvoice } from '../../emulator/fixtures/sampleInvoice';
import {
	ofd,
	originalInvoiceXml,
	TEST_INVOICE,
	taxPlatformXml,
	type TestInvoice,
} from '../../fixtures/eInvoice';
import { digitalPdf, JPEG, scannedPdf } from '../../fixtures/pdf';
import { importWorkflow, pickDataTables, readExample } from '../harness';
import { connect } from './connection';
import { readSheet } from './support/sheet';

const FOLDER = 'every-invoice-file';
const PAGE = 'q 60 0 0 40 0 0 cm /Im0 Do Q';

const n8n = connect();

/** What a file of the folder has to give: its invoices' numbers and totals, or the reason why none. */
interface Expected {
	invoices?: Array<[number: string, total: number]>;
	reason?: RegExp;
}

const expected: Record<string, Expected> = {};

function put(name: string, content: Buffer | string, what: Expected): void {
	writeFileSync(join(n8n.filesFolder, FOLDER, name), content);
	expected[name] = what;
}

const of = (invoice: SampleInvoice): Expected => ({
	invoices: [[invoice.number, invoice.total / 100]],
});

function eInvoice(index: number): TestInvoice {
	return { ...TEST_INVOICE, number: `2631700000012345${String(6700 + index)}` };
}

const data = (invoice: TestInvoice): Expected => ({
	invoices: [[invoice.number, Number(invoice.total)]],
});

/** Writes 44 files: photos, scans, e-invoices and what is none of them. */
function fillFolder(): void {
	mkdirSync(join(n8n.filesFolder, FOLDER), { recursive: true });
	for (let seed = 100; seed < 112; seed++) {
		const invoice = sampleInvoice({ seed, lines: 1 + (seed % 5), discount: seed % 3 === 0 });
		const draw = [invoiceJpeg, invoicePng, invoiceBmp][seed % 3]!;
		put(`photo-${seed}.${['JPG', 'png', 'bmp'][seed % 3]}`, draw(invoice.truth), of(invoice));
	}
	for (let seed = 120; seed < 126; seed++) {
		const invoices = [sampleInvoice({ seed }), sampleInvoice({ seed: seed + 20, lines: 2 })];
		const pages = invoices.map(({ truth }) => ({ content: PAGE, jpeg: invoiceJpeg(truth) }));
		put(`scan-${seed}.pdf`, scannedPdf(pages), {
			invoices: invoices.map(({ number, total }) => [number, total / 100]),
		});
	}
	for (let index = 0; index < 9; index++) {
		put(`data-${index}.xml`, taxPlatformXml(eInvoice(index)), data(eInvoice(index)));
	}
	for (let index = 20; index < 26; index++) {
		put(
			`data-${index}.ofd`,
			ofd({ 'a.xml': taxPlatformXml(eInvoice(index)) }),
			data(eInvoice(index)),
		);
	}
	for (let index = 0; index < 3; index++) {
		const old = { ...TEST_INVOICE, code: '033001900111', number: `1234567${index}` };
		put(`old-${index}.ofd`, ofd({ 'original_invoice.xml': originalInvoiceXml(old) }), data(old));
	}
	for (let index = 30; index < 32; index++) {
		put(`digital-${index}.pdf`, digitalPdf(eInvoice(index)), data(eInvoice(index)));
	}
	put('zz-again.ofd', ofd({ 'a.xml': taxPlatformXml(eInvoice(0)) }), {
		reason: /^Invoice 26317000000123456700 is in data-0\.xml too$/,
	});
	put('letter.pdf', digitalPdf(undefined), { reason: /no invoice properties/ });
	put('cat.jpg', JPEG, { reason: /^No invoice was found in the image/ });
	put('broken.xml', '<EInvoice>', { reason: /^The file broken\.xml is not valid XML/ });
	put('empty.ofd', ofd({}), { reason: /^The file empty\.ofd holds no invoice data/ });
	put('fax.pdf', scannedPdf([{ content: PAGE, filter: '/CCITTFaxDecode' }]), {
		reason: /holds a black-and-white fax picture \(CCITT\) on page 1/,
	});
}

async function runExample(tableId: string): Promise<void> {
	const example = readExample('every-invoice-file.json');
	pickDataTables(example, { 'Invoices read': tableId });
	const nodes = example.nodes.map((node) => {
		const parameters: Record<string, unknown> = { ...node.parameters };
		for (const name of ['fileSelector', 'fileName']) {
			const path = parameters[name];
			if (typeof path === 'string' && path.startsWith('.n8n-files/')) {
				const own = path
					.replace('.n8n-files/invoices/', `${FOLDER}/`)
					.replace('.n8n-files/', `${FOLDER}-`);
				parameters[name] = `${n8n.filesFolder}/${own}`;
			}
		}
		return { ...node, parameters };
	});
	const { id } = await importWorkflow(n8n.client, { ...example, nodes }, n8n.credentials);
	const execution = await n8n.client.runToEnd(id, { timeoutMs: 180_000 });
	expect(execution.data.resultData.error?.message).toBeUndefined();
	expect(execution.status).toBe('success');
}

const sheet = async (name: string) =>
	(await readSheet(n8n.major, join(n8n.filesFolder, `${FOLDER}-${name}.xlsx`))).rows;

describe('every-invoice-file.json', () => {
	let tableId: string;

	beforeAll(async () => {
		await n8n.emulator.reset();
		fillFolder();
		const [{ id }] = await n8n.client.request<Array<{ id: string }>>(
			'GET',
			'/rest/projects/my-projects',
		);
		({ id: tableId } = await n8n.client.request<{ id: string }>(
			'POST',
			`/rest/projects/${id}/data-tables`,
			{
				name: 'Invoices read',
				columns: ['invoiceKey', 'fileName', 'invoiceNumber', 'sellerName'].map((name) => ({
					name,
					type: 'string',
				})),
			},
		));
	});

	test('gives a row for each invoice of 40 files and more, and a reason for every other file', async () => {
		expect(Object.keys(expected).length).toBeGreaterThanOrEqual(40);
		await runExample(tableId);

		const rows = await sheet('invoices');
		const wanted = Object.entries(expected).flatMap(([name, { invoices = [] }]) =>
			invoices.map(([number, total]) => `${name} ${number} ${total}`),
		);
		const found = rows.map(
			({ fileName, invoiceNumber, totalWithTax }) =>
				`${String(fileName)} ${String(invoiceNumber)} ${String(totalWithTax)}`,
		);
		expect(found.sort()).toEqual(wanted.sort());

		const notRead = await sheet('invoices-not-read');
		const reasons = new Map(
			notRead.map(({ fileName, reason }) => [String(fileName), String(reason)]),
		);
		for (const [name, { reason }] of Object.entries(expected)) {
			if (reason) expect([name, reasons.get(name)]).toEqual([name, expect.stringMatching(reason)]);
		}
		expect(notRead).toHaveLength(Object.values(expected).filter(({ reason }) => reason).length);
	});

	test('books no invoice again in the next run', async () => {
		await n8n.emulator.reset();
		await runExample(tableId);
		const reasons = (await sheet('invoices-not-read')).map(({ reason }) => String(reason));
		const invoices = Object.values(expected).flatMap(({ invoices: all = [] }) => all);
		expect(reasons.filter((reason) => reason.endsWith('was read in an earlier run'))).toHaveLength(
			invoices.length + 1,
		);
	});
});
