import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { FILES_IN_JSON, type Item } from './item';

/**
 * A row that begins with the fields of its input. A field that the row has too moves under `input`, and so does
 * `error`, since n8n takes an item that has it for a failed one.
 */
export function withInputFields(fields: IDataObject, row: IDataObject): IDataObject {
	const taken = new Set(['error', ...Object.keys(row)]);
	if (!Object.keys(fields).some((name) => taken.has(name))) return { ...fields, ...row };
	taken.add('input');
	const entries = Object.entries(fields);
	return {
		...Object.fromEntries(entries.filter(([name]) => !taken.has(name))),
		...row,
		input: Object.fromEntries(entries.filter(([name]) => taken.has(name))),
	};
}

/** A row as the option 'Include Input Fields' has it: alone, or behind the fields of its item. */
export function asOptioned({ input, options }: Item, row: IDataObject): IDataObject {
	if (options.includeInputFields !== true) return row;
	// the files go on where another option asks for it
	const fields = Object.entries(input.json).filter(([name]) => name !== FILES_IN_JSON);
	return withInputFields(Object.fromEntries(fields), row);
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
