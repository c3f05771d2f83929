import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Item } from './item';

/**
 * A row that begins with the fields of its input item. A field of the row's own wins over one of the same
 * name; `error` is left out, since n8n takes an item that has it for a failed one.
 */
export function withInputFields(item: Item, row: IDataObject): IDataObject {
	const fields = Object.entries(item.input.json).filter(([name]) => name !== 'error');
	return { ...Object.fromEntries(fields), ...row };
}

/**
 * The rows of a run with the columns last that are null in all of them: n8n shows the first columns
 * without scrolling, and each null in red. Failed items stay as they are.
 */
export function nullColumnsLast(items: INodeExecutionData[]): INodeExecutionData[] {
	const rows = items.filter(({ json }) => json.error === undefined);
	const filled = new Set<string>();
	for (const { json } of rows) {
		for (const [name, value] of Object.entries(json)) if (value !== null) filled.add(name);
	}
	for (const row of rows) {
		const columns = Object.entries(row.json);
		const isFilled = ([name]: [string, unknown]) => filled.has(name);
		if (columns.every(isFilled)) continue;
		const empty = columns.filter((column) => !isFilled(column));
		row.json = Object.fromEntries([...columns.filter(isFilled), ...empty]);
	}
	return items;
}
