import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { optionsProperty } from '../../../shared/description/properties';
import { isoTime } from '../../../shared/aiCall/times';
import { isSimplified, simplifyProperties } from '../../../shared/items/toolOutput';
import { requestOptionProperties } from '../../../shared/http/options';
import { readableTimes } from '../../protocol/readableTimes';
import type { CreateBody } from '../../protocol/requests';
import { refuseRetryOnFail } from '../../rows/rowItems';
import { offerAllScripts } from '../../rows/rowOptions';
import { eachItem, namingDone, readItems } from '../eachItem';
import { createTask } from '../../transport/createTask';
import { hintAtChinaTime, readTaskFields, taskFieldProperties } from './taskFields';
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
	...simplifyProperties(show, {
		fields: [
			'taskId',
			'taskName',
			'robotId',
			'lineNum',
			'timeBegin',
			'timeBeginIso',
			'timeEnd',
			'timeEndIso',
			'startCallingAt',
			'stopCallingAt',
			'taskWorkingHours',
		],
		selected: ['taskId', 'taskName'],
	}),
	optionsProperty(show, [offerAllScripts, requestOptionProperties.timeout]),
];

/** Creates one task for each item, one after another. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const created: string[] = [];
	let taskOf: ReturnType<typeof readTasks> | undefined;
	return await eachItem(context, async (item, service) => {
		taskOf ??= readTasks(context);
		const { body, simplify } = taskOf(item);
		const outcome = await createTask(service, body);
		if (outcome.status !== 'accepted') {
			throw item.serviceError(namingDone(context, outcome.problem, 'created', created));
		}
		const { value: taskId, answer = {} } = outcome;
		created.push(taskId);
		if (!simplify) return answer as IDataObject;
		return { taskId, ...describeRequest(body, context.getTimezone()) };
	});
}

function readTasks(context: IExecuteFunctions) {
	refuseRetryOnFail(context);
	const now = Date.now();
	const tasks = readItems(context, (item) => ({
		simplify: isSimplified(item),
		body: item.unwrap(readTaskFields(item, now)),
	}));
	hintAtChinaTime(context);
	return tasks;
}

function describeRequest(body: CreateBody, timeZone: string): IDataObject {
	return {
		taskName: body.task_name,
		robotId: body.robot_id,
		lineNum: body.line_num,
		timeBegin: body.time_begin,
		timeBeginIso: isoTime(body.time_begin),
		...(body.time_end === undefined
			? {}
			: { timeEnd: body.time_end, timeEndIso: isoTime(body.time_end) }),
		...readableTimes(body, timeZone),
	};
}
