import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Item } from './item';
import { forEachConcurrently, runItems, type RunLimits } from './itemLoop';

/**
 * What an operation that changes nothing anywhere does with an item: three functions, and the way to its
 * service. What dials, submits, creates or commands goes in order, one at a time, and is none of these.
 */
export interface ReadOperation<Request, Part, Answer> {
	/** Parameters to a checked request; what they name is fetched. Nothing was sent for the item before. */
	read: (item: Item) => Request | Promise<Request>;
	/** What is sent by itself, in the order of the output: pages, pieces, usually one. */
	parts: (request: Request) => readonly Part[];
	/** size in bytes of what a part brings into memory */
	sizeOfPart?: (part: Part) => number;
	/** Gets the answer to a part. */
	send: (item: Item, request: Request, part: Part) => Promise<Answer>;
	/** The output of the item, from the answers in the order of its parts. */
	shape: (
		item: Item,
		request: Request,
		answers: Answer[],
	) => INodeExecutionData[] | Promise<INodeExecutionData[]>;
	/** What stands for a part that failed, where it leaves the others; without it the item fails. */
	failedPart?: (item: Item, request: Request, part: Part, error: Error) => Answer | undefined;
	/** The error of an item as the user sees it. */
	errorOf?: (item: Item, error: unknown) => unknown;
}

/**
 * Runs an operation over the input items: items and their parts in parallel within the same limits, their
 * output in input order and paired to its item; `runItems` says what becomes of an item that fails.
 */
export async function runOperation<Request, Part, Answer>(
	context: IExecuteFunctions,
	limits: RunLimits,
	operation: ReadOperation<Request, Part, Answer>,
): Promise<INodeExecutionData[]> {
	const { read, parts, shape, errorOf = (_item, error) => error } = operation;
	return await runItems(context, limits, async (item) => {
		try {
			const request = await read(item);
			const answers = await answersTo(item, request, parts(request), limits, operation);
			return await shape(item, request, answers);
		} catch (error) {
			throw errorOf(item, error);
		}
	});
}

/** @throws the error of the first part that failed, where nothing stands for it */
async function answersTo<Request, Part, Answer>(
	item: Item,
	request: Request,
	parts: readonly Part[],
	{ limiter }: RunLimits,
	{ sizeOfPart = () => 0, send, failedPart }: ReadOperation<Request, Part, Answer>,
): Promise<Answer[]> {
	const answers: Answer[] = new Array(parts.length);
	const errors: Error[] = [];
	const sizeOf = ([, part]: [number, Part]) => sizeOfPart(part);
	const limits = { limiter, sizeOf, isOver: () => errors.length > 0 };
	await forEachConcurrently([...parts.entries()], limits, async ([at, part]) => {
		try {
			answers[at] = await send(item, request, part);
		} catch (thrown) {
			const error = thrown as Error;
			const instead = failedPart?.(item, request, part, error);
			if (instead === undefined) errors[at] = error;
			else answers[at] = instead;
		}
	});
	const failed = errors.find((error) => error !== undefined);
	if (failed !== undefined) throw failed;
	return answers;
}
