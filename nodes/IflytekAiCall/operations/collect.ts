import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

/** What every operation module exports. */
export interface Operation {
	option: INodePropertyOptions;
	/** its parameters, each shown for this operation only */
	properties: INodeProperties[];
	execute: (context: IExecuteFunctions) => Promise<INodeExecutionData[]>;
}

/** A resource with its operations. */
export interface Resource {
	option: INodePropertyOptions;
	operations: Record<string, Operation>;
	properties: INodeProperties[];
}

/** Collects the operations of a resource, in the order in which the editor lists them. */
export function collect(
	option: INodePropertyOptions,
	byDefault: string,
	operations: Operation[],
): Resource {
	return {
		option,
		operations: Object.fromEntries(
			operations.map((operation) => [String(operation.option.value), operation]),
		),
		properties: [
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				displayOptions: { show: { resource: [option.value] } },
				options: operations.map((operation) => operation.option),
				default: byDefault,
			},
			...operations.flatMap((operation) => operation.properties),
		],
	};
}
