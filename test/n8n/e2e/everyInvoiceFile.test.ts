/** The example every-invoice-file.json: a folder with every kind of invoice file, in a real n8n. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';

import { invoiceBmp, invoiceJpeg, invoicePng } from '../../emulator/fixtures/invoiceImages';
import { sampleInvoice, type SampleInvoice } from '../../emulator/fixtures/sampleInvoice';
import {
	ofd,
	originalInvoiceXml,
	TEST_INVOICE,
	taxPlatformXml,
	type TestInvoice,
} from '../../fixtures/eInvoice';
import { dataOf } from '../../fixtures/eInvoice/ofDrawn';
import { drawDigital, drawOlder, type DrawnInvoice } from '../../fixtures/pageInvoice';
import { ofdOf } from '../../fixtures/pageInvoice/ofd';
import { JPEG, scannedPdf } from '../../fixtures/pdf';
import { FONTS, textPdf, type TextPage } from '../../fixtures/pdf/text';
import { FULL_SIZE } from '../../support/fullSize';
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

const random = (seed: number) => {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return state / 2 ** 32;
	};
};

const ofDrawn = ({ truth }: DrawnInvoice): Expected => ({
	invoices: [[truth.number, truth.totalWithTax / 100]],
});

/** Writes invoices of every kind, made by the writers of the tests and by programs, and what is none. */
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
	for (const [index, font] of FONTS.entries()) {
		for (let seed = 0; seed < 6; seed++) {
			const draw = seed % 2 === 0 ? drawDigital : drawOlder;
			const drawn = draw(random(1000 + 10 * index + seed), { lines: 1 + seed });
			put(`digital-${font}-${seed}.pdf`, textPdf(drawn.pages, font), ofDrawn(drawn));
		}
	}
	for (let seed = 0; seed < 12; seed++) {
		const drawn = drawDigital(random(2000 + seed), { lines: 1 + (seed % 4) });
		put(`pages-${seed}.ofd`, ofdOf(drawn.pages), ofDrawn(drawn));
	}
	for (let seed = 0; seed < 6; seed++) {
		const drawn = drawDigital(random(3000 + seed), { lines: 2 });
		const xml = taxPlatformXml(dataOf(drawn));
		const files = {
			'a.pdf': textPdf(drawn.pages, 'ucs2'),
			'a.ofd': ofd({ 'a.xml': xml }),
			'a.xml': Buffer.from(xml),
		};
		put(`forms-${seed}.zip`, Buffer.from(zipSync(files)), ofDrawn(drawn));
	}
	put('zz-again.ofd', ofd({ 'a.xml': taxPlatformXml(eInvoice(0)) }), {});
	put(
		'letter.pdf',
		textPdf(
			[{ texts: [{ text: '会议纪要', x: 50, y: 50, size: 12 }], width: 600, height: 400 }],
			'ucs2',
		),
		{
			reason: /holds text, but no invoice/,
		},
	);
	put(
		'trips.pdf',
		textPdf(
			[{ texts: [{ text: '滴滴出行-行程单', x: 50, y: 50, size: 12 }], width: 600, height: 400 }],
			'ucs2',
		),
		{
			reason: /is a trip list, not an invoice/,
		},
	);
	put('cat.jpg', JPEG, { reason: /^No invoice was found in the image/ });
	put('broken.xml', '<EInvoice>', { reason: /^The file broken\.xml is not valid XML/ });
	put('empty.ofd', ofd({}), { reason: /^The file empty\.ofd holds neither invoice data nor text/ });
	put('page.html', '<html></html>', { reason: /is a web page/ });
	put('note.txt', 'hello', { reason: /is in no format that this node knows/ });
	put('fax.pdf', scannedPdf([{ content: PAGE, filter: '/CCITTFaxDecode' }]), {
		reason: /holds a black-and-white fax picture \(CCITT\) on page 1/,
	});
	if (FULL_SIZE) fillByPrograms();
}

/** Programs that make PDFs, each run once; needs qpdf, weasyprint and libreoffice-writer-nogui. */
function fillByPrograms(): void {
	const folder = mkdtempSync(join(tmpdir(), 'invoices-'));
	const made = (name: string) => join(folder, name);
	for (let seed = 0; seed < 24; seed++) {
		const drawn = drawDigital(random(4000 + seed), { lines: 1 + (seed % 3) });
		const name = `${['linearized', 'packed', 'encrypted'][seed % 3]}-${seed}.pdf`;
		const options = [
			['--linearize'],
			['--object-streams=generate', '--compress-streams=y'],
			['--encrypt', '', 'owner', '256', '--'],
		][seed % 3]!;
		writeFileSync(made('in.pdf'), textPdf(drawn.pages, FONTS[seed % FONTS.length]!));
		spawnSync('qpdf', ['--warning-exit-0', made('in.pdf'), ...options, made('out.pdf')], {
			stdio: 'ignore',
		});
		put(name, readFileSync(made('out.pdf')), ofDrawn(drawn));
	}
	for (let seed = 0; seed < 3; seed++) {
		const drawn = drawDigital(random(5000 + seed), { lines: 1 + (seed % 3) });
		writeFileSync(made('in.html'), htmlOf(drawn));
		execFileSync('weasyprint', [made('in.html'), made('out.pdf')], { stdio: 'ignore' });
		put(`weasyprint-${seed}.pdf`, readFileSync(made('out.pdf')), ofDrawn(drawn));
	}
	const written = Array.from({ length: 6 }, (_, seed) =>
		drawDigital(random(6000 + seed), { lines: 2 }),
	);
	written.forEach((drawn, seed) => writeFileSync(made(`office-${seed}.fodt`), officeOf(drawn)));
	execFileSync(
		'soffice',
		[
			'--headless',
			'--convert-to',
			'pdf',
			'--outdir',
			folder,
			...written.map((_, seed) => made(`office-${seed}.fodt`)),
		],
		{ stdio: 'ignore' },
	);
	written.forEach((drawn, seed) =>
		put(`office-${seed}.pdf`, readFileSync(made(`office-${seed}.pdf`)), ofDrawn(drawn)),
	);
}

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

function htmlOf({ pages }: DrawnInvoice): string {
	const [{ width, height }] = pages as [TextPage];
	const sheets = pages.map(
		({ texts }) =>
			`<section>${texts.map(({ text, x, y, size }) => `<div style="left:${x}pt;top:${y - size}pt;font-size:${size}pt">${escaped(text)}</div>`).join('')}</section>`,
	);
	return `<meta charset="utf-8"><style>@page{size:${width}pt ${height}pt;margin:0}body{margin:0}section{position:relative;width:${width}pt;height:${height - 1}pt;page-break-after:always}section:last-child{page-break-after:auto}div{position:absolute;white-space:pre;line-height:1;font-family:"Noto Sans CJK SC","WenQuanYi Zen Hei",sans-serif}</style>${sheets.join('')}`;
}

/** A text document whose texts stand in frames. */
function officeOf({ pages }: DrawnInvoice): string {
	const [{ width, height }] = pages as [TextPage];
	const frames = pages.flatMap(({ texts }, page) =>
		texts.map(
			({ text, x, y, size }) =>
				`<draw:frame draw:style-name="f" text:anchor-type="page" text:anchor-page-number="${page + 1}" svg:x="${x}pt" svg:y="${y - size}pt" svg:width="${text.length * size + 20}pt"><draw:text-box fo:min-height="${size}pt"><text:p text:style-name="p">${escaped(text)}</text:p></draw:text-box></draw:frame>`,
		),
	);
	return `<?xml version="1.0" encoding="UTF-8"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.text"><office:automatic-styles><style:style style:name="p" style:family="paragraph"><style:text-properties fo:font-size="7pt" style:font-size-asian="7pt"/></style:style><style:style style:name="f" style:family="graphic"><style:graphic-properties fo:padding="0pt" fo:border="none" style:wrap="run-through" style:horizontal-pos="from-left" style:horizontal-rel="page" style:vertical-pos="from-top" style:vertical-rel="page"/></style:style><style:page-layout style:name="l"><style:page-layout-properties fo:page-width="${width}pt" fo:page-height="${height}pt" fo:margin="0pt"/></style:page-layout></office:automatic-styles><office:master-styles><style:master-page style:name="Standard" style:page-layout-name="l"/></office:master-styles><office:body><office:text>${frames.join('')}<text:p/></office:text></office:body></office:document>`;
}

async function runExample(tableId: string): Promise<void> {
	const example = readExample('every-invoice-file.json');
	pickDataTables(example, { 'Invoices read': tableId });
	const nodes = example.nodes.map((node) => {
		const parameters: Record<string, unknown> = { ...node.parameters };
		for (const name of ['fileSelector', 'fileName']) {
			const path = parameters[name];
			if (typeof path === 'string' && path.includes('.n8n-files/')) {
				const own = path
					.replace('=.n8n-files/', `${FOLDER}-`)
					.replace('.n8n-files/invoices/', `${FOLDER}/`)
					.replace(/-\{\{.*\}\}/, '');
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
	}, 900_000);

	test('gives each invoice of a folder right or marked, and names every other file', async () => {
		expect(Object.keys(expected).length).toBeGreaterThanOrEqual(FULL_SIZE ? 120 : 80);
		await runExample(tableId);

		const rows = await sheet('invoices');
		const wanted = new Map(
			Object.values(expected).flatMap(({ invoices = [] }) =>
				invoices.map((one) => [one[0], one[1]]),
			),
		);
		const wrong = rows.filter(
			({ invoiceNumber, totalWithTax, needsReview }) =>
				!needsReview && wanted.get(String(invoiceNumber)) !== Number(totalWithTax),
		);
		expect(wrong).toEqual([]);
		const found = new Set(rows.map(({ invoiceNumber }) => String(invoiceNumber)));
		expect([...wanted.keys()].filter((number) => !found.has(number))).toEqual([]);
		const marked = rows.filter(({ needsReview }) => needsReview);
		// a second file of the same kind
		expect(marked.length).toBeLessThanOrEqual(wanted.size / 20);

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
		const before = await sheet('invoices');
		await runExample(tableId);
		expect(before.length).toBeGreaterThan(0);
		expect(await sheet('invoices')).toEqual(before);
	});
});
