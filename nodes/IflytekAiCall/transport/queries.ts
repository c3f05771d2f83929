import { readList } from '../../shared/aiCall/answer';
import { PATHS, queryConfiguration, type AiCallClient } from '../../shared/aiCall/client';
import type { Outcome } from '../../shared/aiCall/outcome';
import { isRecord, numberIn } from '../../shared/http/json';
import { success } from '../../shared/problem/problem';
import { hasExpired, type PlatformRecord } from '../tasks/records';
import { reason, text } from '../words/say';

/** Rows in one page of the task query, at most (services.md, AI Call: Calls and tasks). */
export const LARGEST_PAGE = 50;

/** Filters and order of the task query (services.md, AI Call: Calls and tasks); times in milliseconds since 1970. */
export type TaskFilters = Partial<
	Record<'sort_name' | 'sort_order' | 'task_id' | 'task_name', string> &
		Record<'time_begin' | 'time_end', number>
>;

/** Asks for one page of tasks, counted from 1; an empty filter is left out. */
export async function queryTasks(
	client: Pick<AiCallClient, 'query'>,
	filters: TaskFilters,
	page_index = 1,
	page_size = LARGEST_PAGE,
) {
	const set = Object.entries(filters).filter(([, value]) => value !== '');
	const body = { ...Object.fromEntries(set), page_size, page_index };
	const found = await client.query(PATHS.query, body);
	if (!found.ok) return found;
	const { rows, total_rows } = found.value.result;
	const total = numberIn(total_rows) ?? NaN;
	return success({
		/** how many tasks match in all, if the platform says so */
		totalRows: Number.isSafeInteger(total) ? total : undefined,
		rows: readList(rows).filter(isRecord),
	});
}

/** Asks for one task; undefined if the platform has none with this ID. */
export async function queryTask(client: Pick<AiCallClient, 'query'>, taskId: string) {
	const found = await queryTasks(client, { task_id: taskId });
	if (!found.ok) return found;
	return success(found.value.rows.find(({ task_id }) => String(task_id) === taskId));
}

/** Fetches up to `limit` tasks, fewer once canceled. One that moves to the next page meanwhile comes once. */
export async function collectTasks(
	client: Pick<AiCallClient, 'canceled' | 'query'>,
	filters: TaskFilters,
	limit: number,
) {
	const pageSize = Math.max(1, Math.min(LARGEST_PAGE, limit));
	const tasks = new Map<unknown, PlatformRecord>();
	let totalRows: number | undefined;
	let seen = 0;
	for (let pageIndex = 1; tasks.size < limit && !client.canceled; pageIndex++) {
		const before = tasks.size;
		const page = await queryTasks(client, filters, pageIndex, pageSize);
		if (!page.ok) return page;
		const { rows } = page.value;
		totalRows = page.value.totalRows;
		for (const row of rows) {
			const key = row.task_id ?? JSON.stringify(row);
			if (!tasks.has(key)) tasks.set(key, row);
		}
		seen += rows.length;
		// the last page, or a platform that sends the same page whatever is asked
		if (tasks.size === before) break;
		// a total below the number that has come is wrong
		const isTotal = totalRows !== undefined && totalRows >= seen;
		if (isTotal ? seen === totalRows : rows.length < pageSize) break;
	}
	return success({ totalRows, rows: [...tasks.values()].slice(0, limit) });
}

/** What is wrong with a line, by the platform's list of lines. */
export function lineProblem(lines: readonly PlatformRecord[], number: string, isOfTask = false) {
	const line = lines.find(({ line_num }) => String(line_num) === number);
	// the platform accepted a task's lines when the task was created
	if (line === undefined) return isOfTask ? undefined : reason('noLine', number);
	const another = text(isOfTask ? 'taskWithLine' : 'anotherLine');
	return hasExpired(line) ? reason('expiredLine', number, another) : undefined;
}

/** The outcome of a request; a refusal that may be because of its lines says so if one is unknown or has expired. */
export async function withLineNamed<T>(
	client: AiCallClient,
	outcome: Outcome<T>,
	lineNumbers: string,
): Promise<Outcome<T>> {
	if (outcome.status !== 'refused' || outcome.problem.code !== '200200') return outcome;
	const found = await queryConfiguration(client, 'lines');
	if (!found.ok) return outcome;
	const { lines } = found.value;
	const [problem] = lineNumbers.split(';').flatMap((number) => lineProblem(lines, number) ?? []);
	return { ...outcome, problem: { ...outcome.problem, ...problem } };
}
