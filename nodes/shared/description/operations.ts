import type {
	IDisplayOptions,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { selectFields } from '../items/toolOutput';

/** What every operation module exports. */
export interface Operation {
	option: INodePropertyOptions;
	/** its parameters, each shown for this operation only */
	properties: INodeProperties[];
	execute: (context: IExecuteFunctions) => Promise<INodeExecutionData[]>;
}

/** Operations that the user chooses from. */
export interface Operations {
	/** the choice, and the parameters of each */
	properties: INodeProperties[];
	/** Runs the chosen one; an agent's tool returns the fields that were selected for it. */
	execute: (context: IExecuteFunctions) => Promise<INodeExecutionData[]>;
}

export interface Resource extends Operations {
	option: INodePropertyOptions;
	operations: Record<string, Operation>;
}

/** Collects the operations of a node without resources, in the order in which the editor lists them. */
export function collectOperations(
	byDefault: string,
	operations: Operation[],
	displayOptions?: IDisplayOptions,
): Operations {
	return {
		properties: [
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				...(displayOptions && { displayOptions }),
				options: operations.map(({ option }) => option),
				default: byDefault,
			},
			...operations.flatMap(({ properties }) => properties),
		],
		execute: async (context) => {
			const chosen = context.getNodeParameter('operation', 0);
			const operation = operations.find(({ option }) => option.value === chosen)!;
			return selectFields(context, await operation.execute(context));
		},
	};
}

/** Collects the operations of a resource, in the order in which the editor lists them. */
export function collectResource(
	option: INodePropertyOptions,
	byDefault: string,
	operations: Operation[],
): Resource {
	return {
		option,
		operations: Object.fromEntries(operations.map((one) => [String(one.option.value), one])),
		...collectOperations(byDefault, operations, { show: { resource: [option.value] } }),
	};
}

/** Collects the resources of a node, in the order in which the editor lists them. */
export function collectResources(byDefault: string, resources: Resource[]): Operations {
	return {
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: resources.map(({ option }) => option),
				default: byDefault,
			},
			...resources.flatMap(({ properties }) => properties),
		],
		execute: async (context) => {
			const chosen = context.getNodeParameter('resource', 0);
			return await resources.find(({ option }) => option.value === chosen)!.execute(context);
		},
	};
}
