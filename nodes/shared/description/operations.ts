import type {
	IDisplayOptions,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { problemError } from '../items/errors';
import { describeParameters, type FormerChoices } from '../items/item';
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
	former?: FormerChoices;
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
	return {
		properties: [
			choiceOf('Operation', byDefault, operations, show),
			...operations.flatMap(({ option, tool, properties }) =>
				shownFor({ ...show, operation: [option.value] }, [...toolDescription(tool), ...properties]),
			),
		],
		execute: async (context) => {
			const operation = chosenOf(context, 'operation', operations);
			describeParameters(context, operation.properties, operation.former);
			return selectFields(context, await operation.execute(context));
		},
	};
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
	return {
		properties: [
			choiceOf('Resource', byDefault, resources),
			...resources.flatMap(({ properties }) => properties),
		],
		execute: async (context) => await chosenOf(context, 'resource', resources).execute(context),
	};
}

function choiceOf(
	displayName: 'Operation' | 'Resource',
	byDefault: string,
	among: Array<{ option: INodePropertyOptions }>,
	show?: Show,
): INodeProperties {
	return {
		displayName,
		name: displayName.toLowerCase(),
		type: 'options',
		noDataExpression: true,
		...(show && { displayOptions: { show } }),
		options: among.map(({ option }) => option),
		default: byDefault,
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

/** @throws NodeOperationError when the choice does not exist, as can happen with an expression or an import */
function chosenOf<T extends { option: INodePropertyOptions }>(
	context: IExecuteFunctions,
	name: 'operation' | 'resource',
	choices: T[],
): T {
	const chosen = context.getNodeParameter(name, 0, '') as unknown;
	const found = choices.find(({ option }) => option.value === chosen);
	if (found) return found;
	// in English: the language is among its options, which cannot be read
	throw problemError(context, {
		message: `There is no ${name} '${sanitize(chosen)}'`,
		remedy: `Choose one of these: ${choices.map(({ option }) => option.name).join(', ')}.`,
	});
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
