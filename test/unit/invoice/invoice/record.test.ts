import { invoiceKey, type InvoiceRecord } from '../../../../nodes/IflytekInvoiceOcr/invoice/record';
import { readFields } from '../read';

const recordOf = (key: string, text: string) => readFields({ [key]: text }).record;

describe('a caption of the form in front of a value', () => {
	it.each([
		['vat-invoice-payer-name', '名称：甲有限公司', 'buyerName', '甲有限公司'],
		['vat-invoice-payer-name', '名 称 : 甲有限公司', 'buyerName', '甲有限公司'],
		['vat-invoice-seller-name', '销售方名称：乙有限公司', 'sellerName', '乙有限公司'],
		['vat-invoice-payer-addr-tell', '地 址、电 话：合肥市', 'buyerAddressPhone', '合肥市'],
		['vat-invoice-seller-bank-account', '开户行及账号:工行 1', 'sellerBankAccount', '工行 1'],
		['vat-invoice-seller-id', '纳税人识别号：91340100', 'sellerTaxId', '91340100'],
		['vat-invoice-rate-payer-id', '统一社会信用代码/纳税人识别号:9134', 'buyerTaxId', '9134'],
		['vat-invoice-haoma', 'No44885314', 'invoiceNumber', '44885314'],
		['vat-invoice-haoma-right-side', '№ 44885314', 'invoiceNumberRight', '44885314'],
		['vat-invoice-haoma', 'NO.:44885314', 'invoiceNumber', '44885314'],
		['vat-invoice-daima', '发票代码3400211130', 'invoiceCode', '3400211130'],
		['check-code', '校验码 12345', 'checkCode', '12345'],
	] as const)('is cut off: %s %s', (key, text, name, value) => {
		expect(recordOf(key, text)[name]).toBe(value);
	});

	it('is no value', () => {
		expect(recordOf('vat-invoice-payer-name', '名称：').buyerName).toBeNull();
		expect(recordOf('vat-invoice-haoma', 'No.').invoiceNumber).toBeNull();
	});

	it('is a part of the name where nothing ends it', () => {
		expect(recordOf('vat-invoice-payer-name', '名称设计有限公司').buyerName).toBe(
			'名称设计有限公司',
		);
		expect(recordOf('vat-invoice-payer-name', '甲公司（名称：乙）').buyerName).toBe(
			'甲公司（名称：乙）',
		);
	});
});

const [CODE, NUMBER, DIGITAL] = ['3400211130', '44885314', '25312000000123456789'];

it.each<[string, Partial<InvoiceRecord>, string | null]>([
	['code and number', { invoiceCode: CODE, invoiceNumber: NUMBER }, `${CODE}-${NUMBER}`],
	[
		'a code of 12 digits',
		{ invoiceCode: `0${CODE}1`, invoiceNumber: NUMBER },
		`0${CODE}1-${NUMBER}`,
	],
	[
		'those of the right side',
		{ invoiceCodeRight: CODE, invoiceNumberRight: NUMBER },
		`${CODE}-${NUMBER}`,
	],
	['the 20 digits of a fully digital one', { invoiceNumber: DIGITAL, invoiceCode: CODE }, DIGITAL],
	['nothing without a number', { invoiceCode: CODE }, null],
	['nothing without a code', { invoiceNumber: NUMBER }, null],
	['nothing of a number of seven digits', { invoiceCode: CODE, invoiceNumber: '4488531' }, null],
	['nothing of a code of eleven digits', { invoiceCode: `${CODE}1`, invoiceNumber: NUMBER }, null],
])('an invoice is known by %s', (_, fields, key) => {
	const none = { invoiceCode: null, invoiceNumber: null };
	expect(invoiceKey({ ...none, ...fields } as InvoiceRecord)).toBe(key);
});
