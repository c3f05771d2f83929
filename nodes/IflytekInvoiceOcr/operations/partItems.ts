import type { IDataObject, IBinaryKeyData } from 'n8n-workflow';

import type { Item } from '../../shared/items/item';
import { errorItem } from '../../shared/items/engine';
import { decodedEnvelope, type SignatureAnswer } from '../../shared/signature/answer';
import type { Part, PicturePart, ReadPart } from '../file/parts';
import { sayFinding } from '../invoice/findings';
import { type FieldName, type Invoice, invoiceKey } from '../invoice/invoice';
import { type AnalyzedInvoice, analyzeInvoice } from '../checks/checks';
import type { RowItem, RunInvoice } from '../output/reviewRun';
import {
	findingsOf,
	invoiceRow,
	lineRows,
	type Origin,
	type Row,
	type RowOptions,
} from '../output/rows';
import { dayInChina } from '../values/values';
import type { InvoiceFile } from './invoiceFile';
import { wantsAnnotatedImage } from './readProperties';
import { annotatedPage } from '../output/annotatedImage';

/** The file of an item, and what its rows are to hold. */
export interface ItemFile {
	shape: RowOptions;
	file: InvoiceFile;
}

/** What the service answered, and the invoices that it found. */
export interface InvoiceAnswer {
	answer: SignatureAnswer;
	invoices: Invoice[];
}

/** A part and its result. */
export interface PartAnswer {
	part: Part;
	recognized?: InvoiceAnswer;
	error?: Error;
}

/**
 * The items of one part in the chosen output, or its error.
 * @param found the invoices of the run, to which those of the part are added
 */
export async function shapePart(
	found: RunInvoice[],
	item: Item,
	{ part, recognized, error }: PartAnswer,
	file: ItemFile,
): Promise<RowItem[]> {
	if (error !== undefined) {
		const known = Object.entries(placeOf(part, file.file)).filter(([, value]) => value !== null);
		return [errorItem(item, error, Object.fromEntries(known))];
	}
	if (part.kind === 'read') return readHere(found, item, part, file);
	return await recognizedItems(found, item, part as PicturePart, recognized!, file);
}

function readHere(
	found: RunInvoice[],
	item: Item,
	part: ReadPart,
	{ shape, file }: ItemFile,
): RowItem[] {
	const { invoice } = part;
	const { source } = invoice;
	const origin: Origin = { ...whoseOf(item), ...placeOf(part, file), source, sid: null };
	if (item.parameter('output') === 'fullResponse') {
		const { row, fileName, fileField, page } = origin;
		const { texts, contradictions, lines, pages } = invoice;
		const doubts = invoice.doubts.map((one) => sayFinding(one, shape.naming));
		const whole = { texts, contradictions, lines, pages, doubts };
		const json = { row, fileName, fileField, page, source, ...whole };
		return [{ json: json as unknown as IDataObject }];
	}
	const read = analyzeInvoice(invoice, shape, dayInChina(Date.now()));
	return rowItems(found, runInvoice(item, read, shape, origin, part.fileKind));
}

/** The items of a recognized picture in the chosen output. */
async function recognizedItems(
	found: RunInvoice[],
	item: Item,
	part: PicturePart,
	{ answer, invoices }: InvoiceAnswer,
	{ shape, file }: ItemFile,
): Promise<RowItem[]> {
	const origin: Origin = {
		...whoseOf(item),
		...placeOf(part, file),
		source: 'ocr',
		sid: answer.sid,
	};
	const { fileName, page } = origin;
	const isFull = item.parameter('output') === 'fullResponse';
	const today = dayInChina(Date.now());
	const read =
		isFull && !wantsAnnotatedImage(item)
			? []
			: invoices.map((invoice) => analyzeInvoice(invoice, shape, today));
	const binary = wantsAnnotatedImage(item)
		? await annotatedImage(item, part, { fileName, read, naming: shape.naming })
		: undefined;
	const { row, fileField, source } = origin;
	const json = { row, fileName, fileField, page, source, ...decodedEnvelope(answer) };
	const rows: RowItem[] = isFull
		? [{ json: json as unknown as IDataObject }]
		: read.flatMap((invoice) => rowItems(found, runInvoice(item, invoice, shape, origin, null)));
	return rows.map((row, index) => (index === 0 && binary ? { ...row, binary } : row));
}

/** The items of an invoice's rows, which carry its place in the run. */
function rowItems(found: RunInvoice[], invoice: RunInvoice): RowItem[] {
	const at = found.push(invoice) - 1;
	return invoice.rows.map(({ json }) => ({ json: json as IDataObject, invoice: at }));
}

function runInvoice(
	item: Item,
	read: AnalyzedInvoice,
	shape: RowOptions,
	origin: Origin,
	fileKind: RunInvoice['fileKind'],
): RunInvoice {
	const isByLine = item.parameter('output') === 'lines';
	const rows: Row[] = isByLine ? lineRows(read, shape, origin) : [invoiceRow(read, shape, origin)];
	const { fileName, fileField, source, page } = origin;
	const isStated = source !== 'ocr' && read.invoice.pages.length === 0;
	return {
		key: invoiceKey(read.record),
		itemIndex: item.index,
		fileName,
		fileField,
		page,
		source,
		fileKind,
		isStated,
		record: read.record,
		// data are no reading that may be wrong: they say what they say
		isDoubtful: isStated ? () => false : doubtsOf(read),
		naming: shape.naming,
		rows,
		findings: findingsOf(read),
	};
}

/** Whether a field is in doubt: by its confidence, by a check that failed, or as the page's text as a whole. */
function doubtsOf({ open, uncertain, checks }: AnalyzedInvoice): (field: FieldName) => boolean {
	if (open.length > 0) return () => true;
	const failed = checks.filter(({ result }) => result === 'failed');
	const fields = new Set([...uncertain, ...failed.flatMap((check) => check.fields)]);
	return (field) => fields.has(field);
}

/** What says which input item a row is of, and which of its files. */
function whoseOf({ index, field }: Item): Pick<Origin, 'fileField' | 'row'> {
	return { row: index + 1, fileField: field?.name ?? null };
}

/** The place of a part, as its rows and errors name it. */
function placeOf(part: Part, file: InvoiceFile): Pick<Origin, 'fileName' | 'page'> {
	return { fileName: nameOf(part, file), page: part.pages[0] ?? null };
}

/** What a row calls the file of a part. */
export function nameOf({ inside }: Part, { fileName }: InvoiceFile): string | null {
	if (inside === undefined) return fileName;
	return fileName === null ? inside : `${fileName}/${inside}`;
}

/** The picture as an HTML file that shows what was read of it. */
async function annotatedImage(
	item: Item,
	{ bytes, format, pages: [page] }: PicturePart,
	{
		fileName,
		read,
		naming,
	}: Pick<RowOptions, 'naming'> & {
		fileName: string | null;
		read: AnalyzedInvoice[];
	},
): Promise<IBinaryKeyData> {
	const mimeType = `image/${format === 'jpg' ? 'jpeg' : format}`;
	const title = fileName?.replace(/^.*\//, '') || 'invoice';
	const html = annotatedPage({ bytes, mimeType, title }, read, naming);
	const suffix = page === undefined ? '' : `.page${page}`;
	const file = await item.context.helpers.prepareBinaryData(
		Buffer.from(html),
		`${title.replace(/\.[^.]*$/, '')}${suffix}.annotated.html`,
		'text/html',
	);
	return { annotatedImage: file };
}
