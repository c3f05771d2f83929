import { collectResource } from '../../../shared/description/operations';
import * as getMany from './getMany';

/** What the application has at the platform. */
export const configuration = collectResource(
	{ name: 'Configuration', value: 'configuration' },
	'getAll',
	[getMany],
);
