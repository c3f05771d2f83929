import { readList } from '../../shared/aiCall/answer';
import { PATHS, type AiCallClient } from '../../shared/aiCall/client';
import { isRecord, numberIn } from '../../shared/http/json';
import { success } from '../../shared/problem/problem';
import type { PlatformRecord } from '../tasks/records';

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
