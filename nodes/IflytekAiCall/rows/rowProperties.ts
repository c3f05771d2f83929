import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { optionsProperty } from '../../shared/description/properties';
import { requestOptionProperties } from '../../shared/http/options';
import { callingHoursOptions, type HoursText } from '../parameters/callingHours';
import { notFromAi } from '../parameters/notFromAi';

type Show = IDisplayOptions['show'];

/**
 * What makes n8n's editor draw a notice with a red edge. It has no property for that: this is the class of its
 * own fields with a fault, in n8n 1 and 2. Without it the notice is yellow, as all others.
 */
export const RED = { containerClass: 'invalid' };

const TO_AGENTS =
	" An AI agent can place calls on its own with it: set script and line yourself, and keep the option 'Max Rows per Run' small.";

/** What stands above an operation with rows that makes telephones ring: in red where the next press does. */
export const callNotice = (show: Show): INodeProperties[] =>
	[false, true].flatMap((isTool): INodeProperties[] => {
		const toAgents = isTool ? TO_AGENTS : '';
		const shown = { ...show, '@tool': [isTool] };
		return [
			{
				displayName: `This calls real people and costs money.${toAgents}`,
				name: isTool ? 'callNoticeTool' : 'callNotice',
				type: 'notice',
				typeOptions: RED,
				default: '',
				displayOptions: { show: shown, hide: { dryRun: [true] } },
			},
			{
				displayName: `While 'Dry Run' is on, nobody is called. Without it this calls real people and costs money.${toAgents}`,
				name: isTool ? 'dryRunNoticeTool' : 'dryRunNotice',
				type: 'notice',
				default: '',
				displayOptions: { show: { ...shown, dryRun: [true] } },
			},
		];
	});

/** What stands above an operation that only prepares calls. */
export const preparingNotice = (show: Show): INodeProperties => ({
	displayName:
		"Nobody is called yet. Starting the task calls everyone in it; you can't add numbers after that.",
	name: 'preparingNotice',
	type: 'notice',
	default: '',
	displayOptions: { show },
});

const DRY_RUN: INodeProperties = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: true,
	description: 'Whether to validate rows and preview the batches without calling anyone',
};

export const dryRunProperty = (show: Show, byDefault: boolean): INodeProperties[] =>
	notFromAi({ ...DRY_RUN, default: byDefault, displayOptions: { show } });

/** The parameters that keep customers from being called while a workflow is being tested. */
export const testProperties = (show: Show): INodeProperties[] => [
	...dryRunProperty(show, true),
	{
		displayName: 'Test Number',
		name: 'testNumber',
		type: 'string',
		default: '',
		placeholder: 'e.g. 13800138000',
		description:
			'Your own mobile number, to hear the robot before customers do: the first three rows call it instead of their own numbers, the others are not sent. Leave empty to call the rows.',
		displayOptions: { show: { ...show, dryRun: [false] } },
	},
];

const ROW_SOURCE: INodeProperties = {
	displayName: 'Row Source',
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
};

/** A tool of an AI agent has no input items with rows: the model gives them. */
const rowSource = (show: Show): INodeProperties[] => [
	{ ...ROW_SOURCE, displayOptions: { show: { ...show, '@tool': [false] } } },
	{ ...ROW_SOURCE, default: 'json', displayOptions: { show: { ...show, '@tool': [true] } } },
];

/**
 * The parameters by which rows come to an operation, and what is done with them.
 * @param chosenBy the parameter without which there are no columns to map
 * @param dependsOn parameters whose change loads the columns anew
 */
export function rowProperties(
	show: Show,
	chosenBy: 'script' | 'task',
	dependsOn: string[],
): INodeProperties[] {
	return [
		...rowSource(show),
		{
			displayName:
				chosenBy === 'script'
					? 'Choose the script: its columns appear here, the phone number first.'
					: 'Choose the task: the columns of its script appear here, the phone number first.',
			name: 'columnsNotice',
			type: 'notice',
			default: '',
			displayOptions: {
				show: { ...show, rowsFrom: ['items'] },
				hide: { [chosenBy]: [{ _cnd: { exists: true } }] },
			},
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
			displayOptions: {
				show: { ...show, rowsFrom: ['items'], [chosenBy]: [{ _cnd: { exists: true } }] },
			},
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
	];
}

/** Read by the list of scripts. */
export const offerAllScripts: INodeProperties = {
	displayName: 'Show Unreleased Scripts',
	name: 'offerAllScripts',
	type: 'boolean',
	default: false,
	description:
		"Whether the list of 'Call Script' also has those that are not released yet or are deleted",
};

/** Options of an operation that sends rows. */
export const rowOptions = (show: Show, hours: HoursText): INodeProperties =>
	optionsProperty(show, [
		...callingHoursOptions(hours),
		{
			displayName: 'Calls So Far',
			name: 'callsSoFar',
			type: 'string',
			default: '',
			placeholder: 'e.g. {{ $json.callsSoFar }}',
			description:
				"How often the row's number has been called, as your table knows it: an expression for each row. Empty or null means never; no value at all, as of a column that is missing, stops the run. Goes with Most Calls per Number. With JSON as 'Row Source': a list with one entry for each row.",
		},
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
			displayName: 'Do Not Call',
			name: 'doNotCall',
			type: 'string',
			typeOptions: { rows: 3 },
			default: '',
			placeholder: 'e.g. 13800138000, +86 139 0013 9000',
			description:
				"Numbers that are never called, as text, or an expression that gives them: a list, items with numbers, or the item's own field. Every row with such a number is held back. If an entry can't be read as a phone number, nothing is sent.",
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
			displayName: 'If a Batch Is Refused',
			name: 'onRefusedBatch',
			type: 'options',
			options: [
				{
					name: 'Mark All Rows Refused',
					value: 'report',
					description: 'Return all rows of the batch as refused',
				},
				{
					name: 'Skip Only the Bad Rows',
					value: 'narrowDown',
					description:
						'Send the halves again, and their halves, until only the rows that the platform refuses are left out',
				},
			],
			default: 'report',
			description:
				'What to do when the platform refuses a whole batch of up to 50 rows because of one of them',
		},
		{
			displayName: 'If Nobody Was Called',
			name: 'ifNobodyCalled',
			type: 'options',
			options: [
				{
					name: 'Continue',
					value: 'continue',
					description: 'Return the rows, which say why they were not sent',
				},
				{
					name: 'Fail',
					value: 'fail',
					description: 'Fail the run, which says when to run it again',
				},
			],
			default: 'fail',
			description:
				'What to do when the allowed calling hours held back every row that could have gone. Rows that are held back for other reasons never fail a run; rows that were refused do where none was accepted, unless On Error in the settings says otherwise.',
			// what adds rows to a task calls nobody at once
			displayOptions: { show: { '/operation': ['place'] } },
		},
		{
			displayName: 'Include Input Fields',
			name: 'includeInputFields',
			type: 'boolean',
			default: false,
			description:
				"Whether each row begins with the fields of its input item, or of its object in 'Rows', such as a customer's ID. The node's own fields win over those of the same name, and a field named error is left out.",
		},
		{
			displayName: 'Include Raw Response',
			name: 'includeResponse',
			type: 'boolean',
			default: false,
			description:
				"Whether each row also holds the platform's whole answer to its batch, in a dry run what would be sent with it",
		},
		{
			displayName: 'Last Called At',
			name: 'lastCalledAt',
			type: 'string',
			default: '',
			placeholder: 'e.g. {{ $json.lastCalledAt }}',
			description:
				"When the row's number was last called, as your table knows it: an expression for each row that gives a date. Empty or null means never; no value at all, as of a column that is missing, stops the run. Goes with Not Again Within (Hours). With JSON as 'Row Source': a list with one entry for each row.",
		},
		{
			displayName: 'Max Rows per Run',
			name: 'maxRows',
			type: 'number',
			typeOptions: { minValue: 0, numberPrecision: 0 },
			default: 0,
			description:
				'Sends nothing if there are more rows than this. 0 = no limit. If not set: 50 for AI agents, unlimited in workflows.',
		},
		{
			displayName: 'Max Wait When Busy (Seconds)',
			name: 'maxWait',
			type: 'number',
			typeOptions: { minValue: 0, numberPrecision: 0 },
			default: 300,
			description:
				'How long to wait in all for a busy platform before the remaining rows are held back. A batch that was refused is not sent again.',
		},
		{
			displayName: 'Most Calls per Number',
			name: 'maxCalls',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: 3,
			description:
				'Holds back rows whose number has been called so often, counting the rows that this run sends. Needs Calls So Far.',
		},
		{
			displayName: 'Not Again Within (Hours)',
			name: 'notAgainWithin',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 24,
			description:
				'Holds back rows whose number was called within so many hours before this run. Needs Last Called At.',
		},
		offerAllScripts,
		requestOptionProperties.timeout,
	]);
