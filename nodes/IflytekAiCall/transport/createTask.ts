import type { AiCall, Exchange } from '../../shared/aiCall/client';
import { PATHS } from '../../shared/aiCall/endpoints';
import { decodeTaskId } from '../protocol/ids';
import type { CreateBody } from '../protocol/requests';

/**
 * Creates a task, once (spec: AI call, 4). An answer without an id leaves open whether the task
 * exists, as does none at all; the failure then says how to find out.
 */
export async function createTask(service: AiCall, body: CreateBody): Promise<Exchange> {
	const exchange = await service.once(PATHS.create, body);
	if (exchange.kind === 'answered' && decodeTaskId(exchange.answer) !== undefined) return exchange;
	if (exchange.kind === 'refused' || exchange.kind === 'notSent') return exchange;
	const failure =
		exchange.kind === 'unknown'
			? exchange.problem
			: {
					message: 'The platform took the task but gave no task ID',
					description: '',
					retry: false,
				};
	return {
		kind: 'unknown',
		problem: {
			...failure,
			retry: false,
			remedy: `Whether the task was created is not known. Look for '${body.task_name}' with Task: Get Many before you create it again.`,
		},
	};
}
