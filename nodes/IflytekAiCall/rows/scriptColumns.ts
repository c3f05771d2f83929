import type { IExecuteFunctions } from 'n8n-workflow';

import type { AiCall, FailedExchange } from '../../shared/aiCall/client';
import { serviceError } from '../../shared/items/errors';
import { passed, refusal, type Reading } from '../protocol/reading';
import { queryColumns, queryTask } from '../transport/queries';

type Found<T> = FailedExchange | { kind: 'answered'; found: Reading<T> };

const OR_COLUMN_NAMES = 'or enter the columns in the option Column Names.';

/** Asks for the columns of a script (spec: AI call, Script). */
export async function findColumns(service: AiCall, scriptId: string): Promise<Found<string[]>> {
	const answer = await queryColumns(service, scriptId);
	if (answer.kind !== 'answered') return answer;
	const found =
		answer.columns === undefined
			? refusal<string[]>(
					`There is no script with the ID '${scriptId}' in 'Script'`,
					`Pick a script from the list, ${OR_COLUMN_NAMES}`,
				)
			: passed(answer.columns);
	return { kind: 'answered', found };
}

/** Asks for the ID of a task's script (spec: AI call, Task). */
export async function findScript(service: AiCall, taskId: string): Promise<Found<string>> {
	const answer = await queryTask(service, taskId);
	if (answer.kind !== 'answered') return answer;
	const script = answer.task?.robot_id;
	const found =
		script === undefined || script === null || script === ''
			? refusal<string>(
					`The script of the task '${taskId}' could not be found`,
					`Pick the task's script in 'Script', ${OR_COLUMN_NAMES}`,
				)
			: passed(String(script));
	return { kind: 'answered', found };
}

/**
 * Looks something up for the rows of a run, each ID once.
 * @throws NodeApiError when the platform does not answer; nothing was sent then
 */
export function lookup<T>(
	context: IExecuteFunctions,
	service: AiCall,
	find: (service: AiCall, id: string) => Promise<Found<T>>,
) {
	const known = new Map<string, Reading<T>>();
	return async (itemIndex: number, id: string): Promise<Reading<T>> => {
		let reading = known.get(id);
		if (reading === undefined) {
			const answer = await find(service, id);
			if (answer.kind !== 'answered') throw serviceError(context, itemIndex, answer.problem);
			reading = answer.found;
			known.set(id, reading);
		}
		return reading;
	};
}
