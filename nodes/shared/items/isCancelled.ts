import type { IExecuteFunctions, IHookFunctions, ILoadOptionsFunctions } from 'n8n-workflow';

/** Whether the user has stopped the execution; never where there is none, as in the editor's lists. */
export function isCancelled(
	context: IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions,
): boolean {
	return (
		'getExecutionCancelSignal' in context && context.getExecutionCancelSignal()?.aborted === true
	);
}
