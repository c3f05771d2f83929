import { randomUUID } from 'node:crypto';
import { publish, webhookNode, type Published } from './workflows';
import type { CredentialsByType, WorkflowNode } from '../n8n/harness';
import type { QueueMode } from '../n8n/harness/queueMode';

/** A node of this package with its credential. */
export function ourNode(
	name: string,
	type: string,
	credentialType: string,
	credentials: CredentialsByType,
	parameters: Record<string, unknown>,
): WorkflowNode {
	return {
		id: randomUUID(),
		name,
		type: `n8n-nodes-iflytek.${type}`,
		typeVersion: 1,
		position: [200, 0],
		parameters,
		credentials: { [credentialType]: credentials[credentialType] },
	};
}

/** Saves and publishes nodes in a row; the URLs are the webhook processor's. */
export async function publishInQueue(
	queue: QueueMode,
	nodes: WorkflowNode[],
): Promise<Omit<Published, 'testUrl'>> {
	const { id, url, contextUrl } = await publish(queue.client, nodes);
	const there = (of: string) => `${queue.webhookUrl}${new URL(of).pathname}`;
	return { id, url: there(url), contextUrl: there(contextUrl) };
}

/** n8n's own Webhook node in front of other nodes; it answers before they run. */
export async function publishJob(queue: QueueMode, ...nodes: WorkflowNode[]) {
	return await publishInQueue(queue, [webhookNode(), ...nodes]);
}

/** What a script, a line or a voice that is given by its ID is in a node's parameters. */
export const locator = (value: string) => ({ __rl: true, mode: 'id', value });

/** The calling hours of a node that calls people. */
export const hours = (from: string, to: string) => ({ callingHours: { hours: [{ from, to }] } });

/** Has a node that places calls call for real, at any hour, with a script and a line of the emulator. */
export function callForReal(parameters: Record<string, unknown>): void {
	Object.assign(parameters, {
		script: locator('3104'),
		line: locator('02566800002'),
		dryRun: false,
		options: { ...(parameters.options as object), ...hours('00:00', '24:00') },
	});
}

/** Does something with each of these, with so many at once. */
export async function inParallel<T>(
	atOnce: number,
	all: Iterable<T>,
	job: (one: T) => Promise<void>,
): Promise<void> {
	const left = all[Symbol.iterator]();
	const worker = async () => {
		for (let next = left.next(); !next.done; next = left.next()) await job(next.value);
	};
	await Promise.all(Array.from({ length: atOnce }, worker));
}

/** POSTs each body, so many at once; throws when one is not answered with a 2xx status. */
export async function postAll(url: string, bodies: object[], atOnce: number): Promise<void> {
	await inParallel(atOnce, bodies, async (body) => {
		const response = await fetch(url, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		if (!response.ok) throw new Error(`${url} answered ${response.status}`);
		await response.arrayBuffer();
	});
}
