import {
	NodeHelpers,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyOptions,
	type INodeType,
} from 'n8n-workflow';

/** An operation of a node, as its parameters choose it. */
export interface ChosenOperation {
	/** such as task.create */
	name: string;
	chosen: INodeParameters;
	/** its parameters, as the editor shows them with nothing else chosen */
	properties: INodeProperties[];
}

/** Every operation of a node. */
export function operationsOf({ description }: INodeType): ChosenOperation[] {
	const { properties } = description;
	const shownWith = (parameters: INodeParameters) =>
		properties.filter((one) =>
			NodeHelpers.displayParameter(parameters, one, { typeVersion: 1 }, description),
		);
	const valuesOf = (name: string, chosen: INodeParameters) =>
		shownWith(chosen)
			.filter((one) => one.name === name)
			.flatMap(({ options }) => options as INodePropertyOptions[])
			.map(({ value }) => value as string);
	const resources = valuesOf('resource', {});
	return (resources.length === 0 ? [undefined] : resources).flatMap((resource) =>
		valuesOf('operation', { ...(resource && { resource }) }).map((operation) => {
			const chosen = { ...(resource && { resource }), operation };
			const all = NodeHelpers.getNodeParameters(
				properties,
				chosen,
				true,
				false,
				{ typeVersion: 1 },
				description,
			)!;
			return { name: Object.values(chosen).join('.'), chosen, properties: shownWith(all) };
		}),
	);
}

/** What parameters and the entries of their collections are where nobody sets them: n8n saves only what differs. */
function defaultsOf(properties: INodeProperties[], path = ''): Record<string, unknown> {
	return Object.assign(
		{},
		...properties.map(({ type, name, default: value, options = [] }) => {
			const here = `${path}${name}`;
			switch (type) {
				case 'notice':
					return {};
				case 'collection':
					return defaultsOf(options as INodeProperties[], `${here}.`);
				case 'fixedCollection':
					return Object.assign(
						{},
						...(options as INodePropertyCollection[]).map((group) =>
							defaultsOf(group.values, `${here}.${group.name}.`),
						),
					) as object;
				default:
					return { [here]: value };
			}
		}),
	) as Record<string, unknown>;
}

/** The defaults of all nodes: by node, operation and parameter. */
export function allDefaults(nodes: INodeType[]): Record<string, Record<string, object>> {
	return Object.fromEntries(
		nodes.map((node) => [
			node.description.name,
			Object.fromEntries(
				operationsOf(node).map(({ name, properties }) => [name, defaultsOf(properties)]),
			),
		]),
	);
}
