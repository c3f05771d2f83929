import type { IExecuteFunctions, INodeExecutionData, IDataObject } from 'n8n-workflow';

import { openAiCallClient, type AiCallClient } from '../../shared/aiCall/client';
import { toNodeError } from '../../shared/items/engine';
import {
	readRunSettings,
	refuseRetryOnFail,
	type RowOperation,
	type RunSettings,
	isTool,
} from '../settings/runSettings';
import { checkTargets } from './checkTargets';
import {
	sendable,
	type RowList,
	type SendableRow,
	type Target,
	EMPTY_ROW,
	refused,
	type Row,
	type TargetIds,
} from './row';
import { skippedItems } from './rowItems';
import { columnLookup } from './scriptColumns';
import { inputItems, type Item } from '../../shared/items/item';
import { invalid, success, type Problem, type Result } from '../../shared/problem/problem';
import {
	columnNames,
	jsonRows,
	mappedFields,
	mappedRow,
	type RowCells,
	checkRow,
	phoneToShow,
} from '../cells/rowCells';
import { readContactHistories } from '../settings/contactHistory';
import { holdBackRows } from './holdBack';

/** What a run is to send, read and checked. */
export interface RowPlan<T extends Target> extends RowList<T> {
	client: AiCallClient;
	settings: RunSettings;
}

/** The output of a run that nothing can be sent for, where the node is set to continue. */
interface Skipped {
	items: INodeExecutionData[];
}

/**
 * Reads and checks everything that a run depends on; nothing is sent yet.
 * @param readTarget reads where an item's rows go
 * @returns what to send; where the node is set to continue, an error gives an item for every input item
 * instead, as a row that was not sent, since n8n would pass the input through
 * @throws NodeOperationError why nothing can be sent
 */
export async function prepareRows<T extends Target>(
	context: IExecuteFunctions,
	operation: RowOperation,
	readTarget: RowSource<T>['target'],
): Promise<RowPlan<T> | Skipped> {
	try {
		refuseRetryOnFail(context);
		const settings = readRunSettings(context, operation);
		const client = await openAiCallClient(context, { timeout: settings.timeout });
		const source = { target: readTarget, columns: columnLookup(client) };
		const list = await readRows(context, source, settings);
		if (settings.dryRun) await checkTargets(context, client, list.rows);
		return { client, settings, ...list };
	} catch (error) {
		if (context.continueOnFail()) return { items: skippedItems(context, error) };
		throw toNodeError(context, error);
	}
}

/** The rows that go out first. */
export function firstRows<T extends Target>({ rows, repeats }: RowList<T>): Array<SendableRow<T>> {
	return sendable(rows).filter((row) => !repeats.has(row));
}

/** Where the rows of an operation go. */
export interface RowSource<T extends Target> {
	/** reads where an item's rows go */
	target: (item: Item, settings: RunSettings) => Result<T>;
	/** the columns of the script, for rows that come as JSON */
	columns: (item: Item, ids: TargetIds) => Promise<Result<string[]>>;
}

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
		const target = tryRead(() => source.target(item, settings));
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
	return { rows, repeats: holdBackRows(context, rows, settings) };
}

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
	const columns = named.length > 0 ? success(named) : await source.columns(item, target.ids);
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
	const { context, index, input } = item;
	const asGiven = { rawExpressions: true };
	const raw = context.getNodeParameter('columns', index, {}, asGiven) as unknown;
	const mapping = (mappedFields(raw, input.json) ?? item.parameter('columns', {})) as {
		mappingMode?: string;
	};
	if (mapping.mappingMode === 'autoMapInputData' && isTool(context)) {
		return invalid(
			"As a tool the node takes explicit numbers only, and 'Columns' is mapped automatically",
			"Set 'Row Source' to JSON and let the model fill in 'Rows', or map each column.",
		);
	}
	return mappedRow(mapping, input.json);
}
