import { checkInvoice } from '../protocol/checks';
import { asRecognized, tableRowsOf } from '../protocol/eInvoice/asRecognized';
import type { EInvoice } from '../protocol/eInvoice/eInvoice';
import type { ExtraName, LineField } from '../protocol/eInvoice/fields';
import { lineItemsOfRows } from '../protocol/lineItems';
import { invoiceRecord } from '../protocol/record';
import {
	INVOICE_ROW_FIELDS,
	invoiceRow,
	lineRows,
	type AnalyzedInvoice,
	type RowOptions,
} from './rows';

type Json = Record<string, unknown>;

/** What an e-invoice says beyond the fields of a picture, and what a Chinese invoice calls it. */
const EXTRAS: ReadonlyArray<[name: ExtraName, label: string]> = [
	['invoiceType', '发票类型'],
	['remark', '备注'],
	['drawer', '开票人'],
	['payee', '收款人'],
	['reviewer', '复核人'],
	['machineNumber', '机器编号'],
	['originalInvoiceNumber', '原发票号码'],
];

/** The fields of a row with One Item per Invoice and English names; no service has been asked. */
export const E_INVOICE_ROW_FIELDS: readonly string[] = [
	...INVOICE_ROW_FIELDS.filter((name) => !['page', 'sid', 'source'].includes(name)),
	...EXTRAS.map(([name]) => name).filter((name) => name !== 'invoiceType'),
	'source',
];

const LINE_EXTRAS: ReadonlyArray<[name: LineField, label: string]> = [
	['specification', '规格型号'],
	['unit', '单位'],
	['quantity', '数量'],
	['taxCategoryCode', '税收分类编码'],
];

/** The row of an e-invoice: as of a recognized one, with what only the file can say behind it. */
export function eInvoiceRow(invoice: EInvoice, read: AnalyzedInvoice, options: RowOptions): Json {
	return {
		...invoiceRow(read, options),
		...extras(invoice, options),
	};
}

/** One row for each line, with its quantity, unit and specification. */
export function eInvoiceLineRows(
	invoice: EInvoice,
	read: AnalyzedInvoice,
	options: RowOptions,
): Json[] {
	return lineRows(read, options).map((row) => {
		const line = typeof row.line === 'number' ? invoice.lines[row.line - 1] : undefined;
		const more = LINE_EXTRAS.map(([name, label]): [string, unknown] => {
			const text = line?.[name] ?? null;
			const isNumber = name === 'quantity' && text !== null && /^-?\d+(\.\d+)?$/.test(text);
			return [options.naming === 'chinese' ? label : name, isNumber ? Number(text) : text];
		});
		return { ...row, ...Object.fromEntries(more), source: invoice.source };
	});
}

/** @param today the day it is in China, as YYYY-MM-DD */
export function analyzeEInvoice(
	invoice: EInvoice,
	options: RowOptions,
	today: string,
): AnalyzedInvoice {
	const recognized = asRecognized(invoice);
	const record = invoiceRecord(recognized.fields);
	const lines = lineItemsOfRows(tableRowsOf(invoice), record.totalAmount as number | null);
	const checks =
		options.validation === 'off'
			? []
			: checkInvoice({ invoice: recognized, record, lines, ...options, today });
	return { invoice: recognized, record, lines, checks, uncertain: [] };
}

function extras({ texts, source }: EInvoice, { naming }: RowOptions): Json {
	return {
		...Object.fromEntries(
			EXTRAS.map(([name, label]) => [naming === 'chinese' ? label : name, texts[name] ?? null]),
		),
		source,
	};
}
