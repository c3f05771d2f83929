import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Operation } from '../../../shared/description/operations';
import { languageProperty, optionsProperty } from '../../../shared/description/properties';
import { isoTime } from '../../../shared/aiCall/times';
import type { Item } from '../../../shared/items/item';
import { simplifyProperties } from '../../../shared/description/toolOutput';
import { requestOptionProperties } from '../../../shared/description/requestOptions';
import { readableTimes } from '../../hours/taskHours';
import { readOutput } from '../../parameters/values';
import { refuseRetryOnFail } from '../../settings/readSettings';
import { eachItem, withCompletedTasks } from '../../transport/eachItem';
import { createTask } from '../../transport/taskCommand';
import { readTaskFields, taskFieldProperties } from './taskFields';

export const option: Operation['option'] = {
	name: 'Create',
	value: 'create',
	action: 'Create AI call task',
	description: 'Set up a task with script, line, times and retries',
};

export const properties: Operation['properties'] = [
	...taskFieldProperties(),
	...simplifyProperties({
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
	optionsProperty([
		{ ...languageProperty, description: 'Language of the times in words' },
		requestOptionProperties.timeout,
	]),
];

/** Creates one task for each item, one after another. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const created: string[] = [];
	const now = Date.now();
	const read = (item: Item) => {
		refuseRetryOnFail(context);
		return { ...readOutput(item), body: readTaskFields(item, now) };
	};
	return await eachItem(context, read, async (item, client, { body, language, simplify }) => {
		const outcome = await createTask(client, body);
		if (outcome.status !== 'accepted') {
			throw item.serviceError(withCompletedTasks(context, outcome.problem, 'created', created));
		}
		const { value: taskId, answer = {} } = outcome;
		created.push(taskId);
		if (!simplify) return answer as IDataObject;
		const { time_begin: timeBegin, time_end: timeEnd } = body;
		return {
			taskId,
			taskName: body.task_name,
			robotId: body.robot_id,
			lineNum: body.line_num,
			timeBegin,
			timeBeginIso: isoTime(timeBegin),
			...(timeEnd !== undefined && { timeEnd, timeEndIso: isoTime(timeEnd) }),
			...readableTimes(body, language),
		};
	});
}
