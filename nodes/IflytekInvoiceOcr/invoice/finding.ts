import type { FieldName } from './elements';
import type { FindingCode } from './words';

/** Where another invoice of the run stands, as far as it has to be said. */
export interface OtherPlace {
	file: string | null;
	/** input item, from 1 */
	item: number;
	/** the field of the item that holds the file; null where none does */
	field: string | null;
	/** what is said beside the file's name, where another one has the same */
	by?: 'field' | 'item' | 'page';
	/** from 1; null for the data of a file */
	page: number | null;
}

export type FindingValue = OtherPlace | number | string | null | undefined;

/** What is wrong with an invoice, or open: a code and its values. `sayFinding` alone makes words of it. */
export interface Finding {
	code: FindingCode;
	values: FindingValue[];
	/** the field that it concerns */
	field?: FieldName;
	/** the line that it concerns, from 1 */
	line?: number;
}

export function finding(code: FindingCode, ...values: FindingValue[]): Finding {
	return { code, values };
}

/** A finding about one field. */
export function findingIn(
	field: FieldName,
	code: FindingCode,
	...values: FindingValue[]
): Finding & { field: FieldName } {
	return { code, field, values };
}

/** The finding as one about a line, counted from 0. */
export function onLine(index: number, one: Finding): Finding {
	return { ...one, line: index + 1 };
}
