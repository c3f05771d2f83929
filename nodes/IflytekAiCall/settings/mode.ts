import type { IExecuteFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { inputError } from '../../shared/items/errors';
import { checkedChoices } from '../../shared/items/item';
import { invalid, success, type Result } from '../../shared/problem/problem';
import { mobileNumber } from '../cells/rowCells';
import { notFromAi } from '../parameters/properties';
import { isNothing, sameForAllItems } from './sameForAllItems';

/** What a run does with its rows. */
export type Mode = 'dryRun' | 'testCall' | 'live';

const MODE = { name: 'mode', displayName: 'Mode' };
const TEST_NUMBER = { name: 'testNumber', displayName: 'Test Number' };

const DRY_RUN = {
	name: 'Dry Run',
	value: 'dryRun',
	description: 'Check the rows and show the batches; nobody is called',
};

const testNumberProperty: INodeProperties = {
	...TEST_NUMBER,
	type: 'string',
	default: '',
	placeholder: 'e.g. 13800138000',
	description:
		'Your own mobile number, to hear the robot before customers do: the first three rows call it instead of their own numbers, the others are not sent',
};

/** The choice of an operation that calls people, with the number of a test call. */
export const callModeProperties: INodeProperties[] = [
	...modeProperties(
		[
			DRY_RUN,
			{
				name: 'Test Call',
				value: 'testCall',
				description: 'Call your own number with the texts of the first three rows',
			},
			{ name: 'Live', value: 'live', description: 'Call the people in the rows' },
		],
		'dryRun',
	),
	{
		...testNumberProperty,
		required: true,
		// by what it is not: n8n counts an expression as any value that is asked for
		displayOptions: { hide: { mode: [{ _cnd: { not: 'testCall' } }] } },
	},
	{ ...testNumberProperty, displayOptions: { show: { mode: [{ _cnd: { startsWith: '=' } }] } } },
];

/** The choice of an operation that only prepares calls. */
export const addModeProperties: INodeProperties[] = modeProperties(
	[
		DRY_RUN,
		{ name: 'Live', value: 'live', description: 'Add the rows to the task; nobody is called yet' },
	],
	'live',
);

function modeProperties(options: INodePropertyOptions[], byDefault: Mode): INodeProperties[] {
	const isDry = byDefault === 'dryRun';
	return [
		...notFromAi({
			...MODE,
			type: 'options',
			options,
			default: byDefault,
			description: 'What happens when the node runs',
		}),
		{
			// what workflows stored before there was a choice; n8n drops it when another choice is made
			displayName: 'Dry Run',
			name: 'dryRun',
			type: 'hidden',
			default: isDry,
			displayOptions: { show: { mode: [byDefault] } },
		},
	];
}

/**
 * What a run does, and the number of a test call.
 * @param modes the operation's choices, the first of them what the panel shows at first
 * @throws NodeOperationError when it is not the same for all items, or where the workflow was saved with *Dry Run*
 * in place of the choice: a run that calls people may not silently become another one, nor the other way round
 */
export function readMode(
	context: IExecuteFunctions,
	modes: readonly [Mode, ...Mode[]],
	doNotCall: ReadonlySet<string>,
): { mode: Mode; testNumber?: string } {
	const mode = sameForAllItems(
		context,
		MODE,
		(given) =>
			checkedChoices({ ...MODE, type: 'options' }, modes, given ?? modes[0]) as Result<Mode>,
	);
	const stored = context.getNodeParameter('dryRun', 0, null, { rawExpressions: true }) as unknown;
	if (mode === modes[0] && stored !== null && stored !== (mode === 'dryRun')) {
		throw inputError(
			context,
			"This node was saved before it had 'Mode', with its own switch for a dry run",
			`Nothing was sent. Open the node and choose in 'Mode' what it does: another choice than ${mode === 'dryRun' ? 'Dry Run' : 'Live'}, and then that one if it is meant.`,
		);
	}
	return mode === 'testCall' ? { mode, testNumber: readTestNumber(context, doNotCall) } : { mode };
}

/**
 * The number that is called in place of the first rows' numbers.
 * @throws NodeOperationError when it is not a mobile number, differs between items, or may not be called
 */
function readTestNumber(context: IExecuteFunctions, doNotCall: ReadonlySet<string>): string {
	const testNumber = sameForAllItems<string>(context, TEST_NUMBER, (given) => {
		const remedy = "Enter your own mobile number, or choose another 'Mode'.";
		if (isNothing(given)) return invalid("'Test Number' is empty", remedy);
		const number = mobileNumber(given);
		return 'text' in number
			? success(number.text)
			: invalid(`'Test Number' ${number.fault}`, remedy);
	});
	if (!doNotCall.has(testNumber)) return testNumber;
	throw inputError(
		context,
		"'Test Number' is in 'Do Not Call'",
		'Nothing was sent. Enter another number of your own, or take this one out of the list.',
	);
}
