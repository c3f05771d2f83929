import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { openAiCallClient, type AiCallClient } from '../../shared/aiCall/client';
import { runItems } from '../../shared/items/engine';
import { inputItems, type Item } from '../../shared/items/item';
import type { RunMemory } from '../../shared/pace/pace';
import { failure, success, type Problem, type Result } from '../../shared/problem/problem';
import { joined, text, withRemedy } from '../words/say';

/**
 * Works on the input items one after another: changes to tasks keep their order, and a platform without published
 * rate limits is not flooded. The client is opened inside the work on an item, with the item's options: if the node
 * is set to continue, an error there makes an error item; for an error outside, n8n would pass the input through.
 */
export async function eachItem<Request>(
	context: IExecuteFunctions,
	read: (item: Item) => Request,
	work: (item: Item, client: AiCallClient, request: Request) => Promise<object[]>,
) {
	let run: RunMemory | undefined;
	let requests: Array<Result<Request, unknown>> | undefined;
	return await runItems(context, { atOnce: 1 }, async (item) => {
		const client = await openAiCallClient(context, item.options, item.index, run);
		run = client.run;
		requests ??= readItems(context, read);
		const request = requests[item.index]!;
		if (!request.ok) throw request.problem;
		const rows = await work(item, client, request.value);
		return rows.map((json) => ({ json: json as IDataObject }));
	});
}

/**
 * Reads the requests of all items before anything is sent for the first one: a node that throws keeps no output,
 * and run again it would do everything twice.
 * @throws the error of the first item that cannot be read, unless the node is set to continue
 */
function readItems<T>(context: IExecuteFunctions, read: (item: Item) => T) {
	const values = inputItems(context).map((item): Result<T, unknown> => {
		try {
			// read now, to fail now: the item's client reads them only after the items before it are done
			void item.options;
			return success(read(item));
		} catch (error) {
			return failure(error);
		}
	});
	const wrong = values.find(({ ok }) => !ok);
	if (wrong?.ok === false && !context.continueOnFail()) throw wrong.problem;
	return values;
}

/** An item's error, whose remedy names the tasks of earlier items: a node that throws keeps no output. */
export function errorAfter(
	taskIds: readonly string[],
	done: 'created' | 'deleted' | 'paused' | 'started',
	item: Item,
	problem: Problem,
) {
	if (taskIds.length === 0 || item.context.continueOnFail()) return item.serviceError(problem);
	return item.serviceError(withRemedy(problem, 'doneBefore', text(done), joined(taskIds)));
}
