import type { INodeProperties } from 'n8n-workflow';

import { isoTime } from '../../../shared/aiCall/times';
import type { Operation } from '../../../shared/description/operations';
import { languageProperty, optionsProperty } from '../../../shared/description/properties';
import { requestOptionProperties } from '../../../shared/description/requestOptions';
import { simplifyProperties } from '../../../shared/description/toolOutput';
import type { Item } from '../../../shared/items/item';
import { failure } from '../../../shared/problem/problem';
import {
	BY_DAY,
	overProblem,
	periodText,
	readableTimes,
	readWorkingPeriods,
} from '../../hours/hours';
import {
	collectionProperty,
	lineLocator,
	scriptLocator,
	timesOfDay,
	voiceLocator,
	type Entries,
} from '../../parameters/fields';
import { locatorValue, readOutput, readText, requiredId } from '../../parameters/values';
import { readEntries, refuseRetryOnFail } from '../../settings/readSettings';
import { lineNumbers, taskProblem, type CreateBody } from '../../tasks/requests';
import { eachItem, errorAfter } from '../../transport/eachItem';
import { createTask } from '../../transport/taskCommand';

/** The parameters that describe a task to be created (services.md, AI Call: Calls and tasks). */
export function taskFieldProperties(
	nameDescription = 'A name to find the task by',
	hoursDescription?: string,
): INodeProperties[] {
	return [
		{
			displayName: 'Task Name',
			name: 'taskName',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. Renewal reminder November',
			description: nameDescription,
		},
		...scriptLocator,
		...lineLocator,
		voiceLocator,
		collectionProperty(
			{ displayName: 'Additional Fields', name: 'additionalFields', placeholder: 'Add Field' },
			additionalFields(hoursDescription),
		),
	];
}

const additionalFields = (
	hoursDescription = "The hours of the day in which the platform calls the task's numbers, in China time. If not set: 08:00 to 21:00.",
) =>
	({
		moreLines: {
			displayName: 'Additional Line Names or IDs',
			type: 'multiOptions',
			typeOptions: { loadOptionsMethod: 'getLines' },
			default: [],
			description:
				'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
		},
		retries: {
			displayName: 'Retries',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 3, numberPrecision: 0 },
			default: 1,
			description:
				'How many times the platform redials a number that was not reached, 0 to 3. If not set: 0.',
		},
		begin: {
			displayName: 'Start Calling At',
			type: 'dateTime',
			default: '',
			description:
				'When calling may begin, in China time unless it names a zone. Leave empty to begin as soon as the task is started.',
		},
		end: {
			displayName: 'Stop Calling At',
			type: 'dateTime',
			default: '',
			description: 'When calling must end, in China time unless it names a zone',
		},
		workingPeriods: {
			displayName: 'Task Working Hours',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			placeholder: 'Add Period',
			default: {},
			description: hoursDescription,
			options: [{ displayName: 'Period', name: 'period', values: timesOfDay('09:00', '18:00') }],
		},
		retryWait: {
			displayName: 'Wait Between Retries (Seconds)',
			type: 'number',
			typeOptions: { minValue: 0, numberPrecision: 0 },
			default: 600,
			description:
				'How long the platform waits before it calls a number again. If not set, the platform decides.',
		},
	}) satisfies Entries;

/** An item's task; by default it begins now and works in `hours`. @throws NodeOperationError if it is wrong */
export function readTaskFields(item: Item, now: number, hours = BY_DAY): CreateBody {
	// a misspelled begin must not let people be called at once
	const fields = readEntries(item, 'additionalFields', additionalFields());
	const textOf = (given: unknown, name: string) => item.unwrap(readText(given, name));
	const moreLines = [fields.moreLines ?? []].flat();
	const voice = locatorValue(item, 'voice');
	const body: CreateBody = {
		task_name: textOf(item.parameter('taskName', ''), 'Task Name'),
		robot_id: requiredId(item, 'script'),
		line_num: lineNumbers([
			requiredId(item, 'line'),
			...moreLines.map((line) => textOf(line, 'Additional Line Names or IDs')),
		]),
		recall_count: fields.retries,
		time_recall_wait: fields.retryWait,
		time_range:
			item.unwrap(readWorkingPeriods(fields.workingPeriods)) ?? hours.windows.map(periodText),
		time_begin: fields.begin ?? now,
		time_end: fields.end,
		...(voice !== '' && { voice_code: voice }),
	};
	const wrong = taskProblem(body, now) ?? overProblem(body, now);
	return wrong === undefined ? body : item.unwrap(failure(wrong));
}

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
			...['taskId', 'taskName', 'robotId', 'lineNum'],
			...['timeBegin', 'timeBeginIso', 'timeEnd', 'timeEndIso'],
			...['startCallingAt', 'stopCallingAt', 'taskWorkingHours'],
		],
		selected: ['taskId', 'taskName'],
	}),
	optionsProperty([
		{ ...languageProperty, description: 'Language of the times in words' },
		requestOptionProperties.timeout,
	]),
];

/** Creates one task for each item, one after another. */
export const execute: Operation['execute'] = async (context) => {
	const created: string[] = [];
	const now = Date.now();
	const read = (item: Item) => {
		refuseRetryOnFail(context);
		return { ...readOutput(item), body: readTaskFields(item, now) };
	};
	return await eachItem(context, read, async (item, client, { body, language, simplify }) => {
		const outcome = await createTask(client, body);
		if (outcome.status !== 'accepted') {
			throw errorAfter(created, 'created', item, outcome.problem);
		}
		const { value: taskId, answer = {} } = outcome;
		created.push(taskId);
		if (!simplify) return [answer];
		const { time_begin: timeBegin, time_end: timeEnd } = body;
		return [
			{
				taskId,
				taskName: body.task_name,
				robotId: body.robot_id,
				lineNum: body.line_num,
				timeBegin,
				timeBeginIso: isoTime(timeBegin),
				...(timeEnd !== undefined && { timeEnd, timeEndIso: isoTime(timeEnd) }),
				...readableTimes(body, language),
			},
		];
	});
};
