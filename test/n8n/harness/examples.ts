import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { N8nClient } from './client';
import { ROOT } from './paths';
import type { Execution, Item, NodeRun, SavedWorkflow, WorkflowDraft } from './types';

/** Created credentials by type name, as workflow nodes refer to them. */
export type CredentialsByType = Record<string, { id: string; name: string }>;

/** The names of the files in the examples folder that are workflows. */
export function exampleFiles(): string[] {
	return readdirSync(join(ROOT, 'examples')).filter((name) => name.endsWith('.json'));
}

/** An importable workflow of the examples folder, as a user would get it. */
export function readExample(fileName: string): WorkflowDraft {
	return JSON.parse(readFileSync(join(ROOT, 'examples', fileName), 'utf8'));
}

/**
 * Saves a workflow in n8n, with each credential its nodes name replaced by the created one of that
 * type.
 * @throws when a node names a credential type that is not among `credentials`
 */
export async function importWorkflow(
	client: N8nClient,
	workflow: WorkflowDraft,
	credentials: CredentialsByType,
): Promise<SavedWorkflow> {
	const nodes = workflow.nodes.map((node) => ({
		...node,
		...(node.credentials
			? {
					credentials: Object.fromEntries(
						Object.keys(node.credentials).map((type) => {
							const created = credentials[type];
							if (!created) throw new Error(`No credential of type '${type}' for '${node.name}'`);
							return [type, { id: created.id, name: created.name }];
						}),
					),
				}
			: {}),
	}));
	const { name, connections, settings, pinData } = workflow;
	return await client.createWorkflow({
		name,
		nodes,
		connections,
		settings,
		pinData: pinData ?? {},
	});
}

/** A node's run in an execution; a node in a loop has several. */
export function nodeRun(execution: Execution, nodeName: string, runIndex = 0): NodeRun {
	const run = execution.data.resultData.runData[nodeName]?.[runIndex];
	if (!run) {
		const { runData, error } = execution.data.resultData;
		throw new Error(
			`'${nodeName}' has no run ${runIndex}; there are runs of ${Object.keys(runData).join(', ')}` +
				(error ? ` (the execution ended with: ${error.message})` : ''),
		);
	}
	return run;
}

/** What a node put out: its first output by default, all runs of a loop one after the other. */
export function nodeItems(execution: Execution, nodeName: string, output = 0): Item[] {
	nodeRun(execution, nodeName);
	return execution.data.resultData.runData[nodeName].flatMap(
		(run) => run.data?.main?.[output] ?? [],
	);
}
