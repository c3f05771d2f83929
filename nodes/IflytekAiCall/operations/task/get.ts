import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { inputError, serviceError } from '../../../shared/items/errors';
import { describeTask, rawTask } from '../../protocol/records';
import { queryTask } from '../../transport/queries';
import { eachItem } from '../eachItem';
import { queryOptions, simplifyProperty } from '../../parameters/queryOptions';
import { readTaskId, taskLocator } from '../../parameters/locators';
import { chosenToolDescription } from '../../parameters/toolText';

const show = { resource: ['task'], operation: ['get'] };

export const option: INodePropertyOptions = {
	name: 'Get',
	value: 'get',
	action: 'Get AI call task',
	description: 'Look up one task by its ID',
};

export const properties: INodeProperties[] = [
	...chosenToolDescription(show),
	taskLocator(show),
	simplifyProperty(show),
	queryOptions(show),
];

/** Looks up the task of each item. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	return await eachItem(context, async (itemIndex, service) => {
		const taskId = readTaskId(context, itemIndex);
		const found = await queryTask(service, taskId);
		if (!found.ok) throw serviceError(context, itemIndex, found.problem);
		if (found.value === undefined) {
			throw inputError(
				context,
				itemIndex,
				`There is no task with the ID '${taskId}' in 'Task'`,
				'Pick the task from the list, or check that the credential belongs to its application.',
			);
		}
		const simplify = context.getNodeParameter('simplify', itemIndex) as boolean;
		return (simplify ? describeTask(found.value) : rawTask(found.value)) as IDataObject;
	});
}
