import {
	mainChecksumAccount,
	secondAiCallAccount,
	secondSignatureAccount,
	whitelistedAccount,
} from '../emulator';
import { eventually } from '../support/until';
import type { CredentialDialog } from './credentialDialog';
import { useEditor } from './useEditor';

const shared = useEditor();
const { client, credentials, emulator } = shared;

type Values = Record<string, string>;

const SIGNATURE = 'iFLYTEK Open Platform API';
const CHECKSUM = 'iFLYTEK Image API';
const CHOSEN: Values = { [SIGNATURE]: 'Text Correction', [CHECKSUM]: 'Scene Recognition' };

// n8n tests the shared credentials in the background, at a time of its own: the accounts entered here
// are others where a request or a token counts, and the emulator keeps its tokens between the tests.
afterEach(async () => {
	await emulator.set({ clockOffset: 0 });
	const own = Object.values(credentials).map(({ id }) => id);
	for (const { id } of await client.listCredentials()) {
		if (!own.includes(id)) await client.deleteCredential(id);
	}
});

/** Enters a new credential as a user would and presses *Save*, which tests it. */
async function enter(type: string, values: Values, testService = CHOSEN[type]) {
	const dialog = await shared.editor.newCredential(type);
	await complete(dialog, values, testService);
	return dialog;
}

async function complete(dialog: CredentialDialog, values: Values, testService?: string) {
	await dialog.fill(values);
	if (testService) await dialog.choose('testService', testService);
	await dialog.save();
}

/** Where the emulator has had requests below a path. */
async function requestedBelow(path: string): Promise<string[]> {
	const { entries } = await emulator.ledger();
	return entries.map((entry) => entry.path).filter((one) => one.startsWith(path));
}

describe('iFLYTEK Open Platform API', () => {
	const { appId, apiKey, apiSecret } = secondSignatureAccount;
	const right = { appId, apiKey, apiSecret, baseUrl: emulator.url };

	test('has fields in the order of the console, none cut off, and is green with the right keys', async () => {
		const dialog = await shared.editor.newCredential(SIGNATURE);
		expect(await dialog.labels()).toEqual([
			'Service *',
			expect.stringMatching(/^Copy the three values/),
			'App ID *',
			'API Key *',
			'API Secret *',
			'Base URL',
			'Allowed HTTP Request Domains',
		]);
		// it may still be opening
		await eventually(async () => expect(await dialog.cutOff()).toEqual([]));
		await complete(dialog, right, 'Invoice Recognition');
		expect(await dialog.result()).toEqual({ green: true });
	});

	test('is red before a service is chosen, sends nothing, and is tested once one is', async () => {
		// a path of its own: n8n may still test the credential of the test before, which has the same keys
		const path = '/unchosen';
		const dialog = await enter(SIGNATURE, { ...right, baseUrl: `${emulator.url}${path}` }, '');
		expect(await dialog.result()).toEqual({
			green: false,
			reason: expect.stringMatching(/choose the service that the keys are for/),
		});
		await eventually(async () => expect(await dialog.cutOff()).toEqual([]));
		expect(await requestedBelow(path)).toEqual([]);
		await dialog.fill({ baseUrl: emulator.url });
		await dialog.choose('testService', 'Invoice Recognition');
		await dialog.save();
		await expect(dialog.turnsGreen()).resolves.toBeUndefined();
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

	test('is red with a wrong secret and says why, and turns green once it is mended and saved', async () => {
		const dialog = await enter(SIGNATURE, { ...right, apiSecret: 'x'.repeat(32) });
		expect(await dialog.result()).toEqual({
			green: false,
			reason: expect.stringMatching(/signature does not match.*'API Secret'/),
		});
		await eventually(async () => expect(await dialog.cutOff()).toEqual([]));
		await dialog.fill({ apiSecret });
		await dialog.save();
		await expect(dialog.turnsGreen()).resolves.toBeUndefined();
	});
});

describe('iFLYTEK Image API', () => {
	const { appId, apiKey } = mainChecksumAccount;
	const right = { appId, apiKey, baseUrl: emulator.url };

	test('has fields in the order of the console, none cut off, and is green with the right keys', async () => {
		const dialog = await shared.editor.newCredential(CHECKSUM);
		expect(await dialog.labels()).toEqual([
			'Service *',
			expect.stringMatching(/^Copy both values.*whitelist/),
			'App ID *',
			'API Key *',
			'Base URL',
			'Allowed HTTP Request Domains',
		]);
		await eventually(async () => expect(await dialog.cutOff()).toEqual([]));
		await complete(dialog, right, 'Object Recognition');
		expect(await dialog.result()).toEqual({ green: true });
	});

	test('is red with a closed whitelist, and says why', async () => {
		const { appId: closed, apiKey: key } = whitelistedAccount;
		const dialog = await enter(CHECKSUM, { ...right, appId: closed, apiKey: key });
		expect(await dialog.result()).toEqual({
			green: false,
			reason: expect.stringMatching(/whitelist/),
		});
		await eventually(async () => expect(await dialog.cutOff()).toEqual([]));
	});
});

const AI_CALL = 'iFLYTEK AI Call API';

describe('iFLYTEK AI Call API', () => {
	const { appKey, appSecret } = secondAiCallAccount;
	const right = { appKey, appSecret, baseUrl: emulator.url };

	test('has fields in the order of the console, none cut off, and is green with the keys of the application', async () => {
		const dialog = await shared.editor.newCredential(AI_CALL);
		expect(await dialog.labels()).toEqual([
			'Copy both values from the AI call page of your application in the iFLYTEK console.',
			'App Key *',
			'App Secret *',
			'Base URL',
			'Webhook Secret',
			'Allowed HTTP Request Domains',
		]);
		await eventually(async () => expect(await dialog.cutOff()).toEqual([]));
		await complete(dialog, right);
		expect(await dialog.result()).toEqual({ green: true });
	});

	test('is red with swapped keys, and says why', async () => {
		const dialog = await enter(AI_CALL, { ...right, appKey: appSecret, appSecret: appKey });
		expect(await dialog.result()).toEqual({
			green: false,
			reason: expect.stringMatching(/'App Key' and 'App Secret'/),
		});
		await eventually(async () => expect(await dialog.cutOff()).toEqual([]));
	});
});
