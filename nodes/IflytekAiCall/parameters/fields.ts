import type { INodeProperties } from 'n8n-workflow';

import { languageProperty, optionsProperty } from '../../shared/description/properties';
import { protective } from '../../shared/items/item';
import { requestOptionProperties } from '../../shared/description/requestOptions';
import { simplifyProperties, type ToolOutput } from '../../shared/description/toolOutput';
import { DAY_NAMES, DAYS_OPTION, HOURS_OPTION } from '../hours/hours';

const { maxTimePerItem, timeout } = requestOptionProperties;

/** Options of an operation whose request may be sent again; its own come first. */
export const queryOptions = (own: INodeProperties[] = []): INodeProperties =>
	optionsProperty([...own, maxTimePerItem, timeout]);

export type Entries = Readonly<Record<string, Omit<INodeProperties, 'name'>>>;

/** A collection for `readEntries`; a misspelled entry must not find or call more than was meant. */
export const collectionProperty = (
	texts: Pick<INodeProperties, 'displayName' | 'name' | 'placeholder'>,
	entries: Entries,
): INodeProperties => ({
	...texts,
	type: 'collection',
	default: {},
	options: Object.entries(entries).map(([name, entry]) => protective({ ...entry, name })),
});

/** How much of the platform's answer an operation returns, and in which language its states are named. */
export const outputProperties = (output: ToolOutput, own: INodeProperties[] = []) => [
	...simplifyProperties(output),
	queryOptions([
		{ ...languageProperty, description: 'Language of what states and types mean' },
		...own,
	]),
];

/**
 * A parameter that only a person may set, even where the node is a tool of an AI agent: the editor offers
 * *From AI* for every parameter that accepts expressions, so in the tool this one accepts none.
 */
export function notFromAi(property: INodeProperties): INodeProperties[] {
	const { show, ...others } = property.displayOptions ?? {};
	return [false, true].map((isTool) => ({
		...property,
		...(isTool && { noDataExpression: true }),
		displayOptions: { ...others, show: { ...show, '@tool': [isTool] } },
	}));
}

/** Sentences of tool descriptions; every operation that calls people has the warning. */
export const CALL_WARNING =
	'Real people are called and it costs money: call this only when the user has named the people and confirmed that they are to be called now, and never twice for the same request.';
export const ROWS_TEXT =
	'Give rows, a JSON list with one object for each person: the mobile number of 11 digits and a value for each other column.';
export const NOT_ACCEPTED_TEXT =
	'for refused, notSent and unknown read reason and whatToDo to the user. Never repeat rows whose mayHaveBeenCalled is true.';

/** The parameters that pick something of the platform; `example` is an ID. */
export const LOCATORS = {
	line: { displayName: 'Phone Line', searchListMethod: 'searchLines', example: '055169101407' },
	script: { displayName: 'Call Script', searchListMethod: 'searchScripts', example: '111111' },
	task: { displayName: 'Task', searchListMethod: 'searchTasks', example: '129' },
	voice: { displayName: 'Voice', searchListMethod: 'searchVoices', example: '65580' },
};

function locator(
	name: keyof typeof LOCATORS,
	texts: Pick<INodeProperties, 'description' | 'hint' | 'required'>,
): INodeProperties {
	const { displayName, searchListMethod, example } = LOCATORS[name];
	const typeOptions = { searchListMethod, searchable: true };
	return {
		displayName,
		name,
		...texts,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		modes: [
			{ displayName: 'From List', name: 'list', type: 'list', typeOptions },
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder: `e.g. ${example}` },
		],
	};
}

export const scriptLocator = notFromAi(
	locator('script', {
		description:
			'What the robot says. A script that is not released is marked as such and calls nobody.',
		required: true,
	}),
);

/** The script whose columns are mapped, for requests that name no script. */
export const columnScriptLocator = locator('script', {
	description: "The task's script, whose columns are mapped",
	hint: 'Leave empty to look it up in the task',
});

export const lineLocator = notFromAi(
	locator('line', {
		description: 'The line the robot calls from. A line that runs a task is marked as in use.',
		required: true,
	}),
);

export const voiceLocator = locator('voice', {
	description: "The robot's voice",
	hint: "Leave empty for the script's own voice",
});

export const taskLocator = locator('task', {
	description: 'The task, found by a part of its name or given by its ID',
	required: true,
});

/** The fields *From* and *To* of hours, with their defaults. */
export function timesOfDay(from: string, to: string): INodeProperties[] {
	const field = (title: string, time: string, after: string): INodeProperties => ({
		displayName: `${title} (China Time)`,
		name: title.toLowerCase(),
		type: 'string',
		default: time,
		placeholder: `e.g. ${time}`,
		description: `Hours and minutes in China time${after}`,
	});
	return [field('From', from, ''), field('To', to, ', after From')];
}

/** The options that say when people may be called; `texts` are sentences on what the operation does with them. */
export const callingHoursOptions = (texts: { hours: string; days?: string }): INodeProperties[] => [
	{
		...DAYS_OPTION,
		type: 'multiOptions',
		options: Object.entries(DAY_NAMES).map(([value, { english: name }]) => ({ name, value })),
		default: ['mon', 'tue', 'wed', 'thu', 'fri'],
		description: `The days of the week on which people may be called, in China time. ${texts.days ?? ''}If not set: every day.`,
	},
	{
		...HOURS_OPTION,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Hours',
		default: {},
		description: `When people may be called, in China time. ${texts.hours} If not set: 08:00 to 21:00. For the whole day enter 00:00 to 24:00.`,
		options: [{ displayName: 'Hours', name: 'hours', values: timesOfDay('08:00', '21:00') }],
	},
];
