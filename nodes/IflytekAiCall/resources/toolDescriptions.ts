import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { toolDescription } from '../../shared/items/toolDescription';

const RING =
	'Real people are called and it costs money: call this only when the user has named the people and confirmed that they are to be called now, and never twice for the same request.';
const ROWS =
	'Give rows, a JSON list with one object for each person: the mobile number of 11 digits and a value for each other column.';
const UNSENT =
	'for refused, notSent and unknown read reason and whatToDo to the user. Never repeat rows whose status is unknown.';

const PLACE = `Lets a telephone robot call Chinese mobile numbers at once. ${RING} ${ROWS} Returns one result for each row: accepted means that the person will be called, not that the call has taken place; ${UNSENT}`;

// n8n keeps the text when the user goes from one of these three to another: none may say that nobody is called
const ADD_NUMBERS = `Adds Chinese mobile numbers to a task of the telephone robot that is not started yet. Everybody in it is called once it is started, and that costs money: call this only when the user has named the people, and never twice for the same request. ${ROWS} Returns one result for each row: accepted means that the person is in the task; ${UNSENT}`;
const RUN = `Lets a telephone robot call Chinese mobile numbers as a task of its own: creates the task, adds the numbers and starts it. ${RING} ${ROWS} Returns one result for each row: accepted means that the person is in the task; taskState tells whether it was started. Tell the user what taskNote says; ${UNSENT}`;
const START =
	'Starts a task of the telephone robot, or goes on with a paused one. Real people are called and it costs money: call this only when the user has named the task and confirmed that it is to be started now. Give the ID of the task. After the start it takes no more numbers. If it fails, read the message to the user, and look at the state of the task before you start it again.';

/** What n8n gives a tool without texts of its own: the action's name, or what the user writes. */
const asUsual = (show: IDisplayOptions['show']): INodeProperties[] => [
	{
		displayName: 'Tool Description',
		name: 'descriptionType',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Set Automatically',
				value: 'auto',
				description: 'Automatically set based on resource and operation',
			},
			{ name: 'Set Manually', value: 'manual', description: 'Manually set the description' },
		],
		default: 'auto',
		description: 'Who writes what the model is told',
		displayOptions: { show: { ...show, '@tool': [true] } },
	},
	toolDescription({ ...show, descriptionType: ['manual'] }, ''),
];

/** What a model is told of the operations as tools: a text of ours where people are called. */
export const toolDescriptions: INodeProperties[] = [
	toolDescription({ resource: ['call'], operation: ['place'] }, PLACE),
	toolDescription({ resource: ['task'], operation: ['addNumbers'] }, ADD_NUMBERS),
	toolDescription({ resource: ['task'], operation: ['run'] }, RUN),
	toolDescription({ resource: ['task'], operation: ['start'] }, START),
	...asUsual({ resource: ['configuration', 'recording'] }),
	...asUsual({
		resource: ['task'],
		operation: ['create', 'delete', 'get', 'getAll', 'pause'],
	}),
];
