import {
	NodeHelpers,
	type INodeParameters,
	type INodeProperties,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

/** What the editor shows with these parameters, of the node or of the tool that n8n makes of it. */
export function shown({ description }: INodeType, chosen: INodeParameters, isTool: boolean) {
	const type: INodeTypeDescription = isTool
		? { ...description, name: `${description.name}Tool`, outputs: ['ai_tool'] }
		: description;
	const node = { typeVersion: 1 };
	const { properties } = type;
	const parameters = NodeHelpers.getNodeParameters(properties, chosen, true, false, node, type)!;
	const isShown = (property: INodeProperties) =>
		NodeHelpers.displayParameter(parameters, property, node, type);
	return { properties: properties.filter(isShown), parameters };
}
