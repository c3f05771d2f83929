/** The trigger's example workflows, imported as they are and driven by the emulator's dialler. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { mainAiCallAccount, startEmulator, type Emulator } from '../../emulator';
import { isReceived, postOnce } from '../../emulator/aiCall/delivery';
import { callOut, control, mobile, signedIn } from '../../emulator/aiCall/fixtures/client';
import {
	createCredentials,
	findInUserFolder,
	importWorkflow,
	readExample,
	startN8n,
	type CredentialsByType,
	type N8nClient,
	type RunningN8n,
	type WorkflowDraft,
	type WorkflowNode,
} from '../harness';
import { until } from '../../queue/support/until';
import { connect } from './connection';
import { readSecrets, recorded } from './support/seenRequests';

const shared = connect();
const { major, packageTarball } = shared;
const NAMES = ['欧阳 "小" 明', 'Zoë 🙂', '张伟'];
const COLUMNS = ['客户手机号码', '姓名', '订单号'];

let n8n: RunningN8n;
let client: N8nClient;
let emulator: Emulator;
let credentials: CredentialsByType;
let projectId: string;

beforeAll(async () => {
	// without a pool, writing to a data table twice at a time breaks the database layer of n8n 1
	n8n = await startN8n({ major, packageTarball, env: { DB_SQLITE_POOL_SIZE: '3' } });
	client = n8n.client;
	const { aiCall, onRequest } = recorded(shared);
	emulator = await startEmulator({
		onRequest,
		// the platform's patience is no matter here: every push is repeated all the same
		aiCall: { ...aiCall, settings: { pushGap: 50, pushTimeout: 60_000 } },
	});
	credentials = await createCredentials(client, emulator.url);
	const projects = await client.request<Array<{ id: string }>>('GET', '/rest/projects/my-projects');
	projectId = projects[0].id;
});
afterAll(async () => {
	await emulator.stop();
	await n8n.stop();
});

type Column = { name: string; type: 'string' | 'number' };

async function createTable(name: string, columns: Column[]): Promise<string> {
	const path = `/rest/projects/${projectId}/data-tables`;
	const { id } = await client.request<{ id: string }>('POST', path, { name, columns });
	return id;
}

async function rowsOf(tableId: string): Promise<Array<Record<string, unknown>>> {
	const path = `/rest/projects/${projectId}/data-tables/${tableId}/rows?take=250`;
	return (await client.request<{ data: Array<Record<string, unknown>> }>('GET', path)).data;
}

/** Imports an example with changes to some nodes' parameters and publishes it. */
async function start(
	fileName: string,
	change: (node: WorkflowNode) => Record<string, unknown> | undefined,
): Promise<{ id: string; webhook: string }> {
	const example: WorkflowDraft = readExample(fileName);
	const nodes = example.nodes.map((node) => ({
		...node,
		parameters: { ...node.parameters, ...change(node) },
	}));
	const { id } = await importWorkflow(client, { ...example, nodes }, credentials);
	await client.activate(id);
	const first = example.nodes.find(({ type }) => type.endsWith('iflytekAiCallTrigger'));
	return { id, webhook: `${client.url}/webhook/${String(first?.webhookId)}` };
}

const pickTable = (tableId: string) => (node: WorkflowNode) =>
	node.type === 'n8n-nodes-base.dataTable'
		? { dataTableId: { __rl: true, mode: 'list', value: tableId } }
		: undefined;

/**
 * Has the robot call so many customers. Each push reaches the receiver twice at once, the worst of what
 * a platform does that sends again what it believes unanswered.
 * @returns how many pushes the receiver got, when all have been answered
 */
async function callCustomers(count: number, receiver: string): Promise<number> {
	let received = 0;
	const relay = createServer(async (request, response) => {
		const body = await text(request);
		const answers = await Promise.all([1, 2].map(() => postOnce(receiver, body, 60_000)));
		received += answers.filter(isReceived).length;
		response.end(answers.every(isReceived) ? 'success' : 'failure');
	}).listen(0, '127.0.0.1');
	await once(relay, 'listening');
	const url = `http://127.0.0.1:${(relay.address() as AddressInfo).port}`;
	const modules = ['receiveCallRecord', 'receiveVoice', 'receiveDialog'];
	await control(emulator, 'aicall-settings', {
		urls: modules.map((url_module) => ({ url, url_module })),
	});
	const { done } = await signedIn(emulator);
	await done('aicall-callout', {
		...callOut(),
		robot_id: '3101',
		call_column: COLUMNS,
		call_list: Array.from({ length: count }, (_, n) => [mobile(n), NAMES[n % 3], `0${n}`]),
	});
	await control(emulator, 'aicall-clock', { runOut: true });
	await emulator.aiCall.pushes.whenIdle();
	relay.close();
	expect(emulator.aiCall.pushes.view().failures).toEqual([]);
	return received;
}

/** Waits until a workflow has run so many times (at most 100), and tells how the runs ended. */
async function endsOf(workflowId: string, count: number): Promise<string[]> {
	return await until(
		`${count} ended executions`,
		async () => {
			const found = await client.listExecutions({ workflowId });
			const ends = found.map(({ status }) => status);
			const isOver = ends.every((status) => status !== 'new' && status !== 'running');
			return isOver && ends.length >= count ? ends : undefined;
		},
		60_000,
	);
}

describe('call-results-to-table.json', () => {
	it('has one row for each call, merged from its record, recording and dialog', async () => {
		const words = (name: string): Column => ({ name, type: 'string' });
		const number = (name: string): Column => ({ name, type: 'number' });
		const table = await createTable('AI calls', [
			...['callUuid', 'direction', 'caller', 'callee', 'answeredAt', 'endedAt'].map(words),
			...['result', 'taskDataId', 'customerRow', 'recordingUrl', 'transcript', 'intention'].map(
				words,
			),
			...['callSeconds', 'recordingSeconds'].map(number),
		]);
		const { id, webhook } = await start('call-results-to-table.json', pickTable(table));
		const count = 8;
		const received = await callCustomers(count, `${webhook}/push`);
		// two records of each call at least, each twice
		expect(received).toBeGreaterThanOrEqual(4 * count);

		const ends = await endsOf(id, received);
		expect(ends).toEqual(Array.from({ length: received }, () => 'success'));
		const rows = await rowsOf(table);
		expect(rows).toHaveLength(count);
		expect(new Set(rows.map(({ callUuid }) => callUuid)).size).toBe(count);
		for (const row of rows) {
			const n = Number(String(row.callee).slice(3));
			expect(row).toMatchObject({ direction: 'outbound', caller: '02566800001' });
			expect(JSON.parse(String(row.customerRow))).toEqual({
				客户手机号码: mobile(n),
				姓名: NAMES[n % 3],
				订单号: `0${n}`,
			});
			expect(row.taskDataId).toMatch(/^4129076350188421\d\d$/);
			if (row.answeredAt === null) {
				expect(row).toMatchObject({ callSeconds: 0, transcript: null, recordingUrl: null });
			} else {
				expect(row.transcript).toMatch(/^Robot: .+\nCustomer: /);
				expect(row.recordingUrl).toContain(String(row.callUuid));
				expect(row.recordingSeconds).toBe(row.callSeconds);
			}
		}
		expect(rows.filter(({ answeredAt }) => answeredAt !== null).length).toBeGreaterThan(0);
	});
});

describe('call-record-to-crm.json', () => {
	let crm: Server;
	const updates: Array<{ method?: string; path?: string; body: Record<string, unknown> }> = [];

	beforeAll(async () => {
		crm = createServer(async (request, response) => {
			const body = JSON.parse(await text(request)) as Record<string, unknown>;
			updates.push({ method: request.method, path: request.url, body });
			response.setHeader('content-type', 'application/json').end('{"ok":true}');
		}).listen(0, '127.0.0.1');
		await once(crm, 'listening');
	});
	afterAll(() => void crm.close());

	it('tells the CRM how each call ended; a push that comes twice writes the same again', async () => {
		const crmUrl = `http://127.0.0.1:${(crm.address() as AddressInfo).port}`;
		const { id, webhook } = await start('call-record-to-crm.json', ({ type, parameters }) =>
			type === 'n8n-nodes-base.httpRequest'
				? { url: String(parameters.url).replace('https://crm.example.com', crmUrl) }
				: undefined,
		);
		const count = 5;
		await callCustomers(count, `${webhook}/push`);
		// of the pushes of a call only the outbound record, twice, starts the workflow
		const ends = await endsOf(id, 2 * count);
		expect(ends).toEqual(Array.from({ length: 2 * count }, () => 'success'));

		const calls = new Map(updates.map(({ path, body }) => [path, body]));
		expect(calls.size).toBe(count);
		expect(updates).toHaveLength(2 * count);
		for (const { path, body } of updates) expect(body).toEqual(calls.get(path));
		expect(new Set([...calls.values()].map(({ phone }) => phone)).size).toBe(count);
		for (const { method, path, body } of updates) {
			expect(method).toBe('PUT');
			expect(path).toMatch(/^\/calls\/[0-9a-f-]{36}$/);
			expect(body).toMatchObject({
				direction: 'outbound',
				seconds: expect.any(Number),
				result: expect.any(String),
				customer: { 客户手机号码: body.phone },
			});
		}
	});
});

describe('dialog-context-from-table.json', () => {
	it('answers with the customer’s row, and with the fallback values for a stranger', async () => {
		const words = (name: string): Column => ({ name, type: 'string' });
		const table = await createTable('Customers', [
			words('callRelationId'),
			words('customerName'),
			words('orderNumber'),
		]);
		const path = `/rest/projects/${projectId}/data-tables/${table}/insert`;
		await client.request('POST', path, {
			data: [
				{ callRelationId: 'relation-1', customerName: '张三', orderNumber: '0042' },
				{ callRelationId: 'relation-2', customerName: '李四', orderNumber: '0043' },
			],
			returnType: 'count',
		});
		const { webhook } = await start('dialog-context-from-table.json', (node) => ({
			...pickTable(table)(node),
			// a machine that runs tests beside it may be slower than the platform wants
			...(node.type.endsWith('iflytekAiCallTrigger') && { options: { contextTimeout: 2500 } }),
		}));
		await control(emulator, 'aicall-settings', {
			contextTimeout: 5000,
			urls: [{ url: `${webhook}/context`, url_module: 'getDialogContext' }],
		});
		for (const callRelationId of ['relation-2', 'relation-1', 'stranger']) {
			await control(emulator, 'aicall-inbound', { count: 1, callRelationId, robotId: '3101' });
			await control(emulator, 'aicall-clock', { runOut: true });
			await emulator.aiCall.pushes.whenIdle();
		}
		const { contexts } = emulator.aiCall.pushes.view();
		const answers = contexts
			.slice(-3)
			.map(({ answer, valid }) => ({ valid, map: JSON.parse(answer) }));
		expect(answers).toEqual([
			{ valid: true, map: { 姓名: '李四', 订单号: '0043' } },
			{ valid: true, map: { 姓名: '张三', 订单号: '0042' } },
			{ valid: true, map: { 姓名: '客户', 订单号: '您的订单' } },
		]);
	});
});

it('leaves no key or token in what this n8n keeps', async () => {
	const { appKey, appSecret } = mainAiCallAccount;
	const needles = { appKey, appSecret, ...readSecrets(shared) };
	expect(Object.keys(needles).length).toBeGreaterThan(2);
	expect(await findInUserFolder(major, n8n.userFolder, needles)).toEqual([]);
});
