import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import type { Item } from '../../shared/items/item';
import { wholeNumber } from '../protocol/wholeNumber';

/** *Return All* and *Limit* of an operation that lists. */
export const limitProperties = (show: IDisplayOptions['show']): INodeProperties[] => [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
		displayOptions: { show },
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { ...show, returnAll: [false] } },
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
