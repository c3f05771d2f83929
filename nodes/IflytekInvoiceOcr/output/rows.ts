import {
	type AnalyzedInvoice,
	type Check,
	type CheckInput,
	CONFIDENCE_CHECK,
	LINES_CHECK,
	RATES_CHECK,
	wrongTax,
} from '../checks/checks';
import { type FindingCode, sayFinding } from '../invoice/findings';
import {
	EXTRAS,
	fieldLabel,
	type FieldName,
	type FieldNaming,
	FIELDS,
	finding,
	type Finding,
	type Invoice,
	invoiceKey,
	type InvoiceLine,
	type InvoiceRecord,
	LINE_EXTRAS,
	LISTS,
	lowestConfidence,
	MAIN_FIELDS,
	type Place,
} from '../invoice/invoice';
import type { LineItem } from '../lineItems/lineItems';
import { isInDoubt } from '../statements/statements';
import { parseDate } from '../values/values';

/** The user's choices about the rows. */
export interface RowOptions extends Pick<CheckInput, 'expectedBuyer' | 'minimumConfidence'> {
	/** whether each line has a row */
	isPerLine: boolean;
	naming: FieldNaming;
	validation: 'fullList' | 'reviewFlag';
}

/** Where an invoice was read from. */
export interface Origin extends Place {
	source: Invoice['source'];
	/** the kind of its file; undefined for a picture */
	fileKind?: 'ofd' | 'pdf' | 'xml';
	/** the service's session ID; null where it was not asked */
	sid: string | null;
}

type Json = Record<string, unknown>;

/** A row of the output, and why its invoice needs a review, which is written into it at the end of the run. */
export interface Row {
	json: Json;
	reasons: Finding[];
}

/** The fields of an invoice in the order of its row: the main ones first, then in the order of the service. */
const ROW_FIELDS = [...new Set([...MAIN_FIELDS, ...FIELDS])];

/** The fields that the row of each line repeats. */
const FIELDS_OF_LINES = [...MAIN_FIELDS, 'invoiceCode', 'buyerTaxId', 'sellerTaxId'] as const;

/** What a toll invoice states of each passage. These columns came later, so they stand behind all others. */
const TOLLS = { licensePlate: '车牌号', vehicleType: '车辆类型', passageDates: '通行日期' };

/** The fields of a row with One Item per Invoice and English names. */
export const INVOICE_ROW_FIELDS: readonly string[] = [
	...['row', 'fileName', 'needsReview', 'reviewReasons'],
	...ROW_FIELDS,
	...['invoiceType', 'invoiceKey', 'source', 'alsoIn', 'fileField', 'page', 'sid'],
	...['uncertainFields', 'categories', ...Object.keys(EXTRAS), ...Object.keys(TOLLS)],
];

/** An invoice as the run compares it. */
export interface RunInvoice extends Origin {
	/** completed by its other forms; undefined for a picture */
	invoice?: Invoice;
	options: RowOptions;
	/** what identifies it; null where that was not read */
	key: string | null;
	/** whether it was read from data, and not from a page or a picture */
	isStated: boolean;
	record: InvoiceRecord;
	/** whether a field is in doubt by itself: it says nothing against another statement */
	isDoubtful: (field: FieldName) => boolean;
	rows: Row[];
	findings: Finding[];
}

/** An invoice with its rows, for the run. */
export function runInvoice(read: AnalyzedInvoice, options: RowOptions, origin: Origin): RunInvoice {
	const { invoice, record, open, doubtful } = read;
	const isPicture = origin.source === 'ocr';
	const isStated = !isPicture && invoice.pages.length === 0;
	return {
		...origin,
		...{ key: invoiceKey(record), isStated, record, options },
		invoice: isPicture ? undefined : invoice,
		rows: rowsOf(read, options, origin),
		// data cannot be misread
		isDoubtful: (field) => !isStated && (doubtful.has(field) || isInDoubt(open, field)),
		findings: [...read.faults, ...open],
	};
}

/** The rows of an invoice: one, or one for each goods or discount line, without subtotals; at least one. */
export function rowsOf(read: AnalyzedInvoice, options: RowOptions, origin: Origin): Row[] {
	if (!options.isPerLine) return [invoiceRow(read, options, origin)];
	const faults = faultsOnLines(read);
	const rows = read.lines.flatMap((line, index) =>
		line.kind === 'subtotal' ? [] : [lineRow(read, options, origin, faults, line, index + 1)],
	);
	return rows.length > 0 ? rows : [lineRow(read, options, origin, faults)];
}

function invoiceRow(read: AnalyzedInvoice, options: RowOptions, origin: Origin): Row {
	const { lines, texts } = read.invoice;
	const { naming, validation } = options;
	const categories = read.lines.map(categoryOf).filter((one) => one !== null);
	const json = {
		...headOf(origin),
		...fieldsOf(read, ROW_FIELDS, naming, origin),
		uncertainFields: joined(read.uncertain.map((name) => fieldLabel(name, naming))),
		categories: joined(categories),
		...labeled(EXTRAS, naming, (name) => texts[name] ?? null),
		...(validation === 'fullList' && {
			checks: read.checks.map((check) => checkRow(check, naming)),
		}),
		...tollsOf(lines, naming),
	};
	return { json, reasons: [...read.open, ...read.faults] };
}

/** What a row begins with; whether it needs a review is known at the end of the run. */
function headOf({ row, fileName }: Origin): Json {
	return { row, fileName, needsReview: false, reviewReasons: null };
}

/** The named fields of an invoice, what identifies it, and where it is from. */
function fieldsOf(
	{ invoice, record }: AnalyzedInvoice,
	names: readonly FieldName[],
	naming: FieldNaming,
	{ source, fileField, page, sid }: Origin,
): Json {
	return {
		...Object.fromEntries(names.map((name) => [fieldLabel(name, naming), record[name]])),
		[naming === 'chinese' ? '发票类型' : 'invoiceType']: invoice.texts.invoiceType ?? null,
		...{ invoiceKey: invoiceKey(record), source, alsoIn: null, fileField, page, sid },
	};
}

/** What lines state of passages. */
function tollsOf(lines: InvoiceLine[], naming: FieldNaming): Json {
	return labeled(TOLLS, naming, (name) => {
		const values = lines.map((line) => (name === 'passageDates' ? passageDates(line) : line[name]));
		return joined(values.filter((one) => one !== undefined));
	});
}

/** Values beyond the fields of the service, by their names or labels. */
function labeled<Name extends string>(
	labels: Readonly<Record<Name, string>>,
	naming: FieldNaming,
	value: (name: Name) => unknown,
): Json {
	const names = Object.keys(labels) as Name[];
	return Object.fromEntries(
		names.map((name) => [naming === 'chinese' ? labels[name] : name, value(name)]),
	);
}

function lineRow(
	read: AnalyzedInvoice,
	options: RowOptions,
	origin: Origin,
	faults: FaultsOnLine,
	line?: LineItem,
	number: number | null = null,
): Row {
	const { naming, minimumConfidence } = options;
	const label = (name: FieldName) => fieldLabel(name, naming);
	const { names, cells } = line?.row ?? { names: null, cells: {} };
	const elements = Object.keys(LISTS) as Array<keyof typeof LISTS>;
	const columns = elements.map((element) => {
		const lines = element === 'goodsNames' ? names : cells[element] && [cells[element]];
		return {
			value: line?.[LISTS[element]] ?? null,
			shown: naming === 'english' ? LISTS[element] : label(element),
			isLow: (lowestConfidence(lines ?? []) ?? 1) < minimumConfidence,
		};
	});
	const uncertain = [
		...columns.filter(({ isLow }) => isLow).map(({ shown }) => shown),
		...read.uncertain.filter((name) => FIELDS_OF_LINES.includes(name)).map(label),
	];
	const reasons = [
		...(line?.doubts ?? []),
		...(line === undefined || line.expectedTax === null ? [] : [wrongTax(line)]),
		...(uncertain.length > 0
			? [finding('lowOnLine', minimumConfidence, uncertain.join(', '))]
			: []),
		...faults(line, number),
	];
	const texts = number === null ? undefined : read.invoice.lines[number - 1];
	const json = {
		...headOf(origin),
		line: number,
		...Object.fromEntries(columns.map(({ shown, value }) => [shown, value])),
		lineType: line?.kind ?? null,
		...fieldsOf(read, FIELDS_OF_LINES, naming, origin),
		uncertainFields: joined(uncertain),
		category: line === undefined ? null : categoryOf(line),
		...labeled(LINE_EXTRAS, naming, (name) => {
			const text = texts?.[name] ?? null;
			const isNumber = name === 'quantity' && text !== null && /^-?\d+(\.\d+)?$/.test(text);
			return isNumber ? Number(text) : text;
		}),
		...tollsOf(texts === undefined ? [] : [texts], naming),
	};
	return { json, reasons };
}

/** The faults of an invoice that the row of a line repeats. */
type FaultsOnLine = (line: LineItem | undefined, number: number | null) => Finding[];

function faultsOnLines({ open, checks }: AnalyzedInvoice): FaultsOnLine {
	const ofText = firstFaults(open, 'andMore');
	const ofChecks = checks
		.filter(({ result }) => result === 'failed')
		.map(({ name, findings }) => [name, firstFaults(findings, 'andMoreAlike')] as const);
	return (line, number) => [
		...ofText(number),
		...ofChecks.flatMap(([name, ofCheck]) => (isSaidByLine(name, line) ? [] : ofCheck(number))),
	];
}

/** How many faults of its invoice each line repeats: thousands on each of thousands would be too much. */
const MOST_FAULTS = 20;

/** The first faults for each line, its own in front of the others, and how many more there are. */
function firstFaults(
	faults: Finding[],
	andMore: FindingCode,
): (number: number | null) => Finding[] {
	const more = faults.length - MOST_FAULTS;
	if (more <= 0) return () => faults;
	const ofLines = new Map<number | null | undefined, Finding[]>();
	for (const fault of faults)
		ofLines.set(fault.line, [...(ofLines.get(fault.line) ?? []), fault].slice(0, MOST_FAULTS));
	const first = faults.slice(0, MOST_FAULTS);
	return (number) => {
		const ownFirst = new Set([...(ofLines.get(number) ?? []), ...first]);
		return [...[...ownFirst].slice(0, MOST_FAULTS), finding(andMore, more)];
	};
}

/** Whether the line itself already says what the check found. */
function isSaidByLine(check: string, line: LineItem | undefined): boolean {
	// the lowest confidence may be that of a field which the line does not carry
	if (check === CONFIDENCE_CHECK) return true;
	if (check === LINES_CHECK) return line !== undefined && line.doubts.length > 0;
	return check === RATES_CHECK && line !== undefined && line.expectedTax !== null;
}

function checkRow(check: Check, naming: FieldNaming): Json {
	const { name, result, expected } = check;
	return { name, result, expected, found: foundBy(check, naming) };
}

/** What a check found, in words. */
export function foundBy({ result, found, findings }: Check, naming: FieldNaming): string | null {
	if (found !== null || result !== 'failed') return found;
	const sentences = new Set(findings.map((one) => sayFinding(one, naming)));
	return [...sentences].join(naming === 'chinese' ? '；' : '; ');
}

/** Distinct texts, one a line. */
const joined = (texts: string[]) => (texts.length > 0 ? [...new Set(texts)].join('\n') : null);

/** A day, or a span of days as in ISO 8601. */
function passageDates({ passageFrom, passageTo }: InvoiceLine): string | undefined {
	const days = [passageFrom, passageTo]
		.filter((text) => text !== undefined)
		.map((text) => parseDate(text) ?? text);
	return days.length === 0 ? undefined : [...new Set(days)].join('/');
}

/** The category that is printed in front of a name between asterisks. */
function categoryOf({ goodsName }: LineItem): string | null {
	return /^\s*\*([^*]+)\*/.exec(goodsName ?? '')?.[1]?.replace(/\s/g, '') ?? null;
}
