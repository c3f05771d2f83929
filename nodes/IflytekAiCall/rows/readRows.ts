import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { NotAccepted } from '../../shared/aiCall/outcome';
import { inputItems, type Item } from '../../shared/items/item';
import { invalid, success, type Problem, type Result } from '../../shared/items/problem';
import { NEVER_CALLED, rowsToHoldBack, type ContactHistory } from '../protocol/contactPolicy';
import { columnNames, jsonRows, mappedRow, type RowCells } from '../protocol/columns';
import { checkRow, phoneToShow } from '../protocol/rowCheck';
import type { RowOutcome } from '../protocol/submission/outcome';
import { readContactHistories } from './contactHistory';
import { isTool, type RunSettings } from './runSettings';

/** Where rows go: rows of the same key share batches, those of the same task are compared. */
export interface Target {
	key: string;
	/** the task that the numbers go to */
	task: string;
}

/** One row of a run. */
export interface Row<T extends Target = Target> {
	/** position in the run, from 1 */
	row: number;
	/** where it came from */
	item: Item;
	/** the object in 'Rows' that gave it, for a row that came as JSON; empty where it was none */
	entry?: IDataObject;
	/** missing when the item's parameters could not be read */
	target?: T;
	phone: string | null;
	columns: string[];
	/** the texts to send; empty for a row that is not sent */
	values: string[];
	/** rows of the same group share batches */
	group: string;
	/** where the number goes: rows with the same one are compared */
	destination: string;
	/** with a Test Number: the row's own number */
	inPlaceOf?: string;
	/** what the user's table knows about calls of the number */
	history: ContactHistory;
	/** the row with the same number that is sent instead of this one */
	duplicateOf?: number;
	/** what became of the row; none while it is still to be sent */
	outcome?: RowOutcome;
}

/** A row that is to be sent. */
export type SendableRow<T extends Target> = Row<T> & { target: T; phone: string };

/** Where the rows of an operation go. */
export interface RowSource<T extends Target> {
	/** reads where an item's rows go */
	target: (item: Item) => Result<T>;
	/** the columns of the script, for rows that come as JSON */
	columns: (item: Item, target: T) => Promise<Result<string[]>>;
}

/** All rows of a run; a repeat is sent only if the first row with its number is refused. */
export interface RowList<T extends Target> {
	rows: Array<Row<T>>;
	repeats: Map<SendableRow<T>, SendableRow<T>>;
}

const TEST_ROWS = 3;

/**
 * Reads all rows of a run, checks them and holds back those that may not be sent; nothing is sent yet.
 * @throws NodeOperationError when no row can be sent because of the parameters
 */
export async function readRows<T extends Target>(
	context: IExecuteFunctions,
	source: RowSource<T>,
	settings: RunSettings,
): Promise<RowList<T>> {
	const rows: Array<Row<T>> = [];
	let faulty: { item: Item; problem: Problem } | undefined;
	for (const item of inputItems(context)) {
		const add = (row: Partial<Row<T>>) =>
			rows.push({ ...EMPTY_ROW, row: rows.length + 1, item, ...row });
		const target = tryRead(() => source.target(item));
		const given = target.ok ? await rowsOfItem(item, source, target.value) : target;
		if (!target.ok || !given.ok) {
			const { problem } = given as { problem: Problem };
			faulty ??= { item, problem };
			add({ ...(target.ok ? placeOf(target.value, []) : {}), outcome: refused(problem) });
			continue;
		}
		const { isJson, rows: ofItem } = given.value;
		const { contactPolicy } = settings;
		const histories =
			contactPolicy && readContactHistories(item, contactPolicy, ofItem.length, isJson);
		for (const [index, cells] of ofItem.entries()) {
			add({
				...checkedRow(target.value, cells),
				...(isJson ? { entry: entryOf(cells) } : {}),
				...(histories ? { history: histories[index] } : {}),
			});
		}
	}
	const nothingLeft = rows.every(({ outcome }) => outcome !== undefined);
	if (faulty !== undefined && nothingLeft) {
		const { message, remedy } = faulty.problem;
		throw faulty.item.inputError(message, remedy);
	}
	holdBack(rows, settings);
	const repeats = leaveOutRepeats(rows, settings);
	holdBackByPolicy(context, rows, repeats, settings);
	if (settings.testNumber === undefined) return { rows, repeats };
	aimAtTestNumber(rows, repeats, settings.testNumber);
	return { rows, repeats: new Map() };
}

/** A row of which nothing could be read. */
export const EMPTY_ROW = {
	phone: null,
	columns: [],
	values: [],
	group: '',
	destination: '',
	history: NEVER_CALLED,
};

function placeOf<T extends Target>(target: T, columns: string[]): Partial<Row<T>> {
	const group = JSON.stringify([target.key, columns]);
	return { target, columns, group, destination: target.task };
}

function checkedRow<T extends Target>(target: T, cells: Result<RowCells>): Partial<Row<T>> {
	if (!cells.ok) return { ...placeOf(target, []), outcome: refused(cells.problem) };
	const place = placeOf(target, cells.value.columns);
	const values = checkRow(cells.value);
	return values.ok
		? { ...place, values: values.value, phone: values.value[0]! }
		: { ...place, phone: phoneToShow(cells.value), outcome: refused(values.problem) };
}

/** The rows that are still to be sent. */
export function sendable<T extends Target>(rows: ReadonlyArray<Row<T>>): Array<SendableRow<T>> {
	return rows.filter((row) => row.outcome === undefined) as Array<SendableRow<T>>;
}

/** The outcome of a row that is not sent because of its cells or its parameters. */
export function refused(problem: Problem): NotAccepted {
	return { status: 'refused', problem };
}

function heldBack(message: string, remedy: string): NotAccepted {
	return { status: 'notSent', heldBack: true, problem: { message, remedy, retryClass: 'never' } };
}

function holdBack(rows: ReadonlyArray<Row>, { doNotCall, maxRows }: RunSettings): void {
	const isTooMany = maxRows > 0 && rows.length > maxRows;
	for (const row of sendable(rows)) {
		if (doNotCall.has(row.phone)) {
			row.outcome = heldBack(
				"The number is in 'Do Not Call'",
				'Nothing, unless the person may be called after all: then take the number out of the list.',
			);
		} else if (isTooMany) {
			row.outcome = heldBack(
				`There are ${rows.length} rows, and one run may send ${maxRows}`,
				'Give fewer rows, or raise the option Max Rows per Run.',
			);
		}
	}
}

/** Rows of a Test Number too: those that are tried are the ones that would go out. */
function holdBackByPolicy<T extends Target>(
	context: IExecuteFunctions,
	rows: ReadonlyArray<Row<T>>,
	repeats: RowList<T>['repeats'],
	{ contactPolicy }: RunSettings,
): void {
	if (contactPolicy === undefined) return;
	const zone = context.getTimezone();
	const held = rowsToHoldBack(sendable(rows), rows, repeats, contactPolicy, Date.now(), zone);
	for (const [row, problem] of held) row.outcome = { status: 'notSent', heldBack: true, problem };
}

/** @returns the rows that are sent only if the first row with their number is refused */
function leaveOutRepeats<T extends Target>(
	rows: ReadonlyArray<Row<T>>,
	{ duplicateRule }: RunSettings,
): RowList<T>['repeats'] {
	if (duplicateRule === 'sendAll') return new Map();
	const repeats = repeatedRows(sendable(rows));
	if (duplicateRule === 'sendOnce') return repeats;
	// the first row with a number names the second
	const firsts = [...repeats].map(([row, first]) => [first, row] as const).reverse();
	for (const [row, other] of [...repeats, ...firsts]) {
		const problem: Problem = {
			message: `The number occurs in row ${other.row} too`,
			remedy: 'Keep one row of the number, or set the option Duplicate Numbers to Send Once.',
			retryClass: 'never',
		};
		// on purpose, so that a run with nothing else wrong does not fail for it
		row.outcome = { ...refused(problem), heldBack: true };
	}
	return new Map();
}

/** Sends only the first rows, to the test number instead of their own numbers. */
function aimAtTestNumber<T extends Target>(
	rows: ReadonlyArray<Row<T>>,
	repeats: RowList<T>['repeats'],
	testNumber: string,
): void {
	let tests = 0;
	for (const row of sendable(rows)) {
		if (!repeats.has(row) && tests++ < TEST_ROWS) {
			row.inPlaceOf = row.phone;
			row.phone = testNumber;
			row.values = [testNumber, ...row.values.slice(1)];
			continue;
		}
		row.outcome = heldBack(
			`'Test Number' is set: only the first ${TEST_ROWS} rows are tried, on that number`,
			"Empty 'Test Number' to send all rows to their own numbers.",
		);
	}
}

function entryOf(cells: Result<RowCells>): IDataObject {
	return ((cells.ok ? cells.value.entry : undefined) ?? {}) as IDataObject;
}

async function rowsOfItem<T extends Target>(
	item: Item,
	source: RowSource<T>,
	target: T,
): Promise<Result<{ isJson: boolean; rows: Array<Result<RowCells>> }>> {
	const isJson = tryRead(() => success(item.parameter('rowsFrom') === 'json'));
	if (!isJson.ok) return isJson;
	if (!isJson.value) {
		const row = tryRead(() => rowFromFields(item));
		return row.ok ? success({ isJson: false, rows: [row] }) : row;
	}
	const given = tryRead(() =>
		success({
			named: columnNames(item.parameter('options.columnNames', '')),
			rows: item.parameter('rows'),
		}),
	);
	if (!given.ok) return given;
	const { named, rows } = given.value;
	const columns = named.length > 0 ? success(named) : await source.columns(item, target);
	if (!columns.ok) return columns;
	if (columns.value.length === 0) {
		return invalid(
			'The script has no columns',
			"Pick another 'Call Script', or enter the columns in the option Column Names.",
		);
	}
	const list = jsonRows(rows, columns.value);
	return list.ok ? success({ isJson: true, rows: list.value }) : list;
}

/** An expression that cannot be resolved is the problem of its item, not of the run. */
function tryRead<V>(read: () => Result<V>): Result<V> {
	try {
		return read();
	} catch (error) {
		const { message, description } = error as { message?: string; description?: string | null };
		return invalid(
			`A parameter of the item could not be read: ${message ?? String(error)}`,
			description ?? "Correct the expressions in the node's parameters.",
		);
	}
}

function rowFromFields(item: Item): Result<RowCells> {
	const mapping = item.parameter('columns', {}) as { mappingMode?: string };
	if (isTool(item.context) && mapping.mappingMode === 'autoMapInputData') {
		return invalid(
			"As a tool the node takes explicit numbers only, and 'Columns' is mapped automatically",
			"Set 'Row Source' to JSON and let the model fill in 'Rows', or map each column.",
		);
	}
	return mappedRow(mapping, item.input.json);
}

/** What to do with a number that occurs more than once among the rows of one task. */
export type DuplicateRule = 'sendOnce' | 'sendAll' | 'refuse';

interface NumberedRow {
	phone: string | null;
	/** where the number goes: rows of different tasks do not repeat each other */
	destination: string;
}

/** The rows whose number an earlier row has, each with the first row that has it. */
export function repeatedRows<R extends NumberedRow>(rows: readonly R[]): Map<R, R> {
	const firsts = new Map<string, R>();
	const repeats = new Map<R, R>();
	for (const row of rows) {
		const key = JSON.stringify([row.destination, row.phone]);
		const first = firsts.get(key);
		if (first === undefined) firsts.set(key, row);
		else repeats.set(row, first);
	}
	return repeats;
}
