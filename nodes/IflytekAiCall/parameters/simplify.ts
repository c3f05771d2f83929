import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

/** The choice between shaped output and what the platform sent. */
export const simplifyProperty = (show: IDisplayOptions['show']): INodeProperties => ({
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
	displayOptions: { show },
});
