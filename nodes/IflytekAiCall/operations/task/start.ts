import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Operation } from '../../../shared/description/operations';
import type { Item } from '../../../shared/items/item';
import { failure, invalid, success } from '../../../shared/problem/problem';
import { callingHoursOptions, DAYS, HOURS } from '../../parameters/fields';
import {
	isAnyTime,
	isoInChina,
	momentText,
	readCallingDays,
	readCallingWindows,
} from '../../hours/callingHours';
import { checkStart, hasToWait } from '../../hours/taskHours';
import { notice, RED } from '../../settings/properties';
import { inOptions, readParameter, refuseRetryOnFail } from '../../settings/readSettings';
import { ENDED, statusOf, statusWords } from '../../tasks/taskStatus';
import { queryTask } from '../../transport/queries';
import { START } from '../../transport/taskCommand';
import { refused } from '../../words/say';
import { commandProperties, commandTasks, type CommandCheck } from './command';

export const option: Operation['option'] = {
	name: 'Start',
	value: 'start',
	action: 'Start AI call task',
	description: 'Start calling, or resume after a pause',
};

export const tool =
	'Starts a task of the telephone robot, or resumes a paused one. Real people are called and it costs money: call this only when the user has named the task and confirmed that it is to be started now. Give the ID of the task. After the start it takes no more numbers. If it fails, read the message to the user, and look at the state of the task before you start it again.';

export const properties: Operation['properties'] = [
	notice(
		'startNotice',
		'Starting a task calls the real people in it. After the start no more numbers can be added.',
		{ typeOptions: RED },
	),
	...commandProperties(
		callingHoursOptions({
			hours: 'A task whose own working hours go beyond these is not started.',
			days: 'A task that would call on another day is not started. ',
		}),
	),
];

/** Starts the task of each item, if it keeps the calling hours by itself. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	return await commandTasks(context, START, readStart);
}

/** Reads an item's calling hours; what it returns asks the platform for the task and checks it. */
function readStart(item: Item): CommandCheck {
	const hours = {
		windows: item.unwrap(readParameter(item, inOptions(HOURS), readCallingWindows)),
		days: item.unwrap(readParameter(item, inOptions(DAYS), readCallingDays)),
	};
	// n8n would start the task again without a look, though it may have called everyone meanwhile
	if (isAnyTime(hours)) refuseRetryOnFail(item.context, item);
	return async (client, taskId) => {
		if (isAnyTime(hours)) return success({ callingBegins: null });
		const found = await queryTask(client, taskId);
		if (!found.ok) {
			const { problem } = found;
			const message = `The task was not started, because its working hours could not be looked up: ${problem.message}`;
			return failure({ ...problem, message });
		}
		const task = found.value;
		if (task === undefined) return refused('noTask', taskId);
		if (ENDED.includes(statusOf(task))) {
			// the platform does not say whether it would call its people once more
			return invalid(
				`Task ${taskId} is ${statusWords(task).english}`,
				'Create a task for those who are still to be called.',
			);
		}
		const now = Date.now();
		const checked = checkStart(task, hours, now);
		if (!checked.ok) return checked;
		const begins = checked.value;
		if (hasToWait(begins, now)) {
			const message = `Task ${taskId} begins to call at ${momentText(begins, now).english}, China time.`;
			item.context.addExecutionHints({ type: 'info', location: 'outputPane', message });
		}
		return success({ callingBegins: isoInChina(begins) });
	};
}
