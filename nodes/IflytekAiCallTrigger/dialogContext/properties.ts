import type { INodeProperties } from 'n8n-workflow';

const displayOptions = { show: { operation: ['dialogContext'] } };

/** The parameters for dialog-context requests. */
export const dialogContextProperties: INodeProperties[] = [
	{
		displayName:
			'<ul><li>Step 1: Publish this workflow.</li><li>Step 2: Copy the Production URL above.</li><li>Step 3: Paste it in the iFLYTEK console under Interface Configuration, as the URL for caller data (getDialogContext).</li></ul>If the credential has a Webhook Secret, add ?key= and the secret at the end. <a href="https://github.com/n8n-nodes-iflytek/n8n-nodes-iflytek/blob/main/docs/ai-call-trigger.md#set-up" target="_blank">Show me</a>',
		name: 'dialogContextNotice',
		type: 'notice',
		default: '',
		displayOptions,
	},
	{
		displayName: 'Respond With',
		name: 'respondWith',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Output of Last Node',
				value: 'lastNode',
				description:
					'One item whose fields are the variables of the script. If it is not there in time, the fallback values are sent.',
			},
			{
				name: 'Fixed Values',
				value: 'fixedValues',
				description: 'Sends the fallback values at once and starts no workflow',
			},
		],
		default: 'lastNode',
		displayOptions,
	},
	{
		displayName: 'Fallback Values',
		name: 'fallbackValues',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		placeholder: 'Add Value',
		default: {},
		description:
			'The response when the workflow is too slow, fails or returns something other than texts. Without values it is an empty object.',
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
						description: 'What the robot says in its place',
					},
				],
			},
		],
		displayOptions,
	},
];

/** Entries of Options for dialog-context requests, by name. */
export const dialogContextOptions = {
	contextTimeout: {
		displayName: 'Context Timeout (Milliseconds)',
		name: 'contextTimeout',
		type: 'number',
		typeOptions: { minValue: 50, maxValue: 3000 },
		default: 400,
		displayOptions: { show: { '/operation': ['dialogContext'], '/respondWith': ['lastNode'] } },
		description:
			'How long the workflow has before the fallback values are sent. The platform wants a response within 500 milliseconds; below that, the time is shortened while n8n is busy.',
	},
} satisfies Record<string, INodeProperties>;
