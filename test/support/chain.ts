import type { CredentialsByType, WorkflowDraft, WorkflowNode } from '../n8n/harness';

/** One node of a chain; what is left out gets n8n's own defaults. */
export interface Step {
	name: string;
	type: string;
	typeVersion?: number;
	parameters?: Record<string, unknown>;
	/** Credentials by type. */
	credentials?: CredentialsByType;
	/** Anything else of the node, such as `onError`. */
	settings?: Record<string, unknown>;
}

/** The trigger's name in every chain. */
const START = 'Start';

/**
 * A workflow that begins with a manual trigger and has one node after the other.
 * @param items what the trigger gives (pinned, as in the editor); one empty item when absent
 */
export function chain(
	name: string,
	steps: Step[],
	items?: Array<Record<string, unknown>>,
): WorkflowDraft {
	const nodes = nodesOf(steps);
	const connections = Object.fromEntries(
		nodes.slice(1).map((node, before) => [nodes[before].name, outputTo(node.name)]),
	);
	return workflow(name, nodes, connections, items);
}

/** A workflow in which a manual trigger with one empty item leads to each of the nodes directly. */
export function fan(name: string, steps: Step[]): WorkflowDraft {
	const connections = { [START]: outputTo(...steps.map((step) => step.name)) };
	return workflow(name, nodesOf(steps), connections);
}

function nodesOf(steps: Step[]): WorkflowNode[] {
	const trigger: Step = { name: START, type: 'n8n-nodes-base.manualTrigger' };
	return [trigger, ...steps].map((step, place) => ({
		id: `node-${place}`,
		name: step.name,
		type: step.type,
		typeVersion: step.typeVersion ?? 1,
		position: [place * 200, 0],
		parameters: step.parameters ?? {},
		...(step.credentials ? { credentials: step.credentials } : {}),
		...step.settings,
	}));
}

function outputTo(...names: string[]) {
	return { main: [names.map((node) => ({ node, type: 'main', index: 0 }))] };
}

function workflow(
	name: string,
	nodes: WorkflowNode[],
	connections: Record<string, unknown>,
	items?: Array<Record<string, unknown>>,
): WorkflowDraft {
	const pinData = items ? { [START]: items.map((json) => ({ json })) } : {};
	return { name, nodes, connections, settings: { executionOrder: 'v1' }, pinData };
}
