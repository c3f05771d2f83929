import type {
	IDataObject,
	IExecuteFunctions,
	INodeProperties,
	NodeOperationError,
} from 'n8n-workflow';

import { problemError } from '../../shared/items/errors';
import { inputItems, isEmpty, type Item } from '../../shared/items/item';
import {
	failure,
	sanitize,
	success,
	type Problem,
	type Result,
} from '../../shared/problem/problem';
import type { Entries } from '../parameters/fields';
import { readDate, readText, wholeNumber } from '../parameters/values';
import { reason, refused, reworded, withRemedy } from '../words/say';

/** Whether an AI agent runs the node; n8n gives its tools a type that ends so. */
export function isTool(context: IExecuteFunctions): boolean {
	return (
		context.getNode().type.endsWith('Tool') ||
		(typeof context.isToolExecution === 'function' && context.isToolExecution())
	);
}

/**
 * n8n runs a node again with this setting, after a failure and after an output that looks like one:
 * people would be called twice.
 * @param item the one that may not be repeated, where others may
 * @throws NodeOperationError before anything is sent
 */
export function refuseRetryOnFail(context: IExecuteFunctions, item?: Item): void {
	if (context.getNode().retryOnFail !== true) return;
	const problem = reason('retryOnFail');
	if (item === undefined) throw runStopped(context, problem);
	throw problemError(context, withRemedy(problem, 'taskNotStarted'), item.index);
}

/** The error that stops a run before anything is sent. */
export function runStopped(
	context: IExecuteFunctions,
	problem: Problem,
	index?: number,
): NodeOperationError {
	return problemError(context, reworded(problem, 'stopped'), index);
}

/** A parameter as the workflow holds it, its expressions not resolved; null where it is not set. */
export function rawParameter(context: IExecuteFunctions, name: string, index = 0): unknown {
	return context.getNodeParameter(name, index, null, { rawExpressions: true });
}

/** A parameter, or with its path an entry of a collection. */
type Parameter = Pick<INodeProperties, 'displayName' | 'name'>;

/** An entry of Options. */
export function inOptions({ name, displayName }: Parameter): Parameter {
	return { name: `options.${name}`, displayName };
}

/** @param given null where the parameter is not set */
export type Read<V> = (given: unknown, context: IExecuteFunctions) => Result<V>;

/**
 * Reads a parameter of an item. The rule of the node: an expression without a value is an error, since taking it
 * for a parameter that is not set would lift a limit.
 */
export function readParameter<V>(
	item: Item,
	{ name, displayName }: Parameter,
	read: Read<V>,
): Result<V> {
	const given = readWhole(item, name);
	const isGap = isEmpty(given) && hasExpression(rawParameter(item.context, name, item.index));
	return isGap ? refused('noValue', displayName) : read(given, item.context);
}

/**
 * Reads the entries of a collection that an item sets, by the same rule and by their descriptions; an empty text is
 * an entry that is not set.
 * @throws NodeOperationError for an entry without a value, or with one that cannot be read
 */
export function readEntries<E extends Entries>(item: Item, name: string, entries: E): Values<E> {
	const given = item.parameter(name, {}) as IDataObject;
	const read = Object.keys(given).map((entry) => {
		const raw = rawParameter(item.context, `${name}.${entry}`, item.index);
		const isGap = (given[entry] ?? null) === null || hasGap(item, raw);
		return [entry, item.unwrap(readEntry(isGap ? null : given[entry], entries[entry]))];
	});
	return Object.fromEntries(read) as Values<E>;
}

/** What an entry of a type gives; of another type, whatever it holds. */
interface EntryValues {
	dateTime: number;
	number: number;
	options: string;
	string: string;
}

type Values<E extends Entries> = {
	[Name in keyof E]?: E[Name] extends { type: infer T extends keyof EntryValues }
		? EntryValues[T]
		: unknown;
};

function readEntry(given: unknown, property?: Entries[string]): Result<unknown> {
	if (property === undefined) return success(given);
	const { type, displayName } = property;
	if (given === null) return failure(withRemedy(reason('noValue', displayName), 'mayBeEmpty'));
	if (type === 'dateTime') return readDate(given, displayName);
	if (type === 'string') return readText(given, displayName);
	if (type !== 'number') return success(given);
	return isEmpty(given) ? success(undefined) : wholeNumber(given, property);
}

/**
 * Reads a parameter that holds for all items of a run. Its expressions are resolved for every item, a
 * fixed value is read once.
 * @param read makes the value, whose parts are compared
 * @throws NodeOperationError when an item gives no value, one that cannot be read, or another one than
 * the first item
 */
export function sameForAllItems<V>(
	context: IExecuteFunctions,
	parameter: Parameter,
	read: Read<V>,
): V {
	const { name, displayName } = parameter;
	const fixed = rawParameter(context, name);
	if (!hasExpression(fixed)) {
		const value = read(fixed, context);
		if (!value.ok) throw runStopped(context, value.problem);
		return value.value;
	}
	let first: { given: unknown; value: V } | undefined;
	for (const item of inputItems(context)) {
		let given: unknown;
		const value = readParameter(item, parameter, (one) => read((given = one), context));
		if (!value.ok) throw runStopped(context, value.problem, item.index);
		first ??= { given, value: value.value };
		if (comparable(value.value) === comparable(first.value)) continue;
		const problem = reason('differs', displayName, shown(given), shown(first.given));
		throw runStopped(context, problem, item.index);
	}
	return first!.value;
}

function hasExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	return typeof value === 'object' && value !== null && Object.values(value).some(hasExpression);
}

/** Equal for equal values, and for sets of the same parts. */
function comparable(value: unknown): string {
	return JSON.stringify(value instanceof Set ? [...(value as Set<unknown>)].sort() : value);
}

function shown(given: unknown): string {
	return (given ?? '') === '' ? 'empty' : sanitize(given);
}

/**
 * A parameter of an item; undefined also where one of several expressions, or one with text around it,
 * has no value: n8n leaves it out in silence, so that missing fields would look like an empty one.
 */
export function readWhole(item: Item, name: string, byDefault: unknown = null): unknown {
	const { context, index } = item;
	if (hasGap(item, rawParameter(context, name, index))) return undefined;
	// as given, not by its default: an empty setting of a run that calls people is an error
	return context.getNodeParameter(name, index, byDefault) as unknown;
}

function hasGap({ context, index }: Item, raw: unknown): boolean {
	if (typeof raw !== 'string' || !raw.startsWith('=')) return false;
	const template = raw.slice(1);
	const expressions = template
		.split('}}')
		.slice(0, -1)
		.filter((text) => text.includes('{{'))
		.map((text) => `${text.slice(text.indexOf('{{'))}}}`);
	if (expressions[0] === template) return false;
	return expressions.some((one) => (context.evaluateExpression(one, index) ?? null) === null);
}
