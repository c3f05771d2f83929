import type { INodeProperties } from 'n8n-workflow';

/**
 * A parameter that only a person may set, even where the node is a tool of an AI agent: the editor offers
 * *From AI* for every parameter that accepts expressions, so in the tool this one accepts none.
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
