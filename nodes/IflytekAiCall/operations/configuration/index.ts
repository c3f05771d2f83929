import { collect } from '../collect';
import * as getMany from './getMany';

/** What the application has at the platform. */
export const configuration = collect({ name: 'Configuration', value: 'configuration' }, 'getAll', [
	getMany,
]);
