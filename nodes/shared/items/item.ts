import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { isCanceled } from '../pace/clock';
import { inputError, serviceError } from './errors';
import { checkedValue } from './givenValue';
import type { Problem, Result } from '../problem/problem';

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

	/**
	 * The value of a parameter, its expression resolved for this item.
	 * @throws NodeOperationError for a value that the editor would not give
	 */
	parameter(name: string, fallback?: unknown): unknown {
		const given = this.context.getNodeParameter(name, this.index, fallback) as unknown;
		return this.unwrap(checkedValue(this.context, name, given));
	}

	/** The values of the collection 'Options'. */
	get options(): IDataObject {
		return this.parameter('options', {}) as IDataObject;
	}

	/** Whether the user has canceled the execution. */
	get canceled(): boolean {
		return isCanceled(this.context);
	}

	/** A value that was read from the parameters. @throws NodeOperationError why there is none */
	unwrap<T>(result: Result<T>): T {
		if (result.ok) return result.value;
		throw this.inputError(result.problem.message, result.problem.remedy);
	}

	/** What a service answered. @throws NodeApiError why there is no answer */
	answered<T>(result: Result<T>): T {
		if (result.ok) return result.value;
		throw this.serviceError(result.problem);
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
