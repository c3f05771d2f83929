import type { AiCallClient } from '../../shared/aiCall/client';
import { PATHS } from '../../shared/aiCall/endpoints';
import type { Outcome } from '../../shared/aiCall/outcome';
import { decodeTaskId, type CreateBody } from '../tasks/requests';

/**
 * Creates a task, once, and returns its ID (services.md, AI Call: Calls and tasks). An answer
 * without an ID leaves open whether the task exists, as does no answer; the problem then says how to find
 * out.
 */
export async function createTask(client: AiCallClient, body: CreateBody): Promise<Outcome<string>> {
	const outcome = await client.sendOnce(PATHS.create, body);
	const { status, answer } = outcome;
	if (status === 'refused' || status === 'notSent') return outcome;
	const taskId = status === 'accepted' ? decodeTaskId(outcome.value) : undefined;
	if (taskId !== undefined) return { status: 'accepted', value: taskId, answer };
	const problem =
		status === 'unknown'
			? outcome.problem
			: { message: 'The platform accepted the task but returned no task ID' };
	return {
		status: 'unknown',
		problem: {
			...problem,
			retryClass: 'never',
			remedy: `It is not known whether the task was created. Look for '${body.task_name}' with Task: Get Many before you create it again.`,
		},
		answer,
	};
}
