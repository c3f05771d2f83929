import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import {
	choices,
	includeInputFieldsProperty,
	languageProperty,
	onlyWhereSaved,
	optionsProperty,
	type Choices,
} from '../../shared/description/properties';
import { requestOptionProperties } from '../../shared/description/requestOptions';
import { descriptionsOf, isEmpty, protective, rawParameter } from '../../shared/items/item';
import type { Language } from '../../shared/problem/language';
import { success, type Result } from '../../shared/problem/problem';
import { mobileNumber } from '../cells/rowCells';
import { readCallingHours } from '../hours/hours';
import { callingHoursOptions } from '../parameters/fields';
import { reason, refused, text } from '../words/say';
import { readDoNotCallList } from './doNotCallList';
import { MODE, TEST_NUMBER, type Mode } from './properties';
import { isTool, inOptions, refuseRetryOnFail, runStopped, sameForAllItems } from './readSettings';

/** An option that holds for all rows of a run, by the type of its value. */
const setting = <V>(property: INodeProperties) => ({ ...property, default: property.default as V });

const choice = <Value extends string>({
	options,
	...property
}: Pick<INodeProperties, 'description' | 'displayName' | 'name'> & {
	options: Choices<Value>;
	default: NoInfer<Value>;
}) => setting<Value>({ ...property, type: 'options', options: choices(options) });

/** What an AI agent may send in one execution unless the option says otherwise. */
const AGENT_ROWS = 50;

const SETTINGS = {
	duplicateRule: choice({
		displayName: 'Duplicate Numbers',
		name: 'duplicateNumbers',
		default: 'sendOnce',
		description:
			'What to do with a number that occurs more than once in one execution, among the rows of one task. For earlier executions see Same Row Again.',
		options: {
			refuse: ['Refuse', 'Send no row whose number occurs more than once'],
			sendAll: ['Send All', 'Call the number once for each row'],
			sendOnce: ['Send Once', 'Send only the first row of a number'],
		},
	}),
	onRefusedBatch: choice({
		displayName: 'If a Batch Is Refused',
		name: 'onRefusedBatch',
		default: 'report',
		description:
			'What to do, while rows are sent, when the platform refuses a whole batch of up to 50 because of one of them',
		options: {
			report: ['Mark All Rows Refused', 'Return all rows of the batch as refused'],
			narrowDown: [
				'Skip Only the Bad Rows',
				'Split the batch in half and try again until only the rows that the platform refuses are left out',
			],
		},
	}),
	includeInputFields: setting<boolean>({
		...includeInputFieldsProperty,
		description:
			"Whether each row begins with the fields of its input item, or of its object in 'Rows', such as a customer's ID. A field with the name of one of the row's own goes under input.",
	}),
	language: setting<Language>({
		...languageProperty,
		description: 'Language of reasons, what to do, and notes about tasks',
	}),
	maxRows: setting<number>({
		displayName: 'Max Rows per Run',
		name: 'maxRows',
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 0 },
		default: 0,
		description:
			'Sends nothing if there are more rows than this. 0 = no limit. If not set: 50 in all for an AI agent, unlimited in workflows.',
	}),
	sameRowAgain: choice({
		displayName: 'Same Row Again',
		name: 'sameRowAgain',
		default: 'notOnTheSameDay',
		description:
			'What to do with a row that an earlier run has handed over: the same script or task, number and values, also in a retried execution or one that was started twice',
		options: {
			always: ['Always', 'Send it each time, as for a reminder of one wording twice a day'],
			notOnTheSameDay: [
				'Not on the Same Day',
				'Leave it out if this node has already handed it over today (China time)',
			],
		},
	}),
	timeout: setting<number>(requestOptionProperties.timeout),
};

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

const DO_NOT_CALL: INodeProperties = protective({
	displayName: 'Do Not Call',
	name: 'doNotCall',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
	placeholder: 'e.g. 13800138000, +86 139 0013 9000',
	description:
		"Numbers that are never called, as text, or an expression that gives them: a list, items with numbers, or the item's own field. Every row with such a number is held back. If an entry can't be read as a phone number, nothing is sent.",
});

/** Removed options that limited the calls to a number: a workflow saved with one must not call without it. */
const REMOVED_OPTIONS: INodeProperties[] = [
	{ displayName: 'Calls So Far', name: 'callsSoFar', default: '' },
	{ displayName: 'Last Called At', name: 'lastCalledAt', default: '' },
	{ displayName: 'Most Calls per Number', name: 'maxCalls', default: 3 },
	{ displayName: 'Not Again Within (Hours)', name: 'notAgainWithin', default: 24 },
].map((option) =>
	onlyWhereSaved({
		...option,
		type: option.default === '' ? 'string' : 'number',
		description: 'This option is gone. Remove it, and leave rows out before this node.',
	}),
);

/** Options of an operation that sends rows. */
export function rowOptions(hours: Parameters<typeof callingHoursOptions>[0]): INodeProperties {
	const own = [COLUMN_NAMES, DO_NOT_CALL, ...Object.values(SETTINGS), ...REMOVED_OPTIONS];
	const options = [...callingHoursOptions(hours), ...own];
	return optionsProperty(options.sort((a, b) => a.displayName.localeCompare(b.displayName)));
}

export const startIncompleteProperty: INodeProperties = {
	displayName: 'Start Even If Rows Were Refused',
	name: 'startIncomplete',
	type: 'boolean',
	default: false,
	description:
		'Whether to start the task, once all rows were sent, without those that the platform refused. No rows can be added after the start. Rows that could not be sent at all, such as one with a wrong number, are left out either way.',
};

/**
 * Reads what applies to all rows, before any is sent: an expression that fails later would lose the output of rows
 * already sent.
 * @throws NodeOperationError for a value that cannot be read or differs between items, and with *Retry On Fail*
 */
export function readRunSettings(context: IExecuteFunctions) {
	const isSet = ({ name }: INodeProperties) => rawParameter(context, `options.${name}`) !== null;
	const removed = REMOVED_OPTIONS.find(isSet);
	if (removed) throw runStopped(context, reason('goneOption', removed.displayName));
	const doNotCall = readDoNotCallList(context);
	refuseRetryOnFail(context);
	const values = Object.entries(SETTINGS).map(([key, option]) => {
		const byDefault = option === SETTINGS.maxRows && isTool(context) ? AGENT_ROWS : option.default;
		const read = (given: unknown) => success(given ?? byDefault);
		return [key, sameForAllItems(context, inOptions(option), read)];
	});
	return {
		...(Object.fromEntries(values) as {
			[Name in keyof typeof SETTINGS]: (typeof SETTINGS)[Name]['default'];
		}),
		...readMode(context, doNotCall),
		/** each call of an AI agent is a run of its own */
		isTool: isTool(context),
		callingHours: readCallingHours((option, read) =>
			sameForAllItems(context, inOptions(option), read),
		),
		doNotCall,
		startIncomplete: sameForAllItems(context, startIncompleteProperty, (given) =>
			success(given === true),
		),
	};
}

export type RunSettings = ReturnType<typeof readRunSettings>;

/**
 * What a run does, and the number that a test call calls instead of those of the first rows.
 * @throws NodeOperationError when items differ, or when the workflow was saved with *Dry Run* instead of *Mode*: a run
 * that calls people may not silently become a dry run, nor a dry run one that calls
 */
function readMode(
	context: IExecuteFunctions,
	doNotCall: Set<string>,
): { mode: Mode; testNumber?: string } {
	const mode = sameForAllItems(context, MODE, (given) => success(given as Mode));
	const [{ default: shownAtFirst } = {}] = descriptionsOf(context, MODE.name);
	const stored = rawParameter(context, 'dryRun');
	const isDry = mode === 'dryRun';
	if (mode === shownAtFirst && stored !== null && stored !== isDry) {
		throw runStopped(context, reason('savedWithoutMode', isDry ? 'Dry Run' : 'Live'));
	}
	if (mode !== 'testCall') return { mode };
	const testNumber = sameForAllItems(context, TEST_NUMBER, readTestNumber);
	if (!doNotCall.has(testNumber)) return { mode, testNumber };
	throw runStopped(context, reason('testNumberNotToCall'));
}

function readTestNumber(given: unknown): Result<string> {
	const number = isEmpty(given) ? ({ fault: 'missing' } as const) : mobileNumber(given);
	return 'text' in number ? success(number.text) : refused('wrongTestNumber', text(number.fault));
}
