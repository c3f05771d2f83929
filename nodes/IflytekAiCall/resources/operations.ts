import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { placeAction, placeCalls, placeProperties } from './call/place.operation';
import {
	configurationProperties,
	getManyConfiguration,
	getManyConfigurationAction,
} from './configuration/getMany.operation';
import {
	downloadAction,
	downloadProperties,
	downloadRecordings,
} from './recording/download.operation';
import { addNumbers, addNumbersAction, addNumbersProperties } from './task/addNumbers.operation';
import {
	commandProperties,
	deleteAction,
	deleteTasks,
	pauseAction,
	pauseTasks,
	startAction,
	startTasks,
} from './task/command.operation';
import { createAction, createProperties, createTasks } from './task/create.operation';
import { getAction, getProperties, getTasks } from './task/get.operation';
import { getManyAction, getManyProperties, getManyTasks } from './task/getMany.operation';
import { runAction, runProperties, runTasks } from './task/run.operation';
import { toolDescriptions } from './toolDescriptions';

/** What runs, by `resource` and `operation`. */
export const operations: Record<
	string,
	Record<string, (context: IExecuteFunctions) => Promise<INodeExecutionData[]>>
> = {
	call: { place: placeCalls },
	configuration: { getAll: getManyConfiguration },
	recording: { download: downloadRecordings },
	task: {
		addNumbers,
		create: createTasks,
		delete: deleteTasks,
		get: getTasks,
		getAll: getManyTasks,
		pause: pauseTasks,
		run: runTasks,
		start: startTasks,
	},
};

/** The choice of the operation, for each resource. */
export const operationChoices: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['call'] } },
		options: [
			{
				name: 'Place',
				value: 'place',
				action: placeAction,
				description: 'Call numbers directly, without a task of their own',
			},
		],
		default: 'place',
	},
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['configuration'] } },
		options: [
			{
				name: 'Get Many',
				value: 'getAll',
				action: getManyConfigurationAction,
				description: 'List many lines, scripts, voices and push addresses of the application',
			},
		],
		default: 'getAll',
	},
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['recording'] } },
		options: [
			{
				name: 'Download',
				value: 'download',
				action: downloadAction,
				description: 'Fetch the recording that a push names',
			},
		],
		default: 'download',
	},
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['task'] } },
		options: [
			{
				name: 'Add Numbers',
				value: 'addNumbers',
				action: addNumbersAction,
				description: 'Submit rows to a task that is not started yet',
			},
			{
				name: 'Create',
				value: 'create',
				action: createAction,
				description: 'Set up a task with script, line, times and retries',
			},
			{
				name: 'Delete',
				value: 'delete',
				action: deleteAction,
				description: 'A running task is stopped; a deleted one cannot be started again',
			},
			{
				name: 'Get',
				value: 'get',
				action: getAction,
				description: 'Look up one task by its ID',
			},
			{
				name: 'Get Many',
				value: 'getAll',
				action: getManyAction,
				description: 'Search many tasks by name and time',
			},
			{
				name: 'Pause',
				value: 'pause',
				action: pauseAction,
				description: 'Stop calling until the task is started again',
			},
			{
				name: 'Run',
				value: 'run',
				action: runAction,
				description: 'Create a task, add all rows and start it, in one go',
			},
			{
				name: 'Start',
				value: 'start',
				action: startAction,
				description: 'Begin calling, or go on after a pause',
			},
		],
		default: 'get',
	},
];

/** The parameters of all operations. */
export const operationProperties: INodeProperties[] = [
	...toolDescriptions,
	...placeProperties,
	...configurationProperties,
	...downloadProperties,
	...addNumbersProperties,
	...commandProperties,
	...createProperties,
	...getProperties,
	...getManyProperties,
	...runProperties,
];
