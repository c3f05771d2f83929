import {
	type AnalyzedInvoice,
	type Check,
	CONFIDENCE_CHECK,
	faultsOf,
	LINES_CHECK,
} from '../checks/checks';
import { finding, type Finding, sayFinding } from '../invoice/findings';
import { type CheckInput, RATES_CHECK, wrongTax } from '../checks/figures';
import {
	type ExtraName,
	fieldLabel,
	type FieldName,
	FIELDS,
	type FieldNaming,
	type Invoice,
	invoiceKey,
	type InvoiceLine,
	LINE_ITEM_INVOICE_FIELDS,
	type LineField,
	lowestConfidence,
	type TextLine,
} from '../invoice/invoice';
import type { LineItem } from '../lineItems/lineItems';
import { parseDate } from '../values/values';

/** What a row contains besides the values. */
export interface RowOptions {
	naming: FieldNaming;
	validation: 'fullList' | 'reviewFlag';
	/** from 0 to 1 */
	minimumConfidence: number;
	expectedBuyer?: CheckInput['expectedBuyer'];
}

/** Where an invoice was read from. */
export interface Origin {
	/** number of the input item, from 1 */
	row: number;
	/** the file's name, or its address without the query */
	fileName: string | null;
	/** the field that held the file; null where none did */
	fileField: string | null;
	source: Invoice['source'];
	/** the service's session ID; null where it was not asked */
	sid: string | null;
	/** from 1; null where the file has no pages, or states the invoice as data */
	page: number | null;
}

type Json = Record<string, unknown>;

/** A row of the output, and why its invoice needs a review; `sayReasons` puts that in its words. */
export interface Row {
	json: Json;
	reasons: Finding[];
}

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

const firstFirst = (fields: readonly FieldName[]): FieldName[] => [
	...FIRST_FIELDS.filter((name) => fields.includes(name)),
	...fields.filter((name) => !FIRST_FIELDS.includes(name)),
];

/** Fields that only a file or page gives, with their labels on a Chinese invoice. */
const EXTRAS: ReadonlyArray<[name: ExtraName, label: string]> = [
	['remark', '备注'],
	['drawer', '开票人'],
	['payee', '收款人'],
	['reviewer', '复核人'],
	['machineNumber', '机器编号'],
	['originalInvoiceNumber', '原发票号码'],
];

/** What an invoice for a toll states of each passage: a column that came later stands behind all others. */
const TOLLS: ReadonlyArray<
	[name: string, label: string, value: (line: InvoiceLine) => string | null]
> = [
	['licensePlate', '车牌号', ({ licensePlate = null }) => licensePlate],
	['vehicleType', '车辆类型', ({ vehicleType = null }) => vehicleType],
	['passageDates', '通行日期', passageDates],
];

const EXTRA_FIELDS: readonly string[] = [
	'categories',
	...EXTRAS.map(([name]) => name),
	...TOLLS.map(([name]) => name),
];

/** The fields of a row with One Item per Invoice and English names. */
export const INVOICE_ROW_FIELDS: readonly string[] = [
	...['row', 'fileName', 'needsReview', 'reviewReasons'],
	...firstFirst(FIELDS),
	...[
		'invoiceType',
		'invoiceKey',
		'source',
		'alsoIn',
		'fileField',
		'page',
		'sid',
		'uncertainFields',
	],
	...EXTRA_FIELDS,
];

/** One Item per Invoice: what a bookkeeper looks for, then the other fields in the order of the service. */
export function invoiceRow(read: AnalyzedInvoice, options: RowOptions, origin: Origin): Row {
	const label = (name: FieldName) => fieldLabel(name, options.naming);
	const json = {
		row: origin.row,
		fileName: origin.fileName,
		...{ needsReview: false, reviewReasons: null },
		...valuesOf(FIELDS, read, options),
		...identity(read, options, origin),
		uncertainFields: joined(read.uncertain.map(label)),
		...invoiceExtras(read, options.naming),
		...(options.validation === 'fullList' ? { checks: read.checks.map(checkRow) } : {}),
		...tolls(read.invoice.lines, options.naming),
	};
	return { json, reasons: [...read.open, ...faultsOf(read.checks)] };
}

/** The values of fields by what they are called. */
function valuesOf(
	fields: readonly FieldName[],
	{ record }: AnalyzedInvoice,
	{ naming }: RowOptions,
): Json {
	return Object.fromEntries(
		firstFirst(fields).map((name) => [fieldLabel(name, naming), record[name]]),
	);
}

/** What identifies an invoice, and where it comes from. */
function identity(
	{ invoice, record }: AnalyzedInvoice,
	{ naming }: RowOptions,
	{ source, fileField, sid, page }: Origin,
): Json {
	return {
		[naming === 'chinese' ? '发票类型' : 'invoiceType']: invoice.texts.invoiceType ?? null,
		invoiceKey: invoiceKey(record),
		source,
		alsoIn: null,
		fileField,
		page,
		sid,
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
export function lineRows(read: AnalyzedInvoice, options: RowOptions, origin: Origin): Row[] {
	const lines = read.lines
		.map((line, index) => ({ line, number: index + 1 }))
		.filter(({ line }) => line.kind !== 'subtotal');
	const faults = faultsOnLines(read);
	if (lines.length === 0) return [lineRow(read, options, origin, faults)];
	return lines.map(({ line, number }) => lineRow(read, options, origin, faults, line, number));
}

function lineRow(
	read: AnalyzedInvoice,
	options: RowOptions,
	origin: Origin,
	faults: FaultsOnLine,
	line?: LineItem,
	number: number | null = null,
): Row {
	const label = (name: FieldName) => fieldLabel(name, options.naming);
	const naming = LINE_FIELDS.map(
		([name, element]) => [name, options.naming === 'english' ? name : label(element)] as const,
	);
	const uncertain = [
		...naming
			.filter(([name]) => isBelow(line?.sources[name] ?? [], options.minimumConfidence))
			.map(([, shown]) => shown),
		...LINE_ITEM_INVOICE_FIELDS.filter((name) => read.uncertain.includes(name)).map(label),
	];
	const reasons = [
		...(line === undefined ? [] : lineDoubts(line)),
		...(uncertain.length > 0 ? [lowConfidence(uncertain.join(', '), options)] : []),
		...faults(line, number),
	];
	const texts = number === null ? undefined : read.invoice.lines[number - 1];
	const json = {
		row: origin.row,
		fileName: origin.fileName,
		...{ needsReview: false, reviewReasons: null },
		line: number,
		...Object.fromEntries(naming.map(([name, shown]) => [shown, line?.[name] ?? null])),
		lineType: line?.kind ?? null,
		...valuesOf(LINE_ITEM_INVOICE_FIELDS, read, options),
		...identity(read, options, origin),
		uncertainFields: joined(uncertain),
		...lineExtras(line, texts, options.naming),
		...tolls(texts === undefined ? [] : [texts], options.naming),
	};
	return { json, reasons };
}

/** The faults of an invoice that one of its lines says. */
type FaultsOnLine = (line: LineItem | undefined, number: number | null) => Finding[];

function faultsOnLines({ open, checks }: AnalyzedInvoice): FaultsOnLine {
	const ofText = firstFaults(open, (more) => finding('andMore', more));
	const ofChecks = checks
		.filter(({ result }) => result === 'failed')
		.map(({ name, findings }) => ({
			name,
			ofCheck: firstFaults(findings, (more) => finding('andMoreAlike', more)),
		}));
	return (line, number) => [
		...ofText(number),
		...ofChecks
			.filter(({ name }) => !isSaidByLine(name, line))
			.flatMap(({ ofCheck }) => ofCheck(number)),
	];
}

/** How many faults of its invoice each line repeats: thousands on each of thousands are too much. */
const MOST_FAULTS = 20;

/** The first faults for each line, its own in front of the others, and how many more there are. */
function firstFaults(
	faults: Finding[],
	andMore: (count: number) => Finding,
): (number: number | null) => Finding[] {
	const more = faults.length - MOST_FAULTS;
	if (more <= 0) return () => faults;
	const ofLines = new Map<number | null, Finding[]>();
	for (const fault of faults) {
		if (fault.line === undefined) continue;
		const own = ofLines.get(fault.line);
		if (own === undefined) ofLines.set(fault.line, [fault]);
		else own.push(fault);
	}
	const first = faults.slice(0, MOST_FAULTS);
	return (number) => {
		const ownFirst = new Set([...(ofLines.get(number) ?? []), ...first]);
		return [...[...ownFirst].slice(0, MOST_FAULTS), andMore(more)];
	};
}

function lineDoubts(line: LineItem): Finding[] {
	return line.expectedTax === null ? line.doubts : [...line.doubts, wrongTax(line)];
}

function lowConfidence(fields: string, { minimumConfidence }: RowOptions): Finding {
	return finding('lowOnLine', minimumConfidence, fields);
}

/** Whether the line itself already says what the check found. */
function isSaidByLine(check: string, line: LineItem | undefined): boolean {
	// the lowest confidence may be that of a field which the line does not carry
	if (check === CONFIDENCE_CHECK) return true;
	if (check === LINES_CHECK) return line !== undefined && line.doubts.length > 0;
	return check === RATES_CHECK && line !== undefined && line.expectedTax !== null;
}

/** Puts the reasons of a row in its words, once all of the run are known. */
export function sayReasons({ json, reasons }: Row, naming: FieldNaming): void {
	json.needsReview = reasons.length > 0;
	json.reviewReasons = joined([...new Set(reasons.map((one) => sayFinding(one, naming)))]);
}

function checkRow(check: Check): Json {
	const { name, result, expected } = check;
	return { name, result, expected, found: foundBy(check) };
}

/** What a check found, in words. */
export function foundBy({ result, found, findings }: Check): string | null {
	if (found !== null || result !== 'failed') return found;
	return [...new Set(findings.map((one) => sayFinding(one, 'english')))].join('; ');
}

function joined(texts: string[]): string | null {
	return texts.length > 0 ? texts.join('\n') : null;
}

function isBelow(lines: TextLine[], minimum: number): boolean {
	const lowest = lowestConfidence(lines);
	return lowest !== null && lowest < minimum;
}

const LINE_EXTRAS: ReadonlyArray<[name: LineField, label: string]> = [
	['specification', '规格型号'],
	['unit', '单位'],
	['quantity', '数量'],
	['taxCategoryCode', '税收分类编码'],
];

/** The fields of a row beyond those of the service; null if its source lacks them. */
function invoiceExtras({ lines, invoice: { texts } }: AnalyzedInvoice, naming: FieldNaming): Json {
	const categories = new Set(lines.map(categoryOf).filter((one) => one !== null));
	return {
		categories: categories.size > 0 ? [...categories].join('\n') : null,
		...Object.fromEntries(
			EXTRAS.map(([name, label]) => [naming === 'chinese' ? label : name, texts[name] ?? null]),
		),
	};
}

/** The fields of a line beyond those of the service. @param texts those of its source */
function lineExtras(
	line: LineItem | undefined,
	texts: InvoiceLine | undefined,
	naming: FieldNaming,
): Json {
	return {
		category: line === undefined ? null : categoryOf(line),
		...Object.fromEntries(
			LINE_EXTRAS.map(([name, label]): [string, unknown] => {
				const text = texts?.[name] ?? null;
				const isNumber = name === 'quantity' && text !== null && /^-?\d+(\.\d+)?$/.test(text);
				return [naming === 'chinese' ? label : name, isNumber ? Number(text) : text];
			}),
		),
	};
}

/** The passages of lines; what several of them have in common is said once. */
function tolls(lines: InvoiceLine[], naming: FieldNaming): Json {
	return Object.fromEntries(
		TOLLS.map(([name, label, value]) => {
			const values = new Set(lines.map(value).filter((one) => one !== null));
			return [naming === 'chinese' ? label : name, joined([...values])];
		}),
	);
}

/** A day, or the first and the last one as ISO 8601 writes a span. */
function passageDates({ passageFrom, passageTo }: InvoiceLine): string | null {
	const days = [passageFrom, passageTo]
		.filter((text) => text !== undefined)
		.map((text) => parseDate(text) ?? text);
	return days.length === 0 ? null : [...new Set(days)].join('/');
}

/** The category that is printed in front of a name between asterisks. */
function categoryOf({ goodsName }: LineItem): string | null {
	return /^\s*\*([^*]+)\*/.exec(goodsName ?? '')?.[1]?.replace(/\s/g, '') ?? null;
}
