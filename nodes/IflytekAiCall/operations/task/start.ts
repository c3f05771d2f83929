import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { toolDescription } from '../../../shared/description/properties';
import { commandProperties, commandTasks } from './command';

const show = { resource: ['task'], operation: ['start'] };

export const option: INodePropertyOptions = {
	name: 'Start',
	value: 'start',
	action: 'Start AI call task',
	description: 'Begin calling, or go on after a pause',
};

const TOOL_TEXT =
	'Starts a task of the telephone robot, or goes on with a paused one. Real people are called and it costs money: call this only when the user has named the task and confirmed that it is to be started now. Give the ID of the task. After the start it takes no more numbers. If it fails, read the message to the user, and look at the state of the task before you start it again.';

export const properties: INodeProperties[] = [
	toolDescription(show, TOOL_TEXT),
	{
		displayName:
			'Starting a task calls the real people in it. After the start no more numbers can be added.',
		name: 'startNotice',
		type: 'notice',
		default: '',
		displayOptions: { show },
	},
	...commandProperties('start'),
];

/** Starts the task of each item. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	return await commandTasks(context, 'start');
}
