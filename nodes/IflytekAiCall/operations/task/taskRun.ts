import type { IDataObject } from 'n8n-workflow';

import { scopeOf } from '../../../shared/aiCall/codes';
import type { NotAccepted } from '../../../shared/aiCall/outcome';
import type { Value, Wording } from '../../../shared/problem/language';
import { callingBegins, overProblem, waitsUntil } from '../../hours/hours';
import { firstRows, isSendable, type Row, type RowPlan, type SendableRow } from '../../rows/row';
import type { RunReport } from '../../rows/rowItems';
import { guardsOf, insertSender, submitToPlatform } from '../../rows/sendRows';
import {
	laterOutcome,
	mayHaveBeenCalled,
	NOT_SETTLED,
	rowNumbers,
	type RowOutcome,
} from '../../submission/outcome';
import { grouped, portions, repeatOf } from '../../submission/submitRows';
import type { CreateBody } from '../../tasks/requests';
import type { TaskGroups } from '../../tasks/taskGroups';
import { joined, messageOf, reason, remedyOf, text } from '../../words/say';
import { commandTask, createTask, logStart } from '../../transport/taskCommand';

type TaskEnd = [state: TaskState, id: string | null, note: Wording];
type TaskState = 'notCreated' | 'notStarted' | 'started' | 'unknown';

const MOST_NAMED = 3;

/** Creates, fills and starts one task after another; never throws. */
export class TaskRun {
	private readonly results = new Map<Row, RowOutcome>();
	private readonly leftBehind: Wording[] = [];
	/** what items of rows say that are in a task which was surely not started */
	private readonly notStartedFields = new Map<Row, IDataObject>();
	/** when the started tasks begin to call, in milliseconds since 1970 */
	private readonly begins: number[] = [];
	/** why no further task is created */
	private stopped: NotAccepted | undefined;

	constructor(
		private readonly plan: RowPlan,
		private readonly guards = guardsOf(plan),
	) {}

	async runAll(groups: TaskGroups['all']): Promise<RunReport> {
		const { results, leftBehind, plan } = this;
		const rowsOf = grouped(plan.rows, ({ target }) => target?.key);
		/** the fields on a task in its rows' items, by the task's key */
		const states = new Map<string | undefined, IDataObject>();
		const openTasks: Wording[] = [];
		for (const [key, { body, names }] of groups) {
			const rows = rowsOf.get(key);
			if (rows === undefined) continue;
			const [taskState, taskId, end] = await this.runTask(body, rows);
			const note = text('both', end, alsoNamed(names));
			const taskNote = note[plan.settings.language];
			states.set(key, { taskId, taskName: body.task_name, taskState, taskNote });
			if (taskState === 'notStarted' || taskState === 'unknown') openTasks.push(note);
		}
		await this.guards.keys?.recall(results);
		const others = openTasks.splice(MOST_NAMED).length;
		const warnings = others > 0 ? [...openTasks, text('moreTasks', others)] : openTasks;
		const more = (row: Row) => ({
			...states.get(row.target?.key),
			...(!this.mayBeInTask(row) && { taskId: null }),
			...this.notStartedFields.get(row),
		});
		const whenCallsBegin = callsLater(Math.min(...this.begins));
		return { rows: plan.rows, results, leftBehind, warnings, whenCallsBegin, more };
	}

	private outcomeOf(row: Row): RowOutcome {
		return isSendable(row) ? (this.results.get(row) ?? NOT_SETTLED) : row.outcome;
	}

	/** Whether its task may hold a row, or the row with its number: not where an earlier run handed it over. */
	private mayBeInTask(row: Row): boolean {
		const outcome = this.outcomeOf(row);
		const isSent = outcome.status !== 'notSent' && mayHaveBeenCalled(outcome);
		return isSent || outcome.duplicateOf !== undefined;
	}

	private async runTask(body: CreateBody, rows: readonly Row[]): Promise<TaskEnd> {
		const { pace, keys } = this.guards;
		const toSend = rows.filter(isSendable);
		if (toSend.length === 0) return ['notCreated', null, text('noRowLeft')];
		const stopped = this.stopped ?? (await pace.turn());
		const held = stopped ? laterOutcome(stopped) : await this.claimFirst(toSend);
		if (held !== undefined) {
			for (const row of toSend) if (!this.results.has(row)) this.results.set(row, held);
			const isOwn = stopped === undefined || held.heldBack;
			const why = isOwn ? text('notCreated', messageOf(held.problem)) : text('notCreatedLater');
			return ['notCreated', null, why];
		}
		for (const row of toSend) {
			const outcome = row.repeats && this.results.get(row.repeats);
			if (row.repeats && outcome) this.results.set(row, repeatOf(row.repeats.row, outcome));
		}
		const left = toSend.filter((row) => !this.results.has(row));
		if (left.length === 0) return ['notCreated', null, text('noRowLeft')];
		const created = await createTask(this.plan.client, body);
		pace.learn(created);
		if (created.status === 'accepted') return await this.fill(created.value, body, rows, left);
		// no row has left, whether or not there is a task
		await keys?.release(left);
		const { status, problem } = created;
		if (!concernsTask(created)) this.stopped = created;
		for (const row of left) this.results.set(row, { status: 'notSent', problem });
		if (status !== 'unknown') return ['notCreated', null, text('notCreated', messageOf(problem))];
		this.leftBehind.push(text('perhapsLeft', body.task_name));
		return ['unknown', null, remedyOf(problem)];
	}

	/**
	 * Records the rows that are sent first before their task exists: if all were handed over before, none is created.
	 * @returns why no row may be sent
	 */
	private async claimFirst(rows: readonly SendableRow[]): Promise<NotAccepted | undefined> {
		const { keys } = this.guards;
		if (keys === undefined) return undefined;
		for (const batch of portions(firstRows(rows))) {
			const { outcomes, stopped } = await keys.claim(batch);
			if (stopped !== undefined) return (this.stopped = stopped);
			for (const [row, outcome] of outcomes) this.results.set(row, outcome);
			if (outcomes.size < batch.length) break;
		}
		return undefined;
	}

	/** Adds rows to a new task, and starts it if it holds all of them, or may start incomplete. */
	private async fill(
		taskId: string,
		body: CreateBody,
		rows: readonly Row[],
		toSend: readonly SendableRow[],
	): Promise<TaskEnd> {
		const { plan, guards } = this;
		const { context, client, settings } = plan;
		const sender = insertSender(client, settings, () => taskId);
		const sent = await submitToPlatform(plan, toSend, sender, guards);
		this.stopped = sent.stopped;
		for (const [row, outcome] of sent.results) this.results.set(row, outcome);
		const inTask = [...sent.results].filter(([, { status }]) => status === 'accepted');
		const accepted = inTask.length;
		// rows held back on purpose do not make a task incomplete
		const wanted = [...sent.results.values()].filter(({ heldBack }) => !heldBack).length;
		const isOut = (row: Row) => !this.outcomeOf(row).heldBack && !this.mayBeInTask(row);
		const out = rows.filter(isOut).map(({ row }) => row);
		const without = out.length === 0 ? '' : text('withoutRows', rowNumbers(out));
		const holds = text('holds', taskId, accepted, rows.length, without);
		const notStarted = (why: Value, whatToDo: Wording): TaskEnd => {
			const reason = text('rowNotStarted', why)[settings.language];
			const fields = { reason, whatToDo: whatToDo[settings.language] };
			for (const [row] of inTask) this.notStartedFields.set(row, fields);
			return ['notStarted', taskId, text('notStarted', holds, why, whatToDo)];
		};
		const isReady = accepted > 0 && (accepted === wanted || settings.startIncomplete);
		// waits while the platform is busy; should it stay busy, the start is refused at worst
		if (isReady) await guards.pace.turn();
		const why = client.canceled ? reason('canceled') : overProblem(body, Date.now());
		if (!isReady || why !== undefined) {
			this.leftBehind.push(text('left', taskId, accepted));
			const because = why === undefined ? '' : text('because', messageOf(why));
			return notStarted(because, text('addMissing'));
		}
		const started = await commandTask(client, 'start', taskId);
		guards.pace.learn(started);
		const { english: numbers } = rowNumbers(inTask.map(([{ row }]) => row));
		const what = `task ${taskId} with ${accepted} ${accepted === 1 ? 'row' : 'rows'} (${numbers})`;
		logStart(context, what, started, client.canceled);
		if (started.status === 'accepted') {
			const begins = callingBegins(body, Date.now());
			this.begins.push(begins);
			const note = text('startedWith', accepted, rows.length, without, callsLater(begins));
			return ['started', taskId, note];
		}
		const message = messageOf(started.problem);
		return mayHaveBeenCalled(started)
			? ['unknown', taskId, text('startUnknown', holds, message)]
			: notStarted(text('because', message), text('startOnce', remedyOf(started.problem)));
	}
}

/** When calls begin that have to wait, as a sentence with a space before it. */
function callsLater(begins: number): Value {
	const wait = waitsUntil(begins, Date.now());
	return wait ? text('callsLater', wait) : '';
}

/** Whether a creation was refused because of the task's own fields, so that others may still be created. */
function concernsTask({ status, problem: { code = '' } }: NotAccepted): boolean {
	const scope = scopeOf(code);
	return status === 'refused' && code !== '' && scope !== 'busy' && scope !== 'account';
}

/** The part of a task's note on other names that its items gave. */
function alsoNamed(names: ReadonlySet<string>): Value {
	const [, ...others] = names;
	if (others.length === 0) return '';
	const some = others.slice(0, MOST_NAMED).map((name) => text('name', name));
	return text('otherNames', joined(others.length > MOST_NAMED ? [...some, '…'] : some));
}
