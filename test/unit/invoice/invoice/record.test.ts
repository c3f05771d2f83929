import {
	type FieldName,
	invoiceKey,
	type InvoiceRecord,
} from '../../../../nodes/IflytekInvoiceOcr/invoice/invoice';
import { readFields } from '../read';

const readAs = (name: FieldName, text: string) => readFields({ [name]: text }).record[name];

describe('a caption of the form in front of a value', () => {
	it.each([
		['buyerName', '名称：甲有限公司', '甲有限公司'],
		['buyerName', '名 称 : 甲有限公司', '甲有限公司'],
		['sellerName', '销售方名称：乙有限公司', '乙有限公司'],
		['buyerAddressPhone', '地 址、电 话：合肥市', '合肥市'],
		['sellerBankAccount', '开户行及账号:工行 1', '工行 1'],
		['sellerTaxId', '纳税人识别号：91340100', '91340100'],
		['buyerTaxId', '统一社会信用代码/纳税人识别号:9134', '9134'],
		['invoiceNumber', 'No44885314', '44885314'],
		['invoiceNumberRight', '№ 44885314', '44885314'],
		['invoiceNumber', 'NO.:44885314', '44885314'],
		['invoiceCode', '发票代码3400211130', '3400211130'],
		['checkCode', '校验码 12345', '12345'],
	] as const)('is cut off: %s %s', (name, text, value) => {
		expect(readAs(name, text)).toBe(value);
	});

	it('is no value', () => {
		expect(readAs('buyerName', '名称：')).toBeNull();
		expect(readAs('invoiceNumber', 'No.')).toBeNull();
	});

	it('is a part of the name where nothing ends it', () => {
		expect(readAs('buyerName', '名称设计有限公司')).toBe('名称设计有限公司');
		expect(readAs('buyerName', '甲公司（名称：乙）')).toBe('甲公司（名称：乙）');
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
