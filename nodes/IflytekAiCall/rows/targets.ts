import type { IExecuteFunctions } from 'n8n-workflow';

import { readList } from '../../shared/aiCall/answer';
import type { AiCallClient } from '../../shared/aiCall/client';
import { queryConfiguration } from '../../shared/aiCall/configuration';
import { lookUp } from '../../shared/http/json';
import { serviceError } from '../../shared/items/errors';
import { invalid, success, type Problem, type Result } from '../../shared/problem/problem';
import { describeLine, describeScript } from '../tasks/records';
import { isDeleted, takesNumbers, TASK_STATUS } from '../tasks/taskStatus';
import { queryTask } from '../transport/queries';
import { held, isSendable, type Row, type Target, type TargetIds } from './row';

/** The platform's answer, and what could be found in it. */
export type Found<T> = Result<Result<T>>;

const OR_COLUMN_NAMES = 'or enter the columns in the option Column Names.';

/** Asks for the columns of a script (services.md, AI Call: Configuration). */
export async function findColumns(
	client: AiCallClient,
	scriptId: string,
): Promise<Found<string[]>> {
	const answer = await queryConfiguration(client, 'scripts');
	if (!answer.ok) return answer;
	const script = answer.value.scripts.find(({ robot_id }) => String(robot_id) === scriptId);
	if (script === undefined) {
		const message = `There is no script with the ID '${scriptId}' in 'Call Script'`;
		return success(invalid(message, `Pick a script from the list, ${OR_COLUMN_NAMES}`));
	}
	const columns = columnsOf(script);
	if (columns.length > 0) return success(success(columns));
	return success(
		invalid(
			`The platform lists no columns for the script '${scriptId}'`,
			"Set 'Row Source' to JSON and enter them in the option Column Names.",
		),
	);
}

/** Asks for the ID of a task's script (services.md, AI Call: Calls and tasks). */
export async function findScript(client: AiCallClient, taskId: string): Promise<Found<string>> {
	const answer = await queryTask(client, taskId);
	if (!answer.ok) return answer;
	const script = answer.value?.robot_id ?? '';
	if (script !== '') return success(success(String(script)));
	const message = `The script of the task '${taskId}' could not be found`;
	return success(invalid(message, `Pick the task's script in 'Call Script', ${OR_COLUMN_NAMES}`));
}

/** Looks up the columns of what rows name, for the rows of a run, each ID once. */
export function columnLookup(client: AiCallClient) {
	const columns = lookup(client, findColumns);
	const scripts = lookup(client, findScript);
	return async ({ scriptId, taskId = '' }: TargetIds): Promise<Found<string[]>> => {
		if (scriptId !== undefined) return await columns(scriptId);
		const script = await scripts(taskId);
		if (!script.ok) return script;
		return script.value.ok ? await columns(script.value.value) : success(script.value);
	};
}

/** Looks something up for the rows of a run, each ID once. */
export function lookup<T>(
	client: AiCallClient,
	find: (client: AiCallClient, id: string) => Promise<Found<T>>,
) {
	const known = new Map<string, Promise<Found<T>>>();
	return async (id: string): Promise<Found<T>> => {
		const found = known.get(id) ?? find(client, id);
		known.set(id, found);
		return await found;
	};
}

/** The columns of a script as the platform lists it, the phone number first. */
function columnsOf({ call_column: columns }: Readonly<Record<string, unknown>>): string[] {
	return readList(columns).map(String);
}

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
	const asked: Asked = {};
	const checked: Array<Row<T>> = [];
	for (const row of rows) {
		if (!isSendable(row)) {
			checked.push(row);
			continue;
		}
		const { ids } = row.target;
		const key = JSON.stringify([ids, row.columns]);
		const finding = known.get(key) ?? check(client, asked, ids, row.columns);
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

/** What the platform was asked for all rows of a run. */
interface Asked {
	configuration?: ReturnType<typeof queryConfiguration>;
}

async function check(
	client: AiCallClient,
	asked: Asked,
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
				`The task is ${lookUp(TASK_STATUS, String(task.status)) ?? 'not new'}: it takes no more numbers`,
				'Create a new task for them.',
			);
		}
		used.script = String(task.robot_id ?? '');
		used.lines = String(task.line_num ?? '').split(';');
	}
	asked.configuration ??= queryConfiguration(client, 'all');
	const found = await asked.configuration;
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
	const template = columnsOf(mapped);
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
