import type { INodeProperties } from 'n8n-workflow';

const forPushes = { show: { receive: ['pushes'] } };
const forDialogContext = { show: { receive: ['dialogContext'] } };

export const triggerProperties: INodeProperties[] = [
	{
		displayName:
			'Activate (publish) the workflow, then paste the <b>production URL</b> above into the iFLYTEK console: AI call service, interface configuration, the same URL for call records, recordings and dialogs. With a push secret in the credential, put <code>?key=</code> and the secret behind it. The platform has no call to do this for you. The test URL only listens while you test.',
		name: 'pushNotice',
		type: 'notice',
		default: '',
		displayOptions: forPushes,
	},
	{
		displayName:
			'Activate (publish) the workflow, then paste the <b>production URL</b> above into the iFLYTEK console as the URL of the dialog context (getDialogContext). With a push secret in the credential, put <code>?key=</code> and the secret behind it. The last node of the workflow gives the answer: one item whose fields are the variables of the script.',
		name: 'dialogContextNotice',
		type: 'notice',
		default: '',
		displayOptions: forDialogContext,
	},
	{
		displayName: 'Receive',
		name: 'receive',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Pushes',
				value: 'pushes',
				description: 'Call records, recordings and dialogs, which the platform sends after a call',
			},
			{
				name: 'Dialog Context Requests',
				value: 'dialogContext',
				description:
					'What the platform asks at the start of an inbound call whose script has variables',
			},
		],
		default: 'pushes',
	},
	{
		displayName: 'Trigger On',
		name: 'events',
		type: 'multiOptions',
		noDataExpression: true,
		required: true,
		options: [
			{
				name: 'Call Record',
				value: 'callRecord',
				description: 'Who was called, when, for how long, and how the call ended',
			},
			{
				name: 'Dialog',
				value: 'dialog',
				description: 'What the robot and the customer said, with the intentions',
			},
			{
				name: 'Recording',
				value: 'recording',
				description: 'Where the recording of a call is',
			},
			{
				name: 'Unknown Push',
				value: 'unknown',
				description: 'Pushes of a kind that is not documented',
			},
		],
		default: ['callRecord', 'recording', 'dialog', 'unknown'],
		displayOptions: forPushes,
	},
	{
		displayName: 'Answer With',
		name: 'answerWith',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Result of the Workflow',
				value: 'workflow',
				description: 'The fallback values are the answer when the result is not there in time',
			},
			{
				name: 'Fallback Values Only',
				value: 'values',
				description: 'Answers at once and starts no workflow',
			},
		],
		default: 'workflow',
		displayOptions: forDialogContext,
	},
	{
		displayName: 'Fallback Values',
		name: 'fallbackValues',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		placeholder: 'Add Value',
		default: {},
		description:
			'The answer when the workflow is too slow, fails or gives something other than texts. Without values it is an empty object.',
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
		displayOptions: forDialogContext,
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
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
				description: 'Comma-separated application IDs whose requests are taken; others get 403',
			},
			{
				displayName: 'Answer Deadline (Seconds)',
				name: 'answerDeadline',
				type: 'number',
				typeOptions: { minValue: 0.1, maxValue: 2.5, numberPrecision: 1 },
				default: 1.2,
				displayOptions: { show: { '/receive': ['pushes'] } },
				description:
					'How long a push waits for n8n to take it before it is answered anyway. The platform waits 3 seconds and then sends again.',
			},
			{
				displayName: 'Check Registration',
				name: 'checkRegistration',
				type: 'options',
				options: [
					{
						name: 'Off',
						value: 'off',
					},
					{
						name: 'Refuse to Activate',
						value: 'refuse',
						description: 'The workflow cannot be activated while a URL is missing or different',
					},
					{
						name: 'Warn in Log',
						value: 'warn',
						description: 'The log of n8n says which URL has to be pasted where',
					},
				],
				default: 'off',
				description:
					"Whether activating the workflow compares the URLs in the platform's interface configuration with this trigger's. Needs an AI Call credential.",
			},
			{
				displayName: 'Context Timeout (Milliseconds)',
				name: 'contextTimeout',
				type: 'number',
				typeOptions: { minValue: 50, maxValue: 3000 },
				default: 400,
				displayOptions: { show: { '/receive': ['dialogContext'], '/answerWith': ['workflow'] } },
				description:
					'How long the workflow has before the fallback values are sent. The platform wants an answer within 500 milliseconds; below that, the time is shortened while n8n is busy.',
			},
			{
				displayName: 'Skip Basic Record',
				name: 'skipBasicRecord',
				type: 'boolean',
				default: false,
				displayOptions: { show: { '/receive': ['pushes'] } },
				description:
					'Whether an outbound call starts the workflow only with its outbound record, which holds all fields of the basic one. A call may have a basic record only; such a call then starts nothing.',
			},
		],
	},
];
