import type {
	IDisplayOptions,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { problemError } from '../items/errors';
import { describeParameters } from '../items/item';
import { sanitize } from '../problem/problem';
import { toolDescription } from './properties';
import { SELECTED_FIELDS } from './toolOutput';

type Show = NonNullable<IDisplayOptions['show']>;

/** The exports of every operation module. */
export interface Operation {
	option: INodePropertyOptions;
	/** its description for an agent's model, see `toolDescription` */
	tool?: string;
	/** its parameters; the collector shows each for this operation only */
	properties: INodeProperties[];
	execute: (context: IExecuteFunctions) => Promise<INodeExecutionData[]>;
}

/** The choice between operations with the parameters of each, and a function that runs the chosen one. */
export type Operations = Pick<Operation, 'properties' | 'execute'>;

export type Resource = Operations & Pick<Operation, 'option'>;

/** Collects the operations of a node without resources, in the editor's order. */
export function collectOperations(
	byDefault: string,
	operations: Operation[],
	show?: Show,
): Operations {
	const choices = operations.map(({ option, tool, properties, execute }): Resource => ({
		option,
		properties: shownFor({ ...show, operation: [option.value] }, [
			...toolDescription(tool),
			...properties,
		]),
		execute: async (context) => {
			describeParameters(context, properties);
			return selectFields(context, await execute(context));
		},
	}));
	return collect('Operation', byDefault, choices, show);
}

/** Collects the operations of a resource, in the editor's order. */
export function collectResource(
	option: INodePropertyOptions,
	byDefault: string,
	operations: Operation[],
): Resource {
	return { option, ...collectOperations(byDefault, operations, { resource: [option.value] }) };
}

/** Collects the resources of a node, in the editor's order. */
export function collectResources(byDefault: string, resources: Resource[]): Operations {
	return collect('Resource', byDefault, resources);
}

/** A parameter with choices, the parameters of each, and a function that runs the chosen one. */
function collect(
	displayName: 'Operation' | 'Resource',
	byDefault: string,
	choices: Resource[],
	show?: Show,
): Operations {
	const name = displayName.toLowerCase();
	const choice: INodeProperties = {
		displayName,
		name,
		type: 'options',
		noDataExpression: true,
		...(show && { displayOptions: { show } }),
		options: choices.map(({ option }) => option),
		default: byDefault,
	};
	return {
		properties: [choice, ...choices.flatMap(({ properties }) => properties)],
		execute: async (context) => {
			const chosen = context.getNodeParameter(name, 0, '') as unknown;
			const found = choices.find(({ option }) => option.value === chosen);
			if (found) return await found.execute(context);
			// as can happen with an expression or an import; in English, since no option can be read
			throw problemError(context, {
				message: `There is no ${name} '${sanitize(chosen)}'`,
				remedy: `Choose one of these: ${choices.map(({ option }) => option.name).join(', ')}.`,
			});
		},
	};
}

/** Adds conditions to those under which parameters are shown. */
export function shownFor(show: Show, properties: INodeProperties[]): INodeProperties[] {
	return properties.map((property) => ({
		...property,
		displayOptions: {
			...property.displayOptions,
			show: { ...show, ...property.displayOptions?.show },
		},
	}));
}

/** Reduces each result to the fields that the tool returns; a node that is not a tool returns everything. */
export function selectFields(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
): INodeExecutionData[] {
	return items.map((one) => {
		const { item: itemIndex = 0 } = one.pairedItem as { item?: number };
		const output = context.getNodeParameter('output', itemIndex, '');
		if (output !== SELECTED_FIELDS || one.json.error !== undefined) return one;
		const fields = context.getNodeParameter('fields', itemIndex, []) as string[];
		if (fields.length === 0) return one;
		const selected = Object.entries(one.json).filter(([key]) => fields.includes(key));
		return { ...one, json: Object.fromEntries(selected) };
	});
}
