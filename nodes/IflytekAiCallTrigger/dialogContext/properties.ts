import type { INodeProperties } from 'n8n-workflow';

import { choices, notice } from '../../shared/description/properties';

export const dialogContextProperties: INodeProperties[] = [
	notice(
		'dialogContextNotice',
		'Step 1, to try it: press Execute step. n8n then waits for one request at the Test URL, under Webhook URLs above. To send one, run the example workflow <a href="https://github.com/n8n-nodes-iflytek/n8n-nodes-iflytek/blob/main/examples/send-test-event.json" target="_blank">Send a test event</a>, which shows the answer (the fallback values, as long as no node after this one returns the data), or POST this <a href="https://github.com/n8n-nodes-iflytek/n8n-nodes-iflytek/blob/main/docs/ai-call-trigger.md#sample-events" target="_blank">sample</a> yourself.',
	),
	notice(
		'dialogContextLiveNotice',
		'Step 2, to go live: publish this workflow, copy the Production URL and paste it in the iFLYTEK console under Interface Configuration, as the URL for caller data (getDialogContext). If the credential has a Webhook Secret, add ?key= and the secret to the URL. <a href="https://github.com/n8n-nodes-iflytek/n8n-nodes-iflytek/blob/main/docs/ai-call-trigger.md#set-up" target="_blank">Show me</a>',
	),
	{
		displayName: 'Respond With',
		name: 'respondWith',
		type: 'options',
		noDataExpression: true,
		options: choices({
			lastNode: [
				'Output of Last Node',
				'One item whose fields are the variables of the script. If it is not ready in time, the fallback values are sent.',
			],
			fixedValues: ['Fixed Values', 'Sends the fallback values at once and starts no workflow'],
		}),
		default: 'lastNode',
	},
	{
		displayName: 'Fallback Values',
		name: 'fallbackValues',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		placeholder: 'Add Value',
		default: {},
		description:
			'The response when the workflow is too slow, fails or returns something other than text. Without values an empty object is sent.',
		options: [
			{
				displayName: 'Values',
				name: 'values',
				values: [
					{
						displayName: 'Name',
						name: 'name',
						type: 'string',
						default: '',
						placeholder: 'e.g. customer_name',
						description: 'Name of the variable in the script',
					},
					{
						displayName: 'Value',
						name: 'value',
						type: 'string',
						default: '',
						description: 'What the robot says instead of the variable',
					},
				],
			},
		],
	},
];

export const respondWithin: INodeProperties = {
	displayName: 'Respond Within (Milliseconds)',
	name: 'respondWithin',
	type: 'number',
	typeOptions: { minValue: 50, maxValue: 3000 },
	default: 400,
	displayOptions: { show: { '/respondWith': ['lastNode'] } },
	description:
		'How long the workflow has before the fallback values are sent. The platform expects a response within 500 milliseconds. While n8n is busy, the workflow gets less time.',
};
