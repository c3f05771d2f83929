import type { AiCallClient } from '../../shared/aiCall/client';
import type { Item } from '../../shared/items/item';
import { invalid, success, type Result } from '../../shared/problem/problem';
import { queryColumns, queryTask } from '../transport/queries';
import type { TargetIds } from './row';

/** The platform's answer, and what could be found in it. */
type Found<T> = Result<Result<T>>;

const OR_COLUMN_NAMES = 'or enter the columns in the option Column Names.';

/** Asks for the columns of a script (services.md, AI Call: Configuration). */
export async function findColumns(
	client: AiCallClient,
	scriptId: string,
): Promise<Found<string[]>> {
	const answer = await queryColumns(client, scriptId);
	if (!answer.ok) return answer;
	const found =
		answer.value === undefined
			? invalid<string[]>(
					`There is no script with the ID '${scriptId}' in 'Call Script'`,
					`Pick a script from the list, ${OR_COLUMN_NAMES}`,
				)
			: answer.value.length === 0
				? invalid<string[]>(
						`The platform lists no columns for the script '${scriptId}'`,
						"Set 'Row Source' to JSON and enter them in the option Column Names.",
					)
				: success(answer.value);
	return success(found);
}

/** Asks for the ID of a task's script (services.md, AI Call: Calls and tasks). */
export async function findScript(client: AiCallClient, taskId: string): Promise<Found<string>> {
	const answer = await queryTask(client, taskId);
	if (!answer.ok) return answer;
	const script = answer.value?.robot_id;
	const found =
		script === undefined || script === null || script === ''
			? invalid<string>(
					`The script of the task '${taskId}' could not be found`,
					`Pick the task's script in 'Call Script', ${OR_COLUMN_NAMES}`,
				)
			: success(String(script));
	return success(found);
}

/** Looks up the columns of what rows name, for the rows of a run, each ID once. */
export function columnLookup(client: AiCallClient) {
	const columns = lookup(client, findColumns);
	const scripts = lookup(client, findScript);
	return async (item: Item, { scriptId, taskId = '' }: TargetIds): Promise<Result<string[]>> => {
		const script = scriptId === undefined ? await scripts(item, taskId) : success(scriptId);
		return script.ok ? await columns(item, script.value) : script;
	};
}

/**
 * Looks something up for the rows of a run, each ID once.
 * @throws NodeApiError when the platform does not answer; nothing was sent then
 */
export function lookup<T>(
	client: AiCallClient,
	find: (client: AiCallClient, id: string) => Promise<Found<T>>,
) {
	const known = new Map<string, Result<T>>();
	return async (item: Item, id: string): Promise<Result<T>> => {
		let reading = known.get(id);
		if (reading === undefined) {
			reading = item.answered(await find(client, id));
			known.set(id, reading);
		}
		return reading;
	};
}
