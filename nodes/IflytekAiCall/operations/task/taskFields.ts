import type { INodeProperties } from 'n8n-workflow';

import { isEmpty, type Item } from '../../../shared/items/item';
import { failure, type Result } from '../../../shared/problem/problem';
import { BY_DAY } from '../../hours/callingHours';
import { createBody, type CreateBody } from '../../tasks/requests';
import { asPeriods, isOver, readWorkingPeriods } from '../../hours/taskHours';
import { timesOfDay } from '../../parameters/callingHours';
import { readDate, readText } from '../../parameters/values';
import { lineLocator, locatorValue, scriptLocator, voiceLocator } from '../../parameters/locators';
import { readEntries } from '../../settings/readSettings';

/** The parameters that describe a task to be created (services.md, AI Call: Calls and tasks). */
export function taskFieldProperties(
	nameDescription = 'A name to find the task by',
	hoursUnlessSet?: string,
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
		additionalFields(hoursUnlessSet),
	];
}

function additionalFields(hoursUnlessSet = '08:00 to 21:00'): INodeProperties {
	return {
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: [
			{
				displayName: 'Additional Line Names or IDs',
				name: 'moreLines',
				type: 'multiOptions',
				typeOptions: { loadOptionsMethod: 'getLines' },
				default: [],
				description:
					'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
			},
			{
				displayName: 'Retries',
				name: 'retries',
				type: 'number',
				typeOptions: { minValue: 0, maxValue: 3, numberPrecision: 0 },
				default: 1,
				description:
					'How many times the platform redials a number that was not reached, 0 to 3. If not set: 0.',
			},
			{
				displayName: 'Start Calling At',
				name: 'begin',
				type: 'dateTime',
				default: '',
				description:
					'When calling may begin, in China time unless it names a zone. Leave empty to begin as soon as the task is started.',
			},
			{
				displayName: 'Stop Calling At',
				name: 'end',
				type: 'dateTime',
				default: '',
				description: 'When calling must end, in China time unless it names a zone',
			},
			{
				displayName: 'Task Working Hours',
				name: 'workingPeriods',
				type: 'fixedCollection',
				typeOptions: { multipleValues: true },
				placeholder: 'Add Period',
				default: {},
				description: `The hours of the day in which the platform calls the task's numbers, in China time. If not set: ${hoursUnlessSet}.`,
				options: [
					{
						displayName: 'Period',
						name: 'period',
						values: timesOfDay('09:00', '18:00'),
					},
				],
			},
			{
				displayName: 'Wait Between Retries (Seconds)',
				name: 'retryWait',
				type: 'number',
				typeOptions: { minValue: 0, numberPrecision: 0 },
				default: 600,
				description:
					'How long the platform waits before it calls a number again. If not set, the platform decides.',
			},
		],
	};
}

/**
 * Reads and checks an item's task.
 * @param now when it begins if the item does not say
 * @param hours its working hours if the item does not say
 */
export function readTaskFields(item: Item, now: number, hours = BY_DAY): Result<CreateBody> {
	// a misspelled begin must not let people be called at once
	const fields = readEntries(item, additionalFields());
	if (!fields.ok) return fields;
	const more = fields.value;
	const begin = readDate(more.begin, 'Start Calling At');
	if (!begin.ok) return begin;
	const end = readDate(more.end, 'Stop Calling At');
	if (!end.ok) return end;
	const name = readText(item.parameter('taskName', ''), 'Task Name');
	if (!name.ok) return name;
	const moreLines: string[] = [];
	for (const given of [more.moreLines ?? []].flat()) {
		const line = readText(given, 'Additional Line Names or IDs');
		if (!line.ok) return line;
		moreLines.push(line.value);
	}
	const periods = readWorkingPeriods(more.workingPeriods);
	if (!periods.ok) return periods;
	const body = createBody(
		{
			task_name: name.value,
			robot_id: locatorValue(item, 'script'),
			lines: [locatorValue(item, 'line'), ...moreLines],
			recall_count: countOf(more.retries),
			time_recall_wait: countOf(more.retryWait),
			time_range: periods.value ?? asPeriods(hours),
			time_begin: begin.value ?? now,
			time_end: end.value,
			voice_code: locatorValue(item, 'voice'),
		},
		now,
	);
	const over = body.ok ? isOver(body.value, now) : undefined;
	return over === undefined ? body : failure(over);
}

/** A number, also as text; undefined where there is none, NaN for what is no number. */
function countOf(given: unknown): number | undefined {
	if (isEmpty(given)) return undefined;
	return typeof given === 'string' || typeof given === 'number' ? Number(given) : NaN;
}
