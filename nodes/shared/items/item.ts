import type {
	IBinaryData,
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	NodeApiError,
} from 'n8n-workflow';

import { isCanceled } from '../pace/pace';
import { problemError, problemOf, serviceError } from './errors';
import { readLanguage, worded, type Language, type Pair, type Wording } from '../problem/language';
import {
	sanitize,
	success,
	unusable,
	type Meaning,
	type Problem,
	type Result,
} from '../problem/problem';

/** One of the files that a parameter names in an item. */
export interface ItemField {
	/** the field that holds it; null where an expression gives the file itself */
	name: string | null;
	/** the value by which n8n finds it: the name, or the file itself */
	value: unknown;
	/** whether a pattern found it: then it need not be a file to work on */
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

	/** A parameter's value, see `checked`. @throws NodeOperationError if the editor could not give it */
	parameter(path: string, fallback?: unknown): unknown {
		return this.unwrap(this.read(path, fallback), path);
	}

	/** The same, or why it cannot be used. @param path names an entry of a collection too */
	read(path: string, fallback?: unknown): Result<unknown> {
		const { context, index } = this;
		const raw = rawParameter(context, path, index, fallback);
		const resolved = () => context.getNodeParameter(path, index, fallback) as unknown;
		const given = hasExpression(raw) ? resolved() : raw;
		const evaluate = (expression: string) => context.evaluateExpression(expression, index);
		const value = checked(descriptionsOf(context, path), given, raw, evaluate);
		return value.ok && path.includes('.') && isEmpty(given) ? success(fallback) : value;
	}

	get options(): IDataObject {
		return this.parameter('options', {}) as IDataObject;
	}

	/** The language of its texts, also where another option cannot be read. */
	get language(): Language {
		const option = (name: string) => this.parameter(`options.${name}`, '');
		try {
			// invoices have no option for it: their field names decide
			return readLanguage({ language: option('language') || option('fieldNames') });
		} catch {
			return 'english';
		}
	}

	/** The name of the field that it is about, where several files were asked for. */
	get oneOfSeveral(): string | undefined {
		return this.field?.isOnly ? undefined : (this.field?.name ?? undefined);
	}

	/** The files that go on with its output: of several that were asked for, the one that it is about. */
	get files(): IBinaryKeyData | undefined {
		const files = filesOf(this.input);
		if (this.oneOfSeveral === undefined) return files;
		const name = nameInJson(this.oneOfSeveral);
		const own = Object.entries(files ?? {}).filter(([key]) => key === name);
		return own.length === 0 ? undefined : Object.fromEntries(own);
	}

	get canceled(): boolean {
		return isCanceled(this.context);
	}

	/**
	 * A value that was read from the parameters.
	 * @param path the parameter that alone decides it: without an expression, all items fail alike
	 * @throws NodeOperationError that says why there is none
	 */
	unwrap<T>(result: Result<T>, path?: string): T {
		if (result.ok) return result.value;
		const isFixed =
			path !== undefined && !hasExpression(rawParameter(this.context, path, this.index));
		const problem = isFixed ? { ...result.problem, everyRequest: true as const } : result.problem;
		throw problemError(this.context, problem, this.index);
	}

	/** The answer of a service. @throws NodeApiError that says why there is none */
	answered<T>(result: Result<T>): T {
		if (result.ok) return result.value;
		throw this.serviceError(result.problem);
	}

	/** An error of the node, in the language of the item's texts where the error has that. */
	inLanguage(error: unknown): unknown {
		const { message, chinese } = problemOf(error);
		// n8n recognizes a canceled execution by an English word in its error
		const isChinese = this.language === 'chinese' && !this.canceled;
		if (chinese === undefined || !isChinese) return error;
		const known = error as NodeApiError;
		// the item that was added to the message stays
		known.message = known.message.replace(message, () => chinese.message);
		known.description = chinese.remedy;
		return known;
	}

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

/** The name of a field in there; another name as it is. */
export const nameInJson = (field: string) => field.replace(/^_files\./, '');

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

const PROTECTS = Symbol('protects');

/** Marks a parameter that prevents something or limits what it applies to: see `checked`. */
export function protective<P extends object>(property: P): P {
	return { ...property, [PROTECTS]: true };
}

const FORMERLY = Symbol('formerly');

/** Marks a parameter whose former choices, as saved workflows hold them, count as its default. */
export function formerly<P extends object>(choices: readonly string[], property: P): P {
	return { ...property, [FORMERLY]: choices };
}

/** The parameters of the operation, by run. */
const described = new WeakMap<object, INodeProperties[]>();

/** Has the parameters of a run checked by their descriptions, see `checked`. */
export function describeParameters(
	context: IExecuteFunctions,
	properties: INodeProperties[],
): void {
	const isTool = context.getNode().type.endsWith('Tool');
	const ofNode = properties.filter(({ displayOptions }) => {
		const shown = displayOptions?.show?.['@tool'] as boolean[] | undefined;
		return shown === undefined || shown.includes(isTool);
	});
	described.set(context, ofNode);
}

/** The descriptions of a parameter, or of a collection's entry by its path. */
export function descriptionsOf(context: IExecuteFunctions, path: string): INodeProperties[] {
	let found = described.get(context) ?? [];
	for (const [depth, name] of path.split('.').entries()) {
		const within = depth === 0 ? found : found.flatMap(({ options }) => options ?? []);
		found = (within as INodeProperties[]).filter((one) => one.name === name);
	}
	return found;
}

/**
 * A parameter as the workflow holds it, its expressions not resolved; null where it is not set. A whole collection is
 * never an expression: n8n makes an empty one of it.
 */
export function rawParameter(
	context: IExecuteFunctions,
	path: string,
	index = 0,
	fallback: unknown = null,
): unknown {
	return context.getNodeParameter(path, index, fallback, { rawExpressions: true });
}

/**
 * A parameter's value as the editor would give it: a blank field has its default, and "true" as text is true. An
 * expression without a value is an error in a switch, a number and a choice with a default, since nobody may have
 * meant the default. A text is then not set, as an empty cell of a table would be; a protective one is an error
 * too, unless its expression gives an empty text.
 * @param named its descriptions
 * @param raw as the workflow holds it, its expressions not resolved
 */
export function checked(
	named: readonly INodeProperties[],
	given: unknown,
	raw: unknown,
	evaluate?: Evaluate,
): Result<unknown> {
	const [property] = named;
	if (property === undefined) return success(given);
	const { type, displayName, default: byDefault } = property;
	const isProtective = PROTECTS in property;
	if (isProtective && isExpression(raw)) {
		const isMissing = (given ?? null) === null || hasGap(raw, evaluate);
		if (isMissing) return unusable(NOTHING_FOUND, [displayName]);
	}
	switch (type) {
		case 'collection':
			return checkedEntries(property.options as INodeProperties[], given, raw, evaluate);
		case 'fixedCollection':
			return checkedGroups(property.options as INodePropertyCollection[], given, raw, evaluate);
		case 'boolean':
		case 'number':
		case 'options':
		case 'multiOptions':
			if (!isEmpty(given)) return checkedValue(named, property, given);
			// an empty list is no default either
			return isExpression(raw) && !isProtective && ![byDefault].flat().every(isEmpty)
				? unusable(NO_VALUE, [displayName])
				: success(byDefault);
		default:
			return success(given);
	}
}

type Evaluate = (expression: string) => unknown;

function checkedValue(
	named: readonly INodeProperties[],
	property: INodeProperties,
	given: unknown,
): Result<unknown> {
	const { type, displayName } = property;
	const { [FORMERLY]: former = [] } = property as { [FORMERLY]?: readonly string[] };
	if (former.includes(String(given))) return success(property.default);
	if (type === 'number') return checkedNumber(property, given);
	if (type === 'boolean') {
		const flag = flagOf(given);
		return flag === undefined ? unusable(NEITHER, [displayName, sanitize(given)]) : success(flag);
	}
	const choices = named.flatMap((one) => (one.options ?? []) as INodePropertyOptions[]);
	if (choices.length === 0) return success(given);
	const inText = (one: unknown) => (typeof one === 'string' ? pastedList(one) : [one]);
	const chosen: unknown[] = [];
	for (const one of type === 'multiOptions' ? [given].flat().flatMap(inText) : [given]) {
		const choice = choices.find(({ name, value }) => {
			if (typeof one !== 'string' || type !== 'multiOptions') return value === one;
			return [name, String(value)].some((text) => text.toLowerCase() === one.toLowerCase());
		});
		if (choice === undefined) {
			const values = choices.map(({ value }) => value);
			return unusable(NO_CHOICE, [displayName, sanitize(one), listed(values)]);
		}
		chosen.push(choice.value);
	}
	return success(type === 'multiOptions' ? chosen : chosen[0]);
}

/** The entries of a list given as text, which may have Chinese separators and invisible characters. */
export function pastedList(value: unknown): string[] {
	return String(value ?? '')
		.replace(/\p{Cf}/gu, '')
		.split(/[\s,;，；、]+/)
		.filter((entry) => entry !== '');
}

/** A number within its parameter's bounds. Anything else is refused rather than taken for no limit. */
function checkedNumber(
	{ displayName, typeOptions = {} }: INodeProperties,
	given: unknown,
): Result<number> {
	const { minValue: least = 0, maxValue: most = Infinity, numberPrecision } = typeOptions;
	const number = typeof given === 'string' || typeof given === 'number' ? Number(given) : NaN;
	const isWhole = numberPrecision === 0;
	const isInBounds = Number.isFinite(number) && number >= least && number <= most;
	if (isInBounds && (!isWhole || Number.isSafeInteger(number))) return success(number);
	const shown = typeof given === 'string' ? `"${sanitize(given)}"` : sanitize(given);
	const kind = isWhole ? WHOLE : { english: '', chinese: '' };
	const bounds = worded(most === Infinity ? AT_LEAST : BETWEEN, [least, most]);
	return unusable(NO_SUCH_NUMBER, [displayName, shown, kind, bounds]);
}

const NO_VALUE: Meaning = [
	"The expression in '{0}' gives no value",
	'“{0}”中的表达式没有值',
	'Correct it, or remove the expression.',
	'请更正或删除该表达式。',
];
const NOTHING_FOUND: Meaning = [
	NO_VALUE[0],
	NO_VALUE[1],
	"Correct it, or remove the expression. Where it may be empty, let it give an empty text, as in {{ $json.x ?? '' }}.",
	"请更正或删除该表达式。允许为空时请给出空文本，例如 {{ $json.x ?? '' }}。",
];
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
const WHOLE: Wording = { english: 'whole ', chinese: '整' };
const AT_LEAST: Pair = ['of {0} or more', '{0} 以上'];
const BETWEEN: Pair = ['from {0} to {1}', '{0} 到 {1} 之间'];
const NO_SUCH_NUMBER: Meaning = [
	"'{0}' is {1}, not a {2}number {3}",
	'“{0}”的值 {1} 不是 {3}的{2}数',
	"Correct '{0}'.",
	'请更正“{0}”。',
];

/** True or false, also as text; undefined for anything else. */
export function flagOf(given: unknown): boolean | undefined {
	// a list of one text would read as that text
	const text = typeof given === 'object' ? '' : String(given).trim().toLowerCase();
	return text === 'true' || (text === 'false' ? false : undefined);
}

/** The entries of a collection, such as Options; one that is left blank is not set. */
function checkedEntries(
	properties: INodeProperties[],
	given: unknown,
	raw: unknown,
	evaluate?: Evaluate,
): Result<unknown> {
	if (typeof given !== 'object' || given === null) return success(given);
	const entries: IDataObject = {};
	for (const [name, value] of Object.entries(given as IDataObject)) {
		const named = properties.filter((one) => one.name === name);
		const entry = checked(named, value, (raw as IDataObject | undefined)?.[name], evaluate);
		if (!entry.ok) return entry;
		if (!isEmpty(value)) entries[name] = entry.value as IDataObject;
	}
	return success(entries);
}

/** The entries of a fixed collection; a group holds one set of fields, or a list of them. */
function checkedGroups(
	groups: INodePropertyCollection[],
	given: unknown,
	raw: unknown,
	evaluate?: Evaluate,
): Result<unknown> {
	if (typeof given !== 'object' || given === null) return success(given);
	const all: IDataObject = { ...given };
	for (const { name, values } of groups) {
		const group = all[name];
		const rawEntries = [(raw as IDataObject | undefined)?.[name]].flat();
		const entries: IDataObject[] = [];
		for (const [index, one] of [group ?? []].flat().entries()) {
			const entry = checkedEntries(values, one, rawEntries[index], evaluate);
			if (!entry.ok) return entry;
			entries.push(entry.value as IDataObject);
		}
		if (group !== undefined) all[name] = Array.isArray(group) ? entries : entries[0];
	}
	return success(all);
}

/** Whether a value is missing, or blanks only. */
export function isEmpty(given: unknown): boolean {
	return (given ?? null) === null || (typeof given === 'string' && given.trim() === '');
}

function isExpression(raw: unknown): raw is string {
	return typeof raw === 'string' && raw.startsWith('=');
}

/** Whether a value, or a part of it, is an expression. */
export function hasExpression(raw: unknown): boolean {
	if (typeof raw !== 'object' || raw === null) return isExpression(raw);
	return Object.values(raw).some(hasExpression);
}

/** Whether one of several expressions, or one with text around it, has no value, which n8n would not report. */
function hasGap(raw: string, evaluate: Evaluate | undefined): boolean {
	const template = raw.slice(1);
	const expressions = template
		.split('}}')
		.slice(0, -1)
		.filter((part) => part.includes('{{'))
		.map((part) => `${part.slice(part.indexOf('{{'))}}}`);
	if (evaluate === undefined || expressions[0] === template) return false;
	return expressions.some((one) => (evaluate(one) ?? null) === null);
}

function listed(choices: readonly unknown[]): Wording {
	return {
		english: `${choices.slice(0, -1).join(', ')} or ${String(choices.at(-1))}`,
		chinese: choices.join('、'),
	};
}
