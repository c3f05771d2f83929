import type { INodeProperties } from 'n8n-workflow';

import { shownFor } from '../shared/description/operations';
import { choices, optionsProperty } from '../shared/description/properties';
import { dialogContextProperties, respondWithin } from './dialogContext/properties';
import { pushOptions, pushProperties } from './push/properties';

/** Entries of Options of both modes: who may call, and the URLs in the platform's interface configuration. */
const commonOptions: INodeProperties[] = [
	{
		displayName: 'Allowed Addresses',
		name: 'allowedAddresses',
		type: 'string',
		default: '',
		placeholder: 'e.g. 203.0.113.7, 198.51.100.0/24',
		description:
			'Comma-separated IP addresses and IPv4 ranges that may call; others get 403. Behind a proxy, set N8N_PROXY_HOPS so that n8n sees the real caller.',
	},
	{
		displayName: 'Allowed App IDs',
		name: 'allowedAppIds',
		type: 'string',
		default: '',
		placeholder: 'e.g. 5f3a2b1c',
		description:
			'Comma-separated application IDs. A request that names another one gets 403; one that names none is accepted, so use a Webhook Secret for protection.',
	},
	{
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
	},
];

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
			...commonOptions,
			...shownFor({ '/operation': ['pushes'] }, pushOptions),
			...shownFor({ '/operation': ['dialogContext'] }, [respondWithin]),
		].sort((one, other) => one.displayName.localeCompare(other.displayName)),
	),
];
