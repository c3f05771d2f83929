import type { INodeProperties } from 'n8n-workflow';

/** The option that says what becomes of a result below 'Minimum Score'. */
export const BELOW_MINIMUM_SCORE: INodeProperties = {
	displayName: 'Below Minimum Score',
	name: 'belowMinimumScore',
	type: 'options',
	options: [
		{
			name: 'Drop',
			value: 'drop',
			description: 'Leave the item out of the output',
		},
		{
			name: 'Mark as Uncertain',
			value: 'mark',
			description: "Set 'uncertain' in the simplified output and say why",
		},
		{
			name: 'Stop',
			value: 'error',
			description: "Treat the item as failed, as set under 'On Error'",
		},
	],
	default: 'mark',
	description: "What to do with a result whose score is below 'Minimum Score'",
};
