import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { Item } from '../../../shared/items/item';
import { isSimplified, simplifyProperties } from '../../../shared/items/toolOutput';
import { describeTask, rawTask, TASK_FIELDS } from '../../protocol/records';
import { collectTasks, type TaskFilters } from '../../protocol/taskQuery';
import { queryTasks } from '../../transport/queries';
import { readDate } from '../../parameters/dates';
import { eachItem } from '../eachItem';
import { queryOptions } from '../../parameters/queryOptions';
import { limitProperties, readLimit } from '../../parameters/numbers';
import { chosenToolDescription } from '../../parameters/toolText';

const show = { resource: ['task'], operation: ['getAll'] };

export const option: INodePropertyOptions = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many AI call tasks',
	description: 'Search many tasks by name and time',
};

export const properties: INodeProperties[] = [
	...chosenToolDescription(show),
	...limitProperties(show),
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		displayOptions: { show },
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
				description: "Only tasks from this time on, in the workflow's time zone",
			},
			{
				displayName: 'Time To',
				name: 'end',
				type: 'dateTime',
				default: '',
				description: "Only tasks up to this time, in the workflow's time zone",
			},
		],
	},
	...simplifyProperties(show, {
		fields: TASK_FIELDS,
		selected: ['taskId', 'taskName', 'statusText'],
	}),
	queryOptions(show),
	{
		displayName: 'Sort',
		name: 'sort',
		type: 'collection',
		placeholder: 'Add Sort',
		default: {},
		displayOptions: { show },
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
];

/** Lists tasks for each item, over as many pages as it takes. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	return await eachItem(context, async (item, service) => {
		const filters = readFilters(item);
		const limit = readLimit(item);
		let totalRows: number | undefined;
		const fetchPage = async (pageIndex: number, pageSize: number) => {
			const found = await queryTasks(service, filters, pageIndex, pageSize);
			if (!found.ok) throw item.serviceError(found.problem);
			totalRows = found.value.totalRows;
			return found.value;
		};
		const tasks = await collectTasks(fetchPage, limit, () => service.canceled);
		const simplify = isSimplified(item);
		return tasks.map(
			(task) =>
				(simplify
					? describeTask(task)
					: { ...rawTask(task), total_rows: totalRows ?? null }) as IDataObject,
		);
	});
}

function readFilters(item: Item): TaskFilters {
	const filters = item.parameter('filters', {}) as IDataObject;
	const sort = item.parameter('sort', {}) as IDataObject;
	const zone = item.context.getTimezone();
	const date = (value: unknown, name: string) => item.unwrap(readDate(value, zone, name));
	const text = (value: unknown) => String(value ?? '').trim();
	return {
		taskId: text(filters.taskId),
		taskName: text(filters.taskName),
		beginMs: date(filters.begin, 'Time From'),
		endMs: date(filters.end, 'Time To'),
		sortName: text(sort.sortName),
		sortOrder: text(sort.sortOrder),
	};
}
