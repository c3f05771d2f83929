import type { ServerResponse } from 'node:http';
import type { IBinaryData, INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { ELEMENTS } from '../../nodes/IflytekInvoiceOcr/invoice/elements';
import { IflytekInvoiceOcr } from '../../nodes/IflytekInvoiceOcr/IflytekInvoiceOcr.node';
import { INVOICE_SERVICE } from '../../nodes/IflytekInvoiceOcr/service/service';
import { signatureCode } from '../../nodes/shared/signature/codes';
import {
	mainSignatureAccount,
	secondSignatureAccount,
	startEmulator,
	type Emulator,
	type InvoiceTruth,
	type SignatureAccount,
} from '../emulator';
import { bmp, foreignFiles } from '../emulator/fixtures/images';
import { invoiceBmp, invoiceJpeg, invoicePng } from '../emulator/fixtures/invoiceImages';
import { sampleInvoice } from '../emulator/fixtures/sampleInvoice';
import { ofd, originalInvoiceXml, taxPlatformXml, TEST_INVOICE } from '../fixtures/eInvoice';
import { scannedPdf } from '../fixtures/pdf';
import { serve } from '../support/httpServer';
import { signatureCredential } from './credentials';
import { runNode, withDefaults } from './engine';
import { deviations, readSchema } from './outputSchema';

const SAMPLE = sampleInvoice({ seed: 1, lines: 3, discount: true, wrapped: true });

let emulator: Emulator;

beforeAll(async () => {
	emulator = await startEmulator({ voice: 'observed' });
});
afterEach(() => emulator.reset());
afterAll(async () => await emulator.stop());

function file(bytes: Buffer, fileName?: string): IBinaryData {
	return { data: bytes.toString('base64'), mimeType: 'application/octet-stream', fileName };
}

function scan(bytes: Buffer, fileName?: string): INodeExecutionData {
	return { json: {}, binary: { data: file(bytes, fileName) } };
}

interface Run {
	parameters?: INodeParameters;
	options?: INodeParameters;
	items?: INodeExecutionData[];
	settings?: Partial<INode>;
	account?: SignatureAccount;
}

async function run({ parameters, options = {}, items, settings, account }: Run = {}) {
	const node = new IflytekInvoiceOcr();
	const result = await runNode({
		node,
		parameters: withDefaults(node, {
			operation: 'read',
			...parameters,
			options,
		}),
		items: items ?? [scan(invoicePng(SAMPLE.truth), 'scan.png')],
		settings,
		credentials: signatureCredential(emulator, account),
	});
	return { ...result, json: result.items.map((item) => item.json as any) };
}

const requests = () => emulator.ledger().total.requests;

describe('one item per invoice', () => {
	it.each(['documented', 'observed'] as const)(
		'is the flat record of a picture (%s service)',
		async (voice) => {
			emulator.set({ voice });
			const { json, error } = await run();
			expect(error).toBeUndefined();
			expect(json).toHaveLength(1);
			expect(Object.keys(json[0])).toEqual(
				expect.arrayContaining(ELEMENTS.map(({ name }) => name)),
			);
			expect(Object.keys(json[0]).slice(0, 4)).toEqual([
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
		emulator.set({ voice: 'documented' });
		const { json } = await run({ items: [scan(draw(SAMPLE.truth), 'wrong.tiff')] });
		expect(json[0].invoiceNumber).toBe(SAMPLE.number);
	});

	it('is asked for as the specification says, signed, and with nothing beyond it', async () => {
		emulator.set({ voice: 'documented' });
		expect((await run()).error).toBeUndefined();
		expect(emulator.ledger().entries).toEqual([
			expect.objectContaining({
				path: '/v1/private/s824758f1',
				authValid: true,
				deviations: [],
				code: '0',
			}),
		]);
	});

	it('is null where nothing was recognised', async () => {
		const truth: InvoiceTruth = { fields: { 'vat-invoice-haoma': '12345678' }, absent: 'flagged' };
		const { json } = await run({ items: [scan(invoicePng(truth))] });
		expect(json[0]).toMatchObject({ invoiceNumber: '12345678', checkCode: null, totalTax: null });
	});

	it('needs a review without a total or a seller, and has 0 as the total tax of asterisks', async () => {
		const without = (key: string, text: string): InvoiceTruth => ({
			...SAMPLE.truth,
			fields: { ...SAMPLE.truth.fields, [key]: text },
		});
		const truths = [
			without('vat-invoice-total', ''),
			without('vat-invoice-tax-total', ''),
			without('vat-invoice-seller-name', ''),
			without('vat-invoice-tax-total', '***'),
		];
		const { json } = await run({ items: truths.map((truth) => scan(invoicePng(truth))) });
		expect(json.map(({ needsReview }) => needsReview)).toEqual(Array(4).fill(true));
		expect(json.map(({ totalTax }) => totalTax)).toEqual([
			SAMPLE.tax / 100,
			null,
			SAMPLE.tax / 100,
			0,
		]);
		expect(json[1].reviewReasons).toContain('No total tax was found');
	});

	it('comes once for each object', async () => {
		const objects = [sampleInvoice({ seed: 4 }), sampleInvoice({ seed: 5 })];
		const truth = { objects: objects.map((one) => one.truth) };
		const { json, items } = await run({ items: [scan(invoicePng(truth))] });
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
			items: [1, 2].map((seed) => scan(invoicePng(sampleInvoice({ seed, lines: 2 }).truth))),
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

	it('is not downloaded when its announced size is over the limit', async () => {
		const { url, stop } = await serve((_, response) => {
			response.writeHead(200, { 'Content-Length': 50_000_000 });
			response.write('the rest never comes');
		});
		const { error } = await run({ parameters: { fileSource: 'url', fileUrl: url } });
		stop();
		expect(error?.message).toContain('larger than 20 MB');
	});

	it.each([200, 404])('is not waited for beyond the Timeout (HTTP %i)', async (status) => {
		const { url, stop } = await serve((_, response) => {
			response.writeHead(status, { 'Content-Length': 1000 });
			response.write('the rest never comes');
		});
		const { error } = await run({
			parameters: { fileSource: 'url', fileUrl: url },
			options: { timeout: 500, maxAttempts: 1 },
		});
		stop();
		expect(error?.message).toBe(
			status === 200
				? "The file in 'File URL' did not arrive within 0.5 s"
				: "The address in 'File URL' answered HTTP 404 instead of a file",
		);
		expect(requests()).toBe(0);
	});

	it('is told when the connection is lost in the middle', async () => {
		const { url, seen, stop } = await serve((_, response) => {
			response.writeHead(200, { 'Content-Length': 1000 });
			response.write('a part', () => response.destroy());
		});
		const { error } = await run({
			parameters: { fileSource: 'url', fileUrl: url },
			options: { maxAttempts: 2 },
		});
		stop();
		expect(error?.message).toContain(
			"The file in 'File URL' could not be fetched: The connection to the host of the file was lost",
		);
		expect(error?.description).toMatch(/^It was tried 2 times without success\. The file arrived incomplete/);
		expect(seen).toHaveLength(2);
	});

	it.each<[string, (response: ServerResponse) => unknown]>([
		['HTTP 503', (response) => response.writeHead(503).end()],
		['HTTP 429', (response) => response.writeHead(429, { 'Retry-After': '0' }).end()],
		['a reset connection', (response) => response.destroy()],
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
			options: { timeout: 1500 },
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
			options: { maxAttempts: 2 },
		});
		stop();
		expect(error).toMatchObject({
			message: "The address in 'File URL' answered HTTP 502 instead of a file",
			description:
				'It was tried 2 times without success. Its host is busy or not working: run the workflow again later.',
		});
		expect(seen).toHaveLength(2);
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

	it('is told when its address redirects without an end, and not asked for again', async () => {
		const { url, seen, stop } = await serve((_, response) =>
			response.writeHead(302, { Location: '/again' }).end(),
		);
		const { error } = await run({ parameters: { fileSource: 'url', fileUrl: url } });
		stop();
		expect(error?.message).toContain('The host of the file keeps redirecting');
		expect(error?.description).toContain("Check 'File URL'.");
		expect(seen.length).toBeLessThan(30);
	});

	it('is told when https is asked of a host that speaks only http', async () => {
		const { url, stop } = await serve((_, response) => response.end());
		const fileUrl = url.replace('http:', 'https:');
		const { error } = await run({ parameters: { fileSource: 'url', fileUrl } });
		stop();
		expect(error?.message).toContain('The secure connection to the host of the file failed');
		expect(error?.description).toMatch(
			/^The server may not support HTTPS: check whether 'File URL' has to begin/,
		);
	});

	it('is told when there is no such host, with the field to check', async () => {
		const { error } = await run({
			parameters: { fileSource: 'url', fileUrl: 'http://no-such-host.invalid/a.png' },
			options: { maxAttempts: 1 },
		});
		expect(error?.message).toContain('The host of the file could not be reached');
		expect(error?.description).toMatch(/^Check the network .* and 'File URL' \(\w+\)\.$/);
	});

	it('shares the time of its item with the service', async () => {
		const { url, stop } = await serve((_, response) => {
			setTimeout(() => response.end(invoiceJpeg(SAMPLE.truth)), 1200);
		});
		emulator.order({ kind: 'hang', times: 'always' });
		const { error } = await run({
			parameters: { fileSource: 'url', fileUrl: url },
			options: { maxTimePerItem: 3 },
		});
		stop();
		expect(error?.message).toContain('The invoice service did not answer in time');
		// of three seconds the picture took more than one
		expect(error?.description).toMatch(
			/within [01](\.\d)? s, the time that the item had left\. Raise the option Max Time per Item/,
		);
		expect(requests()).toBe(1);
	});

	it('is not waited for beyond Max Time per Item, which is then named', async () => {
		const { url, stop } = await serve(() => {});
		const { error } = await run({
			parameters: { fileSource: 'url', fileUrl: url },
			options: { maxTimePerItem: 1 },
		});
		stop();
		expect(error?.message).toMatch(/The file in 'File URL' did not arrive within (1|0\.\d) s/);
		expect(error?.description).toContain('Raise the option Max Time per Item');
	});

	it('is told when the address gives no picture', async () => {
		const { url, stop } = await serve((_, response) => {
			response.writeHead(404).end('nothing here');
		});
		const { error } = await run({ parameters: { fileSource: 'url', fileUrl: url } });
		stop();
		expect(error?.message).toBe("The address in 'File URL' answered HTTP 404 instead of a file");
		expect(requests()).toBe(0);
	});
});

describe('bad input costs no request', () => {
	const refused = async (given: Run) => {
		const { error } = await run(given);
		expect(error?.name).toBe('NodeOperationError');
		expect(requests()).toBe(0);
		return error!;
	};

	it('for a minimum confidence that is none', async () => {
		const error = await refused({ options: { minimumConfidence: 80 } });
		expect(error.message).toContain("'Minimum Confidence' is not a number from 0 to 1");
	});
});

describe('what the service refuses', () => {
	it.each(['session', 'service', 'object'] as const)(
		'is told with code, session ID and remedy at the level of the %s',
		async (level) => {
			emulator.order({ service: 'invoice', kind: 'code', code: 37042, message: 'Failure', level });
			const { error } = await run();
			expect(error?.name).toBe('NodeApiError');
			expect(error?.message).toBe('No invoice was found in the image (scan.png)');
			expect(error?.description).toContain('one whole VAT invoice');
			expect(error?.description).toMatch(/code 37042, sid \S+/);
			expect(error?.context?.data).toMatchObject({ code: '37042', sid: expect.any(String) });
			expect(requests()).toBe(1);
		},
	);

	it('is told for a picture without an invoice, in both voices', async () => {
		const blank = bmp({ width: 40, height: 30, paint: () => [255, 255, 255] });
		for (const voice of ['documented', 'observed'] as const) {
			emulator.set({ voice });
			const { error } = await run({ items: [scan(blank)] });
			expect(error?.message).toBe('No invoice was found in the image');
		}
	});

	it('fails an object that failed beside one that did not', async () => {
		const truth = { objects: [SAMPLE.truth, { ...SAMPLE.truth, errorCode: 37042 }] };
		const { error } = await run({ items: [scan(invoicePng(truth))] });
		expect(error?.message).toContain('No invoice was found');
	});

	it.each([10010, 10019, 10106, 10163, 10222, 10313, 37042])(
		'has a sentence of its own for the documented code %d',
		async (code) => {
			const entry = signatureCode(String(code), INVOICE_SERVICE)!;
			emulator.order({ kind: 'code', code, times: 'always' });
			const { error } = await run({ options: { maxAttempts: 1 } });
			expect(error?.message).toBe(`${entry.message} (scan.png)`);
			expect(error?.description).toContain(entry.remedy);
			expect(error?.description).toContain(`code ${code}`);
		},
	);

	it('is tried again where that can help, and not where it cannot', async () => {
		emulator.order({ kind: 'code', code: 10019, times: 2 });
		expect((await run()).json[0].invoiceNumber).toBe(SAMPLE.number);
		expect(requests()).toBe(3);
		emulator.reset();
		emulator.order({ kind: 'code', code: 10222, times: 'always' });
		expect((await run()).error?.message).toContain('could not process the image');
		expect(requests()).toBe(1);
	});

	it('is told for an app id that is not of the key', async () => {
		const account = { ...mainSignatureAccount, appId: secondSignatureAccount.appId };
		const { error } = await run({ account });
		expect(error?.message).toContain('The App ID is not valid');
	});
});

describe('answers that are not quite in the format', () => {
	it.each(['\0', '\n', ' ', '\0\0\0', 'x', '\u0001 trailing'])(
		'are read with trailing bytes %j',
		async (junk) => {
			emulator.order({ kind: 'trailing', junk });
			expect((await run()).json[0].invoiceNumber).toBe(SAMPLE.number);
		},
	);

	it('are read with the document as it is instead of base64', async () => {
		emulator.order({ kind: 'rawText' });
		expect((await run()).json[0].invoiceNumber).toBe(SAMPLE.number);
	});

	it('fail in words when there is no document', async () => {
		emulator.order({ kind: 'noPayload' });
		expect((await run()).error?.message).toBe(
			'The invoice service answered without a readable result (scan.png)',
		);
	});
});

describe('a run', () => {
	it('says above the output how many need a review, and why', async () => {
		const wrong = { ...SAMPLE.truth.fields, 'vat-invoice-total-cover-tax': '⊗壹圆整' };
		const other = sampleInvoice({ seed: 2 });
		const items = [{ fields: wrong }, other.truth].map((truth) => scan(invoicePng(truth)));
		const doubtful = await run({ items });
		expect(doubtful.runs[0]!.hints).toMatchObject([
			{ type: 'warning', message: '2 read, 1 needs a review: total in words differs' },
		]);
		const sound = await run({ items: [scan(invoicePng(SAMPLE.truth))] });
		expect(sound.runs[0]!.hints).toMatchObject([
			{ type: 'info', message: '1 read, none needs a review' },
		]);
		const withGif = [scan(invoicePng(SAMPLE.truth)), scan(foreignFiles.gif)];
		const unread = await run({ items: withGif, settings: { onError: 'continueErrorOutput' } });
		expect(unread.runs[0]!.hints).toMatchObject([
			{ type: 'warning', message: '1 read, 1 could not be read, none needs a review' },
		]);
	});

	it('marks an invoice that an earlier item already was, whichever was read first', async () => {
		const items = [SAMPLE, sampleInvoice({ seed: 2 }), SAMPLE].map(({ truth }, at) =>
			scan(invoicePng(truth), `${at}.png`),
		);
		const { json } = await run({ items, options: { validation: 'fullList' } });
		expect(json.map(({ needsReview }) => needsReview)).toEqual([false, false, true]);
		expect(json[2].reviewReasons).toContain('Same invoice as 0.png');
		expect(json[2].invoiceKey).toBe(`${SAMPLE.code}-${SAMPLE.number}`);
	});

	it('uses the memory of a request again', async () => {
		const allocate = jest.spyOn(Buffer, 'allocUnsafeSlow');
		try {
			const items = Array.from({ length: 5 }, () => scan(invoicePng(SAMPLE.truth)));
			expect((await run({ items, options: { maxItemsAtOnce: 1 } })).json).toHaveLength(5);
			expect(
				allocate.mock.calls.filter(([bytes]) => Number.isInteger(Math.log2(bytes))),
			).toHaveLength(1);
		} finally {
			allocate.mockRestore();
		}
	});

	it('dates invoices by the day in China', async () => {
		const now = jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2024-03-04T16:00:01Z'));
		try {
			const tomorrow = { ...SAMPLE.truth.fields, 'vat-invoice-issue-date': '2024年03月05日' };
			const { json } = await run({ items: [scan(invoicePng({ fields: tomorrow }))] });
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
	it('name the buyer that invoices should be made out to', async () => {
		const right = await run({ options: { expectedBuyerName: ` ${SAMPLE.buyer} ` } });
		expect(right.json[0]).toMatchObject({ needsReview: false });
		const wrong = await run({ options: { expectedBuyerTaxId: '91340100MA2N0ABC1X' } });
		expect(wrong.json[0].reviewReasons).toContain('instead of 91340100MA2N0ABC1X');
	});

	it('refuse a picture in another format than the one that is set', async () => {
		const { error } = await run({ options: { imageFormat: 'jpeg' } });
		expect(error?.message).toBe("'Image Format' is set to JPEG, but the picture is a PNG");
		expect(error?.description).toContain('Detect Automatically');
		expect(requests()).toBe(0);
		const items = [scan(invoiceJpeg(SAMPLE.truth))];
		const jpeg = await run({ items, options: { imageFormat: 'jpeg' } });
		expect(jpeg.json[0].invoiceNumber).toBe(SAMPLE.number);
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

	it('switch the checks off, or to a summary that is flat', async () => {
		const off = await run({ options: { validation: 'off' } });
		expect(off.json[0]).not.toHaveProperty('needsReview');
		const offLines = await run({ options: { validation: 'off' }, parameters: { output: 'lines' } });
		expect(offLines.json[0]).toMatchObject({ line: 1, uncertainFields: null });
		expect(offLines.json[0]).not.toHaveProperty('needsReview');
		const summary = await run({ options: { validation: 'reviewFlag' } });
		expect(summary.json[0]).toMatchObject({ needsReview: false });
		expect(summary.json[0]).not.toHaveProperty('checks');
	});

	it('mark what is below the minimum confidence', async () => {
		const { json } = await run({ options: { minimumConfidence: 0.995 } });
		expect(json[0].needsReview).toBe(true);
		expect(json[0].uncertainFields.split('\n').length).toBeGreaterThan(3);
	});

	it('add confidences, positions and raw text', async () => {
		const options = { includeConfidenceScores: true, includePositions: true, includeRawText: true };
		const { json } = await run({ options });
		expect(json[0].confidences.sellerName).toBeGreaterThan(0.8);
		expect(json[0].positions.sellerName).toHaveLength(4);
		expect(json[0].rawText.issueDate).toMatch(/^2024年/);
	});

	it('add an annotated image beside the files of the input item', async () => {
		const picture = scan(invoicePng(SAMPLE.truth), 'scan.png');
		for (const output of ['invoices', 'lines', 'fullResponse']) {
			const { items } = await run({
				items: [picture],
				parameters: { output },
				options: {
					includeAnnotatedImage: true,
					annotatedImageField: 'page',
					putInputFileInOutput: true,
				},
			});
			const [first, ...others] = items.map(({ binary }) => binary);
			expect(first?.data).toEqual(picture.binary?.data);
			expect(first?.page).toMatchObject({
				mimeType: 'text/html',
				fileName: 'scan.annotated.html',
			});
			// neither is repeated for each line item
			expect(others).toEqual(others.map(() => undefined));
			const page = Buffer.from(items[0].binary!.page.data, 'base64').toString();
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
		const older = { ...TEST_INVOICE, code: '033001900111', number: '12345678' };
		const items = [
			...truths.map((truth) => scan(invoicePng(truth))),
			scan(pdf, 'scan.pdf'),
			scan(Buffer.from(credit), 'a.xml'),
			scan(ofd({ 'a.xml': credit }), 'a.ofd'),
			scan(ofd({ 'original_invoice.xml': originalInvoiceXml(older) }), 'b.ofd'),
		];
		const { json } = await run({ items });
		// two are forms of one invoice
		expect(json).toHaveLength(items.length - 1);
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
