import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { IflytekInvoiceOcr } from '../../nodes/IflytekInvoiceOcr/IflytekInvoiceOcr.node';
import { ofd, taxPlatformXml, TEST_INVOICE } from '../fixtures/eInvoice';
import { serve } from '../support/httpServer';
import { runNode, withDefaults } from './engine';
import { deviations, readSchema } from './outputSchema';

const XML = taxPlatformXml(TEST_INVOICE);

function fileItem(content: Buffer | string, fileName: string): INodeExecutionData {
	const data = Buffer.from(content).toString('base64');
	return { json: {}, binary: { data: { data, mimeType: 'application/octet-stream', fileName } } };
}

/** Runs the operation without any credential. */
async function run(
	parameters: INodeParameters,
	items: INodeExecutionData[],
	onError?: 'continueErrorOutput',
) {
	const node = new IflytekInvoiceOcr();
	const result = await runNode({
		node,
		parameters: withDefaults(node, { operation: 'readEInvoice', ...parameters }),
		items,
		settings: onError && { onError },
	});
	return { ...result, json: result.items.map((item) => item.json) };
}

describe('Read E-Invoice File', () => {
	it('reads a file without a credential, and passes it on', async () => {
		const { items, error } = await run({}, [fileItem(XML, 'a.xml')]);
		expect(error).toBeUndefined();
		expect(items).toMatchObject([
			{
				json: {
					fileName: 'a.xml',
					invoiceNumber: TEST_INVOICE.number,
					totalWithTax: 393.7,
					source: 'xml',
				},
				binary: { data: { fileName: 'a.xml' } },
				pairedItem: { item: 0 },
			},
		]);
	});

	it('fits its output schema', async () => {
		const { json } = await run({}, [fileItem(XML, 'a.xml')]);
		const schema = readSchema(new IflytekInvoiceOcr(), undefined, 'readEInvoice');
		expect(deviations(json, schema, { always: false })).toEqual([]);
	});

	it('gives an item for each invoice of an OFD, or for each of their lines', async () => {
		const two = ofd({
			'a.xml': XML,
			'b.xml': taxPlatformXml({ ...TEST_INVOICE, number: '9'.repeat(20) }),
		});
		const { json } = await run({ output: 'invoices' }, [fileItem(two, 'two.ofd')]);
		expect(json.map(({ invoiceNumber }) => invoiceNumber)).toEqual([
			TEST_INVOICE.number,
			'9'.repeat(20),
		]);
		const lines = await run({ output: 'lines' }, [fileItem(two, 'two.ofd')]);
		expect(lines.json).toMatchObject([
			{ fileName: 'two.ofd', line: 1, quantity: 3, unit: '箱' },
			{ line: 2 },
			{ line: 1 },
			{ line: 2 },
		]);
	});

	it('takes the XML as text, as an AI agent gives it', async () => {
		const { json } = await run({ fileSource: 'text', xmlText: XML }, [{ json: {} }]);
		expect(json).toMatchObject([{ fileName: null, invoiceNumber: TEST_INVOICE.number }]);
	});

	it('takes XML as text whatever encoding its file had', async () => {
		const xmlText = XML.replace(/^(<\?xml[^>]*\?>)?/, '<?xml version="1.0" encoding="GBK"?>');
		const { json } = await run({ fileSource: 'text', xmlText }, [{ json: {} }]);
		expect(json).toMatchObject([
			{ sellerName: (await run({}, [fileItem(XML, 'a.xml')])).json[0]!.sellerName },
		]);
	});

	it('marks an invoice that was read before in the run, and tells above the output', async () => {
		const options = { validation: 'fullList' };
		const files = [fileItem(XML, 'a.xml'), fileItem(XML, 'again.xml')];
		const { json, runs } = await run({ options }, files);
		expect(json.map(({ needsReview }) => needsReview)).toEqual([false, true]);
		expect(json[1]!.reviewReasons).toContain('Not read before in this run');
		expect(json[1]!.reviewReasons).toContain('item 0 (a.xml)');
		expect(runs[0]!.hints).toMatchObject([
			{ type: 'warning', message: '2 read, 1 needs a review: read twice in this run' },
		]);
		const lines = await run({ options, output: 'lines' }, files);
		expect(lines.json.map(({ needsReview }) => needsReview)).toEqual([false, false, true, true]);
	});

	it('downloads a file without any credential', async () => {
		const { url, stop } = await serve((_, response) => response.end(XML));
		const fileUrl = `${url}/files/%E5%8F%91%E7%A5%A8.xml`;
		const { json, error } = await run({ fileSource: 'url', fileUrl }, [{ json: {} }]);
		stop();
		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ fileName: '发票.xml', totalTax: 42.2 }]);
	});

	it.each([
		[
			'a picture',
			{},
			fileItem('\x89PNG\r\n', 'a.png'),
			'The file a.png is neither an XML nor an OFD file',
		],
		['a PDF', {}, fileItem('%PDF-1.7', 'a.pdf'), 'The file a.pdf is a PDF, not an XML or OFD file'],
		['nothing', {}, fileItem('', 'a.xml'), 'The file a.xml is empty'],
		['no file', {}, { json: {} }, "There is no file in the field 'data'"],
		[
			'more than 20 MB',
			{},
			fileItem(Buffer.alloc(20 * 1024 * 1024 + 1), 'a.xml'),
			'The file a.xml is larger than 20 MB',
		],
		['an empty text', { fileSource: 'text', xmlText: ' ' }, { json: {} }, "'XML' is empty"],
		[
			'no address',
			{ fileSource: 'url', fileUrl: 'C:\\a.xml' },
			{ json: {} },
			"'File URL' is not a web address",
		],
	])('refuses %s', async (_, parameters, item, message) => {
		const { error } = await run(parameters, [item as INodeExecutionData]);
		expect(error?.message).toContain(message);
		expect(error?.description).toBeTruthy();
	});

	it('lets one bad file not stop the others, and gives it on with its error', async () => {
		const items = [fileItem('x', 'bad.xml'), fileItem(XML, 'good.xml')];
		const { outputs } = await run({}, items, 'continueErrorOutput');
		expect(outputs[0]).toMatchObject([{ json: { fileName: 'good.xml' }, pairedItem: { item: 1 } }]);
		expect(outputs[1]).toMatchObject([
			{ json: { error: expect.anything() }, binary: { data: { fileName: 'bad.xml' } } },
		]);
	});
});
