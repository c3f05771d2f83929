/** How an element's text is read: as it stands, as lines of the goods table, as a date or a number. */
export type ElementKind = 'amount' | 'date' | 'list' | 'text';

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
}

const element = <Name extends string>(
	key: string,
	name: Name,
	label: string,
	title: string,
	kind: ElementKind = 'text',
) => ({ key, name, label, title, kind });

/** The 24 elements of an invoice (spec: invoice, element keys), in the order of the spec's table. */
export const ELEMENTS = [
	element('check-code', 'checkCode', '校验码', 'check code'),
	element('cryptographic-area', 'cipherArea', '密码区', 'cipher area'),
	element('unit-price', 'unitPrices', '单价', 'unit prices', 'list'),
	element('vat-invoice-daima', 'invoiceCode', '发票代码', 'invoice code'),
	element(
		'vat-invoice-daima-right-side',
		'invoiceCodeRight',
		'发票代码（右侧）',
		'invoice code on the right side',
	),
	element(
		'vat-invoice-goods-list',
		'goodsNames',
		'货物或应税劳务、服务名称',
		'goods names',
		'list',
	),
	element('vat-invoice-haoma', 'invoiceNumber', '发票号码', 'invoice number'),
	element(
		'vat-invoice-haoma-right-side',
		'invoiceNumberRight',
		'发票号码（右侧）',
		'invoice number on the right side',
	),
	element('vat-invoice-issue-date', 'issueDate', '开票日期', 'issue date', 'date'),
	element(
		'vat-invoice-payer-addr-tell',
		'buyerAddressPhone',
		'购买方地址、电话',
		"buyer's address and phone",
	),
	element(
		'vat-invoice-payer-bank-account',
		'buyerBankAccount',
		'购买方开户行及账号',
		"buyer's bank and account",
	),
	element('vat-invoice-payer-name', 'buyerName', '购买方名称', "buyer's name"),
	element('vat-invoice-price-list', 'amounts', '金额', 'amounts', 'list'),
	element('vat-invoice-rate-payer-id', 'buyerTaxId', '购买方纳税人识别号', "buyer's taxpayer ID"),
	element(
		'vat-invoice-seller-addr-tell',
		'sellerAddressPhone',
		'销售方地址、电话',
		"seller's address and phone",
	),
	element(
		'vat-invoice-seller-bank-account',
		'sellerBankAccount',
		'销售方开户行及账号',
		"seller's bank and account",
	),
	element('vat-invoice-seller-id', 'sellerTaxId', '销售方纳税人识别号', "seller's taxpayer ID"),
	element('vat-invoice-seller-name', 'sellerName', '销售方名称', "seller's name"),
	element('vat-invoice-tax-list', 'taxAmounts', '税额', 'tax amounts', 'list'),
	element('vat-invoice-tax-rate-list', 'taxRates', '税率', 'tax rates', 'list'),
	element('vat-invoice-tax-total', 'totalTax', '合计税额', 'total tax', 'amount'),
	element('vat-invoice-total', 'totalAmount', '合计金额', 'total amount', 'amount'),
	element(
		'vat-invoice-total-cover-tax',
		'totalWithTaxWords',
		'价税合计（大写）',
		'total with tax in words',
	),
	element(
		'vat-invoice-total-cover-tax-digits',
		'totalWithTax',
		'价税合计（小写）',
		'total with tax',
		'amount',
	),
] as const satisfies readonly Element[];

export type FieldName = (typeof ELEMENTS)[number]['name'];

/** How the fields of the output are called. */
export type FieldNaming = 'apiKeys' | 'chinese' | 'english';

const BY_KEY = new Map<string, (typeof ELEMENTS)[number]>(ELEMENTS.map((one) => [one.key, one]));
const BY_NAME = new Map<string, (typeof ELEMENTS)[number]>(ELEMENTS.map((one) => [one.name, one]));

/** The field a key of the service stands for; undefined for an unknown key. */
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
