import {
	mainSignatureAccount as main,
	secondSignatureAccount as second,
	startEmulator,
	type Emulator,
} from './index';
import {
	INVOICE_PATH,
	send,
	sendSigned,
	signedQuery,
	TEXT_PATH,
	textBody,
	type Reply,
	type Signing,
} from './fixtures/client';

const UNAUTHORIZED = [401, { message: 'Unauthorized' }];
const UNREADABLE = [401, { message: 'HMAC signature cannot be verified' }];
const MISMATCH = [401, { message: 'HMAC signature does not match' }];
const CLOCK = [
	403,
	{
		message:
			'HMAC signature cannot be verified, a valid date or x-date header is required for HMAC Authentication',
	},
];

let emulator: Emulator;
const outcome = (reply: Reply): unknown => [reply.status, reply.json];
const ask = async (signing: Signing = {}): Promise<Reply> =>
	await sendSigned(emulator.port, TEXT_PATH, textBody('你好'), signing);

/** Sets the server's clock to a moment; it goes on from there. */
const setClock = (moment: string): void => {
	emulator.set({ clockOffset: (Date.parse(moment) - Date.now()) / 1000 });
};

beforeAll(async () => {
	emulator = await startEmulator();
});
afterAll(async () => await emulator.stop());
beforeEach(() => emulator.reset());

describe('signature', () => {
	it('is accepted when right', async () => {
		const reply = await ask();
		expect(reply.status).toBe(200);
		expect(reply.json.header).toEqual({
			code: 0,
			message: 'success',
			sid: expect.stringMatching(/^ase/),
		});
	});

	// printf 'host: …\ndate: …\nPOST … HTTP/1.1' | openssl dgst -sha256 -hmac <secret> -binary | openssl base64
	it.each([
		[TEXT_PATH, 'api.example.test', 'GMT', 'lUHWd8vzJp6MXJ1H1XdTDxFM7o2F+qMSzBPBDIoqyOY='],
		[INVOICE_PATH, '127.0.0.1:18080', 'UTC', '2V83/0bdV6BEZNG0i8+Jd2Tjy9HXVdf3AKzhrM23nNI='],
	])(
		'computed by openssl is accepted for %s, host %s, zone %s',
		async (path, host, zone, signature) => {
			setClock('2026-03-03T08:09:10Z');
			const origin = `api_key="${main.apiKey}", algorithm="hmac-sha256", headers="host date request-line", signature="${signature}"`;
			const date = `Tue, 03 Mar 2026 08:09:10 ${zone}`;
			const query = { authorization: Buffer.from(origin).toString('base64'), host, date };
			const reply = await send(emulator.port, {
				path: `${path}?${new URLSearchParams(query).toString()}`,
				headers: { 'Content-Type': 'application/json', Host: host },
				body: JSON.stringify(textBody('你好')),
			});
			// The body may be refused; the signature is not.
			expect(reply.status).toBe(200);
			expect(reply.json.header.sid).toBeDefined();
			expect(emulator.ledger().entries.at(-1)?.authValid).toBe(true);
		},
	);

	it.each<[string, Signing, unknown[]]>([
		['no authorization', { without: ['authorization'] }, UNAUTHORIZED],
		['no date', { without: ['date'] }, CLOCK],
		['no host', { without: ['host'] }, UNREADABLE],
		['an empty host', { host: '' }, UNREADABLE],
		['a wrong secret', { apiSecret: 'x'.repeat(32) }, MISMATCH],
		['another account’s secret', { apiSecret: second.apiSecret }, MISMATCH],
		['an unknown key', { apiKey: 'x'.repeat(32) }, UNREADABLE],
		['key and secret swapped', { apiKey: main.apiSecret, apiSecret: main.apiKey }, UNREADABLE],
		['another algorithm', { algorithm: 'hmac-sha1' }, UNREADABLE],
		['header values instead of names', { headers: 'api.example.test' }, UNREADABLE],
		['an authorization of another form', { origin: 'api_key=abc' }, UNREADABLE],
		['the parts in another order', { origin: 'algorithm="hmac-sha256", api_key="k"' }, UNREADABLE],
		['another path signed', { signedPath: INVOICE_PATH }, MISMATCH],
		['the query signed with the path', { signedPath: `${TEXT_PATH}?a=1` }, MISMATCH],
		['another method signed', { method: 'GET' }, MISMATCH],
		['a date of another format', { date: new Date().toISOString() }, CLOCK],
		['a date of a local zone', { date: new Date().toUTCString().replace('GMT', 'CST') }, CLOCK],
		['a wrong weekday', { date: 'Mon, 03 Mar 2026 08:09:10 GMT' }, CLOCK],
	])('with %s is refused', async (_, signing, expected) => {
		if (signing.date === 'Mon, 03 Mar 2026 08:09:10 GMT') setClock('2026-03-03T08:09:10Z');
		expect(outcome(await ask(signing))).toEqual(expected);
		expect(emulator.ledger().entries.at(-1)).toMatchObject({ authValid: false, code: null });
	});

	it('covers the host and date that are sent', async () => {
		for (const [name, value] of [
			['host', 'other.example.test'],
			['date', new Date(Date.now() - 60_000).toUTCString()],
		] as const) {
			const query = { ...signedQuery(TEXT_PATH), [name]: value };
			const path = `${TEXT_PATH}?${new URLSearchParams(query).toString()}`;
			expect(outcome(await send(emulator.port, { path, body: '{}' }))).toEqual(MISMATCH);
		}
	});

	it.each([
		[-301, CLOCK],
		[-300, CLOCK],
		[-299, null],
		[0, null],
		[299, null],
		[300, null],
		[301, CLOCK],
		[3600, CLOCK],
	])('written %d s from the server’s clock', async (seconds, refusal) => {
		// The server stands a fifth of a second behind the full second.
		setClock('2026-03-03T08:09:10.200Z');
		const date = new Date(Date.parse('2026-03-03T08:09:10Z') + seconds * 1000);
		const reply = await ask({ date });
		if (refusal) expect(outcome(reply)).toEqual(refusal);
		else expect(reply.json.header.code).toBe(0);
	});
});
