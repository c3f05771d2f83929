import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { Item } from '../../../shared/items/item';
import { readTaskId, taskLocator } from '../../parameters/locators';
import { queryOptions } from '../../parameters/queryOptions';
import { commandTask, doneBy, type CommandName } from '../../transport/taskCommand';
import { eachItem, namingDone, readItems } from '../eachItem';

/** The parameters of an operation that sends a command to a task. */
export function commandProperties(command: CommandName): INodeProperties[] {
	const show = { resource: ['task'], operation: [command] };
	return [taskLocator(show), queryOptions(show)];
}

/** Sends a command to the task of each item. */
export async function commandTasks(
	context: IExecuteFunctions,
	command: CommandName,
): Promise<INodeExecutionData[]> {
	const done = doneBy(command);
	const taskIds: string[] = [];
	let taskOf: ((item: Item) => string) | undefined;
	return await eachItem(context, async (item, service) => {
		taskOf ??= readItems(context, readTaskId);
		const taskId = taskOf(item);
		const outcome = await commandTask(service, command, taskId);
		if (outcome.status !== 'accepted') {
			throw item.serviceError(namingDone(context, outcome.problem, done, taskIds));
		}
		taskIds.push(taskId);
		return { taskId, [done]: true };
	});
}
