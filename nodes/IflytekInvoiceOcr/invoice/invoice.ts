import { isTaxFree, parseAmount, parseDate, type Quad, unspaced } from '../values/values';
import type { FindingCode } from './findings';

/**
 * The elements of an invoice, in the order of the service (services.md, Invoices: Fields): the key of each, its name
 * in English rows, and how its text is read; identifiers are printed without spaces, a list is a column of the table
 * of lines.
 */
export const ELEMENTS = [
	{ key: 'check-code', name: 'checkCode', kind: 'identifier' },
	{ key: 'cryptographic-area', name: 'cipherArea', kind: 'text' },
	{ key: 'unit-price', name: 'unitPrices', kind: 'list' },
	{ key: 'vat-invoice-daima', name: 'invoiceCode', kind: 'identifier' },
	{ key: 'vat-invoice-daima-right-side', name: 'invoiceCodeRight', kind: 'identifier' },
	{ key: 'vat-invoice-goods-list', name: 'goodsNames', kind: 'list' },
	{ key: 'vat-invoice-haoma', name: 'invoiceNumber', kind: 'identifier' },
	{ key: 'vat-invoice-haoma-right-side', name: 'invoiceNumberRight', kind: 'identifier' },
	{ key: 'vat-invoice-issue-date', name: 'issueDate', kind: 'date' },
	{ key: 'vat-invoice-payer-addr-tell', name: 'buyerAddressPhone', kind: 'text' },
	{ key: 'vat-invoice-payer-bank-account', name: 'buyerBankAccount', kind: 'text' },
	{ key: 'vat-invoice-payer-name', name: 'buyerName', kind: 'text' },
	{ key: 'vat-invoice-price-list', name: 'amounts', kind: 'list' },
	{ key: 'vat-invoice-rate-payer-id', name: 'buyerTaxId', kind: 'identifier' },
	{ key: 'vat-invoice-seller-addr-tell', name: 'sellerAddressPhone', kind: 'text' },
	{ key: 'vat-invoice-seller-bank-account', name: 'sellerBankAccount', kind: 'text' },
	{ key: 'vat-invoice-seller-id', name: 'sellerTaxId', kind: 'identifier' },
	{ key: 'vat-invoice-seller-name', name: 'sellerName', kind: 'text' },
	{ key: 'vat-invoice-tax-list', name: 'taxAmounts', kind: 'list' },
	{ key: 'vat-invoice-tax-rate-list', name: 'taxRates', kind: 'list' },
	{ key: 'vat-invoice-tax-total', name: 'totalTax', kind: 'amount' },
	{ key: 'vat-invoice-total', name: 'totalAmount', kind: 'amount' },
	{ key: 'vat-invoice-total-cover-tax', name: 'totalWithTaxWords', kind: 'text' },
	{ key: 'vat-invoice-total-cover-tax-digits', name: 'totalWithTax', kind: 'amount' },
] as const;

type Element = (typeof ELEMENTS)[number];
export type FieldName = Element['name'];
export const FIELDS: readonly FieldName[] = ELEMENTS.map(({ name }) => name);

/** The fields that are needed to book and check an invoice, in the order in which bookkeepers look for them. */
export const MAIN_FIELDS: readonly FieldName[] = [
	...(['invoiceNumber', 'issueDate', 'sellerName', 'buyerName'] as const),
	...(['totalAmount', 'totalTax', 'totalWithTax'] as const),
];

/** What a Chinese invoice prints for a field, and what English sentences call it. */
const TITLES: Readonly<Record<FieldName, readonly [label: string, title: string]>> = {
	checkCode: ['校验码', 'check code'],
	cipherArea: ['密码区', 'cipher area'],
	unitPrices: ['单价', 'unit prices'],
	invoiceCode: ['发票代码', 'invoice code'],
	invoiceCodeRight: ['发票代码（右侧）', 'invoice code on the right side'],
	goodsNames: ['货物或应税劳务、服务名称', 'goods names'],
	invoiceNumber: ['发票号码', 'invoice number'],
	invoiceNumberRight: ['发票号码（右侧）', 'invoice number on the right side'],
	issueDate: ['开票日期', 'issue date'],
	buyerAddressPhone: ['购买方地址、电话', "buyer's address and phone"],
	buyerBankAccount: ['购买方开户行及账号', "buyer's bank and account"],
	buyerName: ['购买方名称', "buyer's name"],
	amounts: ['金额', 'amounts'],
	buyerTaxId: ['购买方纳税人识别号', "buyer's taxpayer ID"],
	sellerAddressPhone: ['销售方地址、电话', "seller's address and phone"],
	sellerBankAccount: ['销售方开户行及账号', "seller's bank and account"],
	sellerTaxId: ['销售方纳税人识别号', "seller's taxpayer ID"],
	sellerName: ['销售方名称', "seller's name"],
	taxAmounts: ['税额', 'tax amounts'],
	taxRates: ['税率', 'tax rates'],
	totalTax: ['合计税额', 'total tax'],
	totalAmount: ['合计金额', 'total amount'],
	totalWithTaxWords: ['价税合计（大写）', 'total with tax in words'],
	totalWithTax: ['价税合计（小写）', 'total with tax'],
};

/** What the form prints in front of a field, which the service may return as part of the value. */
const CAPTIONS: ReadonlyArray<readonly [fields: RegExp, ...captions: string[]]> = [
	[/^checkCode$/, '校验码'],
	[/^invoiceCode/, '发票代码'],
	[/^invoiceNumber/, '发票号码', 'No'],
	[/AddressPhone$/, '地址、电话', '地址电话'],
	[/BankAccount$/, '开户行及账号', '开户行及帐号'],
	[/Name$/, '名称'],
	[/TaxId$/, '统一社会信用代码/纳税人识别号', '纳税人识别号', '统一社会信用代码'],
];

export type FieldNaming = 'apiKeys' | 'chinese' | 'english';

const BY_NAME = new Map<string, Element>(ELEMENTS.map((one) => [one.name, one]));

/** The field that a key of the service names; undefined for an unknown key. */
export const fieldOfKey = (key: unknown) => ELEMENTS.find((one) => one.key === key)?.name;

/** What a field is called in the chosen naming. */
export function fieldLabel(name: FieldName, naming: FieldNaming): string {
	if (naming === 'english') return name;
	return naming === 'chinese' ? TITLES[name][0] : BY_NAME.get(name)!.key;
}

/** What English sentences call a field. */
export const fieldTitle = (name: FieldName) => TITLES[name][1];

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

/** What a file or page says beyond the fields that the service knows, with the labels of a Chinese invoice. */
export const EXTRAS = {
	remark: '备注',
	drawer: '开票人',
	payee: '收款人',
	reviewer: '复核人',
	machineNumber: '机器编号',
	originalInvoiceNumber: '原发票号码',
};

export type ExtraName = keyof typeof EXTRAS | 'invoiceType';

export const LINE_EXTRAS = {
	specification: '规格型号',
	unit: '单位',
	quantity: '数量',
	taxCategoryCode: '税收分类编码',
};

/** What an invoice for a toll states of each passage. */
export const TOLL_FIELDS = ['licensePlate', 'vehicleType', 'passageFrom', 'passageTo'] as const;

/** The list fields of a row, and the value of a line that each is made of. */
export const LISTS = {
	goodsNames: 'goodsName',
	unitPrices: 'unitPrice',
	amounts: 'amount',
	taxRates: 'taxRate',
	taxAmounts: 'tax',
} as const satisfies Partial<Record<FieldName, string>>;

export type LineField =
	keyof typeof LINE_EXTRAS | (typeof LISTS)[keyof typeof LISTS] | (typeof TOLL_FIELDS)[number];

/** What a file or page says of one line: every value is its text. */
export type InvoiceLine = Partial<Record<LineField, string>>;

/** Where an invoice stands in the run. */
export interface Place {
	/** number of the input item, from 1 */
	row: number;
	/** the file's name, or its address without the query */
	fileName: string | null;
	/** the field that held the file; null where none did */
	fileField: string | null;
	/** from 1; null where the file has no pages, or states the invoice as data */
	page: number | null;
}

export interface OtherPlace extends Place {
	/** what distinguishes it from another invoice of the same file name */
	by?: 'field' | 'item' | 'page';
}

export type FindingValue = OtherPlace | number | string | null | undefined;

/** A fault or doubt about an invoice, as a code and its values; `sayFinding` makes a sentence of it. */
export interface Finding {
	code: FindingCode;
	values: FindingValue[];
	field?: FieldName;
	/** from 1 */
	line?: number;
}

export function finding(code: FindingCode, ...values: FindingValue[]): Finding {
	return { code, values };
}

/** A finding about one field. */
export function findingIn(
	field: FieldName,
	code: FindingCode,
	...values: FindingValue[]
): Finding & { field: FieldName } {
	return { code, field, values };
}

/** The finding as one about a line, counted from 0. */
export const onLine = (index: number, one: Finding): Finding => ({ ...one, line: index + 1 });

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
	/** what was taken from other statements of it: their sources by field, by list, or for `lines` */
	taken?: Readonly<Record<string, Invoice['source']>>;
	/** places and confidences of what the service read; undefined for all others */
	picture?: {
		/** of the picture that the places refer to, in pixels; 0 when not given */
		width: number;
		height: number;
		fields: Record<FieldName, RecognizedField>;
	};
}

/** An invoice of which nothing is read yet. */
export function emptyInvoice(source: Invoice['source']): Invoice {
	return { source, texts: {}, contradictions: {}, lines: [], pages: [], doubts: [] };
}

/** The text of a field, or of a list with a line for each of the invoice's; null where there is none. */
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
const decimals = (text: string) => text.replace(/^(-?\d+\.\d\d)0+$/, '$1');

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

/** The values of an invoice's fields. */
export type InvoiceRecord = {
	[One in Element as One['name']]: (One['kind'] extends 'amount' ? number : string) | null;
};

/**
 * The flat record of an invoice: amounts as numbers, the date as YYYY-MM-DD, everything else as text without its
 * printed caption; null where nothing was read, or where the texts of an amount or date differ. Asterisks or 免税
 * (exempt) as the total tax are 0; 20 digits that the service gives as the code become the number.
 */
export function invoiceRecord(invoice: Invoice): InvoiceRecord {
	const record = Object.fromEntries(
		ELEMENTS.map(({ name, kind }) => [name, valueOf(invoice, name, kind)]),
	) as InvoiceRecord;
	const { invoiceCode, invoiceNumber } = record;
	const isDigital = /^\d{20}$/.test(invoiceCode ?? '');
	if (isDigital && (invoiceNumber === null || invoiceNumber === invoiceCode)) {
		record.invoiceNumber = invoiceCode;
		record.invoiceCode = null;
	}
	return record;
}

function valueOf(invoice: Invoice, name: FieldName, kind: Element['kind']): number | string | null {
	const text = fieldText(invoice, name);
	if (text === null) return null;
	const texts = [text, ...(invoice.contradictions[name] ?? [])];
	if (name === 'totalTax') return agreed(texts, (one) => (isTaxFree(one) ? 0 : parseAmount(one)));
	if (kind === 'amount') return agreed(texts, parseAmount);
	if (kind === 'date') return agreed(texts, parseDate);
	if (kind === 'identifier') return withoutCaption(name, unspaced(text), '[:.]*');
	return withoutCaption(name, text, '[:：]');
}

/** What identifies an invoice: 20 digits if it is fully digital, else code and number; null if they are not valid. */
export function invoiceKey(record: InvoiceRecord): string | null {
	const number = record.invoiceNumber ?? record.invoiceNumberRight ?? '';
	if (/^\d{20}$/.test(number)) return number;
	const code = record.invoiceCode ?? record.invoiceCodeRight ?? '';
	const isWhole = /^(\d{10}|\d{12})$/.test(code) && /^\d{8}$/.test(number);
	return isWhole ? `${code}-${number}` : null;
}

/** The value that all texts agree on; null when they differ. */
function agreed<T>(texts: string[], parse: (text: string) => T | null): T | null {
	const [first, ...others] = texts.map(parse);
	return others.every((other) => other === first) ? first! : null;
}

/** A text without its caption, as in 名称：… or No44885314; null where nothing else was read. */
function withoutCaption(name: FieldName, text: string, end: string): string | null {
	const trimmed = text.trimStart();
	const [, ...captions] = CAPTIONS.find(([fields]) => fields.test(name)) ?? [];
	for (const caption of captions) {
		const spaced = [...caption].map((one) => `${one}\\s*`).join('');
		const printed = new RegExp(`^(?:[购销][买售]?方)?\\s*${spaced}${end}\\s*`, 'i');
		if (printed.test(trimmed)) return trimmed.replace(printed, '') || null;
	}
	return text;
}

/** The value of a text for comparisons, however its date, decimals, asterisks for no tax or letters are written. */
export function meaning(field: string, text: string): number | string {
	const bare = unspaced(text);
	const kind = BY_NAME.get(field)?.kind;
	if (kind === 'date') return parseDate(text) ?? bare;
	if (kind !== 'amount') return bare.toUpperCase();
	const value = Number(bare);
	return isTaxFree(bare) ? 0 : (parseAmount(bare) ?? (Number.isNaN(value) ? bare : value));
}

/** The fields by which two statements of one invoice are compared. */
export const COMPARED: readonly FieldName[] = [
	...(['issueDate', 'totalWithTax', 'totalAmount', 'totalTax'] as const),
	...(['buyerTaxId', 'sellerTaxId', 'buyerName', 'sellerName'] as const),
];

/** The `meaning` of a record's value; null where it has none. */
export function meaningIn(record: InvoiceRecord, field: FieldName): number | string | null {
	const value = record[field];
	return typeof value === 'string' ? meaning(field, value) : value;
}
