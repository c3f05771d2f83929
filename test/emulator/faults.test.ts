import { request as httpRequest } from 'node:http';
import { connect, createServer, type AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import {
	invoiceOnlyAccount,
	mainSignatureAccount,
	startEmulator,
	textOnlyAccount,
	type Emulator,
	type FaultOrder,
} from './index';
import {
	checksumHeaders,
	decoded,
	INVOICE_PATH,
	invoiceBody,
	OBJECT_PATH,
	SCENE_PATH,
	send,
	sendImage,
	sendSigned,
	signedPath,
	TEXT_PATH,
	textBody,
	type Reply,
} from './fixtures/client';
import { tiff } from './fixtures/images';
import { invoicePng } from './fixtures/invoiceImages';
import { labelledPng } from './fixtures/labelled';
import { sampleInvoice } from './fixtures/sampleInvoice';
import { sha256 } from './images/truths';

const invoice = invoicePng(sampleInvoice().truth);
const photo = labelledPng(9);

let emulator: Emulator;
const ask: Record<string, () => Promise<Reply>> = {
	invoice: async () => await sendSigned(emulator.port, INVOICE_PATH, invoiceBody(invoice)),
	text: async () => await sendSigned(emulator.port, TEXT_PATH, textBody('画蛇天足')),
	scene: async () => await sendImage(emulator.port, SCENE_PATH, photo),
	object: async () => await sendImage(emulator.port, OBJECT_PATH, photo),
};
const sendText = async (content: string, account = mainSignatureAccount): Promise<Reply> => {
	const body = textBody(content);
	body.header.app_id = account.appId;
	return await sendSigned(emulator.port, TEXT_PATH, body, account);
};
const sendInvoice = async (image: Buffer, account = mainSignatureAccount): Promise<Reply> => {
	const body = invoiceBody(image);
	body.header.app_id = account.appId;
	return await sendSigned(emulator.port, INVOICE_PATH, body, account);
};
const codeOf = ({ json }: Reply): unknown => json?.header?.code ?? json?.code;
const text = async (): Promise<unknown> => codeOf(await ask.text());

beforeAll(async () => {
	emulator = await startEmulator();
});
afterAll(async () => await emulator.stop());
beforeEach(() => emulator.reset());

const INVOICE_CODES: Array<[number, string]> = [
	[10010, 'service license not enough'],
	[10019, 'service read buffer timeout, session timeout'],
	[10106, 'wrapper output data invalid(key or type)'],
	[10163, 'param validate error:...'],
	[10222, 'context deadline exceeded'],
	[10313, 'invalid appid'],
	[37042, 'Failure'],
];
const TEXT_CODES: Array<[number, string]> = [
	[10009, 'input invalid data'],
	[10010, 'service license not enough'],
	[10019, 'service read buffer timeout, session timeout'],
	[10139, 'invalid param'],
	[10160, 'parse request json error'],
	[10161, 'parse base64 string error'],
	[10163, 'param validate error:...'],
	[10222, 'context deadline exceeded'],
	[10223, "RemoteLB: can't find valued addr lb"],
	[10313, 'invalid appid'],
];

describe('codes ordered', () => {
	it.each([
		...INVOICE_CODES.map(([code, message]) => ['invoice', code, message] as const),
		...TEXT_CODES.map(([code, message]) => ['text', code, message] as const),
	])('%s says %d in its header with the table’s message', async (service, code, message) => {
		emulator.order({ service, kind: 'code', code });
		const reply = await ask[service]();
		expect(reply.status).toBe(200);
		expect(reply.json).toEqual({ header: { code, message, sid: expect.any(String) } });
		expect(codeOf(await ask[service]())).toBe(0);
	});

	it.each(INVOICE_CODES)(
		'invoice says %d in the decoded text and in the object',
		async (code, message) => {
			emulator.order({ service: 'invoice', kind: 'code', code, level: 'service' });
			const whole = await ask.invoice();
			expect(codeOf(whole)).toBe(0);
			expect(decoded(whole)).toMatchObject({
				error_code: code,
				error_msg: message,
				object_list: [],
			});
			emulator.order({ service: 'invoice', kind: 'code', code, level: 'object' });
			const document = decoded(await ask.invoice());
			expect(document.error_code).toBe(0);
			expect(document.object_list).toEqual([
				expect.objectContaining({ error_code: code, error_msg: message, region_count: 0 }),
			]);
			expect(emulator.ledger().services.invoice?.outcomes).toEqual({ [code]: 2 });
		},
	);

	it.each([
		[10106, 'invalid parameter|invalid X-Param', []],
		[10105, 'illegal access|illegal client_ip', ''],
	])('scene and object say %d', async (code, desc, data) => {
		for (const service of ['scene', 'object']) {
			emulator.order({ service, kind: 'code', code });
			expect((await ask[service]()).json).toEqual({
				code: String(code),
				desc,
				data,
				sid: expect.any(String),
			});
		}
		emulator.order({ service: 'scene', kind: 'code', code, numeric: true, data: null, desc: 'x' });
		expect((await ask.scene()).json).toMatchObject({ code, data: null, desc: 'x' });
	});

	it.each([
		[10163, 400],
		[10313, 400],
		[10010, 502],
		[11200, 502],
		[11202, 502],
		[10223, 502],
		[11502, 500],
	])('%d comes with HTTP %d in the observed voice', async (code, status) => {
		emulator.set({ voice: 'observed' });
		emulator.order({ service: 'text', kind: 'code', code });
		const reply = await ask.text();
		expect([reply.status, codeOf(reply)]).toEqual([status, code]);
	});

	it('take any code, message and HTTP status', async () => {
		emulator.order({
			service: 'text',
			kind: 'code',
			code: 12345,
			message: 'own words',
			status: 418,
		});
		const reply = await ask.text();
		expect([reply.status, reply.json.header]).toEqual([
			418,
			{ code: 12345, message: 'own words', sid: expect.any(String) },
		]);
	});

	it('do not hide that a request is wrong', async () => {
		emulator.order({ service: 'text', kind: 'code', code: 10019, times: 'always' });
		const unsigned = await sendSigned(emulator.port, TEXT_PATH, textBody('x'), { apiSecret: 'x' });
		expect(unsigned.status).toBe(401);
		expect(emulator.faults()[0]).toMatchObject({ seen: 0, fired: 0 });
		expect(codeOf(await sendSigned(emulator.port, TEXT_PATH, '{'))).toBe(10160);
	});

	it.each<[string, FaultOrder['service'], () => Promise<Reply>, number]>([
		['a text too long', 'text', () => sendText('好'.repeat(2001)), 10222],
		['an empty text', 'text', () => sendText(''), 10009],
		['a text without a licence', 'text', () => sendText('好', invoiceOnlyAccount), 10010],
		['a picture of another format', 'invoice', () => sendInvoice(tiff()), 10222],
		['a picture that is none', 'invoice', () => sendInvoice(Buffer.from('text')), 10222],
		['an invoice without a licence', 'invoice', () => sendInvoice(invoice, textOnlyAccount), 10010],
	])('do not hide %s', async (_, service, request, code) => {
		emulator.order({ service, kind: 'code', code: 10019, times: 'always' });
		expect(codeOf(await request())).toBe(code);
	});
});

describe('results ordered', () => {
	it('play another document, text or payload', async () => {
		emulator.order({
			service: 'text',
			kind: 'decoded',
			document: { new_kind: [[0, 'a', 'b', 'c']] },
		});
		expect(decoded(await ask.text())).toEqual({ new_kind: [[0, 'a', 'b', 'c']] });
		emulator.order({ service: 'invoice', kind: 'decoded', document: [] });
		const reply = await ask.invoice();
		expect(Buffer.from(reply.json.payload.result.text, 'base64').toString()).toBe('[]');
		emulator.order({ service: 'text', kind: 'text', text: null });
		expect((await ask.text()).json.payload.result.text).toBeNull();
		emulator.order({ service: 'text', kind: 'noPayload' });
		expect(Object.keys((await ask.text()).json)).toEqual(['header']);
	});

	it('play raw JSON in place of base64', async () => {
		emulator.order({ kind: 'rawText', service: 'invoice' });
		expect((await ask.invoice()).json.payload.result.text).toMatchObject({ error_code: 0 });
		emulator.order({ kind: 'rawText', service: 'text' });
		expect((await ask.text()).json.payload.result.text.idm).toHaveLength(1);
	});

	it('play junk behind the decoded document', async () => {
		emulator.order({ service: 'invoice', kind: 'trailing', junk: '\u0000\u0001x' });
		const reply = await ask.invoice();
		const raw = Buffer.from(reply.json.payload.result.text, 'base64').toString();
		expect(raw.endsWith('}\u0000\u0001x')).toBe(true);
	});

	it.each([null, 0, '0', 10, 'refused'])('play ret %j once', async (ret) => {
		emulator.order({ service: 'text', kind: 'ret', ret });
		expect(decoded(await ask.text()).ret).toBe(ret);
		expect(decoded(await ask.text()).ret).toBe(0);
	});

	it('play another label or data', async () => {
		emulator.order({ service: 'scene', kind: 'label', label: -1 });
		expect((await ask.scene()).json.data.fileList[0].label).toBe(-1);
		emulator.order({ service: 'object', kind: 'data', data: { fileList: [] } });
		expect((await ask.object()).json.data).toEqual({ fileList: [] });
	});
});

describe('the line', () => {
	it.each(['invoice', 'text', 'scene', 'object'])('of %s breaks in every way', async (service) => {
		emulator.order({ service, kind: 'resetBefore' });
		await expect(ask[service]()).rejects.toThrow(/ECONNRESET|socket hang up/);
		emulator.order({ service, kind: 'resetAfter' });
		await expect(ask[service]()).rejects.toThrow(/ECONNRESET|socket hang up/);
		emulator.order({ service, kind: 'half' });
		await expect(ask[service]()).rejects.toThrow(/aborted|ECONNRESET/);

		emulator.order({ service, kind: 'status', status: 503 });
		expect((await ask[service]()).status).toBe(503);
		emulator.order({ service, kind: 'html' });
		const page = await ask[service]();
		expect([page.status, page.headers['content-type'], page.json]).toEqual([
			200,
			'text/html',
			undefined,
		]);
		expect(page.body).toContain('<html>');
		emulator.order({ service, kind: 'notJson' });
		const broken = await ask[service]();
		expect([broken.status, broken.json]).toEqual([200, undefined]);
		emulator.order({ service, kind: 'contentType', contentType: 'text/plain' });
		const plain = await ask[service]();
		expect(plain.headers['content-type']).toBe('text/plain');
		expect(String(codeOf(plain))).toBe('0');
		expect(String(codeOf(await ask[service]()))).toBe('0');
		expect(emulator.ledger().services[service]?.faults).toBe(7);
	});

	it('carries a status with any body and headers', async () => {
		emulator.order({ kind: 'status', status: 502, body: '<bad>', headers: { 'X-Proxy': 'yes' } });
		const asText = await ask.text();
		expect([asText.status, asText.body, asText.headers['x-proxy']]).toEqual([502, '<bad>', 'yes']);
		emulator.order({ kind: 'status', status: 400, body: { header: { code: 7 } } });
		expect((await ask.text()).json).toEqual({ header: { code: 7 } });
	});

	it('carries a request out behind a status when asked', async () => {
		emulator.order({ service: 'text', kind: 'status', status: 502, processed: true });
		emulator.order({ service: 'text', kind: 'status', status: 502 });
		expect([(await ask.text()).status, (await ask.text()).status]).toEqual([502, 502]);
		const [carriedOut, kept] = emulator.ledger().entries;
		expect([carriedOut?.contentSha256, kept?.contentSha256]).toEqual([sha256('画蛇天足'), null]);
	});

	it('says 429 with and without Retry-After', async () => {
		emulator.order({ service: 'text', kind: 'rateLimit', retryAfter: 2 });
		emulator.order({
			service: 'text',
			kind: 'rateLimit',
			retryAfter: 'Fri, 31 Dec 2027 23:59:59 GMT',
		});
		emulator.order({ service: 'text', kind: 'rateLimit' });
		const seen = [await ask.text(), await ask.text(), await ask.text()];
		expect(seen.map(({ status, headers }) => [status, headers['retry-after']])).toEqual([
			[429, '2'],
			[429, 'Fri, 31 Dec 2027 23:59:59 GMT'],
			[429, undefined],
		]);
	});

	it('sends the client elsewhere', async () => {
		emulator.order({ kind: 'redirect', location: 'http://other.test/x' });
		emulator.order({ kind: 'redirect', location: '/y', status: 302 });
		const [first, second] = [await ask.text(), await ask.scene()];
		expect([first.status, first.headers.location]).toEqual([307, 'http://other.test/x']);
		expect([second.status, second.headers.location]).toEqual([302, '/y']);
	});

	it('delays one answer', async () => {
		emulator.order({ service: 'text', kind: 'delay', ms: 150 });
		const start = performance.now();
		expect(await text()).toBe(0);
		expect(performance.now() - start).toBeGreaterThan(140);
	});

	it('drips an answer, so that the line is never silent for long', async () => {
		emulator.order({ service: 'text', kind: 'drip', everyMs: 2 });
		const start = performance.now();
		const { body, json } = await ask.text();
		expect(json.header.code).toBe(0);
		expect(performance.now() - start).toBeGreaterThan(Buffer.byteLength(body));
		expect(emulator.ledger().entries.at(-1)).toMatchObject({ fault: 'drip', status: 200 });
	});

	it('drips only while the client listens', async () => {
		emulator.order({ service: 'text', kind: 'drip', everyMs: 20 });
		const silence: number[] = [];
		const request = httpRequest({
			port: emulator.port,
			host: '127.0.0.1',
			method: 'POST',
			path: signedPath(TEXT_PATH),
			headers: { 'Content-Type': 'application/json' },
			agent: false,
		});
		const told = new Promise<string>((resolve) =>
			request.on('response', (response) => {
				let text = '';
				let last = performance.now();
				response.on('error', () => undefined);
				response.on('data', (chunk: Buffer) => {
					silence.push(performance.now() - last);
					last = performance.now();
					text += chunk.toString('utf8');
					if (text.length >= 10) resolve(text);
				});
			}),
		);
		request.on('error', () => undefined);
		request.end(JSON.stringify(textBody('画蛇天足')));
		expect((await told).slice(0, 9)).toBe('{"header"');
		expect(silence.length).toBeGreaterThan(5);
		expect(emulator.ledger().total.inFlight).toBe(1);
		request.destroy();
		while (emulator.ledger().total.inFlight > 0) await wait(5);
		expect(await text()).toBe(0);
	});

	it('hangs until the client goes or the emulator stops', async () => {
		const own = await startEmulator();
		own.order({ kind: 'hang', times: 2 });
		let done = false;
		const hanging = sendSigned(own.port, TEXT_PATH, textBody('x')).then(
			() => 'answered',
			() => 'broken',
		);
		void hanging.then(() => (done = true));
		while (own.ledger().entries.length === 0) await wait(5);
		await wait(50);
		expect(done).toBe(false);
		expect(own.ledger().total.inFlight).toBe(1);
		expect(own.ledger().entries[0]).toMatchObject({ fault: 'hang', status: null, code: null });
		await own.stop();
		expect(await hanging).toBe('broken');
	});

	it('breaks before the body has come', async () => {
		emulator.order({ service: 'text', kind: 'resetBefore' });
		const socket = connect(emulator.port, '127.0.0.1');
		socket.write(
			`POST ${signedPath(TEXT_PATH)} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n`,
		);
		const error = await new Promise<NodeJS.ErrnoException>((resolve) =>
			socket.on('error', resolve),
		);
		expect(error.code).toBe('ECONNRESET');
		expect(emulator.ledger().entries[0]).toMatchObject({ fault: 'resetBefore', bodyBytes: 0 });
	});

	it('tells in the ledger what was processed before it broke', async () => {
		emulator.order({ service: 'text', kind: 'resetAfter' });
		await ask.text().catch(() => undefined);
		const [entry] = emulator.ledger().entries;
		expect(entry).toMatchObject({ fault: 'resetAfter', status: null, authValid: true });
		expect(entry?.contentSha256).toMatch(/^[0-9a-f]{64}$/);
	});
});

describe('an order', () => {
	const kinds = async (count: number): Promise<unknown[]> => {
		const seen: unknown[] = [];
		for (let at = 0; at < count; at++) seen.push(await text());
		return seen;
	};

	it('meets one request, n, all, or each k-th', async () => {
		const fault = { service: 'text', kind: 'code', code: 10019 } as const;
		emulator.order(fault);
		expect(await kinds(3)).toEqual([10019, 0, 0]);
		emulator.order({ ...fault, times: 2 });
		expect(await kinds(3)).toEqual([10019, 10019, 0]);
		emulator.order({ ...fault, every: 3 });
		expect(await kinds(7)).toEqual([0, 0, 10019, 0, 0, 10019, 0]);
		emulator.reset();
		emulator.order({ ...fault, every: 2, times: 1 });
		expect(await kinds(4)).toEqual([0, 10019, 0, 0]);
		emulator.order({ ...fault, skip: 2 });
		expect(await kinds(4)).toEqual([0, 0, 10019, 0]);
		emulator.order({ ...fault, times: 'always' });
		expect(await kinds(4)).toEqual([10019, 10019, 10019, 10019]);
		emulator.reset();
		expect(await kinds(1)).toEqual([0]);
	});

	it('meets requests by what is in them', async () => {
		emulator.order({ kind: 'code', code: 10019, containing: '画蛇', times: 'always' });
		expect(codeOf(await sendSigned(emulator.port, TEXT_PATH, textBody('别的')))).toBe(0);
		expect(await text()).toBe(10019);
		emulator.reset();

		const { number, truth } = sampleInvoice({ seed: 9 });
		emulator.order({ kind: 'code', code: 10019, containing: number });
		expect(codeOf(await ask.invoice())).toBe(0);
		const other = await sendSigned(emulator.port, INVOICE_PATH, invoiceBody(invoicePng(truth)));
		expect(codeOf(other)).toBe(10019);

		emulator.order({ kind: 'resetBefore', containing: 'second.png', times: 'always' });
		const named = async (name: string): Promise<Reply> =>
			await sendImage(emulator.port, SCENE_PATH, photo, { param: { image_name: name } });
		expect(codeOf(await named('first.png'))).toBe('0');
		await expect(named('second.png')).rejects.toThrow();
		const param = { image_name: 'x', image_url: 'http://x.test/second.png' };
		await expect(sendImage(emulator.port, OBJECT_PATH, '', { param })).rejects.toThrow();
	});

	it('meets its own service only, or all that know its kind', async () => {
		emulator.order({ service: 'scene', kind: 'status', status: 500 });
		expect(await text()).toBe(0);
		expect((await ask.scene()).status).toBe(500);
		emulator.order({ kind: 'label', label: 3, times: 'always' });
		expect(emulator.faults()[0]?.services).toEqual(['scene', 'object']);
		expect(await text()).toBe(0);
		expect((await ask.object()).json.data[0].label).toBe(3);
	});

	it.each<[string, unknown, RegExp]>([
		['no kind', {}, /'kind'/],
		['an unknown kind', { kind: 'explode' }, /no fault 'explode'/],
		['an unknown service', { kind: 'hang', service: 'nothing' }, /no service 'nothing'/],
		[
			'a kind the service does not know',
			{ kind: 'ret', ret: 0, service: 'invoice' },
			/no fault 'ret'/,
		],
		[
			'a level the service does not have',
			{ kind: 'code', code: 1, level: 'object', service: 'text' },
			/'level'/,
		],
		['a code that is no number', { kind: 'code', code: '10019' }, /'code'/],
		['a status out of range', { kind: 'status', status: 99 }, /'status'/],
		['a redirect to nowhere', { kind: 'redirect' }, /'location'/],
		['a delay of no time', { kind: 'delay' }, /'ms'/],
		['a drip without a pause', { kind: 'drip', everyMs: 0 }, /'everyMs'/],
		['times 0', { kind: 'hang', times: 0 }, /'times'/],
		['every 0', { kind: 'hang', every: 0 }, /'every'/],
		['a negative skip', { kind: 'hang', skip: -1 }, /'skip'/],
		['something to contain that is no text', { kind: 'hang', containing: 3 }, /'containing'/],
		['a document missing', { kind: 'decoded' }, /'document'/],
	])('with %s is refused', (_, order, complaint) => {
		expect(() => emulator.order(order as FaultOrder)).toThrow(complaint);
		expect(emulator.faults()).toEqual([]);
	});
});

describe('stop', () => {
	it('frees the port and ends open connections', async () => {
		const own = await startEmulator();
		own.set({ latency: 60_000 });
		const pending = sendSigned(own.port, TEXT_PATH, textBody('x')).catch(() => 'broken');
		while (own.ledger().total.inFlight === 0) await wait(5);
		await own.stop();
		expect(await pending).toBe('broken');
		const server = createServer();
		await new Promise<void>((resolve) => server.listen(own.port, '127.0.0.1', resolve));
		expect((server.address() as AddressInfo).port).toBe(own.port);
		await new Promise((resolve) => server.close(resolve));
	});

	it('leaves no secret in what a fault writes back', async () => {
		emulator.order({ kind: 'status', status: 500 });
		const headers = checksumHeaders();
		const reply = await send(emulator.port, { path: SCENE_PATH, headers, body: photo });
		expect(reply.body).not.toContain(headers['X-CheckSum']);
	});
});
