import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { chosenToolDescription } from '../../parameters/toolText';
import { commandProperties, commandTasks } from './command';

const show = { resource: ['task'], operation: ['delete'] };

export const option: INodePropertyOptions = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete AI call task',
	description: 'A running task is stopped; a deleted one cannot be started again',
};

export const properties: INodeProperties[] = [
	...chosenToolDescription(show),
	...commandProperties('delete'),
];

/** Deletes the task of each item. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	return await commandTasks(context, 'delete');
}
