import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { openAiCallClient } from '../../shared/aiCall/client';
import { toNodeError } from '../../shared/items/engine';
import { inputItems, type Item } from '../../shared/items/item';
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
import { isTool, rawParameter } from '../settings/readSettings';
import { readRunSettings, type RunSettings } from '../settings/runSettings';
import { newPaceState } from '../submission/pace';
import {
	holdBackRows,
	isSendable,
	type ExecutionState,
	type Row,
	type RowPlan,
	type SendableRow,
	type Target,
	type TargetIds,
} from './row';
import { refused, reworded } from '../words/say';
import { problemOf, skippedItems } from './rowItems';
import { checkTargets, columnLookup } from './targets';

/**
 * Reads and checks everything that a run depends on; nothing is sent yet.
 * @param readTarget reads where an item's rows go
 * @returns what to send; where the node is set to continue, an error gives an item for every input item
 * instead, as a row that was not sent, since n8n would pass the input through
 * @throws NodeOperationError why nothing can be sent
 */
export async function prepareRows<T extends Target>(
	context: IExecuteFunctions,
	readTarget: RowSource<T>['target'],
): Promise<RowPlan<T> | { items: INodeExecutionData[] }> {
	try {
		const settings = readRunSettings(context);
		const client = await openAiCallClient(context, { timeout: settings.timeout });
		const columnsOf = columnLookup(client);
		const source: RowSource<T> = {
			target: readTarget,
			columns: async (item, ids) => item.answered(await columnsOf(ids)),
		};
		const state = executionState(context);
		const read = await readRows(context, source, settings);
		const isDryRun = settings.mode === 'dryRun';
		const list = holdBackRows(read, settings, state);
		const rows = isDryRun ? await checkTargets(context, client, list.rows) : list.rows;
		return { client, settings, state, rows, repeats: list.repeats };
	} catch (error) {
		if (context.continueOnFail()) return { items: skippedItems(context, error) };
		throw toNodeError(context, error);
	}
}

/**
 * What the execution that a run belongs to remembers. n8n hands it on to its retry, which asks anew whether the
 * platform answers.
 */
function executionState(context: IExecuteFunctions): ExecutionState {
	const kept = context.getContext('flow') as Record<string, ExecutionState | undefined>;
	const before = kept.iflytekAiCall;
	const id = context.getExecutionId();
	if (before?.id === id) return before;
	const state = { id, pace: newPaceState(), loads: {}, rows: 0, numbers: {} };
	return (kept.iflytekAiCall = { ...state, ...before, id, pace: state.pace, rows: 0 });
}

/** Where the rows of an operation go. */
export interface RowSource<T extends Target> {
	/** reads where an item's rows go */
	target: (item: Item, settings: RunSettings) => Result<T>;
	/** the columns of the script, for rows that come as JSON */
	columns: (item: Item, ids: TargetIds) => Promise<Result<string[]>>;
}

/**
 * Reads and checks all rows of a run; nothing is sent yet.
 * @throws NodeOperationError when no row can be sent because of the parameters
 */
export async function readRows<T extends Target>(
	context: IExecuteFunctions,
	source: RowSource<T>,
	settings: RunSettings,
): Promise<Array<Row<T>>> {
	const rows: Array<Row<T>> = [];
	let faulty: { item: Item; problem: Problem } | undefined;
	for (const item of inputItems(context)) {
		const target = tryRead(() => source.target(item, settings));
		const given = target.ok ? await rowsOfItem(item, source, target.value) : target;
		if (target.ok && given.ok) {
			const { isJson, rows: ofItem } = given.value;
			for (const cells of ofItem) {
				const place = { row: rows.length + 1, item, ...(isJson && { entry: entryOf(cells) }) };
				rows.push(checkedRow({ ...place, target: target.value }, cells));
			}
			continue;
		}
		const { problem } = (target.ok ? given : target) as { problem: Problem };
		faulty ??= { item, problem };
		rows.push({
			state: 'held',
			row: rows.length + 1,
			item,
			...(target.ok && { target: target.value }),
			phone: null,
			outcome: { status: 'refused', problem },
		});
	}
	if (faulty !== undefined && !rows.some(isSendable)) {
		const { message, remedy } = faulty.problem;
		throw faulty.item.inputError(message, remedy);
	}
	return rows;
}

function checkedRow<T extends Target>(
	given: Pick<SendableRow<T>, 'entry' | 'item' | 'row' | 'target'>,
	cells: Result<RowCells>,
): Row<T> {
	const values = cells.ok ? checkRow(cells.value) : cells;
	if (!cells.ok || !values.ok) {
		const phone = cells.ok ? phoneToShow(cells.value) : null;
		const { problem } = values as { problem: Problem };
		return { state: 'held', ...given, phone, outcome: { status: 'refused', problem } };
	}
	const { columns } = cells.value;
	const [phone] = values.value as [string];
	const group = JSON.stringify([given.target.key, columns]);
	return { state: 'sendable', ...given, phone, columns, values: values.value, group };
}

function entryOf(cells: Result<RowCells>): IDataObject {
	return ((cells.ok ? cells.value.entry : undefined) ?? {}) as IDataObject;
}

async function rowsOfItem<T extends Target>(
	item: Item,
	source: RowSource<T>,
	target: T,
): Promise<Result<{ isJson: boolean; rows: Array<Result<RowCells>> }>> {
	const given = tryRead<RowCells | { named: string[]; rows: unknown }>(() => {
		if (item.parameter('rowsFrom') === 'json') {
			const named = columnNames(item.parameter('options.columnNames', ''));
			return success({ named, rows: item.parameter('rows') });
		}
		return rowFromFields(item);
	});
	if (!given.ok) return given;
	if ('cells' in given.value) return success({ isJson: false, rows: [success(given.value)] });
	const { named, rows } = given.value;
	const columns = named.length > 0 ? success(named) : await source.columns(item, target.ids);
	if (!columns.ok) return columns;
	if (columns.value.length === 0) {
		return refused('noColumnsOfScript');
	}
	const list = jsonRows(rows, columns.value);
	return list.ok ? success({ isJson: true, rows: list.value }) : list;
}

/** An expression that cannot be resolved is the problem of its item, not of the run. */
function tryRead<V>(read: () => Result<V>): Result<V> {
	try {
		return read();
	} catch (error) {
		const problem = problemOf(error);
		if (problem.remedy === '') return refused('unreadableExpression', problem.message);
		// our own name the parameter
		return failure(problem.chinese ? problem : reworded(problem, 'unreadableItem'));
	}
}

function rowFromFields(item: Item): Result<RowCells> {
	const { context, index, input } = item;
	const raw = rawParameter(context, 'columns', index);
	const mapping = (mappedFields(raw, input.json) ?? item.parameter('columns', {})) as {
		mappingMode?: string;
	};
	if (mapping.mappingMode === 'autoMapInputData' && isTool(context)) {
		return refused('toolMapsItself');
	}
	return mappedRow(mapping, input.json);
}
