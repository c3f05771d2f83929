import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { openAiCallClient } from '../../shared/aiCall/client';
import { toNodeError } from '../../shared/items/engine';
import { problemError, problemOf } from '../../shared/items/errors';
import { inputItems, Item, rawParameter } from '../../shared/items/item';
import { failure, success, type Problem, type Result } from '../../shared/problem/problem';
import {
	checkRow,
	columnNames,
	jsonRows,
	mappedFields,
	mappedRow,
	phoneToShow,
	type RowCells,
} from '../cells/rowCells';
import { isTool } from '../settings/readSettings';
import { readRunSettings, type RunSettings } from '../settings/runSettings';
import { newPaceState } from '../submission/pace';
import { refused, reworded } from '../words/say';
import {
	holdBackRows,
	isSendable,
	type ExecutionState,
	type HeldRow,
	type Row,
	type RowPlan,
	type Target,
} from './row';
import { skippedItems } from './rowItems';
import { checkTargets, columnLookup, type ColumnLookup } from './targets';

/**
 * Reads and checks everything that a run depends on; sends nothing. If the node is set to continue, an error
 * gives an item for every input item, as a row that was not sent: n8n itself would pass the input through.
 * @throws NodeOperationError why nothing can be sent
 */
export async function prepareRows(
	context: IExecuteFunctions,
	readTarget: (item: Item, settings: RunSettings) => Target,
): Promise<RowPlan | { items: INodeExecutionData[] }> {
	try {
		const settings = readRunSettings(context);
		const client = await openAiCallClient(context, { timeout: settings.timeout });
		const state = executionState(context);
		const read = await readRows(context, settings, readTarget, columnLookup(client));
		const checked = holdBackRows(read, settings, state);
		const isDryRun = settings.mode === 'dryRun';
		const rows = isDryRun ? await checkTargets(context, client, checked) : checked;
		return { context, client, settings, state, rows };
	} catch (error) {
		if (context.continueOnFail()) return { items: skippedItems(context, error) };
		throw toNodeError(context, new Item(context, 0).inLanguage(error));
	}
}

/** What the runs of this execution share. n8n hands it on to the execution's retry, whose pace begins anew. */
function executionState(context: IExecuteFunctions): ExecutionState {
	const kept = context.getContext('flow') as Record<string, ExecutionState | undefined>;
	const before = kept.iflytekAiCall;
	const id = context.getExecutionId();
	if (before?.id === id) return before;
	const state = { id, pace: newPaceState(), loads: {}, rows: 0, numbers: {} };
	return (kept.iflytekAiCall = { ...state, ...before, id, pace: state.pace, rows: 0 });
}

/** Reads and checks all rows of a run. @throws NodeOperationError if the parameters let no row be sent */
export async function readRows(
	context: IExecuteFunctions,
	settings: RunSettings,
	readTarget: (item: Item, settings: RunSettings) => Target,
	columnsOf: ColumnLookup,
): Promise<Row[]> {
	const rows: Row[] = [];
	let faulty: { item: Item; problem: Problem } | undefined;
	for (const item of inputItems(context)) {
		const place: UnreadRow = { row: rows.length + 1, item };
		const target = tryRead(() => success(readTarget(item, settings)));
		if (target.ok) place.target = target.value;
		const read = target.ok
			? await rowsOfItem({ ...place, target: target.value }, columnsOf)
			: target;
		if (!read.ok) faulty ??= { item, problem: read.problem };
		const found = read.ok ? read.value : [refusedRow(place, read.problem)];
		for (const one of found) rows.push(one);
	}
	if (faulty !== undefined && !rows.some(isSendable)) {
		throw problemError(context, faulty.problem, faulty.item.index);
	}
	return rows;
}

type UnreadRow = Pick<HeldRow, 'entry' | 'item' | 'row' | 'target'>;
type Place = UnreadRow & { target: Target };

async function rowsOfItem(first: Place, columnsOf: ColumnLookup): Promise<Result<Row[]>> {
	const { item, row, target } = first;
	const given = tryRead<RowCells | { named: string[]; rows: unknown }>(() => {
		if (item.parameter('rowsFrom') !== 'json') return rowFromFields(item);
		const named = columnNames(item.parameter('options.columnNames', ''));
		return success({ named, rows: item.parameter('rows') });
	});
	if (!given.ok) return given;
	if ('cells' in given.value) return success([checkedRow(first, success(given.value))]);
	const { named, rows } = given.value;
	const columns = named.length > 0 ? success(named) : item.answered(await columnsOf(target.ids));
	const list = columns.ok ? jsonRows(rows, columns.value) : columns;
	if (!list.ok) return list;
	return success(
		list.value.map((cells, index) => {
			const entry = ((cells.ok && cells.value.entry) || {}) as IDataObject;
			return checkedRow({ ...first, row: row + index, entry }, cells);
		}),
	);
}

function checkedRow(place: Place, cells: Result<RowCells>): Row {
	if (!cells.ok) return refusedRow(place, cells.problem);
	const values = checkRow(cells.value);
	if (!values.ok) return refusedRow(place, values.problem, phoneToShow(cells.value));
	const { columns } = cells.value;
	const [phone] = values.value;
	const group = JSON.stringify([place.target.key, columns]);
	return { state: 'sendable', ...place, phone, columns, values: values.value, group };
}

function refusedRow(place: UnreadRow, problem: Problem, phone: string | null = null): HeldRow {
	return { state: 'held', ...place, phone, outcome: { status: 'refused', problem } };
}

/** An expression that cannot be resolved is the problem of its item, not of the run. */
function tryRead<V>(read: () => Result<V>): Result<V> {
	try {
		return read();
	} catch (error) {
		const problem = problemOf(error);
		if (problem.remedy === '') return refused('unreadableExpression', problem.message);
		// only our own problems have Chinese words, and they name the parameter
		return failure(problem.chinese ? problem : reworded(problem, 'unreadableItem'));
	}
}

function rowFromFields(item: Item): Result<RowCells> {
	const { context, index, input } = item;
	const raw = rawParameter(context, 'columns', index);
	const mapping = (mappedFields(raw, input.json) ?? item.parameter('columns', {})) as IDataObject;
	if (mapping.mappingMode === 'autoMapInputData' && isTool(context)) {
		return refused('toolMapsItself');
	}
	return mappedRow(mapping, input.json);
}
