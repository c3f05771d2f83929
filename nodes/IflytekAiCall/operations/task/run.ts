import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { AiCall } from '../../../shared/aiCall/client';
import { success } from '../../../shared/items/problem';
import { toolDescription } from '../../../shared/description/properties';
import { HOURS_OF_NEW_TASK } from '../../parameters/callingHours';
import { CALL_WARNING, NOT_ACCEPTED_TEXT, ROWS_TEXT } from '../../parameters/toolText';
import { clockTime, momentText } from '../../protocol/callingHours';
import { readableTimes } from '../../protocol/readableTimes';
import { insertBody } from '../../protocol/requests';
import { callingBegins, hasToWait, keepWithin } from '../../protocol/taskHours';
import { TaskGroups } from '../../protocol/taskGroups';
import { rowInserter, INSERT_UNKNOWN_REMEDY } from '../../rows/insertRows';
import { sendable, type Row } from '../../rows/row';
import { finishRun } from '../../rows/rowItems';
import { rowOptions } from '../../rows/rowOptions';
import { callNotice, rowProperties, testProperties } from '../../rows/rowProperties';
import type { RunSettings } from '../../rows/runSettings';
import { readFlag } from '../../rows/sameForAllItems';
import { findColumns, lookup } from '../../rows/scriptColumns';
import { prepareRows, showRows, type RowOperation } from '../../rows/sendRows';
import { readTaskFields, taskFieldProperties } from './taskFields';
import { holdBackIncomplete, TaskRun, type RunTarget } from './taskRun';

const show = { resource: ['task'], operation: ['run'] };

export const option: INodePropertyOptions = {
	name: 'Run',
	value: 'run',
	action: 'Run AI call task (create, add numbers and start)',
	description: 'Create a task, add all rows and start it, in one go',
};

const TOOL_TEXT = `Lets a telephone robot call Chinese mobile numbers as a task of its own: creates the task, adds the numbers and starts it. ${CALL_WARNING} ${ROWS_TEXT} Returns one result for each row: accepted means that the person is in the task; taskState tells whether it was started. Tell the user what taskNote says; ${NOT_ACCEPTED_TEXT}`;

export const properties: INodeProperties[] = [
	toolDescription(show, TOOL_TEXT),
	...callNotice(show),
	...testProperties(show),
	...taskFieldProperties(
		show,
		'A name by which you find the task again. Items with the same script, line, voice and additional fields make up one task, named by the first of them.',
		'the option Allowed Calling Hours',
	),
	...rowProperties(show, 'script', ['script.value']),
	{
		displayName: 'Start Even If Rows Were Rejected',
		name: 'startIncomplete',
		type: 'boolean',
		default: false,
		description:
			'Whether to create and start the task without the rows that cannot be added. After the start no more can be added.',
		displayOptions: { show },
	},
	rowOptions(show, HOURS_OF_NEW_TASK),
];

/** Creates tasks, adds all their rows and starts them: one item for each row. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	let startIncomplete = false;
	const prepared = await prepareRows(context, { hasTestNumber: true }, (service, settings) => {
		startIncomplete = readFlag(context, {
			name: 'startIncomplete',
			displayName: 'Start Even If Rows Were Rejected',
		});
		return operationOf(service, settings);
	});
	if ('items' in prepared) return prepared.items;
	const { plan } = prepared;
	if (plan.settings.dryRun) {
		if (!startIncomplete) holdBackIncomplete(plan.rows);
		const zone = context.getTimezone();
		return showRows(context, plan, {
			request: ({ body }, columns) => ({ create: body, call_column: columns }),
			more: ({ target }) => (target ? { times: readableTimes(target.body, zone) } : {}),
			notes: () => waitingNotes(plan.rows),
		});
	}
	const run = new TaskRun(context, plan, startIncomplete);
	await run.all();
	return finishRun(context, plan.settings, plan.rows, {
		more: ({ target }) => (target && run.states.get(target.key)) ?? {},
		leftBehind: () => run.leftBehind,
	});
}

/** For a dry run: when the tasks that would be started now begin to call. */
function waitingNotes(rows: ReadonlyArray<Row<RunTarget>>): string[] {
	const now = Date.now();
	const begins = new Set(sendable(rows).map(({ target }) => callingBegins(target.body, now)));
	const [earliest = now] = [...begins].sort((one, other) => one - other);
	if (!hasToWait(earliest, now)) return [];
	return [
		`It is ${clockTime(now)} in China: the calls of a live run would wait for ${momentText(earliest, now)}.`,
	];
}

function operationOf(
	service: AiCall,
	{ callingHours, narrowDown }: RunSettings,
): RowOperation<RunTarget> {
	const columns = lookup(service, findColumns);
	const insert = rowInserter(service, narrowDown);
	const groups = new TaskGroups();
	const now = Date.now();
	return {
		source: {
			target: (item) => {
				const task = readTaskFields(item, now, callingHours);
				const body = task.ok ? keepWithin(task.value, callingHours, now) : task;
				if (!body.ok) return body;
				const group = groups.of(body.value);
				return success({ ...group, task: group.key });
			},
			columns: async (item, { body }) => await columns(item, body.robot_id),
		},
		names: ({ body }) => ({ scriptId: body.robot_id, lines: body.line_num.split(';') }),
		sender: {
			request: ({ taskId }, columnNames, rows) => insertBody(taskId!, columnNames, rows),
			send: async ({ taskId }, request, space) => await insert(taskId!, request, space),
			unknownRemedy: INSERT_UNKNOWN_REMEDY,
			taskId: ({ taskId }) => taskId,
		},
	};
}
