import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { serviceError } from '../../../shared/items/errors';
import { readTaskId, taskLocator } from '../../parameters/locators';
import { queryOptions } from '../../parameters/queryOptions';
import { shaped, simplifyProperty } from '../../parameters/simplify';
import { commandTask } from '../../transport/taskCommand';
import { eachItem } from '../eachItem';

const WHAT_IS_DONE = { start: 'started', pause: 'paused', delete: 'deleted' } as const;

type Command = keyof typeof WHAT_IS_DONE;

/** The parameters of an operation that starts, pauses or deletes a task. */
export function commandProperties(command: Command): INodeProperties[] {
	const show = { resource: ['task'], operation: [command] };
	return [taskLocator(show), simplifyProperty(show), queryOptions(show)];
}

/** Starts, pauses or deletes the task of each item. */
export async function commandTasks(
	context: IExecuteFunctions,
	command: Command,
): Promise<INodeExecutionData[]> {
	return await eachItem(context, async (itemIndex, service) => {
		const taskId = readTaskId(context, itemIndex);
		const commanded = await commandTask(service, command, taskId);
		if (commanded.status !== 'accepted') throw serviceError(context, itemIndex, commanded.problem);
		const done = { taskId, [WHAT_IS_DONE[command]]: true };
		return shaped(context, itemIndex, commanded.value, done);
	});
}
