import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { isCancelled } from './clock';
import { inputError, serviceError } from './errors';
import type { Problem } from './problem';

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
	get cancelled(): boolean {
		return isCancelled(this.context);
	}

	/**
	 * An error about what the user gave.
	 * @param message what happened, with the parameter's display name in single quotes
	 */
	inputError(message: string, remedy: string): NodeOperationError {
		return inputError(this.context, this.index, message, remedy);
	}

	/** An error about what a service answered. */
	serviceError(problem: Problem): NodeApiError {
		return serviceError(this.context, this.index, problem);
	}
}
