import { checkInvoice } from '../checks/checks';
import { proveInvoice } from '../checks/proof';
import { asRecognized, furtherTexts, tableRowsOf } from '../eInvoice/asRecognized';
import type { EInvoice } from '../eInvoice/fields';
import { invoiceRecord } from '../invoice/record';
import { lineItemsOfRows } from '../lineItems/lineItems';
import type { PageInvoice } from '../page/invoicePages';
import type { AnalyzedInvoice, RowOptions } from './rows';

/** Whether an invoice was read from the text of pages, so that it has to prove itself. */
export function isOfPages(invoice: EInvoice): invoice is PageInvoice {
	return 'pages' in invoice;
}

/**
 * Checks an invoice that was read without the service; one that was read from pages is in doubt wherever
 * it does not prove itself.
 * @param today the day it is in China, as YYYY-MM-DD
 */
export function analyzeReadInvoice(
	invoice: EInvoice,
	options: RowOptions,
	today: string,
): AnalyzedInvoice {
	const recognized = asRecognized(invoice);
	const record = invoiceRecord(recognized.fields);
	const lines = lineItemsOfRows(tableRowsOf(invoice), record.totalAmount as number | null);
	return {
		invoice: { ...recognized, description: invoice.texts.invoiceType ?? null },
		record,
		lines,
		uncertain: [],
		texts: invoice.texts,
		lineTexts: invoice.lines,
		...checked(),
	};

	function checked(): Pick<AnalyzedInvoice, 'checks' | 'doubts'> {
		if (options.validation === 'off') return { checks: [] };
		if (isOfPages(invoice)) {
			const { checks, open } = proveInvoice(invoice, today, options.expectedBuyer);
			return { checks, doubts: open };
		}
		const further = furtherTexts(invoice);
		const input = { invoice: recognized, record, lines, furtherTexts: further, today };
		return { checks: checkInvoice({ ...input, ...options }) };
	}
}
