import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { inputError } from '../../shared/items/errors';
import { columnNames, jsonRows, mappedRow, type GivenRow } from '../protocol/columns';
import { duplicates, type DuplicateRule } from '../protocol/duplicates';
import { invalid, success, type Problem, type Result } from '../../shared/items/problem';
import { checkRow, givenPhone } from '../protocol/rowCheck';
import { wholeNumber } from '../protocol/wholeNumber';
import { oneOf } from './runParameters';

/** Where rows go: rows of the same key share batches, those of the same task are compared. */
export interface Target {
	key: string;
	/** the task that the numbers go to */
	task: string;
}

/** One row of a run, checked. */
export interface Row<T extends Target> {
	/** position in the run, from 1 */
	row: number;
	itemIndex: number;
	/** missing when the item's parameters could not be read */
	target?: T;
	phone: string | null;
	columns: string[];
	/** the texts that go out; empty for a row that does not */
	values: string[];
	/** rows of the same group share batches */
	group: string;
	/** where the number goes: rows with the same one are compared */
	destination: string;
	/** the row that goes out in place of this one, which has the same number */
	duplicateOf?: number;
	/** what keeps the row from being sent, and whether it is the row that has to be mended */
	obstacle?: Problem & { kind: 'parameter' | 'repeated' | 'row' };
}

/** A row that goes out. */
export type SendableRow<T extends Target> = Row<T> & { target: T; phone: string };

/** Where the rows of an operation go. */
export interface RowSource<T extends Target> {
	/** reads where an item's rows go */
	target: (itemIndex: number) => Result<T>;
	/** the columns of the script, for rows that come as JSON */
	columns: (itemIndex: number, target: T) => Promise<Result<string[]>>;
}

const TOOL_ROWS = 50;
const DUPLICATE_RULES: DuplicateRule[] = ['refuse', 'sendAll', 'sendOnce'];

/**
 * Reads all rows of a run and checks them; nothing is sent.
 * @throws NodeOperationError when no row can go out because of the parameters, or there are too many
 */
export async function readRows<T extends Target>(
	context: IExecuteFunctions,
	source: RowSource<T>,
): Promise<Array<Row<T>>> {
	const rows: Array<Row<T>> = [];
	const items = context.getInputData();
	for (let itemIndex = 0; itemIndex < items.length; itemIndex++) {
		const target = attempt(() => source.target(itemIndex));
		const given = target.ok ? await givenRows(context, source, itemIndex, target.value) : target;
		const add = ({ phone = null, columns = [], values = [], obstacle }: Partial<CheckedPart>) =>
			rows.push({
				row: rows.length + 1,
				itemIndex,
				target: target.ok ? target.value : undefined,
				phone,
				columns,
				values,
				group: target.ok ? JSON.stringify([target.value.key, columns]) : '',
				destination: target.ok ? target.value.task : '',
				obstacle,
			});
		if (!given.ok) {
			add({ obstacle: { ...given.problem, kind: 'parameter' } });
			continue;
		}
		for (const reading of given.value) add(checked(reading));
	}
	leaveOutDuplicates(context, rows);
	refuseUnsendable(context, rows);
	return rows;
}

/** The rows that go out, as batches and duplicates are made of them. */
export function sendable<T extends Target>(rows: ReadonlyArray<Row<T>>): Array<SendableRow<T>> {
	return rows.filter(isSendable);
}

function isSendable<T extends Target>(row: Row<T>): row is SendableRow<T> {
	return row.obstacle === undefined && row.target !== undefined && row.phone !== null;
}

async function givenRows<T extends Target>(
	context: IExecuteFunctions,
	source: RowSource<T>,
	itemIndex: number,
	target: T,
): Promise<Result<Array<Result<GivenRow>>>> {
	const isJson = attempt(() => success(context.getNodeParameter('rowsFrom', itemIndex) === 'json'));
	if (!isJson.ok) return isJson;
	if (!isJson.value) return attempt(() => rowOfItem(context, itemIndex));
	const given = attempt(() =>
		success({
			named: columnNames(options(context, itemIndex).columnNames),
			rows: context.getNodeParameter('rows', itemIndex),
		}),
	);
	if (!given.ok) return given;
	const { named, rows } = given.value;
	const columns = named.length > 0 ? success(named) : await source.columns(itemIndex, target);
	if (!columns.ok) return columns;
	if (columns.value.length === 0) {
		return invalid(
			'The script has no columns',
			"Pick another 'Script', or enter the columns in the option Column Names.",
		);
	}
	return jsonRows(rows, columns.value);
}

/** An expression that cannot be resolved is the obstacle of its item, not of the run. */
function attempt<T>(read: () => Result<T>): Result<T> {
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

function rowOfItem(context: IExecuteFunctions, itemIndex: number): Result<Array<Result<GivenRow>>> {
	const mapping = context.getNodeParameter('columns', itemIndex, {}) as { mappingMode?: string };
	if (isTool(context) && mapping.mappingMode === 'autoMapInputData') {
		return invalid(
			"As a tool the node takes explicit numbers only, and 'Columns' is mapped automatically",
			"Set 'Rows From' to JSON and let the model fill in 'Rows', or map each column.",
		);
	}
	const row = mappedRow(mapping, context.getInputData()[itemIndex]?.json ?? {});
	return row.ok ? success([row]) : row;
}

type CheckedPart = Pick<Row<Target>, 'phone'> &
	Partial<Pick<Row<Target>, 'columns' | 'obstacle' | 'values'>>;

function checked(reading: Result<GivenRow>): CheckedPart {
	if (!reading.ok) return { phone: null, obstacle: { ...reading.problem, kind: 'row' } };
	const { columns } = reading.value;
	const row = checkRow(reading.value);
	if (!row.ok) {
		return {
			phone: givenPhone(reading.value),
			columns,
			obstacle: { ...row.problem, kind: 'row' },
		};
	}
	return { phone: row.value.values[0]!, columns, values: row.value.values };
}

function leaveOutDuplicates<T extends Target>(
	context: IExecuteFunctions,
	rows: ReadonlyArray<Row<T>>,
): void {
	if (rows.length === 0) return;
	const given = options(context, 0).duplicateNumbers ?? 'sendOnce';
	const rule = oneOf(context, 0, DUPLICATE_RULES, given, 'Duplicate Numbers');
	for (const [row, other] of duplicates(sendable(rows), rule)) {
		if (rule === 'sendOnce') row.duplicateOf = other.row;
		row.obstacle =
			rule === 'refuse'
				? {
						kind: 'row',
						retryClass: 'never',
						message: `The number occurs in row ${other.row} too`,
						remedy: 'Keep one row of the number, or set the option Duplicate Numbers to Send Once.',
					}
				: {
						kind: 'repeated',
						retryClass: 'never',
						message: `The number is the same as in row ${other.row}, which goes out`,
						remedy:
							'Nothing, unless the number is to be called twice: then set the option Duplicate Numbers to Send All.',
					};
	}
}

function refuseUnsendable<T extends Target>(
	context: IExecuteFunctions,
	rows: ReadonlyArray<Row<T>>,
): void {
	const wrong = rows.find(({ obstacle }) => obstacle?.kind === 'parameter');
	if (wrong?.obstacle !== undefined && rows.every(({ obstacle }) => obstacle !== undefined)) {
		const { message, remedy } = wrong.obstacle;
		throw inputError(context, wrong.itemIndex, message, remedy);
	}
	const read = wholeNumber(options(context, 0).maxRows, {
		name: 'Max Rows per Run',
		least: 0,
		byDefault: isTool(context) ? TOOL_ROWS : 0,
	});
	if (!read.ok) throw inputError(context, undefined, read.problem.message, read.problem.remedy);
	const limit = read.value;
	if (limit > 0 && rows.length > limit) {
		throw inputError(
			context,
			undefined,
			`There are ${rows.length} rows, and one run may send ${limit}`,
			'Nothing was sent. Give fewer rows, or raise the option Max Rows per Run.',
		);
	}
}

function options(context: IExecuteFunctions, itemIndex: number): IDataObject {
	return context.getNodeParameter('options', itemIndex, {}) as IDataObject;
}

/** Whether an AI agent runs the node; n8n gives its tools a type that ends so. */
function isTool(context: IExecuteFunctions): boolean {
	return (
		context.getNode().type.endsWith('Tool') ||
		(typeof context.isToolExecution === 'function' && context.isToolExecution())
	);
}
