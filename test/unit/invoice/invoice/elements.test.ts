import {
	ELEMENTS,
	fieldLabel,
	fieldOfKey,
	fieldTitle,
} from '../../../../nodes/IflytekInvoiceOcr/invoice/elements';
import { ELEMENT_KEYS } from '../../../emulator/signature/invoiceTruth';

describe('the 24 elements', () => {
	it('are those of the specification, in its order', () => {
		expect(ELEMENTS.map(({ key }) => key)).toEqual(ELEMENT_KEYS);
	});

	it('have the published names in their fixed order', () => {
		expect(ELEMENTS.map(({ name }) => name).join(', ')).toBe(
			'checkCode, cipherArea, unitPrices, invoiceCode, invoiceCodeRight, goodsNames, invoiceNumber, ' +
				'invoiceNumberRight, issueDate, buyerAddressPhone, buyerBankAccount, buyerName, amounts, ' +
				'buyerTaxId, sellerAddressPhone, sellerBankAccount, sellerTaxId, sellerName, taxAmounts, ' +
				'taxRates, totalTax, totalAmount, totalWithTaxWords, totalWithTax',
		);
	});

	it('have three amounts, one date and five lists', () => {
		const ofKind = (wanted: string) =>
			ELEMENTS.flatMap(({ kind, name }) => (kind === wanted ? [name] : []));
		expect(ofKind('amount')).toEqual(['totalTax', 'totalAmount', 'totalWithTax']);
		expect(ofKind('date')).toEqual(['issueDate']);
		expect(ofKind('list')).toHaveLength(5);
	});

	it.each(['english', 'chinese', 'apiKeys'] as const)('have names of their own in %s', (naming) => {
		const labels = ELEMENTS.map(({ name }) => fieldLabel(name, naming));
		expect(new Set(labels).size).toBe(24);
	});

	it('are called in Chinese as an invoice prints them, and in sentences in words', () => {
		expect(
			ELEMENTS.map(({ name }) => `${fieldLabel(name, 'chinese')}: ${fieldTitle(name)}`),
		).toEqual([
			'校验码: check code',
			'密码区: cipher area',
			'单价: unit prices',
			'发票代码: invoice code',
			'发票代码（右侧）: invoice code on the right side',
			'货物或应税劳务、服务名称: goods names',
			'发票号码: invoice number',
			'发票号码（右侧）: invoice number on the right side',
			'开票日期: issue date',
			"购买方地址、电话: buyer's address and phone",
			"购买方开户行及账号: buyer's bank and account",
			"购买方名称: buyer's name",
			'金额: amounts',
			"购买方纳税人识别号: buyer's taxpayer ID",
			"销售方地址、电话: seller's address and phone",
			"销售方开户行及账号: seller's bank and account",
			"销售方纳税人识别号: seller's taxpayer ID",
			"销售方名称: seller's name",
			'税额: tax amounts',
			'税率: tax rates',
			'合计税额: total tax',
			'合计金额: total amount',
			'价税合计（大写）: total with tax in words',
			'价税合计（小写）: total with tax',
		]);
	});

	it('are found by key, and nothing else is', () => {
		for (const { key, name } of ELEMENTS) expect(fieldOfKey(key)).toBe(name);
		expect([fieldOfKey('constructor'), fieldOfKey(''), fieldOfKey(3)]).toEqual(
			Array(3).fill(undefined),
		);
	});
});
