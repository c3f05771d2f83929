import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { serviceError } from '../../../shared/items/errors';
import { passed, refusal } from '../../protocol/reading';
import { commandTask } from '../../transport/taskCommand';
import { shaped, simplifyProperty } from '../answerOutput';
import { eachItem } from '../eachItem';
import { repeatableOptions } from '../exchangeOptions';
import { locatorValue, taskLocator } from '../locators';
import { parameterValue } from '../parameterValue';

export const startAction = 'Start AI call task';
export const pauseAction = 'Pause AI call task';
export const deleteAction = 'Delete AI call task';

const show = { resource: ['task'], operation: ['delete', 'pause', 'start'] };

export const commandProperties: INodeProperties[] = [
	{
		displayName:
			'Starting a task calls the real people in it. After the start no more numbers can be added.',
		name: 'startNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { resource: ['task'], operation: ['start'] } },
	},
	taskLocator(show),
	simplifyProperty(show),
	repeatableOptions(show),
];

const WHAT_IS_DONE = { start: 'started', pause: 'paused', delete: 'deleted' } as const;

/** Starts, pauses or deletes the task of each item. */
async function commandTasks(
	context: IExecuteFunctions,
	command: keyof typeof WHAT_IS_DONE,
): Promise<INodeExecutionData[]> {
	return await eachItem(context, async (itemIndex, service) => {
		const taskId = readTaskId(context, itemIndex);
		const commanded = await commandTask(service, command, taskId);
		if (commanded.kind !== 'answered') throw serviceError(context, itemIndex, commanded.problem);
		const done = { taskId, [WHAT_IS_DONE[command]]: true };
		return shaped(context, itemIndex, commanded.told, done);
	});
}

/** The task an item names. @throws NodeOperationError when it names none */
export function readTaskId(context: IExecuteFunctions, itemIndex: number): string {
	const taskId = locatorValue(context, 'task', itemIndex);
	return parameterValue(
		context,
		itemIndex,
		taskId === ''
			? refusal<string>("'Task' is empty", 'Pick a task from the list, or enter its ID.')
			: passed(taskId),
	);
}

export const startTasks = async (context: IExecuteFunctions) =>
	await commandTasks(context, 'start');
export const pauseTasks = async (context: IExecuteFunctions) =>
	await commandTasks(context, 'pause');
export const deleteTasks = async (context: IExecuteFunctions) =>
	await commandTasks(context, 'delete');
