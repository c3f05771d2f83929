import {
	ELEMENTS,
	fieldLabel,
	fieldOfKey,
	fieldTitle,
} from '../../../../nodes/IflytekInvoiceOcr/invoice/invoice';
import { ELEMENT_KEYS } from '../../../emulator/signature/invoiceTruth';

describe('the 24 elements', () => {
	it('are those of the specification, in its order', () => {
		expect(ELEMENTS.map(({ key }) => key)).toEqual(ELEMENT_KEYS);
	});

	it('have three amounts, one date and five lists', () => {
		const ofKind = (wanted: string) =>
			ELEMENTS.flatMap(({ kind, name }) => (kind === wanted ? [name] : []));
		expect(ofKind('amount')).toEqual(['totalTax', 'totalAmount', 'totalWithTax']);
		expect(ofKind('date')).toEqual(['issueDate']);
		expect(ofKind('list')).toHaveLength(5);
	});

	it('have the published names in their fixed order, Chinese ones as an invoice prints them, and words for sentences', () => {
		const named = ELEMENTS.map(
			({ name }) => `${name} ${fieldLabel(name, 'chinese')}: ${fieldTitle(name)}`,
		);
		expect(named).toEqual([
			'checkCode 校验码: check code',
			'cipherArea 密码区: cipher area',
			'unitPrices 单价: unit prices',
			'invoiceCode 发票代码: invoice code',
			'invoiceCodeRight 发票代码（右侧）: invoice code on the right side',
			'goodsNames 货物或应税劳务、服务名称: goods names',
			'invoiceNumber 发票号码: invoice number',
			'invoiceNumberRight 发票号码（右侧）: invoice number on the right side',
			'issueDate 开票日期: issue date',
			"buyerAddressPhone 购买方地址、电话: buyer's address and phone",
			"buyerBankAccount 购买方开户行及账号: buyer's bank and account",
			"buyerName 购买方名称: buyer's name",
			'amounts 金额: amounts',
			"buyerTaxId 购买方纳税人识别号: buyer's taxpayer ID",
			"sellerAddressPhone 销售方地址、电话: seller's address and phone",
			"sellerBankAccount 销售方开户行及账号: seller's bank and account",
			"sellerTaxId 销售方纳税人识别号: seller's taxpayer ID",
			"sellerName 销售方名称: seller's name",
			'taxAmounts 税额: tax amounts',
			'taxRates 税率: tax rates',
			'totalTax 合计税额: total tax',
			'totalAmount 合计金额: total amount',
			'totalWithTaxWords 价税合计（大写）: total with tax in words',
			'totalWithTax 价税合计（小写）: total with tax',
		]);
		expect(ELEMENTS.map(({ name }) => fieldLabel(name, 'english'))).toEqual(
			ELEMENTS.map(({ name }) => name),
		);
	});

	it('are found by key, and nothing else is', () => {
		for (const { key, name } of ELEMENTS) expect(fieldOfKey(key)).toBe(name);
		expect(['constructor', '', 3].map(fieldOfKey)).toEqual(Array(3).fill(undefined));
	});
});
