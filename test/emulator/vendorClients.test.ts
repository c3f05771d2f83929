import { CLIENT_REQUESTS, VENDOR_KEYS } from '../fixtures/vendorClients';
import { mainChecksumAccount, mainSignatureAccount, startEmulator, type Emulator } from './index';
import {
	checksumHeaders,
	INVOICE_PATH,
	invoiceBody,
	OBJECT_PATH,
	SCENE_PATH,
	send,
	signedPath,
	signedQuery,
	TEXT_PATH,
	textBody,
	type RawRequest,
	type Reply,
} from './fixtures/client';

/**
 * Requests in the shapes in which the vendor's own clients send them, which differ from the
 * specification here and there.
 */
const tinyJpeg = Buffer.from([0xff, 0xd8, 0x01, 0x02]);
const utcDate = (): string => new Date().toUTCString().replace('GMT', 'UTC');
const pythonJson = (value: unknown): string =>
	JSON.stringify(value, null, 1)
		.replace(/\n\s*/g, ' ')
		.replace(/([{[]) | ([}\]])/g, '$1$2');

const plainText = (): unknown => {
	const body = textBody('画蛇天足');
	body.parameter.s9a87e3ec.result.format = 'plain';
	body.payload.input.format = 'plain';
	return body;
};
const textualStatus = (): unknown => {
	const body = textBody('画蛇天足');
	body.header.status = '3';
	return body;
};

const percentQuery = (path: string): string => {
	const query = signedQuery(path, { host: '127.0.0.1:18099' });
	return ['host', 'date', 'authorization']
		.map((name) => `${name}=${encodeURIComponent(query[name] as string)}`)
		.join('&');
};

/** Request, and what the ledger notes about it. */
const requests: Array<[string, () => RawRequest, string[]]> = [
	[
		'an invoice with a port in the signed host and spaces in the JSON',
		() => ({
			path: signedPath(INVOICE_PATH, { host: '127.0.0.1:18099' }),
			headers: { 'Content-Type': 'application/json', Host: '127.0.0.1:18099' },
			body: pythonJson(invoiceBody(tinyJpeg, 'jpg')),
		}),
		[],
	],
	[
		'an invoice dated in zone UTC, with a charset',
		() => ({
			path: signedPath(INVOICE_PATH, { host: '127.0.0.1', date: utcDate() }),
			headers: { 'Content-Type': 'application/json; charset=utf-8' },
			body: JSON.stringify(invoiceBody(tinyJpeg, 'jpg')),
		}),
		[],
	],
	[
		'an invoice with another Host header, an app_id header and %20 in the date',
		() => ({
			path: `${INVOICE_PATH}?${percentQuery(INVOICE_PATH)}`,
			headers: {
				'content-type': 'application/json',
				host: 'api.example.test',
				app_id: mainSignatureAccount.appId,
			},
			body: JSON.stringify(invoiceBody(tinyJpeg, 'jpg')),
		}),
		["'host' is not the host of the request"],
	],
	[
		'a text with format plain',
		() => ({
			path: signedPath(TEXT_PATH),
			headers: { 'Content-Type': 'application/json' },
			body: pythonJson(plainText()),
		}),
		[`'parameter.s9a87e3ec.result.format' is "plain"`, `'payload.input.format' is "plain"`],
	],
	[
		'a text with no space between the parts of the authorization',
		() => ({
			path: signedPath(TEXT_PATH, { separator: ',' }),
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify(textBody('画蛇天足')),
		}),
		['no space between the parts of the authorization'],
	],
	[
		'a text with its status as a string',
		() => ({
			path: signedPath(TEXT_PATH),
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify(textualStatus()),
		}),
		[],
	],
	[
		'an image through a proxy, with image_url null and no content type',
		() => ({
			path: `http://tup.example.test${SCENE_PATH}`,
			headers: {
				Host: 'tup.example.test',
				...checksumHeaders({
					rawParam: Buffer.from('{"image_name": "img.jpg", "image_url": null}').toString('base64'),
				}),
			},
			body: tinyJpeg,
		}),
		["'image_url' is null"],
	],
	[
		'an image by URL with url-safe base64 and an empty body',
		() => {
			const param = '{"image_name": "???>>>.jpg", "image_url": "http://x.test/y.jpg"}';
			const rawParam = Buffer.from(param)
				.toString('base64')
				.replace(/\+/g, '-')
				.replace(/\//g, '_');
			expect(rawParam).toMatch(/[-_]/);
			return { path: OBJECT_PATH, headers: checksumHeaders({ rawParam }) };
		},
		['X-Param is url-safe base64'],
	],
	[
		'an image as a form',
		() => ({
			path: SCENE_PATH,
			headers: {
				...checksumHeaders(),
				'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8',
			},
			body: Buffer.from([1, 2, 3]),
		}),
		[],
	],
];

/** Neither the signature nor a parameter was refused; the picture itself may show nothing. */
function expectAccepted(emulator: Emulator, reply: Reply): void {
	const entry = emulator.ledger().entries.at(-1);
	expect([entry?.authValid, ['0', '37042'].includes(entry?.code ?? '')]).toEqual([true, true]);
	const { header, code } = reply.json;
	expect(String(header?.code ?? code)).toMatch(/^(0|37042)$/);
}

/** The signature was refused, or a parameter. */
function expectRefused({ status, json }: Reply): void {
	const { header, code } = json;
	expect(String(status === 401 ? status : (header?.code ?? code))).toMatch(/^(401|10163|10106)$/);
}

const deviating = requests.filter(([, , deviations]) => deviations.length > 0);

describe.each(['documented', 'observed'] as const)('voice %s', (voice) => {
	let emulator: Emulator;
	beforeAll(async () => {
		emulator = await startEmulator({ voice });
	});
	afterAll(async () => await emulator.stop());
	beforeEach(() => emulator.reset());

	it.each(requests)('accepts %s when set so', async (_, request, deviations) => {
		emulator.set({ vendorClients: 'accept' });
		expectAccepted(emulator, await send(emulator.port, request()));
		expect(emulator.ledger().entries.at(-1)?.deviations).toEqual(deviations);
	});

	it.each(deviating)('refuses %s when set so', async (_, request) => {
		emulator.set({ vendorClients: 'refuse' });
		expectRefused(await send(emulator.port, request()));
	});

	it.each(deviating)('judges %s by its voice when nothing is set', async (_, request) => {
		const reply = await send(emulator.port, request());
		if (voice === 'observed') expectAccepted(emulator, reply);
		else expectRefused(reply);
	});
});

describe('requests that the vendor’s clients sent', () => {
	const { appId, apiKey, apiSecret } = VENDOR_KEYS;
	const signed = CLIENT_REQUESTS.filter(({ sentAt }) => sentAt !== null);

	describe.each(['documented', 'observed'] as const)('voice %s', (voice) => {
		let emulator: Emulator;
		beforeAll(async () => {
			emulator = await startEmulator({
				voice,
				settings: { vendorClients: 'accept' },
				accounts: {
					signature: [{ appId, apiKey, apiSecret, licences: mainSignatureAccount.licences }],
					checksum: [{ appId, apiKey, licences: mainChecksumAccount.licences }],
				},
			});
		});
		afterAll(async () => await emulator.stop());

		it.each(signed)('is accepted: $client', async ({ sentAt, target, headers, body }) => {
			emulator.set({ clockOffset: (Number(sentAt) - Date.now()) / 1000 });
			expectAccepted(emulator, await send(emulator.port, { path: target, headers, body }));
		});
	});
});
