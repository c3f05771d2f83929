import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { call } from './call';
import { configuration } from './configuration';
import { recording } from './recording';
import { task } from './task';

/** What the node offers, in the order in which the editor lists it. */
export const resources = [call, configuration, recording, task];

/** The choice of resource and operation, and the parameters of all operations. */
export const properties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: resources.map(({ option }) => option),
		default: 'call',
	},
	...resources.flatMap((resource) => resource.properties),
];

/** Runs the chosen operation. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const chosen = context.getNodeParameter('resource', 0);
	const operation = context.getNodeParameter('operation', 0) as string;
	const resource = resources.find(({ option }) => option.value === chosen)!;
	return await resource.operations[operation]!.execute(context);
}
