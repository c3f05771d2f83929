import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type JsonObject,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { isCanceled, type RunMemory } from '../pace/pace';
import { PassedOver, sayingHowToKeepOthers, wasNotSent } from './errors';
import { FILES_IN_JSON, inputItems, type Item } from './item';

/** An operation that only reads. Those that dial, submit, create or command work on one item after the other. */
export interface ReadOperation<Request, Part, Answer> {
	/** Reads and checks the parameters and fetches the files that they name, before anything is sent. */
	read: (item: Item) => Request | Promise<Request>;
	/** The parts of a request that are sent one by one, in the order of the output: pages, pieces, usually one. */
	parts: (request: Request) => readonly Part[];
	/** bytes that a part takes in memory */
	sizeOfPart?: (part: Part) => number;
	send: (item: Item, request: Request, part: Part) => Promise<Answer>;
	/** The output of the item, from the answers in the order of its parts. */
	shape: (
		item: Item,
		request: Request,
		answers: Answer[],
	) => INodeExecutionData[] | Promise<INodeExecutionData[]>;
	/** The answer that stands for a failed part, where the other parts go on; undefined where the item fails. */
	failedPart?: (item: Item, request: Request, part: Part, error: Error) => Answer | undefined;
	/** The error of an item as the user sees it. */
	errorOf?: (item: Item, error: unknown) => unknown;
}

/** Runs an operation over the input items, as `runItems` does; the parts of an item run in parallel too. */
export async function runOperation<Request, Part, Answer>(
	context: IExecuteFunctions,
	limits: RunLimits,
	operation: ReadOperation<Request, Part, Answer>,
): Promise<INodeExecutionData[]> {
	const { read, parts, shape, errorOf = (_item, error) => error } = operation;
	const continues = context.continueOnFail();
	const hasOthers = (limits.files?.items ?? context.getInputData()).length > 1;
	return await runItems(context, limits, async (item) => {
		try {
			const passInputFile = inputFilePasser(item);
			const request = await read(item);
			const answers = await answersTo(item, request, parts(request), limits, operation);
			return passInputFile(await shape(item, request, answers));
		} catch (error) {
			const told = continues || item.canceled ? error : sayingHowToKeepOthers(error, hasOthers);
			throw errorOf(item, told);
		}
	});
}

/** @throws the error of the first part that failed and has no `failedPart` */
async function answersTo<Request, Part, Answer>(
	item: Item,
	request: Request,
	parts: readonly Part[],
	{ atOnce }: RunLimits,
	{ sizeOfPart: sizeOf, send, failedPart }: ReadOperation<Request, Part, Answer>,
): Promise<Answer[]> {
	const answers: Answer[] = new Array(parts.length);
	const errors: Error[] = [];
	const limits = { atOnce, sizeOf, isOver: () => errors.length > 0 };
	await forEachConcurrently(parts, limits, async (part, at) => {
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

/** Bytes of input that may be in memory at once; one larger item is worked on alone. */
const MAX_BYTES = 12 * 1024 * 1024;
/** Items or parts worked on at once by default: as many as may wait for their turn to be sent. */
const MOST_AT_ONCE = 128;

/** Bounds of the work on several entries. */
interface Limits<T> {
	/** how many are worked on at once; by default as many as the service takes */
	atOnce?: number;
	/** bytes that one takes in memory, known without loading it */
	sizeOf?: (entry: T) => number | Promise<number>;
}

/** Bounds of the work on the items of a run. */
interface RunLimits extends Limits<Item> {
	/** called when the run has ended */
	close?: () => void;
	/** ended when the node will fail: then nothing more is sent */
	run?: Pick<RunMemory, 'end'>;
	/** the entries to work on where items have several files: each file is one */
	files?: { items: readonly Item[]; passOver: (item: Item, reason: PassedOver) => void };
}

/**
 * Works on several input items at a time and returns the results in input order, each paired to its item. An item
 * that fails becomes an error item, with its files, where the node is set to continue; otherwise no further item is
 * started, those under way are waited for, and the error of the first one that failed is thrown.
 */
export async function runItems(
	context: IExecuteFunctions,
	{ atOnce, sizeOf, run, close, files }: RunLimits,
	work: (item: Item) => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	const items = files?.items ?? inputItems(context);
	const results: INodeExecutionData[][] = new Array(items.length);
	const continues = context.continueOnFail();
	const errors: unknown[] = [];

	const isOver = () => errors.length > 0 || isCanceled(context);
	await forEachConcurrently(items, { atOnce, isOver, sizeOf }, async (item, at) => {
		try {
			const found = await work(item);
			results[at] = found.map((one) => ({ ...one, pairedItem: { item: item.index } }));
		} catch (thrown) {
			const error = item.inLanguage(thrown);
			if (error instanceof PassedOver) files?.passOver(item, error);
			else if (continues) results[at] = [errorItem(item, error)];
			else {
				errors[at] = error;
				run?.end();
			}
		}
	}).finally(close);
	if (errors.length > 0) throw toNodeError(context, firstOf(errors));
	return results.flat();
}

/** Starts entries as `atOnce` and MAX_BYTES allow, and none once `isOver`; waits for those under way. */
async function forEachConcurrently<T>(
	entries: readonly T[],
	{ atOnce = MOST_AT_ONCE, sizeOf = () => 0, isOver }: Limits<T> & { isOver: () => boolean },
	work: (entry: T, at: number) => Promise<void>,
): Promise<void> {
	const open = new Set<Promise<void>>();
	let bytes = 0;
	let wake = () => {};

	for (const [at, entry] of entries.entries()) {
		// a file that cannot be measured cannot be read either: the work itself reports the error
		const size = await Promise.resolve(entry)
			.then(sizeOf)
			.catch(() => 0);
		const isFull = () => open.size > 0 && (open.size >= atOnce || bytes + size > MAX_BYTES);
		while (!isOver() && isFull()) await new Promise<void>((resolve) => (wake = resolve));
		if (isOver()) break;
		bytes += size;
		const one = work(entry, at).finally(() => {
			open.delete(one);
			bytes -= size;
			wake();
		});
		open.add(one);
	}
	await Promise.all(open);
}

/** A failed item with its files, to be moved or sent. @param part says which part failed, if others did not */
export function errorItem(item: Item, error: unknown, part: IDataObject = {}): INodeExecutionData {
	// at the error output n8n adds the item's JSON; with files of its own, the item would not get there
	const isAddedTo = item.context.getNode().onError === 'continueErrorOutput';
	const binary = isAddedTo && item.input.binary === undefined ? undefined : item.files;
	const fileField = item.oneOfSeveral;
	const { message, description, context } = error as Partial<NodeApiError>;
	// n8n sends an item to the error output when it holds nothing but the key `error` (only from 2.36 on may
	// `details` stand beside it), and adds the input item's fields there
	const shown: IDataObject = {
		message: message ?? String(error),
		...(description && { description }),
		...(fileField !== undefined && { fileField }),
		...part,
		...(context?.data as IDataObject | undefined),
	};
	return {
		json: { error: shown },
		...(binary && { binary }),
		pairedItem: { item: item.index },
	};
}

/** The error of the first item that failed for a reason of its own. */
function firstOf(errors: readonly unknown[]): unknown {
	const inOrder = Object.values(errors);
	return inOrder.find((error) => !wasNotSent(error)) ?? inOrder[0];
}

/** An error as n8n takes it from a node. */
export function toNodeError(context: IExecuteFunctions, error: unknown): Error {
	if (error instanceof NodeOperationError || error instanceof NodeApiError) return error;
	return new NodeApiError(context.getNode(), error as JsonObject);
}

/**
 * Reads, before anything is sent, whether the output is to have the item's files.
 * @returns adds them to the first output that has not failed; they are never repeated for each line item
 * @throws NodeOperationError when an expression gives neither true nor false
 */
export function inputFilePasser(
	item: Item,
): (outputs: INodeExecutionData[]) => INodeExecutionData[] {
	const binary = item.files;
	if (binary === undefined || item.options.putInputFileInOutput !== true)
		return (outputs) => outputs;
	return (outputs) => {
		const first = outputs.find(({ json }) => json.error === undefined);
		return outputs.map((one) =>
			one === first ? { ...one, binary: { ...binary, ...one.binary } } : one,
		);
	};
}

/**
 * A row that begins with the fields of its input. A field that the row has too moves under `input`, and so does
 * `error`, since n8n takes an item that has it for a failed one.
 */
export function withInputFields(fields: IDataObject, row: IDataObject): IDataObject {
	const taken = new Set(['error', ...Object.keys(row)]);
	if (!Object.keys(fields).some((name) => taken.has(name))) return { ...fields, ...row };
	taken.add('input');
	const entries = Object.entries(fields);
	return {
		...Object.fromEntries(entries.filter(([name]) => !taken.has(name))),
		...row,
		input: Object.fromEntries(entries.filter(([name]) => taken.has(name))),
	};
}

/** A row, after the fields of its item if the option 'Include Input Fields' is on. */
export function withChosenInputFields({ input, options }: Item, row: IDataObject): IDataObject {
	if (options.includeInputFields !== true) return row;
	// another option decides whether the files go on
	const fields = Object.entries(input.json).filter(([name]) => name !== FILES_IN_JSON);
	return withInputFields(Object.fromEntries(fields), row);
}
