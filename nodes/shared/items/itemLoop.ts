import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type JsonObject,
} from 'n8n-workflow';

import type { InFlight } from './inFlight';
import { isCancelled } from './isCancelled';

/** Bytes of input that may be in memory at once; one larger item is worked on alone. */
const MAX_BYTES = 12 * 1024 * 1024;

interface Settings {
	inFlight: InFlight;
	/** size in bytes of what an item brings into memory, known without loading it */
	weigh?: (itemIndex: number) => number | Promise<number>;
}

/**
 * Works on the input items several at a time and returns the results in input order, each paired to
 * its item. Memory is bounded by the number and bytes in flight. An item that fails becomes an error
 * item where the node is set to continue; otherwise no further item is begun, those under way are
 * waited for, and the error of the first one that failed is thrown.
 */
export async function runItems(
	context: IExecuteFunctions,
	settings: Settings,
	work: (itemIndex: number) => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	const count = context.getInputData().length;
	const results: INodeExecutionData[][] = new Array(count);
	const continues = context.continueOnFail();
	const errors = new Map<number, unknown>();
	const places = new Places(settings.inFlight);
	const underWay = new Set<Promise<void>>();

	for (let itemIndex = 0; itemIndex < count; itemIndex++) {
		const bytes = await weighed(itemIndex);
		await places.take(bytes);
		if (errors.size > 0 || isCancelled(context)) break;
		const one = workOn(itemIndex).finally(() => {
			underWay.delete(one);
			places.give(bytes);
		});
		underWay.add(one);
	}
	await Promise.all(underWay);
	if (errors.size > 0) {
		throw toNodeError(context, errors.get(Math.min(...errors.keys())));
	}
	return results.flat();

	/** What cannot be weighed cannot be read either: the work itself meets the error and reports it. */
	async function weighed(itemIndex: number): Promise<number> {
		try {
			return (await settings.weigh?.(itemIndex)) ?? 0;
		} catch {
			return 0;
		}
	}

	async function workOn(itemIndex: number): Promise<void> {
		try {
			const items = await work(itemIndex);
			results[itemIndex] = items.map((item) => ({ ...item, pairedItem: { item: itemIndex } }));
		} catch (error) {
			if (continues) {
				results[itemIndex] = [{ json: errorJson(error), pairedItem: { item: itemIndex } }];
			} else {
				errors.set(itemIndex, error);
			}
		}
	}
}

/** Items opened but not finished: as many as may be in flight, and no more bytes than fit. */
class Places {
	private open = 0;

	private bytes = 0;

	private wake: (() => void) | undefined;

	constructor(private readonly inFlight: InFlight) {
		inFlight.onRoom = () => this.wakeUp();
	}

	async take(bytes: number): Promise<void> {
		while (this.open > 0 && (this.open >= this.inFlight.room || this.bytes + bytes > MAX_BYTES)) {
			await new Promise<void>((resolve) => (this.wake = resolve));
		}
		this.open++;
		this.bytes += bytes;
	}

	give(bytes: number): void {
		this.open--;
		this.bytes -= bytes;
		this.wakeUp();
	}

	private wakeUp(): void {
		this.wake?.();
		this.wake = undefined;
	}
}

/**
 * What an error item carries. n8n sends an item to the error output when it holds nothing but the key
 * `error` (only from 2.36 on may `details` stand beside it), and adds the input item's fields there.
 */
export function errorJson(error: unknown): IDataObject {
	const { message, description, context } = error as Partial<NodeApiError>;
	const told: IDataObject = { message: message ?? String(error) };
	if (description) told.description = description;
	return { error: { ...told, ...(context?.data as IDataObject | undefined) } };
}

function toNodeError(context: IExecuteFunctions, error: unknown): Error {
	if (error instanceof NodeOperationError || error instanceof NodeApiError) return error;
	return new NodeApiError(context.getNode(), error as JsonObject);
}
