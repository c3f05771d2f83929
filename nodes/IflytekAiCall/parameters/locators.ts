import type { INodeProperties } from 'n8n-workflow';

import { pastedText } from '../../shared/http/pastedText';
import type { Item } from '../../shared/items/item';
import { notFromAi } from './properties';

interface Texts {
	displayName: string;
	name: string;
	method: string;
	description: string;
	hint?: string;
	placeholder: string;
	required: boolean;
}

/** A parameter that is chosen from a searchable list of the platform, or given by its ID. */
function locator(texts: Texts): INodeProperties {
	return {
		displayName: texts.displayName,
		name: texts.name,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		...(texts.required ? { required: true } : {}),
		description: texts.description,
		...(texts.hint ? { hint: texts.hint } : {}),
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				typeOptions: { searchListMethod: texts.method, searchable: true },
			},
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder: texts.placeholder },
		],
	};
}

export const scriptLocator: INodeProperties[] = notFromAi(
	locator({
		displayName: 'Call Script',
		name: 'script',
		method: 'searchScripts',
		description:
			'What the robot says. A script that is not released is marked as such and calls nobody.',
		placeholder: 'e.g. 111111',
		required: true,
	}),
);

/** The script whose columns are mapped, where the request itself has none. */
export const columnScriptLocator: INodeProperties = locator({
	displayName: 'Call Script',
	name: 'script',
	method: 'searchScripts',
	description: "The task's script, whose columns are mapped",
	hint: 'Leave empty to look it up in the task',
	placeholder: 'e.g. 111111',
	required: false,
});

export const lineLocator: INodeProperties[] = notFromAi(
	locator({
		displayName: 'Phone Line',
		name: 'line',
		method: 'searchLines',
		description: 'The line the robot calls from. A line that runs a task is marked as in use.',
		placeholder: 'e.g. 055169101407',
		required: true,
	}),
);

export const voiceLocator: INodeProperties = locator({
	displayName: 'Voice',
	name: 'voice',
	method: 'searchVoices',
	description: "The robot's voice",
	hint: "Leave empty for the script's own voice",
	placeholder: 'e.g. 65580',
	required: false,
});

export const taskLocator: INodeProperties = locator({
	displayName: 'Task',
	name: 'task',
	method: 'searchTasks',
	description: 'The task, found by a part of its name or given by its ID',
	placeholder: 'e.g. 129',
	required: true,
});

/**
 * The ID that an item has in a locator, without what copying adds; empty when nothing is chosen.
 * @throws NodeOperationError for what is not an ID, such as a number that has already lost digits
 */
export function locatorValue(item: Item, name: 'line' | 'script' | 'task' | 'voice'): string {
	const { context, index } = item;
	const value = context.getNodeParameter(name, index, '', { extractValue: true });
	if (value === undefined || value === null) return '';
	const isId =
		typeof value === 'string' || (typeof value === 'number' && Number.isSafeInteger(value));
	if (isId) return pastedText(value);
	throw item.inputError(
		`'${NAMES[name]}' is not an ID`,
		typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER
			? 'It is a number with more digits than a number can hold: some are already lost. Keep IDs as text.'
			: 'Pick it from the list, or give its ID as text.',
	);
}

/** The task an item names. @throws NodeOperationError when it names none */
export function readTaskId(item: Item): string {
	const taskId = locatorValue(item, 'task');
	if (taskId !== '') return taskId;
	throw item.inputError("'Task' is empty", 'Pick a task from the list, or enter its ID.');
}

const NAMES = { line: 'Phone Line', script: 'Call Script', task: 'Task', voice: 'Voice' };
