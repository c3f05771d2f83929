import type { AiCallClient } from '../../../shared/aiCall/client';
import type { Operation } from '../../../shared/description/operations';
import type { Wording } from '../../../shared/problem/language';
import { isAnyTime, workingHours, type CallingHours } from '../../hours/hours';
import { queryTask } from '../../transport/queries';
import {
	columnScriptLocator,
	NOT_ACCEPTED_TEXT,
	ROWS_TEXT,
	taskLocator,
} from '../../parameters/fields';
import { locatorValue, requiredId } from '../../parameters/values';
import { prepareRows } from '../../rows/readRows';
import { firstRows } from '../../rows/row';
import { carryOut, insertSender } from '../../rows/sendRows';
import { addModeProperties, preparingNotice, rowProperties } from '../../settings/properties';
import { rowOptions } from '../../settings/runSettings';
import { messageOf, remedyOf, text } from '../../words/say';

export const option: Operation['option'] = {
	name: 'Add Numbers',
	value: 'addNumbers',
	action: 'Add numbers to AI call task',
	description: 'Submit rows to a task that has not started yet',
};

// n8n keeps this text when the user switches between these operations: none may say that nobody is called
export const tool = `Adds Chinese mobile numbers to a task of the telephone robot that is not started yet. Everybody in it is called once it is started, and that costs money: call this only when the user has named the people, and never twice for the same request. ${ROWS_TEXT} Returns one result for each row: accepted means that the person is in the task; ${NOT_ACCEPTED_TEXT}`;

export const properties: Operation['properties'] = [
	preparingNotice,
	...addModeProperties,
	taskLocator,
	columnScriptLocator,
	...rowProperties(['task.value', 'script.value']),
	rowOptions({
		hours:
			"Adding numbers calls nobody and works at any hour; if the task's own working hours go beyond these, a note says so.",
	}),
];

/** Adds rows to tasks: one item for each row. */
export const execute: Operation['execute'] = async (context) => {
	const plan = await prepareRows(context, (item) => {
		const task = requiredId(item, 'task');
		const scriptId = locatorValue(item, 'script');
		return { key: task, task, ids: { taskId: task, ...(scriptId !== '' && { scriptId }) } };
	});
	if ('items' in plan) return plan.items;
	const { client, settings } = plan;
	const tasks = new Set(firstRows(plan.rows).map(({ target }) => target.task));
	const notes = await taskNotes(client, tasks, settings.callingHours);
	const sender = insertSender(client, settings, ({ task }) => task);
	return await carryOut(plan, sender, {
		more: ({ target }) => ({
			...(target && { taskId: target.task }),
			taskNote: notes.get(target?.task ?? '')?.[settings.language] ?? null,
		}),
		notes: [...notes].map(([task, note]) => text('ofTask', task, note)),
	});
};

/** A note for each task whose own working hours go beyond the calling hours: it would call people then. */
async function taskNotes(client: AiCallClient, taskIds: Iterable<string>, hours: CallingHours) {
	const notes = new Map<string, Wording>();
	if (isAnyTime(hours)) return notes;
	for (const taskId of taskIds) {
		const found = await queryTask(client, taskId);
		if (!found.ok) notes.set(taskId, text('hoursNotFound', messageOf(found.problem)));
		// the platform refuses rows for a task that does not exist
		const checked = found.ok && found.value && workingHours(found.value, hours);
		if (!checked || checked.ok) continue;
		const { problem } = checked;
		notes.set(taskId, text('startRefuses', messageOf(problem), remedyOf(problem)));
	}
	return notes;
}
