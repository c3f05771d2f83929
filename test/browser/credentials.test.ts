import {
	invoiceOnlyAccount,
	mainAiCallAccount,
	mainChecksumAccount,
	mainSignatureAccount,
	sceneOnlyAccount,
	secondSignatureAccount,
	textOnlyAccount,
	whitelistedAccount,
} from '../emulator';
import { CredentialDialog } from './credentialDialog';
import { useEditor } from './useEditor';

const shared = useEditor();
const { client, credentials, emulator } = shared;

type Values = Record<string, string>;

beforeEach(async () => await emulator.reset());

afterEach(async () => {
	await emulator.reset();
	const own = Object.values(credentials).map(({ id }) => id);
	for (const { id } of await client.listCredentials()) {
		if (!own.includes(id)) await client.deleteCredential(id);
	}
});

/** Enters a new credential as a user would and presses *Save*, which tests it. */
async function enter(type: string, values: Values, testService?: string) {
	const dialog = await CredentialDialog.create(shared.editor.page, shared.url, type);
	await dialog.fill(values);
	if (testService) await dialog.choose('testService', testService);
	await dialog.save();
	return dialog;
}

const SIGNATURE = 'iFLYTEK Signature API';

describe('iFLYTEK Signature API', () => {
	const { appId, apiKey, apiSecret } = mainSignatureAccount;
	const right = { appId, apiKey, apiSecret, baseUrl: emulator.url };

	test('has fields in the order of the console, none cut off', async () => {
		const dialog = await CredentialDialog.create(shared.editor.page, shared.url, SIGNATURE);
		expect(await dialog.labels()).toEqual([
			'App ID *',
			'API Key *',
			'API Secret *',
			'Base URL',
			'Service to Test With',
			'Allowed HTTP Request Domains',
		]);
		expect(await dialog.cutOff()).toEqual([]);
	});

	test.each(['Text Correction', 'Invoice Recognition'])(
		'is green with the keys of %s',
		async (service) => {
			const dialog = await enter(SIGNATURE, right, service);
			expect(await dialog.result()).toEqual({ green: true });
		},
	);

	test.each([
		['a wrong key', { apiKey: 'x'.repeat(32) }, /could not read the signature.*not swapped/],
		['swapped keys', { apiKey: apiSecret, apiSecret: apiKey }, /not swapped/],
		['a wrong secret', { apiSecret: 'x'.repeat(32) }, /signature does not match.*'API Secret'/],
		['another application', { appId: secondSignatureAccount.appId }, /App ID.*\(10313\)/],
		['no license', keysOf(invoiceOnlyAccount), /'Service to Test With'/],
		['an address that is none', { baseUrl: 'ftp://example.com' }, /not a web address/],
		['an address nobody answers at', { baseUrl: 'http://127.0.0.1:9' }, /ECONNREFUSED|refused/],
	])('is red with %s, and says why', async (_cause, changes: Values, reason) => {
		const dialog = await enter(SIGNATURE, { ...right, ...changes });
		expect(await dialog.result()).toEqual({
			green: false,
			reason: expect.stringMatching(reason),
		});
		expect(await dialog.cutOff()).toEqual([]);
	});

	test('is red without a license for invoices when those are tested', async () => {
		const values = { ...right, ...keysOf(textOnlyAccount) };
		const dialog = await enter(SIGNATURE, values, 'Invoice Recognition');
		expect(await dialog.result()).toEqual({
			green: false,
			reason: expect.stringMatching(/'Service to Test With'/),
		});
	});

	test('is red for a clock that is off, and green on Retry when it is right again', async () => {
		await emulator.set({ clockOffset: 400 });
		const dialog = await enter(SIGNATURE, right);
		expect(await dialog.result()).toEqual({
			green: false,
			reason: expect.stringMatching(/clock of the machine/),
		});
		await emulator.set({ clockOffset: 0 });
		await dialog.retry();
		await expect(dialog.turnsGreen()).resolves.toBeUndefined();
	});

	test('turns green once the secret is mended and saved', async () => {
		const dialog = await enter(SIGNATURE, { ...right, apiSecret: 'x'.repeat(32) });
		expect(await dialog.result()).toMatchObject({ green: false });
		await dialog.fill({ apiSecret });
		await dialog.save();
		await expect(dialog.turnsGreen()).resolves.toBeUndefined();
	});
});

const CHECKSUM = 'iFLYTEK Checksum API';

describe('iFLYTEK Checksum API', () => {
	const { appId, apiKey } = mainChecksumAccount;
	const right = { appId, apiKey, baseUrl: emulator.url };

	test('has fields in the order of the console, none cut off', async () => {
		const dialog = await CredentialDialog.create(shared.editor.page, shared.url, CHECKSUM);
		expect(await dialog.labels()).toEqual([
			'App ID *',
			'API Key *',
			'Base URL',
			'Service to Test With',
			'Allowed HTTP Request Domains',
		]);
		expect(await dialog.cutOff()).toEqual([]);
	});

	test.each(['Scene Recognition', 'Object Recognition'])(
		'is green with the keys of %s',
		async (service) => {
			const dialog = await enter(CHECKSUM, right, service);
			expect(await dialog.result()).toEqual({ green: true });
		},
	);

	test.each([
		['a wrong key', { apiKey: 'x'.repeat(32) }, 'Scene Recognition', /'API Key'/],
		['an unknown application', { appId: 'nobody' }, 'Scene Recognition', /App ID/],
		['a closed whitelist', keysOf(whitelistedAccount), 'Scene Recognition', /whitelist/],
		[
			'no license for objects',
			keysOf(sceneOnlyAccount),
			'Object Recognition',
			/'Service to Test With'|belong/,
		],
	])('is red with %s, and says why', async (_cause, changes: Values, service, reason) => {
		const dialog = await enter(CHECKSUM, { ...right, ...changes }, service);
		expect(await dialog.result()).toEqual({
			green: false,
			reason: expect.stringMatching(reason),
		});
		expect(await dialog.cutOff()).toEqual([]);
	});

	test('is red for a clock that is off, and says why', async () => {
		await emulator.set({ clockOffset: 400 });
		const dialog = await enter(CHECKSUM, right, 'Scene Recognition');
		expect(await dialog.result()).toEqual({
			green: false,
			reason: expect.stringMatching(/clock of the machine/),
		});
	});

	test('is red for a refused parameter, and says why', async () => {
		const desc = 'invalid parameter|invalid X-Param';
		await emulator.order({ service: 'scene', kind: 'code', code: 10106, desc, times: 'always' });
		const dialog = await enter(CHECKSUM, right, 'Scene Recognition');
		expect(await dialog.result()).toEqual({
			green: false,
			reason: expect.stringMatching(/name or address of the image/),
		});
		expect(await dialog.cutOff()).toEqual([]);
	});
});

const AI_CALL = 'iFLYTEK AI Call API';

describe('iFLYTEK AI Call API', () => {
	const { appKey, appSecret } = mainAiCallAccount;
	const right = { appKey, appSecret, baseUrl: emulator.url };

	test('has fields in the order of the console, none cut off', async () => {
		const dialog = await CredentialDialog.create(shared.editor.page, shared.url, AI_CALL);
		expect(await dialog.labels()).toEqual([
			'App Key *',
			'App Secret *',
			'Base URL',
			'Push Secret',
			'Allowed HTTP Request Domains',
		]);
		expect(await dialog.cutOff()).toEqual([]);
	});

	test('is green with the keys of the application', async () => {
		const dialog = await enter(AI_CALL, right);
		expect(await dialog.result()).toEqual({ green: true });
	});

	test.each([
		['a wrong key', { appKey: 'x'.repeat(48) }, /'App Key'/],
		['a wrong secret', { appSecret: 'x'.repeat(44) }, /'App Secret'/],
		['swapped keys', { appKey: appSecret, appSecret: appKey }, /'App Key' and 'App Secret'/],
		['an address nobody answers at', { baseUrl: 'http://127.0.0.1:9' }, /could not be reached/],
	])('is red with %s, and says why', async (_cause, changes: Values, reason) => {
		const dialog = await enter(AI_CALL, { ...right, ...changes });
		expect(await dialog.result()).toEqual({
			green: false,
			reason: expect.stringMatching(reason),
		});
		expect(await dialog.cutOff()).toEqual([]);
	});
});

function keysOf(account: { appId: string; apiKey: string; apiSecret?: string }): Values {
	const { appId, apiKey, apiSecret } = account;
	return { appId, apiKey, ...(apiSecret === undefined ? {} : { apiSecret }) };
}
