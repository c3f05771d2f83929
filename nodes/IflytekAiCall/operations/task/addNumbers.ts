import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { AiCall } from '../../../shared/aiCall/client';
import type { Item } from '../../../shared/items/item';
import { invalid, success, type Result } from '../../../shared/items/problem';
import { toolDescription } from '../../../shared/description/properties';
import { HOURS_OF_ADDING } from '../../parameters/callingHours';
import { columnScriptLocator, locatorValue, taskLocator } from '../../parameters/locators';
import { NOT_ACCEPTED_TEXT, ROWS_TEXT } from '../../parameters/toolText';
import { insertBody } from '../../protocol/requests';
import { taskNotes } from '../../rows/taskNotes';
import { rowInserter, INSERT_UNKNOWN_REMEDY } from '../../rows/insertRows';
import type { Target } from '../../rows/row';
import { rowOptions } from '../../rows/rowOptions';
import { dryRunProperty, preparingNotice, rowProperties } from '../../rows/rowProperties';
import type { RunSettings } from '../../rows/runSettings';
import { findColumns, findScript, lookup } from '../../rows/scriptColumns';
import { sendRows, type RowOperation } from '../../rows/sendRows';

const show = { resource: ['task'], operation: ['addNumbers'] };

export const option: INodePropertyOptions = {
	name: 'Add Numbers',
	value: 'addNumbers',
	action: 'Add numbers to AI call task',
	description: 'Submit rows to a task that has not started yet',
};

// n8n keeps the text when the user goes from one of these operations to another: none may say that nobody is called
const TOOL_TEXT = `Adds Chinese mobile numbers to a task of the telephone robot that is not started yet. Everybody in it is called once it is started, and that costs money: call this only when the user has named the people, and never twice for the same request. ${ROWS_TEXT} Returns one result for each row: accepted means that the person is in the task; ${NOT_ACCEPTED_TEXT}`;

export const properties: INodeProperties[] = [
	toolDescription(show, TOOL_TEXT),
	preparingNotice(show),
	// nobody is called by adding numbers
	...dryRunProperty(show, false),
	taskLocator(show),
	columnScriptLocator(show),
	...rowProperties(show, 'task', ['task.value', 'script.value']),
	rowOptions(show, HOURS_OF_ADDING),
];

/** `script` is empty where it is looked up in the task. */
type AddTarget = Target & { script: string };

/** Adds rows to tasks. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	return await sendRows(context, { hasTestNumber: false }, operationOf);
}

function operationOf(
	service: AiCall,
	{ callingHours, narrowDown }: RunSettings,
): RowOperation<AddTarget> {
	const columns = lookup(service, findColumns);
	const scripts = lookup(service, findScript);
	const insert = rowInserter(service, narrowDown);
	let notes = new Map<string, string>();
	return {
		source: {
			target: readTarget,
			columns: async (item, { task, script }) => {
				if (script !== '') return await columns(item, script);
				const found = await scripts(item, task);
				return found.ok ? await columns(item, found.value) : found;
			},
		},
		names: ({ task, script }) => ({ taskId: task, ...(script === '' ? {} : { scriptId: script }) }),
		lookAhead: async (rows) => {
			const tasks = new Set(rows.map(({ target }) => target.task));
			notes = await taskNotes(service, tasks, callingHours);
		},
		sender: {
			request: ({ task }, columnNames, rows) => insertBody(task, columnNames, rows),
			send: async ({ task }, request, space) => await insert(task, request, space),
			unknownRemedy: INSERT_UNKNOWN_REMEDY,
			taskId: ({ task }) => task,
			more: ({ target }) => ({
				...(target && { taskId: target.task }),
				taskNote: notes.get(target?.task ?? '') ?? null,
			}),
			notes: () => [...notes].map(([task, note]) => `Task ${task}: ${note}`),
		},
	};
}

function readTarget(item: Item): Result<AddTarget> {
	const task = locatorValue(item, 'task');
	return task === ''
		? invalid("'Task' is empty", 'Pick a task from the list, or enter its ID.')
		: success({ key: task, task, script: locatorValue(item, 'script') });
}
