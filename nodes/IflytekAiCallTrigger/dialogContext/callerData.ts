import { isRecord } from '../../shared/http/json';
import { invalid, success, type Result } from '../../shared/problem/problem';

export type CallerData = Record<string, string>;

/** The workflow's result in n8n's answer; undefined if it or its last node failed, or n8n says that there is none. */
export function workflowResult(statusCode: number, body: unknown): unknown {
	const { message, error } = isRecord(body) && Object.keys(body).length === 1 ? body : {};
	const isNone = String(message).startsWith('Workflow executed successfully but ');
	return statusCode !== 200 || isNone || error !== undefined ? undefined : body;
}

/**
 * A workflow's result as the answer to a dialog-context request, a map of texts to texts (services.md, AI Call:
 * Dialog Context). Numbers and booleans become text, null becomes an empty text.
 */
export function callerData(value: unknown): Result<CallerData> {
	if (value === undefined) return noMap('the workflow returned no result');
	if (!isRecord(value)) return noMap('the result of the workflow is not an object');
	const given = Object.entries(value).filter(([, field]) => field !== undefined);
	const other = given.find(([, field]) => typeof field === 'object' && field !== null);
	if (other !== undefined) return noMap(`the field '${other[0]}' of the result is not text`);
	return success(Object.fromEntries(given.map(([key, field]) => [key, String(field ?? '')])));
}

const noMap = (message: string): Result<CallerData> =>
	invalid(message, 'Have the last node of the workflow return one item whose fields are text.');
