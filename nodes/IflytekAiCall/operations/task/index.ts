import { collectResource } from '../../../shared/description/operations';
import * as addNumbers from './addNumbers';
import * as create from './create';
import * as delete_ from './delete';
import * as get from './get';
import * as getMany from './getMany';
import * as pause from './pause';
import * as run from './run';
import * as start from './start';

/** Call tasks. */
export const task = collectResource({ name: 'Task', value: 'task' }, 'get', [
	addNumbers,
	create,
	delete_,
	get,
	getMany,
	pause,
	run,
	start,
]);
