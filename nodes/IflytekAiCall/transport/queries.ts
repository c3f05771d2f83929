import type { AiCall, FailedExchange } from '../../shared/aiCall/client';
import { queryConfiguration } from '../../shared/aiCall/configuration';
import { PATHS } from '../../shared/aiCall/endpoints';
import {
	LARGEST_PAGE,
	decodeTaskPage,
	taskQueryBody,
	type TaskFilters,
} from '../protocol/taskQuery';

type Listed = Record<string, unknown>;

/** Asks for one page of tasks (spec: AI call, 9). */
export async function queryTasks(
	service: AiCall,
	filters: TaskFilters,
	pageIndex = 1,
	pageSize = LARGEST_PAGE,
): Promise<FailedExchange | { kind: 'answered'; page: ReturnType<typeof decodeTaskPage> }> {
	const exchange = await service.query(PATHS.query, taskQueryBody(filters, pageIndex, pageSize));
	if (exchange.kind !== 'answered') return exchange;
	return { kind: 'answered', page: decodeTaskPage(exchange.answer) };
}

/** Asks for one task; undefined when the platform has none with this id. */
export async function queryTask(
	service: AiCall,
	taskId: string,
): Promise<FailedExchange | { kind: 'answered'; task: Listed | undefined }> {
	const found = await queryTasks(service, { taskId });
	if (found.kind !== 'answered') return found;
	return {
		kind: 'answered',
		task: found.page.rows.find(({ task_id }) => String(task_id) === taskId),
	};
}

/** The column template of a script; undefined when the platform has no such script. */
export async function queryColumns(
	service: AiCall,
	scriptId: string,
): Promise<FailedExchange | { kind: 'answered'; columns: string[] | undefined }> {
	const found = await queryConfiguration(service, 'scripts');
	if (found.kind !== 'answered') return found;
	const script = found.configuration.scripts.find(({ robot_id }) => String(robot_id) === scriptId);
	const columns = script?.call_column;
	return { kind: 'answered', columns: Array.isArray(columns) ? columns.map(String) : undefined };
}
