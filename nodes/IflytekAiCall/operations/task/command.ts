import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import type { AiCall } from '../../../shared/aiCall/client';
import type { Item } from '../../../shared/items/item';
import { success, type Problem, type Result } from '../../../shared/items/problem';
import { readTaskId, taskLocator } from '../../parameters/locators';
import { queryOptions } from '../../parameters/queryOptions';
import { commandTask, doneBy, type CommandName } from '../../transport/taskCommand';
import { eachItem, namingDone, readItems } from '../eachItem';

/** Looks at a task before its command is sent; what it returns joins the output. */
export type CommandCheck = (service: AiCall, taskId: string) => Promise<Result<IDataObject>>;

/** The parameters of an operation that sends a command to a task. */
export function commandProperties(
	command: CommandName,
	options: INodeProperties[] = [],
): INodeProperties[] {
	const show = { resource: ['task'], operation: [command] };
	return [taskLocator(show), queryOptions(show, options)];
}

/**
 * Sends a command to the task of each item.
 * @param readCheck reads from an item what its task has to be before the command is sent
 */
export async function commandTasks(
	context: IExecuteFunctions,
	command: CommandName,
	readCheck?: (item: Item) => CommandCheck,
): Promise<INodeExecutionData[]> {
	const done = doneBy(command);
	const taskIds: string[] = [];
	const read = (item: Item) => ({ taskId: readTaskId(item), check: readCheck?.(item) });
	let commandOf: ((item: Item) => ReturnType<typeof read>) | undefined;
	return await eachItem(context, async (item, service) => {
		commandOf ??= readItems(context, read);
		const { taskId, check } = commandOf(item);
		const refuse = (problem: Problem) =>
			item.serviceError(namingDone(context, problem, done, taskIds));
		const checked = check ? await check(service, taskId) : success<IDataObject>({});
		if (!checked.ok) throw refuse(checked.problem);
		const outcome = await commandTask(service, command, taskId);
		if (outcome.status !== 'accepted') throw refuse(outcome.problem);
		taskIds.push(taskId);
		return { taskId, [done]: true, ...checked.value };
	});
}
