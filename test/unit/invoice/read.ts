import { decodeInvoices } from '../../../nodes/IflytekInvoiceOcr/service/service';
import { invoiceDocument } from '../../emulator/signature/invoiceDocument';
import type { InvoiceTruth } from '../../emulator/signature/invoiceTruth';
import {
	analyzeInvoice,
	type AnalyzedInvoice,
	type RowOptions,
} from '../../../nodes/IflytekInvoiceOcr/output/analysis';

export const OPTIONS: RowOptions = {
	naming: 'english',
	validation: 'fullList',
	minimumConfidence: 0.8,
	includeConfidences: false,
	includePositions: false,
	includeRawText: false,
};

export const ORIGIN = { fileName: 'scan.png', source: 'ocr', sid: 'sid-1', page: null } as const;

export const TODAY = '2025-06-30';

/** Decodes a document that is to be sound. */
export function decode(document: Record<string, unknown>) {
	const outcome = decodeInvoices({ sid: 'sid', envelope: {}, document });
	if (!outcome.ok) throw new Error(outcome.problem.message);
	return outcome.value;
}

/** Reads the first invoice of a document. */
export function read(
	document: Record<string, unknown>,
	options: Partial<RowOptions> = {},
): AnalyzedInvoice {
	return analyzeInvoice(decode(document)[0], { ...OPTIONS, ...options }, TODAY);
}

/** Reads an invoice with these texts by element key, laid out as the emulator does. */
export function readFields(
	fields: InvoiceTruth['fields'],
	options: Partial<RowOptions> = {},
): AnalyzedInvoice {
	return read(invoiceDocument({ fields }, null), options);
}
