import { collectResource, collectResources } from '../../shared/description/operations';
import * as place from './call/place';
import * as configuration from './configuration/getMany';
import * as download from './recording/download';
import * as addNumbers from './task/addNumbers';
import { pause, remove, start } from './task/command';
import * as create from './task/create';
import { get, getMany } from './task/query';
import * as run from './task/run';

const tasks = [addNumbers, create, remove, get, getMany, pause, run, start];

/** What the node offers, in the order in which the editor lists it. */
export const { properties, execute } = collectResources('call', [
	collectResource({ name: 'Call', value: 'call' }, 'place', [place]),
	collectResource({ name: 'Configuration', value: 'configuration' }, 'getAll', [configuration]),
	collectResource({ name: 'Recording', value: 'recording' }, 'download', [download]),
	collectResource({ name: 'Task', value: 'task' }, 'get', tasks),
]);
