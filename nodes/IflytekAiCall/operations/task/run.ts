import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { AiCall } from '../../../shared/aiCall/client';
import { scopeOf } from '../../../shared/aiCall/codes';
import type { NotAccepted } from '../../../shared/aiCall/outcome';
import { success, type Problem } from '../../../shared/items/problem';
import { insertBody, type CreateBody } from '../../protocol/requests';
import { CANCELLED, type RowOutcome } from '../../protocol/submission';
import { TaskGroups } from '../../protocol/taskGroups';
import { inserter, INSERT_UNKNOWN_REMEDY } from '../../rows/insertRows';
import {
	sendable,
	type Row,
	type RowSource,
	type SendableRow,
	type Target,
} from '../../rows/readRows';
import { callNotice, rowOptions, rowProperties } from '../../rows/rowProperties';
import { readFlag } from '../../rows/runParameters';
import { findColumns, lookup } from '../../rows/scriptColumns';
import { prepareRows } from '../../rows/sendGivenRows';
import { checkItems, outcomeItems, submitRows, type RunSettings } from '../../rows/sendRows';
import { commandTask } from '../../transport/taskCommand';
import { createTask } from '../../transport/createTask';
import { readTaskFields, taskFieldProperties } from './taskFields';
import { CALL_WARNING, NOT_ACCEPTED_TEXT, ROWS_TEXT } from '../../parameters/toolText';
import { toolDescription } from '../../../shared/items/toolDescription';

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
	callNotice(show),
	...taskFieldProperties(
		show,
		'Name under which the task is found again. An expression counts for the first item of a task: items with the same script, line, voice and additional fields make up one task, whatever name they give.',
	),
	...rowProperties(show, ['script.value']),
	{
		displayName: 'Start Incomplete Task',
		name: 'startIncomplete',
		type: 'boolean',
		default: false,
		description:
			'Whether to start the task although not all rows could be added. After the start no more can be added.',
		displayOptions: { show },
	},
	rowOptions(show),
];

/** Rows of the same task fields make up one task. */
type RunTarget = Target & { body: CreateBody; names: ReadonlySet<string> };

/** What a run left behind for one task. */
interface TaskState extends IDataObject {
	taskId: string | null;
	taskName: string;
	taskState: 'notCreated' | 'notStarted' | 'started' | 'unknown';
	taskNote: string;
}

/** Creates tasks, adds all their rows and starts them: one item for each row. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const preparation = await prepareRows(
		context,
		(service) => rowSource(context, service),
		() => ({ startIncomplete: readFlag(context, 'startIncomplete', 'Start Incomplete Task') }),
	);
	if (!preparation.ok) return preparation.items;
	const { service, rows, settings } = preparation.plan;
	if (settings.checkOnly) {
		return checkItems(context, rows, {
			request: ({ body }, columns) => ({ create: body, call_column: columns }),
		});
	}
	const run = new TaskRun(settings, service);
	await run.all(rows);
	return outcomeItems(context, settings, rows, run.outcomes, {
		unknownRemedy: INSERT_UNKNOWN_REMEDY,
		more: ({ key }) => run.states.get(key) ?? {},
	});
}

function rowSource(context: IExecuteFunctions, service: AiCall): RowSource<RunTarget> {
	const columns = lookup(context, service, findColumns);
	const groups = new TaskGroups();
	const now = Date.now();
	return {
		target: (itemIndex) => {
			const body = readTaskFields(context, itemIndex, now);
			if (!body.ok) return body;
			const group = groups.of(body.value);
			return success({ ...group, task: group.key });
		},
		columns: async (itemIndex, { body }) => await columns(itemIndex, body.robot_id),
	};
}

/** Works off one task after another; none of it throws. */
class TaskRun {
	readonly outcomes = new Map<Row<RunTarget>, RowOutcome>();

	readonly states = new Map<string, TaskState>();

	/** why no further task is created */
	private stopped: Problem | undefined;

	/** rows whose task could not be read: each task may lack them */
	private withoutTask = 0;

	constructor(
		private readonly settings: RunSettings & { startIncomplete: boolean },
		private readonly service: AiCall,
	) {}

	async all(rows: ReadonlyArray<Row<RunTarget>>): Promise<void> {
		const tasks = new Map<string, Array<Row<RunTarget>>>();
		for (const row of rows) {
			const key = row.target?.key;
			if (key === undefined) {
				this.withoutTask++;
				continue;
			}
			const rowsOfTask = tasks.get(key);
			if (rowsOfTask === undefined) tasks.set(key, [row]);
			else rowsOfTask.push(row);
		}
		for (const [key, rowsOfTask] of tasks) {
			const { body, names } = rowsOfTask[0]!.target!;
			const state = await this.one(body, rowsOfTask);
			state.taskNote += alsoNamed(names);
			this.states.set(key, state);
		}
	}

	private async one(body: CreateBody, rows: Array<Row<RunTarget>>): Promise<TaskState> {
		const toSend = sendable(rows);
		const state = stateOf(body);
		if (toSend.length === 0) {
			return state('notCreated', null, 'No row passed the check, so the task was not created.');
		}
		if (this.stopped !== undefined || this.service.cancelled) {
			this.keepBack(toSend, this.stopped ?? CANCELLED, { earlier: true });
			return state('notCreated', null, 'The task was not created, because of an earlier one.');
		}
		const created = await createTask(this.service, body);
		if (created.status !== 'accepted') {
			if (!concernsTask(created)) this.stopped = created.problem;
			this.keepBack(toSend, created.problem);
			return created.status === 'unknown'
				? state('unknown', null, created.problem.remedy)
				: state('notCreated', null, `The task was not created: ${created.problem.message}.`);
		}

		const taskId = created.value;
		const accepted = await this.add(taskId, toSend);
		const wanted = rows.filter(({ obstacle }) => obstacle?.kind !== 'repeated').length;
		const held = `Task ${taskId} was created and holds ${accepted} of ${wanted} rows${this.maybeMore}`;
		const isComplete = accepted === wanted && this.withoutTask === 0;
		const mayStart = isComplete || (accepted > 0 && this.settings.startIncomplete);
		if (!mayStart || this.service.cancelled) {
			return state(
				'notStarted',
				taskId,
				`${held}; it was not started. Add what is missing with Task: Add Numbers and start it with Task: Start, or delete it.`,
			);
		}
		const started = await commandTask(this.service, 'start', taskId);
		if (started.status === 'accepted') return state('started', taskId, `${held}, and was started.`);
		const { message, remedy: description } = started.problem;
		return started.status === 'unknown'
			? state(
					'unknown',
					taskId,
					`${held}; whether it was started is not known: ${message}. Look at it with Task: Get.`,
				)
			: state('notStarted', taskId, `${held}; it could not be started: ${message}. ${description}`);
	}

	/** Adds rows to a task and returns how many of them it took. */
	private async add(taskId: string, rows: Array<SendableRow<RunTarget>>): Promise<number> {
		const insert = inserter(this.service);
		const { outcomes, stopped } = await submitRows(this.settings, this.service, rows, {
			request: (_target, columns, values) => insertBody(taskId, columns, values),
			send: async (_target, request, isNarrowing) => await insert(taskId, request, isNarrowing),
			unknownRemedy: INSERT_UNKNOWN_REMEDY,
		});
		this.stopped = stopped;
		for (const [row, outcome] of outcomes) this.outcomes.set(row, outcome);
		return [...outcomes.values()].filter(({ status }) => status === 'accepted').length;
	}

	private keepBack(
		rows: Array<SendableRow<RunTarget>>,
		failure: Problem,
		more: { earlier?: true } = {},
	): void {
		for (const row of rows) {
			this.outcomes.set(row, { status: 'notSent', taskDataId: null, problem: failure, ...more });
		}
	}

	private get maybeMore(): string {
		if (this.withoutTask === 0) return '';
		return `, and the task fields of ${this.withoutTask} more could not be read`;
	}
}

/** Whether a refused creation is about fields of the task, so that others may still be created. */
function concernsTask({ status, problem: failure }: NotAccepted): boolean {
	const { code = '' } = failure;
	const scope = scopeOf(code);
	return status === 'refused' && code !== '' && scope !== 'busy' && scope !== 'account';
}

const MOST_NAMES = 3;

/** What a task's note says of names that its rows gave and it does not have. */
function alsoNamed(names: ReadonlySet<string>): string {
	const [, ...others] = names;
	if (others.length === 0) return '';
	const some = others.slice(0, MOST_NAMES).map((name) => `'${name}'`);
	const more = others.length > MOST_NAMES ? ', …' : '';
	return ` Rows of it also gave the names ${some.join(', ')}${more}: a task has one, that of its first row.`;
}

function stateOf(body: CreateBody) {
	return (
		taskState: TaskState['taskState'],
		taskId: string | null,
		taskNote: string,
	): TaskState => ({ taskId, taskName: body.task_name, taskState, taskNote });
}
