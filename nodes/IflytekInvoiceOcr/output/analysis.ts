import { checkInvoice, missingProofs, uncertainFields, type Check } from '../checks/checks';
import { invoiceRecord, type Invoice, type InvoiceRecord } from '../invoice/record';
import { lineItemsOfRows, type LineItem, readLineItems, tableRowsOf } from '../lineItems/lineItems';
import type { Finding } from '../invoice/finding';
import type { FieldNaming, FieldName } from '../invoice/elements';
import type { CheckInput } from '../checks/verdict';

/** What a row contains besides the values. */
export interface RowOptions {
	naming: FieldNaming;
	validation: 'fullList' | 'reviewFlag';
	/** from 0 to 1 */
	minimumConfidence: number;
	expectedBuyer?: CheckInput['expectedBuyer'];
}

/** An invoice with the results of its analysis. */
export interface AnalyzedInvoice {
	invoice: Invoice;
	record: InvoiceRecord;
	lines: LineItem[];
	checks: Check[];
	uncertain: FieldName[];
	/** what it leaves open, and why one that was read from pages is not proved */
	open: Finding[];
}

/**
 * Checks an invoice; one that was read from pages is in doubt wherever it does not prove itself, unlike one
 * that a file states or the service recognized.
 * @param today the day it is in China, as YYYY-MM-DD
 */
export function analyzeInvoice(
	invoice: Invoice,
	{ minimumConfidence, expectedBuyer }: RowOptions,
	today: string,
): AnalyzedInvoice {
	const record = invoiceRecord(invoice);
	const total = record.totalAmount as number | null;
	const lines =
		invoice.picture === undefined
			? lineItemsOfRows(tableRowsOf(invoice.lines), total)
			: readLineItems(invoice.picture.fields, total);
	const uncertain = uncertainFields(invoice, minimumConfidence);
	const checks = checkInvoice({ invoice, record, lines, minimumConfidence, today, expectedBuyer });
	const open = [...invoice.doubts, ...(invoice.pages.length > 0 ? missingProofs(checks) : [])];
	return { invoice, record, lines, uncertain, checks, open };
}
