import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { scopeOf } from '../../../shared/aiCall/codes';
import type { NotAccepted } from '../../../shared/aiCall/outcome';
import { momentText } from '../../hours/callingHours';
import type { CreateBody } from '../../tasks/requests';
import { rowNumbers, laterOutcome, CANCELED_RUN } from '../../submission/outcome';
import { callingBegins, hasToWait, isOver } from '../../hours/taskHours';
import { sendable, type Row, type SendableRow, type Target } from '../../rows/row';
import { insertSender } from '../../rows/insertRows';
import type { RowPlan } from '../../rows/readRows';
import { type RowSender, paceOf, submitToPlatform } from '../../rows/sendRows';
import type { Pace } from '../../submission/pace';
import { createTask } from '../../transport/createTask';
import { commandTask, START, logStart } from '../../transport/taskCommand';

/** Rows of the same task fields make up one task. */
export type RunTarget = Target & {
	body: CreateBody;
	names: ReadonlySet<string>;
	/** the task that was created for the rows */
	taskId?: string;
};

/** What became of one task, as its rows' items tell it. */
interface TaskState extends IDataObject {
	taskId: string | null;
	taskName: string;
	taskState: 'notCreated' | 'notStarted' | 'started' | 'unknown';
	taskNote: string;
}

/** Creates, fills and starts one task after another; never throws. */
export class TaskRun {
	readonly states = new Map<string, TaskState>();

	/** the tasks that a failed run has to name, one sentence each */
	readonly leftBehind: string[] = [];

	/** why no further task is created */
	private stopped: NotAccepted | undefined;

	/** rows whose task could not be read: any task may be missing them */
	private withoutTask: number[] = [];

	/** shared by all requests of the run */
	private readonly pace: Pace;

	private readonly sender: RowSender<RunTarget>;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly plan: RowPlan<RunTarget>,
	) {
		this.pace = paceOf(plan);
		this.sender = insertSender(plan.client, plan.settings, ({ taskId }) => taskId!);
	}

	async all(): Promise<void> {
		const { tasks, withoutTask } = byTask(this.plan.rows);
		this.withoutTask = withoutTask;
		for (const [key, rows] of tasks) {
			const { body, names } = rows[0]!.target!;
			const state = await this.one(body, rows);
			state.taskNote += alsoNamed(names);
			this.states.set(key, state);
		}
	}

	/** Says which tasks were not started, or perhaps not. */
	startWarnings(): string[] {
		const notes = [...this.states.values()]
			.filter(({ taskState }) => taskState === 'notStarted' || taskState === 'unknown')
			.map(({ taskNote }) => taskNote);
		const more = notes.length - MOST_NAMED;
		return more <= 0
			? notes
			: [
					...notes.slice(0, MOST_NAMED),
					`For ${more} more ${more === 1 ? 'task' : 'tasks'} see taskNote.`,
				];
	}

	private async one(body: CreateBody, rows: Array<Row<RunTarget>>): Promise<TaskState> {
		const state = stateOf(body);
		const toSend = sendable(rows);
		if (toSend.length === 0) {
			return state('notCreated', null, 'No row is left to be sent, so the task was not created.');
		}
		const bad = [...this.withoutTask, ...rows.filter(isInvalid).map(({ row }) => row)];
		if (bad.length > 0 && !this.plan.settings.startIncomplete) {
			const message = `The task was not created, because ${rowNumbers(bad)} cannot be added`;
			this.keepBack(toSend, notCreated(message));
			return state('notCreated', null, `${message}.`);
		}
		const held = this.stopped ?? (await this.pace.turn());
		if (held !== undefined) {
			this.keepBack(toSend, laterOutcome(held));
			return state(
				'notCreated',
				null,
				held.heldBack
					? `The task was not created: ${held.problem.message}.`
					: 'The task was not created, because of an earlier one.',
			);
		}
		const created = await createTask(this.plan.client, body);
		this.pace.learn(created);
		if (created.status !== 'accepted') {
			if (!concernsTask(created)) this.stopped = created;
			this.keepBack(toSend, { status: 'notSent', problem: created.problem });
			if (created.status !== 'unknown') {
				return state('notCreated', null, `The task was not created: ${created.problem.message}.`);
			}
			this.leftBehind.push(`A task named '${body.task_name}' may have been created`);
			return state('unknown', null, created.problem.remedy);
		}
		return await this.fill(created.value, body, rows, toSend);
	}

	/** Adds all rows to a new task, and starts it when it holds what it should. */
	private async fill(
		taskId: string,
		body: CreateBody,
		rows: Array<Row<RunTarget>>,
		toSend: Array<SendableRow<RunTarget>>,
	): Promise<TaskState> {
		const state = stateOf(body);
		const { client } = this.plan;
		for (const { target } of toSend) target.taskId = taskId;
		const stopped = await submitToPlatform(this.context, this.plan, toSend, this.sender, this.pace);
		this.stopped = stopped;
		const accepted = rows.filter(({ outcome }) => outcome?.status === 'accepted').length;
		const wanted = rows.filter(isWanted).length;
		const unread = this.withoutTask.length;
		const more = unread === 0 ? '' : `, and the task fields of ${unread} more could not be read`;
		const holds = `Task ${taskId} was created and holds ${accepted} of ${wanted} rows${more}`;
		const isComplete = accepted === wanted && unread === 0;
		const mayStart = isComplete || (accepted > 0 && this.plan.settings.startIncomplete);
		// a start that the platform may be too busy for is refused at worst
		if (mayStart) await this.pace.turn();
		const why = client.canceled ? CANCELED_RUN : isOver(body, Date.now());
		if (!mayStart || why !== undefined) {
			this.leftBehind.push(
				`Task ${taskId} was created, holds ${accepted} rows and was not started`,
			);
			const because = why === undefined ? '' : ` (${why.message})`;
			return state(
				'notStarted',
				taskId,
				`${holds}; it was not started${because}. Add what is missing with Task: Add Numbers and start it with Task: Start, or delete it.`,
			);
		}
		const started = await commandTask(client, START, taskId);
		this.pace.learn(started);
		const inTask = rows.filter(({ outcome }) => outcome?.status === 'accepted');
		const numbers = rowNumbers(inTask.map(({ row }) => row));
		const what = `task ${taskId} with ${inTask.length} ${inTask.length === 1 ? 'row' : 'rows'} (${numbers})`;
		logStart(this.context, what, started, client.canceled);
		if (started.status === 'accepted') {
			const note = `Started with ${accepted} of ${wanted} rows${more}.${waiting(body)}`;
			return state('started', taskId, note);
		}
		const { message, remedy } = started.problem;
		return started.status === 'unknown'
			? state(
					'unknown',
					taskId,
					`${holds}; whether it was started is not known: ${message}. Look at it with Task: Get.`,
				)
			: state('notStarted', taskId, `${holds}; it could not be started: ${message}. ${remedy}`);
	}

	private keepBack(rows: Array<SendableRow<RunTarget>>, outcome: NotAccepted): void {
		for (const row of rows) row.outcome = outcome;
	}
}

/** The part of a started task's note that says when its calls begin, if they have to wait. */
function waiting(body: CreateBody): string {
	const now = Date.now();
	const begins = callingBegins(body, now);
	if (!hasToWait(begins, now)) return '';
	return ` Calling begins at ${momentText(begins, now)}, China time.`;
}

/** The rows of each task, and the numbers of those whose task could not be read. */
function byTask(rows: ReadonlyArray<Row<RunTarget>>) {
	const tasks = new Map<string, Array<Row<RunTarget>>>();
	const withoutTask: number[] = [];
	for (const row of rows) {
		const key = row.target?.key;
		const rowsOfTask = key === undefined ? undefined : tasks.get(key);
		if (key === undefined) withoutTask.push(row.row);
		else if (rowsOfTask === undefined) tasks.set(key, [row]);
		else rowsOfTask.push(row);
	}
	return { tasks, withoutTask };
}

/** Shows in a dry run that a task would not be created, because not all of its rows can be added. */
export function holdBackIncomplete(rows: ReadonlyArray<Row<RunTarget>>): void {
	const { tasks, withoutTask } = byTask(rows);
	for (const rowsOfTask of tasks.values()) {
		const bad = [...withoutTask, ...rowsOfTask.filter(isInvalid).map(({ row }) => row)];
		if (bad.length === 0) continue;
		const message = `The task would not be created, because ${rowNumbers(bad)} cannot be added`;
		for (const row of sendable(rowsOfTask)) row.outcome = notCreated(message);
	}
}

function notCreated(message: string): NotAccepted {
	const remedy =
		"Correct or leave out what is wrong, or switch 'Start Even If Rows Were Rejected' on.";
	return { status: 'notSent', problem: { message, remedy, retryClass: 'never' } };
}

/** Whether a row was refused before anything was sent, and not left out on purpose. */
function isInvalid({ outcome }: Row): boolean {
	return outcome?.status === 'refused' && outcome.heldBack !== true;
}

/** Whether the task is incomplete without the row; rows held back on purpose are not missed. */
function isWanted({ outcome }: Row): boolean {
	return outcome?.status === 'accepted' || outcome?.heldBack !== true;
}

/** Whether a refused creation is about fields of the task, so that others may still be created. */
function concernsTask({ status, problem: failure }: NotAccepted): boolean {
	const { code = '' } = failure;
	const scope = scopeOf(code);
	return status === 'refused' && code !== '' && scope !== 'busy' && scope !== 'account';
}

const MOST_NAMED = 3;

/** The part of a task's note about other names that its rows gave. */
function alsoNamed(names: ReadonlySet<string>): string {
	const [, ...others] = names;
	if (others.length === 0) return '';
	const some = others.slice(0, MOST_NAMED).map((name) => `'${name}'`);
	const more = others.length > MOST_NAMED ? ', …' : '';
	return ` Other names were ignored: ${some.join(', ')}${more}. A task takes the name of its first row.`;
}

function stateOf(body: CreateBody) {
	return (
		taskState: TaskState['taskState'],
		taskId: string | null,
		taskNote: string,
	): TaskState => ({ taskId, taskName: body.task_name, taskState, taskNote });
}
