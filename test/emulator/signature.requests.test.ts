import {
	invoiceOnlyAccount,
	secondSignatureAccount,
	startEmulator,
	textOnlyAccount,
	type Emulator,
} from './index';
import {
	decoded,
	INVOICE_PATH,
	invoiceBody,
	sendSigned,
	TEXT_PATH,
	textBody,
	type Reply,
} from './fixtures/client';
import { foreignFiles, tiff } from './fixtures/images';
import { invoiceBmp, invoiceJpeg, invoicePng } from './fixtures/invoiceImages';
import { sampleInvoice } from './fixtures/sampleInvoice';

const { truth } = sampleInvoice();
const picture = invoicePng(truth);

let emulator: Emulator;
const post = async (path: string, body: unknown): Promise<Reply> =>
	await sendSigned(emulator.port, path, body);
const codeOf = (reply: Reply): unknown => reply.json.header.code;

/** Changes one field of a body; undefined takes it out. */
function change(body: any, path: string, value: unknown): any {
	const keys = path.split('.');
	const last = keys.pop() as string;
	const holder = keys.reduce((at, key) => at[key], body);
	if (value === undefined) delete holder[last];
	else holder[last] = value;
	return body;
}

beforeAll(async () => {
	emulator = await startEmulator();
});
afterAll(async () => await emulator.stop());
beforeEach(() => emulator.reset());

describe('invoice request, documented', () => {
	const data = 'payload.s824758f1_data_1';
	const result = 'parameter.s824758f1.result';

	it.each<[string, unknown, number]>([
		['header', undefined, 10163],
		['header', 'x', 10163],
		['header.app_id', undefined, 10313],
		['header.app_id', '', 10313],
		['header.app_id', 7, 10313],
		['header.app_id', secondSignatureAccount.appId, 10313],
		['header.status', undefined, 10163],
		['header.status', 2, 10163],
		['header.status', '2', 10163],
		['header.status', true, 10163],
		['header.status', '3', 0],
		['header.uid', 'someone', 10163],
		['parameter', undefined, 10163],
		['parameter.s824758f1', undefined, 10163],
		['parameter.s824758f1', [], 10163],
		['parameter.s824758f1.res_id', 'x', 10163],
		[result, undefined, 10163],
		[`${result}.encoding`, undefined, 0],
		[`${result}.encoding`, 'gbk', 10163],
		[`${result}.encoding`, 8, 10163],
		[`${result}.compress`, undefined, 0],
		[`${result}.compress`, 'gzip', 10163],
		[`${result}.format`, undefined, 0],
		[`${result}.format`, 'plain', 10163],
		['parameter.s824758f1.template_list', undefined, 10163],
		['parameter.s824758f1.template_list', 'train_ticket', 10163],
		['parameter.s824758f1.template_list', ['vat_invoice'], 10163],
		['payload', undefined, 10163],
		[data, undefined, 10163],
		[`${data}.encoding`, 'png', 0],
		[`${data}.encoding`, 'gif', 10163],
		[`${data}.encoding`, 'PNG', 10163],
		[`${data}.encoding`, 'tif', 10163],
		[`${data}.encoding`, 'jpg', 10222],
		[`${data}.encoding`, undefined, 10222],
		[`${data}.image`, undefined, 10222],
		[`${data}.image`, '', 10222],
		[`${data}.image`, 5, 10163],
		[`${data}.image`, 'no base64!', 10163],
		[`${data}.image`, picture.toString('base64url'), 10163],
		[`${data}.image`, `data:image/png;base64,${picture.toString('base64')}`, 10163],
		[`${data}.status`, undefined, 0],
		[`${data}.status`, 0, 10163],
		[`${data}.status`, '3', 10163],
		['extra', 1, 10163],
	])('%s = %j gives %d', async (path, value, code) => {
		const reply = await post(INVOICE_PATH, change(invoiceBody(picture), path, value));
		expect(reply.status).toBe(200);
		expect(codeOf(reply)).toBe(code);
		expect('payload' in reply.json).toBe(code === 0);
		expect(emulator.ledger().entries.at(-1)?.code).toBe(String(code));
	});

	it.each([
		['', 10163],
		['{"header":', 10163],
		['[]', 10163],
		['null', 10163],
		['"x"', 10163],
	])('body %j gives %d', async (body, code) => {
		const reply = await post(INVOICE_PATH, body);
		expect([codeOf(reply), reply.json.header.message]).toEqual([
			code,
			expect.stringMatching(/^param validate error:/),
		]);
	});

	it('takes all four formats and refuses every other kind of file', async () => {
		const sent: Array<[Buffer, string | null]> = [
			[picture, 'png'],
			[invoiceJpeg(truth), 'jpg'],
			[invoiceJpeg(truth), 'jpeg'],
			[invoiceJpeg(truth), null],
			[invoiceBmp(truth), 'bmp'],
		];
		for (const [image, encoding] of sent) {
			const reply = await post(INVOICE_PATH, invoiceBody(image, encoding));
			expect(decoded(reply).error_code).toBe(0);
		}
		for (const image of [...Object.values(foreignFiles), tiff()]) {
			const reply = await post(INVOICE_PATH, invoiceBody(image, 'jpg'));
			expect([reply.json.header.code, reply.json.header.message]).toEqual([
				10222,
				'context deadline exceeded',
			]);
		}
	});

	it('takes an image of 4 MB after base64 and not four characters more', async () => {
		const limit = 4 * 1024 * 1024;
		const most = invoiceJpeg(truth, { padTo: (limit / 4) * 3 });
		const more = Buffer.concat([most, Buffer.alloc(3)]);
		expect([most, more].map((image) => image.toString('base64').length)).toEqual([
			limit,
			limit + 4,
		]);
		expect(codeOf(await post(INVOICE_PATH, invoiceBody(most, 'jpg')))).toBe(0);
		expect(codeOf(await post(INVOICE_PATH, invoiceBody(more, 'jpg')))).toBe(10163);
	});

	it('takes a body of 6 MB in stride and refuses one above 16 MB', async () => {
		const body = invoiceBody('A'.repeat(6 * 1024 * 1024), 'jpg');
		expect(codeOf(await post(INVOICE_PATH, body))).toBe(10163);
		const reply = await post(INVOICE_PATH, Buffer.alloc(17 * 1024 * 1024, 0x20));
		expect(reply.status).toBe(413);
	});
});

describe('text request, documented', () => {
	const result = 'parameter.s9a87e3ec.result';

	it.each<[string, unknown, number]>([
		['header', undefined, 10163],
		['header.app_id', undefined, 10163],
		['header.app_id', '', 10313],
		['header.app_id', secondSignatureAccount.appId, 10313],
		['header.status', undefined, 10163],
		['header.status', 1, 10163],
		['header.status', '3', 0],
		['header.uid', 'someone', 10163],
		['parameter', undefined, 10163],
		['parameter.s9a87e3ec', undefined, 10163],
		['parameter.s9a87e3ec.res_id', 'list-1', 10163],
		[result, undefined, 10163],
		...['encoding', 'compress', 'format'].flatMap((name): Array<[string, unknown, number]> => [
			[`${result}.${name}`, undefined, 10163],
			[`${result}.${name}`, 'other', 10163],
			[`${result}.${name}`, 1, 10163],
			[`payload.input.${name}`, undefined, 10163],
			[`payload.input.${name}`, 'other', 10163],
			[`payload.input.${name}`, null, 10163],
		]),
		['payload', undefined, 10163],
		['payload.input', undefined, 10163],
		['payload.input', 'text', 10163],
		['payload.input.text', undefined, 10163],
		['payload.input.text', 5, 10163],
		['payload.input.text', '', 10009],
		['payload.input.text', '你好', 10161],
		['payload.input.text', 'abc', 10161],
		['payload.input.text', '5L2g5aW9\n', 10161],
		['payload.input.text', '5L2g5a\nW', 10161],
		['payload.input.text', '5L2g!!!!', 10161],
		['payload.input.text', '5L2g====', 10161],
		['payload.input.text', '5L2g-_-_', 10161],
		['payload.input.text', Buffer.from([0xff, 0xfe, 0x41]).toString('base64'), 10009],
		['payload.input.status', undefined, 10163],
		['payload.input.status', 2, 10163],
		['payload.input.status', '3', 10163],
		['payload.extra', {}, 10163],
	])('%s = %j gives %d', async (path, value, code) => {
		const reply = await post(TEXT_PATH, change(textBody('你好'), path, value));
		expect(reply.status).toBe(200);
		expect(codeOf(reply)).toBe(code);
	});

	it('says 10160 for a body that is not JSON, 10163 for JSON of another shape', async () => {
		expect((await post(TEXT_PATH, 'text=abc')).json.header).toMatchObject({
			code: 10160,
			message: 'parse request json error',
		});
		const inGbk = Buffer.concat([
			Buffer.from('{"header":"'),
			Buffer.from([0xc4, 0xe3]),
			Buffer.from('"}'),
		]);
		expect(codeOf(await post(TEXT_PATH, inGbk))).toBe(10160);
		expect(codeOf(await post(INVOICE_PATH, inGbk))).toBe(10163);
		expect(codeOf(await post(TEXT_PATH, '\ufeff{}'))).toBe(10160);
		expect(codeOf(await post(TEXT_PATH, '[1]'))).toBe(10163);
	});

	it.each([
		['1750 Chinese characters, 7000 bytes of base64', '字'.repeat(1750), 0],
		['1751 Chinese characters, 7004 bytes of base64', '字'.repeat(1751), 10222],
		['2000 letters', 'a'.repeat(2000), 0],
		['2001 letters', 'a'.repeat(2001), 10222],
		['1312 emoji, 2624 UTF-16 units, 7000 bytes', '😀'.repeat(1312) + 'aa', 0],
		['1313 emoji, 7004 bytes', '😀'.repeat(1313), 10222],
	])('%s', async (_, text, code) => {
		const body = textBody(text);
		if (code === 0) expect(body.payload.input.text.length).toBeLessThanOrEqual(7000);
		expect(codeOf(await post(TEXT_PATH, body))).toBe(code);
	});

	it('gives a format back only where the request set it', async () => {
		emulator.set({ voice: 'observed' });
		const body = change(textBody('你好'), `${result}.compress`, undefined);
		const reply = await post(TEXT_PATH, body);
		expect(reply.json.payload.result).toMatchObject({ encoding: 'utf8', format: 'json' });
		expect('compress' in reply.json.payload.result).toBe(false);
	});
});

describe('licences', () => {
	const asInvoiceOnly = {
		apiKey: invoiceOnlyAccount.apiKey,
		apiSecret: invoiceOnlyAccount.apiSecret,
	};
	const body = (): unknown => change(textBody('你好'), 'header.app_id', invoiceOnlyAccount.appId);

	it('answers 10010 documented and 11200 observed', async () => {
		const ask = async (): Promise<unknown[]> => {
			const reply = await sendSigned(emulator.port, TEXT_PATH, body(), asInvoiceOnly);
			return [reply.status, reply.json.header.code, reply.json.header.message];
		};
		expect(await ask()).toEqual([200, 10010, 'service license not enough']);
		emulator.set({ voice: 'observed' });
		expect(await ask()).toEqual([502, 11200, 'auth no license']);
	});

	it('holds for the one service each account has', async () => {
		const invoice = change(invoiceBody(picture), 'header.app_id', textOnlyAccount.appId);
		const asTextOnly = { apiKey: textOnlyAccount.apiKey, apiSecret: textOnlyAccount.apiSecret };
		const refused = await sendSigned(emulator.port, INVOICE_PATH, invoice, asTextOnly);
		expect(codeOf(refused)).toBe(10010);
		invoice.header.app_id = invoiceOnlyAccount.appId;
		const accepted = await sendSigned(emulator.port, INVOICE_PATH, invoice, asInvoiceOnly);
		expect(codeOf(accepted)).toBe(0);
	});
});

describe('requests, observed', () => {
	beforeEach(() => emulator.set({ voice: 'observed' }));

	it.each<[string, unknown, number, number, string]>([
		['header.app_id', '', 400, 10313, 'appid cannot be empty'],
		['header.app_id', undefined, 400, 10313, 'appid cannot be empty'],
		['header.app_id', 'other', 400, 10313, 'app_id and api_key does not match'],
		['payload.input.text', undefined, 400, 10163, 'parameter schema validate error: '],
		['payload.input.encoding', 'gbk', 400, 10163, 'parameter schema validate error: '],
		['payload.input.text', '你好', 400, 10163, 'base64 decode error,input stream,field : input'],
		['payload.input.text', 'YWFh'.repeat(1751), 502, 10222, 'context deadline exceeded'],
	])('%s = %j gives HTTP %d, %d', async (path, value, status, code, message) => {
		const reply = await post(TEXT_PATH, change(textBody('你好'), path, value));
		expect(reply.status).toBe(status);
		expect(Object.keys(reply.json)).toEqual(['header']);
		expect(Object.keys(reply.json.header)).toEqual(['code', 'message', 'sid']);
		expect(reply.json.header.code).toBe(code);
		expect(reply.json.header.message.startsWith(message)).toBe(true);
	});

	it('refuses a body that is no JSON and a content type that is not JSON', async () => {
		const broken = await post(TEXT_PATH, '{');
		expect([broken.status, broken.json.header]).toEqual([
			400,
			{ code: 10163, message: 'request body must be json', sid: expect.any(String) },
		]);
		for (const headers of [{}, { 'Content-Type': 'application/x-www-form-urlencoded' }] as Array<
			Record<string, string>
		>) {
			const reply = await sendSigned(emulator.port, TEXT_PATH, textBody('你好'), {}, headers);
			expect([reply.status, reply.json]).toEqual([
				400,
				{ message: 'content-type must be application/json' },
			]);
		}
		const charset = { 'Content-Type': 'Application/JSON; charset=utf-8' };
		const reply = await sendSigned(emulator.port, TEXT_PATH, textBody('你好'), {}, charset);
		expect(codeOf(reply)).toBe(0);
	});

	it('takes res_id, uid and absent formats, and notes them as deviations', async () => {
		const body = textBody('你好');
		body.header.uid = 'someone';
		body.parameter.s9a87e3ec.res_id = 'list-1';
		delete body.payload.input.compress;
		expect(codeOf(await post(TEXT_PATH, body))).toBe(0);
		expect(emulator.ledger().entries.at(-1)?.deviations).toEqual([
			"'header.uid' is not a field",
			"'parameter.s9a87e3ec.res_id' is not a field",
			"'payload.input.compress' is required",
		]);
	});

	it('looks at an invoice’s bytes, not at the format declared', async () => {
		expect(codeOf(await post(INVOICE_PATH, invoiceBody(picture, 'jpg')))).toBe(0);
		expect(emulator.ledger().entries.at(-1)?.deviations).toEqual(['image is png but declared jpg']);
	});
});
