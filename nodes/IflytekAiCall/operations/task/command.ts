import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { AiCallClient } from '../../../shared/aiCall/client';
import type { Operation } from '../../../shared/description/operations';
import { notice } from '../../../shared/description/properties';
import type { Item } from '../../../shared/items/item';
import { failure, invalid, success, type Result } from '../../../shared/problem/problem';
import { checkStart, isAnyTime, isoInChina, readCallingHours, waitsUntil } from '../../hours/hours';
import { callingHoursOptions, queryOptions, taskLocator } from '../../parameters/fields';
import { requiredId } from '../../parameters/values';
import { RED_EDGE } from '../../settings/properties';
import { inOptions, refuseRetryOnFail } from '../../settings/readSettings';
import { mayHaveBeenCalled } from '../../submission/outcome';
import { STATUS, statusOf, statusWords } from '../../tasks/records';
import { eachItem, errorAfter } from '../../transport/eachItem';
import { queryTask } from '../../transport/queries';
import { COMMANDS, commandTask, logStart, type CommandName } from '../../transport/taskCommand';
import { refused } from '../../words/say';

/** Looks at a task before its command is sent; what it returns joins the output. */
type CommandCheck = (client: AiCallClient, taskId: string) => Promise<Result<IDataObject>>;

/**
 * Sends a command to the task of each item, once for all items of one task: the rows that were added to a
 * task all carry its ID, and a start that may have been carried out is not sent again.
 */
async function commandTasks(
	context: IExecuteFunctions,
	name: CommandName,
	readCheck?: (item: Item) => CommandCheck,
) {
	const { done } = COMMANDS[name];
	/** results by task ID, except failures that may be tried again */
	const known = new Map<string, Result<IDataObject>>();
	const send = async (client: AiCallClient, taskId: string, check?: CommandCheck) => {
		const checked = check ? await check(client, taskId) : success<IDataObject>({});
		if (!checked.ok) return checked;
		const outcome = await commandTask(client, name, taskId);
		if (name === 'start') logStart(context, `task ${taskId}`, outcome, client.canceled);
		const result =
			outcome.status === 'accepted'
				? success({ taskId, [done]: true, ...checked.value })
				: failure(outcome.problem);
		if (mayHaveBeenCalled(outcome)) known.set(taskId, result);
		return result;
	};
	const read = (item: Item) => ({ taskId: requiredId(item, 'task'), check: readCheck?.(item) });
	return await eachItem(context, read, async (item, client, { taskId, check }) => {
		const result = known.get(taskId) ?? (await send(client, taskId, check));
		if (result.ok) return [result.value];
		const taskIds = [...known.keys()].filter((id) => known.get(id)?.ok);
		throw errorAfter(taskIds, done, item, result.problem);
	});
}

export const pause: Operation = {
	option: {
		name: 'Pause',
		value: 'pause',
		action: 'Pause AI call task',
		description: 'Stop calling until the task is started again',
	},
	properties: [taskLocator, queryOptions()],
	execute: async (context) => await commandTasks(context, 'pause'),
};

export const remove: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete AI call task',
		description: 'A running task is stopped; a deleted one cannot be started again',
	},
	properties: [taskLocator, queryOptions()],
	execute: async (context) => await commandTasks(context, 'delete'),
};

/** Starts the task of each item, if its own working hours keep to the calling hours. */
export const start: Operation = {
	option: {
		name: 'Start',
		value: 'start',
		action: 'Start AI call task',
		description: 'Start calling, or resume after a pause',
	},
	tool: 'Starts a task of the telephone robot, or resumes a paused one. Real people are called and it costs money: call this only when the user has named the task and confirmed that it is to be started now. Give the ID of the task. After the start it takes no more numbers. If it fails, read the message to the user, and look at the state of the task before you start it again.',
	properties: [
		notice(
			'startNotice',
			'Starting a task calls the real people in it. After the start no more numbers can be added.',
			{ typeOptions: RED_EDGE },
		),
		taskLocator,
		queryOptions(
			callingHoursOptions({
				hours: 'A task whose own working hours go beyond these is not started.',
				days: 'A task that would call on another day is not started. ',
			}),
		),
	],
	execute: async (context) => await commandTasks(context, 'start', readStart),
};

/** Reads an item's calling hours. The check that it returns queries the task and compares its hours. */
function readStart(item: Item): CommandCheck {
	const hours = readCallingHours((option, read) =>
		item.unwrap(read(item.parameter(inOptions(option).name, null))),
	);
	// Retry On Fail would start the task again unchecked, though it may have called everyone meanwhile
	if (isAnyTime(hours)) refuseRetryOnFail(item.context, item);
	return async (client, taskId) => {
		if (isAnyTime(hours)) return success({ callingBegins: null });
		const found = await queryTask(client, taskId);
		if (!found.ok) {
			const why = 'The task was not started, because its working hours could not be looked up';
			return failure({ ...found.problem, message: `${why}: ${found.problem.message}` });
		}
		const task = found.value;
		if (task === undefined) return refused('noTask', taskId);
		if (STATUS.ended.includes(statusOf(task))) {
			// it is not documented whether a start would call its people once more
			return invalid(
				`Task ${taskId} is ${statusWords(task).english}`,
				'Create a task for those who are still to be called.',
			);
		}
		const now = Date.now();
		const checked = checkStart(task, hours, now);
		if (!checked.ok) return checked;
		const begins = checked.value;
		const wait = waitsUntil(begins, now);
		if (wait !== undefined) {
			const message = `Task ${taskId} begins to call at ${wait.english}, China time.`;
			item.context.addExecutionHints({ type: 'info', location: 'outputPane', message });
		}
		return success({ callingBegins: isoInChina(begins) });
	};
}
