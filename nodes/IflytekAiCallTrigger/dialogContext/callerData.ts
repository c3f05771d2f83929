import { isRecord } from '../../shared/http/json';
import { failure, success, type Result } from '../../shared/problem/problem';

export type CallerData = Record<string, string>;

/**
 * The workflow's result, taken from the answer that n8n makes of it; undefined when it or its last node failed, or
 * when n8n answers that there is no result.
 */
export function workflowResult(statusCode: number, body: unknown): unknown {
	const { message, error } = isRecord(body) && Object.keys(body).length === 1 ? body : {};
	const isNone = String(message).startsWith('Workflow executed successfully but ');
	return statusCode !== 200 || isNone || error !== undefined ? undefined : body;
}

/**
 * The answer to a dialog-context request: a map of texts to texts (services.md, AI Call:
 * Dialog Context). Numbers and booleans become text, null becomes an empty text.
 * @param value the workflow's result
 */
export function callerData(value: unknown): Result<CallerData> {
	if (value === undefined) return noMap('the workflow returned no result');
	if (!isRecord(value)) return noMap('the result of the workflow is not an object');
	const entries: Array<[string, string]> = [];
	for (const [key, field] of Object.entries(value)) {
		if (field === undefined) continue;
		if (typeof field === 'object' && field !== null) {
			return noMap(`the field '${key}' of the result is not text`);
		}
		entries.push([key, field === null ? '' : String(field)]);
	}
	return success(Object.fromEntries(entries));
}

const noMap = (message: string): Result<CallerData> =>
	failure({
		message,
		remedy: 'Have the last node of the workflow return one item whose fields are text.',
		retryClass: 'never',
	});
