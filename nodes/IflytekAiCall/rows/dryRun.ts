import type { IDataObject } from 'n8n-workflow';

import { heldBack } from '../submission/outcome';
import type { RunSettings } from '../settings/runSettings';
import { batches } from '../submission/submitRows';
import { text } from '../words/say';
import {
	firstRows,
	held,
	isSendable,
	type Row,
	type RowList,
	type SendableRow,
	type Target,
} from './row';

/**
 * Every row of a dry run as it would go out, nothing sent.
 * @param request the request of some rows of one batch
 * @returns the rows, and what those that would go out add to their items
 */
export function showRows<T extends Target>(
	plan: RowList<T> & { settings: Pick<RunSettings, 'language'> },
	request: (target: T, columns: string[], rows: string[][]) => object,
): { rows: Array<Row<T>>; shown: Map<Row<T>, IDataObject> } {
	const rows = withoutRepeats(plan);
	const shown = new Map<Row<T>, IDataObject>();
	for (const [index, batch] of batches(rows.filter(isSendable)).entries()) {
		const [{ target, columns }] = batch as [SendableRow<T>];
		const common = { ...request(target, columns, []) } as IDataObject;
		delete common.call_list;
		for (const row of batch) {
			const values = new Map<string, string | undefined>();
			for (const [position, column] of columns.entries()) {
				// the second one of a name under a name of its own
				const name = values.has(column) ? `${column} (column ${position + 1})` : column;
				values.set(name, row.values[position]);
			}
			shown.set(row, {
				reason: text('dryRun')[plan.settings.language],
				batch: index + 1,
				batchRows: batch.length,
				values: Object.fromEntries(values),
				request: common,
			});
		}
	}
	return { rows, shown };
}

/** Each repeat held back, or sent in place of a first row that is not. */
function withoutRepeats<T extends Target>(list: RowList<T>): Array<Row<T>> {
	const { rows, repeats } = list;
	const sent = new Set(firstRows(list));
	const inPlaceOf = new Map<SendableRow<T>, SendableRow<T>>();
	return rows.map((row) => {
		const first = isSendable(row) ? repeats.get(row) : undefined;
		if (!isSendable(row) || first === undefined) return row;
		const twin = sent.has(first) ? first : inPlaceOf.get(first);
		if (twin === undefined) {
			inPlaceOf.set(first, row);
			return row;
		}
		// no `duplicateOf`: a list that records it would never call this row, though nobody was called
		return held(row, heldBack('sameAsShown', twin.row));
	});
}
