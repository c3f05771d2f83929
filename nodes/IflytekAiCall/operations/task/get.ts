import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Operation } from '../../../shared/description/operations';
import { readLanguage } from '../../../shared/problem/language';
import { isSimplified, simplifyProperties } from '../../../shared/description/toolOutput';
import { describeTask, rawTask, TASK_FIELDS } from '../../tasks/records';
import { queryTask } from '../../transport/queries';
import { queryEachItem } from '../../transport/eachItem';
import { queryOptions, statusLanguage } from '../../parameters/properties';
import { requiredId, taskLocator } from '../../parameters/locators';

export const option: Operation['option'] = {
	name: 'Get',
	value: 'get',
	action: 'Get AI call task',
	description: 'Look up one task by its ID',
};

export const properties: Operation['properties'] = [
	taskLocator,
	...simplifyProperties({
		fields: TASK_FIELDS,
		selected: ['taskId', 'taskName', 'statusText'],
	}),
	queryOptions([statusLanguage]),
];

/** Looks up the task of each item. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	return await queryEachItem(context, {
		read: (item) => ({
			taskId: requiredId(item, 'task'),
			simplify: isSimplified(item),
			language: readLanguage(item.options),
		}),
		ask: async (client, { taskId }) => await queryTask(client, taskId),
		shape: ({ taskId, simplify, language }, task, item) => {
			if (task !== undefined) return [simplify ? describeTask(task, language) : rawTask(task)];
			throw item.inputError(
				`There is no task with the ID '${taskId}' in 'Task'`,
				'Pick the task from the list, or check that the credential belongs to its application.',
			);
		},
	});
}
