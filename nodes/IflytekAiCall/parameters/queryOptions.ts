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
