import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { chosenToolDescription } from '../../parameters/toolText';
import { commandProperties, commandTasks } from './command';

const show = { resource: ['task'], operation: ['pause'] };

export const option: INodePropertyOptions = {
	name: 'Pause',
	value: 'pause',
	action: 'Pause AI call task',
	description: 'Stop calling until the task is started again',
};

export const properties: INodeProperties[] = [
	...chosenToolDescription(show),
	...commandProperties('pause'),
];

/** Pauses the task of each item. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	return await commandTasks(context, 'pause');
}
