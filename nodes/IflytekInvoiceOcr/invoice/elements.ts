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
export function fieldCaptions(name: FieldName): readonly string[] {
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
