/** The AI Call credential: its test button for every cause, and its token in n8n's HTTP Request node. */
import { setTimeout as delay } from 'node:timers/promises';
import { mainAiCallAccount, secondAiCallAccount, type FaultOrder } from '../../emulator';
import { nodeItems, type SavedCredential } from '../harness';
import { connect } from './connection';
import { chain } from '../../support/chain';
import { HTTP_REQUEST, httpRequest } from './support/httpRequest';

const n8n = connect();
const { client, emulator } = n8n;
const TYPE = 'iflytekAiCallApi';
const BASE = '/v1/service/v1/aicall';

beforeEach(async () => await emulator.reset());
afterAll(async () => await emulator.reset());

/**
 * n8n remembers the token of an address; another number of slashes at its end is another address. The
 * tests of the node count from 0.
 */
let slashes = 100;
function unknownAddress(): string {
	return emulator.url + '/'.repeat(++slashes);
}

function valuesOf({ appKey, appSecret }: { appKey: string; appSecret: string }) {
	return { appKey, appSecret, baseUrl: unknownAddress() };
}

async function create(data: Record<string, unknown> = valuesOf(mainAiCallAccount)) {
	return await client.createCredential({ name: 'AI Call', type: TYPE, data });
}

/** How many requests each service has had, and what came of them. */
async function requests(): Promise<Record<string, number>> {
	const { services } = await emulator.ledger();
	return Object.fromEntries(Object.entries(services).map(([id, counts]) => [id, counts.requests]));
}

async function tokens(): Promise<{ issued: number; refused: Record<string, number> }> {
	return (await emulator.call('POST', 'aicall-tokens', {})) as never;
}

describe('the test button', () => {
	async function press(changes: Record<string, unknown> = {}) {
		const data = { ...valuesOf(mainAiCallAccount), ...changes };
		const credential = await create({ ...valuesOf(mainAiCallAccount) });
		const result = await client.testCredential({ ...credential, data });
		await client.deleteCredential(credential.id);
		return result;
	}

	test('is green for right values', async () => {
		expect(await press()).toMatchObject({ status: 'OK' });
		expect(await requests()).toEqual({ 'aicall-token': 1, 'aicall-config': 1 });
	});

	const NOT_ACCEPTED =
		"The platform does not accept this key and secret (200101). Copy 'App Key' and 'App Secret' again from the iFLYTEK console.";
	const UNKNOWN_CODE =
		'The service answered with a code this package does not know. Run a node with this credential to see the whole answer.';

	test.each<[string, Record<string, unknown>, string]>([
		['a wrong key', { appKey: 'x'.repeat(48) }, NOT_ACCEPTED],
		['a wrong secret', { appSecret: 'x'.repeat(44) }, NOT_ACCEPTED],
		['the key of another application', { appKey: secondAiCallAccount.appKey }, NOT_ACCEPTED],
		['an empty secret', { appSecret: ' ' }, "The credential's 'App Secret' is empty"],
		[
			'key and secret exchanged',
			{ appKey: mainAiCallAccount.appSecret, appSecret: mainAiCallAccount.appKey },
			"'App Key' and 'App Secret' are swapped in the credential (200101). The key is the one with 48 characters, the secret the one with 44: swap them.",
		],
		[
			'a webhook secret that a URL would change',
			{ pushSecret: 'two words' },
			"'Webhook Secret' contains characters that change in a URL, so every event would be refused. Use letters and digits only.",
		],
		[
			'an address where nobody listens',
			{ baseUrl: 'http://127.0.0.1:9' },
			"The AI Call platform could not be reached for a token. Check the network of the machine that runs n8n and the credential's 'Base URL'.",
		],
		[
			'an address that is none',
			{ baseUrl: 'file:///etc/passwd' },
			"The credential's 'Base URL' is not a web address: it must start with http:// or https:// and contain no spaces or line breaks",
		],
	])('is red for %s, and says so', async (_cause, changes, message) => {
		expect(await press(changes)).toEqual({ status: 'Error', message });
	});

	test.each<[string, object, string]>([
		[
			'an unknown application',
			{ service: 'aicall-token', kind: 'code', code: 10003 },
			"The platform does not know this application (10003). Copy 'App Key' again from the iFLYTEK console.",
		],
		[
			'a busy token service',
			{ service: 'aicall-token', kind: 'code', code: 10004 },
			'The platform is busy (10004). Try again in a minute.',
		],
		[
			'a busy service behind a good token',
			{ service: 'aicall-config', kind: 'code', code: 10004 },
			'The platform is busy (10004). Press Retry in a moment.',
		],
		[
			'an undocumented code in place of a token',
			{ service: 'aicall-token', kind: 'code', code: 98765 },
			"The AI Call platform refused the request for a token (98765). Check 'App Key' and 'App Secret' in the credential.",
		],
		[
			'an undocumented code behind a good token',
			{ service: 'aicall-config', kind: 'code', code: 98765 },
			UNKNOWN_CODE,
		],
		[
			'a web page in place of a token',
			{ service: 'aicall-token', kind: 'html', status: 502 },
			"The AI Call platform sent no readable answer to the request for a token (HTTP 502). Check the credential's 'Base URL': another program may be answering.",
		],
		[
			'a web page behind a good token',
			{ service: 'aicall-config', kind: 'html' },
			"The answer is not the service's own. Check 'Base URL': a proxy or another program may be answering.",
		],
	])('is red for %s, and says so', async (_cause, fault, message) => {
		await emulator.order({ ...fault, times: 'always' } as FaultOrder);
		expect(await press()).toEqual({ status: 'Error', message });
	});

	test('is red for a changed key over a stored token', async () => {
		const data = valuesOf(mainAiCallAccount);
		const credential = await create(data);
		expect(await client.testCredential({ ...credential, data })).toMatchObject({ status: 'OK' });

		// as the editor does it: what n8n gave it, with blank markers for secrets, and one field changed
		const shown = (await client.getCredential(credential.id)) as Required<SavedCredential>;
		expect(shown.data.token).toMatch(/^__n8n_BLANK_VALUE/);
		for (const changed of [{ appSecret: 'x'.repeat(44) }, { appKey: 'x'.repeat(48) }]) {
			const result = await client.testCredential({ ...shown, data: { ...shown.data, ...changed } });
			expect(result).toEqual({ status: 'Error', message: NOT_ACCEPTED });
		}
	});
});

describe("n8n's HTTP Request node", () => {
	const CONFIG = { path: `${BASE}/config/v1/query`, body: { type: 4 } };
	const CALLOUT = {
		path: `${BASE}/outbound/v1/task/callout`,
		body: {
			robot_id: '3102',
			line_num: '02566800001',
			call_column: ['客户手机号码'],
			call_list: [['13800000001']],
		},
	};

	async function workflow(
		{ path, body }: { path: string; body: unknown },
		{ items = 1, options = {} }: { items?: number; options?: Record<string, unknown> } = {},
	): Promise<string> {
		const credential = await create();
		const step = httpRequest(TYPE, credential, emulator.url + path, { body, options });
		const input = Array.from({ length: items }, (_, item) => ({ item }));
		return (await client.createWorkflow(chain('AI Call token', [step], input))).id;
	}

	test('sends the token, fetched once for several items and several runs', async () => {
		const id = await workflow(CONFIG, { items: 5 });
		for (let run = 1; run <= 3; run++) {
			const execution = await client.runToEnd(id);
			expect(nodeItems(execution, HTTP_REQUEST).map(({ json }) => json.code)).toEqual(
				Array(5).fill(0),
			);
		}
		expect(await requests()).toEqual({ 'aicall-token': 1, 'aicall-config': 15 });
		expect(await tokens()).toMatchObject({ issued: 1, refused: {} });
	});

	// of the second one, a minute's margin would leave nothing
	test.each([3600, 30])(
		'sends a call-out once also when the service answers 500, with a token for %s s',
		async (tokenLifetime) => {
			await emulator.call('POST', 'aicall-settings', { tokenLifetime });
			await emulator.order({
				service: 'aicall-callout',
				kind: 'status',
				status: 500,
				processed: true,
				times: 'always',
			});
			const execution = await client.runToEnd(await workflow(CALLOUT));

			expect(execution.status).toBe('error');
			expect(await requests()).toEqual({ 'aicall-token': 1, 'aicall-callout': 1 });
			expect(await submitted('13800000001')).toBe(1);
		},
	);

	test('sends a call-out once also when the token runs out before it is answered', async () => {
		await emulator.call('POST', 'aicall-settings', { tokenLifetime: 6 });
		await emulator.order({ service: 'aicall-callout', kind: 'hang', times: 'always' });
		const options = { timeout: 6500 };
		const execution = await client.runToEnd(await workflow(CALLOUT, { options }));

		expect(execution.status).toBe('error');
		expect(await requests()).toEqual({ 'aicall-token': 1, 'aicall-callout': 1 });
	});

	test('gets a new token before it sends with one that has run out', async () => {
		await emulator.call('POST', 'aicall-settings', { tokenLifetime: 6 });
		const id = await workflow(CONFIG);
		await client.runToEnd(id);
		await delay(6000);
		const execution = await client.runToEnd(id);

		expect(nodeItems(execution, HTTP_REQUEST).map(({ json }) => json.code)).toEqual([0]);
		expect(await requests()).toEqual({ 'aicall-token': 2, 'aicall-config': 2 });
		expect(await tokens()).toMatchObject({ issued: 2, refused: {} });
	});

	test('says why there is no token, and sends nothing without one', async () => {
		await emulator.order({ service: 'aicall-token', kind: 'code', code: 10021, times: 'always' });
		const execution = await client.runToEnd(await workflow(CALLOUT));
		expect(execution.status).toBe('error');
		expect(JSON.stringify(execution.data.resultData.error)).toContain(
			'The interface is disabled for this application (10021)',
		);
		expect((await requests())['aicall-callout']).toBeUndefined();
	});

	/** How often a number was submitted, by the platform's own account. */
	async function submitted(number: string): Promise<number> {
		const ledger = (await emulator.call('POST', 'aicall-ledger', { number })) as {
			numbers: Array<{ submitted: number }>;
		};
		return ledger.numbers[0].submitted;
	}
});
