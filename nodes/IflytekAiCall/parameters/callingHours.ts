import type { INodeProperties } from 'n8n-workflow';

import { DAY_NAMES } from '../hours/callingHours';

/** What the options about hours say of an operation, in sentences. */
export interface HoursText {
	hours: string;
	days?: string;
}

/** The fields of hours: when they begin and end. */
export function timesOfDay(from: string, to: string): INodeProperties[] {
	const description = 'Hours and minutes in China time';
	return [
		{
			displayName: 'From (China Time)',
			name: 'from',
			type: 'string',
			default: from,
			placeholder: `e.g. ${from}`,
			description,
		},
		{
			displayName: 'To (China Time)',
			name: 'to',
			type: 'string',
			default: to,
			placeholder: `e.g. ${to}`,
			description: `${description}, after From`,
		},
	];
}

/** The options that say when people may be called; an operation's collection begins with them. */
export const callingHoursOptions = ({ hours, days = '' }: HoursText): INodeProperties[] => [
	{
		displayName: 'Allowed Calling Days',
		name: 'callingDays',
		type: 'multiOptions',
		options: Object.entries(DAY_NAMES).map(([value, { english: name }]) => ({ name, value })),
		default: ['mon', 'tue', 'wed', 'thu', 'fri'],
		description: `The days of the week on which people may be called, in China time. ${days}If not set: every day.`,
	},
	{
		displayName: 'Allowed Calling Hours',
		name: 'callingHours',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Hours',
		default: {},
		description: `When people may be called, in China time. ${hours} If not set: 08:00 to 21:00. For the whole day enter 00:00 to 24:00.`,
		options: [
			{
				displayName: 'Hours',
				name: 'hours',
				values: timesOfDay('08:00', '21:00'),
			},
		],
	},
];
