import type { INodeProperties } from 'n8n-workflow';

import { shownFor } from '../shared/description/operations';
import { optionsProperty } from '../shared/description/properties';
import { accessOptions } from './access/properties';
import { dialogContextOptions, dialogContextProperties } from './dialogContext/properties';
import { pushOptions, pushProperties } from './push/properties';
import { registrationOptions } from './registration/properties';

/** All parameters of the trigger. */
export const triggerProperties: INodeProperties[] = [
	{
		displayName: 'Mode',
		// because of this name, n8n lists the entries among the node's triggers, next to the events
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Call Events',
				value: 'pushes',
				action: 'On any call event',
				description: 'What the platform sends after a call, such as its record or recording',
			},
			{
				name: 'Caller Data Requests',
				value: 'dialogContext',
				action: 'On caller data request',
				description:
					'What the platform asks at the start of an inbound call whose script has variables',
			},
		],
		default: 'pushes',
	},
	...shownFor({ operation: ['pushes'] }, pushProperties),
	...shownFor({ operation: ['dialogContext'] }, dialogContextProperties),
	optionsProperty(
		[
			...Object.values(accessOptions),
			...Object.values(registrationOptions),
			...shownFor({ '/operation': ['pushes'] }, Object.values(pushOptions)),
			...shownFor({ '/operation': ['dialogContext'] }, Object.values(dialogContextOptions)),
		].sort((one, other) => one.displayName.localeCompare(other.displayName)),
	),
];
