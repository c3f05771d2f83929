import type { INodeProperties } from 'n8n-workflow';

import { pastedText } from '../../shared/http/pasted';
import type { Item } from '../../shared/items/item';
import { refused } from '../words/say';
import { notFromAi } from './properties';

type Texts = 'description' | 'displayName' | 'hint' | 'name' | 'placeholder' | 'required';

/** A parameter that is chosen from a searchable list of the platform, or given by its ID. */
function locator(
	searchListMethod: string,
	{ placeholder, ...texts }: Pick<INodeProperties, Texts>,
): INodeProperties {
	return {
		...texts,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				typeOptions: { searchListMethod, searchable: true },
			},
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder },
		],
	};
}

export const scriptLocator: INodeProperties[] = notFromAi(
	locator('searchScripts', {
		displayName: 'Call Script',
		name: 'script',
		description:
			'What the robot says. A script that is not released is marked as such and calls nobody.',
		placeholder: 'e.g. 111111',
		required: true,
	}),
);

/** The script whose columns are mapped, where the request itself has none. */
export const columnScriptLocator: INodeProperties = locator('searchScripts', {
	displayName: 'Call Script',
	name: 'script',
	description: "The task's script, whose columns are mapped",
	hint: 'Leave empty to look it up in the task',
	placeholder: 'e.g. 111111',
});

export const lineLocator: INodeProperties[] = notFromAi(
	locator('searchLines', {
		displayName: 'Phone Line',
		name: 'line',
		description: 'The line the robot calls from. A line that runs a task is marked as in use.',
		placeholder: 'e.g. 055169101407',
		required: true,
	}),
);

export const voiceLocator: INodeProperties = locator('searchVoices', {
	displayName: 'Voice',
	name: 'voice',
	description: "The robot's voice",
	hint: "Leave empty for the script's own voice",
	placeholder: 'e.g. 65580',
});

export const taskLocator: INodeProperties = locator('searchTasks', {
	displayName: 'Task',
	name: 'task',
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
	if (typeof value === 'string' || Number.isSafeInteger(value)) return pastedText(value);
	const isLong = typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;
	return item.unwrap(refused(isLong ? 'idLostDigits' : 'notId', NAMES[name]));
}

/** The task an item names. @throws NodeOperationError when it names none */
export function readTaskId(item: Item): string {
	return locatorValue(item, 'task') || item.unwrap(refused('emptyTask'));
}

const NAMES = { line: 'Phone Line', script: 'Call Script', task: 'Task', voice: 'Voice' };
