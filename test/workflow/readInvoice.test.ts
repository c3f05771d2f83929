import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { zipSync } from 'fflate';

import { IflytekInvoiceOcr } from '../../nodes/IflytekInvoiceOcr/IflytekInvoiceOcr.node';
import { invoiceBmp, invoiceJpeg, invoicePng } from '../emulator/fixtures/invoiceImages';
import { sampleInvoice } from '../emulator/fixtures/sampleInvoice';
import { ofd, taxPlatformXml, TEST_INVOICE } from '../fixtures/eInvoice';
import { dataOf } from '../fixtures/eInvoice/ofDrawn';
import { airXbrl, einvXbrl, RAIL_XBRL } from '../fixtures/eInvoice/xbrl';
import { drawDigital, type DrawnInvoice } from '../fixtures/pageInvoice';
import { ofdOf } from '../fixtures/pageInvoice/ofd';
import { JPEG } from '../fixtures/pdf';
import { textPdf, type TextPage } from '../fixtures/pdf/text';
import { serve } from '../support/httpServer';
import { signatureCredential, useEmulator } from './credentials';
import { fileItem, runNode, withDefaults } from './engine';

const XML = taxPlatformXml(TEST_INVOICE);
const SCAN = sampleInvoice({ seed: 7, lines: 1 });

const bed = useEmulator();

const requests = () => bed.emulator.ledger().total.requests;

const random = (seed: number) => {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return state / 2 ** 32;
	};
};

/** A digital invoice that nothing keeps from being proved. */
const drawn = (seed: number): DrawnInvoice =>
	drawDigital(random(seed), { lines: 2, longNames: false });
const pdfOf = ({ pages }: DrawnInvoice) => textPdf(pages, 'ucs2');
const picturePage: TextPage = {
	texts: [],
	width: 600,
	height: 400,
	jpeg: invoiceJpeg(SCAN.truth),
};
const textPage = (text: string): TextPage => ({
	texts: [{ text, x: 50, y: 80, size: 12 }],
	width: 600,
	height: 400,
});
const zip = (files: Record<string, Buffer | string>) =>
	Buffer.from(
		zipSync(
			Object.fromEntries(
				Object.entries(files).map(([name, content]) => [name, Buffer.from(content)]),
			),
		),
	);

interface Settings {
	withKeys?: boolean;
	onError?: 'continueErrorOutput';
}

/** Runs the operation, without any credential unless it is asked for. */
async function run(
	items: INodeExecutionData[],
	parameters: INodeParameters = {},
	{ withKeys = false, onError }: Settings = {},
) {
	const node = new IflytekInvoiceOcr();
	const result = await runNode({
		node,
		parameters: withDefaults(node, { operation: 'read', ...parameters }),
		items,
		settings: onError && { onError },
		...(withKeys && { credentials: signatureCredential(bed.emulator) }),
	});
	return { ...result, json: result.items.map((item) => item.json as any) };
}

it('a wrong value in one item leaves the others', async () => {
	const parameters = {
		options: { includeAnnotatedImage: '={{ $itemIndex === 0 ? "yes" : "true" }}' },
	};
	const { json } = await run([fileItem(XML), fileItem(XML)], parameters, {
		onError: 'continueErrorOutput',
	});
	expect(json).toHaveLength(1);
});

describe('a file that states or prints its invoice', () => {
	const made = drawn(1);

	it.each([
		['XML', 'xml', taxPlatformXml(dataOf(made)), null],
		['an OFD with data', 'ofd', ofd({ 'a.xml': taxPlatformXml(dataOf(made)) }), null],
		['a digital PDF', 'pdf', pdfOf(made), 1],
		['an OFD without data', 'ofd', ofdOf(made.pages), 1],
	])('is read from %s without a credential, by its bytes', async (_, source, content, page) => {
		const { json, error } = await run([fileItem(content, 'wrong.jpg')]);
		expect(error).toBeUndefined();
		expect(json).toMatchObject([
			{
				fileName: 'wrong.jpg',
				needsReview: false,
				reviewReasons: null,
				invoiceNumber: made.truth.number,
				issueDate: made.truth.date,
				sellerTaxId: made.truth.seller.taxId,
				totalWithTax: made.truth.totalWithTax / 100,
				source,
				page,
				sid: null,
			},
		]);
		expect(json[0].categories).toBe(
			[...new Set(made.lines.map(({ name }) => /\*(.*)\*/.exec(name)![1]))].join('\n'),
		);
	});

	it('has the same columns from every source', async () => {
		const { json } = await run(
			[fileItem(XML), fileItem(pdfOf(made)), fileItem(invoicePng(SCAN.truth))],
			{},
			{ withKeys: true },
		);
		expect(json.map(({ source }) => source)).toEqual(['xml', 'pdf', 'ocr']);
		for (const output of ['invoices', 'lines']) {
			const { json: rows } = await run(
				[fileItem(XML), fileItem(pdfOf(made)), fileItem(invoicePng(SCAN.truth))],
				{ output },
				{ withKeys: true },
			);
			const columns = new Set(rows.map((row) => Object.keys(row).join()));
			expect(columns.size).toBe(1);
		}
	});

	it.each(['a printed one', 'one that is stated as data'])(
		'is marked where it is not made out to the buyer that is expected: %s',
		async (kind) => {
			const made = drawn(8);
			const file = kind === 'a printed one' ? pdfOf(made) : taxPlatformXml(dataOf(made));
			const buyer = { name: '另一公司', taxId: '91340100MA2N0ABC1X' };
			const savedEarlier = { expectedBuyerName: buyer.name, expectedBuyerTaxId: buyer.taxId };
			for (const options of [{ expectedBuyer: { buyer } }, savedEarlier]) {
				const { json } = await run([fileItem(file)], { options });
				expect(json[0].reviewReasons).toContain('instead of 91340100MA2N0ABC1X');
				expect(json[0].reviewReasons).toContain('instead of 另一公司');
			}
		},
	);

	it('is marked where a printed one does not prove itself', async () => {
		const page = made.pages[0]!;
		const total = `¥${(made.truth.totalWithTax / 100).toFixed(2)}`;
		const texts = page.texts.map((one) => (one.text === total ? { ...one, text: '¥1.00' } : one));
		expect(texts).not.toEqual(page.texts);
		const { json } = await run([fileItem(textPdf([{ ...page, texts }], 'ucs2'))]);
		expect(json).toMatchObject([{ needsReview: true, totalWithTax: 1 }]);
	});

	it('reads a rail ticket into the same columns, as far as it goes', async () => {
		const { json } = await run([fileItem(RAIL_XBRL)]);
		expect(json).toMatchObject([
			{
				invoiceNumber: '26419120000000000018',
				invoiceType: '电子发票（铁路电子客票）',
				totalWithTax: 272.5,
				source: 'xbrl',
				// no rail ticket names its seller
				sellerName: null,
				reviewReasons: null,
			},
		]);
	});

	it('reads an air ticket by its total, and marks that it states no amount without tax', async () => {
		const { json } = await run([fileItem(airXbrl())]);
		expect(json).toMatchObject([
			{
				totalAmount: null,
				totalTax: 50.37,
				totalWithTax: 660,
				reviewReasons: 'No total amount was found',
			},
		]);
	});

	it('gives each line with its quantity, unit and category', async () => {
		const { json } = await run([fileItem(XML, 'a.xml')], { output: 'lines' });
		expect(json).toMatchObject([
			{ fileName: 'a.xml', line: 1, quantity: 3, unit: '箱', category: '纸制品', source: 'xml' },
			{ line: 2, quantity: null, unit: null, category: '物流服务' },
		]);
	});

	it('gives all its texts with the full response', async () => {
		const { json } = await run([fileItem(XML, 'a.xml')], { output: 'fullResponse' });
		expect(json).toMatchObject([
			{ fileName: 'a.xml', source: 'xml', texts: { invoiceNumber: TEST_INVOICE.number } },
		]);
	});
});

describe('where the file comes from', () => {
	it('may be text, whatever encoding its file had, as an AI agent gives it', async () => {
		const xmlText = XML.replace(/^(<\?xml[^>]*\?>)?/, '<?xml version="1.0" encoding="GBK"?>');
		const { json } = await run([{ json: {} }], { fileSource: 'text', xmlText });
		expect(json).toMatchObject([{ fileName: null, sellerName: TEST_INVOICE.seller }]);
	});

	it.each([
		['base64 text', (xml: string) => Buffer.from(xml).toString('base64')],
		[
			'a data: address',
			(xml: string) => `data:text/xml;base64,${Buffer.from(xml).toString('base64')}`,
		],
	])('may be %s', async (_, encode) => {
		const parameters = { fileSource: 'base64', fileBase64: encode(XML) };
		const { json } = await run([{ json: {} }], parameters);
		expect(json).toMatchObject([{ fileName: null, invoiceNumber: TEST_INVOICE.number }]);
	});

	it.each(['XML', 'XML without a declaration'])('may be an address of %s', async (kind) => {
		const body = kind === 'XML' ? XML : XML.replace(/^<\?xml.*?\?>\s*/, '');
		const { url, stop } = await serve((_, response) => response.end(body));
		const fileUrl = `${url}/files/%E5%8F%91%E7%A5%A8.xml`;
		const { json, error } = await run([{ json: {} }], { fileSource: 'url', fileUrl });
		stop();
		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ fileName: '发票.xml', totalTax: 42.2 }]);
	});

	it.each([
		['nothing', {}, fileItem('', 'a.xml'), 'The file a.xml is empty'],
		[
			'nothing without a name',
			{},
			{ json: {}, binary: { data: { ...fileItem('', '').binary!.data!, fileName: null } } },
			"The file in 'Input Data Field Name' is empty",
		],
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
	])('is refused for %s', async (_, parameters, item, message) => {
		const { error } = await run([item as INodeExecutionData], parameters);
		expect(error?.message).toContain(message);
		expect(error?.description).toBeTruthy();
	});
});

describe('what is sent', () => {
	it.each([
		['text', [textPage('会议纪要')]],
		[
			'an invoice that is not proved',
			[{ ...drawn(2).pages[0]!, texts: drawn(2).pages[0]!.texts.slice(0, -4) }],
		],
		[
			'a picture with a text over it',
			[
				{
					...picturePage,
					below: 'q 600 0 0 400 0 0 cm /Im0 Do Q',
					texts: Array.from({ length: 8 }, (_page, row) => ({
						...textPage('会议纪要会议纪要会议纪要').texts[0]!,
						y: 40 + 30 * row,
					})),
				},
			],
		],
	])('is never a PDF page with %s', async (_, pages) => {
		await run([fileItem(textPdf(pages as TextPage[], 'ucs2'))], {}, { withKeys: true });
		expect(requests()).toBe(0);
	});

	it('is each plain picture of a mixed PDF, and each row says its source and page', async () => {
		const made = drawn(3);
		const pages = [picturePage, ...made.pages, { ...textPage(''), texts: [] }];
		const { json, error } = await run(
			[fileItem(textPdf(pages, 'ucs2'), 'a.pdf')],
			{},
			{
				withKeys: true,
			},
		);
		expect(error).toBeUndefined();
		expect(json.map(({ source, page, invoiceNumber }) => [source, page, invoiceNumber])).toEqual([
			['ocr', 1, SCAN.number],
			['pdf', 2, made.truth.number],
		]);
		expect(requests()).toBe(1);
	});

	it('names each page that is refused for one reason', async () => {
		const other = textPage('机动车销售统一发票');
		const pdf = textPdf([picturePage, other, other], 'ucs2');
		const { error } = await run([fileItem(pdf, 'a.pdf')], {}, { withKeys: true });
		expect(error?.message).toMatch(
			/^Page 2 \(also 3\) of the file a\.pdf is a vehicle sales invoice/,
		);
	});

	it('is nothing of a file of which a page is refused, unless the node continues', async () => {
		const pdf = textPdf([picturePage, textPage('机动车销售统一发票')], 'ucs2');
		const stopped = await run([fileItem(pdf, 'a.pdf')], {}, { withKeys: true });
		expect(stopped.error?.message).toMatch(/^Page 2 of the file a.pdf is a vehicle sales invoice/);
		expect(requests()).toBe(0);
		const { outputs } = await run(
			[fileItem(pdf, 'a.pdf')],
			{},
			{
				withKeys: true,
				onError: 'continueErrorOutput',
			},
		);
		expect(outputs[0]).toMatchObject([{ json: { page: 1, invoiceNumber: SCAN.number } }]);
		expect(outputs[1]).toMatchObject([
			{ json: { error: { page: 2, message: expect.stringContaining('a vehicle') } } },
		]);
	});

	it.each([
		['without a credential', {}, /^The file a\.png is a picture, and no credential is chosen/],
		[
			"where 'Pictures and Scans' is Refuse",
			{ picturesAndScans: 'refuse' },
			/^The file a\.png is a picture, and 'Pictures and Scans' is set to Refuse/,
		],
	])('is nothing %s, and only pictures fail', async (_, parameters, message) => {
		const files = [
			fileItem(invoicePng(SCAN.truth), 'a.png'),
			fileItem(XML, 'b.xml'),
			fileItem(textPdf([picturePage], 'ucs2'), 'c.pdf'),
		];
		const { outputs } = await run(files, parameters, {
			withKeys: 'picturesAndScans' in parameters,
			onError: 'continueErrorOutput',
		});
		expect(outputs[0]).toMatchObject([{ json: { fileName: 'b.xml' }, pairedItem: { item: 1 } }]);
		expect(outputs[1]!.map(({ json }) => (json.error as any).message)).toEqual([
			expect.stringMatching(message),
			expect.stringMatching(/^Page 1 of the file c\.pdf is a scan, and /),
		]);
		expect(requests()).toBe(0);
	});
});

describe('an archive', () => {
	it('gives what its files give, each named by its path, also in an archive in it', async () => {
		const made = drawn(4);
		const archive = zip({
			'发票/a.xml': XML,
			'b.pdf': pdfOf(made),
			'c.zip': zip({ 'd.png': invoicePng(SCAN.truth) }),
			'__MACOSX/._a.xml': 'x',
		});
		const { json, error } = await run([fileItem(archive, 'mail.zip')], {}, { withKeys: true });
		expect(error).toBeUndefined();
		expect(json.map(({ fileName, source }) => [fileName, source])).toEqual([
			['mail.zip/发票/a.xml', 'xml'],
			['mail.zip/b.pdf', 'pdf'],
			['mail.zip/c.zip/d.png', 'ocr'],
		]);
	});

	it('names the file that is none, and the way out, beside the others', async () => {
		const archive = zip({
			'a.xml': XML,
			'readme.txt': 'hello',
			'b.docx': zip({ '[Content_Types].xml': '' }),
		});
		const { outputs } = await run(
			[fileItem(archive, 'mail.zip')],
			{},
			{
				onError: 'continueErrorOutput',
			},
		);
		expect(outputs[0]).toMatchObject([{ json: { fileName: 'mail.zip/a.xml' } }]);
		expect(outputs[1]!.map(({ json }) => json.error)).toMatchObject([
			{
				fileName: 'mail.zip/readme.txt',
				message: 'The file mail.zip/readme.txt is plain text, not an invoice file',
				description: expect.stringContaining('The node reads PDF, OFD, XML'),
			},
			{ message: 'The file mail.zip/b.docx is an Office document (DOCX, XLSX)' },
		]);
	});

	it('gives its other files where the words of one nest without end', async () => {
		const words = `<TotalTax-includedAmountInChinese>${'亿'.repeat(100_000)}圆</TotalTax-includedAmountInChinese>`;
		const deep = XML.replace(/<TotalTax-includedAmountInChinese>.*?<.*?>/, words);
		expect(deep).toContain(words);
		const { json } = await run([fileItem(zip({ 'a.xml': XML, 'b.xml': deep }), 'mail.zip')], {
			output: 'lines',
		});
		expect(json.map(({ fileName }) => fileName)).toContain('mail.zip/a.xml');
	});

	it('is not followed without end, nor unpacked beyond its limits', async () => {
		const deep = zip({ 'a.zip': zip({ 'b.zip': zip({ 'c.xml': XML }) }) });
		expect((await run([fileItem(deep, 'deep.zip')])).error?.message).toContain(
			'is an archive nested too deeply',
		);
		const large = zip({ 'a.pdf': Buffer.alloc(21 * 1024 * 1024) });
		expect((await run([fileItem(large, 'large.zip')])).error?.message).toContain(
			'The file large.zip/a.pdf unpacks to more than 20 MB',
		);
	});
});

it('an archive of large pictures waits for those of an earlier one, of which one fails', async () => {
	const large = invoiceBmp(SCAN.truth, { padTo: 2_900_000 });
	const names = Array.from({ length: 5 }, (_, index) => [`${index}.bmp`, large] as const);
	const files = { ...Object.fromEntries(names), '5.png': JPEG };
	const items = [
		fileItem(zip(files), 'a.zip'),
		fileItem(zip({ '6.png': invoicePng(SCAN.truth), '7.png': JPEG }), 'b.zip'),
	];
	const settings = { withKeys: true, onError: 'continueErrorOutput' } as const;
	const { outputs } = await run(items, {}, settings);
	expect(outputs.map((output) => output.length)).toEqual([6, 2]);
});

it('an archive that is refused lets go of its large pictures: the next one does not wait for them', async () => {
	const large = invoiceBmp(SCAN.truth, { padTo: 2_900_000 });
	const names = Array.from({ length: 5 }, (_, index) => [`${index}.bmp`, large] as const);
	const items = [
		fileItem(zip({ ...Object.fromEntries(names), '5.txt': 'hello' }), 'a.zip'),
		fileItem(zip({ '6.png': invoicePng(SCAN.truth) }), 'b.zip'),
	];
	const { error } = await run(items, {}, { withKeys: true });
	expect(error?.message).toContain('a.zip/5.txt is plain text');
});

describe('what is no invoice is refused by what it is', () => {
	it.each([
		['a web page', '<!DOCTYPE html><title>Sign in</title>', 'is a web page'],
		['a text', 'hello', 'is plain text, not an invoice file'],
		['an email', 'From: a@b.cn\nSubject: 发票\nMIME-Version: 1.0\n\nsee below', 'is an email'],
		['a saved email', 'Received: from x\r\n\tby y\r\nMessage-ID: <1@2>\r\n\r\nhi', 'is an email'],
		['broken XML in UTF-16', Buffer.from('<EInvoice>', 'utf16le'), 'is not valid XML: it '],
		['other bytes', Buffer.from('00ff00ff', 'hex'), 'is not in a format that this node can read'],
		['a RAR archive', Buffer.from('526172211a070100', 'hex'), 'is a RAR archive'],
		['broken XML', '<EInvoice>', 'is not valid XML: it '],
		[
			'other XML',
			'<?xml version="1.0"?><Order/>',
			'contains no invoice data that this node can read',
		],
		['an empty OFD', ofd({}), 'contains neither invoice data nor text'],
		[
			'a bank receipt',
			textPdf([textPage('中国银行 电子回单 回单编号 123')], 'ucs2'),
			'a bank receipt',
		],
		['a letter', textPdf([textPage('会议纪要')], 'ucs2'), 'contains text, but no invoice'],
		['an empty PDF', textPdf([{ ...textPage(''), texts: [] }], 'ucs2'), 'has only empty pages'],
		['half a PDF', pdfOf(drawn(5)).subarray(0, 300), 'is damaged'],
		['half a ZIP', zip({ 'a.xml': XML }).subarray(0, 200), 'is not a complete ZIP archive'],
	])('such as %s', async (_, content, message) => {
		const { error } = await run([fileItem(content, 'a.bin')], {}, { withKeys: true });
		expect(error?.message).toContain(message);
		expect(error?.message).toContain('a.bin');
		expect(error?.description).toBeTruthy();
		expect(requests()).toBe(0);
	});

	it('also where something stands in front of the PDF that it is', async () => {
		const { json } = await run([fileItem(Buffer.concat([Buffer.from('\n\n'), pdfOf(drawn(6))]))]);
		expect(json).toMatchObject([{ source: 'pdf' }]);
	});
});

describe('several forms of one invoice', () => {
	const made = drawn(8);
	const data = dataOf(made);
	const forms = [
		fileItem(pdfOf(made), 'a.pdf'),
		fileItem(ofd({ 'a.xml': taxPlatformXml(data) }), 'a.ofd'),
		fileItem(taxPlatformXml(data), 'a.xml'),
	];

	it.each([
		['files', forms],
		[
			'an archive of them',
			[
				fileItem(
					zip({
						'a.pdf': pdfOf(made),
						'a.ofd': ofd({ 'a.xml': taxPlatformXml(data) }),
						'a.xml': taxPlatformXml(data),
					}),
				),
			],
		],
	])('are one row, of the most exact one, that names the others: %s', async (_, items) => {
		const { json, runs } = await run(items);
		expect(json).toMatchObject([
			{ source: 'xml', fileName: 'a.xml', alsoIn: 'a.pdf\na.ofd', needsReview: false },
		]);
		expect(runs[0]!.hints).toMatchObject([{ message: '1 read, none needs a review.' }]);
	});

	it('all stay where they differ, each marked with both values', async () => {
		const other = { ...data, sellerId: '91330100MA2B1CJG2G' };
		const { json } = await run([forms[0]!, fileItem(taxPlatformXml(other), 'b.xml')]);
		const pair = [made.truth.seller.taxId, other.sellerId];
		expect(json.map(({ needsReview }) => needsReview)).toEqual([true, true]);
		expect(json[0].reviewReasons).toContain(`is ${pair[0]} here, and ${pair[1]} in b.xml`);
		expect(json[1].reviewReasons).toContain(`is ${pair[1]} here, and ${pair[0]} in a.pdf`);
		expect(json[0].alsoIn).toBeNull();
	});

	it('are not two files of the same kind, nor pictures: these stay, marked with the other name', async () => {
		const again = [forms[2]!, fileItem(taxPlatformXml(data), 'again.xml')];
		const { json, runs } = await run(again, { options: { validation: 'fullList' } });
		expect(json.map(({ reviewReasons }) => reviewReasons)).toEqual([null, 'Same invoice as a.xml']);
		expect(runs[0]!.hints).toMatchObject([
			{ type: 'warning', message: '2 read, 1 needs a review: read twice in this run.' },
		]);
		const pictures = ['a.png', 'b.png'].map((name) => fileItem(invoicePng(SCAN.truth), name));
		const photos = await run(pictures, {}, { withKeys: true });
		expect(photos.json.map(({ alsoIn, reviewReasons }) => [alsoIn, reviewReasons])).toEqual([
			[null, null],
			[null, 'Same invoice as a.png'],
		]);
	});

	it('are one where the data stand in a PDF, and in XBRL beside it', async () => {
		const xbrl = einvXbrl(data);
		const items = [
			fileItem(textPdf(made.pages, 'ucs2', { 'a.xbrl': xbrl }), 'a.pdf'),
			fileItem(ofd({ 'a.xbrl': xbrl }), 'a.ofd'),
			fileItem(xbrl, 'a.xml'),
		];
		const { json } = await run(items);
		expect(json).toMatchObject([{ source: 'xbrl', invoiceNumber: data.number }]);
		expect(json[0].alsoIn.split('\n')).toHaveLength(2);
	});

	it('data in a PDF take the lines that they lack from its page', async () => {
		const file = textPdf(made.pages, 'ucs2', { 'a.xbrl': einvXbrl(data) });
		const { json } = await run([fileItem(file, 'a.pdf')]);
		expect(json).toMatchObject([{ source: 'xbrl', needsReview: false, alsoIn: null }]);
		expect(json[0].goodsNames).toBe(made.lines.map(({ name }) => name).join('\n'));
	});

	const scanned = { ...picturePage, jpeg: invoiceJpeg(SCAN.truth) };

	it.each([
		['a page that shows them', made.pages],
		['a page that is a picture itself', [scanned]],
	])('data in a PDF with %s leave no scan behind it out', async (_, pages) => {
		const file = textPdf([...pages, scanned], 'ucs2', { 'a.xml': taxPlatformXml(data) });
		const { json } = await run([fileItem(file, 'a.pdf')], {}, { withKeys: true });
		expect(json.map(({ source, page }) => [source, page])).toEqual([
			['pdf', null],
			['ocr', pages.length + 1],
		]);
		const refused = await run([fileItem(file, 'a.pdf')]);
		expect(refused.error?.message).toContain(
			`Page ${pages.length + 1} of the file a.pdf is a scan`,
		);
	});

	it('data in a PDF whose only page is a picture are not recognized again', async () => {
		const before = requests();
		const file = textPdf([scanned], 'ucs2', { 'a.xml': taxPlatformXml(data) });
		const { json } = await run([fileItem(file, 'a.pdf')], {}, { withKeys: true });
		expect(json).toMatchObject([{ source: 'pdf', invoiceNumber: data.number }]);
		expect(requests()).toBe(before);
	});

	it('data in a PDF take the doubts of their page along with its lines', async () => {
		const pages = made.pages.map(({ texts, ...page }) => ({
			...page,
			texts: texts.map((one) => ({ ...one, text: one.text.replace(/\d+年\d+月\d+日/, '不详') })),
		}));
		const file = textPdf(pages, 'ucs2', { 'a.xbrl': einvXbrl(data) });
		const { json } = await run([fileItem(file, 'a.pdf')]);
		expect(json).toMatchObject([
			{
				source: 'xbrl',
				goodsNames: made.lines.map(({ name }) => name).join('\n'),
				reviewReasons: '"不详" stands beside 开票日期:',
			},
		]);
	});

	it('data in a PDF and its page that differ both stay, each marked with both values', async () => {
		const other = { ...data, total: '1.00', words: '壹圆整' };
		const file = textPdf(made.pages, 'ucs2', { 'a.xbrl': einvXbrl(other) });
		const { json } = await run([fileItem(file, 'a.pdf')]);
		const total = (made.truth.totalWithTax / 100).toFixed(2);
		expect(json.map(({ source, page, needsReview }) => [source, page, needsReview])).toEqual([
			['xbrl', null, true],
			['pdf', 1, true],
		]);
		expect(json[0].reviewReasons).toContain(`is 1.00 here, and ${total} in page 1 of a.pdf`);
		expect(json[1].reviewReasons).toContain(`is ${total} here, and 1.00 in the data in a.pdf`);
	});

	it.each(['invoices', 'lines'])(
		'pass on the input file with a row that stays: %s',
		async (output) => {
			const archive = zip({ 'a.pdf': pdfOf(made), 'a.xml': taxPlatformXml(data), 'b.xml': XML });
			const { items } = await run([fileItem(archive, 'mail.zip')], {
				output,
				options: { putInputFileInOutput: true },
			});
			const rows = items.map(({ json, binary }) => [json.source, binary?.data?.fileName]);
			expect(rows.filter(([source]) => source !== 'xml')).toEqual([]);
			expect(rows.map(([, file]) => file)).toEqual([
				'mail.zip',
				...rows.slice(1).map(() => undefined),
			]);
		},
	);

	it('are one also where another one of them is damaged, which is told as an error', async () => {
		const damaged = fileItem(pdfOf(made).subarray(0, 300), 'a.pdf');
		for (const output of ['invoices', 'lines']) {
			const { outputs } = await run(
				[damaged, ...forms.slice(1)],
				{ output },
				{ onError: 'continueErrorOutput' },
			);
			expect(outputs[0]!.map(({ json }) => [json.source, json.alsoIn])).toEqual(
				outputs[0]!.map(() => ['xml', 'a.ofd']),
			);
			expect(outputs[0]!.map(({ pairedItem }) => pairedItem)).toEqual(
				outputs[0]!.map(() => ({ item: 2 })),
			);
			expect(outputs[1]).toMatchObject([
				{ json: { error: { fileName: 'a.pdf' } }, pairedItem: { item: 0 } },
			]);
		}
	});

	it('all stay with the full response, each with its file, page and source', async () => {
		const mixed = fileItem(textPdf([picturePage, ...made.pages], 'ucs2'), 'm.pdf');
		const { json } = await run([mixed, forms[2]!], { output: 'fullResponse' }, { withKeys: true });
		expect(json.map(({ fileName, page, source }) => [fileName, page, source])).toEqual([
			['m.pdf', 1, 'ocr'],
			['m.pdf', 2, 'pdf'],
			['a.xml', null, 'xml'],
		]);
		expect(json[0].payload.result.text).toMatchObject({ error_code: 0 });
	});

	it('are in the account that the full response has of each file', async () => {
		const archive = zip({
			'a.pdf': pdfOf(made),
			'trips.pdf': textPdf([textPage('滴滴出行-行程单')], 'ucs2'),
		});
		const { json } = await run([fileItem(archive, 'm.zip')], { output: 'fullResponse' });
		const [{ account }, ...others] = json;
		expect(others).toEqual([]);
		expect(account).toEqual([
			{ inside: 'a.pdf', page: 1, result: 'invoice', invoiceNumber: made.truth.number },
			{
				inside: 'trips.pdf',
				page: null,
				result: 'no invoice',
				what: 'is a trip list, not an invoice',
			},
		]);
	});

	it('that come twice, as two mails bring them, are one row and one that is marked', async () => {
		const archive = zip({ 'a.pdf': pdfOf(made), 'a.xml': taxPlatformXml(data) });
		const { json } = await run([fileItem(archive, 'one.zip'), fileItem(archive, 'two.zip')]);
		expect(json).toMatchObject([
			{ fileName: 'one.zip/a.xml', alsoIn: 'one.zip/a.pdf', reviewReasons: null },
			{
				fileName: 'two.zip/a.xml',
				alsoIn: 'two.zip/a.pdf',
				reviewReasons: 'Same invoice as one.zip/a.xml',
			},
		]);
	});

	it('are told from a repeat, in whatever order they come', async () => {
		const { json } = await run([forms[0]!, fileItem(pdfOf(made), 'again.pdf'), forms[2]!]);
		expect(
			json.map(({ fileName, alsoIn, reviewReasons }) => [fileName, alsoIn, reviewReasons]),
		).toEqual([
			['again.pdf', null, 'Same invoice as a.xml'],
			['a.xml', 'a.pdf', null],
		]);
	});

	it('says it in Chinese with Chinese labels', async () => {
		const { json } = await run([forms[2]!, fileItem(taxPlatformXml(data), 'again.xml')], {
			options: { fieldNames: 'chinese' },
		});
		expect(json[1].reviewReasons).toBe('与 a.xml 是同一张发票');
	});
});

it('lets one bad file not stop the others, and gives it on with its error', async () => {
	const items = [fileItem('x', 'bad.xml'), fileItem(XML, 'good.xml')];
	const { outputs } = await run(items, {}, { onError: 'continueErrorOutput' });
	expect(outputs[0]).toMatchObject([{ json: { fileName: 'good.xml' }, pairedItem: { item: 1 } }]);
	expect(outputs[0]![0]!.binary).toBeUndefined();
	expect(outputs[1]).toMatchObject([
		{ json: { error: expect.anything() }, binary: { data: { fileName: 'bad.xml' } } },
	]);
});

it('says in a field of every error whose it is, and names nothing that has no name', async () => {
	const pdf = textPdf([textPage('会议纪要'), picturePage], 'ucs2');
	const items = [
		fileItem('x', 'bad.xml'),
		fileItem('', 'empty.pdf'),
		fileItem(Buffer.alloc(20 * 1024 * 1024 + 1), 'large.pdf'),
		fileItem(invoicePng(SCAN.truth), 'photo.png'),
		fileItem(zip({ 'a.txt': 'x' }), 'one.zip'),
		fileItem(pdf, 'pages.pdf'),
		fileItem('x'),
		{ json: {} },
	];
	const { outputs } = await run(items, {}, { onError: 'continueErrorOutput' });
	expect(outputs[1]!.map(({ json }) => [(json.error as any).fileName, json.error])).toMatchObject([
		['bad.xml', {}],
		['empty.pdf', {}],
		['large.pdf', {}],
		['photo.png', {}],
		['one.zip/a.txt', {}],
		['pages.pdf', { page: 1 }],
		['pages.pdf', { page: 2 }],
		[undefined, {}],
		[undefined, {}],
	]);
});

it('is named by its address where that failed', async () => {
	const fileUrl = 'http://127.0.0.1:1/files/%E5%8F%91%E7%A5%A8.xml?signature=secret';
	const settings = { onError: 'continueErrorOutput' } as const;
	const options = { maxTries: 1 };
	const { outputs } = await run([{ json: {} }], { fileSource: 'url', fileUrl, options }, settings);
	expect(outputs[1]).toMatchObject([{ json: { error: { fileName: '发票.xml' } } }]);
	expect(JSON.stringify(outputs[1])).not.toContain('secret');
});

it('passes the file on where the option says so, once for each file', async () => {
	const { items } = await run([fileItem(XML, 'a.xml')], {
		output: 'lines',
		options: { putInputFileInOutput: true },
	});
	expect(items.map(({ binary }) => binary?.data?.fileName)).toEqual(['a.xml', undefined]);
});

it('gives no invoice for a picture without one', async () => {
	const { error } = await run([fileItem(JPEG, 'cat.jpg')], {}, { withKeys: true });
	expect(error?.message).toBe('No invoice was found in the image (cat.jpg)');
});
