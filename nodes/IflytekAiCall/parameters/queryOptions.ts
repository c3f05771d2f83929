import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { optionsProperty } from '../../shared/description/properties';
import { requestOptionProperties } from '../../shared/http/options';

/** Options of an operation whose request may be sent again. */
export const queryOptions = (show: IDisplayOptions['show']): INodeProperties =>
	optionsProperty(show, [
		requestOptionProperties.maxAttempts,
		requestOptionProperties.maxTimePerItem,
		requestOptionProperties.timeout,
	]);
