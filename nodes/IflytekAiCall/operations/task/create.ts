import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { isoTime } from '../../../shared/aiCall/times';
import { serviceError } from '../../../shared/items/errors';
import type { Problem } from '../../../shared/items/problem';
import { requestOptionProperties } from '../../../shared/http/options';
import type { CreateBody } from '../../protocol/requests';
import { refuseRetryOnFail } from '../../rows/rowItems';
import { offerAllScripts } from '../../rows/rowProperties';
import { shaped, simplifyProperty } from '../../parameters/simplify';
import { eachItem } from '../eachItem';
import { createTask } from '../../transport/createTask';
import { parameterValue } from '../../parameters/parameterValue';
import { readTaskFields, taskFieldProperties } from './taskFields';
import { chosenToolDescription } from '../../parameters/toolText';

const show = { resource: ['task'], operation: ['create'] };

export const option: INodePropertyOptions = {
	name: 'Create',
	value: 'create',
	action: 'Create AI call task',
	description: 'Set up a task with script, line, times and retries',
};

export const properties: INodeProperties[] = [
	...chosenToolDescription(show),
	...taskFieldProperties(show),
	simplifyProperty(show),
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		displayOptions: { show },
		options: [offerAllScripts, requestOptionProperties.timeout],
	},
];

/** Creates one task for each item, one after another. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const created: string[] = [];
	let taskOf: ((itemIndex: number) => CreateBody) | undefined;
	return await eachItem(context, async (itemIndex, service) => {
		taskOf ??= readTasks(context);
		const body = taskOf(itemIndex);
		const outcome = await createTask(service, body);
		if (outcome.status !== 'accepted') {
			throw serviceError(context, itemIndex, mentioning(outcome.problem, created));
		}
		const { value: taskId, answer = {} } = outcome;
		created.push(taskId);
		return shaped(context, itemIndex, answer, { taskId, ...describeRequest(body) });
	});
}

/**
 * Reads and checks the tasks of all items before the first one is created: a node that throws keeps no
 * output, and run again it would create them twice.
 * @returns what gives the task of an item, or throws why there is none
 * @throws NodeOperationError for the first wrong item, unless the node is set to continue
 */
function readTasks(context: IExecuteFunctions): (itemIndex: number) => CreateBody {
	refuseRetryOnFail(context);
	const now = Date.now();
	const errors = new Map<number, unknown>();
	const tasks = context.getInputData().map((_, itemIndex) => {
		try {
			// read here as well, so that nothing is left that could fail once the task exists
			context.getNodeParameter('simplify', itemIndex, true);
			return parameterValue(context, itemIndex, readTaskFields(context, itemIndex, now));
		} catch (error) {
			errors.set(itemIndex, error);
			return undefined;
		}
	});
	if (errors.size > 0 && !context.continueOnFail()) throw [...errors.values()][0];
	return (itemIndex) => {
		const task = tasks[itemIndex];
		if (task === undefined) throw errors.get(itemIndex);
		return task;
	};
}

/** A node that throws keeps no output: the tasks it created before are named. */
function mentioning(failure: Problem, created: readonly string[]): Problem {
	if (created.length === 0) return failure;
	return {
		...failure,
		remedy: `${failure.remedy} Created before it: ${created.join(', ')}.`,
	};
}

function describeRequest(body: CreateBody): IDataObject {
	return {
		taskName: body.task_name,
		robotId: body.robot_id,
		lineNum: body.line_num,
		timeBegin: body.time_begin,
		timeBeginIso: isoTime(body.time_begin),
		...(body.time_end === undefined
			? {}
			: { timeEnd: body.time_end, timeEndIso: isoTime(body.time_end) }),
	};
}
