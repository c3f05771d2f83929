import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { openAiCall, type AiCall } from '../../shared/aiCall/client';
import { ConcurrencyLimiter } from '../../shared/items/concurrencyLimiter';
import { inputItems, type Item } from '../../shared/items/item';
import { runItems } from '../../shared/items/itemLoop';
import type { Problem } from '../../shared/items/problem';

/**
 * Works on the input items one after another: what changes tasks keeps its order, and a platform
 * without published rate limits is not flooded. The client is opened with the item's own options, and
 * inside the work on it: where the node is set to continue, an error there makes an error item, while for
 * an error outside n8n would pass the input through.
 */
export async function eachItem(
	context: IExecuteFunctions,
	work: (item: Item, service: AiCall) => Promise<IDataObject | IDataObject[]>,
): Promise<INodeExecutionData[]> {
	return await runItems(context, { limiter: new ConcurrencyLimiter(1) }, async (item) => {
		const service = await openAiCall(context, item.options);
		return [await work(item, service)].flat().map((json) => ({ json }));
	});
}

/**
 * Reads what every item asks for, before anything is sent for the first one: a node that throws keeps
 * no output, and run again it would do everything twice.
 * @returns a function that returns the value of an item, or throws the error of reading it
 * @throws the error of the first item that cannot be read, unless the node is set to continue
 */
export function readItems<T>(
	context: IExecuteFunctions,
	read: (item: Item) => T,
): (item: Item) => T {
	const errors = new Map<number, unknown>();
	const values = inputItems(context).map((item) => {
		try {
			return read(item);
		} catch (error) {
			errors.set(item.index, error);
			return undefined;
		}
	});
	if (errors.size > 0 && !context.continueOnFail()) throw [...errors.values()][0];
	return ({ index }) => {
		if (errors.has(index)) throw errors.get(index);
		return values[index] as T;
	};
}

/** Names the tasks of earlier items in the remedy: a node that throws keeps no output. */
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
