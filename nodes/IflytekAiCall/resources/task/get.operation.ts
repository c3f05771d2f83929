import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import { inputError, serviceError } from '../../../shared/items/errors';
import { describeTask } from '../../protocol/records';
import { queryTask } from '../../transport/queries';
import { simplifyProperty } from '../answerOutput';
import { eachItem } from '../eachItem';
import { repeatableOptions } from '../exchangeOptions';
import { taskLocator } from '../locators';
import { readTaskId } from './command.operation';

const show = { resource: ['task'], operation: ['get'] };

export const getAction = 'Get AI call task';

export const getProperties: INodeProperties[] = [
	taskLocator(show),
	simplifyProperty(show),
	repeatableOptions(show),
];

/** Looks up the task of each item. */
export async function getTasks(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	return await eachItem(context, async (itemIndex, service) => {
		const taskId = readTaskId(context, itemIndex);
		const found = await queryTask(service, taskId);
		if (found.kind !== 'answered') throw serviceError(context, itemIndex, found.problem);
		if (found.task === undefined) {
			throw inputError(
				context,
				itemIndex,
				`There is no task with the ID '${taskId}' in 'Task'`,
				'Pick the task from the list, or check that the credential belongs to its application.',
			);
		}
		const simplify = context.getNodeParameter('simplify', itemIndex) as boolean;
		return (simplify ? describeTask(found.task) : found.task) as IDataObject;
	});
}
