import { randomUUID } from 'node:crypto';
import type { N8nClient, SavedCredential, WorkflowNode } from '../n8n/harness';

/** A published workflow and where its webhooks are. */
export interface Published {
	id: string;
	/** For pushes, or the only URL of another webhook. */
	url: string;
	/** For dialog-context requests. */
	contextUrl: string;
	/** The test URL for pushes, which listens after a click in the editor. */
	testUrl: string;
}

const NAME = 'First';

/** The trigger node with its parameters. */
export function trigger(
	parameters: Record<string, unknown> = {},
	credential?: Pick<SavedCredential, 'id' | 'name'>,
): WorkflowNode {
	return {
		id: randomUUID(),
		name: NAME,
		type: 'n8n-nodes-iflytek.iflytekAiCallTrigger',
		typeVersion: 1.1,
		position: [0, 0],
		parameters,
		webhookId: randomUUID(),
		...(credential && {
			credentials: { iflytekAiCallApi: { id: credential.id, name: credential.name } },
		}),
	};
}

/** n8n's own Webhook node that answers `success` immediately. */
export function webhookNode(): WorkflowNode {
	const path = randomUUID();
	return {
		id: randomUUID(),
		name: NAME,
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2.1,
		position: [0, 0],
		parameters: {
			httpMethod: 'POST',
			path,
			responseMode: 'onReceived',
			options: { responseData: 'success' },
		},
		webhookId: path,
	};
}

/** A node of a package of its own that answers and starts no run (see ../bareWebhook). */
export function bareWebhook(): WorkflowNode {
	return {
		id: randomUUID(),
		name: NAME,
		type: 'CUSTOM.bareWebhookTrigger',
		typeVersion: 1.1,
		position: [0, 0],
		parameters: {},
		webhookId: randomUUID(),
	};
}

/** A node after the first one. */
export function step(
	name: string,
	type: string,
	typeVersion: number,
	parameters: Record<string, unknown> = {},
): WorkflowNode {
	return {
		id: randomUUID(),
		name,
		type: `n8n-nodes-base.${type}`,
		typeVersion,
		position: [200, 0],
		parameters,
	};
}

/** Waits within the process: n8n takes pauses under 65 seconds so. */
export const waitStep = (seconds: number | string): WorkflowNode => ({
	...step('Wait', 'wait', 1.1, { resume: 'timeInterval', amount: seconds, unit: 'seconds' }),
	webhookId: randomUUID(),
});

export const noOpStep = (): WorkflowNode => step('Done', 'noOp', 1);

/** Saves and publishes a workflow of nodes in a row. */
export async function publish(
	client: N8nClient,
	nodes: WorkflowNode[],
	settings: Record<string, unknown> = {},
): Promise<Published> {
	const saved = await save(client, nodes, settings);
	await client.activate(saved.id);
	return saved;
}

/** Saves a workflow of nodes in a row. */
export async function save(
	client: N8nClient,
	nodes: WorkflowNode[],
	settings: Record<string, unknown> = {},
): Promise<Published> {
	const connections = Object.fromEntries(
		nodes
			.slice(1)
			.map(({ name }, place) => [
				nodes[place].name,
				{ main: [[{ node: name, type: 'main', index: 0 }]] },
			]),
	);
	const { id } = await client.createWorkflow({ name: 'Load', nodes, connections, settings });
	const [{ webhookId, type }] = nodes;
	const path = type.startsWith('n8n-nodes-base.') ? webhookId : `${webhookId}/push`;
	return {
		id,
		url: `${client.url}/webhook/${path}`,
		contextUrl: `${client.url}/webhook/${webhookId}/context`,
		testUrl: `${client.url}/webhook-test/${path}`,
	};
}
