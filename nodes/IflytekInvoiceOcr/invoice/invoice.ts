import { isTaxFree, parseAmount, parseDate, type Quad } from '../values/values';
import type { Finding } from './findings';

/**
 * How an element's text is read: as it stands, as an identifier (printed without spaces), as a column of
 * the table of line items, as a date or as an amount.
 */
type ElementKind = 'amount' | 'date' | 'identifier' | 'list' | 'text';

interface Element {
	/** key of the service */
	key: string;
	/** field name in English */
	name: string;
	/** field name as a Chinese invoice prints it */
	label: string;
	/** field name as English sentences use it */
	title: string;
	kind: ElementKind;
	/** an invoice without it can neither be booked nor checked */
	required?: true;
	/** every line item carries it too */
	onLines?: true;
	/** captions printed before it, which the service may return as part of the value */
	captions?: readonly string[];
}

const NAME_CAPTIONS = ['名称'];
const TAX_ID_CAPTIONS = ['统一社会信用代码/纳税人识别号', '纳税人识别号', '统一社会信用代码'];
const ADDRESS_CAPTIONS = ['地址、电话', '地址电话'];
const BANK_CAPTIONS = ['开户行及账号', '开户行及帐号'];
const CODE_CAPTIONS = ['发票代码'];
const NUMBER_CAPTIONS = ['发票号码', 'No'];

/** The elements of an invoice, in the order of the service (services.md, Invoices: Fields). */
export const ELEMENTS = [
	{
		key: 'check-code',
		name: 'checkCode',
		label: '校验码',
		title: 'check code',
		kind: 'identifier',
		captions: ['校验码'],
	},
	{
		key: 'cryptographic-area',
		name: 'cipherArea',
		label: '密码区',
		title: 'cipher area',
		kind: 'text',
	},
	{ key: 'unit-price', name: 'unitPrices', label: '单价', title: 'unit prices', kind: 'list' },
	{
		key: 'vat-invoice-daima',
		name: 'invoiceCode',
		label: '发票代码',
		title: 'invoice code',
		kind: 'identifier',
		onLines: true,
		captions: CODE_CAPTIONS,
	},
	{
		key: 'vat-invoice-daima-right-side',
		name: 'invoiceCodeRight',
		label: '发票代码（右侧）',
		title: 'invoice code on the right side',
		kind: 'identifier',
		captions: CODE_CAPTIONS,
	},
	{
		key: 'vat-invoice-goods-list',
		name: 'goodsNames',
		label: '货物或应税劳务、服务名称',
		title: 'goods names',
		kind: 'list',
	},
	{
		key: 'vat-invoice-haoma',
		name: 'invoiceNumber',
		label: '发票号码',
		title: 'invoice number',
		kind: 'identifier',
		required: true,
		onLines: true,
		captions: NUMBER_CAPTIONS,
	},
	{
		key: 'vat-invoice-haoma-right-side',
		name: 'invoiceNumberRight',
		label: '发票号码（右侧）',
		title: 'invoice number on the right side',
		kind: 'identifier',
		captions: NUMBER_CAPTIONS,
	},
	{
		key: 'vat-invoice-issue-date',
		name: 'issueDate',
		label: '开票日期',
		title: 'issue date',
		kind: 'date',
		required: true,
		onLines: true,
	},
	{
		key: 'vat-invoice-payer-addr-tell',
		name: 'buyerAddressPhone',
		label: '购买方地址、电话',
		title: "buyer's address and phone",
		kind: 'text',
		captions: ADDRESS_CAPTIONS,
	},
	{
		key: 'vat-invoice-payer-bank-account',
		name: 'buyerBankAccount',
		label: '购买方开户行及账号',
		title: "buyer's bank and account",
		kind: 'text',
		captions: BANK_CAPTIONS,
	},
	{
		key: 'vat-invoice-payer-name',
		name: 'buyerName',
		label: '购买方名称',
		title: "buyer's name",
		kind: 'text',
		onLines: true,
		captions: NAME_CAPTIONS,
	},
	{ key: 'vat-invoice-price-list', name: 'amounts', label: '金额', title: 'amounts', kind: 'list' },
	{
		key: 'vat-invoice-rate-payer-id',
		name: 'buyerTaxId',
		label: '购买方纳税人识别号',
		title: "buyer's taxpayer ID",
		kind: 'identifier',
		onLines: true,
		captions: TAX_ID_CAPTIONS,
	},
	{
		key: 'vat-invoice-seller-addr-tell',
		name: 'sellerAddressPhone',
		label: '销售方地址、电话',
		title: "seller's address and phone",
		kind: 'text',
		captions: ADDRESS_CAPTIONS,
	},
	{
		key: 'vat-invoice-seller-bank-account',
		name: 'sellerBankAccount',
		label: '销售方开户行及账号',
		title: "seller's bank and account",
		kind: 'text',
		captions: BANK_CAPTIONS,
	},
	{
		key: 'vat-invoice-seller-id',
		name: 'sellerTaxId',
		label: '销售方纳税人识别号',
		title: "seller's taxpayer ID",
		kind: 'identifier',
		onLines: true,
		captions: TAX_ID_CAPTIONS,
	},
	{
		key: 'vat-invoice-seller-name',
		name: 'sellerName',
		label: '销售方名称',
		title: "seller's name",
		kind: 'text',
		required: true,
		onLines: true,
		captions: NAME_CAPTIONS,
	},
	{
		key: 'vat-invoice-tax-list',
		name: 'taxAmounts',
		label: '税额',
		title: 'tax amounts',
		kind: 'list',
	},
	{
		key: 'vat-invoice-tax-rate-list',
		name: 'taxRates',
		label: '税率',
		title: 'tax rates',
		kind: 'list',
	},
	{
		key: 'vat-invoice-tax-total',
		name: 'totalTax',
		label: '合计税额',
		title: 'total tax',
		kind: 'amount',
		required: true,
		onLines: true,
	},
	{
		key: 'vat-invoice-total',
		name: 'totalAmount',
		label: '合计金额',
		title: 'total amount',
		kind: 'amount',
		required: true,
		onLines: true,
	},
	{
		key: 'vat-invoice-total-cover-tax',
		name: 'totalWithTaxWords',
		label: '价税合计（大写）',
		title: 'total with tax in words',
		kind: 'text',
	},
	{
		key: 'vat-invoice-total-cover-tax-digits',
		name: 'totalWithTax',
		label: '价税合计（小写）',
		title: 'total with tax',
		kind: 'amount',
		required: true,
		onLines: true,
	},
] as const satisfies readonly Element[];

export type FieldName = (typeof ELEMENTS)[number]['name'];

/** How the fields of the output are called. */
export type FieldNaming = 'apiKeys' | 'chinese' | 'english';

type Entry = Element & { name: FieldName };

const ENTRIES: readonly Entry[] = ELEMENTS;
const BY_KEY = new Map(ENTRIES.map((one) => [one.key, one]));
const BY_NAME = new Map(ENTRIES.map((one) => [one.name, one]));

/** Fields that an invoice needs to be booked and checked. */
export const REQUIRED_FIELDS = ENTRIES.filter(({ required }) => required).map(({ name }) => name);

/** What the form prints in front of a field. */
function fieldCaptions(name: FieldName): readonly string[] {
	return BY_NAME.get(name)!.captions ?? [];
}

/** Fields of the invoice that each of its line items carries. */
export const LINE_ITEM_INVOICE_FIELDS = ENTRIES.filter(({ onLines }) => onLines).map(
	({ name }) => name,
);

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

const KINDS = new Map<string, string>(ELEMENTS.map(({ name, kind }) => [name, kind]));

/**
 * What a text says, however it is written: a date with its time, an amount with more decimals, 0.00 in place
 * of the asterisks for no tax, letters and brackets of another width.
 */
export function meaning(field: string, text: string): number | string {
	const bare = text.normalize('NFKC').replace(/\s/g, '');
	const kind = KINDS.get(field);
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
