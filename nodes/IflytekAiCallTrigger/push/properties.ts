import type { INodeProperties } from 'n8n-workflow';

import { PUSH_KINDS } from './kinds';

const displayOptions = { show: { operation: ['pushes'] } };
const optionDisplay = { show: { '/operation': ['pushes'] } };

const kinds = [...PUSH_KINDS].sort((one, other) => one.label.localeCompare(other.label));

const events: INodeProperties = {
	displayName: 'Events',
	name: 'events',
	type: 'multiOptions',
	noDataExpression: true,
	required: true,
	options: kinds.map(({ event, label, description, action }) => ({
		name: label,
		value: event,
		description,
		action,
	})),
	default: [],
	displayOptions,
};

/** The parameters for pushes. */
export const pushProperties: INodeProperties[] = [
	{
		displayName:
			'<ul><li>Step 1: Publish this workflow.</li><li>Step 2: Copy the Production URL above.</li><li>Step 3: Paste it in the iFLYTEK console under Interface Configuration, for call records, recordings and dialogs.</li></ul>If the credential has a Webhook Secret, add ?key= and the secret at the end. <a href="https://github.com/n8n-nodes-iflytek/n8n-nodes-iflytek/blob/main/docs/ai-call-trigger.md#set-up" target="_blank">Show me</a>',
		name: 'pushNotice',
		type: 'notice',
		default: '',
		displayOptions,
	},
	{ ...events, default: kinds.map(({ event }) => event) },
];

/** Entries of Options for pushes, by name. */
export const pushOptions = {
	acknowledge: {
		displayName: 'Acknowledge',
		name: 'acknowledge',
		type: 'options',
		displayOptions: optionDisplay,
		options: [
			{
				name: 'Only When Stored',
				value: 'onlyWhenStored',
				description:
					'Never answers before n8n holds the event. While n8n is busy the platform sends events again, so they can come twice.',
			},
			{
				name: 'Within a Time Limit',
				value: 'withinTimeLimit',
				description:
					'Answers at the limit even if n8n is behind. If n8n is killed before it has caught up, these events are lost.',
			},
		],
		default: 'withinTimeLimit',
		description: 'When the platform is told that an event has arrived',
	},
	acknowledgeWithin: {
		displayName: 'Acknowledge Within (Seconds)',
		name: 'acknowledgeWithin',
		type: 'number',
		typeOptions: { minValue: 0.1, maxValue: 2.5, numberPrecision: 1 },
		default: 2.5,
		displayOptions: optionDisplay,
		description:
			"How long an event waits for n8n to store it. The platform waits 3 seconds, then sends it again. What was acknowledged but not yet stored is lost if n8n is killed: of 120 events, 50 at once, none with 2.5 seconds and up to 75 with 1.2 seconds; without N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE=true up to 68 and 98. With Only When Stored or n8n's Webhook node none was lost (n8n 1: 5 to 7 with each of these).",
	},
	ignorePreliminaryRecords: {
		displayName: 'Ignore Preliminary Records',
		name: 'ignorePreliminaryRecords',
		type: 'boolean',
		default: false,
		displayOptions: optionDisplay,
		description:
			'Whether an outbound call starts the workflow only with its final record. A call that has a preliminary record only then starts nothing.',
	},
	otherEvents: {
		displayName: 'Other Events',
		name: 'otherEvents',
		type: 'boolean',
		default: true,
		displayOptions: optionDisplay,
		description:
			'Whether events of a kind that is not documented start the workflow. If not set: only while all events are selected.',
	},
} satisfies Record<string, INodeProperties>;
