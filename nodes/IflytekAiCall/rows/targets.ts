import type { IExecuteFunctions } from 'n8n-workflow';

import { readList } from '../../shared/aiCall/answer';
import { queryConfiguration, type AiCallClient } from '../../shared/aiCall/client';
import { serviceError } from '../../shared/items/errors';
import { success, type Problem, type Result } from '../../shared/problem/problem';
import { grouped } from '../submission/submitRows';
import { hasExpired, isDeleted, statusWords, takesNumbers, unusableState } from '../tasks/records';
import { queryTask } from '../transport/queries';
import { joined, reason, refused, reworded, text } from '../words/say';
import { holdBack, isSendable, type Row, type SendableRow, type Target } from './row';

/** Fails if the platform gives no answer; its value fails if the answer has no columns. */
type FoundColumns = Result<Result<string[]>>;

export type ColumnLookup = (names: Target['ids']) => Promise<FoundColumns>;

/** Finds a script's or task's columns, each ID once (services.md, AI Call: Configuration, Calls and tasks). */
export function columnLookup(client: AiCallClient): ColumnLookup {
	const columns = remembered(async (scriptId): Promise<FoundColumns> => {
		const answer = await queryConfiguration(client, 'scripts');
		if (!answer.ok) return answer;
		const script = answer.value.scripts.find(({ robot_id }) => String(robot_id) === scriptId);
		if (script === undefined) return success(refused('noScript', scriptId));
		const listed = columnsOf(script);
		return success(listed.length > 0 ? success(listed) : refused('noColumnsListed', scriptId));
	});
	const ofTask = remembered(async (taskId): Promise<FoundColumns> => {
		const answer = await queryTask(client, taskId);
		if (!answer.ok) return answer;
		const script = String(answer.value?.robot_id ?? '');
		return script === '' ? success(refused('noScriptOfTask', taskId)) : await columns(script);
	});
	return async ({ scriptId, taskId = '' }) =>
		scriptId === undefined ? await ofTask(taskId) : await columns(scriptId);
}

function remembered<T>(find: (id: string) => Promise<T>): (id: string) => Promise<T> {
	const known = new Map<string, Promise<T>>();
	return async (id) => {
		const found = known.get(id) ?? find(id);
		known.set(id, found);
		return await found;
	};
}

/** The columns of a script as the platform lists it, the phone number first. */
const columnsOf = ({ call_column }: { call_column?: unknown }) => readList(call_column).map(String);

/**
 * Asks the platform whether the rows' scripts, lines, columns and tasks exist and can be used, which calls nobody
 * and costs nothing. Rows for which that is not so are refused.
 * @throws NodeApiError when the platform cannot be asked: a list that records refusals would never call these rows
 */
export async function checkTargets(
	context: IExecuteFunctions,
	client: AiCallClient,
	rows: readonly Row[],
): Promise<Row[]> {
	let asked: ReturnType<typeof queryConfiguration> | undefined;
	const configuration = async () => await (asked ??= queryConfiguration(client, 'all'));
	const keyOf = ({ target, columns }: SendableRow) => JSON.stringify([target.ids, columns]);
	const problems = new Map<string, Problem | undefined>();
	for (const [key, [{ target, columns }]] of grouped(rows.filter(isSendable), keyOf)) {
		const found = await check(client, configuration, target.ids, columns);
		if (!found.ok) throw serviceError(context, reworded(found.problem, 'notChecked'));
		problems.set(key, found.value);
	}
	return holdBack(rows, (row) => {
		const problem = problems.get(keyOf(row));
		return problem && { status: 'refused', problem };
	});
}

/** @returns what is wrong with the IDs and columns, if anything; fails if the platform cannot be asked */
async function check(
	client: AiCallClient,
	configuration: () => ReturnType<typeof queryConfiguration>,
	{ scriptId, lines = [], taskId }: Target['ids'],
	columns: readonly string[],
): Promise<Result<Problem | undefined>> {
	const wrong = (...why: Parameters<typeof reason>) => success(reason(...why));
	// the script and lines that calls are made with: those of a task are its own
	let [usedScript, usedLines] = [scriptId ?? '', lines];
	const isOfTask = taskId !== undefined;
	if (isOfTask) {
		const found = await queryTask(client, taskId);
		if (!found.ok) return found;
		const task = found.value;
		if (task === undefined || isDeleted(task)) return wrong('noTask', taskId);
		if (!takesNumbers(task)) return wrong('takesNoNumbers', statusWords(task));
		usedScript = String(task.robot_id ?? '');
		usedLines = String(task.line_num ?? '').split(';');
	}
	const found = await configuration();
	if (!found.ok) return found;
	for (const number of usedLines) {
		const line = found.value.lines.find(({ line_num }) => String(line_num) === number);
		// the platform accepted a task's lines when the task was created
		if (line === undefined && !isOfTask) return wrong('noLine', number);
		if (line !== undefined && hasExpired(line)) {
			return wrong('expiredLine', number, text(isOfTask ? 'taskWithLine' : 'anotherLine'));
		}
	}
	const withId = (id: string) =>
		found.value.scripts.find(({ robot_id }) => String(robot_id) === id);
	const mapped = withId(scriptId ?? usedScript);
	if (mapped === undefined) return wrong('noScript', scriptId ?? usedScript);
	const script = withId(usedScript) ?? mapped;
	const state = unusableState(script);
	if (state !== undefined) {
		const another = text(isOfTask ? 'taskWithScript' : 'anotherScript');
		const orRelease = isDeleted(script) ? '' : text('orRelease');
		return wrong('unusableScript', usedScript, state, another, orRelease);
	}
	const template = columnsOf(mapped);
	return template.length === 0 || template.join('\n') === columns.join('\n')
		? success(undefined)
		: wrong('otherColumns', joined(columns), joined(template));
}
