import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { optionsProperty } from '../../shared/description/properties';
import { requestOptionProperties } from '../../shared/http/options';

/** Options of an operation whose request may be sent again, after those of its own. */
export const queryOptions = (
	show: IDisplayOptions['show'],
	own: INodeProperties[] = [],
): INodeProperties =>
	optionsProperty(show, [
		...own,
		requestOptionProperties.maxAttempts,
		requestOptionProperties.maxTimePerItem,
		requestOptionProperties.timeout,
	]);
