import type { INodeProperties } from 'n8n-workflow';

import { optionsProperty } from '../../shared/description/properties';
import { requestOptionProperties } from '../../shared/description/requestOptions';

/** Options of an operation whose request may be sent again, after those of its own. */
export const queryOptions = (own: INodeProperties[] = []): INodeProperties =>
	optionsProperty([
		...own,
		requestOptionProperties.maxAttempts,
		requestOptionProperties.maxTimePerItem,
		requestOptionProperties.timeout,
	]);
