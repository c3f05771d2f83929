import type { IExecuteFunctions } from 'n8n-workflow';

import { inputError } from '../../shared/items/errors';
import type { Item } from '../../shared/items/item';

/** Whether an AI agent runs the node; n8n gives its tools a type that ends so. */
export function isTool(context: IExecuteFunctions): boolean {
	return (
		context.getNode().type.endsWith('Tool') ||
		(typeof context.isToolExecution === 'function' && context.isToolExecution())
	);
}

/**
 * n8n runs a node again with this setting, after a failure and after an output that looks like one:
 * people would be called twice.
 * @param item the one that may not be repeated, where others may
 * @throws NodeOperationError before anything is sent
 */
export function refuseRetryOnFail(context: IExecuteFunctions, item?: Item): void {
	if (context.getNode().retryOnFail !== true) return;
	throw inputError(
		context,
		"'Retry On Fail' is on in the settings of this node",
		`${item === undefined ? 'Nothing was sent' : 'The task was not started'}. n8n would run the node again after a failure, and people could be called twice. Switch the setting off: requests that are safe to repeat are repeated anyway.`,
		item?.index,
	);
}
