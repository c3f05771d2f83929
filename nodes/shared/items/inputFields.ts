import type { IDataObject } from 'n8n-workflow';

import type { Item } from './item';

/**
 * A row that begins with the fields of its input item. A field of the row's own wins over one of the same
 * name; `error` is left out, since n8n takes an item that has it for a failed one.
 */
export function withInputFields(item: Item, row: IDataObject): IDataObject {
	const fields = Object.entries(item.input.json).filter(([name]) => name !== 'error');
	return { ...Object.fromEntries(fields), ...row };
}
