import type { ServerResponse } from 'node:http';
import type { INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { ELEMENTS } from '../../nodes/IflytekInvoiceOcr/invoice/invoice';
import { IflytekInvoiceOcr } from '../../nodes/IflytekInvoiceOcr/IflytekInvoiceOcr.node';
import { type InvoiceTruth } from '../emulator';
import { foreignFiles } from '../emulator/fixtures/images';
import { invoiceBmp, invoiceJpeg, invoicePng } from '../emulator/fixtures/invoiceImages';
import { sampleInvoice } from '../emulator/fixtures/sampleInvoice';
import { ofd, originalInvoiceXml, taxPlatformXml, TEST_INVOICE } from '../fixtures/eInvoice';
import { drawDigital } from '../fixtures/pageInvoice';
import { drawToll, type Passage } from '../fixtures/pageInvoice/toll';
import { textPdf } from '../fixtures/pdf/text';
import { scannedPdf } from '../fixtures/pdf';
import { expectChinese } from '../support/chinese';
import { serve } from '../support/httpServer';
import { signatureCredential, useEmulator } from './credentials';
import { fileItem, runNode, withDefaults } from './engine';
import { deviations, readSchema } from './outputSchema';

const SAMPLE = sampleInvoice({ seed: 1, lines: 3, discount: true, wrapped: true });

const bed = useEmulator({ voice: 'observed' });

interface Run {
	parameters?: INodeParameters;
	options?: INodeParameters;
	items?: INodeExecutionData[];
	settings?: Partial<INode>;
}

async function run({ parameters, options = {}, items, settings }: Run = {}) {
	const node = new IflytekInvoiceOcr();
	const result = await runNode({
		node,
		parameters: withDefaults(node, {
			operation: 'read',
			...parameters,
			options,
		}),
		items: items ?? [fileItem(invoicePng(SAMPLE.truth), 'scan.png')],
		settings,
		credentials: signatureCredential(bed.emulator),
	});
	return { ...result, json: result.items.map((item) => item.json as any) };
}

const requests = () => bed.emulator.ledger().total.requests;

describe('one item per invoice', () => {
	it.each(['documented', 'observed'] as const)(
		'is the flat record of a picture (%s service)',
		async (voice) => {
			bed.emulator.set({ voice });
			const { json, error } = await run();
			expect(error).toBeUndefined();
			expect(json).toHaveLength(1);
			expect(Object.keys(json[0])).toEqual(
				expect.arrayContaining(ELEMENTS.map(({ name }) => name)),
			);
			expect(Object.keys(json[0]).slice(0, 5)).toEqual([
				'row',
				'fileName',
				'needsReview',
				'reviewReasons',
				'invoiceNumber',
			]);
			expect(json[0]).toMatchObject({
				invoiceNumber: SAMPLE.number,
				invoiceCode: SAMPLE.code,
				issueDate: SAMPLE.date,
				buyerName: SAMPLE.buyer,
				sellerName: SAMPLE.seller,
				totalAmount: SAMPLE.amount / 100,
				totalTax: SAMPLE.tax / 100,
				totalWithTax: SAMPLE.total / 100,
				needsReview: false,
				reviewReasons: null,
				uncertainFields: null,
			});
			expect(json[0].amounts.split('\n')).toHaveLength(4);
			expect(requests()).toBe(1);
		},
	);

	it.each([
		['png', invoicePng],
		['jpg', invoiceJpeg],
		['bmp', invoiceBmp],
	])('is read from a %s, whatever the file is called', async (_, draw) => {
		bed.emulator.set({ voice: 'documented' });
		const { json } = await run({ items: [fileItem(draw(SAMPLE.truth), 'wrong.tiff')] });
		expect(json[0].invoiceNumber).toBe(SAMPLE.number);
	});

	it('comes once for each object', async () => {
		const objects = [sampleInvoice({ seed: 4 }), sampleInvoice({ seed: 5 })];
		const truth = { objects: objects.map((one) => one.truth) };
		const { json, items } = await run({ items: [fileItem(invoicePng(truth))] });
		expect(json.map(({ invoiceNumber }) => invoiceNumber)).toEqual(
			objects.map(({ number }) => number),
		);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 0 }]);
	});
});

describe('one item per line', () => {
	it('puts wrapped names and discounts where they belong', async () => {
		const { json } = await run({ parameters: { output: 'lines' } });
		expect(json).toEqual(
			SAMPLE.lines.map(({ name, unitPrice, amount, rate, tax }, index) =>
				expect.objectContaining({
					line: index + 1,
					goodsName: name,
					unitPrice: unitPrice === null ? null : unitPrice / 100,
					amount: amount / 100,
					taxRate: `${rate}%`,
					tax: tax / 100,
					lineType: amount < 0 ? 'discount' : 'goods',
					invoiceNumber: SAMPLE.number,
					invoiceCode: SAMPLE.code,
					issueDate: SAMPLE.date,
					buyerName: SAMPLE.buyer,
					sellerName: SAMPLE.seller,
					needsReview: false,
				}),
			),
		);
	});

	it('is paired to the picture it came from', async () => {
		const { items } = await run({
			parameters: { output: 'lines' },
			items: [1, 2].map((seed) => fileItem(invoicePng(sampleInvoice({ seed, lines: 2 }).truth))),
		});
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 0, 1, 1].map((item) => ({ item })),
		);
	});
});

describe('the full response', () => {
	it('is everything the service answered, with the document decoded', async () => {
		const { json } = await run({ parameters: { output: 'fullResponse' } });
		expect(json[0].header).toMatchObject({ code: 0, sid: expect.any(String) });
		const { result } = json[0].payload;
		expect(result).toMatchObject({ encoding: 'utf8', compress: 'raw', format: 'json' });
		expect(result.text).toMatchObject({ error_code: 0, object_count: 1 });
		const [region] = result.text.object_list[0].region_list;
		expect(region.text_block_list[0].text_sent_list[0].score).toEqual(expect.any(Number));
	});
});

describe('where the picture comes from', () => {
	it('is an address that n8n fetches without any credential', async () => {
		const { url, seen, stop } = await serve((_, response) => {
			response.end(invoiceJpeg(SAMPLE.truth));
		});
		const parameters = { fileSource: 'url', fileUrl: `${url}/scan%201.jpg` };
		const { json, items } = await run({
			parameters,
			options: { includeAnnotatedImage: true },
			items: [{ json: {} }],
		});
		stop();
		expect(json[0].invoiceNumber).toBe(SAMPLE.number);
		expect(items[0].binary?.annotatedImage.fileName).toBe('scan 1.annotated.html');
		expect(seen).toHaveLength(1);
		expect(seen[0].headers.authorization).toBeUndefined();
		expect(seen[0].url).toBe('/scan%201.jpg');
	});

	it('is not downloaded beyond the limit', async () => {
		let sent = 0;
		const { url, stop } = await serve((_, response) => {
			const chunk = Buffer.alloc(256 * 1024, 1);
			const more = () => {
				while (!response.destroyed && sent < 200 * 1024 * 1024) {
					sent += chunk.length;
					if (!response.write(chunk)) return void response.once('drain', more);
				}
				response.end();
			};
			more();
		});
		const { error } = await run({ parameters: { fileSource: 'url', fileUrl: url } });
		stop();
		expect(error?.message).toContain('larger than 20 MB');
		expect(sent).toBeLessThan(60 * 1024 * 1024);
		expect(requests()).toBe(0);
	});

	it.each([
		[200, 500],
		// the head of the answer has to arrive in time on a busy machine, too
		[404, 10_000],
	])('is not waited for beyond the Timeout (HTTP %i)', async (status, timeout) => {
		const { url, stop } = await serve((_, response) => {
			response.writeHead(status, { 'Content-Length': 1000 });
			response.write('the rest never comes');
		});
		const { error } = await run({
			parameters: { fileSource: 'url', fileUrl: url },
			options: { timeout, maxTimePerItem: (2 * timeout) / 1000 },
		});
		stop();
		expect(error?.message).toBe(
			status === 200
				? "The file in 'File URL' did not arrive within 0.5 s"
				: "The address in 'File URL' answered HTTP 404 instead of a file",
		);
		if (status === 200) expect(error?.description).toContain('Raise the option Timeout,');
		expect(requests()).toBe(0);
	});

	it.each<[string, (response: ServerResponse) => unknown]>([
		['HTTP 503', (response) => response.writeHead(503).end()],
		[
			'a connection that breaks in the middle',
			(response) => {
				response.writeHead(200, { 'Content-Length': 1000 });
				response.write('a part', () => response.destroy());
			},
		],
		['no answer in time', () => {}],
	])('is fetched again after %s', async (_name, fail) => {
		const { url, seen, stop } = await serve((_, response) => {
			if (seen.length === 1) fail(response);
			else response.end(invoiceJpeg(SAMPLE.truth));
		});
		const { json, error } = await run({
			parameters: { fileSource: 'url', fileUrl: url },
			options: { timeout: 4000 },
		});
		stop();
		expect(error).toBeUndefined();
		expect(json[0].invoiceNumber).toBe(SAMPLE.number);
		expect(seen).toHaveLength(2);
	});

	it('is told when its host stays out of order', async () => {
		const { url, seen, stop } = await serve((_, response) => response.writeHead(502).end());
		const { error } = await run({
			parameters: { fileSource: 'url', fileUrl: url },
		});
		stop();
		expect(error).toMatchObject({
			message: "The address in 'File URL' answered HTTP 502 instead of a file",
			description:
				'It was tried 4 times without success. Its host is busy or not working: run the workflow again later.',
		});
		expect(seen).toHaveLength(4);
	});

	it.each([
		['a web page', 'text/html; charset=utf-8', '\uFEFF\n<!DOCTYPE html><title>Sign in</title>'],
		['a web page under a wrong type', 'image/png', '<html><body>Share</body></html>'],
		['text under the type of a web page', 'text/html', 'Please sign in'],
	])('is told from %s, which is not asked for again', async (_name, type, text) => {
		const { url, seen, stop } = await serve((_, response) =>
			response.setHeader('Content-Type', type).end(text),
		);
		const { error } = await run({ parameters: { fileSource: 'url', fileUrl: url } });
		stop();
		expect(error).toMatchObject({
			message: "The address in 'File URL' leads to a web page, not to a file",
			description:
				'Open the address in a private browser window: it must show the file alone, without a login and without a page around it.',
		});
		expect(seen).toHaveLength(1);
		expect(requests()).toBe(0);
	});

	it('is taken whatever type its host gives it, and an SVG is called so', async () => {
		const { url, stop } = await serve(({ url: path }, response) => {
			response.setHeader('Content-Type', 'text/html');
			if (path === '/svg') response.end('<?xml version="1.0"?><svg xmlns="x"/>');
			else response.end(invoiceJpeg(SAMPLE.truth));
		});
		const picture = await run({ parameters: { fileSource: 'url', fileUrl: url } });
		expect(picture.json[0].invoiceNumber).toBe(SAMPLE.number);
		const svg = await run({ parameters: { fileSource: 'url', fileUrl: `${url}/svg` } });
		stop();
		expect(svg.error?.message).toContain('The file svg is in the format SVG, which');
		expect(svg.error?.description).toContain('Export it as PNG or JPG first');
	});

	it('shares the time of its item with the service', async () => {
		const { url, stop } = await serve((_, response) => {
			setTimeout(() => response.end(invoiceJpeg(SAMPLE.truth)), 1200);
		});
		bed.emulator.order({ kind: 'hang', times: 'always' });
		const { error } = await run({
			parameters: { fileSource: 'url', fileUrl: url },
			options: { maxTimePerItem: 6 },
		});
		stop();
		expect(error?.message).toContain('The invoice service did not answer in time');
		// of six seconds the picture took more than one
		expect(error?.description).toMatch(
			/within [0-4](\.\d)? s, the time that the item had left\. Raise the option Max Time per Item/,
		);
		expect(requests()).toBe(1);
	});
});

describe('what the service refuses', () => {
	it.each(['service', 'object'] as const)(
		'is told with code, session ID and remedy at the level of the %s',
		async (level) => {
			bed.emulator.order({
				service: 'invoice',
				kind: 'code',
				code: 37042,
				message: 'Failure',
				level,
			});
			const { error } = await run();
			expect(error?.name).toBe('NodeApiError');
			expect(error?.message).toBe('No invoice was found in the image (scan.png)');
			expect(error?.description).toContain('one whole VAT invoice');
			expect(error?.description).toMatch(/code 37042, sid \S+/);
			expect(error?.context?.data).toMatchObject({ code: '37042', sid: expect.any(String) });
			expect(requests()).toBe(1);
		},
	);

	it('is told in Chinese where the rows are, with or without an error output', async () => {
		const options = { fieldNames: 'chinese' };
		const refuse = () => bed.emulator.order({ service: 'invoice', kind: 'code', code: 37042 });
		refuse();
		const { error } = await run({ options });
		expect(error?.message).toBe('图片中没有找到发票（scan.png）');
		expectChinese(error?.description?.replace(/sid \S+/, ''));
		refuse();
		const { json } = await run({ options, settings: { onError: 'continueRegularOutput' } });
		expect(json).toMatchObject([{ error: { message: error?.message, code: '37042' } }]);
	});
});

describe('a run', () => {
	it('says above the output how many need a review, and why', async () => {
		const wrong = { ...SAMPLE.truth.fields, 'vat-invoice-total-cover-tax': '⊗壹圆整' };
		const other = sampleInvoice({ seed: 2 });
		const items = [{ fields: wrong }, other.truth].map((truth) => fileItem(invoicePng(truth)));
		const doubtful = await run({ items });
		expect(doubtful.runs[0]!.hints).toMatchObject([
			{ type: 'warning', message: '2 read, 1 needs a review: total in words differs.' },
		]);
		const sound = await run({ items: [fileItem(invoicePng(SAMPLE.truth))] });
		expect(sound.runs[0]!.hints).toMatchObject([
			{ type: 'info', message: '1 read, none needs a review.' },
		]);
		const withGif = [fileItem(invoicePng(SAMPLE.truth)), fileItem(foreignFiles.gif)];
		const unread = await run({ items: withGif, settings: { onError: 'continueErrorOutput' } });
		expect(unread.runs[0]!.hints).toMatchObject([
			{ type: 'warning', message: '1 read, 1 could not be read, none needs a review.' },
		]);
		const none = {
			items: [fileItem(foreignFiles.gif)],
			settings: { onError: 'continueErrorOutput' as const },
		};
		expect((await run(none)).runs[0]!.hints).toMatchObject([
			{ type: 'warning', message: '0 read, 1 could not be read.' },
		]);
		const options = { fieldNames: 'chinese' };
		expect((await run({ ...none, options })).runs[0]!.hints).toMatchObject([
			{ type: 'warning', message: '已读取 0 张，1 个无法读取。' },
		]);
	});

	it('marks an invoice that an earlier item already was, whichever was read first', async () => {
		const items = [SAMPLE, sampleInvoice({ seed: 2 }), SAMPLE].map(({ truth }, at) =>
			fileItem(invoicePng(truth), `${at}.png`),
		);
		const { json } = await run({ items, options: { validation: 'fullList' } });
		expect(json.map(({ needsReview }) => needsReview)).toEqual([false, false, true]);
		expect(json[2].reviewReasons).toContain('Same invoice as 0.png');
		expect(json[2].invoiceKey).toBe(`${SAMPLE.code}-${SAMPLE.number}`);
	});

	it('uses the memory of a request again', async () => {
		const allocate = jest.spyOn(Buffer, 'allocUnsafeSlow');
		try {
			const items = new Array(160).fill(
				fileItem(invoicePng(SAMPLE.truth, { width: 120, height: 80 })),
			);
			expect((await run({ items })).json).toHaveLength(160);
			expect(
				allocate.mock.calls.filter(([bytes]) => Number.isInteger(Math.log2(bytes))).length,
			).toBeLessThanOrEqual(128);
		} finally {
			allocate.mockRestore();
		}
	});

	it('dates invoices by the day in China', async () => {
		const now = jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2024-03-04T16:00:01Z'));
		try {
			const tomorrow = { ...SAMPLE.truth.fields, 'vat-invoice-issue-date': '2024年03月05日' };
			const { json } = await run({ items: [fileItem(invoicePng({ fields: tomorrow }))] });
			expect(json[0].issueDate).toBe('2024-03-05');
			expect(String(json[0].reviewReasons)).not.toContain('Issue date');
		} finally {
			now.mockRestore();
		}
	});

	it('names the address that a picture came from, without its query', async () => {
		const files = await serve((_, response) => response.end(invoicePng(SAMPLE.truth)));
		try {
			const parameters = { fileSource: 'url', fileUrl: `${files.url}/?secret=1` };
			const { json } = await run({ parameters });
			expect(json[0].fileName).toBe(`${files.url}/`);
		} finally {
			files.stop();
		}
	});
});

describe('options', () => {
	it('refuse a picture in another format than the one that is set', async () => {
		const options = { requestFields: { fields: { imageFormat: 'jpeg' } } };
		const { error } = await run({ options });
		expect(error?.message).toBe("'Image Format' is set to JPEG, but the picture is a PNG");
		expect(error?.description).toContain('Detect Automatically');
		expect(requests()).toBe(0);
		const items = [fileItem(invoiceJpeg(SAMPLE.truth))];
		const jpeg = await run({ items, options });
		expect(jpeg.json[0].invoiceNumber).toBe(SAMPLE.number);
	});

	it('refuse a wrong time in the language of the rows', async () => {
		const { error } = await run({ options: { fieldNames: 'chinese', timeout: 0 } });
		expect(error?.message).toBe('“Timeout (Milliseconds)”的值 0 不是 1 以上的整数');
		expectChinese(error?.description);
		expect(requests()).toBe(0);
	});

	it('refuse a minimum confidence that is none, and send nothing', async () => {
		const { error } = await run({ options: { minimumConfidence: 80 } });
		expect(error?.message).toContain("'Minimum Confidence' is 80, not a number from 0 to 1");
		expect(requests()).toBe(0);
	});

	it('name the fields as chosen', async () => {
		const chinese = await run({ options: { fieldNames: 'chinese' } });
		expect(chinese.json[0]).toMatchObject({
			发票号码: SAMPLE.number,
			合计金额: SAMPLE.amount / 100,
		});
		const keys = await run({ options: { fieldNames: 'apiKeys' }, parameters: { output: 'lines' } });
		expect(keys.json[0]).toMatchObject({ 'vat-invoice-haoma': SAMPLE.number });
	});

	it('list the checks, or tell what they found', async () => {
		const list = await run({ options: { validation: 'fullList' } });
		expect(list.json[0].checks.length).toBeGreaterThan(10);
		// what a workflow may have saved when checks could be off
		for (const validation of ['reviewFlag', 'off']) {
			const { json } = await run({ options: { validation } });
			expect(json[0]).toMatchObject({ needsReview: false });
			expect(json[0]).not.toHaveProperty('checks');
		}
	});

	it('mark what is below the minimum confidence', async () => {
		const { json } = await run({ options: { minimumConfidence: 0.995 } });
		expect(json[0].needsReview).toBe(true);
		expect(json[0].uncertainFields.split('\n').length).toBeGreaterThan(3);
	});

	it('add an annotated image beside the files of the input item', async () => {
		const picture = fileItem(invoicePng(SAMPLE.truth), 'scan.png');
		for (const output of ['invoices', 'lines', 'fullResponse']) {
			const { items } = await run({
				items: [picture],
				parameters: { output },
				options: { includeAnnotatedImage: true, putInputFileInOutput: true },
			});
			const [first, ...others] = items.map(({ binary }) => binary);
			expect(first?.data).toEqual(picture.binary?.data);
			expect(first?.annotatedImage).toMatchObject({
				mimeType: 'text/html',
				fileName: 'scan.annotated.html',
			});
			// neither is repeated for each line item
			expect(others).toEqual(others.map(() => undefined));
			const page = Buffer.from(items[0].binary!.annotatedImage.data, 'base64').toString();
			expect(page).toContain(SAMPLE.number);
			expect(page).toContain(picture.binary?.data.data);
		}
	});
});

describe('the output schema', () => {
	it('is exactly what the node returns: full, empty and doubtful', async () => {
		const wrong = { ...SAMPLE.truth.fields, 'vat-invoice-total': '¥1.00' };
		const truths: InvoiceTruth[] = [
			SAMPLE.truth,
			{ fields: {}, description: '' },
			{ fields: wrong },
			{ fields: { 'vat-invoice-seller-name': [{ text: '甲', score: 0.3 }] } },
		];
		const jpeg = invoiceJpeg(SAMPLE.truth);
		const pdf = scannedPdf([{ content: 'q 60 0 0 40 0 0 cm /Im0 Do Q', jpeg }]);
		const credit = taxPlatformXml(TEST_INVOICE).replace(
			'</EInvoiceData>',
			'<SpecificInformation><RedEInvoice><OriginalInvoiceCode>1</OriginalInvoiceCode></RedEInvoice></SpecificInformation></EInvoiceData>',
		);
		const PASSAGE: Passage[] = [['皖A12345', '客车', '20260801', '20260802']];
		const older = { ...TEST_INVOICE, code: '033001900111', number: '12345678' };
		const items = [
			...truths.map((truth) => fileItem(invoicePng(truth))),
			fileItem(pdf, 'scan.pdf'),
			fileItem(Buffer.from(credit), 'a.xml'),
			fileItem(ofd({ 'a.xml': credit }), 'a.ofd'),
			fileItem(ofd({ 'original_invoice.xml': originalInvoiceXml(older) }), 'b.ofd'),
			fileItem(textPdf(drawToll(drawDigital, PASSAGE).pages, 'ucs2'), 'toll.pdf'),
		];
		const { json } = await run({ items });
		// two are forms of one invoice
		expect(json).toHaveLength(items.length - 1);
		const parameters = { fileSource: 'text', xmlText: taxPlatformXml(TEST_INVOICE) };
		json.push(...(await run({ parameters })).json);
		const schema = readSchema(new IflytekInvoiceOcr(), undefined, 'read');
		expect(deviations(json, schema, { always: true })).toEqual([]);
		expect(Object.keys(json[0])).toEqual(Object.keys(schema.properties!));
		// every field is seen with a value and without
		for (const [name, { type }] of Object.entries(schema.properties!)) {
			const seen = new Set(json.map((item) => (item[name] === null ? 'null' : typeof item[name])));
			if (Array.isArray(type)) expect([...seen].sort()).toEqual([...type].sort());
		}
	});
});
