import type { IExecuteFunctions } from 'n8n-workflow';

import { readList } from '../../shared/aiCall/answer';
import type { AiCallClient } from '../../shared/aiCall/client';
import { queryConfiguration } from '../../shared/aiCall/configuration';
import { serviceError } from '../../shared/items/errors';
import { success, type Problem, type Result } from '../../shared/problem/problem';
import { hasExpired, unusableState } from '../tasks/records';
import { isDeleted, statusWords, takesNumbers } from '../tasks/taskStatus';
import { queryTask } from '../transport/queries';
import { joined, reason, refused, reworded, text } from '../words/say';
import { held, isSendable, type Row, type Target, type TargetIds } from './row';

/** The platform's answer, and what could be found in it. */
export type Found<T> = Result<Result<T>>;

/** Asks for the columns of a script (services.md, AI Call: Configuration). */
export async function findColumns(
	client: AiCallClient,
	scriptId: string,
): Promise<Found<string[]>> {
	const answer = await queryConfiguration(client, 'scripts');
	if (!answer.ok) return answer;
	const script = answer.value.scripts.find(({ robot_id }) => String(robot_id) === scriptId);
	if (script === undefined) return success(refused('noScriptForColumns', scriptId));
	const columns = columnsOf(script);
	return success(columns.length > 0 ? success(columns) : refused('noColumnsListed', scriptId));
}

/** Asks for the ID of a task's script (services.md, AI Call: Calls and tasks). */
export async function findScript(client: AiCallClient, taskId: string): Promise<Found<string>> {
	const answer = await queryTask(client, taskId);
	if (!answer.ok) return answer;
	const script = answer.value?.robot_id ?? '';
	return success(script === '' ? refused('noScriptOfTask', taskId) : success(String(script)));
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
	return serviceError(context, reworded(problem, 'notChecked'));
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
		if (task === undefined || isDeleted(task)) return wrong('noTask', taskId);
		if (!takesNumbers(task)) return wrong('takesNoNumbers', statusWords(task));
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
	if (mapped === undefined) return wrong('noScript', scriptId ?? used.script ?? '');
	const script = withId(used.script) ?? mapped;
	const state = unusableState(script);
	if (state !== undefined) {
		const another = text(used.isOfTask ? 'taskWithScript' : 'anotherScript');
		return isDeleted(script)
			? wrong('deletedScript', used.script ?? '', another)
			: wrong('unusableScript', used.script ?? '', state, another);
	}
	const template = columnsOf(mapped);
	return template.length === 0 || template.join('\n') === columns.join('\n')
		? success(undefined)
		: wrong('otherColumns', joined(columns), joined(template));
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
			return wrong('noLine', number);
		}
		if (hasExpired(line)) {
			return wrong('expiredLine', number, text(isOfTask ? 'taskWithLine' : 'anotherLine'));
		}
	}
	return undefined;
}

function wrong(...why: Parameters<typeof reason>): Result<Problem> {
	return success(reason(...why));
}
