import type { INodeProperties } from 'n8n-workflow';

import * as recognize from './recognize';

/** Every operation on an object, by its value. */
export const operations = { recognize };

/** The choice of the operation, and the parameters of each. */
export const properties: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['object'] } },
		options: [recognize.option],
		default: 'recognize',
	},
	...recognize.properties,
];
