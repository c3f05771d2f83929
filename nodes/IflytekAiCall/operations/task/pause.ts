import type { IExecuteFunctions, INodeExecutionData, INodePropertyOptions } from 'n8n-workflow';

import { PAUSED, statusOf } from '../../tasks/taskStatus';
import type { Command } from '../../transport/taskCommand';
import { commandProperties, commandTasks } from './command';

export const option: INodePropertyOptions = {
	name: 'Pause',
	value: 'pause',
	action: 'Pause AI call task',
	description: 'Stop calling until the task is started again',
};

export const properties = commandProperties();

export const PAUSE: Command = {
	name: 'pause',
	done: 'paused',
	isReached: (task) => statusOf(task) === PAUSED,
	mayRepeat: () => true,
	remedies: {
		'200200':
			'Only a task that has been started can be paused: look at its state with Task: Get. If it is running, check that the credential belongs to its application.',
	},
};

/** Pauses the task of each item. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	return await commandTasks(context, PAUSE);
}
