import type { INodeProperties } from 'n8n-workflow';

import type { Operation } from '../../../shared/description/operations';
import type { Item } from '../../../shared/items/item';
import {
	collectionProperty,
	outputProperties,
	taskLocator,
	type Entries,
} from '../../parameters/fields';
import { limitProperties, readLimit, readOutput, requiredId } from '../../parameters/values';
import { readEntries } from '../../settings/readSettings';
import { describeRecord, rawTask, TASK_FIELDS } from '../../tasks/records';
import { eachItem } from '../../transport/eachItem';
import { collectTasks, queryTask, type TaskFilters } from '../../transport/queries';
import { refused } from '../../words/say';

const OUTPUT = { fields: TASK_FIELDS, selected: ['taskId', 'taskName', 'statusText'] };

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get AI call task',
		description: 'Look up one task by its ID',
	},
	properties: [taskLocator, ...outputProperties(OUTPUT)],
	execute: async (context) =>
		await eachItem(
			context,
			(item) => ({ taskId: requiredId(item, 'task'), ...readOutput(item) }),
			async (item, client, { taskId, simplify, language }) => {
				const task = item.answered(await queryTask(client, taskId));
				if (task === undefined) return item.unwrap(refused('noTask', taskId));
				return [simplify ? describeRecord('tasks', task, language) : rawTask(task)];
			},
		),
};

const FILTERS = {
	taskId: {
		displayName: 'Task ID',
		type: 'string',
		default: '',
		placeholder: 'e.g. 129',
		description: 'Only the task with this ID',
	},
	taskName: {
		displayName: 'Task Name',
		type: 'string',
		default: '',
		placeholder: 'e.g. reminder',
		description: 'Only tasks with this text in their name',
	},
	begin: {
		displayName: 'Time From',
		type: 'dateTime',
		default: '',
		description: 'Only tasks from this time on, in China time unless it names a zone',
	},
	end: {
		displayName: 'Time To',
		type: 'dateTime',
		default: '',
		description: 'Only tasks up to this time, in China time unless it names a zone',
	},
} satisfies Entries;

/** Sort fields: the name, then the words for descending and ascending order. */
const SORTS = {
	CREATETIME: ['Created', 'Latest First', 'Earliest First'],
	ENDTIME: ['Ended', 'Latest First', 'Earliest First'],
	ID: ['ID', 'Largest First', 'Smallest First'],
	NAME: ['Name', 'Z to A', 'A to Z'],
	STARTTIME: ['Started', 'Latest First', 'Earliest First'],
} as const;

const SORT: INodeProperties = {
	displayName: 'Sort',
	name: 'sort',
	type: 'options',
	options: Object.entries(SORTS).flatMap(([field, [name, descending, ascending]]) => [
		{ name: `${name}: ${descending}`, value: `${field} DESC` },
		{ name: `${name}: ${ascending}`, value: `${field} ASC` },
	]),
	default: 'CREATETIME DESC',
	description: 'The order of the tasks',
};

export const getMany: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many AI call tasks',
		description: 'Search many tasks by name and time',
	},
	properties: [
		...limitProperties,
		collectionProperty(
			{ displayName: 'Filters', name: 'filters', placeholder: 'Add Filter' },
			FILTERS,
		),
		...outputProperties(OUTPUT, [SORT]),
	],
	execute: async (context) =>
		await eachItem(
			context,
			(item) => ({ filters: readFilters(item), limit: readLimit(item), ...readOutput(item) }),
			async (item, client, { filters, limit, simplify, language }) => {
				const found = item.answered(await collectTasks(client, filters, limit));
				const { rows, totalRows: total_rows = null } = found;
				return rows.map((task) =>
					simplify ? describeRecord('tasks', task, language) : { ...rawTask(task), total_rows },
				);
			},
		),
};

function readFilters(item: Item): TaskFilters {
	// a misspelled filter must not find all tasks, perhaps to delete them
	const filters = readEntries(item, 'filters', FILTERS);
	const { taskId: task_id, taskName: task_name, begin: time_begin, end: time_end } = filters;
	const [sort_name, sort_order] = ((item.options.sort as string | undefined) ?? '').split(' ');
	return { task_id, task_name, time_begin, time_end, sort_name, sort_order };
}
