import { randomUUID } from 'node:crypto';
import type { CredentialsByType, WorkflowNode } from '../n8n/harness';

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

/** What a script, a line or a voice that is given by its ID is in a node's parameters. */
export const locator = (value: string) => ({ __rl: true, mode: 'id', value });

/** The calling hours of a node that calls people. */
export const hours = (from: string, to: string) => ({ callingHours: { hours: [{ from, to }] } });

/** Has a node that places calls call for real, at any hour, with a script and a line of the emulator. */
export function callForReal(parameters: Record<string, unknown>): void {
	Object.assign(parameters, {
		script: locator('3104'),
		line: locator('02566800002'),
		mode: 'live',
		options: { ...(parameters.options as object), ...hours('00:00', '24:00') },
	});
}
