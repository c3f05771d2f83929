import { postOnce } from '../../../emulator/aiCall/delivery';
import { importWorkflow, pickDataTables, readExample } from '../../harness';
import type { CredentialsByType, ExampleTable, Execution, N8nClient } from '../../harness';
import { callForReal } from '../../../support/ourNodes';
import { until } from '../../../support/until';

/**
 * Imports the example place-call-and-wait.json, which calls this customer at any hour as soon as it runs.
 * @param wait parameters of its Wait node
 * @param looks how often it looks for the result before it gives up
 */
export async function importCaller(
	client: N8nClient,
	credentials: CredentialsByType,
	table: ExampleTable,
	phone: string,
	{ wait = {}, looks = 20 } = {},
): Promise<string> {
	const example = readExample('place-call-and-wait.json');
	pickDataTables(example, { 'AI calls waiting': table.id });
	const nodeOf = (name: string) => example.nodes.find((node) => node.name === name)!;
	callForReal(nodeOf('Place Call').parameters);
	Object.assign(nodeOf('Wait for Result').parameters, wait);
	const text = JSON.stringify(example)
		.replace('138 XXXX 0001', phone)
		.replace('$runIndex < 19', `$runIndex < ${looks - 1}`);
	return (await importWorkflow(client, JSON.parse(text), credentials)).id;
}

export async function untilWaiting(client: N8nClient, executionId: string): Promise<void> {
	await until(
		'the execution to wait',
		async () => (await client.getExecution(executionId)).status === 'waiting',
	);
}

/** Waits for the end of an execution that n8n resumes by itself. */
export async function endOf(client: N8nClient, executionId: string): Promise<Execution> {
	return await until('the end of the waiting', async () => {
		const execution = await client.getExecution(executionId);
		return ['success', 'error'].includes(execution.status) && execution;
	});
}

/**
 * Publishes the other half, resume-when-call-ends.json.
 * @returns its id and the address of its trigger
 */
export async function publishResumer(
	client: N8nClient,
	credentials: CredentialsByType,
	table: ExampleTable,
): Promise<{ id: string; url: string }> {
	const example = readExample('resume-when-call-ends.json');
	pickDataTables(example, { 'AI calls waiting': table.id });
	const { id } = await importWorkflow(client, example, credentials);
	await client.activate(id);
	const first = example.nodes.find(({ type }) => type.endsWith('iflytekAiCallTrigger'));
	return { id, url: `${client.url}/webhook/${String(first?.webhookId)}/push` };
}

/** The final record of an outbound call, as the platform pushes it. */
export const finalRecord = (phone: string, taskResult: string, dialedAt: number) => ({
	call_uuid: `${phone}-${dialedAt}`,
	direction: 2,
	caller: '02566800001',
	callee: phone,
	time_dial: dialedAt,
	time_hangup: dialedAt + 20_000,
	duration_call: 0,
	task_result: taskResult,
	task_tries: 0,
	task_row_index: 1,
	task_row_head: ['客户手机号码', '姓名'],
	task_row_value: [phone, '张伟'],
});

/** The final record of a call that somebody answered. */
export const answeredRecord = (taskDataId: string, phone: string) => ({
	...finalRecord(phone, '0', Date.now()),
	task_data_id: taskDataId,
	time_answer: Date.now(),
	duration_call: 31,
});

export async function postPush(url: string, body: unknown): Promise<void> {
	const { answer } = await postOnce(url, JSON.stringify(body), 60_000);
	expect(answer).toBe('success');
}
