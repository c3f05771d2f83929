import type { INodeProperties } from 'n8n-workflow';

import { choices, languageProperty, notice } from '../../shared/description/properties';
import { PUSH_KINDS } from './kinds';

const kinds = [...PUSH_KINDS].sort((one, other) => one.label.localeCompare(other.label));

export const pushProperties: INodeProperties[] = [
	notice(
		'pushNotice',
		'Step 1, to try it: press Execute step. n8n then waits for one event at the Test URL, under Webhook URLs above. To send one, run the example workflow <a href="https://github.com/n8n-nodes-iflytek/n8n-nodes-iflytek/blob/main/examples/send-test-event.json" target="_blank">Send a test event</a>, or POST one of these <a href="https://github.com/n8n-nodes-iflytek/n8n-nodes-iflytek/blob/main/docs/ai-call-trigger.md#sample-events" target="_blank">samples</a> yourself.',
	),
	notice(
		'pushLiveNotice',
		'Step 2, to go live: publish this workflow, copy the Production URL and paste it in the iFLYTEK console under Interface Configuration, for each of the events. If the credential has a Webhook Secret, add ?key= and the secret to the URL. <a href="https://github.com/n8n-nodes-iflytek/n8n-nodes-iflytek/blob/main/docs/ai-call-trigger.md#set-up" target="_blank">Show me</a>',
	),
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		noDataExpression: true,
		required: true,
		options: kinds.map(({ event, label, description }) => ({
			name: label,
			value: event,
			description,
			action: `On ${label.toLowerCase()}`,
		})),
		default: [...kinds.map(({ event }) => event)],
	},
];

export const pushOptions: INodeProperties[] = [
	{
		displayName: 'Acknowledge',
		name: 'acknowledge',
		type: 'options',
		options: choices({
			onlyWhenStored: [
				'Only When Stored',
				'Never answers before n8n holds the event. While n8n is busy the platform sends events again, so they can come twice.',
			],
			withinTimeLimit: [
				'Within a Time Limit',
				'Answers at the limit even if n8n is behind. If n8n is killed before it has caught up, these events are lost.',
			],
		}),
		default: 'withinTimeLimit',
		description: 'When the platform is told that an event has arrived',
	},
	{
		displayName: 'Acknowledge Within (Seconds)',
		name: 'acknowledgeWithin',
		type: 'number',
		typeOptions: { minValue: 0.1, maxValue: 2.5, numberPrecision: 1 },
		default: 2.5,
		description:
			'How long an event waits for n8n to store it before it is acknowledged anyway; the platform sends it again after 3 seconds',
	},
	{
		displayName: 'Ignore Preliminary Records',
		name: 'ignorePreliminaryRecords',
		type: 'boolean',
		default: false,
		description:
			'Whether an outbound call starts the workflow only with its final record. A call with only a preliminary record then starts nothing.',
	},
	{ ...languageProperty, description: 'Language of speaker names, dialog steps and call results' },
	{
		displayName: 'Other Events',
		name: 'otherEvents',
		type: 'boolean',
		default: true,
		description:
			'Whether undocumented kinds of events start the workflow. If not set: only while all events are selected.',
	},
];
