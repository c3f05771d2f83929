import type { GenericValue, IExecuteFunctions } from 'n8n-workflow';

import { success } from '../../shared/items/problem';
import { readContactPolicy } from './contactHistory';
import type { DuplicateRule } from './holdBack';
import type { CallingHours } from '../protocol/callingHours';
import type { ContactPolicy } from '../protocol/contactPolicy';
import { wholeNumber } from '../parameters/numbers';
import { readDoNotCallList } from './doNotCallList';
import { readRunHours } from './hoursSettings';
import { readChoice, readFlag, sameForAllItems, type RunParameter } from './sameForAllItems';
import { readTestNumber } from './testNumber';

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
	/** the number that is called in place of the first rows' numbers */
	testNumber?: string;
	callingHours: CallingHours;
	doNotCall: ReadonlySet<string>;
	contactPolicy?: ContactPolicy;
	/** 0 is no limit */
	maxRows: number;
	maxWaitMs: number;
	/** of one request, as the option gives it */
	timeout: GenericValue;
}

export interface RunDefaults {
	hasTestNumber: boolean;
}

/** What an AI agent may send in one run unless the option says otherwise. */
const TOOL_ROWS = 50;
const DEFAULT_MAX_WAIT_S = 300;

/**
 * Reads what applies to all rows before any is sent: an expression that fails later would take the items
 * of the rows already sent with it.
 * @throws NodeOperationError when a value is not understood, or not the same for all items
 */
export function readRunSettings(context: IExecuteFunctions, defaults: RunDefaults): RunSettings {
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
		testNumber: defaults.hasTestNumber ? readTestNumber(context, doNotCall) : undefined,
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
