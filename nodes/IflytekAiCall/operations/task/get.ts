import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { isSimplified, simplifyProperties } from '../../../shared/items/toolOutput';
import { describeTask, rawTask, TASK_FIELDS } from '../../protocol/records';
import { queryTask } from '../../transport/queries';
import { eachItem } from '../eachItem';
import { queryOptions } from '../../parameters/queryOptions';
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
	...simplifyProperties(show, {
		fields: TASK_FIELDS,
		selected: ['taskId', 'taskName', 'statusText'],
	}),
	queryOptions(show),
];

/** Looks up the task of each item. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	return await eachItem(context, async (item, service) => {
		const taskId = readTaskId(item);
		const found = await queryTask(service, taskId);
		if (!found.ok) throw item.serviceError(found.problem);
		if (found.value === undefined) {
			throw item.inputError(
				`There is no task with the ID '${taskId}' in 'Task'`,
				'Pick the task from the list, or check that the credential belongs to its application.',
			);
		}
		const simplify = isSimplified(item);
		return (simplify ? describeTask(found.value) : rawTask(found.value)) as IDataObject;
	});
}
