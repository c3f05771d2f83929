import {
	NodeApiError,
	NodeOperationError,
	type IExecuteFunctions,
	type JsonObject,
} from 'n8n-workflow';

import type { Problem } from './problem';

type NodeContext = Pick<IExecuteFunctions, 'getNode'>;

/** Names the item in a message, counted from 0 as n8n's editor does. */
function naming(message: string, itemIndex: number | undefined): string {
	return itemIndex === undefined ? message : `${message} [item ${itemIndex}]`;
}

/**
 * An error about what the user gave, before anything is sent.
 * @param message what happened, with the parameter's display name in single quotes
 * @param description how to fix it
 */
export function inputError(
	context: NodeContext,
	itemIndex: number | undefined,
	message: string,
	description: string,
): NodeOperationError {
	const error = new NodeOperationError(context.getNode(), message, { description, itemIndex });
	// n8n replaces a message that happens to contain a system error's name, as a file name may
	error.message = naming(message, itemIndex);
	return error;
}

/**
 * An error about what a service answered. Code, session ID and HTTP status are kept in the description
 * and in `context.data`; nothing of the request is.
 */
export function serviceError(
	context: NodeContext,
	itemIndex: number | undefined,
	failure: Problem,
): NodeApiError {
	const details = failureDetails(failure);
	const ids = Object.entries(details).map(([name, value]) => `${DETAIL_NAMES[name]} ${value}`);
	const description = ids.length ? `${failure.remedy} (${ids.join(', ')})` : failure.remedy;
	const error = new NodeApiError(context.getNode(), {} as JsonObject, {
		message: failure.message,
		description,
		httpCode: failure.httpStatus === undefined ? '' : String(failure.httpStatus),
		itemIndex,
	});
	error.message = naming(failure.message, itemIndex);
	error.description = description;
	error.context.data = details;
	return error;
}

const DETAIL_NAMES: Record<string, string> = { code: 'code', sid: 'sid', httpStatus: 'HTTP' };

/** Code, session ID and HTTP status of a failure, those that are known. */
export function failureDetails(failure: Problem): JsonObject {
	const { code, sid, httpStatus } = failure;
	return Object.fromEntries(
		Object.entries({ code, sid: sid || undefined, httpStatus }).filter(
			([, value]) => value !== undefined,
		),
	) as JsonObject;
}
