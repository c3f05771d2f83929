import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import type { AiCallClient } from '../../../shared/aiCall/client';
import type { Operation } from '../../../shared/description/operations';
import type { Item } from '../../../shared/items/item';
import { failure, success, type Problem, type Result } from '../../../shared/problem/problem';
import { queryOptions, taskLocator } from '../../parameters/fields';
import { requiredId } from '../../parameters/values';
import {
	commandTask,
	DELETE,
	logStart,
	PAUSE,
	START,
	type Command,
} from '../../transport/taskCommand';
import { eachItem, withCompletedTasks } from '../../transport/eachItem';

/** Looks at a task before its command is sent; what it returns joins the output. */
export type CommandCheck = (client: AiCallClient, taskId: string) => Promise<Result<IDataObject>>;

/** The parameters of an operation that sends a command to a task. */
export function commandProperties(options: INodeProperties[] = []): INodeProperties[] {
	return [taskLocator, queryOptions(options)];
}

/**
 * Sends a command to the task of each item, once for all items of one task: the rows that were added to a
 * task all carry its ID, and a start that may have been carried out is not sent again.
 * @param readCheck reads from an item what its task has to be before the command is sent
 */
export async function commandTasks(
	context: IExecuteFunctions,
	command: Command,
	readCheck?: (item: Item) => CommandCheck,
): Promise<INodeExecutionData[]> {
	const { done } = command;
	const taskIds: string[] = [];
	/** the results of earlier items by task, except failures that may be tried again */
	const known = new Map<string, Result<IDataObject>>();
	const read = (item: Item) => ({ taskId: requiredId(item, 'task'), check: readCheck?.(item) });
	return await eachItem(context, read, async (item, client, { taskId, check }) => {
		const refuse = (problem: Problem) =>
			item.serviceError(withCompletedTasks(context, problem, done, taskIds));
		const earlier = known.get(taskId);
		if (earlier?.ok) return earlier.value;
		if (earlier) throw refuse(earlier.problem);
		const checked = check ? await check(client, taskId) : success<IDataObject>({});
		if (!checked.ok) throw refuse(checked.problem);
		const outcome = await commandTask(client, command, taskId);
		if (command === START) logStart(context, `task ${taskId}`, outcome, client.canceled);
		if (outcome.status !== 'accepted') {
			const { status, problem, mayHaveActed } = outcome;
			if (status === 'unknown' || mayHaveActed) known.set(taskId, failure(problem));
			throw refuse(problem);
		}
		taskIds.push(taskId);
		const output = { taskId, [done]: true, ...checked.value };
		known.set(taskId, success(output));
		return output;
	});
}

/** Pauses the task of each item. */
export const pause: Operation = {
	option: {
		name: 'Pause',
		value: 'pause',
		action: 'Pause AI call task',
		description: 'Stop calling until the task is started again',
	},
	properties: commandProperties(),
	execute: async (context) => await commandTasks(context, PAUSE),
};

/** Deletes the task of each item. */
export const remove: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete AI call task',
		description: 'A running task is stopped; a deleted one cannot be started again',
	},
	properties: commandProperties(),
	execute: async (context) => await commandTasks(context, DELETE),
};
