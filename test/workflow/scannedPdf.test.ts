import type { INodeParameters } from 'n8n-workflow';

import { IflytekInvoiceOcr } from '../../nodes/IflytekInvoiceOcr/IflytekInvoiceOcr.node';
import { invoiceJpeg } from '../emulator/fixtures/invoiceImages';
import { sampleInvoice } from '../emulator/fixtures/sampleInvoice';
import { JPEG, scannedPdf, type TestPage } from '../fixtures/pdf';
import { serve } from '../support/httpServer';
import { signatureCredential, useEmulator } from './credentials';
import { fileItem, runNode, withDefaults } from './engine';

const FIRST = sampleInvoice({ seed: 1, lines: 1 });
const SECOND = sampleInvoice({ seed: 2, lines: 2 });
const PAGE = 'q 60 0 0 40 0 0 cm /Im0 Do Q';

const bed = useEmulator();

function scan(sample: typeof FIRST): TestPage {
	return { content: PAGE, jpeg: invoiceJpeg(sample.truth) };
}

async function run(
	pdf: Buffer,
	options: INodeParameters = {},
	onError?: 'continueErrorOutput',
	parameters: INodeParameters = {},
) {
	const node = new IflytekInvoiceOcr();
	return await runNode({
		node,
		parameters: withDefaults(node, { operation: 'read', options, ...parameters }),
		items: [fileItem(pdf, 'scans.pdf')],
		settings: onError && { onError },
		credentials: signatureCredential(bed.emulator),
	});
}

const requests = () => bed.emulator.ledger().total.requests;

describe('a scanned PDF', () => {
	it('is read page by page, one request and one row each', async () => {
		const { items, error } = await run(scannedPdf([scan(FIRST), { content: '' }, scan(SECOND)]));
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => [json.page, json.invoiceNumber])).toEqual([
			[1, FIRST.number],
			[3, SECOND.number],
		]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 0 }]);
		expect(requests()).toBe(2);
	});

	it('may be larger than a picture, also at an address', async () => {
		const pdf = Buffer.concat([scannedPdf([scan(FIRST)]), Buffer.alloc(4 * 1024 * 1024, '%')]);
		const { url, stop } = await serve((_, response) => response.end(pdf));
		const fileUrl = `${url}/scans.pdf`;
		const { items, error } = await run(pdf, {}, undefined, { fileSource: 'url', fileUrl });
		stop();
		expect(error).toBeUndefined();
		expect(items[0]!.json).toMatchObject({ page: 1, invoiceNumber: FIRST.number });
	});

	it('has an annotated page of its own for each page', async () => {
		const { items } = await run(scannedPdf([scan(FIRST), scan(SECOND)]), {
			includeAnnotatedImage: true,
		});
		expect(items.map(({ binary }) => binary?.annotatedImage?.fileName)).toEqual([
			'scans.page1.annotated.html',
			'scans.page2.annotated.html',
		]);
	});

	it('keeps the other pages of a page without an invoice, with the error output on', async () => {
		const pdf = scannedPdf([scan(FIRST), { content: PAGE, jpeg: JPEG }, scan(SECOND)]);
		const { outputs } = await run(pdf, {}, 'continueErrorOutput');
		expect(outputs[0]!.map(({ json }) => json.page)).toEqual([1, 3]);
		expect(outputs[1]).toMatchObject([{ json: { error: { page: 2, code: '37042' } } }]);
	});

	it.each([
		[
			'of text',
			{ content: 'BT (x) Tj ET' },
			'The file scans.pdf contains text in fonts that do not say which characters they show: a font that is missing',
		],
		[
			'whose picture is too large',
			{ content: PAGE, jpeg: Buffer.concat([JPEG, Buffer.alloc(3 * 1024 * 1024)]) },
			'The file scans.pdf is a picture larger than 3 MB (4 MB as base64)',
		],
	])('%s is refused before anything is sent', async (_, page, message) => {
		const { error } = await run(scannedPdf([page]));
		expect(error?.message).toBe(message);
		expect(error?.description).toBeTruthy();
		expect(requests()).toBe(0);
	});
});

describe('the pages of a PDF', () => {
	it('go out together, as many pictures would', async () => {
		bed.emulator.set({ together: 11 });
		const pages = Array.from({ length: 40 }, (_, n) => sampleInvoice({ seed: n + 1, lines: 1 }));
		const { items, error } = await run(scannedPdf(pages.map(scan)));
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => [json.page, json.invoiceNumber])).toEqual(
			pages.map(({ number }, n) => [n + 1, number]),
		);
		expect(bed.emulator.ledger().services.invoice?.maxInFlight).toBeGreaterThan(10);
	});

	it('that fail without Continue: the first of them is told', async () => {
		const bad = { content: PAGE, jpeg: JPEG };
		const { error } = await run(scannedPdf([scan(FIRST), bad, bad, scan(SECOND)]));
		expect(error?.context?.data).toMatchObject({ code: '37042' });
	});
});
