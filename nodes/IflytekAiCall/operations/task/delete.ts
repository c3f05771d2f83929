import type { IExecuteFunctions, INodeExecutionData, INodePropertyOptions } from 'n8n-workflow';

import { isDeleted } from '../../tasks/taskStatus';
import type { Command } from '../../transport/taskCommand';
import { commandProperties, commandTasks } from './command';

export const option: INodePropertyOptions = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete AI call task',
	description: 'A running task is stopped; a deleted one cannot be started again',
};

export const properties = commandProperties();

export const DELETE: Command = {
	name: 'delete',
	done: 'deleted',
	isReached: isDeleted,
	mayRepeat: () => true,
	alreadyDone: '3010102',
};

/** Deletes the task of each item. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	return await commandTasks(context, DELETE);
}
