import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { requestOptionProperties } from '../../shared/http/options';

/** Options of an operation whose request may be sent again. */
export const queryOptions = (show: IDisplayOptions['show']): INodeProperties => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	displayOptions: { show },
	options: [
		requestOptionProperties.maxAttempts,
		requestOptionProperties.maxTimePerItem,
		requestOptionProperties.timeout,
	],
});

/** The choice between shaped output and what the platform sent. */
export const simplifyProperty = (show: IDisplayOptions['show']): INodeProperties => ({
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
	displayOptions: { show },
});
