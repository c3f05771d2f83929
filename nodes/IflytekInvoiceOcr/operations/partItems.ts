import type { IDataObject, INodeExecutionData, IBinaryKeyData } from 'n8n-workflow';

import type { Item } from '../../shared/items/item';
import { errorItem } from '../../shared/items/engine';
import { decodedEnvelope, type SignatureAnswer } from '../../shared/signature/answer';
import type { Part, PicturePart, ReadPart } from '../file/parts';
import { invoiceKey, type RecognizedInvoice } from '../invoice/record';
import {
	analyzeReadInvoice,
	isOfPages,
	analyzeInvoice,
	type AnalyzedInvoice,
	type RowOptions,
} from '../output/analysis';
import type { RunInvoice } from '../output/reviewRun';
import { failuresOf, invoiceRow, lineRows, type Origin } from '../output/rows';
import { dayInChina } from '../values/dates';
import type { InvoiceFile } from './invoiceFile';
import { wantsAnnotatedImage } from './readOptions';
import { annotatedPage } from '../output/annotatedImage';

/** The file of an item, and what its rows are to hold. */
export interface ItemFile {
	shape: RowOptions;
	file: InvoiceFile;
}

/** What the service answered, and the invoices that it found. */
export interface InvoiceAnswer {
	answer: SignatureAnswer;
	invoices: RecognizedInvoice[];
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
): Promise<INodeExecutionData[]> {
	if (error !== undefined) return [errorItem(item, error, placeOf(part, file.file))];
	if (part.kind === 'read') return readHere(found, item, part, file);
	return await recognizedItems(found, item, part as PicturePart, recognized!, file);
}

function readHere(
	found: RunInvoice[],
	item: Item,
	part: ReadPart,
	{ shape, file }: ItemFile,
): INodeExecutionData[] {
	const { invoice, pages, fileKind } = part;
	const fileName = nameOf(part, file);
	const page = pages[0] ?? null;
	const whose = whoseOf(item);
	if (item.parameter('output') === 'fullResponse') {
		return [{ json: { ...whose, fileName, page, ...invoice } as unknown as IDataObject }];
	}
	const read = analyzeReadInvoice(invoice, shape, dayInChina(Date.now()));
	const origin: Origin = { ...whose, fileName, source: invoice.source, sid: null, page };
	const rows = rowsOf(item, read, shape, origin);
	const isStated = !isOfPages(invoice);
	found.push({ ...runInvoice(item, read, shape, origin, rows), fileKind, isStated });
	return rows.map((json) => ({ json }));
}

/** The items of a recognized picture in the chosen output. */
async function recognizedItems(
	found: RunInvoice[],
	item: Item,
	part: PicturePart,
	{ answer, invoices }: InvoiceAnswer,
	{ shape, file }: ItemFile,
): Promise<INodeExecutionData[]> {
	const fileName = nameOf(part, file);
	const isFull = item.parameter('output') === 'fullResponse';
	const today = dayInChina(Date.now());
	const read =
		isFull && !wantsAnnotatedImage(item)
			? []
			: invoices.map((invoice) => analyzeInvoice(invoice, shape, today));
	const binary = wantsAnnotatedImage(item)
		? await annotatedImage(item, part, { fileName, read, naming: shape.naming })
		: undefined;
	const origin: Origin = {
		...whoseOf(item),
		fileName,
		source: 'ocr',
		sid: answer.sid,
		page: part.pages[0] ?? null,
	};
	const rows = isFull
		? [fullAnswer(origin, answer)]
		: read.flatMap((invoice) => {
				const ofInvoice = rowsOf(item, invoice, shape, origin);
				found.push(runInvoice(item, invoice, shape, origin, ofInvoice));
				return ofInvoice;
			});
	return rows.map((json, index) => ({ json, ...(index === 0 && binary && { binary }) }));
}

/** What says which input item a row is of, and which of its files. */
function whoseOf({ index, field }: Item): Pick<Origin, 'fileField' | 'row'> {
	return { row: index + 1, fileField: field?.name ?? null };
}

function fullAnswer(
	{ row, fileName, fileField, page, source }: Origin,
	answer: SignatureAnswer,
): IDataObject {
	return { row, fileName, fileField, page, source, ...decodedEnvelope(answer) } as IDataObject;
}

function rowsOf(
	item: Item,
	read: AnalyzedInvoice,
	shape: RowOptions,
	origin: Origin,
): IDataObject[] {
	const isByLine = item.parameter('output') === 'lines';
	const rows = isByLine ? lineRows(read, shape, origin) : [invoiceRow(read, shape, origin)];
	return rows as IDataObject[];
}

function runInvoice(
	{ index }: Item,
	read: AnalyzedInvoice,
	{ naming }: RowOptions,
	{ fileName, fileField, source, page }: Origin,
	rows: IDataObject[],
): RunInvoice {
	return {
		key: invoiceKey(read.record),
		itemIndex: index,
		fileName,
		fileField,
		page,
		source,
		fileKind: null,
		isStated: false,
		record: read.record,
		naming,
		rows,
		failures: failuresOf(read),
	};
}

/** What the error item of a part says of its place. */
function placeOf(part: Part, file: InvoiceFile): IDataObject {
	const fileName = nameOf(part, file);
	return {
		...(fileName !== null && { fileName }),
		...(part.pages.length > 0 && { page: part.pages[0] }),
	};
}

/** What a row calls the file of a part. */
export function nameOf({ inside }: Part, { fileName }: InvoiceFile): string | null {
	if (inside === undefined) return fileName;
	return fileName === null ? inside : `${fileName}/${inside}`;
}

/** The picture as an HTML file that shows what was read of it. */
export async function annotatedImage(
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
