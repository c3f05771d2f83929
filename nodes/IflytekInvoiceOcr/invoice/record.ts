import type { Quad } from '../values/geometry';
import type { Finding } from './finding';
import { type FieldName, ELEMENTS, fieldCaptions } from './elements';
import { isTaxFree, parseAmount } from '../values/amounts';
import { parseDate } from '../values/dates';

/** One recognized line of text. */
export interface TextLine {
	text: string;
	/** the same line in the service's post-processed value, where that has as many lines */
	postProcessed?: string;
	quad: Quad | null;
	/** recognition confidence from 0 to 1; null when the service sent none */
	confidence: number | null;
	/** the service sent something other than a number from 0 to 1 */
	hasInvalidConfidence?: true;
}

/** What the service read for one element. */
export interface RecognizedField {
	/** the service's value; null when nothing was recognized */
	text: string | null;
	lines: TextLine[];
	/** position of the field; that of the first block when there are several */
	quad: Quad | null;
	/** lowest recognition confidence of its lines */
	confidence: number | null;
}

/** What an e-invoice says beyond the fields that the recognition service knows. */
export type ExtraName =
	| 'drawer'
	| 'invoiceType'
	| 'machineNumber'
	| 'originalInvoiceNumber'
	| 'payee'
	| 'remark'
	| 'reviewer';

/** What an e-invoice says of one line. */
export type LineField =
	| 'amount'
	| 'goodsName'
	| 'licensePlate'
	| 'passageFrom'
	| 'passageTo'
	| 'quantity'
	| 'specification'
	| 'tax'
	| 'taxCategoryCode'
	| 'taxRate'
	| 'unit'
	| 'unitPrice'
	| 'vehicleType';

/** What a file or page says of one line: every value is its text. */
export type InvoiceLine = Partial<Record<LineField, string>>;

/** One invoice, whatever it was read from: every value is its text, trimmed. */
export interface Invoice {
	source: 'ocr' | 'ofd' | 'pdf' | 'xbrl' | 'xml';
	texts: Partial<Record<ExtraName | FieldName, string>>;
	/** differing texts of further elements for the same field */
	contradictions: Partial<Record<ExtraName | FieldName, string[]>>;
	/** empty in a picture, whose columns are matched by their places */
	lines: InvoiceLine[];
	/** from 1; empty where it was not read from the text of pages */
	pages: number[];
	/** what its pages leave open */
	doubts: Finding[];
	/** places and confidences of what the service read; undefined for all others */
	picture?: {
		/** in which places are counted, in pixels; 0 when not given */
		width: number;
		height: number;
		fields: Record<FieldName, RecognizedField>;
	};
}

/** What the service read of a field's text. */
export const readingOf = ({ picture }: Invoice, name: FieldName) => picture?.fields[name];

/** The list fields of a row, and the value of a line that each is made of. */
export const LISTS = {
	goodsNames: 'goodsName',
	unitPrices: 'unitPrice',
	amounts: 'amount',
	taxRates: 'taxRate',
	taxAmounts: 'tax',
} as const satisfies Partial<Record<FieldName, LineField>>;

/** The text of a field, of a list one line for each of the invoice's; null where there is none. */
export function fieldText({ picture, texts, lines }: Invoice, name: FieldName): string | null {
	const list = (LISTS as Partial<Record<FieldName, LineField>>)[name];
	const text = texts[name] ?? null;
	if (picture !== undefined) return text;
	if (list === undefined) return text === null ? null : decimals(text);
	const isGiven = lines.some((line) => line[list] !== undefined);
	return isGiven ? lines.map((line) => cellText(line, list) ?? '').join('\n') : null;
}

/** The text of a line's value, as invoices print it. */
export function cellText(line: InvoiceLine, field: LineField): string | undefined {
	const text = line[field];
	if (text === undefined || field === 'goodsName') return text;
	return field === 'taxRate' ? percent(text) : decimals(text);
}

/** Files write amounts with up to six decimals; an invoice has two. Nothing but zeros is dropped. */
function decimals(text: string): string {
	return text.replace(/^(-?\d+\.\d\d)0+$/, '$1');
}

/** 0.13 and 0.130000 are 13%; any other number stays as it is, also 1, which may be 1%. */
function percent(text: string): string {
	if (!/^0(\.\d+)?$/.test(text)) return text;
	return `${Number((Number(text) * 100).toFixed(6))}%`;
}

/** The lowest of the lines' confidences; null when the service gave none. */
export function lowestConfidence(lines: TextLine[]): number | null {
	const known = lines.flatMap(({ confidence }) => (confidence === null ? [] : [confidence]));
	return known.length > 0 ? Math.min(...known) : null;
}

export type InvoiceRecord = Record<FieldName, number | string | null>;

/**
 * The flat record of an invoice: amounts as numbers, the date as YYYY-MM-DD, everything else as text;
 * null where nothing was recognized, or where an amount or date is ambiguous, for example because two
 * blocks of its element differ. Asterisks or 免税 (exempt) as the total tax are 0. The 20
 * digits of a fully digital invoice's number, which the service may give as the code, become the number.
 * A printed caption before a text or number is cut off.
 */
export function invoiceRecord(invoice: Invoice): InvoiceRecord {
	const record = Object.fromEntries(
		ELEMENTS.map(({ name, kind }) => {
			const text = fieldText(invoice, name);
			if (text === null) return [name, null];
			const texts = [text, ...(invoice.contradictions[name] ?? [])];
			if (name === 'totalTax') return [name, agreed(texts, parseTotalTax)];
			if (kind === 'amount') return [name, agreed(texts, parseAmount)];
			if (kind === 'date') return [name, agreed(texts, parseDate)];
			const captions = fieldCaptions(name);
			return [
				name,
				kind === 'identifier'
					? withoutCaption(withoutSpaces(text), captions, '[:.]*')
					: withoutCaption(text, captions, '[:：]'),
			];
		}),
	) as InvoiceRecord;
	const { invoiceCode, invoiceNumber } = record;
	const isDigital = typeof invoiceCode === 'string' && /^\d{20}$/.test(invoiceCode);
	if (isDigital && (invoiceNumber === null || invoiceNumber === invoiceCode)) {
		record.invoiceNumber = invoiceCode;
		record.invoiceCode = null;
	}
	return record;
}

/**
 * The key that identifies an invoice: its 20 digits if it is fully digital, else code and number.
 * Null if these were not read, or are not valid.
 */
export function invoiceKey(record: InvoiceRecord): string | null {
	const number = record.invoiceNumber ?? record.invoiceNumberRight;
	if (typeof number !== 'string') return null;
	if (/^\d{20}$/.test(number)) return number;
	const code = record.invoiceCode ?? record.invoiceCodeRight;
	const isWhole = typeof code === 'string' && /^(\d{10}|\d{12})$/.test(code);
	return isWhole && /^\d{8}$/.test(number) ? `${code}-${number}` : null;
}

/** The value that all texts agree on; null when they differ. */
function agreed<T>(texts: string[], parse: (text: string) => T | null): T | null {
	const [first, ...others] = texts.map(parse);
	return others.every((other) => other === first) ? first! : null;
}

function parseTotalTax(text: string): number | null {
	return isTaxFree(text) ? 0 : parseAmount(text);
}

/**
 * A text without what the form prints in front of it, as in 名称：…, No44885314; null where nothing else
 * was read.
 * @param end what ends a caption, as a pattern
 */
function withoutCaption(text: string, captions: readonly string[], end: string): string | null {
	const trimmed = text.trimStart();
	for (const caption of captions) {
		const spaced = [...caption].map((one) => `${one}\\s*`).join('');
		const printed = new RegExp(`^(?:[购销][买售]?方)?\\s*${spaced}${end}\\s*`, 'i');
		if (printed.test(trimmed)) return trimmed.replace(printed, '') || null;
	}
	return text;
}

function withoutSpaces(text: string): string {
	return text.normalize('NFKC').replace(/\s/g, '');
}
