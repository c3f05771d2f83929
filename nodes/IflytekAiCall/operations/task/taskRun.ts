import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { scopeOf } from '../../../shared/aiCall/codes';
import type { NotAccepted, Outcome } from '../../../shared/aiCall/outcome';
import { momentText } from '../../hours/callingHours';
import { callingBegins, hasToWait, isOver } from '../../hours/taskHours';
import { insertSender } from '../../rows/insertRows';
import {
	isSendable,
	type Row,
	type RowPlan,
	type RowResults,
	type SendableRow,
	type Target,
} from '../../rows/row';
import {
	guardsOf,
	recallUnsent,
	submitToPlatform,
	type RowSender,
	type RunGuards,
} from '../../rows/sendRows';
import { CANCELED_RUN, laterOutcome, rowNumbers } from '../../submission/outcome';
import { grouped, portions } from '../../submission/requests';
import type { CreateBody } from '../../tasks/requests';
import { commandTask, createTask, logStart, START } from '../../transport/taskCommand';

/** Rows of the same task fields make up one task. */
export type RunTarget = Target & {
	body: CreateBody;
	names: ReadonlySet<string>;
};
type RunRow = SendableRow<RunTarget>;

/** What became of one task, as its rows' items tell it. */
interface TaskState extends IDataObject {
	taskId: string | null;
	taskName: string;
	taskState: 'notCreated' | 'notStarted' | 'started' | 'unknown';
	taskNote: string;
}

/** The same of one task, before its name. */
type Told = [state: TaskState['taskState'], id: string | null, note: string];

/** Creates, fills and starts one task after another; never throws. */
export class TaskRun {
	readonly states = new Map<string, TaskState>();

	readonly results: RowResults<RunTarget> = new Map();

	/** the tasks that a failed run has to name, one sentence each */
	readonly leftBehind: string[] = [];

	/** why no further task is created */
	private stopped: NotAccepted | undefined;

	/** the IDs of the created tasks, by their targets' keys */
	private readonly taskIds = new Map<string, string>();

	/** shared by all requests of the run */
	private readonly guards: RunGuards<RunTarget>;

	private readonly sender: RowSender<RunTarget>;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly plan: RowPlan<RunTarget>,
	) {
		this.guards = guardsOf(context, plan);
		this.sender = insertSender(
			plan.client,
			plan.settings,
			({ key }) => this.taskIds.get(key) ?? '',
		);
	}

	async all(): Promise<void> {
		// rows whose task could not be read belong to none
		const tasks = grouped(this.plan.rows.filter(hasTask), ({ target }) => target.key);
		for (const [key, rows] of tasks) {
			const { body, names } = rows[0].target;
			const [taskState, taskId, note] = await this.one(key, body, rows);
			const taskNote = note + alsoNamed(names);
			this.states.set(key, { taskId, taskName: body.task_name, taskState, taskNote });
		}
		await recallUnsent(this.guards.keys, this.plan.rows, this.results);
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

	private async one(key: string, body: CreateBody, rows: TaskRow[]): Promise<Told> {
		const { pace, keys } = this.guards;
		const toSend = rows.filter(isSendable);
		if (toSend.length === 0) {
			return ['notCreated', null, 'No row is left to be sent, so the task was not created.'];
		}
		const stopped = this.stopped ?? (await pace.turn());
		const held = stopped ? laterOutcome(stopped) : await this.claimFirst(toSend);
		if (held !== undefined) {
			this.keepBack(toSend, held);
			return [
				'notCreated',
				null,
				stopped === undefined || held.heldBack
					? `The task was not created: ${held.problem.message}.`
					: 'The task was not created, because of an earlier one.',
			];
		}
		const left = toSend.filter((row) => !this.results.has(row));
		if (left.length === 0) {
			const why = 'This node has handed over all rows before, so no task was created';
			return ['notCreated', null, `${why}.`];
		}
		const created = await createTask(this.plan.client, body);
		pace.learn(created);
		if (created.status === 'accepted') {
			this.taskIds.set(key, created.value);
			return await this.fill(created.value, body, rows, left);
		}
		// no row has left, whether or not there is a task
		await keys?.release(left);
		if (!concernsTask(created)) this.stopped = created;
		this.keepBack(left, { status: 'notSent', problem: created.problem });
		if (created.status !== 'unknown') {
			return ['notCreated', null, `The task was not created: ${created.problem.message}.`];
		}
		this.leftBehind.push(`A task named '${body.task_name}' may have been created`);
		return ['unknown', null, created.problem.remedy];
	}

	/**
	 * Records the rows that go out first, before their task exists: a retried run whose rows were all handed over
	 * creates none.
	 * @returns why none may be sent
	 */
	private async claimFirst(rows: readonly RunRow[]): Promise<NotAccepted | undefined> {
		const { keys } = this.guards;
		const first = rows.filter((row) => !this.plan.repeats.has(row));
		if (keys === undefined) return undefined;
		for (const batch of portions(first)) {
			const { outcomes, stopped } = await keys.claim(batch);
			if (stopped !== undefined) return (this.stopped = stopped);
			for (const [row, outcome] of outcomes) this.results.set(row, { outcome });
			if (outcomes.size < batch.length) break;
		}
		return undefined;
	}

	/** Adds all rows to a new task, and starts it when it holds what it should. */
	private async fill(
		taskId: string,
		body: CreateBody,
		rows: TaskRow[],
		toSend: readonly RunRow[],
	): Promise<Told> {
		const { context, plan, guards } = this;
		const sent = await submitToPlatform(context, plan, toSend, this.sender, guards);
		this.stopped = sent.stopped;
		for (const [row, result] of sent.results) this.results.set(row, result);
		const outcomes = [...sent.results.values()].map(({ outcome }) => outcome);
		const accepted = outcomes.filter(({ status }) => status === 'accepted').length;
		// rows held back on purpose are not missed
		const wanted = outcomes.filter((one) => one.status === 'accepted' || !one.heldBack).length;
		const holds = `Task ${taskId} was created and holds ${accepted} of ${wanted} rows${besides(rows)}`;
		const mayStart = accepted === wanted || plan.settings.startIncomplete;
		const isReady = accepted > 0 && mayStart;
		// a start that the platform may be too busy for is refused at worst
		if (isReady) await guards.pace.turn();
		const why = plan.client.canceled ? CANCELED_RUN : isOver(body, Date.now());
		if (!isReady || why !== undefined) {
			this.leftBehind.push(
				`Task ${taskId} was created, holds ${accepted} rows and was not started`,
			);
			const because = why === undefined ? '' : ` (${why.message})`;
			return [
				'notStarted',
				taskId,
				`${holds}; it was not started${because}. Add what is missing with Task: Add Numbers and start it with Task: Start, or delete it.`,
			];
		}
		const started = await commandTask(plan.client, START, taskId);
		guards.pace.learn(started);
		const inTask = [...sent.results].filter(([, { outcome }]) => outcome.status === 'accepted');
		const numbers = rowNumbers(inTask.map(([{ row }]) => row));
		const what = `task ${taskId} with ${accepted} ${accepted === 1 ? 'row' : 'rows'} (${numbers})`;
		logStart(context, what, started, plan.client.canceled);
		if (started.status === 'accepted') {
			const note = `Started with ${accepted} of ${wanted} rows${besides(rows)}.${waiting(body)}`;
			return ['started', taskId, note];
		}
		const { message, remedy } = started.problem;
		return started.status === 'unknown'
			? [
					'unknown',
					taskId,
					`${holds}; whether it was started is not known: ${message}. Look at it with Task: Get.`,
				]
			: ['notStarted', taskId, `${holds}; it could not be started: ${message}. ${remedy}`];
	}

	private keepBack(rows: readonly RunRow[], outcome: Outcome<string | null>): void {
		for (const row of rows) if (!this.results.has(row)) this.results.set(row, { outcome });
	}
}

/** The part of a started task's note that says when its calls begin, if they have to wait. */
function waiting(body: CreateBody): string {
	const now = Date.now();
	const begins = callingBegins(body, now);
	if (!hasToWait(begins, now)) return '';
	return ` Calling begins at ${momentText(begins, now)}, China time.`;
}

/** A row whose task could be read. */
type TaskRow = Row<RunTarget> & { target: RunTarget };

function hasTask(row: Row<RunTarget>): row is TaskRow {
	return row.target !== undefined;
}

/** The part of a task's note about rows that cannot be added to it. */
function besides(rows: readonly TaskRow[]): string {
	const bad = rows.filter((row) => !isSendable(row) && isFaulty(row.outcome));
	return bad.length === 0 ? '' : `, without ${rowNumbers(bad.map(({ row }) => row))}`;
}

/** Whether a row was refused before anything was sent, and not left out on purpose. */
function isFaulty({ status, heldBack }: NotAccepted): boolean {
	return status === 'refused' && heldBack !== true;
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
