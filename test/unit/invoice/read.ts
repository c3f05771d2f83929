import { decodeInvoices } from '../../../nodes/IflytekInvoiceOcr/service/service';
import {
	ELEMENTS,
	type FieldName,
	type Finding,
	type Invoice,
} from '../../../nodes/IflytekInvoiceOcr/invoice/invoice';
import { invoiceDocument } from '../../emulator/signature/invoiceDocument';
import { sayFinding } from '../../../nodes/IflytekInvoiceOcr/invoice/findings';
import {
	type AnalyzedInvoice,
	analyzeInvoice,
} from '../../../nodes/IflytekInvoiceOcr/checks/checks';
import type { TruthLine } from '../../emulator/signature/invoiceTruth';
import { rowsOf, type Origin, type RowOptions } from '../../../nodes/IflytekInvoiceOcr/output/rows';
import { sayReasons } from '../../../nodes/IflytekInvoiceOcr/run/reviewRun';

export const OPTIONS: RowOptions = {
	isPerLine: false,
	naming: 'english',
	validation: 'fullList',
	minimumConfidence: 0.8,
};

export const ORIGIN = {
	row: 1,
	fileName: 'scan.png',
	fileField: 'data',
	source: 'ocr',
	sid: 'sid-1',
	page: null,
} as const;

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

/** What stands in an invoice, by the names of its fields: one line, or one for each line item. */
export type Texts = Partial<Record<FieldName, string | Array<string | TruthLine>>>;

/** The service's answer about an invoice with these texts, laid out as the emulator does. */
export function documentOf(texts: Texts) {
	const named = ELEMENTS.filter(({ name }) => name in texts);
	const fields = Object.fromEntries(named.map(({ key, name }) => [key, texts[name]]));
	return invoiceDocument({ fields }, null);
}

export const readFields = (texts: Texts, options: Partial<RowOptions> = {}): AnalyzedInvoice =>
	read(documentOf(texts), options);

/** An invoice that was read from text, with all that keeps it from being proved. */
export function proveInvoice(read: Invoice, today: string) {
	const options = { ...OPTIONS, minimumConfidence: 0 };
	const analyzed = analyzeInvoice(read, options, today);
	return { ...analyzed, doubts: [...analyzed.open, ...analyzed.faults] };
}

/** Findings as English rows say them. */
export const inEnglish = (findings: Finding[]) => findings.map((one) => sayFinding(one, 'english'));

/** Rows as they leave the node, their reasons in words. */
function said(invoice: AnalyzedInvoice, options: RowOptions, origin: Origin) {
	return rowsOf(invoice, options, origin).map((row) => {
		sayReasons(row, options.naming);
		return row.json;
	});
}

export const invoiceRow = (invoice: AnalyzedInvoice, options: RowOptions, origin: Origin) =>
	said(invoice, { ...options, isPerLine: false }, origin)[0]!;

export const lineRows = (invoice: AnalyzedInvoice, options: RowOptions, origin: Origin) =>
	said(invoice, { ...options, isPerLine: true }, origin);
