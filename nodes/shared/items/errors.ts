import {
	NodeApiError,
	NodeOperationError,
	type IExecuteFunctions,
	type JsonObject,
} from 'n8n-workflow';

import {
	inBoth,
	SEPARATOR,
	withRemedy,
	type Pair,
	type Wording,
	type Words,
} from '../problem/language';
import type { Problem } from '../problem/problem';

type NodeContext = Pick<IExecuteFunctions, 'getNode'> &
	Partial<Pick<IExecuteFunctions, 'getInputData'>>;

/** Names the item in a message where there are several, counted from 0 as n8n's editor does. */
function naming(context: NodeContext, message: string, itemIndex?: number): string {
	const isOnly = context.getInputData?.().length === 1;
	return itemIndex === undefined || isOnly ? message : `${message} [item ${itemIndex}]`;
}

/**
 * An error about the user's input, before anything is sent. Messages put a parameter's display name in quotes.
 * @param itemIndex undefined for an error about all items
 */
export function problemError(
	context: NodeContext,
	{ message, remedy, chinese }: Words & { chinese?: Words },
	itemIndex?: number,
): NodeOperationError {
	const settings = { description: remedy, itemIndex };
	const error = new NodeOperationError(context.getNode(), message, settings);
	// n8n replaces a message that contains the name of a system error, as a file name may
	error.message = naming(context, message, itemIndex);
	error.context.chinese = chinese;
	return error;
}

/** How a remedy names the code, session ID and status of an answer. */
const ID_NAMES: Readonly<Record<string, Wording>> = {
	code: { english: 'code', chinese: '错误码' },
	sid: { english: 'sid', chinese: 'sid' },
	httpStatus: { english: 'HTTP', chinese: 'HTTP' },
};
const WITH_IDS: Pair = ['{remedy} ({0})', '{remedy}（{0}）'];

/** An error about a service's answer, with its code, session ID and HTTP status, and nothing of the request. */
export function serviceError(
	context: NodeContext,
	problem: Problem,
	itemIndex?: number,
): NodeApiError {
	const { code, sid, httpStatus } = problem;
	const given = Object.entries({ code, sid: sid || undefined, httpStatus });
	const known = given.filter(([, value]) => value !== undefined);
	const ids = inBoth((one) =>
		known.map(([name, value]) => `${ID_NAMES[name]![one]} ${value}`).join(SEPARATOR[one]),
	);
	const withIds = known.length === 0 ? problem : withRemedy(problem, WITH_IDS, [ids]);
	const { message, remedy: description } = withIds;
	const error = new NodeApiError(context.getNode(), {} as JsonObject, {
		message,
		description,
		httpCode: String(httpStatus ?? ''),
		itemIndex,
	});
	error.message = naming(context, message, itemIndex);
	error.description = description;
	error.context.data = Object.fromEntries(known) as JsonObject;
	if (problem.notSent) error.context.notSent = true;
	error.context.chinese = withIds.chinese;
	return error;
}

/** The problem that an error of the node reports, in both languages where the node made it. */
export function problemOf(error: unknown): Problem {
	const { message, description, context } = error as Partial<NodeApiError>;
	const chinese = context?.chinese as Words | undefined;
	return {
		// without the item that was added to it
		message: (message ?? 'Nothing was sent').replace(/ \[item \d+\]$/, ''),
		remedy: description ?? '',
		chinese,
		retryClass: 'never',
	};
}

/** Adds to an error of the node, as a field of its error item, which file it is about. */
export function withFileName(error: unknown, fileName: string | null | undefined): unknown {
	if (fileName && (error instanceof NodeApiError || error instanceof NodeOperationError)) {
		error.context.data = { fileName, ...(error.context.data as JsonObject | undefined) };
	}
	return error;
}

/** Why the node leaves out a file that a pattern found: the run goes on, and names the file in a hint. */
export class PassedOver extends Error {
	/** @param clause as the end of a sentence about the file */
	constructor(readonly clause: Wording) {
		super(clause.english);
	}
}

/** Whether a request was not sent because of the failure of another item. */
export function wasNotSent(error: unknown): boolean {
	return error instanceof NodeApiError && error.context.notSent === true;
}
