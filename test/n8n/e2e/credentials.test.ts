/** The editor's *test* button of each credential, over the endpoint it uses, for every cause. */
import {
	invoiceOnlyAccount,
	mainChecksumAccount,
	mainSignatureAccount,
	sceneOnlyAccount,
	secondSignatureAccount,
	textOnlyAccount,
	whitelistedAccount,
} from '../../emulator';
import { nodeItems } from '../harness';
import { connect } from './connection';

const n8n = connect();
const { emulator } = n8n;

beforeEach(async () => await emulator.reset());
afterAll(async () => await emulator.reset());

async function press(type: string, data: Record<string, unknown>) {
	const { credential, result } = await n8n.client.createAndTestCredential({
		name: type,
		type,
		data,
	});
	await n8n.client.deleteCredential(credential.id);
	return result;
}

/** A text with a zero-width space around and inside it. */
const withInvisible = (text: string) => `\u200B${text.slice(0, 4)}\u200B${text.slice(4)}\u200B `;

test.each([
	['iflytekSignatureApi', ''],
	['iflytekSignatureApi', undefined],
	['iflytekChecksumApi', ''],
	['iflytekChecksumApi', 'speech'],
])('%s sends nothing for the service %j', async (type, testService) => {
	const { appId, apiKey, apiSecret } = mainSignatureAccount;
	const data = { appId, apiKey, apiSecret, baseUrl: emulator.url, testService };
	expect(await press(type, data)).toEqual({
		status: 'Error',
		message: "Under 'Service', choose the service that the keys are for. Nothing was sent.",
	});
	expect((await emulator.ledger()).entries).toEqual([]);
});

describe('iFLYTEK Open Platform API', () => {
	const test_ = (changes: object = {}) => {
		const { appId, apiKey, apiSecret } = mainSignatureAccount;
		const data = {
			appId,
			apiKey,
			apiSecret,
			baseUrl: emulator.url,
			testService: 'text',
			...changes,
		};
		return press('iflytekSignatureApi', data);
	};

	test('is green for right values of the text service, in both voices', async () => {
		for (const voice of ['documented', 'observed'] as const) {
			await emulator.set({ voice });
			expect(await test_({ testService: 'text' })).toMatchObject({ status: 'OK' });
		}
		const { entries } = await emulator.ledger();
		expect(entries.map(({ service }) => service)).toEqual(['text', 'text']);
	});

	test('is green for right values of the invoice service, which finds no invoice in the probe', async () => {
		expect(await test_({ testService: 'invoice' })).toMatchObject({ status: 'OK' });
		const { entries } = await emulator.ledger();
		expect(entries.map(({ service, code }) => [service, code])).toEqual([['invoice', '37042']]);
	});

	test('is green for keys with invisible characters, as copying from a chat gives them', async () => {
		const { appId, apiKey, apiSecret } = mainSignatureAccount;
		const pasted = {
			appId: withInvisible(appId),
			apiKey: withInvisible(apiKey),
			apiSecret: withInvisible(apiSecret),
		};
		for (const testService of ['text', 'invoice']) {
			expect(await test_({ ...pasted, testService })).toMatchObject({ status: 'OK' });
		}
	});

	// Nobody knows whether the live service says 37042 inside its answer or in place of one. In the
	// second case n8n's rules cannot tell it from an unknown refusal: red, but with the good news.
	test('says that the keys work when the invoice service refuses the probe with 37042', async () => {
		await emulator.set({ voice: 'observed' });
		expect(await test_({ testService: 'invoice' })).toEqual({
			status: 'Error',
			message: expect.stringMatching(/^The keys work/),
		});
	});

	const { apiKey, apiSecret } = mainSignatureAccount;

	test.each([
		['a wrong key', { apiKey: 'x'.repeat(32) }, /could not read the signature.*not swapped/],
		[
			'swapped key and secret',
			{ apiKey: apiSecret, apiSecret: apiKey },
			/could not read the signature.*not swapped/,
		],
		['a wrong secret', { apiSecret: 'x'.repeat(32) }, /signature does not match.*'API Secret'/],
		['an unknown app id', { appId: 'nobody' }, /App ID.*\(10313\)/],
		["another application's app id", { appId: secondSignatureAccount.appId }, /App ID.*\(10313\)/],
		['no license for text', { ...keysOf(invoiceOnlyAccount) }, /'Service'/],
		[
			'no license for invoices',
			{ ...keysOf(textOnlyAccount), testService: 'invoice' },
			/'Service'/,
		],
		[
			'a base URL with another path',
			{ baseUrl: () => `${emulator.url}/elsewhere` },
			/not at this address|not the service's own/,
		],
		['a base URL that is none', { baseUrl: 'file:///etc/passwd' }, /not a web address/],
		['an address nobody answers at', { baseUrl: 'http://127.0.0.1:9' }, /ECONNREFUSED|refused/],
		['a blank secret', { apiSecret: ' ' }, /'API Secret' is empty/],
	])('is red for %s, and says so', async (_cause, changes: object, message) => {
		const data = Object.fromEntries(
			Object.entries(changes).map(([name, value]) => [
				name,
				typeof value === 'function' ? value() : value,
			]),
		);
		for (const voice of ['documented', 'observed'] as const) {
			await emulator.set({ voice });
			expect(await test_(data)).toEqual({
				status: 'Error',
				message: expect.stringMatching(message),
			});
		}
	});

	test('is red for a clock that is off', async () => {
		await emulator.set({ clockOffset: 400 });
		expect(await test_()).toEqual({
			status: 'Error',
			message: expect.stringMatching(/clock of the machine/),
		});
	});

	test.each([
		['an undocumented code', { kind: 'code', code: 98765 }],
		['a web page', { kind: 'html' }],
		['a web page with status 502', { kind: 'html', status: 502 }],
		['a redirect', { kind: 'redirect', location: 'http://127.0.0.1:9/' }],
		['a broken connection', { kind: 'resetAfter' }],
		['text that is no JSON', { kind: 'notJson' }],
	])('is red for %s', async (_cause, fault) => {
		await emulator.order({ ...fault, service: 'text', times: 'always' } as never);
		expect(await test_()).toMatchObject({ status: 'Error' });
	});
});

describe('iFLYTEK Image API', () => {
	const test_ = (changes: object = {}) => {
		const { appId, apiKey } = mainChecksumAccount;
		return press('iflytekChecksumApi', {
			appId,
			apiKey,
			baseUrl: emulator.url,
			testService: 'scene',
			...changes,
		});
	};

	test.each(['scene', 'object'])(
		'is green for right values of the %s service, in both voices',
		async (testService) => {
			for (const voice of ['documented', 'observed'] as const) {
				await emulator.set({ voice });
				expect(await test_({ testService })).toMatchObject({ status: 'OK' });
			}
			expect((await emulator.ledger()).entries.map(({ service }) => service)).toEqual([
				testService,
				testService,
			]);
		},
	);

	test('is green for keys with invisible characters', async () => {
		const { appId, apiKey } = mainChecksumAccount;
		expect(
			await test_({ appId: withInvisible(appId), apiKey: withInvisible(apiKey) }),
		).toMatchObject({
			status: 'OK',
		});
	});

	test.each([
		['a wrong key', { apiKey: 'x'.repeat(32) }, /'API Key'/],
		['an unknown app id', { appId: 'nobody' }, /'App ID'|App ID/],
		['a caller that is not on the whitelist', { ...keysOf(whitelistedAccount) }, /whitelist/],
		[
			'no license',
			{ ...keysOf(sceneOnlyAccount), testService: 'object' },
			/'Service'|'App ID' and 'API Key' belong/,
		],
		['an empty key', { apiKey: ' ' }, /'API Key' is empty/],
	])('is red for %s, and says so', async (_cause, changes, message) => {
		for (const voice of ['documented', 'observed'] as const) {
			await emulator.set({ voice });
			expect(await test_(changes)).toEqual({
				status: 'Error',
				message: expect.stringMatching(message),
			});
		}
	});

	test('is red for a clock that is off, and says so', async () => {
		await emulator.set({ clockOffset: 400 });
		expect(await test_()).toEqual({
			status: 'Error',
			message: expect.stringMatching(/clock of the machine/),
		});
	});

	test('is red for a refused parameter, and says so', async () => {
		const desc = 'invalid parameter|invalid X-Param';
		await emulator.order({ service: 'scene', kind: 'code', code: 10106, desc, times: 'always' });
		expect(await test_()).toEqual({
			status: 'Error',
			message: expect.stringMatching(/did not accept the request of the test.*'Service'/),
		});
	});

	test.each([
		['an undocumented code', { kind: 'code', code: 98765 }],
		['a web page', { kind: 'html' }],
		['a redirect', { kind: 'redirect', location: 'http://127.0.0.1:9/' }],
	])('is red for %s', async (_cause, fault) => {
		await emulator.order({ ...fault, service: 'scene', times: 'always' } as never);
		expect(await test_()).toMatchObject({ status: 'Error' });
	});
});

describe("n8n's HTTP Request node", () => {
	test('signs with the Signature credential, also for another path of the vendor', async () => {
		const { appId, apiKey: key, apiSecret: secret } = mainSignatureAccount;
		const credential = await n8n.client.createCredential({
			name: 'signature',
			type: 'iflytekSignatureApi',
			data: { appId, apiKey: key, apiSecret: secret, baseUrl: emulator.url, testService: 'text' },
		});
		const text = Buffer.from('画蛇天足').toString('base64');
		const plain = { encoding: 'utf8', compress: 'raw', format: 'json' };
		const item = await httpRequest(
			'iflytekSignatureApi',
			credential,
			`${emulator.url}/v1/private/s9a87e3ec`,
			{
				sendBody: true,
				specifyBody: 'json',
				jsonBody: JSON.stringify({
					header: { app_id: appId, status: 3 },
					parameter: { s9a87e3ec: { result: plain } },
					payload: { input: { ...plain, text, status: 3 } },
				}),
			},
		);
		expect(item).toMatchObject({ header: { code: 0 } });
	});

	test('signs with the Checksum credential and keeps an X-Param header', async () => {
		const { appId, apiKey: key } = mainChecksumAccount;
		const credential = await n8n.client.createCredential({
			name: 'checksum',
			type: 'iflytekChecksumApi',
			data: { appId, apiKey: key, baseUrl: emulator.url, testService: 'scene' },
		});
		const param = Buffer.from(
			JSON.stringify({ image_name: 'a.jpg', image_url: 'https://example.com/a.jpg' }),
		).toString('base64');
		const item = await httpRequest('iflytekChecksumApi', credential, `${emulator.url}/v1/scene`, {
			sendHeaders: true,
			headerParameters: { parameters: [{ name: 'X-Param', value: param }] },
		});
		expect(item).toMatchObject({ code: '0', desc: 'success' });
	});

	async function httpRequest(
		type: string,
		credential: { id: string; name: string },
		url: string,
		more: object,
	) {
		const workflow = await n8n.client.createWorkflow({
			name: 'HTTP Request',
			nodes: [
				{
					id: '1',
					name: 'Start',
					type: 'n8n-nodes-base.manualTrigger',
					typeVersion: 1,
					position: [0, 0],
					parameters: {},
				},
				{
					id: '2',
					name: 'HTTP Request',
					type: 'n8n-nodes-base.httpRequest',
					typeVersion: 4.2,
					position: [200, 0],
					parameters: {
						method: 'POST',
						url,
						authentication: 'predefinedCredentialType',
						nodeCredentialType: type,
						...more,
						options: {},
					},
					credentials: { [type]: { id: credential.id, name: credential.name } },
				},
			],
			connections: { Start: { main: [[{ node: 'HTTP Request', type: 'main', index: 0 }]] } },
		});
		const execution = await n8n.client.runToEnd(workflow.id);
		return nodeItems(execution, 'HTTP Request')[0].json;
	}
});

function keysOf({
	appId,
	apiKey,
	apiSecret,
}: {
	appId: string;
	apiKey: string;
	apiSecret?: string;
}) {
	return { appId, apiKey, ...(apiSecret === undefined ? {} : { apiSecret }) };
}
