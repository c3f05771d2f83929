import type { IExecuteFunctions } from 'n8n-workflow';

import { readList } from '../../shared/aiCall/answer';
import type { AiCallClient } from '../../shared/aiCall/client';
import { queryConfiguration } from '../../shared/aiCall/configuration';
import { queryTask } from '../transport/queries';
import { serviceError } from '../../shared/items/errors';
import { success, type Problem, type Result } from '../../shared/problem/problem';
import { describeLine, describeScript } from '../tasks/records';
import { isDeleted, takesNumbers, TASK_STATUS } from '../tasks/taskStatus';
import { held, isSendable, type Row, type Target, type TargetIds } from './row';

/**
 * Asks the platform whether script, lines, columns and task of the rows exist and can be used, which calls
 * nobody and costs nothing.
 * @returns the rows; those that name something else are refused
 * @throws NodeApiError when the platform cannot be asked: that is not the fault of any row, and whoever keeps
 * track of rows would never call those people
 */
export async function checkTargets<T extends Target>(
	context: IExecuteFunctions,
	client: AiCallClient,
	rows: ReadonlyArray<Row<T>>,
): Promise<Array<Row<T>>> {
	const known = new Map<string, Promise<Result<Problem | undefined>>>();
	const configuration = memoize(async () => await queryConfiguration(client, 'all'));
	const checked: Array<Row<T>> = [];
	for (const row of rows) {
		if (!isSendable(row)) {
			checked.push(row);
			continue;
		}
		const { ids } = row.target;
		const key = JSON.stringify([ids, row.columns]);
		const finding = known.get(key) ?? check(client, configuration, ids, row.columns);
		known.set(key, finding);
		const found = await finding;
		if (!found.ok) throw notChecked(context, found.problem);
		const { value: problem } = found;
		checked.push(problem === undefined ? row : held(row, { status: 'refused', problem }));
	}
	return checked;
}

function notChecked(context: IExecuteFunctions, problem: Problem) {
	const message = `The rows could not be checked: ${problem.message}`;
	return serviceError(context, { ...problem, message });
}

function memoize<V>(ask: () => Promise<V>): () => Promise<V> {
	let asked: Promise<V> | undefined;
	return async () => await (asked ??= ask());
}

async function check(
	client: AiCallClient,
	configuration: () => ReturnType<typeof queryConfiguration>,
	{ scriptId, lines = [], taskId }: TargetIds,
	columns: readonly string[],
): Promise<Result<Problem | undefined>> {
	/** with what the calls are made; a task has its own */
	const used = { script: scriptId, lines, isOfTask: taskId !== undefined };
	if (taskId !== undefined) {
		const found = await queryTask(client, taskId);
		if (!found.ok) return found;
		const task = found.value;
		if (task === undefined || isDeleted(task)) {
			return wrong(`There is no task with the ID '${taskId}'`, 'Pick the task from the list.');
		}
		if (!takesNumbers(task)) {
			return wrong(
				`The task is ${TASK_STATUS[String(task.status)] ?? 'not new'}: it takes no more numbers`,
				'Create a new task for them.',
			);
		}
		used.script = String(task.robot_id ?? '');
		used.lines = String(task.line_num ?? '').split(';');
	}
	const found = await configuration();
	if (!found.ok) return found;
	const { scripts } = found.value;
	const fault = faultOfLines(used, found.value.lines);
	if (fault !== undefined) return fault;
	const withId = (id?: string) => scripts.find(({ robot_id }) => String(robot_id) === id);
	const mapped = withId(scriptId ?? used.script);
	if (mapped === undefined) {
		return wrong(
			`There is no script with the ID '${scriptId ?? used.script}'`,
			"Pick the script from the list in 'Call Script'.",
		);
	}
	const state = String(describeScript(withId(used.script) ?? mapped).statusText);
	if (UNUSABLE.includes(state)) {
		const another = used.isOfTask
			? 'Create a task with a released script'
			: "Pick a released script from the list in 'Call Script'";
		return wrong(
			`The script '${used.script}' is ${state}: nobody can be called with it`,
			state === 'deleted'
				? `${another}.`
				: `${another}, or have this one released in the iFLYTEK console.`,
		);
	}
	const template = readList(mapped.call_column).map(String);
	return template.length === 0 || template.join('\n') === columns.join('\n')
		? success(undefined)
		: wrong(
				`The columns are ${columns.join(', ')}, and the script has ${template.join(', ')}`,
				'Map the columns again: the script may have been changed since.',
			);
}

function faultOfLines(
	{ lines, isOfTask }: { lines: string[]; isOfTask: boolean },
	known: ReadonlyArray<Record<string, unknown>>,
): Result<Problem> | undefined {
	for (const number of lines) {
		const line = known.find(({ line_num }) => String(line_num) === number);
		if (line === undefined) {
			// the platform has taken a task's lines
			if (isOfTask) continue;
			return wrong(`There is no line '${number}'`, "Pick the line from the list in 'Phone Line'.");
		}
		if (hasExpired(line)) {
			const another = isOfTask
				? 'Create a task with another line'
				: "Pick another line from the list in 'Phone Line'";
			return wrong(
				`The line '${number}' has expired`,
				`${another}, or renew this one in the iFLYTEK console.`,
			);
		}
	}
	return undefined;
}

/** States of a script with which the platform places no calls, in words. */
const UNUSABLE = ['under review', 'rejected', 'awaiting release', 'deleted'];

function hasExpired(line: Readonly<Record<string, unknown>>): boolean {
	const { expiresIso } = describeLine(line);
	// 0 seconds are no time that a line was ever given
	const isLimited = Number(line.time_expire) > 0 && typeof expiresIso === 'string';
	return isLimited && Date.parse(expiresIso) < Date.now();
}

function wrong(message: string, remedy: string): Result<Problem> {
	return success({ message, remedy, retryClass: 'never' });
}
