import type { IExecuteFunctions } from 'n8n-workflow';

import { inputError } from '../../shared/items/errors';
import { inputItems, Item } from '../../shared/items/item';
import { invalid, type Problem, type Result } from '../../shared/problem/problem';

/** A parameter that holds for all rows of a run. */
export interface RunParameter {
	/** its name or path, such as `options.maxRows` */
	name: string;
	displayName: string;
}

/**
 * Reads a parameter that holds for all items of a run. Its expressions are resolved for every item, a
 * fixed value is read once.
 * @param read makes the value, whose parts are compared; what it is given is null where the option is not set
 * @throws NodeOperationError when an item gives no value, one that cannot be read, or another one than
 * the first item
 */
export function sameForAllItems<V>(
	context: IExecuteFunctions,
	{ name, displayName }: RunParameter,
	read: (given: unknown, item: Item) => Result<V>,
): V {
	const stop = ({ message, remedy }: Omit<Problem, 'retryClass'>, index?: number) =>
		inputError(context, message, `Nothing was sent. ${remedy}`, index);
	const fixed = context.getNodeParameter(name, 0, null, { rawExpressions: true }) as unknown;
	if (!hasExpression(fixed)) {
		const value = read(fixed, new Item(context, 0));
		if (!value.ok) throw stop(value.problem);
		return value.value;
	}
	let first: { given: unknown; value: V } | undefined;
	for (const item of inputItems(context)) {
		const given = readWhole(item, name);
		const value = isNothing(given) ? noValue(displayName) : read(given, item);
		if (!value.ok) throw stop(value.problem, item.index);
		first ??= { given, value: value.value };
		if (comparable(value.value) === comparable(first.value)) continue;
		const difference = {
			message: `'${displayName}' is ${shown(given)}, and ${shown(first.given)} in the first item`,
			remedy:
				'It applies to all items of a run: give one value, or separate the items before this node.',
		};
		throw stop(difference, item.index);
	}
	return first!.value;
}

/** Whether an expression gives nothing: no value, or blanks only. */
export function isNothing(given: unknown): boolean {
	return (given ?? null) === null || (typeof given === 'string' && given.trim() === '');
}

/** The error for an expression without a value: treating it as an unset option would lift a limit. */
export function noValue(displayName: string): Result<never> {
	return invalid(
		`The expression in '${displayName}' gives no value`,
		'Correct it, or remove the expression.',
	);
}

function hasExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	return typeof value === 'object' && value !== null && Object.values(value).some(hasExpression);
}

/** Equal for values with the same parts, whatever the order of their keys. */
function comparable(value: unknown): string {
	return JSON.stringify([value], (_key, part: unknown) => {
		// a set has no keys to compare
		if (part instanceof Set) return [...(part as Set<unknown>)].sort();
		const isPlain = typeof part === 'object' && part !== null && !Array.isArray(part);
		return isPlain ? Object.fromEntries(Object.entries(part).sort()) : part;
	});
}

const MOST_SHOWN = 100;

function shown(given: unknown): string {
	if ((given ?? '') === '') return 'empty';
	const text = typeof given === 'object' ? JSON.stringify(given) : String(given);
	return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}

/**
 * A parameter of an item; undefined also where one of several expressions, or one with text around it,
 * has no value: n8n leaves it out in silence, so that missing fields would look like an empty one.
 */
export function readWhole(item: Item, name: string, byDefault: unknown = null): unknown {
	const raw = item.context.getNodeParameter(name, item.index, null, {
		rawExpressions: true,
	}) as unknown;
	if (hasGap(item, raw)) return undefined;
	// as given, not by its default: an empty setting of a run that calls people is an error
	return item.context.getNodeParameter(name, item.index, byDefault) as unknown;
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
