import type {
	IBinaryData,
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	NodeApiError,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
} from 'n8n-workflow';

import { isCanceled } from '../pace/attempts';
import { problemError, problemOf, serviceError } from './errors';
import { readLanguage, type Language, type Wording } from '../problem/language';
import {
	type Meaning,
	type Problem,
	type Result,
	unusable,
	success,
	sanitize,
} from '../problem/problem';

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

/** Choices that options had in earlier versions, as saved workflows hold them, and the choices that replace them. */
export type FormerChoices = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The described parameters of the operation, by run. */
const described = new WeakMap<object, { properties: INodeProperties[]; former: FormerChoices }>();

/** Has the parameters of a run checked by their descriptions, see `checkedValue`. */
export function describeParameters(
	context: IExecuteFunctions,
	properties: INodeProperties[],
	former: FormerChoices = new Map(),
): void {
	const isTool = context.getNode().type.endsWith('Tool');
	const ofNode = properties.filter(({ displayOptions }) => {
		const shown = displayOptions?.show?.['@tool'] as boolean[] | undefined;
		return shown === undefined || shown.includes(isTool);
	});
	described.set(context, { properties: ofNode, former });
}

/**
 * A parameter's value as the editor would give it: an empty value of an expression is the default, and "true"
 * as text is true.
 * @returns a problem for a value that is neither true nor false, or none of the choices
 */
export function checkedValue(
	context: IExecuteFunctions,
	name: string,
	given: unknown,
): Result<unknown> {
	const { properties, former } = described.get(context) ?? { properties: [], former: new Map() };
	return checkedOf(properties, name, name === 'options' ? asNow(given, former) : given);
}

function asNow(options: unknown, former: FormerChoices): unknown {
	if (typeof options !== 'object' || options === null) return options;
	return Object.fromEntries(
		Object.entries(options).map(([name, value]: [string, unknown]) => [
			name,
			former.get(name)?.get(String(value)) ?? value,
		]),
	);
}

/** The same for a parameter of these descriptions. */
export function checkedOf(
	properties: INodeProperties[],
	name: string,
	given: unknown,
): Result<unknown> {
	const named = properties.filter((one) => one.name === name);
	const [property] = named;
	switch (property?.type) {
		case 'boolean':
			if (isEmpty(given)) return success(property.default);
			return flagOf(given) === undefined
				? unusable(NEITHER, [property.displayName, sanitize(given)])
				: success(flagOf(given));
		case 'options':
		case 'multiOptions': {
			const choices = named.flatMap(({ options = [] }) => options as INodePropertyOptions[]);
			const values = choices.map(({ value }) => value);
			if (values.length === 0) return success(given);
			return isEmpty(given) ? success(property.default) : checkedChoices(property, values, given);
		}
		case 'collection':
			return checkedEntries(property.options as INodeProperties[], given);
		case 'fixedCollection':
			return checkedGroups(property.options as INodePropertyCollection[], given);
		default:
			return success(given);
	}
}

const NEITHER: Meaning = [
	"'{0}' is {1}, which is neither true nor false",
	'“{0}”的值 {1} 既不是 true 也不是 false',
	"Correct the expression in '{0}'.",
	'请修改“{0}”的表达式。',
];
const NO_CHOICE: Meaning = [
	"'{0}' is {1}, which is none of its choices",
	'“{0}”的值 {1} 不在可选项中',
	"Correct the expression in '{0}': it must give {2}.",
	'请修改“{0}”的表达式，结果须为 {2}。',
];

/** True or false, also as text; undefined for anything else. */
export function flagOf(given: unknown): boolean | undefined {
	// a list of one text would read as that text
	const text = typeof given === 'object' ? '' : String(given).trim().toLowerCase();
	return text === 'true' || (text === 'false' ? false : undefined);
}

/** One of the choices, or several of a parameter that takes several. */
function checkedChoices(
	{ displayName, type }: Pick<INodeProperties, 'displayName' | 'type'>,
	choices: readonly unknown[],
	given: unknown,
): Result<unknown> {
	const chosen = type === 'multiOptions' ? [given].flat() : [given];
	const wrong = chosen.find((one) => !choices.includes(one));
	if (wrong === undefined) return success(type === 'multiOptions' ? chosen : given);
	return unusable(NO_CHOICE, [displayName, sanitize(wrong), listed(choices)]);
}

/** The entries of a collection, such as Options. */
function checkedEntries(properties: INodeProperties[], given: unknown): Result<unknown> {
	if (typeof given !== 'object' || given === null) return success(given);
	const entries: IDataObject = {};
	for (const [name, value] of Object.entries(given as IDataObject)) {
		const checked = checkedOf(properties, name, value);
		if (!checked.ok) return checked;
		entries[name] = checked.value as IDataObject;
	}
	return success(entries);
}

/** The entries of a fixed collection; a group holds one set of fields, or a list of them. */
function checkedGroups(groups: INodePropertyCollection[], given: unknown): Result<unknown> {
	if (typeof given !== 'object' || given === null) return success(given);
	const checked: IDataObject = { ...given };
	for (const { name, values } of groups) {
		const group = checked[name];
		const entries: IDataObject[] = [];
		for (const one of [group ?? []].flat()) {
			const entry = checkedEntries(values, one);
			if (!entry.ok) return entry;
			entries.push(entry.value as IDataObject);
		}
		if (group !== undefined) checked[name] = Array.isArray(group) ? entries : entries[0];
	}
	return success(checked);
}

/** Whether a parameter has nothing: no value, or blanks only. */
export function isEmpty(given: unknown): boolean {
	return (given ?? null) === null || (typeof given === 'string' && given.trim() === '');
}

function listed(choices: readonly unknown[]): Wording {
	return {
		english: `${choices.slice(0, -1).join(', ')} or ${String(choices.at(-1))}`,
		chinese: choices.join('、'),
	};
}
