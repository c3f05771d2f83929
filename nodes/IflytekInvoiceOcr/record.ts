import { parseAmount } from './amounts';
import { parseDate } from './dates';
import type { FieldReading } from './document';
import { ELEMENTS, type FieldName } from './elements';

export type InvoiceRecord = Record<FieldName, number | string | null>;

/** Fields that are printed without spaces: those in them are OCR's own or only for the eye. */
const IDENTIFIERS: readonly FieldName[] = [
	'buyerTaxId',
	'checkCode',
	'invoiceCode',
	'invoiceCodeRight',
	'invoiceNumber',
	'invoiceNumberRight',
	'sellerTaxId',
];

/**
 * The flat record of an invoice: amounts as numbers, the date as YYYY-MM-DD, everything else as text;
 * null where nothing was recognised or an amount or date cannot be read beyond doubt. The 20 digits of
 * a fully digital invoice's number, which the service may give as the code, become the number.
 */
export function invoiceRecord(fields: Record<FieldName, FieldReading>): InvoiceRecord {
	const record = Object.fromEntries(
		ELEMENTS.map(({ name, kind }) => {
			const { text } = fields[name];
			if (text === null) return [name, null];
			if (kind === 'amount') return [name, parseAmount(text)];
			if (kind === 'date') return [name, parseDate(text)];
			return [name, IDENTIFIERS.includes(name) ? withoutSpaces(text) : text];
		}),
	) as InvoiceRecord;
	const { invoiceCode, invoiceNumber } = record;
	const isDigital = typeof invoiceCode === 'string' && /^\d{20}$/.test(invoiceCode);
	if (isDigital && (invoiceNumber === null || invoiceNumber === invoiceCode)) {
		record.invoiceNumber = invoiceCode;
		record.invoiceCode = null;
	}
	return record;
}

function withoutSpaces(text: string): string {
	return text.normalize('NFKC').replace(/\s/g, '');
}
