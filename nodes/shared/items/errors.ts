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
import { isRetryable, type Problem } from '../problem/problem';

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
	problem: Words & Partial<Problem>,
	itemIndex?: number,
): NodeOperationError {
	const { message, remedy } = problem;
	const settings = { description: remedy, itemIndex };
	const error = new NodeOperationError(context.getNode(), message, settings);
	// n8n replaces a message that contains the name of a system error, as a file name may
	error.message = naming(context, message, itemIndex);
	error.context.problem = problem;
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
	error.context.problem = withIds;
	return error;
}

/** The problem that an error of the node reports, in both languages where the node made it. */
export function problemOf(error: unknown): Problem {
	const { message, description, context } = error as Partial<NodeApiError>;
	const other: Words = { message: message ?? 'Nothing was sent', remedy: description ?? '' };
	return { retryClass: 'never', ...((context?.problem as Problem | undefined) ?? other) };
}

const KEEP_OTHERS: Pair = [
	"{remedy} To get the other results all the same, set 'On Error' in the node's settings to Continue.",
	'{remedy}如仍要得到其他结果，请在节点设置中将“On Error”设为“Continue”。',
];

/** An error that stops the node, with what would keep the results of other items or parts if it concerns only its own. */
export function sayingHowToKeepOthers(error: unknown, hasOtherItems: boolean): unknown {
	const { context } = error as Partial<NodeApiError>;
	const problem = problemOf(error);
	const isPassing = error instanceof NodeApiError && isRetryable(problem);
	const concernsAll = isPassing || problem.everyRequest || problem.notSent;
	if (!context?.problem || concernsAll || !(hasOtherItems || problem.hasOthers)) return error;
	const said = withRemedy(problem, KEEP_OTHERS);
	context.problem = said;
	return Object.assign(error as NodeApiError, { description: said.remedy });
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
	return problemOf(error).notSent === true;
}
