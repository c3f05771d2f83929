/**
 * A row is handed over once, however often n8n runs the node: in a loop, in a sub-workflow that fails afterwards, for
 * an event that starts two executions, and in the Retry of an execution that was killed. The platform is the witness.
 */
import { randomUUID } from 'node:crypto';
import { FULL_SIZE } from '../../support/fullSize';
import { until } from '../../support/until';
import {
	createCredentials,
	nodeItems,
	startN8n,
	WITHOUT_EDITOR,
	type CredentialsByType,
	type Execution,
	type RunningN8n,
	type WorkflowNode,
} from '../harness';
import { connect } from './connection';
import { acceptedBy, ledgerOf, onceEach } from './support/batches';

const { emulator, major, packageTarball } = connect();
const PLACE = 'Place';
const byId = (value: string) => ({ __rl: true, mode: 'id', value });
const phoneOf = (n: number) => `1390000${String(n).padStart(4, '0')}`;
const phones = (count: number, from = 0) =>
	Array.from({ length: count }, (_, n) => phoneOf(from + n));

let n8n: RunningN8n;
let credentials: CredentialsByType;

beforeAll(async () => {
	n8n = await startN8n({ major, packageTarball, env: WITHOUT_EDITOR });
	credentials = await createCredentials(n8n.client, emulator.url);
}, 240_000);
afterAll(async () => await n8n?.stop());
beforeEach(async () => await emulator.reset());
afterAll(async () => await emulator.reset());

function node(name: string, type: string, more: Partial<WorkflowNode> = {}): WorkflowNode {
	return { id: name, name, type, typeVersion: 1, position: [0, 0], parameters: {}, ...more };
}

/** A node that calls these numbers, or the number of each input item. */
function calling(numbers?: string[], operation: 'place' | 'run' = 'place'): WorkflowNode {
	const isPlace = operation === 'place';
	return node(PLACE, 'n8n-nodes-iflytek.iflytekAiCall', {
		credentials: { iflytekAiCallApi: credentials.iflytekAiCallApi },
		parameters: {
			resource: isPlace ? 'call' : 'task',
			operation,
			...(isPlace ? {} : { taskName: 'Once' }),
			script: byId('3104'),
			line: byId('02566800002'),
			mode: 'live',
			rowsFrom: 'json',
			rows: numbers
				? JSON.stringify(numbers.map((number) => [number, '张伟']))
				: '={{ JSON.stringify([[$json.phone, "张伟"]]) }}',
			options: {
				columnNames: '客户手机号码, 姓名',
				callingHours: { hours: [{ from: '00:00', to: '24:00' }] },
			},
		},
	});
}

type Links = Record<string, string[][]>;

async function create(nodes: WorkflowNode[], links: Links): Promise<string> {
	const connections = Object.fromEntries(
		Object.entries(links).map(([from, outputs]) => [
			from,
			{ main: outputs.map((some) => some.map((to) => ({ node: to, type: 'main', index: 0 }))) },
		]),
	);
	const settings = { executionOrder: 'v1' };
	const { id } = await n8n.client.createWorkflow({ name: 'Once', nodes, connections, settings });
	return id;
}

/** A published workflow that an event starts; what it returns sends the event and answers the execution's ID. */
async function onEvent(place: WorkflowNode): Promise<{ id: string; send: () => Promise<void> }> {
	const path = randomUUID();
	const webhook = node('Event', 'n8n-nodes-base.webhook', {
		typeVersion: 2,
		webhookId: path,
		parameters: { httpMethod: 'POST', path, responseMode: 'onReceived', options: {} },
	});
	const id = await create([webhook, place], { Event: [[PLACE]] });
	await n8n.client.activate(id);
	const send = async () => {
		const { status } = await fetch(`${n8n.url}/webhook/${path}`, { method: 'POST' });
		expect(status).toBe(200);
	};
	return { id, send };
}

async function executionsOf(workflowId: string, count: number): Promise<Execution[]> {
	const some = await until(`${count} executions`, async () => {
		const found = await n8n.client.listExecutions({ workflowId });
		return found.length >= count && found;
	});
	return await Promise.all(
		some.map(async ({ id }) => await n8n.client.waitForExecution(id, 120_000)),
	);
}

/** n8n's own Retry, with the workflow as it was or as it is saved now; answers the new execution. */
async function retry(execution: string, loadWorkflow: boolean): Promise<Execution> {
	const answer = await n8n.client.request<{ id?: string } | boolean>(
		'POST',
		`/rest/executions/${execution}/retry`,
		{ loadWorkflow },
	);
	expect(answer).toBeTruthy();
	const { workflowId } = await n8n.client.getExecution(execution);
	const [newest] = await n8n.client.listExecutions({ workflowId: String(workflowId) });
	return await n8n.client.waitForExecution(newest!.id, 120_000);
}

const statusesOf = (execution: Execution) =>
	nodeItems(execution, PLACE).reduce<Record<string, number>>((counts, { json }) => {
		const key = `${String(json.status)} ${String(json.mayHaveBeenCalled)}`;
		return { ...counts, [key]: (counts[key] ?? 0) + 1 };
	}, {});

test('a loop of one row at a time calls a number once', async () => {
	const list = [phoneOf(0), phoneOf(1), phoneOf(0)].map((phone) => ({ phone }));
	const id = await create(
		[
			node('Start', 'n8n-nodes-base.manualTrigger'),
			node('List', 'n8n-nodes-base.set', {
				typeVersion: 3.4,
				parameters: { mode: 'raw', jsonOutput: JSON.stringify({ list }), options: {} },
			}),
			node('Each', 'n8n-nodes-base.splitOut', {
				parameters: { fieldToSplitOut: 'list', options: {} },
			}),
			node('Loop', 'n8n-nodes-base.splitInBatches', {
				typeVersion: 3,
				parameters: { batchSize: 1, options: {} },
			}),
			calling(),
		],
		{
			Start: [['List']],
			List: [['Each']],
			Each: [['Loop']],
			Loop: [[], [PLACE]],
			[PLACE]: [['Loop']],
		},
	);
	const execution = await n8n.client.runToEnd(id);
	expect(execution.data.resultData.error).toBeUndefined();
	const runs = (execution.data.resultData.runData[PLACE] ?? []).map(
		({ data }) => data?.main?.[0]?.[0]?.json,
	);
	expect(runs).toMatchObject([
		{ status: 'accepted' },
		{ status: 'accepted' },
		{ status: 'notSent', mayHaveBeenCalled: true },
	]);
	expect(await acceptedBy(emulator)).toEqual(onceEach(phones(2)));
});

test('an event that starts two executions at once calls everybody once', async () => {
	const { id, send } = await onEvent(calling(phones(60, 100)));
	await Promise.all([send(), send()]);
	const executions = await executionsOf(id, 2);
	expect(executions.map(({ status }) => status)).toEqual(['success', 'success']);
	expect(await acceptedBy(emulator)).toEqual(onceEach(phones(60, 100)));
});

test.each([
	['is retried', {}, 1],
	[
		'is run three times by Retry On Fail',
		{ retryOnFail: true, maxTries: 3, waitBetweenTries: 0 },
		0,
	],
])('a sub-workflow that fails after the calls, and %s', async (_name, settings, retries) => {
	const numbers = phones(3, retries === 1 ? 200 : 210);
	const sub = await create(
		[
			node('Called', 'n8n-nodes-base.executeWorkflowTrigger', {
				typeVersion: 1.1,
				parameters: { inputSource: 'passthrough' },
			}),
			calling(numbers),
			node('Fail', 'n8n-nodes-base.stopAndError', { parameters: { errorMessage: 'after it' } }),
		],
		{ Called: [[PLACE]], [PLACE]: [['Fail']] },
	);
	if (major === 2) await n8n.client.activate(sub);
	const id = await create(
		[
			node('Start', 'n8n-nodes-base.manualTrigger'),
			node('Sub', 'n8n-nodes-base.executeWorkflow', {
				typeVersion: 1.2,
				parameters: { workflowId: byId(sub), workflowInputs: {}, options: {} },
				...settings,
			}),
		],
		{ Start: [['Sub']] },
	);
	const execution = await n8n.client.runToEnd(id);
	expect(execution.data.resultData.error?.message).toMatch(/after it/);
	for (let n = 0; n < retries; n++) await retry(execution.id, true);
	expect(await acceptedBy(emulator)).toEqual(onceEach(numbers));
});

describe('n8n is killed', () => {
	const restart = async () => {
		const { port, userFolder } = n8n;
		n8n.kill();
		n8n = await startN8n({ major, userFolder, port, env: WITHOUT_EDITOR });
	};

	// one more start of n8n for each
	const ways = FULL_SIZE || major === 2 ? [false, true] : [false];
	test.each(ways)(
		'amid a list, and retried: everybody is called once or told (current workflow: %s)',
		async (loadWorkflow) => {
			const numbers = phones(300, loadWorkflow ? 1000 : 2000);
			const { id, send } = await onEvent(calling(numbers));
			await emulator.order({
				service: 'aicall-callout',
				kind: 'delay',
				ms: 20_000,
				containing: numbers[150],
			});
			await send();
			await until('the fourth request', async () => numbers[150]! in (await acceptedBy(emulator)));
			await restart();

			const [cutOff] = await executionsOf(id, 1);
			expect(cutOff!.status).not.toBe('success');
			const again = await retry(cutOff!.id, loadWorkflow);
			expect(again.status).toBe('success');
			expect(statusesOf(again)).toEqual({ 'accepted true': 100, 'notSent true': 200 });
			expect(await acceptedBy(emulator)).toEqual(onceEach(numbers));
		},
		300_000,
	);

	test('around the start of a task, and retried: no second task calls the same people', async () => {
		const numbers = phones(50, 3000);
		const { id, send } = await onEvent(calling(numbers, 'run'));
		await emulator.order({ service: 'aicall-start', kind: 'delay', ms: 20_000 });
		await send();
		await until(
			'the start',
			async () => (await emulator.ledger()).services['aicall-start']?.requests,
		);
		await restart();

		const [cutOff] = await executionsOf(id, 1);
		const again = await retry(cutOff!.id, false);
		expect(statusesOf(again)).toEqual({ 'notSent true': 50 });
		expect((await emulator.ledger()).services['aicall-create']!.outcomes).toMatchObject({ '0': 1 });
		expect((await ledgerOf(emulator)).totals.submissions).toBe(1);
	}, 300_000);
});
