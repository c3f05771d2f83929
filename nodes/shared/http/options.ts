import type { IDataObject, INodeProperties } from 'n8n-workflow';

/** Bounds of the work on one item. */
export interface RequestPolicy {
	/** upper bound of requests in flight */
	maxItemsAtOnce: number;
	/** of one attempt or download, in milliseconds */
	timeoutMs: number;
	maxAttempts: number;
	/** of one item, its download and all attempts included, in milliseconds (see RetryBudget) */
	maxTimeMs: number;
}

/** Entries of a node's Options; the node sorts them among its other entries. */
export const requestOptionProperties: Record<
	'maxAttempts' | 'maxItemsAtOnce' | 'maxTimePerItem' | 'timeout',
	INodeProperties
> = {
	maxAttempts: {
		displayName: 'Max Attempts',
		name: 'maxAttempts',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 20, numberPrecision: 0 },
		default: 4,
		description:
			'How many times to try if the service fails for a moment, does not answer in time or the connection breaks',
	},
	maxItemsAtOnce: {
		displayName: 'Max Parallel Requests',
		name: 'maxItemsAtOnce',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 500, numberPrecision: 0 },
		default: 128,
		description:
			'How many requests may be under way at the same time. The node starts with fewer, and slows down when the service says that it is too much.',
	},
	maxTimePerItem: {
		displayName: 'Max Time per Item (Seconds)',
		name: 'maxTimePerItem',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 300,
		description: 'Total time to spend on one item, including retries and waiting',
	},
	timeout: {
		displayName: 'Timeout (Milliseconds)',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 60000,
		description: 'How long to wait for the answer to one attempt',
	},
};

/** A day: a timer cannot be set for much more than 24 of them. */
export const LONGEST_TIMEOUT_MS = 86_400_000;

/** Reads the policy out of a node's Options, with the defaults above. */
export function readRequestPolicy(options: IDataObject): RequestPolicy {
	const number = (name: keyof typeof requestOptionProperties, least: number) => {
		// an expression may leave an option empty, or give something that is no number
		const given = String(options[name] ?? '').trim();
		const isNumber = given !== '' && Number.isFinite(Number(given));
		const value = isNumber ? Number(given) : Number(requestOptionProperties[name].default);
		return Math.max(least, Math.floor(value));
	};
	return {
		maxItemsAtOnce: number('maxItemsAtOnce', 1),
		timeoutMs: Math.min(number('timeout', 1), LONGEST_TIMEOUT_MS),
		maxAttempts: number('maxAttempts', 1),
		maxTimeMs: number('maxTimePerItem', 1) * 1000,
	};
}
