import type { INodeProperties } from 'n8n-workflow';

/**
 * A parameter that is a person's to set, also where an AI agent has the node as a tool: the editor
 * offers *From AI* for everything that may hold an expression, so that the tool's may not.
 */
export function notFromAi(property: INodeProperties): INodeProperties[] {
	const { show, ...others } = property.displayOptions ?? {};
	const shownWhere = (isTool: boolean) => ({
		...others,
		show: { ...show, '@tool': [isTool] },
	});
	return [
		{ ...property, displayOptions: shownWhere(false) },
		{ ...property, noDataExpression: true, displayOptions: shownWhere(true) },
	];
}
