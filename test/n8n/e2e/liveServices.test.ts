/** Where the live services differ from their specification: what a user sees of it, in a real n8n. */
import { mainSignatureAccount, type FaultOrder } from '../../emulator';
import { chain } from '../../support/chain';
import { RECOGNIZE, recognize, textNode } from '../../support/recognition';
import { nodeItems } from '../harness';
import { connect } from './connection';

const { client, credentials, emulator } = connect();

beforeEach(async () => await emulator.reset());
afterAll(async () => await emulator.reset());

describe('a wrong key, which the gateway refuses in words of its own', () => {
	const { appId, apiKey, apiSecret } = mainSignatureAccount;

	test.each([
		['API Key', { apiKey: 'x'.repeat(32) }, 'fail to retrieve credential', /not swapped/],
		['API Secret', { apiSecret: 'x'.repeat(32) }, 'HMAC secret key does not match', /'API Secret'/],
	])('%s: node and credential test quote them', async (_field, change, words, remedy) => {
		await emulator.set({ voice: 'observed' });
		const data = { appId, apiKey, apiSecret, baseUrl: emulator.url, testService: 'text' };
		const { credential, result } = await client.createAndTestCredential({
			name: 'Wrong key',
			type: 'iflytekSignatureApi',
			data: { ...data, ...change },
		});
		const { id, name } = credential;
		const step = recognize(textNode, { iflytekSignatureApi: { id, name } }, { text: '你好' });
		const workflow = await client.createWorkflow(chain('Wrong key', [step]));
		const { status, data: stored } = await client.runToEnd(workflow.id);

		expect(status).toBe('error');
		const shown = String(stored.resultData.error?.description);
		for (const text of [shown, result.message]) {
			expect(text).toContain(words);
			expect(text).toMatch(remedy);
		}
		expect(result.status).toBe('Error');
	});
});

test.each([
	['code 11202', { refusal: 11202 }],
	['HTTP 429 with Retry-After', { refusal: 429, retryAfter: 1 }],
])('no text of a list is lost to a limit a second, told by %s', async (_told, how) => {
	await emulator.set({ rate: { perSecond: 5, ...how } });
	const texts = Array.from({ length: 15 }, (_, n) => ({ text: `他做事总是画蛇天足，第${n}次` }));
	const step = recognize(textNode, credentials, { text: '={{ $json.text }}' });
	const { id } = await client.createWorkflow(chain('Limit a second', [step], texts));
	const execution = await client.runToEnd(id);

	expect(execution.status).toBe('success');
	expect(nodeItems(execution, RECOGNIZE).map(({ json }) => json.correctedText)).toEqual(
		texts.map(({ text }) => text.replace('天', '添')),
	);
	expect((await emulator.ledger()).services.text.overRate).toBeGreaterThan(0);
});

describe('Call: Place', () => {
	const NODE = 'AI Call';
	const byId = (value: string) => ({ __rl: true, mode: 'id', value });
	const phone = (n: number) => String(13_000_000_000 + n);

	async function place(phones: string[], options: object = {}) {
		const step = {
			name: NODE,
			type: 'n8n-nodes-iflytek.iflytekAiCall',
			parameters: {
				resource: 'call',
				operation: 'place',
				script: byId('3101'),
				line: byId('02566800001'),
				dryRun: false,
				rowsFrom: 'json',
				rows: JSON.stringify(phones.map((number, n) => [number, `客户${n}`, String(n)])),
				// whatever time of day the test runs at
				options: { callingHours: { hours: [{ from: '00:00', to: '24:00' }] }, ...options },
			},
			credentials: { iflytekAiCallApi: credentials.iflytekAiCallApi },
		};
		const { id } = await client.createWorkflow(chain('Live services', [step]));
		return nodeItems(await client.runToEnd(id), NODE).map(({ json }) => json);
	}

	async function called() {
		const { numbers } = (await emulator.call('POST', 'aicall-ledger', {})) as {
			numbers: Array<{ number: string; accepted: number }>;
		};
		return numbers.filter(({ accepted }) => accepted > 0).map(({ number }) => number);
	}

	test('row 3 goes out in place of row 1, whose batch was refused for another number', async () => {
		await emulator.call('POST', 'aicall-settings', { sensitiveNumbers: [phone(2)] });
		expect(await place([phone(1), phone(2), phone(1)])).toMatchObject([
			{ status: 'refused', code: '200203' },
			{ status: 'refused', code: '200203' },
			{ status: 'accepted', row: 3, phone: phone(1) },
		]);
		expect(await called()).toEqual([phone(1)]);
	});

	test('row 3 is not sent, and says why, where nobody knows what became of row 1', async () => {
		// a token first, whose request would meet the fault in its place
		await place([phone(9)]);
		await emulator.order({ service: 'aicall-callout', kind: 'resetAfter' });
		expect(await place([phone(1), phone(2), phone(1)])).toMatchObject([
			{ status: 'unknown' },
			{ status: 'unknown' },
			{
				status: 'notSent',
				duplicateOf: 1,
				reason: expect.stringMatching(/^The number is the same as in row 1, and whether/),
			},
		]);
	});

	test('two rows that do not fit sink no other one, although both halves are refused', async () => {
		const phones = Array.from({ length: 100 }, (_, n) => phone(n));
		const bad = [phone(3), phone(40)];
		for (const containing of bad) {
			await emulator.order({
				service: 'aicall-callout',
				kind: 'code',
				code: 200212,
				times: 'always',
				containing,
			} as FaultOrder);
		}
		const rows = await place(phones, { onRefusedBatch: 'narrowDown' });
		expect(rows.filter(({ status }) => status !== 'accepted').map((row) => row.phone)).toEqual(bad);
		expect(await called()).toHaveLength(98);
	});
});
