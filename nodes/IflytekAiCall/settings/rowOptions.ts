import type { INodeProperties } from 'n8n-workflow';

import { optionsProperty } from '../../shared/description/properties';
import { requestOptionProperties } from '../../shared/description/requestOptions';
import { callingHoursOptions, type HoursText } from '../parameters/callingHours';

/** Read by the list of scripts. */
export const offerAllScripts: INodeProperties = {
	displayName: 'Show Unreleased Scripts',
	name: 'offerAllScripts',
	type: 'boolean',
	default: false,
	description: "Whether the 'Call Script' list includes unreleased and deleted scripts",
};

/** Options of an operation that sends rows. */
export const rowOptions = (hours: HoursText): INodeProperties =>
	optionsProperty([
		...callingHoursOptions(hours),
		{
			displayName: 'Calls So Far',
			name: 'callsSoFar',
			type: 'string',
			default: '',
			placeholder: 'e.g. {{ $json.callsSoFar }}',
			description:
				"How often the row's number has been called, according to your table: an expression that is resolved for each row. Empty or null means never; a missing column stops the run. Used with Most Calls per Number. With JSON as 'Row Source': a list with one entry for each row.",
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
			description: 'What to do with a number that occurs more than once among the rows of one task',
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
						'Split the batch in half and try again until only the rows that the platform refuses are left out',
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
					description: 'Return the rows with the reason why they were not sent',
				},
				{
					name: 'Fail',
					value: 'fail',
					description: 'Fail the run with a message that says when to run it again',
				},
			],
			default: 'fail',
			description:
				'What to do when the allowed calling hours held back every row that could have been sent. Rows held back for other reasons never fail a run. Refused rows do when none was accepted, unless On Error in the settings says otherwise.',
			// what adds rows to a task calls nobody at once
			displayOptions: { show: { '/operation': ['place'] } },
		},
		{
			displayName: 'Include Input Fields',
			name: 'includeInputFields',
			type: 'boolean',
			default: false,
			description:
				"Whether each row begins with the fields of its input item, or of its object in 'Rows', such as a customer's ID. If two fields have the same name, the node's own wins. A field named error is left out.",
		},
		{
			displayName: 'Include Raw Response',
			name: 'includeResponse',
			type: 'boolean',
			default: false,
			description:
				'Whether to include the full batch response, or in a dry run the request that would be sent',
		},
		{
			displayName: 'Last Called At',
			name: 'lastCalledAt',
			type: 'string',
			default: '',
			placeholder: 'e.g. {{ $json.lastCalledAt }}',
			description:
				"When the row's number was last called, according to your table: an expression that gives a date for each row. Empty or null means never; a missing column stops the run. Used with Not Again Within (Hours). With JSON as 'Row Source': a list with one entry for each row.",
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
				'How long the platform may stay busy before the remaining rows are held back. A batch that was refused is not sent again.',
		},
		{
			displayName: 'Most Calls per Number',
			name: 'maxCalls',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: 3,
			description:
				'Holds back rows whose number has already been called this many times, including in this run. Needs Calls So Far.',
		},
		{
			displayName: 'Not Again Within (Hours)',
			name: 'notAgainWithin',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 24,
			description:
				'Holds back rows whose number was called within this many hours before this run. Needs Last Called At.',
		},
		offerAllScripts,
		requestOptionProperties.timeout,
	]);
