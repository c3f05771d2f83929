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

/** POSTs each body, so many at once; throws when one is not answered with a 2xx status. */
export async function postAll(url: string, bodies: object[], atOnce: number): Promise<void> {
	const left = bodies[Symbol.iterator]();
	const sender = async () => {
		for (const body of left) {
			const response = await fetch(url, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(body),
			});
			if (!response.ok) throw new Error(`${url} answered ${response.status}`);
			await response.arrayBuffer();
		}
	};
	await Promise.all(Array.from({ length: atOnce }, sender));
}
