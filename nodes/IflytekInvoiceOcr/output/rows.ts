import {
	checkInvoice,
	CONFIDENCE_CHECK,
	LINES_CHECK,
	RATES_CHECK,
	uncertainFields,
	type Check,
	type CheckInput,
} from '../protocol/checks';
import {
	lowestConfidence,
	type RecognizedField,
	type RecognizedInvoice,
	type TextLine,
} from '../protocol/document';
import {
	ELEMENTS,
	fieldLabel,
	LINE_ITEM_INVOICE_FIELDS,
	type FieldName,
	type FieldNaming,
} from '../protocol/elements';
import type { Point, Quad } from '../protocol/geometry';
import { readLineItems, type LineItem } from '../protocol/lineItems';
import { invoiceKey, invoiceRecord, type InvoiceRecord } from '../protocol/record';

/** What an output item holds besides the values. */
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

/** An invoice with everything that was found out about it. */
export interface AnalyzedInvoice {
	invoice: RecognizedInvoice;
	record: InvoiceRecord;
	lines: LineItem[];
	/** empty when checks are off */
	checks: Check[];
	uncertain: FieldName[];
}

/** Where an invoice was read from. */
export interface Origin {
	/** the file's name, or its address without the query */
	fileName: string | null;
	/** the service's session ID */
	sid: string;
}

type Json = Record<string, unknown>;

/** What a bookkeeper looks for, in front of the other fields. */
const FIRST_FIELDS: readonly FieldName[] = [
	'invoiceNumber',
	'issueDate',
	'sellerName',
	'buyerName',
	'totalAmount',
	'totalTax',
	'totalWithTax',
];

const firstOf = (fields: readonly FieldName[]): FieldName[] =>
	FIRST_FIELDS.filter((name) => fields.includes(name));
const restOf = (fields: readonly FieldName[]): FieldName[] =>
	fields.filter((name) => !FIRST_FIELDS.includes(name));

const NAMES: FieldName[] = ELEMENTS.map(({ name }) => name);

/** The fields of a row with One Item per Invoice and English names. */
export const INVOICE_ROW_FIELDS: readonly string[] = [
	...['fileName', 'needsReview', 'reviewReasons'],
	...firstOf(NAMES),
	...restOf(NAMES),
	...['invoiceType', 'invoiceKey', 'source', 'sid', 'uncertainFields', 'page'],
];

/** @param today the day it is in China, as YYYY-MM-DD */
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
	return { invoice, record, lines, checks, uncertain: uncertainFields(invoice, minimumConfidence) };
}

/** One Item per Invoice: what a bookkeeper looks for, then the other fields in the order of the service. */
export function invoiceRow(read: AnalyzedInvoice, options: RowOptions, origin?: Origin): Json {
	const { fields } = read.invoice;
	const label = (name: FieldName) => fieldLabel(name, options.naming);
	const byField = (value: (reading: RecognizedField) => unknown): Json =>
		Object.fromEntries(ELEMENTS.map(({ name }) => [label(name), value(fields[name])]));
	const valuesOf = (names: FieldName[]): Json =>
		Object.fromEntries(names.map((name) => [label(name), read.record[name]]));
	return {
		...(origin && { fileName: origin.fileName }),
		...review(failedChecks(read.checks), options),
		...valuesOf(firstOf(NAMES)),
		...valuesOf(restOf(NAMES)),
		...identity(read, origin),
		uncertainFields: joined(read.uncertain.map(label)),
		...(options.validation === 'fullList' ? { checks: read.checks.map(checkRow) } : {}),
		...(options.includeConfidences ? { confidences: byField(({ confidence }) => confidence) } : {}),
		...(options.includePositions ? { positions: byField(({ quad }) => corners(quad)) } : {}),
		...(options.includeRawText ? { rawText: byField(({ text }) => text) } : {}),
	};
}

/** What identifies an invoice, and where it comes from. */
function identity({ invoice, record }: AnalyzedInvoice, origin: Origin | undefined): Json {
	return {
		invoiceType: invoice.description,
		invoiceKey: invoiceKey(record),
		...(origin && { source: 'ocr', sid: origin.sid }),
	};
}

/** The names of a line's values, and the element each comes from. */
const LINE_FIELDS = [
	['goodsName', 'goodsNames'],
	['unitPrice', 'unitPrices'],
	['amount', 'amounts'],
	['taxRate', 'taxRates'],
	['tax', 'taxAmounts'],
] as const;

/** One Item per Line: a goods or discount line each, without subtotals; at least one item. */
export function lineRows(read: AnalyzedInvoice, options: RowOptions, origin?: Origin): Json[] {
	const lines = read.lines
		.map((line, index) => ({ line, number: index + 1 }))
		.filter(({ line }) => line.kind !== 'subtotal');
	if (lines.length === 0) return [lineRow(read, options, origin)];
	return lines.map(({ line, number }) => lineRow(read, options, origin, line, number));
}

function lineRow(
	read: AnalyzedInvoice,
	options: RowOptions,
	origin: Origin | undefined,
	line?: LineItem,
	number: number | null = null,
): Json {
	const label = (name: FieldName) => fieldLabel(name, options.naming);
	const naming = LINE_FIELDS.map(
		([name, element]) => [name, options.naming === 'english' ? name : label(element)] as const,
	);
	const byField = (value: (lines: TextLine[]) => unknown): Json =>
		Object.fromEntries(naming.map(([name, shown]) => [shown, value(line?.sources[name] ?? [])]));
	const uncertain = [
		...naming
			.filter(([name]) => isBelow(line?.sources[name] ?? [], options.minimumConfidence))
			.map(([, shown]) => shown),
		...LINE_ITEM_INVOICE_FIELDS.filter((name) => read.uncertain.includes(name)).map(label),
	];
	const reasons = [
		...(line === undefined ? ['No line item was read'] : lineDoubts(line)),
		...(uncertain.length > 0
			? [`${CONFIDENCE_CHECK}: below ${options.minimumConfidence} in ${uncertain.join(', ')}`]
			: []),
		...failedChecks(read.checks.filter(({ name }) => !isSaidByLine(name, line))),
	];
	const valuesOf = (names: FieldName[]): Json =>
		Object.fromEntries(names.map((name) => [label(name), read.record[name]]));
	return {
		...(origin && { fileName: origin.fileName }),
		...review(reasons, options),
		line: number,
		...Object.fromEntries(naming.map(([name, shown]) => [shown, line?.[name] ?? null])),
		lineType: line?.kind ?? null,
		...valuesOf(firstOf(LINE_ITEM_INVOICE_FIELDS)),
		...valuesOf(restOf(LINE_ITEM_INVOICE_FIELDS)),
		...identity(read, origin),
		uncertainFields: joined(uncertain),
		...(options.includeConfidences ? { confidences: byField(lowestConfidence) } : {}),
		...(options.includePositions
			? { positions: byField((texts) => texts.map(({ quad }) => corners(quad))) }
			: {}),
		...(options.includeRawText
			? { rawText: byField((texts) => joined(texts.map(({ text }) => text))) }
			: {}),
	};
}

function lineDoubts({ doubts, expectedTax, taxRate, amount, tax }: LineItem): string[] {
	if (expectedTax === null) return doubts;
	return [
		...doubts,
		`${taxRate} of ${amount?.toFixed(2)} is ${expectedTax}, not ${tax?.toFixed(2)}`,
	];
}

/** Whether the line itself already says what the check found. */
function isSaidByLine(check: string, line: LineItem | undefined): boolean {
	// the lowest confidence may be that of a field which the line does not carry
	if (check === CONFIDENCE_CHECK) return true;
	if (check === LINES_CHECK) return line !== undefined && line.doubts.length > 0;
	return check === RATES_CHECK && line !== undefined && line.expectedTax !== null;
}

/** The failures of an invoice, each in a few words. */
export function failuresOf({ checks }: AnalyzedInvoice): string[] {
	return checks.filter(({ result }) => result === 'failed').map(({ failure }) => failure);
}

function failedChecks(checks: Check[]): string[] {
	return checks
		.filter(({ result }) => result === 'failed')
		.map(({ name, expected, found }) => `${name}: expected ${expected}, found ${found}`);
}

function review(reasons: string[], { validation }: RowOptions): Json {
	if (validation === 'off') return {};
	return { needsReview: reasons.length > 0, reviewReasons: joined(reasons) };
}

function checkRow({ name, result, expected, found }: Check): Json {
	return { name, result, expected, found };
}

function joined(texts: string[]): string | null {
	return texts.length > 0 ? texts.join('\n') : null;
}

function isBelow(lines: TextLine[], minimum: number): boolean {
	const lowest = lowestConfidence(lines);
	return lowest !== null && lowest < minimum;
}

/** Top left, top right, bottom right and bottom left corner, in pixels. */
function corners(quad: Quad | null): Point[] | null {
	return quad === null ? null : quad.map(({ x, y }) => ({ x, y }));
}
