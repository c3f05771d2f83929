import { checkInvoice, faultsOf, lacksOf, type Check } from './checks';
import type { CheckInput } from './verdict';
import type { Finding } from '../findings/finding';
import { asRecognized, furtherTexts, tableRowsOf } from '../eInvoice/asRecognized';
import { lineItemsOfRows, type LineItem } from '../lineItems/lineItems';
import { invoiceRecord, type InvoiceRecord } from '../invoice/record';
import type { PageInvoice } from '../page/invoicePages';

/** An invoice read from text, with what its own figures say of it. */
export interface ProvedInvoice {
	record: InvoiceRecord;
	lines: LineItem[];
	checks: Check[];
	/** what the pages leave open and what could not be checked */
	open: Finding[];
	/** all that keeps it from being proved: what is open, and what its checks found wrong */
	doubts: Finding[];
}

/**
 * Checks an invoice read from text against itself. What cannot be checked counts as not proved, unlike in
 * a file that states its values.
 * @param today the day it is in China, as YYYY-MM-DD
 */
export function proveInvoice(
	invoice: PageInvoice,
	today: string,
	expectedBuyer?: CheckInput['expectedBuyer'],
): ProvedInvoice {
	const recognized = asRecognized(invoice);
	const record = invoiceRecord(recognized.fields);
	const lines = lineItemsOfRows(tableRowsOf(invoice), record.totalAmount as number | null);
	const checks = checkInvoice({
		invoice: recognized,
		record,
		lines,
		furtherTexts: furtherTexts(invoice),
		minimumConfidence: 0,
		today,
		expectedBuyer,
	});
	const open = [...invoice.doubts, ...lacksOf(checks)];
	return { record, lines, checks, open, doubts: [...open, ...faultsOf(checks)] };
}
