import type { IDisplayOptions, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { wholeNumber } from '../protocol/wholeNumber';
import { parameterValue } from './parameterValue';

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
export function readLimit(context: IExecuteFunctions, itemIndex: number): number {
	if (context.getNodeParameter('returnAll', itemIndex) as boolean) return Infinity;
	const given = context.getNodeParameter('limit', itemIndex);
	return parameterValue(
		context,
		itemIndex,
		wholeNumber(given, { name: 'Limit', least: 1, byDefault: 50 }),
	);
}
