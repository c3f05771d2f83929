import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import type { Operation } from '../../../shared/description/operations';
import type { Item } from '../../../shared/items/item';
import { readLanguage } from '../../../shared/problem/language';
import { isSimplified, simplifyProperties } from '../../../shared/description/toolOutput';
import { describeTask, rawTask, TASK_FIELDS } from '../../tasks/records';
import { collectTasks, type TaskFilters } from '../../transport/queries';
import { readDate, limitProperties, readLimit, readText } from '../../parameters/values';
import { queryEachItem } from '../../transport/eachItem';
import { queryOptions, statusLanguage } from '../../parameters/properties';
import { readEntries } from '../../settings/readSettings';

export const option: Operation['option'] = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many AI call tasks',
	description: 'Search many tasks by name and time',
};

const FILTERS: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: [
		{
			displayName: 'Task ID',
			name: 'taskId',
			type: 'string',
			default: '',
			placeholder: 'e.g. 129',
			description: 'Only the task with this ID',
		},
		{
			displayName: 'Task Name',
			name: 'taskName',
			type: 'string',
			default: '',
			placeholder: 'e.g. reminder',
			description: 'Only tasks with this text in their name',
		},
		{
			displayName: 'Time From',
			name: 'begin',
			type: 'dateTime',
			default: '',
			description: 'Only tasks from this time on, in China time unless it names a zone',
		},
		{
			displayName: 'Time To',
			name: 'end',
			type: 'dateTime',
			default: '',
			description: 'Only tasks up to this time, in China time unless it names a zone',
		},
	],
};

export const properties: Operation['properties'] = [
	...limitProperties,
	FILTERS,
	...simplifyProperties({
		fields: TASK_FIELDS,
		selected: ['taskId', 'taskName', 'statusText'],
	}),
	{
		displayName: 'Sort',
		name: 'sort',
		type: 'collection',
		placeholder: 'Add Sort',
		default: {},
		options: [
			{
				displayName: 'Sort By',
				name: 'sortName',
				type: 'options',
				options: [
					{ name: 'Created', value: 'CREATETIME' },
					{ name: 'Ended', value: 'ENDTIME' },
					{ name: 'ID', value: 'ID' },
					{ name: 'Name', value: 'NAME' },
					{ name: 'Started', value: 'STARTTIME' },
				],
				default: 'CREATETIME',
				description: 'The field the tasks are ordered by',
			},
			{
				displayName: 'Order',
				name: 'sortOrder',
				type: 'options',
				options: [
					{ name: 'Ascending', value: 'ASC' },
					{ name: 'Descending', value: 'DESC' },
				],
				default: 'DESC',
				description: 'Smallest and earliest first, or last',
			},
		],
	},
	queryOptions([statusLanguage]),
];

/** Lists tasks for each item, over as many pages as it takes. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	return await queryEachItem(context, {
		read: (item) => ({
			filters: readFilters(item),
			limit: readLimit(item),
			simplify: isSimplified(item),
			language: readLanguage(item.options),
		}),
		ask: async (client, { filters, limit }) => await collectTasks(client, filters, limit),
		shape: ({ simplify, language }, { rows, totalRows }) =>
			rows.map((task) =>
				simplify
					? describeTask(task, language)
					: { ...rawTask(task), total_rows: totalRows ?? null },
			),
	});
}

function readFilters(item: Item): TaskFilters {
	// a misspelled filter must not find all tasks, perhaps to delete them
	const filters = item.unwrap(readEntries(item, FILTERS));
	const sort = item.parameter('sort', {}) as IDataObject;
	const date = (value: unknown, name: string) => item.unwrap(readDate(value, name));
	const text = (value: unknown, name: string) => item.unwrap(readText(value, name));
	return {
		task_id: text(filters.taskId, 'Task ID'),
		task_name: text(filters.taskName, 'Task Name'),
		time_begin: date(filters.begin, 'Time From'),
		time_end: date(filters.end, 'Time To'),
		sort_name: text(sort.sortName, 'Sort By'),
		sort_order: text(sort.sortOrder, 'Order'),
	};
}
