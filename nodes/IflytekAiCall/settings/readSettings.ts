import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { problemError } from '../../shared/items/errors';
import { inputItems, type Item, hasExpression, rawParameter } from '../../shared/items/item';
import { sanitize, success, type Problem, type Result } from '../../shared/problem/problem';
import type { Entries } from '../parameters/fields';
import { readDate, readText } from '../parameters/values';
import { reason, reworded, withRemedy } from '../words/say';

/** Whether an AI agent runs the node; n8n gives its tools a type that ends so. */
export const isTool = (context: IExecuteFunctions): boolean =>
	context.getNode().type.endsWith('Tool') || context.isToolExecution?.() === true;

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
export function runStopped(context: IExecuteFunctions, problem: Problem, index?: number) {
	return problemError(context, reworded(problem, 'stopped'), index);
}

/** A parameter, or with its path an entry of a collection. */
type Parameter = Pick<INodeProperties, 'displayName' | 'name'>;

/** An entry of Options. */
export function inOptions({ name, displayName }: Parameter): Parameter {
	return { name: `options.${name}`, displayName };
}

/** Reads the entries of a collection that an item sets. @throws NodeOperationError for one that cannot be read */
export function readEntries<E extends Entries>(item: Item, name: string, entries: E): Values<E> {
	const set = Object.entries(item.parameter(name, {}) as IDataObject);
	const read = set.flatMap(([entry, given]) => {
		const property = entries[entry];
		return property === undefined ? [] : [[entry, item.unwrap(readEntry(given, property))]];
	});
	return Object.fromEntries(read) as Values<E>;
}

/** What an entry of a type gives; of another type, whatever it holds. */
type EntryValues = { dateTime: number; number: number; options: string; string: string };

type Values<E extends Entries> = {
	[Name in keyof E]?: E[Name] extends { type: infer T extends keyof EntryValues }
		? EntryValues[T]
		: unknown;
};

function readEntry(given: unknown, { type, displayName }: Entries[string]): Result<unknown> {
	if (type === 'dateTime') return readDate(given, displayName);
	return type === 'string' ? readText(given, displayName) : success(given);
}

/**
 * Reads a parameter that holds for all items of a run: a fixed value once, an expression for every item.
 * @param read makes the value, whose parts are compared, of what is given: null where the parameter is not set
 * @throws NodeOperationError when an item gives no value, one that cannot be read, or another one than the first
 */
export function sameForAllItems<V>(
	context: IExecuteFunctions,
	{ name, displayName }: Parameter,
	read: (given: unknown) => Result<V>,
): V {
	const isFixed = !hasExpression(rawParameter(context, name));
	const items = inputItems(context);
	let first: { given: unknown; value: V } | undefined;
	for (const item of isFixed ? items.slice(0, 1) : items) {
		const index = isFixed ? undefined : item.index;
		let given: unknown;
		const found = item.read(name, null);
		const value = found.ok ? read((given = found.value)) : found;
		if (!value.ok) throw runStopped(context, value.problem, index);
		first ??= { given, value: value.value };
		if (comparable(value.value) === comparable(first.value)) continue;
		const problem = reason('differs', displayName, sanitize(given), sanitize(first.given));
		throw runStopped(context, problem, index);
	}
	return first!.value;
}

/** Equal for equal values, and for sets of the same parts. */
const comparable = (value: unknown): string =>
	JSON.stringify(value instanceof Set ? [...(value as Set<unknown>)].sort() : value);
