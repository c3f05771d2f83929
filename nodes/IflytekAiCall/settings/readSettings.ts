import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { problemError } from '../../shared/items/errors';
import { inputItems, type Item, hasExpression, rawParameter } from '../../shared/items/item';
import { sanitize, success, type Problem, type Result } from '../../shared/problem/problem';
import type { Entries } from '../parameters/fields';
import { readDate, readText } from '../parameters/values';
import { reason, reworded, withRemedy } from '../words/say';

/** Whether an AI agent runs the node; the types of its tools end with Tool. */
export const isTool = (context: IExecuteFunctions): boolean =>
	context.getNode().type.endsWith('Tool') || context.isToolExecution?.() === true;

/**
 * With *Retry On Fail* n8n runs a node again after a failure or an output that looks like one, and calls people twice.
 * @param item the one that may not be repeated, if others may
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

/** A parameter, or an entry of a collection with its path as name. */
type Parameter = Pick<INodeProperties, 'displayName' | 'name'>;

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

/** The value of an entry by its type; unknown for other types. */
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
 * @param read turns what an item gives, null if not set, into the value; sets are compared by their entries
 * @throws NodeOperationError when a value cannot be read or is not that of the first item
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

/** A text that is the same for equal values, and for sets with the same entries in any order. */
const comparable = (value: unknown): string =>
	JSON.stringify(value instanceof Set ? [...(value as Set<unknown>)].sort() : value);
