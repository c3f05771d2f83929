import {
	importWorkflow,
	nodeItems,
	importTable,
	pickDataTables,
	readExample,
	type WorkflowDraft,
} from '../n8n/harness';
import type { Worker } from '../n8n/harness/queueMode';
import { save, step } from '../support/workflows';
import { workerOf, type Bench } from './bench';
import { statuses, untilNoneRuns } from './executions';
import { callForReal, locator, ourNode } from '../support/ourNodes';
import { until } from '../support/until';

export interface Customer {
	phone: string;
	name: string;
}

export interface LedgerRow {
	phone: string;
	status: string;
	taskDataId: string | null;
}

/** Milliseconds for each call-out, so that a worker can be killed between two. */
const CALLOUT_MS = 500;

/** So many customers with numbers of their own; another prefix gives others. */
export function customers(count: number, prefix: string): Customer[] {
	return Array.from({ length: count }, (_, index) => ({
		phone: `${prefix}${String(index).padStart(11 - prefix.length, '0')}`,
		name: `客户${index}`,
	}));
}

/** One execution places all calls; its worker is killed when a share of them is out. */
export async function killUnderPlainList(
	{ queue, emulator, credentials }: Bench,
	list: Customer[],
	killAt: number,
) {
	const place = ourNode('Place Calls', 'iflytekAiCall', 'iflytekAiCallApi', credentials, {
		resource: 'call',
		operation: 'place',
		voice: locator(''),
		columns: { mappingMode: 'autoMapInputData', value: null, schema: COLUMNS },
	});
	callForReal(place.parameters);
	const rows = list.map(({ phone, name }) => ({ 客户手机号码: phone, 姓名: name }));
	const source = step('Customers', 'set', 3.4, {
		mode: 'raw',
		jsonOutput: JSON.stringify({ customers: rows }),
		options: {},
	});
	const each = step('One Item Each', 'splitOut', 1, { fieldToSplitOut: 'customers', options: {} });
	const nodes = [step('Start', 'manualTrigger', 1), source, each, place];
	const { id } = await save(queue.client, nodes, { executionOrder: 'v1' });
	const numbers = new Set(list.map(({ phone }) => phone));
	const known = [...queue.workers];
	const before = acceptedBy(emulator);

	emulator.set({ latency: CALLOUT_MS });
	try {
		const execution = String(await queue.client.run(id));
		const victim = await whenAccepted({ queue, emulator }, before + killAt, execution);
		await victim.kill();
		const atKill = dialled(emulator, numbers).numbers.size;
		if (queue.workers.length === 0) known.push(await queue.startWorker());
		await untilNoneRuns(queue.database, id);
		return {
			/** numbers accepted when the worker was killed, and when n8n had long noticed it */
			atKill,
			afterwards: dialled(emulator, numbers),
			statuses: await statuses(queue.database, id),
			/** workers that have begun the execution */
			begunBy: begunBy(known, execution),
		};
	} finally {
		emulator.set({ latency: 0 });
	}
}

/**
 * The example that calls a list in batches: its worker is killed at each of the given counts of
 * accepted numbers and the workflow started again, then it runs to its end.
 */
export async function killUnderBatches(
	{ queue, emulator, credentials }: Bench,
	list: Customer[],
	killAt: number[],
) {
	const lines = list.map(({ phone, name }) => `${phone},${name},,,,`);
	const { id: tableId } = await importTable(queue.client, 'AI call list', lines);
	const { id: doNotCall } = await importTable(queue.client, 'Do not call');
	const workflow = await importWorkflow(
		queue.client,
		withTables(readExample('call-a-list-in-batches.json'), { tableId, doNotCall }),
		credentials,
	);
	const numbers = new Set(list.map(({ phone }) => phone));
	const known = [...queue.workers];
	const before = acceptedBy(emulator);
	const executions: string[] = [];
	const atKills: number[] = [];

	emulator.set({ latency: CALLOUT_MS });
	try {
		for (const count of killAt) {
			const execution = String(await queue.client.run(workflow.id));
			executions.push(execution);
			const victim = await whenAccepted({ queue, emulator }, before + count, execution);
			await victim.kill();
			atKills.push(dialled(emulator, numbers).numbers.size);
			if (queue.workers.length === 0) known.push(await queue.startWorker());
		}
		const started = Date.now();
		const last = String(await queue.client.run(workflow.id));
		executions.push(last);
		const end = await queue.client.waitForExecution(last, 900_000);
		const seconds = (Date.now() - started) / 1000;
		await untilNoneRuns(queue.database, workflow.id);
		const runs = await queue.database.query<{ status: string }>(
			'SELECT status FROM execution_entity WHERE "workflowId" = $1 ORDER BY id',
			[workflow.id],
		);
		return {
			/** numbers accepted at each kill */
			atKills,
			/** final status of each run of the workflow */
			runs: runs.map(({ status }) => status),
			/** workers that have begun each run */
			begunBy: executions.map((execution) => begunBy(known, execution)),
			ledger: await queue.database.query<LedgerRow>(`SELECT * FROM "data_table_user_${tableId}"`),
			dialled: dialled(emulator, numbers),
			toLookInto: nodeItems(end, 'Rows to Look Into').map(({ json }) => String(json.phone)),
			/** of the last run */
			seconds,
		};
	} finally {
		emulator.set({ latency: 0 });
	}
}

const COLUMNS = ['客户手机号码', '姓名'].map((id) => ({
	id,
	displayName: id,
	type: 'string',
	required: true,
	display: true,
}));

/** The example as a user makes it his own: tables, script and line picked. */
function withTables(
	example: WorkflowDraft,
	{ tableId, doNotCall }: { tableId: string; doNotCall: string },
): WorkflowDraft {
	pickDataTables(example, { 'AI call list': tableId, 'Do not call': doNotCall });
	for (const { name, parameters } of example.nodes) {
		if (name === 'Place Calls') callForReal(parameters);
	}
	return example;
}

/** Waits until the platform has accepted so many numbers in all; answers who runs the execution. */
async function whenAccepted(
	{ queue, emulator }: Pick<Bench, 'emulator' | 'queue'>,
	count: number,
	execution: string,
): Promise<Worker> {
	const worker = await workerOf({ queue }, execution);
	await until(
		`${count} numbers accepted`,
		async () => {
			if (acceptedBy(emulator) >= count) return true;
			const [{ status }] = await queue.database.query<{ status: string }>(
				'SELECT status FROM execution_entity WHERE id = $1',
				[execution],
			);
			if (status === 'new' || status === 'running') return undefined;
			throw new Error(`Execution ${execution} ended before, as ${status}`);
		},
		900_000,
		50,
	);
	return worker;
}

function acceptedBy(emulator: Bench['emulator']): number {
	return emulator.aiCall.ledger.view({ totalsOnly: true }).totals.numbers;
}

function begunBy(workers: Worker[], execution: string): string[] {
	return workers.filter((worker) => worker.begun().includes(execution)).map(({ name }) => name);
}

/** Which of these numbers the platform has accepted, and which of them more than once. */
function dialled(emulator: Bench['emulator'], numbers: Set<string>) {
	const accepted = emulator.aiCall.ledger
		.view()
		.numbers.filter((line) => line.accepted > 0 && numbers.has(line.number));
	return {
		numbers: new Set(accepted.map(({ number }) => number)),
		twice: accepted.filter((line) => line.accepted > 1).map(({ number }) => number),
	};
}
