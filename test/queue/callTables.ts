/** The examples that write what became of calls, with pushes of one call at the same moment. */
import { postOnce } from '../emulator/aiCall/delivery';
import {
	importTable,
	importWorkflow,
	pickDataTables,
	readExample,
	type WorkflowDraft,
} from '../n8n/harness';
import { executionsOf, statuses, untilAllEnded } from './executions';
import { callForReal } from '../support/ourNodes';
import { inParallel } from './workflows';
import { until } from '../support/until';
import type { Bench } from './bench';

/** The records, recordings and dialogs of so many calls, all events of a call at once and each twice. */
export async function writeCallTable(bench: Bench, calls: number) {
	const { client, database } = bench.queue;
	const table = await importTable(client, 'AI calls');
	const example = readExample('call-results-to-table.json');
	pickDataTables(example, { 'AI calls': table.id });
	const { id, webhook } = await publishExample(bench, example);
	await inParallel(10, Array(calls).keys(), async (n) => {
		const call = { call_uuid: `table-${n}`, task_data_id: String(n) };
		const phone = `1350000${String(n).padStart(4, '0')}`;
		const events = [
			recordOf(phone, call),
			{ ...call, url: `${n}.wav`, size: 1000, duration: 31 },
			{ ...call, tag_max: 'A', dialog: [{ seq: 1, role: 'customer', text_man: '好的' }] },
		];
		await Promise.all([...events, ...events].map(async (event) => await push(webhook, event)));
	});
	// a push may be answered before it is stored
	await untilAllEnded(database, id, 6 * calls);
	return {
		rows: await database.query<Record<string, string | null>>(
			`SELECT * FROM "data_table_user_${table.id}" WHERE "callUuid" LIKE 'table-%'`,
		),
		ends: (await executionsOf(database, id)).map(
			({ status, data }) => data?.resultData.error?.message ?? status,
		),
	};
}

/** So many executions that each place a call and wait; its record comes at once, and twice. */
export async function placeAndWait(bench: Bench, calls: number) {
	const { queue, emulator, credentials } = bench;
	const { client, database } = queue;
	const table = await importTable(client, 'AI calls waiting');
	const resuming = readExample('resume-when-call-ends.json');
	const resume = resuming.nodes.find(({ name }) => name === 'Resume')!;
	// n8n would name the worker's own address: here no public one is set
	resume.parameters.url = `={{ $json.resumeUrl.replace(/^https?:\\/\\/[^/]+/, '${queue.webhookUrl}') }}`;
	pickDataTables(resuming, { 'AI calls waiting': table.id });
	const { id: resumer, webhook } = await publishExample(bench, resuming);

	const example = readExample('place-call-and-wait.json');
	pickDataTables(example, { 'AI calls waiting': table.id });
	const phone = '13400000001';
	const { parameters: place } = example.nodes.find(({ name }) => name === 'Place Call')!;
	callForReal(place);
	// each execution calls the one number of the example
	Object.assign(place.options as object, { sameRowAgain: 'always' });
	const text = JSON.stringify(example).replace('138 XXXX 0001', phone);
	const { id } = await importWorkflow(client, JSON.parse(text) as WorkflowDraft, credentials);

	const ended = new Set<string>();
	const endCalls = async () => {
		const rows = emulator.aiCall.ledger.view({ number: phone }).rows;
		for (const { taskDataId } of rows.filter((row) => !ended.has(row.taskDataId))) {
			ended.add(taskDataId);
			const record = recordOf(phone, { call_uuid: taskDataId, task_data_id: taskDataId });
			void Promise.all([1, 2].map(async () => await push(webhook, record)));
		}
	};
	const looking = setInterval(() => void endCalls(), 20);
	try {
		await inParallel(5, Array(calls).keys(), async () => void (await client.run(id)));
		await untilAllEnded(database, id, calls);
	} finally {
		clearInterval(looking);
	}
	await untilAllEnded(database, resumer, 2 * calls);
	return { ends: await statuses(database, id), calls: ended.size };
}

async function publishExample({ queue, credentials }: Bench, example: WorkflowDraft) {
	const { id } = await importWorkflow(queue.client, example, credentials);
	await queue.client.activate(id);
	const { webhookId } = example.nodes.find(({ type }) => type.endsWith('iflytekAiCallTrigger'))!;
	return { id, webhook: `${queue.webhookUrl}/webhook/${String(webhookId)}/push` };
}

/** Sends a push, and again until it is answered `success`, as the platform does. */
export async function push(webhook: string, body: object): Promise<void> {
	const text = JSON.stringify(body);
	await until(
		`${text} to be answered`,
		async () => (await postOnce(webhook, text, 60_000)).answer === 'success' || undefined,
		120_000,
		1000,
	);
}

/** The final record of an answered call. */
const recordOf = (phone: string, call: { call_uuid: string; task_data_id: string }) => ({
	...call,
	direction: 2,
	caller: '02566800001',
	callee: phone,
	time_dial: Date.UTC(2026, 10, 2, 2),
	time_answer: Date.UTC(2026, 10, 2, 2, 0, 8),
	time_hangup: Date.UTC(2026, 10, 2, 2, 0, 39),
	duration_call: 31,
	task_result: '0',
	task_tries: 0,
	task_row_index: 1,
	task_row_head: ['客户手机号码', '姓名'],
	task_row_value: [phone, '张伟'],
});
