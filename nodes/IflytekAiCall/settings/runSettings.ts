import type { GenericValue, IExecuteFunctions } from 'n8n-workflow';

import { inputError } from '../../shared/items/errors';
import { success, type Result, invalid } from '../../shared/problem/problem';
import { readContactPolicy } from './contactHistory';
import { type CallingHours, readCallingDays, readCallingWindows } from '../hours/callingHours';
import type { ContactPolicy } from '../hours/contactPolicy';
import { wholeNumber } from '../parameters/values';
import { readDoNotCallList } from './doNotCallList';
import {
	readChoice,
	readFlag,
	sameForAllItems,
	type RunParameter,
	isNothing,
	noValue,
} from './sameForAllItems';
import type { Item } from '../../shared/items/item';
import { mobileNumber } from '../cells/rowCells';

/** What to do with a number that occurs more than once among the rows of one task. */
export type DuplicateRule = 'sendOnce' | 'sendAll' | 'refuse';

/** The parameters that apply to all rows of a run. */
export interface RunSettings {
	/** nothing is sent, the rows are shown as they would be sent */
	dryRun: boolean;
	/** a refused batch is sent again in smaller ones */
	narrowDown: boolean;
	includeResponse: boolean;
	/** each row holds the fields of its input too */
	includeInputFields: boolean;
	/** whether a run fails that the allowed calling hours kept from calling anyone */
	ifNobodyCalled: 'continue' | 'fail';
	duplicateRule: DuplicateRule;
	/** a task is started even where rows cannot be added to it */
	startIncomplete: boolean;
	/** the number that is called in place of the first rows' numbers */
	testNumber?: string;
	callingHours: CallingHours;
	doNotCall: ReadonlySet<string>;
	contactPolicy?: ContactPolicy;
	/** 0 means no limit */
	maxRows: number;
	maxWaitMs: number;
	/** of one request, as the option gives it */
	timeout: GenericValue;
}

/** Parameters that only some operations on rows have. */
export interface RowOperation {
	hasTestNumber: boolean;
	startsTasks?: true;
}

/** What an AI agent may send in one run unless the option says otherwise. */
const TOOL_ROWS = 50;
const DEFAULT_MAX_WAIT_S = 300;

/**
 * Reads what applies to all rows before any is sent: an expression that fails later would take the items
 * of the rows already sent with it.
 * @throws NodeOperationError when a value is not understood, or not the same for all items
 */
export function readRunSettings(context: IExecuteFunctions, operation: RowOperation): RunSettings {
	const doNotCall = readDoNotCallList(context);
	return {
		dryRun: readFlag(context, { name: 'dryRun', displayName: 'Dry Run' }),
		narrowDown:
			readChoice(
				context,
				{ name: 'options.onRefusedBatch', displayName: 'If a Batch Is Refused' },
				['report', 'narrowDown'],
			) === 'narrowDown',
		includeResponse: readFlag(
			context,
			{ name: 'options.includeResponse', displayName: 'Include Raw Response' },
			false,
		),
		includeInputFields: readFlag(
			context,
			{ name: 'options.includeInputFields', displayName: 'Include Input Fields' },
			false,
		),
		ifNobodyCalled: readChoice(
			context,
			{ name: 'options.ifNobodyCalled', displayName: 'If Nobody Was Called' },
			['fail', 'continue'],
		),
		duplicateRule: readChoice(
			context,
			{ name: 'options.duplicateNumbers', displayName: 'Duplicate Numbers' },
			['sendOnce', 'sendAll', 'refuse'],
		),
		startIncomplete:
			operation.startsTasks === true &&
			readFlag(context, {
				name: 'startIncomplete',
				displayName: 'Start Even If Rows Were Rejected',
			}),
		testNumber: operation.hasTestNumber ? readTestNumber(context, doNotCall) : undefined,
		callingHours: readRunHours(context),
		doNotCall,
		contactPolicy: readContactPolicy(context),
		maxRows: readCount(
			context,
			{ name: 'options.maxRows', displayName: 'Max Rows per Run' },
			isTool(context) ? TOOL_ROWS : 0,
		),
		maxWaitMs:
			readCount(
				context,
				{ name: 'options.maxWait', displayName: 'Max Wait When Busy (Seconds)' },
				DEFAULT_MAX_WAIT_S,
			) * 1000,
		timeout: sameForAllItems(
			context,
			{ name: 'options.timeout', displayName: 'Timeout (Milliseconds)' },
			(given) => success(given as GenericValue),
		),
	};
}

function readCount(context: IExecuteFunctions, parameter: RunParameter, byDefault: number): number {
	return sameForAllItems(context, parameter, (given) =>
		wholeNumber(given, { name: parameter.displayName, least: 0, byDefault }),
	);
}

/** Whether an AI agent runs the node; n8n gives its tools a type that ends so. */
export function isTool(context: IExecuteFunctions): boolean {
	return (
		context.getNode().type.endsWith('Tool') ||
		(typeof context.isToolExecution === 'function' && context.isToolExecution())
	);
}

/**
 * n8n runs a node again with this setting, after a failure and after an output that looks like one:
 * people would be called twice.
 * @param item the one that may not be repeated, where others may
 * @throws NodeOperationError before anything is sent
 */
export function refuseRetryOnFail(context: IExecuteFunctions, item?: Item): void {
	if (context.getNode().retryOnFail !== true) return;
	throw inputError(
		context,
		"'Retry On Fail' is on in the settings of this node",
		`${item === undefined ? 'Nothing was sent' : 'The task was not started'}. n8n would run the node again after a failure, and people could be called twice. Switch the setting off: requests that are safe to repeat are repeated anyway.`,
		item?.index,
	);
}

const HOURS = { name: 'options.callingHours', displayName: 'Allowed Calling Hours' };
const DAYS = { name: 'options.callingDays', displayName: 'Allowed Calling Days' };

/**
 * When the rows of a run may be called.
 * @throws NodeOperationError when it cannot be read, or is not the same for all items
 */
export function readRunHours(context: IExecuteFunctions): CallingHours {
	const windows = sameForAllItems(context, HOURS, readCallingWindows);
	const days = sameForAllItems(context, DAYS, readCallingDays);
	return { windows, ...(days && { days }) };
}

/**
 * When the task of an item may call.
 * @throws NodeOperationError when it cannot be read
 */
export function readItemHours(item: Item): CallingHours {
	const windows = item.unwrap(readOption(item, HOURS, readCallingWindows));
	const days = item.unwrap(readOption(item, DAYS, readCallingDays));
	return { windows, ...(days && { days }) };
}

function readOption<V>(
	{ context, index }: Item,
	{ name, displayName }: RunParameter,
	read: (given: unknown) => Result<V>,
): Result<V> {
	const isSet = context.getNodeParameter(name, index, null, { rawExpressions: true }) !== null;
	const given = context.getNodeParameter(name, index, null) as unknown;
	return isSet && isNothing(given) ? noValue(displayName) : read(given);
}

const PARAMETER = { name: 'testNumber', displayName: 'Test Number' };

/**
 * The number that is called in place of the first rows' numbers; undefined where the field was left
 * empty. What is filled in and gives no number is refused: taken for an empty field, it would let
 * customers be called.
 * @throws NodeOperationError when it is not a mobile number, differs between items, or may not be called
 */
export function readTestNumber(
	context: IExecuteFunctions,
	doNotCall: ReadonlySet<string>,
): string | undefined {
	const raw = context.getNodeParameter(PARAMETER.name, 0, '', { rawExpressions: true }) as unknown;
	if (raw === '' || raw === EMPTY_EXPRESSION) return undefined;
	const testNumber = sameForAllItems<string>(context, PARAMETER, (given) => {
		if (isNothing(given)) {
			return invalid(
				"'Test Number' contains only spaces",
				'Enter your own mobile number. To call the rows, empty the field.',
			);
		}
		const number = mobileNumber(given);
		return 'text' in number
			? success(number.text)
			: invalid(
					`'Test Number' ${number.fault}`,
					'Enter your own mobile number, or leave the field empty.',
				);
	});
	if (!doNotCall.has(testNumber)) return testNumber;
	throw inputError(
		context,
		"'Test Number' is in 'Do Not Call'",
		'Nothing was sent. Enter another number of your own, or take this one out of the list.',
	);
}

/** What the editor saves when a field is switched to an expression and nothing is entered. */
const EMPTY_EXPRESSION = '=';
