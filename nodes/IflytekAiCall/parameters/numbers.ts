import type { INodeProperties } from 'n8n-workflow';

import type { Item } from '../../shared/items/item';
import { invalid, success, type Result } from '../../shared/problem/problem';
import { shownValue } from './shownValue';

/** *Return All* and *Limit* of an operation that lists. */
export const limitProperties: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { returnAll: [false] } },
	},
];

/**
 * How many results an item asks for, Infinity for all of them.
 * @throws NodeOperationError when 'Limit' is no number
 */
export function readLimit(item: Item): number {
	if (item.parameter('returnAll') as boolean) return Infinity;
	const given = item.parameter('limit');
	return item.unwrap(wholeNumber(given, { name: 'Limit', least: 1, byDefault: 50 }));
}

/**
 * A whole number that an option or an expression gives; the default where it gives nothing. What is no
 * number is refused rather than taken for no limit.
 */
export function wholeNumber(
	value: unknown,
	{ name, least, byDefault }: { name: string; least: number; byDefault: number },
): Result<number> {
	if (value === undefined || value === null || value === '') return success(byDefault);
	const isText = typeof value === 'string' && value.trim() !== '';
	const number = isText || typeof value === 'number' ? Number(value) : NaN;
	return Number.isSafeInteger(number) && number >= least
		? success(number)
		: invalid(
				`'${name}' is not a whole number of at least ${least}: ${shownValue(value)}`,
				`Correct '${name}'.`,
			);
}
