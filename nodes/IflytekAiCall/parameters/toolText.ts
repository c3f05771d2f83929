import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { toolDescription } from '../../shared/description/properties';

/** The warning in the tool description of every operation that calls people. */
export const CALL_WARNING =
	'Real people are called and it costs money: call this only when the user has named the people and confirmed that they are to be called now, and never twice for the same request.';
/** How a model gives rows. */
export const ROWS_TEXT =
	'Give rows, a JSON list with one object for each person: the mobile number of 11 digits and a value for each other column.';
/** What a model is to do about rows that were not accepted. */
export const NOT_ACCEPTED_TEXT =
	'for refused, notSent and unknown read reason and whatToDo to the user. Never repeat rows whose mayHaveBeenCalled is true.';

/** n8n's standard choice for a tool's description: the action's name, or what the user writes. */
export const chosenToolDescription = (show: IDisplayOptions['show']): INodeProperties[] => [
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
		description: 'Whether n8n or you write the description',
		displayOptions: { show: { ...show, '@tool': [true] } },
	},
	toolDescription({ ...show, descriptionType: ['manual'] }, ''),
];
