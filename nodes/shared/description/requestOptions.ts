import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { problemError } from '../items/errors';
import { isEmpty } from '../items/item';
import type { RequestPolicy } from '../pace/attempts';
import { problemFrom, sanitize, type Meaning } from '../problem/problem';

/** A day: a timer cannot be set for much more than 24 of them. */
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

const TOO_LITTLE: Meaning = [
	"'{0}' is {1}, not a number of {2} or more",
	'“{0}”的值 {1} 不是 {2} 以上的数',
	'Correct it, or remove the option: without it the number is {3}.',
	'请修改，或删去该选项：默认值是 {3}。',
];
const NO_RATE: Meaning = [
	"'{0}' is {1}, not a number from {2} to {3}",
	'“{0}”的值 {1} 不是 {2} 到 {3} 之间的数',
	'Correct it, or remove the option: without it the node finds the rate by itself.',
	'请修改，或删去该选项：没有它时，节点会自行确定速率。',
];

/**
 * Reads the policy from a node's Options, with the defaults above, also for an expression that gives nothing.
 * @param itemIndex the item that gives them, where each gives its own
 * @throws NodeOperationError for a value that the editor would not take
 */
export function readRequestPolicy(
	context: Pick<IExecuteFunctions, 'getNode'>,
	options: IDataObject,
	itemIndex?: number,
): RequestPolicy {
	const number = (name: keyof typeof requestOptionProperties) => {
		const property: INodeProperties = requestOptionProperties[name];
		const { minValue: least = 1, maxValue: most } = property.typeOptions ?? {};
		const value = givenNumber(options[name], Number(property.default));
		if (Number.isFinite(value) && value >= least && value <= (most ?? Infinity)) return value;
		const wrong = [property.displayName, sanitize(options[name]), least];
		const problem =
			most === undefined
				? problemFrom(TOO_LITTLE, [...wrong, String(property.default)])
				: problemFrom(NO_RATE, [...wrong, most]);
		throw problemError(context, problem, itemIndex);
	};
	const whole = (name: keyof typeof requestOptionProperties) => Math.floor(number(name));
	return {
		...(!isEmpty(options.maxPerSecond) && { maxPerSecond: number('maxPerSecond') }),
		timeoutMs: Math.min(whole('timeout'), LONGEST_TIMEOUT_MS),
		maxTimeMs: whole('maxTimePerItem') * 1000,
	};
}

function givenNumber(given: unknown, byDefault: number): number {
	if (isEmpty(given)) return byDefault;
	return typeof given === 'number' || typeof given === 'string' ? Number(given) : NaN;
}
