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
import { reason, reworded, withRemedy } from '../words/say';

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
 * @param mayBeEmpty whether an empty text is a value: nothing is meant to be set
 */
export function readParameter<V>(
	item: Item,
	{ name, displayName }: Parameter,
	read: Read<V>,
	mayBeEmpty = false,
): Result<V> {
	const { context, index } = item;
	const raw = rawParameter(context, name, index);
	// as given, not by its default: an empty setting of a run that calls people is an error
	const given = hasGap(item, raw) ? null : (context.getNodeParameter(name, index, null) as unknown);
	const isMissing = mayBeEmpty ? (given ?? null) === null : isEmpty(given);
	if (!isMissing || !hasExpression(raw)) return read(given, context);
	const problem = reason('noValue', displayName);
	return failure(mayBeEmpty ? withRemedy(problem, 'mayBeEmpty') : problem);
}

/**
 * Reads the entries of a collection that an item sets, by the same rule and by their descriptions.
 * @throws NodeOperationError for an entry without a value, or with one that cannot be read
 */
export function readEntries<E extends Entries>(item: Item, name: string, entries: E): Values<E> {
	const set = Object.keys(item.parameter(name, {}) as IDataObject).filter((one) => one in entries);
	const read = set.map((entry) => {
		const { displayName } = entries[entry]!;
		const parameter = { name: `${name}.${entry}`, displayName };
		const value = readParameter(
			item,
			parameter,
			(given) => readEntry(given, entries[entry]!),
			true,
		);
		return [entry, item.unwrap(value)];
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

function readEntry(given: unknown, property: Entries[string]): Result<unknown> {
	const { type, displayName } = property;
	if (type === 'dateTime') return readDate(given, displayName);
	if (isEmpty(given)) return success(undefined);
	if (type === 'string') return readText(given, displayName);
	return type === 'number' ? wholeNumber(given, property) : success(given);
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
		const problem = reason('differs', displayName, sanitize(given), sanitize(first.given));
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

/**
 * Whether one of several expressions, or one with text around it, has no value: n8n leaves it out in silence, so that
 * missing fields would look like an empty one.
 */
function hasGap({ context, index }: Item, raw: unknown): boolean {
	if (typeof raw !== 'string' || !raw.startsWith('=')) return false;
	const template = raw.slice(1);
	const expressions = template
		.split('}}')
		.slice(0, -1)
		.filter((part) => part.includes('{{'))
		.map((part) => `${part.slice(part.indexOf('{{'))}}}`);
	if (expressions[0] === template) return false;
	return expressions.some((one) => (context.evaluateExpression(one, index) ?? null) === null);
}
