import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { AiCall } from '../../../shared/aiCall/client';
import { passed, refusal, type Reading } from '../../protocol/reading';
import { insertBody } from '../../protocol/requests';
import { inserter, INSERT_UNKNOWN_REMEDY } from '../../rows/insertRows';
import type { Target } from '../../rows/readRows';
import { preparingNotice, rowOptions, rowProperties } from '../../rows/rowProperties';
import { findColumns, findScript, lookup } from '../../rows/scriptColumns';
import { sendGivenRows } from '../../rows/sendGivenRows';
import type { RowSender } from '../../rows/sendRows';
import { columnScriptLocator, locatorValue, taskLocator } from '../locators';

const show = { resource: ['task'], operation: ['addNumbers'] };

export const addNumbersAction = 'Add numbers to AI call task';

export const addNumbersProperties: INodeProperties[] = [
	preparingNotice(show),
	taskLocator(show),
	columnScriptLocator(show),
	...rowProperties(show, ['task.value', 'script.value']),
	rowOptions(show),
];

/** `script` is empty where the task tells it. */
type AddTarget = Target & { script: string };

/** Adds rows to tasks. */
export async function addNumbers(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	return await sendGivenRows(
		context,
		(service) => {
			const columns = lookup(context, service, findColumns);
			const scripts = lookup(context, service, findScript);
			return {
				target: (itemIndex) => readTarget(context, itemIndex),
				columns: async (itemIndex, { task, script }) => {
					if (script !== '') return await columns(itemIndex, script);
					const found = await scripts(itemIndex, task);
					return found.ok ? await columns(itemIndex, found.value) : found;
				},
			};
		},
		insertSender,
	);
}

function insertSender(service: AiCall): RowSender<AddTarget> {
	const insert = inserter(service);
	return {
		request: ({ task }, columns, rows) => insertBody(task, columns, rows),
		send: async ({ task }, request, isNarrowing) => await insert(task, request, isNarrowing),
		unknownRemedy: INSERT_UNKNOWN_REMEDY,
		more: ({ task }) => ({ taskId: task }),
	};
}

function readTarget(context: IExecuteFunctions, itemIndex: number): Reading<AddTarget> {
	const task = locatorValue(context, 'task', itemIndex);
	return task === ''
		? refusal("'Task' is empty", 'Pick a task from the list, or enter its ID.')
		: passed({ key: task, task, script: locatorValue(context, 'script', itemIndex) });
}
