import type {
	GenericValue,
	IExecuteFunctions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import {
	languageProperty,
	onlyWhereSaved,
	optionsProperty,
} from '../../shared/description/properties';
import { requestOptionProperties } from '../../shared/description/requestOptions';
import { inputError } from '../../shared/items/errors';
import { checkedChoices, checkedFlag } from '../../shared/items/item';
import type { Language } from '../../shared/problem/language';
import { success, type Result } from '../../shared/problem/problem';
import type { CallingHours } from '../hours/callingHours';
import { callingHoursOptions, type HoursText } from '../parameters/callingHours';
import { wholeNumber } from '../parameters/values';
import { readDoNotCallList } from './doNotCallList';
import type { Mode } from './properties';
import {
	isTool,
	rawParameter,
	readMode,
	readRunHours,
	refuseRetryOnFail,
	sameForAllItems,
} from './readSettings';

/** An option that holds for all rows of a run. */
interface Setting<V> {
	property: INodeProperties;
	/** @param given null where the option is not set */
	read: (given: unknown, context: IExecuteFunctions) => Result<V>;
}

/** One of the choices of a property, its default where the option is not set. */
const choice = <C extends string>(property: INodeProperties): Setting<C> => ({
	property,
	read: (given) => {
		const choices = (property.options as INodePropertyOptions[]).map(({ value }) => value);
		return checkedChoices(property, choices, given ?? property.default) as Result<C>;
	},
});

const flag = (property: INodeProperties): Setting<boolean> => ({
	property,
	read: (given) =>
		given === null ? success(property.default === true) : checkedFlag(property, given),
});

/** What an AI agent may send in one execution unless the option says otherwise. */
const TOOL_ROWS = 50;

const SETTINGS = {
	duplicateRule: choice<'refuse' | 'sendAll' | 'sendOnce'>({
		displayName: 'Duplicate Numbers',
		name: 'duplicateNumbers',
		type: 'options',
		options: [
			{
				name: 'Refuse',
				value: 'refuse',
				description: 'Send no row whose number occurs more than once',
			},
			{ name: 'Send All', value: 'sendAll', description: 'Call the number once for each row' },
			{
				name: 'Send Once',
				value: 'sendOnce',
				description: 'Send only the first row of a number',
			},
		],
		default: 'sendOnce',
		description:
			'What to do with a number that occurs more than once among the rows of one task, in all runs of an execution',
	}),
	onRefusedBatch: choice<'narrowDown' | 'report'>({
		displayName: 'If a Batch Is Refused',
		name: 'onRefusedBatch',
		type: 'options',
		options: [
			{
				name: 'Mark All Rows Refused',
				value: 'report',
				description: 'Return all rows of the batch as refused',
			},
			{
				name: 'Skip Only the Bad Rows',
				value: 'narrowDown',
				description:
					'Split the batch in half and try again until only the rows that the platform refuses are left out',
			},
		],
		default: 'report',
		description:
			'What to do when the platform refuses a whole batch of up to 50 rows because of one of them',
	}),
	includeInputFields: flag({
		displayName: 'Include Input Fields',
		name: 'includeInputFields',
		type: 'boolean',
		default: false,
		description:
			"Whether each row begins with the fields of its input item, or of its object in 'Rows', such as a customer's ID. A field with the name of one of the row's own goes under input.",
	}),
	language: choice<Language>({
		...languageProperty,
		description: 'Language of reasons, what to do, and notes about tasks',
	}),
	maxRows: {
		property: {
			displayName: 'Max Rows per Run',
			name: 'maxRows',
			type: 'number',
			typeOptions: { minValue: 0, numberPrecision: 0 },
			default: 0,
			description:
				'Sends nothing if there are more rows than this. 0 = no limit. If not set: 50 in all for an AI agent, unlimited in workflows.',
		},
		read: (given, context) => {
			const byDefault = isTool(context) ? TOOL_ROWS : 0;
			return wholeNumber(given, { name: 'Max Rows per Run', least: 0, byDefault });
		},
	} as Setting<number>,
	sameRowAgain: choice<'always' | 'notOnTheSameDay'>({
		displayName: 'Same Row Again',
		name: 'sameRowAgain',
		type: 'options',
		options: [
			{
				name: 'Always',
				value: 'always',
				description: 'Send it each time, as for a reminder of one wording twice a day',
			},
			{
				name: 'Not on the Same Day',
				value: 'notOnTheSameDay',
				description: 'Leave it out if this node has already handed it over today (China time)',
			},
		],
		default: 'notOnTheSameDay',
		description:
			'What to do with a row that has the same script or task, number and values as an earlier one, also in a retried execution or one that was started twice',
	}),
	timeout: {
		property: requestOptionProperties.timeout,
		read: (given) => success(given as GenericValue),
	} as Setting<GenericValue>,
};

type OptionValues = {
	[Name in keyof typeof SETTINGS]: (typeof SETTINGS)[Name] extends Setting<infer V> ? V : never;
};

/** The parameters that apply to all rows of a run. */
export interface RunSettings extends OptionValues {
	mode: Mode;
	/** of a test call: the number that is called in place of the first rows' numbers */
	testNumber?: string;
	/** an AI agent runs the node: each of its calls is a run of its own */
	isTool: boolean;
	callingHours: CallingHours;
	doNotCall: ReadonlySet<string>;
	/** a task is started though the platform refused rows of it */
	startIncomplete: boolean;
}

const COLUMN_NAMES: INodeProperties = {
	displayName: 'Column Names',
	name: 'columnNames',
	type: 'string',
	default: '',
	placeholder: 'e.g. Phone, Name',
	description:
		'The columns of the script in their order, separated by commas. Leave empty to look them up.',
	displayOptions: { show: { '/rowsFrom': ['json'] } },
};

const DO_NOT_CALL: INodeProperties = {
	displayName: 'Do Not Call',
	name: 'doNotCall',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
	placeholder: 'e.g. 13800138000, +86 139 0013 9000',
	description:
		"Numbers that are never called, as text, or an expression that gives them: a list, items with numbers, or the item's own field. Every row with such a number is held back. If an entry can't be read as a phone number, nothing is sent.",
};

/** Options that limited how often a number is called: a workflow that was saved with one must not call without it. */
const GONE: INodeProperties[] = [
	{ displayName: 'Calls So Far', name: 'callsSoFar', type: 'string' as const, default: '' },
	{ displayName: 'Last Called At', name: 'lastCalledAt', type: 'string' as const, default: '' },
	{ displayName: 'Most Calls per Number', name: 'maxCalls', type: 'number' as const, default: 3 },
	{
		displayName: 'Not Again Within (Hours)',
		name: 'notAgainWithin',
		type: 'number' as const,
		default: 24,
	},
].map((property) =>
	onlyWhereSaved({
		...property,
		description: 'This option is gone. Remove it, and leave rows out before this node.',
	}),
);

/** Options of an operation that sends rows. */
export const rowOptions = (hours: HoursText): INodeProperties =>
	optionsProperty(
		[
			...callingHoursOptions(hours),
			COLUMN_NAMES,
			DO_NOT_CALL,
			...Object.values(SETTINGS).map(({ property }) => property),
			...GONE,
		].sort((one, other) => one.displayName.localeCompare(other.displayName)),
	);

/** What only some operations on rows have. */
export interface RowOperation {
	/** the first of them is what the panel shows at first */
	modes: readonly [Mode, ...Mode[]];
	startsTasks?: boolean;
}

/** Of Place and Run. */
export const CALL_MODES: RowOperation['modes'] = ['dryRun', 'testCall', 'live'];
/** Of Add Numbers. */
export const ADD_MODES: RowOperation['modes'] = ['live', 'dryRun'];

const START_INCOMPLETE = {
	name: 'startIncomplete',
	displayName: 'Start Even If Rows Were Refused',
};

/**
 * Reads what applies to all rows before any is sent: an expression that fails later would take the items
 * of the rows already sent with it.
 * @throws NodeOperationError when a value is not understood, or not the same for all items, and where n8n would
 * run the node again
 */
export function readRunSettings(
	context: IExecuteFunctions,
	{ modes, startsTasks = false }: RowOperation,
): RunSettings {
	refuseGoneOptions(context);
	const doNotCall = readDoNotCallList(context);
	refuseRetryOnFail(context);
	const values = Object.entries(SETTINGS).map(([key, { property, read }]) => {
		const { name, displayName } = property;
		const parameter = { name: `options.${name}`, displayName };
		return [key, sameForAllItems<unknown>(context, parameter, read)];
	});
	return {
		...(Object.fromEntries(values) as OptionValues),
		...readMode(context, modes, doNotCall),
		isTool: isTool(context),
		callingHours: readRunHours(context),
		doNotCall,
		startIncomplete:
			startsTasks &&
			sameForAllItems(context, START_INCOMPLETE, (given) => checkedFlag(START_INCOMPLETE, given)),
	};
}

function refuseGoneOptions(context: IExecuteFunctions): void {
	const gone = GONE.find(({ name }) => rawParameter(context, `options.${name}`) !== null);
	if (gone === undefined) return;
	throw inputError(
		context,
		`The option '${gone.displayName}' is gone, so nobody would be held back by it`,
		"Nothing was sent. Leave out rows of numbers that were called too often before this node ('Limits on calls' in its documentation shows how), and remove the option.",
	);
}
