import { isTaxFree, parseAmount, parseDate, type Quad } from '../values/values';
import type { Finding } from './findings';

/**
 * How an element's text is read: as it stands, as an identifier (printed without spaces), as a column of
 * the table of line items, as a date or as an amount.
 */
type ElementKind = 'amount' | 'date' | 'identifier' | 'list' | 'text';

/**
 * The elements of an invoice, in the order of the service (services.md, Invoices: Fields): its key, the field's
 * name in English, as a Chinese invoice prints it, and in English sentences.
 */
const ROWS = [
	['check-code', 'checkCode', '校验码', 'check code', 'identifier'],
	['cryptographic-area', 'cipherArea', '密码区', 'cipher area', 'text'],
	['unit-price', 'unitPrices', '单价', 'unit prices', 'list'],
	['vat-invoice-daima', 'invoiceCode', '发票代码', 'invoice code', 'identifier'],
	[
		'vat-invoice-daima-right-side',
		'invoiceCodeRight',
		'发票代码（右侧）',
		'invoice code on the right side',
		'identifier',
	],
	['vat-invoice-goods-list', 'goodsNames', '货物或应税劳务、服务名称', 'goods names', 'list'],
	['vat-invoice-haoma', 'invoiceNumber', '发票号码', 'invoice number', 'identifier'],
	[
		'vat-invoice-haoma-right-side',
		'invoiceNumberRight',
		'发票号码（右侧）',
		'invoice number on the right side',
		'identifier',
	],
	['vat-invoice-issue-date', 'issueDate', '开票日期', 'issue date', 'date'],
	[
		'vat-invoice-payer-addr-tell',
		'buyerAddressPhone',
		'购买方地址、电话',
		"buyer's address and phone",
		'text',
	],
	[
		'vat-invoice-payer-bank-account',
		'buyerBankAccount',
		'购买方开户行及账号',
		"buyer's bank and account",
		'text',
	],
	['vat-invoice-payer-name', 'buyerName', '购买方名称', "buyer's name", 'text'],
	['vat-invoice-price-list', 'amounts', '金额', 'amounts', 'list'],
	[
		'vat-invoice-rate-payer-id',
		'buyerTaxId',
		'购买方纳税人识别号',
		"buyer's taxpayer ID",
		'identifier',
	],
	[
		'vat-invoice-seller-addr-tell',
		'sellerAddressPhone',
		'销售方地址、电话',
		"seller's address and phone",
		'text',
	],
	[
		'vat-invoice-seller-bank-account',
		'sellerBankAccount',
		'销售方开户行及账号',
		"seller's bank and account",
		'text',
	],
	[
		'vat-invoice-seller-id',
		'sellerTaxId',
		'销售方纳税人识别号',
		"seller's taxpayer ID",
		'identifier',
	],
	['vat-invoice-seller-name', 'sellerName', '销售方名称', "seller's name", 'text'],
	['vat-invoice-tax-list', 'taxAmounts', '税额', 'tax amounts', 'list'],
	['vat-invoice-tax-rate-list', 'taxRates', '税率', 'tax rates', 'list'],
	['vat-invoice-tax-total', 'totalTax', '合计税额', 'total tax', 'amount'],
	['vat-invoice-total', 'totalAmount', '合计金额', 'total amount', 'amount'],
	[
		'vat-invoice-total-cover-tax',
		'totalWithTaxWords',
		'价税合计（大写）',
		'total with tax in words',
		'text',
	],
	[
		'vat-invoice-total-cover-tax-digits',
		'totalWithTax',
		'价税合计（小写）',
		'total with tax',
		'amount',
	],
] as const satisfies ReadonlyArray<
	readonly [key: string, name: string, label: string, title: string, kind: ElementKind]
>;

export type FieldName = (typeof ROWS)[number][1];

interface Element {
	key: string;
	name: FieldName;
	label: string;
	title: string;
	kind: ElementKind;
}

/** The same by the names of their parts. */
export const ELEMENTS: readonly Element[] = ROWS.map(([key, name, label, title, kind]) => ({
	...{ key, name, label, title, kind },
}));

/** The names of all fields. */
export const FIELDS: readonly FieldName[] = ELEMENTS.map(({ name }) => name);

/** Fields that an invoice needs to be booked and checked. */
export const REQUIRED_FIELDS: readonly FieldName[] = [
	'invoiceNumber',
	'issueDate',
	'sellerName',
	'totalTax',
	'totalAmount',
	'totalWithTax',
];

/** Fields of the invoice that each of its line items carries. */
export const LINE_ITEM_INVOICE_FIELDS: readonly FieldName[] = [
	'invoiceCode',
	'invoiceNumber',
	'issueDate',
	'buyerName',
	'buyerTaxId',
	'sellerTaxId',
	'sellerName',
	'totalTax',
	'totalAmount',
	'totalWithTax',
];

/** What the form prints in front of a field, which the service may return as part of the value. */
const CAPTIONS: ReadonlyArray<
	readonly [fields: readonly FieldName[], captions: readonly string[]]
> = [
	[['checkCode'], ['校验码']],
	[['invoiceCode', 'invoiceCodeRight'], ['发票代码']],
	[
		['invoiceNumber', 'invoiceNumberRight'],
		['发票号码', 'No'],
	],
	[
		['buyerAddressPhone', 'sellerAddressPhone'],
		['地址、电话', '地址电话'],
	],
	[
		['buyerBankAccount', 'sellerBankAccount'],
		['开户行及账号', '开户行及帐号'],
	],
	[['buyerName', 'sellerName'], ['名称']],
	[
		['buyerTaxId', 'sellerTaxId'],
		['统一社会信用代码/纳税人识别号', '纳税人识别号', '统一社会信用代码'],
	],
];

/** How the fields of the output are called. */
export type FieldNaming = 'apiKeys' | 'chinese' | 'english';

const BY_KEY = new Map(ELEMENTS.map((one) => [one.key, one]));
const BY_NAME = new Map(ELEMENTS.map((one) => [one.name, one]));

/** What the form prints in front of a field. */
function fieldCaptions(name: FieldName): readonly string[] {
	return CAPTIONS.find(([fields]) => fields.includes(name))?.[1] ?? [];
}

/** The field that a key of the service names; undefined for an unknown key. */
export function fieldOfKey(key: unknown): FieldName | undefined {
	return typeof key === 'string' ? BY_KEY.get(key)?.name : undefined;
}

/** What a field is called in the chosen naming. */
export function fieldLabel(name: FieldName, naming: FieldNaming): string {
	const { key, label } = BY_NAME.get(name)!;
	return naming === 'english' ? name : naming === 'chinese' ? label : key;
}

/** What English sentences call a field. */
export function fieldTitle(name: FieldName): string {
	return BY_NAME.get(name)!.title;
}

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

/**
 * What a text says, however it is written: a date with its time, an amount with more decimals, 0.00 in place
 * of the asterisks for no tax, letters and brackets of another width.
 */
export function meaning(field: string, text: string): number | string {
	const bare = text.normalize('NFKC').replace(/\s/g, '');
	const kind = BY_NAME.get(field as FieldName)?.kind;
	if (kind === 'date') return parseDate(text) ?? bare;
	if (kind !== 'amount') return bare.toUpperCase();
	const value = Number(bare);
	return isTaxFree(bare) ? 0 : (parseAmount(bare) ?? (Number.isNaN(value) ? bare : value));
}

/** What two statements of one invoice are compared by. */
export const COMPARED: readonly FieldName[] = [
	'issueDate',
	'totalWithTax',
	'totalAmount',
	'totalTax',
	'buyerTaxId',
	'sellerTaxId',
	'buyerName',
	'sellerName',
];

/** The same for a value of a record; null where it has none. */
export function meaningIn(record: InvoiceRecord, field: FieldName): number | string | null {
	const value = record[field];
	return typeof value === 'string' ? meaning(field, value) : value;
}

/** Whether two records of one invoice contradict each other; a value that one lacks is none. */
export function differ(one: InvoiceRecord, other: InvoiceRecord): boolean {
	return COMPARED.some((field) => {
		const [here, there] = [meaningIn(one, field), meaningIn(other, field)];
		return here !== null && there !== null && here !== there;
	});
}

/** A document that is not an invoice, or an invoice of a form that is not read from its page. */
export interface OtherKind {
	/** as in "is a trip list, not an invoice" */
	kind: string;
	/** how to get the invoice */
	wayOut: string;
	/** whether it is, or may be, an invoice nevertheless */
	mayBeInvoice?: true;
}
