import type {
	IDataObject,
	IDisplayOptions,
	IExecuteFunctions,
	INodeProperties,
} from 'n8n-workflow';

/** The choice between shaped output and what the platform sent. */
export const simplifyProperty = (show: IDisplayOptions['show']): INodeProperties => ({
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
	displayOptions: { show },
});

/** The simplified output, or what the platform sent where 'Simplify' is off. */
export function shaped(
	context: IExecuteFunctions,
	itemIndex: number,
	sent: Record<string, unknown>,
	simplified: IDataObject,
): IDataObject {
	const simplify = context.getNodeParameter('simplify', itemIndex, true) as boolean;
	return simplify ? simplified : (sent as IDataObject);
}
