import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { openAiCall, type AiCall } from '../../shared/aiCall/client';
import { ConcurrencyLimiter } from '../../shared/items/concurrencyLimiter';
import { runItems } from '../../shared/items/itemLoop';
import type { Problem } from '../../shared/items/problem';

/**
 * Works on the input items one after another: what changes tasks keeps its order, and a platform
 * without published rate limits is not pressed. The platform is opened once, with the options of the
 * first item. That fails inside of the items' own work: where the node is set to continue each of them
 * comes out as an error item, while n8n would pass on the input for an error outside of it.
 */
export async function eachItem(
	context: IExecuteFunctions,
	work: (itemIndex: number, service: AiCall) => Promise<IDataObject | IDataObject[]>,
): Promise<INodeExecutionData[]> {
	let service: AiCall | undefined;
	return await runItems(
		context,
		{ limiter: new ConcurrencyLimiter(1) },
		async ({ index: itemIndex }) => {
			service ??= await openAiCall(context, context.getNodeParameter('options', 0, {}));
			return [await work(itemIndex, service)].flat().map((json) => ({ json }));
		},
	);
}

/**
 * Reads what every item asks for, before anything is sent for the first one: a node that throws keeps
 * no output, and run again it would do everything twice.
 * @returns what gives the value of an item, or throws why there is none
 * @throws the error of the first item that cannot be read, unless the node is set to continue
 */
export function readItems<T>(
	context: IExecuteFunctions,
	read: (itemIndex: number) => T,
): (itemIndex: number) => T {
	const errors = new Map<number, unknown>();
	const values = context.getInputData().map((_, itemIndex) => {
		try {
			return read(itemIndex);
		} catch (error) {
			errors.set(itemIndex, error);
			return undefined;
		}
	});
	if (errors.size > 0 && !context.continueOnFail()) throw [...errors.values()][0];
	return (itemIndex) => {
		if (errors.has(itemIndex)) throw errors.get(itemIndex);
		return values[itemIndex] as T;
	};
}

/** A node that throws keeps no output: the tasks of earlier items are named in the remedy. */
export function namingDone(
	context: IExecuteFunctions,
	problem: Problem,
	whatIsDone: string,
	taskIds: readonly string[],
): Problem {
	if (taskIds.length === 0 || context.continueOnFail()) return problem;
	const tasks = taskIds.length === 1 ? 'this task' : 'these tasks';
	return {
		...problem,
		remedy: `${problem.remedy} Before it, ${tasks} ${taskIds.length === 1 ? 'was' : 'were'} ${whatIsDone}: ${taskIds.join(', ')}.`,
	};
}
