import type {
	IBinaryData,
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	NodeApiError,
} from 'n8n-workflow';

import { isCanceled } from '../pace/attempts';
import { problemError, problemOf, serviceError } from './errors';
import { readLanguage, type Language } from '../problem/language';
import type { Problem, Result } from '../problem/problem';
import { readParameter } from './parameters';

/** One of the files that a parameter names in an item. */
export interface ItemField {
	/** the field that holds it; null where an expression gives the file itself */
	name: string | null;
	/** the value by which n8n finds it: the name, or the file itself */
	value: unknown;
	/** whether a pattern found it: then nobody has said that it is a file to work on */
	isOfPattern: boolean;
	/** whether it is the only one that was asked for */
	isOnly: boolean;
}

/** An input item as an operation sees it: its parameters, its files and its errors. */
export class Item {
	constructor(
		readonly context: IExecuteFunctions,
		/** counted from 0 */
		readonly index: number,
		/** the file of the item that is worked on, where each is worked on by itself */
		readonly field?: ItemField,
	) {}

	get input(): INodeExecutionData {
		const given: Partial<INodeExecutionData> = this.context.getInputData()[this.index]!;
		// another package's node may give a file alone
		return { ...given, json: given.json ?? {} };
	}

	/**
	 * The value of a parameter, its expression resolved for this item: see `readParameter`.
	 * @throws NodeOperationError for a value that the editor would not give
	 */
	parameter(path: string, fallback?: unknown): unknown {
		return this.unwrap(this.read(path, fallback));
	}

	/** The same, or why there is none. */
	read(path: string, fallback?: unknown): Result<unknown> {
		return readParameter(this.context, this.index, path, fallback);
	}

	/** The values of the collection 'Options'. */
	get options(): IDataObject {
		return this.parameter('options', {}) as IDataObject;
	}

	/** The language of its texts, also where another option cannot be read. */
	get language(): Language {
		const option = (name: string) =>
			this.context.getNodeParameter(`options.${name}`, this.index, '');
		try {
			// invoices have no option for it: their field names decide
			return readLanguage({ language: option('language') || option('fieldNames') });
		} catch {
			return 'english';
		}
	}

	/** The field that it is about where several were asked for. */
	get oneOfSeveral(): string | undefined {
		return this.field?.isOnly ? undefined : (this.field?.name ?? undefined);
	}

	/** The files that go on with its output: of several that were asked for, the one that it is about. */
	get files(): IBinaryKeyData | undefined {
		const files = filesOf(this.input);
		const name = this.oneOfSeveral?.replace(`${FILES_IN_JSON}.`, '');
		if (name === undefined) return files;
		const own = Object.entries(files ?? {}).filter(([key]) => key === name);
		return own.length === 0 ? undefined : Object.fromEntries(own);
	}

	/** Whether the user has canceled the execution. */
	get canceled(): boolean {
		return isCanceled(this.context);
	}

	/** A value that was read from the parameters. @throws NodeOperationError that says why there is none */
	unwrap<T>(result: Result<T>): T {
		if (result.ok) return result.value;
		throw problemError(this.context, result.problem, this.index);
	}

	/** The answer of a service. @throws NodeApiError that says why there is none */
	answered<T>(result: Result<T>): T {
		if (result.ok) return result.value;
		throw this.serviceError(result.problem);
	}

	/** An error of the node, in the language of the item's texts if it has words in it. */
	inLanguage(error: unknown): unknown {
		const { message, chinese } = problemOf(error);
		// n8n calls an execution canceled, and not failed, by an English word in its error
		const isChinese = this.language === 'chinese' && !this.canceled;
		if (chinese === undefined || !isChinese) return error;
		const known = error as NodeApiError;
		// n8n adds the item
		known.message = known.message.replace(message, () => chinese.message);
		known.description = chinese.remedy;
		return known;
	}

	/** An error about a service's answer. */
	serviceError(problem: Problem): NodeApiError {
		return serviceError(this.context, problem, this.index);
	}
}

/** The input items of a run. */
export function inputItems(context: IExecuteFunctions): Item[] {
	return context.getInputData().map((_, index) => new Item(context, index));
}

/** Where n8n keeps the files of an item when a workflow's binary mode is "combined". */
export const FILES_IN_JSON = '_files';

/** The files in an item's JSON. */
export function filesInJson({ json }: INodeExecutionData): IBinaryKeyData {
	const files = Object.entries(json[FILES_IN_JSON] ?? {}).filter(([, value]) => isFile(value));
	return Object.fromEntries(files) as IBinaryKeyData;
}

/** The files of an item by their names, wherever the workflow keeps them; undefined where it has none. */
export function filesOf(input: INodeExecutionData): IBinaryKeyData | undefined {
	const files = { ...filesInJson(input), ...input.binary };
	return Object.keys(files).length === 0 ? undefined : files;
}

export function isFile(value: unknown): value is IBinaryData {
	return typeof value === 'object' && value !== null && 'mimeType' in value;
}
