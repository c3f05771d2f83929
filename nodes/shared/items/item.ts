import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { isCanceled } from './clock';
import { inputError, serviceError } from './errors';
import type { Problem, Result } from './problem';

/** An input item as an operation sees it: its parameters, its files and its errors. */
export class Item {
	constructor(
		readonly context: IExecuteFunctions,
		/** counted from 0 */
		readonly index: number,
	) {}

	get input(): INodeExecutionData {
		return this.context.getInputData()[this.index]!;
	}

	/** The value of a parameter, its expression resolved for this item. */
	parameter(name: string, fallback?: unknown): unknown {
		return this.context.getNodeParameter(name, this.index, fallback) as unknown;
	}

	/** The values of the collection 'Options'. */
	get options(): IDataObject {
		return this.parameter('options', {}) as IDataObject;
	}

	/** Whether the user has stopped the execution. */
	get canceled(): boolean {
		return isCanceled(this.context);
	}

	/** A value that was read from the parameters. @throws NodeOperationError why there is none */
	unwrap<T>(result: Result<T>): T {
		if (result.ok) return result.value;
		throw this.inputError(result.problem.message, result.problem.remedy);
	}

	/**
	 * An error about what the user gave.
	 * @param message what happened, with the parameter's display name in single quotes
	 */
	inputError(message: string, remedy: string): NodeOperationError {
		return inputError(this.context, message, remedy, this.index);
	}

	/** An error about what a service answered. */
	serviceError(problem: Problem): NodeApiError {
		return serviceError(this.context, problem, this.index);
	}
}

/** The input items of a run. */
export function inputItems(context: IExecuteFunctions): Item[] {
	return context.getInputData().map((_, index) => new Item(context, index));
}
