import { secondSignatureAccount, startEmulator, type Emulator } from './index';
import {
	INVOICE_PATH,
	invoiceBody,
	sendSigned,
	TEXT_PATH,
	textBody,
	type Reply,
} from './fixtures/client';
import { invoiceJpeg, invoicePng } from './fixtures/invoiceImages';
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
});
