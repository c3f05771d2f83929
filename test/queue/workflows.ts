import { publish, webhookNode, type Published } from '../support/workflows';
import type { WorkflowNode } from '../n8n/harness';
import type { QueueMode } from '../n8n/harness/queueMode';

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
