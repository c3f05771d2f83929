import { readList, type AiCallAnswer } from '../../shared/aiCall/answer';
import { isRecord } from '../../shared/http/json';
import { success, type Result } from '../../shared/problem/problem';

/** Rows in one page of the task query, at most (services.md, AI Call: Calls and tasks). */
export const LARGEST_PAGE = 50;

/** Filters and order of the task query (services.md, AI Call: Calls and tasks); times in milliseconds since 1970. */
export interface TaskFilters {
	taskId?: string;
	taskName?: string;
	beginMs?: number;
	endMs?: number;
	sortName?: string;
	sortOrder?: string;
}

/** Body of a task query for one page, counted from 1; JSON leaves unset filters out. */
export function taskQueryBody(filters: TaskFilters, pageIndex: number, pageSize: number) {
	const { taskId, taskName, beginMs, endMs, sortName, sortOrder } = filters;
	return {
		...(taskId ? { task_id: taskId } : {}),
		time_begin: beginMs,
		time_end: endMs,
		...(taskName ? { task_name: taskName } : {}),
		page_size: pageSize,
		page_index: pageIndex,
		...(sortName ? { sort_name: sortName } : {}),
		...(sortOrder ? { sort_order: sortOrder } : {}),
	};
}

export interface TaskPage {
	/** matching tasks in all, where the platform says so */
	totalRows: number | undefined;
	rows: Array<Record<string, unknown>>;
}

/** The tasks of one page. */
export function decodeTaskPage({ result }: AiCallAnswer): TaskPage {
	const { total_rows: total } = result;
	const totalRows = typeof total === 'string' && total.trim() === '' ? NaN : Number(total ?? NaN);
	return {
		totalRows: Number.isSafeInteger(totalRows) ? totalRows : undefined,
		rows: readList(result.rows).filter(isRecord),
	};
}

/**
 * Fetches pages until `limit` tasks are there, the last page is, or the user cancels the execution. A
 * task that moves to the next page while pages are read is returned once.
 */
export async function collectTasks(
	fetchPage: (pageIndex: number, pageSize: number) => Promise<Result<TaskPage>>,
	limit: number,
	isCanceled: () => boolean = () => false,
): Promise<Result<TaskPage>> {
	const pageSize = Math.max(1, Math.min(LARGEST_PAGE, limit));
	const tasks = new Map<unknown, Record<string, unknown>>();
	let total: number | undefined;
	let seen = 0;
	for (let pageIndex = 1; tasks.size < limit && !isCanceled(); pageIndex++) {
		const before = tasks.size;
		const page = await fetchPage(pageIndex, pageSize);
		if (!page.ok) return page;
		const { totalRows, rows } = page.value;
		total = totalRows;
		for (const row of rows) {
			const key = row.task_id ?? JSON.stringify(row);
			if (!tasks.has(key)) tasks.set(key, row);
		}
		seen += rows.length;
		// the last page, or a platform that sends the same page whatever is asked
		if (tasks.size === before) break;
		// a total below what has come is none
		const isTotal = totalRows !== undefined && totalRows >= seen;
		if (isTotal ? seen === totalRows : rows.length < pageSize) break;
	}
	return success({ totalRows: total, rows: [...tasks.values()].slice(0, limit) });
}
