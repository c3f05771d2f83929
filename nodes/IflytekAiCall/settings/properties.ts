import type { INodeProperties } from 'n8n-workflow';

import { choices, notice, type Choices } from '../../shared/description/properties';
import { notFromAi } from '../parameters/fields';

const MODES = {
	dryRun: ['Dry Run', 'Check the rows and show the batches; nobody is called'],
	testCall: ['Test Call', 'Call your own number with the texts of the first three rows'],
	live: ['Live', 'Call the people in the rows'],
} as const satisfies Choices;

/** What a run does with its rows. */
export type Mode = keyof typeof MODES;

export const MODE = { name: 'mode', displayName: 'Mode' };

export const TEST_NUMBER: INodeProperties = {
	displayName: 'Test Number',
	name: 'testNumber',
	type: 'string',
	default: '',
	placeholder: 'e.g. 13800138000',
	description: 'Your own mobile number, to hear the robot before customers do',
	hint: 'Only this number is called, with the texts of the first three rows. Fill in the phone column all the same: its numbers are checked, and not called.',
};

/** *Mode* of an operation that calls people, with the number of a test call. */
export const callModeProperties: INodeProperties[] = [
	...modeProperties(MODES, 'dryRun'),
	{
		...TEST_NUMBER,
		required: true,
		// hide, not show: for n8n an expression equals every value in a condition
		displayOptions: { hide: { mode: [{ _cnd: { not: 'testCall' } }] } },
	},
	{ ...TEST_NUMBER, displayOptions: { show: { mode: [{ _cnd: { startsWith: '=' } }] } } },
];

/** *Mode* of an operation that only prepares calls. */
export const addModeProperties: INodeProperties[] = modeProperties(
	{ dryRun: MODES.dryRun, live: ['Live', 'Add the rows to the task; nobody is called yet'] },
	'live',
);

function modeProperties(modes: Choices, byDefault: Mode): INodeProperties[] {
	const isDry = byDefault === 'dryRun';
	return [
		...notFromAi({
			...MODE,
			type: 'options',
			options: choices(modes),
			default: byDefault,
			description: 'What happens when the node runs',
		}),
		{
			// stored by workflows from before *Mode*; n8n drops it when another mode is chosen
			displayName: 'Dry Run',
			name: 'dryRun',
			type: 'hidden',
			default: isDry,
			displayOptions: { show: { mode: [byDefault] } },
		},
	];
}

/**
 * Gives a notice a red edge in n8n's editor, which has no property for that: in n8n 1 and 2 its invalid fields
 * have this class. Without it the notice is yellow, like all others.
 */
export const RED_EDGE = { containerClass: 'invalid' };

const TO_AGENTS =
	" An AI agent can place calls on its own with it: put n8n's human review in front, set script and line yourself, and keep the option 'Max Rows per Run' small.";

/** The warning above an operation that calls people; red if the next run will. */
export const callNotice: INodeProperties[] = [false, true].flatMap((isTool): INodeProperties[] => {
	const [tool, toAgents] = isTool ? ['Tool', TO_AGENTS] : ['', ''];
	const shownIn = (mode: Mode) => ({ show: { '@tool': [isTool], mode: [mode] } });
	return [
		notice(`callNotice${tool}`, `This calls real people and costs money.${toAgents}`, {
			typeOptions: RED_EDGE,
			displayOptions: shownIn('live'),
		}),
		notice(
			`dryRunNotice${tool}`,
			`Nobody is called in a dry run. 'Live' calls real people and costs money.${toAgents}`,
			{ displayOptions: shownIn('dryRun') },
		),
	];
});

export const preparingNotice: INodeProperties = notice(
	'preparingNotice',
	"Nobody is called yet. Starting the task calls everyone in it; you can't add numbers after that.",
);

/** A tool of an AI agent has no input items with rows: the model gives them. */
const rowSource = ['items', 'json'].map((byDefault): INodeProperties => ({
	displayName: 'Row Source',
	name: 'rowsFrom',
	type: 'options',
	noDataExpression: true,
	options: choices({
		items: ['Input Items', 'Each input item is one row'],
		json: ['JSON', 'A list with any number of rows, such as an AI agent or an API provides'],
	}),
	default: byDefault,
	description: 'Where the numbers and the data for the script come from',
	displayOptions: { show: { '@tool': [byDefault === 'json'] } },
}));

/** The parameters that give an operation its rows; a change of those in `dependsOn` reloads the columns. */
export function rowProperties(dependsOn: string[]): INodeProperties[] {
	return [
		...rowSource,
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
					noFieldsError: 'No columns yet.',
				},
			},
			description:
				"The columns of the script. The first one is the customer's mobile number, the others are what the robot says or asks.",
			// shown before a script is picked too: n8n drops the value of a hidden parameter of an imported workflow
			displayOptions: { show: { rowsFrom: ['items'] } },
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
			displayOptions: { show: { rowsFrom: ['json'] } },
		},
	];
}
