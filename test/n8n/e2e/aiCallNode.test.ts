/** The AI Call node in a real n8n: its lists, its columns, its rows, and two processes with one token. */
import { mainAiCallAccount, secondAiCallAccount } from '../../emulator';
import { nodeItems } from '../harness';
import { connect } from './connection';
import { chain } from '../../support/chain';

const n8n = connect();
const { client, emulator } = n8n;
const NODE = 'AI Call';
const TYPE = 'n8n-nodes-iflytek.iflytekAiCall';
const COLUMNS = ['客户手机号码', '姓名', '订单号'];
const byId = (value: string) => ({ __rl: true, mode: 'id', value });
const phone = (n: number) => String(13_000_000_000 + n);
const customers = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ phone: phone(n), name: `客户${n}`, order: `00${n}` }));

beforeEach(async () => await emulator.reset());
afterAll(async () => await emulator.reset());

/** A new stored credential: n8n remembers the token of an address, and slashes make another one. */
let slashes = 0;
async function credential() {
	const { appKey, appSecret } = mainAiCallAccount;
	const data = { appKey, appSecret, baseUrl: emulator.url + '/'.repeat(++slashes) };
	const { id, name } = await client.createCredential({
		name: `AI Call node ${slashes}`,
		type: 'iflytekAiCallApi',
		data,
	});
	return { iflytekAiCallApi: { id, name } };
}

/** What lets a workflow send the same rows again on the same day. */
const AGAIN = { sameRowAgain: 'always' };

/** The node's parameters with the columns as the editor gets and saves them. */
async function placing(
	credentials: Awaited<ReturnType<typeof credential>>,
	{ options, ...more }: { options?: object; [name: string]: unknown } = {},
) {
	const parameters: Record<string, unknown> = {
		resource: 'call',
		operation: 'place',
		script: byId('3101'),
		line: byId('02566800001'),
		mode: 'live',
		// whatever time of day the test runs at
		options: { callingHours: { hours: [{ from: '00:00', to: '24:00' }] }, ...options },
		...more,
	};
	const { fields } = await client.mapperFields({
		nodeType: TYPE,
		methodName: 'getColumns',
		path: 'parameters.columns',
		parameters,
		credentials,
	});
	const value = {
		[COLUMNS[0]]: '={{ $json.phone }}',
		[COLUMNS[1]]: '={{ $json.name }}',
		[COLUMNS[2]]: '={{ $json.order }}',
	};
	const columns = { mappingMode: 'defineBelow', value, matchingColumns: [], schema: fields };
	return { ...parameters, columns };
}

async function placeWorkflow(
	rows: number,
	more: Record<string, unknown> = {},
	settings: object = {},
) {
	const credentials = await credential();
	const parameters = await placing(credentials, more);
	const step = { name: NODE, type: TYPE, parameters, credentials, settings: { ...settings } };
	return (await client.createWorkflow(chain('Place calls', [step], customers(rows)))).id;
}

const totals = async () =>
	((await emulator.call('POST', 'aicall-ledger', { totalsOnly: true })) as { totals: object })
		.totals;

test('the editor offers scripts, lines, voices and tasks', async () => {
	const credentials = await credential();
	const parameters = { resource: 'call', operation: 'place' };
	const names = async (methodName: string, path: string) =>
		(
			await client.searchList({ nodeType: TYPE, methodName, path, parameters, credentials })
		).results.map(({ name }) => name);
	expect(await names('searchScripts', 'parameters.script')).toEqual([
		'订单回访',
		'活动通知',
		'续费提醒',
		'满意度调查',
		'新品推荐 (awaiting release)',
		'贷款推销 (rejected)',
		'预约确认 (under review)',
	]);
	expect(await names('searchLines', 'parameters.line')).toContain('02566800001 (10 calls at once)');
	expect(await names('searchVoices', 'parameters.voice')).toHaveLength(7);
	expect(await names('searchTasks', 'parameters.task')).toEqual([]);
});

test('rows go out in calls of 50 and come back with their ids, paired to their items', async () => {
	const execution = await client.runToEnd(await placeWorkflow(120));
	expect(execution.status).toBe('success');
	const items = nodeItems(execution, NODE);
	expect(items).toHaveLength(120);
	expect(items[119]).toMatchObject({
		json: {
			status: 'accepted',
			row: 120,
			phone: phone(119),
			taskDataId: expect.stringMatching(/^\d{18}$/),
		},
		pairedItem: { item: 119 },
	});
	expect(await totals()).toMatchObject({ submissions: 3, accepted: 120, acceptedAgain: 0 });
});

describe('Do Not Call', () => {
	/** Rows of which the node takes the first ones, in a workflow where another node has all of them. */
	async function placeSome(rows: number, of: object[], doNotCall: string, more: object = {}) {
		const credentials = await credential();
		const parameters = await placing(credentials, { options: { doNotCall }, ...more });
		const steps = [
			{ name: 'Some', type: 'n8n-nodes-base.limit', parameters: { maxItems: rows } },
			{ name: NODE, type: TYPE, parameters, credentials },
		];
		const draft = chain('Do not call', steps, of as Array<Record<string, unknown>>);
		return await client.runToEnd((await client.createWorkflow(draft)).id);
	}
	const statusesOf = (execution: Awaited<ReturnType<typeof placeSome>>) =>
		nodeItems(execution, NODE).map(({ json }) => json.status);
	/** JSON escapes of full-width digits, as an expression's text holds them */
	const escaped = [...phone(1)].map((digit) => `\\\\uff1${digit}`).join('');

	test.each([
		`={{ '["${escaped}"]' }}`,
		`={{ new Set(['${phone(1)}']) }}`,
		"={{ $('Start').all().filter((item) => item.json.order === '001') }}",
		"={{ $json.order === '001' ? $json.phone : '' }}",
	])('holds back who is in the list: %s', async (doNotCall) => {
		const execution = await placeSome(3, customers(3), doNotCall);
		expect(statusesOf(execution)).toEqual(['accepted', 'notSent', 'accepted']);
	});

	test.each([
		// n8n gives an object without fields for it
		"={{ $('Start') }}",
		`={{ ['${phone(9)}', '1.3800138E+10'] }}`,
	])('calls nobody where the list cannot be read: %j', async (doNotCall) => {
		const execution = await placeSome(3, customers(3), doNotCall);
		expect(execution.status).toBe('error');
		expect(execution.data.resultData.error?.message).toMatch(/'Do Not Call'/);
		expect(await totals()).toMatchObject({ submissions: 0 });
	});
});

test.each<[string, Record<string, unknown>, object]>([
	['Call: Place, with the error output', {}, { onError: 'continueErrorOutput' }],
	['Task: Run', { resource: 'task', operation: 'run', taskName: 'Reminder' }, {}],
])('Retry On Fail is refused before anything is sent: %s', async (_name, more, settings) => {
	const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 10 };
	const execution = await client.runToEnd(
		await placeWorkflow(2, more, { ...retrying, ...settings }),
	);
	expect(JSON.stringify(execution.data)).toContain(
		"'Retry On Fail' is on in the settings of this node",
	);
	const { services } = await emulator.ledger();
	expect(Object.keys(services).filter((id) => !/token|config/.test(id))).toEqual([]);
});

test('a first item that looks like an error does not make n8n send again', async () => {
	await emulator.order({ kind: 'code', code: 200203, service: 'aicall-callout' } as never);
	const id = await placeWorkflow(60, {}, { onError: 'continueRegularOutput' });
	expect((await client.runToEnd(id)).status).toBe('success');
	// the first batch is refused, the second one accepted; each went out once
	expect((await emulator.ledger()).services['aicall-callout']!.outcomes).toEqual({
		'200203': 1,
		'0': 1,
	});
	expect(await totals()).toMatchObject({ accepted: 10, acceptedAgain: 0 });
});

describe('the token', () => {
	const tokens = async () =>
		(await emulator.call('POST', 'aicall-tokens', {})) as {
			issued: number;
			refused: Record<string, number>;
		};

	test('stored for another key is not used', async () => {
		const credentials = await credential();
		const parameters = await placing(credentials, { options: AGAIN });
		const step = { name: NODE, type: TYPE, parameters, credentials };
		const { id } = await client.createWorkflow(chain('Changed key', [step], customers(1)));
		await client.runToEnd(id);

		const { id: credentialId, name } = credentials.iflytekAiCallApi;
		const { appKey, appSecret } = secondAiCallAccount;
		const stored = (await client.getCredential(credentialId)).data!;
		await client.updateCredential(credentialId, {
			name,
			type: 'iflytekAiCallApi',
			// as the editor saves it: the hidden fields stay what they are
			data: { ...stored, appKey, appSecret },
		});
		const execution = await client.runToEnd(id);
		expect(nodeItems(execution, NODE)[0]!.json.status).toBe('accepted');
		const { submissions } = (await emulator.call('POST', 'aicall-ledger', {})) as {
			submissions: Array<{ appId: string }>;
		};
		expect(submissions.map(({ appId }) => appId)).toEqual([
			mainAiCallAccount.appId,
			secondAiCallAccount.appId,
		]);
		expect((await tokens()).refused).toEqual({});
	});
});

test('rows that are not accepted go to the error output', async () => {
	await emulator.call('POST', 'aicall-settings', { sensitiveNumbers: [phone(1)] });
	const id = await placeWorkflow(
		3,
		{ options: { onRefusedBatch: 'narrowDown' } },
		{ onError: 'continueErrorOutput' },
	);
	const { data } = await client.runToEnd(id);
	const run = (data as never as { resultData: { runData: Record<string, never[]> } }).resultData
		.runData;
	const { main } = (run[NODE]![0] as { data: { main: Array<Array<{ json: object }>> } }).data;
	expect(main[0]).toHaveLength(2);
	expect(main[1]).toMatchObject([
		{ json: { name: '客户1', error: { row: 2, status: 'refused', code: '200203' } } },
	]);
});

test('two n8n processes on one database share the token, also when a new one ends the old', async () => {
	await emulator.call('POST', 'aicall-settings', {
		newTokenInvalidatesOld: true,
		tokenLifetime: 2,
	});
	// as JSON: `n8n execute` does not know the pinned items
	const rows = JSON.stringify(customers(100).map((customer) => Object.values(customer)));
	const id = await placeWorkflow(1, {
		rowsFrom: 'json',
		rows,
		options: { columnNames: COLUMNS.join(), ...AGAIN },
	});
	await client.runToEnd(id);
	const [, ...own] = await Promise.all([
		n8n.executeCli(id),
		...Array.from({ length: 8 }, async (_, round) => {
			await new Promise((resolve) => setTimeout(resolve, round * 1200));
			return await client.runToEnd(id);
		}),
	]);
	// not how the process ended: n8n 2.41.1 sometimes crashes after all is stored, with any workflow
	const stored = await client.listExecutions({ workflowId: id });
	expect(stored.map(({ status }) => status)).toEqual(Array(10).fill('success'));
	for (const execution of own) {
		expect(execution.status).toBe('success');
		expect(new Set(nodeItems(execution, NODE).map(({ json }) => json.status))).toEqual(
			new Set(['accepted']),
		);
	}
	expect(await totals()).toMatchObject({ submissions: 20, accepted: 1000 });
}, 120_000);
