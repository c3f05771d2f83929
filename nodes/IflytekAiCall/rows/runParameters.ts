import type { IExecuteFunctions } from 'n8n-workflow';

import { inputError } from '../../shared/items/errors';

/**
 * A yes or no that holds for all rows of a run. n8n converts nothing that an expression gives, and the
 * text "true" of a spreadsheet means true.
 * @throws NodeOperationError when an item gives neither true nor false, or not what the first one gives
 */
export function readFlag(context: IExecuteFunctions, name: string, displayName: string): boolean {
	const texts = readEach(context, (itemIndex) => {
		const value = context.getNodeParameter(name, itemIndex);
		const text = typeof value === 'boolean' ? String(value) : value;
		const lowerCased = typeof text === 'string' ? text.trim().toLowerCase() : text;
		return oneOf(context, itemIndex, ['true', 'false'], lowerCased, displayName);
	});
	return same(context, texts, displayName) === 'true';
}

/**
 * A choice that holds for all rows of a run.
 * @throws NodeOperationError when an item gives none of the choices, or not what the first one gives
 */
export function readChoice<C extends string>(
	context: IExecuteFunctions,
	name: string,
	displayName: string,
	choices: readonly C[],
): C | undefined {
	const values = readEach(context, (itemIndex) =>
		oneOf(context, itemIndex, choices, context.getNodeParameter(name, itemIndex), displayName),
	);
	return same(context, values, displayName);
}

/** A value, if it is one of the choices. @throws NodeOperationError naming them, if it is not */
export function oneOf<C extends string>(
	context: IExecuteFunctions,
	itemIndex: number,
	choices: readonly C[],
	value: unknown,
	displayName: string,
): C {
	const choice = choices.find((known) => known === value);
	if (choice !== undefined) return choice;
	throw inputError(
		context,
		itemIndex,
		`'${displayName}' is neither ${choices.slice(0, -1).join(', ')} nor ${choices.at(-1)}`,
		`Nothing was sent. Correct the expression in '${displayName}'.`,
	);
}

function readEach<V>(context: IExecuteFunctions, read: (itemIndex: number) => V): V[] {
	return context.getInputData().map((_, itemIndex) => read(itemIndex));
}

/** What all items give; undefined where there is no item. */
function same<V>(
	context: IExecuteFunctions,
	values: readonly V[],
	displayName: string,
): V | undefined {
	const other = values.findIndex((value) => value !== values[0]);
	if (other === -1) return values[0];
	throw inputError(
		context,
		other,
		`'${displayName}' is ${String(values[other])}, and ${String(values[0])} in the first item`,
		'Nothing was sent. It holds for all items of a run: give one value, or separate the items before this node.',
	);
}
