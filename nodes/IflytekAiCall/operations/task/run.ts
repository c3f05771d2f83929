import type { Operation } from '../../../shared/description/operations';
import { CALL_WARNING, NOT_ACCEPTED_TEXT, ROWS_TEXT } from '../../parameters/fields';
import { callingBegins, clockTime, keepWithin, readableTimes, waitsUntil } from '../../hours/hours';
import { prepareRows } from '../../rows/readRows';
import { isSendable, type Row } from '../../rows/row';
import { finishRun } from '../../rows/rowItems';
import { callModeProperties, callNotice, rowProperties } from '../../settings/properties';
import { showRows } from '../../rows/sendRows';
import { rowOptions, startIncompleteProperty } from '../../settings/runSettings';
import { TaskGroups } from '../../tasks/taskGroups';
import { text } from '../../words/say';
import { readTaskFields, taskFieldProperties } from './create';
import { TaskRun } from './taskRun';

export const option: Operation['option'] = {
	name: 'Run',
	value: 'run',
	action: 'Run AI call task (create, add numbers and start)',
	description: 'Create a task, add all rows and start it, in one go',
};

export const tool = `Lets a telephone robot call Chinese mobile numbers as a task of its own: creates the task, adds the numbers and starts it. ${CALL_WARNING} ${ROWS_TEXT} Returns one result for each row: accepted means that the person is in the task; taskState tells whether it was started. Tell the user what taskNote says; ${NOT_ACCEPTED_TEXT}`;

export const properties: Operation['properties'] = [
	...callNotice,
	...callModeProperties,
	...taskFieldProperties(
		'A name to find the task by. Items with the same script, line, voice and additional fields make up one task, named by the first of them.',
		"Narrower hours than the option Allowed Calling Hours, for this task alone, in China time. Leave out to use that option's hours.",
	),
	...rowProperties(['script.value']),
	startIncompleteProperty,
	rowOptions({
		hours: 'The task gets them as its working hours, which the platform keeps.',
		days: 'The platform has no setting for days, so the task ends on the day it begins to call. ',
	}),
];

/** Creates tasks, adds all their rows and starts them: one item for each row. */
export const execute: Operation['execute'] = async (context) => {
	const groups = new TaskGroups();
	const now = Date.now();
	const plan = await prepareRows(context, (item, { callingHours: hours }) => {
		const body = item.unwrap(keepWithin(readTaskFields(item, now, hours), hours, now));
		const { robot_id: scriptId, line_num: lines } = body;
		const { key } = groups.of(body);
		return { key, task: key, ids: { scriptId, lines: lines.split(';') } };
	});
	if ('items' in plan) return plan.items;
	const { all: tasks } = groups;
	const { rows, settings } = plan;
	if (settings.mode !== 'dryRun') return finishRun(plan, await new TaskRun(plan).runAll(tasks));
	return finishRun(plan, {
		...showRows(plan, ({ key }) => ({ create: tasks.get(key)?.body })),
		more: ({ target }) => {
			const task = tasks.get(target?.key);
			if (task === undefined) return {};
			const times = { ...task.body, time_begin: callingBegins(task.body, now) };
			return { times: readableTimes(times, settings.language) };
		},
		notes: waitingNotes(rows, tasks, Date.now()),
	});
};

/** For a dry run: when tasks started now begin to call, if they have to wait. */
function waitingNotes(rows: readonly Row[], tasks: TaskGroups['all'], now: number) {
	const keys = rows.filter(isSendable).map(({ target }) => target.key);
	const started = new Set(keys.flatMap((key) => tasks.get(key) ?? []));
	const begins = [...started].map(({ body }) => callingBegins(body, now));
	const wait = waitsUntil(Math.min(...begins), now);
	return wait === undefined ? [] : [text('callsWait', clockTime(now), wait)];
}
