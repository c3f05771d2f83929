import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { RequestPolicy } from '../pace/pace';

/** A day; a timer can run for about 24 days at most. */
export const LONGEST_TIMEOUT_MS = 86_400_000;

/** Entries of Options: all of them in the recognition nodes, some in AI Call. */
export const requestOptionProperties = {
	maxPerSecond: {
		displayName: 'Max Requests per Second',
		name: 'maxPerSecond',
		type: 'number',
		typeOptions: { minValue: 0.01, maxValue: 1000 },
		default: 5,
		description:
			'How many requests your plan allows per second. Without this option the node finds out by itself.',
	},
	maxTimePerItem: {
		displayName: 'Max Time per Item (Seconds)',
		name: 'maxTimePerItem',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 300,
		description:
			'How long one item may take from its first request on, including retries and pauses. Waiting for its first turn does not count.',
	},
	timeout: {
		displayName: 'Timeout (Milliseconds)',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 60000,
		description: 'How long to wait for the answer to one attempt',
	},
} satisfies Record<string, INodeProperties>;

/** The policy by checked Options, with the defaults above. */
export function requestPolicy({
	maxPerSecond,
	timeout = requestOptionProperties.timeout.default,
	maxTimePerItem = requestOptionProperties.maxTimePerItem.default,
}: IDataObject): RequestPolicy {
	return {
		...(maxPerSecond !== undefined && { maxPerSecond: Number(maxPerSecond) }),
		timeoutMs: Math.min(Number(timeout), LONGEST_TIMEOUT_MS),
		maxTimeMs: Number(maxTimePerItem) * 1000,
	};
}
