import { readList } from '../../shared/aiCall/answer';
import type { AiCallClient } from '../../shared/aiCall/client';
import { queryConfiguration } from '../../shared/aiCall/configuration';
import { PATHS } from '../../shared/aiCall/endpoints';
import { success, type Result } from '../../shared/problem/problem';
import { LARGEST_PAGE, decodeTaskPage, taskQueryBody, type TaskFilters } from '../tasks/taskQuery';

type Listed = Record<string, unknown>;

/** Asks for one page of tasks (services.md, AI Call: Calls and tasks). */
export async function queryTasks(
	client: AiCallClient,
	filters: TaskFilters,
	pageIndex = 1,
	pageSize = LARGEST_PAGE,
): Promise<Result<ReturnType<typeof decodeTaskPage>>> {
	const found = await client.query(PATHS.query, taskQueryBody(filters, pageIndex, pageSize));
	return found.ok ? success(decodeTaskPage(found.value)) : found;
}

/** Asks for one task; undefined when the platform has none with this id. */
export async function queryTask(
	client: AiCallClient,
	taskId: string,
): Promise<Result<Listed | undefined>> {
	const found = await queryTasks(client, { taskId });
	if (!found.ok) return found;
	return success(found.value.rows.find(({ task_id }) => String(task_id) === taskId));
}

/**
 * The column template of a script: undefined when the platform has no such script, empty when it sends
 * none with it.
 */
export async function queryColumns(
	client: AiCallClient,
	scriptId: string,
): Promise<Result<string[] | undefined>> {
	const found = await queryConfiguration(client, 'scripts');
	if (!found.ok) return found;
	const script = found.value.scripts.find(({ robot_id }) => String(robot_id) === scriptId);
	return success(script && readList(script.call_column).map(String));
}
