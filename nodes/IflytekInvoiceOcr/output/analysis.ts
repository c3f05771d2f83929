import { checkInvoice, type Check, uncertainFields } from '../checks/checks';
import { proveInvoice } from '../checks/proof';
import { asRecognized, furtherTexts, tableRowsOf } from '../eInvoice/asRecognized';
import type { EInvoice } from '../eInvoice/fields';
import { invoiceRecord, type RecognizedInvoice, type InvoiceRecord } from '../invoice/record';
import { lineItemsOfRows, type LineItem, readLineItems } from '../lineItems/lineItems';
import type { PageInvoice } from '../page/invoicePages';
import type { Finding } from '../findings/finding';
import type { FieldNaming, FieldName } from '../invoice/elements';
import type { CheckInput } from '../checks/verdict';

/** What a row contains besides the values. */
export interface RowOptions {
	naming: FieldNaming;
	validation: 'fullList' | 'off' | 'reviewFlag';
	/** from 0 to 1 */
	minimumConfidence: number;
	includeConfidences: boolean;
	includePositions: boolean;
	includeRawText: boolean;
	expectedBuyer?: CheckInput['expectedBuyer'];
}

/** An invoice with the results of its analysis. */
export interface AnalyzedInvoice {
	invoice: RecognizedInvoice;
	record: InvoiceRecord;
	lines: LineItem[];
	/** empty when checks are off */
	checks: Check[];
	uncertain: FieldName[];
	/** why an invoice that was read from text is not proved, besides what its checks found */
	doubts?: Finding[];
	/** the texts of its file or page; the service gives nothing beyond its fields */
	texts: EInvoice['texts'];
	lineTexts: EInvoice['lines'];
}

/**
 * Checks an invoice that the service recognized.
 * @param today the day it is in China, as YYYY-MM-DD
 */
export function analyzeInvoice(
	invoice: RecognizedInvoice,
	options: RowOptions,
	today: string,
): AnalyzedInvoice {
	const { minimumConfidence, expectedBuyer } = options;
	const record = invoiceRecord(invoice.fields);
	const lines = readLineItems(invoice.fields, record.totalAmount as number | null);
	const checks =
		options.validation === 'off'
			? []
			: checkInvoice({ invoice, record, lines, minimumConfidence, today, expectedBuyer });
	return {
		invoice,
		record,
		lines,
		checks,
		uncertain: uncertainFields(invoice, minimumConfidence),
		texts: {},
		lineTexts: [],
	};
}

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
