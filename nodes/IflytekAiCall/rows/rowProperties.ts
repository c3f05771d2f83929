import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { requestOptionProperties } from '../../shared/http/options';

type Show = IDisplayOptions['show'];

/** The warning above every operation with rows that makes telephones ring. */
export const callNotice = (show: Show): INodeProperties => ({
	displayName:
		'This operation calls real people, who may be charged for or disturbed by it. Try it with <b>Check Only</b> first. An AI agent that holds it as a tool can place calls on its own: fix the script and the line, and keep <b>Max Rows per Run</b> small.',
	name: 'callNotice',
	type: 'notice',
	default: '',
	displayOptions: { show },
});

/** The same above an operation that only prepares calls. */
export const preparingNotice = (show: Show): INodeProperties => ({
	displayName:
		'This operation calls nobody. Once the task is started, all the real people in it are called, and no more numbers can be added. Try it with <b>Check Only</b> first.',
	name: 'preparingNotice',
	type: 'notice',
	default: '',
	displayOptions: { show },
});

/**
 * The parameters by which rows come to an operation, and what is done with them.
 * @param dependsOn parameters whose change loads the columns anew
 */
export function rowProperties(show: Show, dependsOn: string[]): INodeProperties[] {
	return [
		{
			displayName: 'Rows From',
			name: 'rowsFrom',
			type: 'options',
			noDataExpression: true,
			options: [
				{ name: 'Input Items', value: 'items', description: 'Each input item is one row' },
				{
					name: 'JSON',
					value: 'json',
					description: 'A list with any number of rows, as an AI agent or an API delivers it',
				},
			],
			default: 'items',
			description: 'Where the numbers and the data for the script come from',
			displayOptions: { show },
		},
		{
			displayName: 'Columns',
			name: 'columns',
			type: 'resourceMapper',
			noDataExpression: true,
			default: { mappingMode: 'defineBelow', value: null },
			required: true,
			typeOptions: {
				loadOptionsDependsOn: dependsOn,
				resourceMapper: {
					resourceMapperMethod: 'getColumns',
					mode: 'add',
					fieldWords: { singular: 'column', plural: 'columns' },
					addAllFields: true,
					multiKeyMatch: false,
					supportAutoMap: true,
					noFieldsError: 'Pick a script first: its columns appear here.',
				},
			},
			description:
				"The columns of the script. The first one is the customer's mobile number, the others are what the robot says or asks.",
			displayOptions: { show: { ...show, rowsFrom: ['items'] } },
		},
		{
			displayName: 'Rows',
			name: 'rows',
			type: 'json',
			typeOptions: { rows: 5 },
			default: '',
			required: true,
			placeholder: 'e.g. [{"Phone": "13800138000", "Name": "Zhang"}]',
			description:
				'A JSON list of the rows to call, with explicit numbers: an object for each row with a value for each column of the script, or a list of the values in the order of the columns. The first column is a Chinese mobile number of 11 digits.',
			displayOptions: { show: { ...show, rowsFrom: ['json'] } },
		},
		{
			displayName: 'Check Only',
			name: 'checkOnly',
			type: 'boolean',
			default: false,
			description:
				'Whether to check the rows and show the batches as they would go out, without sending anything',
			displayOptions: { show },
		},
		{
			displayName: 'On a Refused Batch',
			name: 'onRefusedBatch',
			type: 'options',
			options: [
				{
					name: 'Narrow Down',
					value: 'narrowDown',
					description:
						'Send the halves again, and their halves, until only the rows that the platform refuses are left out',
				},
				{
					name: 'Report',
					value: 'report',
					description: 'Return all rows of the batch as refused',
				},
			],
			default: 'report',
			description:
				'What to do when the platform refuses a whole batch of up to 50 rows because of one of them',
			displayOptions: { show },
		},
	];
}

/** Read by the list of scripts. */
export const offerAllScripts: INodeProperties = {
	displayName: 'Offer All Scripts',
	name: 'offerAllScripts',
	type: 'boolean',
	default: false,
	description:
		"Whether the list of 'Script' also has those that are not released yet or are deleted",
};

/** Options of an operation that sends rows. */
export const rowOptions = (show: Show): INodeProperties => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	displayOptions: { show },
	options: [
		{
			displayName: 'Column Names',
			name: 'columnNames',
			type: 'string',
			default: '',
			placeholder: 'e.g. Phone, Name',
			description:
				'The columns of the script in their order, separated by commas. Leave empty to look them up.',
			displayOptions: { show: { '/rowsFrom': ['json'] } },
		},
		{
			displayName: 'Duplicate Numbers',
			name: 'duplicateNumbers',
			type: 'options',
			options: [
				{
					name: 'Refuse',
					value: 'refuse',
					description: 'Send no row whose number occurs more than once',
				},
				{ name: 'Send All', value: 'sendAll', description: 'Call the number once for each row' },
				{
					name: 'Send Once',
					value: 'sendOnce',
					description: 'Send only the first row of a number',
				},
			],
			default: 'sendOnce',
			description: 'What to do with a number that occurs more than once in what one task is given',
		},
		{
			displayName: 'Include Response',
			name: 'includeResponse',
			type: 'boolean',
			default: false,
			description: "Whether each row also holds the platform's whole answer to its batch",
		},
		{
			displayName: 'Max Rows per Run',
			name: 'maxRows',
			type: 'number',
			typeOptions: { minValue: 0, numberPrecision: 0 },
			default: 50,
			description:
				'When more rows come than this, nothing is sent; 0 is no limit. Without this option an AI agent may send 50 and a workflow any number.',
		},
		offerAllScripts,
		requestOptionProperties.timeout,
	],
});
