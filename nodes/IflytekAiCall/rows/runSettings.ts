import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { inputError } from '../../shared/items/errors';
import { inputItems, Item } from '../../shared/items/item';
import type { Result } from '../../shared/items/problem';
import type { DuplicateRule } from './readRows';
import { numbersIn, readCallingHours, type CallingHours } from '../protocol/guard';
import { mobileNumber } from '../protocol/rowCheck';
import { wholeNumber } from '../parameters/numbers';

/** The parameters that apply to all rows of a run. */
export interface RunSettings {
	/** nothing is sent, the rows are shown as they would be sent */
	dryRun: boolean;
	/** a refused batch is sent again in smaller ones */
	narrowDown: boolean;
	includeResponse: boolean;
	duplicateRule: DuplicateRule;
	/** the number that is called in place of the first rows' numbers */
	testNumber?: string;
	callingHours?: CallingHours;
	doNotCall: ReadonlySet<string>;
	/** 0 is no limit */
	maxRows: number;
	maxWaitMs: number;
}

export interface RunDefaults {
	callingHours?: CallingHours;
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
	const first = new Item(context, 0);
	const { options } = first;
	const duplicateRule = oneOf(
		first,
		['refuse', 'sendAll', 'sendOnce'] as const,
		options.duplicateNumbers ?? 'sendOnce',
		'Duplicate Numbers',
	);
	const maxRows = wholeNumber(options.maxRows, {
		name: 'Max Rows per Run',
		least: 0,
		byDefault: isTool(context) ? TOOL_ROWS : 0,
	});
	const maxWait = wholeNumber(options.maxWait, {
		name: 'Max Wait When Busy (Seconds)',
		least: 0,
		byDefault: DEFAULT_MAX_WAIT_S,
	});
	const { hours } = (options.callingHours ?? {}) as { hours?: IDataObject };
	return {
		dryRun: readFlag(context, 'dryRun', 'Dry Run'),
		narrowDown:
			readChoice(context, 'onRefusedBatch', 'If a Batch Is Refused', ['narrowDown', 'report']) ===
			'narrowDown',
		includeResponse: options.includeResponse === true,
		duplicateRule,
		testNumber: defaults.hasTestNumber ? readTestNumber(context) : undefined,
		callingHours: hours ? valueOf(context, readCallingHours(hours)) : defaults.callingHours,
		doNotCall: readDoNotCall(context),
		maxRows: valueOf(context, maxRows),
		maxWaitMs: valueOf(context, maxWait) * 1000,
	};
}

/** @throws NodeOperationError what is wrong with the value */
function valueOf<T>(context: IExecuteFunctions, read: Result<T>): T {
	if (read.ok) return read.value;
	throw inputError(context, read.problem.message, `Nothing was sent. ${read.problem.remedy}`);
}

function readTestNumber(context: IExecuteFunctions): string | undefined {
	const given = same(context, 'Test Number', (item) => {
		const value = item.parameter('testNumber', '') ?? undefined;
		if (value !== undefined) return String(value).trim();
		// taken for an empty field, a misspelled name would call customers
		throw item.inputError(
			"The expression in 'Test Number' gives no value",
			'Nothing was sent. Correct it, or leave the field empty to call the rows.',
		);
	});
	if (!given) return undefined;
	const number = mobileNumber(given);
	if ('text' in number) return number.text;
	throw inputError(
		context,
		`'Test Number' ${number.fault}`,
		'Nothing was sent. Enter your own mobile number, or leave the field empty.',
	);
}

/** The numbers of all items' lists: each item may give the whole list, a part of it or its own number. */
function readDoNotCall(context: IExecuteFunctions): Set<string> {
	const numbers = new Set<string>();
	let last: unknown;
	for (const item of inputItems(context)) {
		const given = item.parameter('options.doNotCall', '');
		if (given === last) continue;
		last = given;
		const before = numbers.size;
		numbersIn(given, numbers);
		if (numbers.size === before && isMistaken(given)) {
			throw item.inputError(
				"'Do Not Call' holds no phone number",
				"Nothing was sent. Enter numbers, or an expression that gives a list of numbers or the item's field.",
			);
		}
	}
	return numbers;
}

/** Whether a list without numbers must be a mistake: a list of empty entries comes from a misspelled field. */
function isMistaken(list: unknown): boolean {
	if (typeof list === 'string') return list.trim() !== '' && !/\d/.test(list);
	// one entry may stand for an empty list, as of a node that always outputs data
	return Array.isArray(list) && list.length > 1 && list.every((entry) => (entry ?? '') === '');
}

/** Whether an AI agent runs the node; n8n gives its tools a type that ends so. */
export function isTool(context: IExecuteFunctions): boolean {
	return (
		context.getNode().type.endsWith('Tool') ||
		(typeof context.isToolExecution === 'function' && context.isToolExecution())
	);
}

/**
 * A yes or no that applies to all rows of a run. n8n converts nothing that an expression gives, and the
 * text "true" of a spreadsheet means true.
 * @throws NodeOperationError when an item gives neither true nor false, or not what the first one gives
 */
export function readFlag(context: IExecuteFunctions, name: string, displayName: string): boolean {
	const flag = same(context, displayName, (item) => {
		const value = item.parameter(name);
		const text = typeof value === 'boolean' ? String(value) : value;
		const lowerCased = typeof text === 'string' ? text.trim().toLowerCase() : text;
		return oneOf(item, ['true', 'false'], lowerCased, displayName);
	});
	return flag === 'true';
}

/**
 * A choice that applies to all rows of a run.
 * @throws NodeOperationError when an item gives none of the choices, or not what the first one gives
 */
function readChoice<C extends string>(
	context: IExecuteFunctions,
	name: string,
	displayName: string,
	choices: readonly C[],
): C | undefined {
	return same(context, displayName, (item) =>
		oneOf(item, choices, item.parameter(name), displayName),
	);
}

/** A value, if it is one of the choices. @throws NodeOperationError naming them, if it is not */
function oneOf<C extends string>(
	item: Item,
	choices: readonly C[],
	value: unknown,
	displayName: string,
): C {
	const choice = choices.find((known) => known === value);
	if (choice !== undefined) return choice;
	throw item.inputError(
		`'${displayName}' is neither ${choices.slice(0, -1).join(', ')} nor ${choices.at(-1)}`,
		`Nothing was sent. Correct the expression in '${displayName}'.`,
	);
}

/**
 * What all items give; undefined where there is no item.
 * @throws NodeOperationError when an item gives another value than the first one
 */
function same<V>(
	context: IExecuteFunctions,
	displayName: string,
	read: (item: Item) => V,
): V | undefined {
	const items = inputItems(context);
	const values = items.map(read);
	const other = values.findIndex((value) => value !== values[0]);
	if (other === -1) return values[0];
	const [one, first] = [values[other], values[0]].map((value) => String(value) || 'empty');
	throw items[other]!.inputError(
		`'${displayName}' is ${one}, and ${first} in the first item`,
		'Nothing was sent. It holds for all items of a run: give one value, or separate the items before this node.',
	);
}
