import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { openAiCall, type AiCall } from '../../../shared/aiCall/aiCallService';
import { passed, refusal, type Reading } from '../../protocol/reading';
import { insertBody } from '../../protocol/requests';
import { inserter, INSERT_UNKNOWN_REMEDY } from '../../rows/insertRows';
import { readRows, sendable, type Target } from '../../rows/readRows';
import { prepared, refuseRetryOnFail } from '../../rows/rowItems';
import { callNotice, rowOptions, rowProperties } from '../../rows/rowProperties';
import { findColumns, findScript, lookup } from '../../rows/scriptColumns';
import {
	checkItems,
	outcomeItems,
	readRunSettings,
	submitRows,
	type RowSender,
} from '../../rows/sendRows';
import { columnScriptLocator, locatorValue, taskLocator } from '../locators';

const show = { resource: ['task'], operation: ['addNumbers'] };

export const addNumbersAction = 'Add numbers to AI call task';

export const addNumbersProperties: INodeProperties[] = [
	callNotice(show),
	taskLocator(show),
	columnScriptLocator(show),
	...rowProperties(show, ['task.value', 'script.value']),
	rowOptions(show),
];

/** `script` is empty where the task tells it. */
type AddTarget = Target & { script: string };

/** Adds rows to tasks: one item for each row, never thrown away once a row may have left. */
export async function addNumbers(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const preparation = await prepared(context, async () => {
		refuseRetryOnFail(context);
		const settings = readRunSettings(context);
		const service = await openAiCall(context, context.getNodeParameter('options', 0, {}));
		const columns = lookup(context, service, findColumns);
		const scripts = lookup(context, service, findScript);
		const rows = await readRows(context, {
			target: (itemIndex) => readTarget(context, itemIndex),
			columns: async (itemIndex, { task, script }) => {
				if (script !== '') return await columns(itemIndex, script);
				const found = await scripts(itemIndex, task);
				return found.ok ? await columns(itemIndex, found.value) : found;
			},
		});
		return { service, rows, settings };
	});
	if (!preparation.ok) return preparation.items;
	const { service, rows, settings } = preparation.plan;
	const sender = insertSender(service);
	if (settings.checkOnly) return checkItems(context, rows, sender);
	const { outcomes } = await submitRows(settings, service, sendable(rows), sender);
	return outcomeItems(context, settings, rows, outcomes, sender);
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
