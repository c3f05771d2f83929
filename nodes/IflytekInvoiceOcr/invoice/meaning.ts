import { isTaxFree, parseAmount } from '../values/amounts';
import { parseDate } from '../values/dates';
import { ELEMENTS, type FieldName } from './elements';
import type { InvoiceRecord } from './record';

const KINDS = new Map<string, string>(ELEMENTS.map(({ name, kind }) => [name, kind]));

/**
 * What a text says, however it is written: a date with its time, an amount with more decimals, 0.00 in place
 * of the asterisks for no tax, letters and brackets of another width.
 */
export function meaning(field: string, text: string): number | string {
	const bare = text.normalize('NFKC').replace(/\s/g, '');
	const kind = KINDS.get(field);
	if (kind === 'date') return parseDate(text) ?? bare;
	if (kind !== 'amount') return bare.toUpperCase();
	const value = Number(bare);
	return isTaxFree(bare) ? 0 : (parseAmount(bare) ?? (Number.isNaN(value) ? bare : value));
}

/** What two statements of one invoice are compared by. */
export const COMPARED: readonly FieldName[] = [
	'issueDate',
	'totalWithTax',
	'totalAmount',
	'totalTax',
	'buyerTaxId',
	'sellerTaxId',
	'buyerName',
	'sellerName',
];

/** The same for a value of a record; null where it has none. */
export function meaningIn(record: InvoiceRecord, field: FieldName): number | string | null {
	const value = record[field];
	return typeof value === 'string' ? meaning(field, value) : value;
}

/** Whether two records of one invoice contradict each other; a value that one lacks is none. */
export function differ(one: InvoiceRecord, other: InvoiceRecord): boolean {
	return COMPARED.some((field) => {
		const [here, there] = [meaningIn(one, field), meaningIn(other, field)];
		return here !== null && there !== null && here !== there;
	});
}
