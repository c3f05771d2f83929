import type { INodeProperties } from 'n8n-workflow';

import { shownFor } from '../shared/description/operations';
import { choices, optionsProperty } from '../shared/description/properties';
import { accessOptions } from './access/request';
import { dialogContextProperties, respondWithin } from './dialogContext/properties';
import { pushOptions, pushProperties } from './push/properties';

const verifyUrls: INodeProperties = {
	displayName: 'Verify URLs on Publish',
	name: 'verifyUrlsOnPublish',
	type: 'options',
	options: choices({
		block: [
			'Block Publishing',
			'The workflow cannot be published while a URL is missing or different',
		],
		warn: ['Log a Warning', 'Write in the log of n8n which URL to paste where'],
		off: ['Off'],
	}),
	default: 'off',
	description:
		'Whether publishing the workflow compares the URLs in the iFLYTEK console with those of this trigger. Needs an AI Call credential.',
};

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
			...accessOptions,
			verifyUrls,
			...shownFor({ '/operation': ['pushes'] }, pushOptions),
			...shownFor({ '/operation': ['dialogContext'] }, [respondWithin]),
		].sort((one, other) => one.displayName.localeCompare(other.displayName)),
	),
];
