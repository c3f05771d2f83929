import type {
	IDataObject,
	IDisplayOptions,
	IExecuteFunctions,
	INodeProperties,
} from 'n8n-workflow';

import type { Result } from '../../../shared/items/problem';
import { createBody, type CreateBody } from '../../protocol/requests';
import { workingPeriods, type Period } from '../../protocol/workingPeriods';
import { readDate } from '../../parameters/dates';
import { lineLocator, locatorValue, scriptLocator, voiceLocator } from '../../parameters/locators';

/** The parameters that describe a task to be created (spec: AI call, 4). */
export function taskFieldProperties(
	show: IDisplayOptions['show'],
	nameDescription = 'Name under which the task is found again',
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
			displayOptions: { show },
		},
		scriptLocator(show),
		lineLocator(show),
		voiceLocator(show),
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			displayOptions: { show },
			options: [
				{
					displayName: 'Begin',
					name: 'begin',
					type: 'dateTime',
					default: '',
					description: "When calling may begin, in the workflow's time zone; now when it is empty",
				},
				{
					displayName: 'End',
					name: 'end',
					type: 'dateTime',
					default: '',
					description: "When calling ends at the latest, in the workflow's time zone",
				},
				{
					displayName: 'More Line Names or IDs',
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
					description: 'How often the platform calls a number again that was not reached, 0 to 3',
				},
				{
					displayName: 'Retry Wait (Seconds)',
					name: 'retryWait',
					type: 'number',
					typeOptions: { minValue: 0, numberPrecision: 0 },
					default: 600,
					description: 'How long the platform waits before it calls a number again',
				},
				{
					displayName: 'Working Periods',
					name: 'workingPeriods',
					type: 'fixedCollection',
					typeOptions: { multipleValues: true },
					placeholder: 'Add Period',
					default: {},
					description: 'When the robot may call within a day',
					options: [
						{
							displayName: 'Period',
							name: 'period',
							values: [
								{
									displayName: 'From',
									name: 'from',
									type: 'string',
									default: '09:00',
									placeholder: 'e.g. 09:00',
									description: 'Hours and minutes',
								},
								{
									displayName: 'To',
									name: 'to',
									type: 'string',
									default: '12:00',
									placeholder: 'e.g. 12:00',
									description: 'Hours and minutes, after From',
								},
							],
						},
					],
				},
			],
		},
	];
}

/** Reads and checks an item's task; `now` is when it begins if the item does not say. */
export function readTaskFields(
	context: IExecuteFunctions,
	itemIndex: number,
	now: number,
): Result<CreateBody> {
	const more = context.getNodeParameter('additionalFields', itemIndex, {}) as IDataObject;
	const zone = context.getTimezone();
	const begin = readDate(more.begin, zone, 'Begin');
	if (!begin.ok) return begin;
	const end = readDate(more.end, zone, 'End');
	if (!end.ok) return end;
	const { period = [] } = (more.workingPeriods ?? {}) as { period?: Period[] };
	const periods = workingPeriods(period);
	if (!periods.ok) return periods;
	return createBody(
		{
			name: String(context.getNodeParameter('taskName', itemIndex, '') ?? ''),
			robotId: locatorValue(context, 'script', itemIndex),
			lineNum: locatorValue(context, 'line', itemIndex),
			moreLines: [more.moreLines ?? []].flat().map(String),
			voiceCode: locatorValue(context, 'voice', itemIndex),
			beginMs: begin.value ?? now,
			endMs: end.value,
			recallCount: more.retries === undefined ? undefined : Number(more.retries),
			recallWaitSeconds: more.retryWait === undefined ? undefined : Number(more.retryWait),
			timeRange: periods.value,
		},
		now,
	);
}
