/** With Chinese Labels everything that Invoice OCR says is Chinese: one file of each kind that it refuses. */
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { zipSync } from 'fflate';

import { IflytekInvoiceOcr } from '../../nodes/IflytekInvoiceOcr/IflytekInvoiceOcr.node';
import { invoiceBmp } from '../emulator/fixtures/invoiceImages';
import { sampleInvoice } from '../emulator/fixtures/sampleInvoice';
import { taxPlatformXml, TEST_INVOICE } from '../fixtures/eInvoice';
import { JPEG } from '../fixtures/pdf';
import { textPdf, type TextPage } from '../fixtures/pdf/text';
import { expectChinese } from '../support/chinese';
import { serve } from '../support/httpServer';
import { signatureCredential, useEmulator } from './credentials';
import { fileItem, runNode, withDefaults } from './engine';

const bed = useEmulator();

interface Told {
	message: string;
	description: string;
}

async function run(
	items: INodeExecutionData[],
	parameters: INodeParameters = {},
	{ withKeys = false, credential = {}, onError = 'continueRegularOutput' } = {},
) {
	const node = new IflytekInvoiceOcr();
	const { options = {}, ...others } = parameters;
	const { iflytekSignatureApi } = signatureCredential(bed.emulator);
	const { type, data } = iflytekSignatureApi!;
	const result = await runNode({
		node,
		parameters: withDefaults(node, {
			operation: 'read',
			...others,
			options: { fieldNames: 'chinese', ...(options as object) },
		}),
		items,
		settings: { onError } as never,
		...(withKeys && {
			credentials: { iflytekSignatureApi: { type, data: { ...data, ...credential } } },
		}),
	});
	const hints = result.runs.flatMap((one) => (one as any).hints ?? []) as Array<{
		message: string;
	}>;
	return { ...result, hints, json: result.items.map(({ json }) => json as Record<string, any>) };
}

/** Names of files are what users wrote. */
const unnamed = (text: string) => text.replace(/“[^”]*”/g, '“”');

function expectToldInChinese(error: Partial<Told> | undefined): void {
	expectChinese(unnamed(error?.message ?? ''));
	expectChinese(unnamed(error?.description ?? ''));
}

const page = (...lines: string[]): TextPage => ({
	texts: lines.map((text, index) => ({ text, x: 50, y: 60 + 20 * index, size: 10 })),
	width: 600,
	height: 800,
});
const pdf = (...pages: TextPage[]) => textPdf(pages, 'ucs2');
const zip = (files: Record<string, Buffer | string>) =>
	Buffer.from(
		zipSync(
			Object.fromEntries(Object.entries(files).map(([name, one]) => [name, Buffer.from(one)])),
		),
	);
const XML = taxPlatformXml(TEST_INVOICE);

/** Sets the flag of a password in the directory. */
function locked(file: Buffer, name: string): Buffer {
	const record = file.lastIndexOf(name) - 46;
	file.writeUInt16LE(file.readUInt16LE(record + 8) | 1, record + 8);
	return file;
}

const FILES: Array<[what: string, bytes: Buffer | string, inChinese: RegExp]> = [
	['an empty file', '', /^文件“a.bin”是空的/],
	['a large file', Buffer.alloc(20 * 1024 * 1024 + 1), /^文件“a.bin”超过 20 MB/],
	['plain text', 'hello', /是纯文本/],
	['unknown bytes', Buffer.from([0, 1, 2, 3, 0xff]), /不是此节点能读取的格式/],
	['a web page', '<html><body>Log in</body></html>', /是网页/],
	['an email', 'From: a@b.c\nMIME-Version: 1.0\n\nx', /是电子邮件/],
	['an old Office file', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /旧版 Office/],
	['a RAR archive', Buffer.from('526172211a0700', 'hex'), /RAR/],
	[
		'a Word file',
		zip({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<a/>' }),
		/Office/,
	],
	['TIFF', Buffer.from([0x49, 0x49, 0x2a, 0, 0, 0]), /TIFF/],
	['GIF', 'GIF89a', /GIF/],
	['HEIC', Buffer.from('\0\0\0\x18ftypheic'), /HEIC/],
	['broken XML', '<EInvoice><a', /不是有效的 XML：/],
	['another XML', '<feed><entry/></feed>', /没有此节点能读取的发票数据/],
	[
		'a bank receipt in XBRL',
		'<xbrl><b:NameOfPayerBank xmlns:b="x">甲</b:NameOfPayerBank></xbrl>',
		/银行/,
	],
	['a damaged PDF', '%PDF-1.7\nnothing', /已损坏/],
	['a PDF that is cut off', pdf(page('发票')).subarray(0, 400), /[已不]/],
	['a trip list', pdf(page('滴滴出行-行程单', '合计24.70元')), /是行程单/],
	['a text', pdf(page('会议纪要')), /有文字/],
	['empty pages', pdf(page()), /只有空白页/],
	[
		'some refused pages',
		pdf(page('报价单'), page(), page('报价单'), page('报价单')),
		/^文件“a.bin”第 1 页（还有 3、4）是报价单/,
	],
	['a scan', pdf({ ...page(), jpeg: JPEG }), /是扫描件，而没有选择用于识别的凭据/],
	['a photo', JPEG, /是图片，而没有选择用于识别的凭据/],
	['a damaged archive', zip({ 'a.xml': XML }).subarray(0, 60), /已损坏|不是完整的/],
	['an archive with a password', locked(zip({ 'a.xml': XML }), 'a.xml'), /密码/],
	['an archive of nothing', zip({ 'x/': '' }), /没有文件的 ZIP/],
	[
		'an archive with a bad member',
		zip({ 'b.xml': '<EInvoice' }),
		/^文件“a.bin\/b.xml”不是有效的 XML/,
	],
	['an OFD with a name that leads out', zip({ 'OFD.xml': '<OFD/>', '../x': 'y' }), /指向文件以外/],
	['an OFD without its parts', zip({ 'OFD.xml': '<OFD/>' }), /没有指明文档/],
];

it.each(FILES)('%s is refused in Chinese, with what to do', async (_, bytes, inChinese) => {
	const { json } = await run([fileItem(bytes, 'a.bin')]);
	expect(json[0]!.error.message).toMatch(inChinese);
	expectToldInChinese(json[0]!.error);
});

it('a refusal stops the node in Chinese, too', async () => {
	const { error } = await run(
		[fileItem('hello', 'a.bin'), fileItem(XML)],
		{},
		{ onError: 'stopWorkflow' },
	);
	expectToldInChinese(error as Partial<Told>);
	expect(error?.description).toContain('如仍要得到其他结果');
});

it('a file that a pattern found and that is passed over is named in Chinese', async () => {
	const tiny = invoiceBmp(sampleInvoice({ seed: 7, lines: 1 }).truth).subarray(0, 54);
	tiny.writeInt32LE(20, 18);
	tiny.writeInt32LE(20, 22);
	const item = fileItem(XML, 'a.xml');
	const other = fileItem('hello', 'b.txt');
	const small = fileItem(tiny, 'c.bmp');
	item.binary = { a: item.binary!.data!, b: other.binary!.data!, c: small.binary!.data! };
	const { hints, json } = await run([item], { binaryPropertyName: '*' });
	expect(json).toHaveLength(1);
	const told = hints.map(({ message }) => message).find((message) => message.includes('已跳过'));
	expect(told).toMatch(
		/^已跳过：b \(b.txt\)（是纯文本，不是发票文件）、c \(c.bmp\)（图片只有 20 × 20 像素，对发票来说太小）。/,
	);
});

describe('an address', () => {
	it.each([
		['nothing', '={{ "" }}', /^“File URL”为空/],
		['no address', 'a b', /^“File URL”不是网址/],
		['a host that is not there', 'http://127.0.0.1:1/a.pdf', /^无法下载“File URL”中的文件：/],
	])('with %s is told in Chinese', async (_, fileUrl, inChinese) => {
		const options = { maxTries: 1, maxTimePerItem: 1 };
		const { json } = await run([{ json: {} }], { fileSource: 'url', fileUrl, options });
		expect(json[0]!.error.message).toMatch(inChinese);
		expectToldInChinese(json[0]!.error);
	});

	it.each([
		['a page that is missing', 404, 'gone', /返回的不是文件，而是 HTTP 404/],
		['a host that is busy', 503, 'busy', /HTTP 503/],
		['a login page', 200, '<html><body>Log in</body></html>', /打开的是网页/],
		['a large file', 200, Buffer.alloc(20 * 1024 * 1024 + 1), /超过 20 MB/],
		['an endless redirect', 302, '', /一直在重定向/],
	])('of %s is told in Chinese', async (_, status, body, inChinese) => {
		const host = await serve((_request, response) => {
			response.writeHead(status, {
				location: '/again',
				'content-type':
					status === 200 && typeof body === 'string' ? 'text/html' : 'application/pdf',
			});
			response.end(body);
		});
		const fileUrl = `${host.url}/a.pdf`;
		const options = { maxTimePerItem: 1 };
		const { json } = await run([{ json: {} }], { fileSource: 'url', fileUrl, options });
		host.stop();
		expect(json[0]!.error.message).toMatch(inChinese);
		expectToldInChinese(json[0]!.error);
	});
});

describe('a value that cannot be used', () => {
	it.each([
		[{ fileSource: 'text', xmlText: ' ' }],
		[{ fileSource: 'base64', fileBase64: '={{ "" }}' }],
		[{ fileSource: 'base64', fileBase64: '你好' }],
		[{ fileSource: 'base64', fileBase64: '={{ [1] }}' }],
		[{ options: { minimumConfidence: 7 } }],
		[{ options: { requestFields: { fields: { imageFormat: 'png' } } } }],
		[{ output: '={{ "x" }}' }],
	])('%j is told in Chinese', async (parameters) => {
		const items = [fileItem(JPEG, 'a.jpg')];
		const { json, error } = await run(items, parameters as never, { withKeys: true });
		expectToldInChinese((json[0]?.error ?? error) as Partial<Told>);
	});

	it.each([
		[{ baseUrl: '' }, /^凭据中的“Base URL”为空/],
		[{ baseUrl: 'xf-yun.com' }, /^凭据中的“Base URL”不是网址/],
		[{ baseUrl: 'https://a:b@x.com' }, /用户名或密码/],
		[{ baseUrl: 'https://x.com?a=1' }, /查询参数/],
		[{ apiKey: ' ' }, /^凭据中的“API Key”为空/],
		[{ apiSecret: 'a\nb' }, /^凭据中的“API Secret”含有换行/],
		[{ appId: '' }, /^凭据中的“App ID”为空/],
	])('of the credential is told in Chinese: %j', async (credential, inChinese) => {
		const settings = { withKeys: true, credential };
		const { json, error } = await run([fileItem(JPEG, 'a.jpg')], {}, settings);
		const told = (json[0]?.error ?? error) as Partial<Told>;
		expect(told.message).toMatch(inChinese);
		expectToldInChinese(told);
	});
});

it('what n8n does not remember is told in Chinese, and that all is forgotten', async () => {
	const options = { repeatsOfEarlierRuns: 'mark' };
	const { error } = await run([fileItem(XML)], { options }, { onError: 'stopWorkflow' });
	if (error) expectToldInChinese(error as Partial<Told>);
	const forgotten = await run([fileItem(XML)], { options: { repeatsOfEarlierRuns: 'forget' } });
	for (const { message } of forgotten.hints) expectChinese(message);
});
