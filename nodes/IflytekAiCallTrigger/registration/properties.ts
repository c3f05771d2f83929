import type { INodeProperties } from 'n8n-workflow';

/** Entries of Options about the URLs in the platform's interface configuration, by name. */
export const registrationOptions = {
	verifyUrlsOnPublish: {
		displayName: 'Verify URLs on Publish',
		name: 'verifyUrlsOnPublish',
		type: 'options',
		options: [
			{
				name: 'Block Publishing',
				value: 'block',
				description: 'The workflow cannot be published while a URL is missing or different',
			},
			{
				name: 'Log a Warning',
				value: 'warn',
				description: 'Write in the log of n8n which URL to paste where',
			},
			{
				name: 'Off',
				value: 'off',
			},
		],
		default: 'off',
		description:
			'Whether publishing the workflow compares the URLs in the iFLYTEK console with those of this trigger. Needs an AI Call credential.',
	},
} satisfies Record<string, INodeProperties>;
