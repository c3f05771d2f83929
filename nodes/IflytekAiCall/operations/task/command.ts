import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { Item } from '../../../shared/items/item';
import { readTaskId, taskLocator } from '../../parameters/locators';
import { queryOptions } from '../../parameters/queryOptions';
import { commandTask } from '../../transport/taskCommand';
import { eachItem, namingDone, readItems } from '../eachItem';

const WHAT_IS_DONE = { start: 'started', pause: 'paused', delete: 'deleted' } as const;

type Command = keyof typeof WHAT_IS_DONE;

/** The parameters of an operation that starts, pauses or deletes a task. */
export function commandProperties(command: Command): INodeProperties[] {
	const show = { resource: ['task'], operation: [command] };
	return [taskLocator(show), queryOptions(show)];
}

/** Starts, pauses or deletes the task of each item. */
export async function commandTasks(
	context: IExecuteFunctions,
	command: Command,
): Promise<INodeExecutionData[]> {
	const whatIsDone = WHAT_IS_DONE[command];
	const done: string[] = [];
	let taskOf: ((item: Item) => string) | undefined;
	return await eachItem(context, async (item, service) => {
		taskOf ??= readItems(context, readTaskId);
		const taskId = taskOf(item);
		const outcome = await commandTask(service, command, taskId);
		if (outcome.status !== 'accepted') {
			throw item.serviceError(namingDone(context, outcome.problem, whatIsDone, done));
		}
		done.push(taskId);
		return { taskId, [whatIsDone]: true };
	});
}
