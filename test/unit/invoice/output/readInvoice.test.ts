import { analyzeInvoice } from '../../../../nodes/IflytekInvoiceOcr/checks/checks';
import type { RowOptions } from '../../../../nodes/IflytekInvoiceOcr/output/rows';
import { readDocument } from '../../../../nodes/IflytekInvoiceOcr/eInvoice/eInvoice';
import { parseXml } from '../../../../nodes/shared/formats/xml/xml';
import { OPTIONS as FULL_LIST, invoiceRow, lineRows } from '../read';
import {
	TEST_INVOICE,
	taxPlatformXml,
	type TestInvoice,
	type TestLine,
} from '../../../fixtures/eInvoice';

const OPTIONS: RowOptions = { ...FULL_LIST, validation: 'reviewFlag' };
const CHINESE: RowOptions = { ...OPTIONS, naming: 'chinese' };
const TODAY = '2026-11-22';

function invoice(change: Partial<TestInvoice> = {}) {
	return readDocument(parseXml(taxPlatformXml({ ...TEST_INVOICE, ...change })), 'xml')!;
}

const ORIGIN = {
	row: 1,
	fileName: 'a.xml',
	fileField: 'data',
	source: 'xml',
	sid: null,
	page: null,
} as const;

type Invoice = ReturnType<typeof invoice>;
const rowOf = (read: Invoice, options = OPTIONS) =>
	invoiceRow(analyzeInvoice(read, options, TODAY), options, ORIGIN);
const lineRowsOf = (read: Invoice, options = OPTIONS) =>
	lineRows(analyzeInvoice(read, options, TODAY), options, ORIGIN);
/** The rows of an invoice whose first line is its only one, and says this. */
const lineOf = (change: Partial<TestLine>) =>
	lineRowsOf(invoice({ lines: [{ ...TEST_INVOICE.lines[0]!, ...change }] }));

describe('the rows of an e-invoice', () => {
	it('hold the same fields as those of a recognized one, and what only the file says', () => {
		expect(rowOf(invoice())).toMatchObject({
			needsReview: false,
			reviewReasons: null,
			invoiceNumber: '26317000000123456701',
			issueDate: '2026-08-05',
			sellerName: '杭州样本商贸有限公司',
			totalAmount: 351.5,
			totalTax: 42.2,
			totalWithTax: 393.7,
			goodsNames: '*纸制品*复印纸\n*物流服务*运费',
			taxRates: '13%\n6%',
			invoiceType: '普通发票',
			remark: '合同 A&B <2026>',
			drawer: '张三',
			payee: null,
			source: 'xml',
		});
	});

	it('have quantity, unit and specification for each line', () => {
		expect(lineRowsOf(invoice())).toMatchObject([
			{
				line: 1,
				goodsName: '*纸制品*复印纸',
				specification: 'A4',
				unit: '箱',
				quantity: 3,
				unitPrice: 100.5,
				amount: 301.5,
				taxRate: '13%',
				tax: 39.2,
				source: 'xml',
			},
			{ line: 2, specification: null, quantity: null, unitPrice: null, tax: 3 },
		]);
	});

	it('ask for a review of an invoice without line items, in Chinese too', () => {
		const empty = { ...invoice(), lines: [] };
		expect(rowOf(empty)).toMatchObject({
			needsReview: true,
			reviewReasons: 'No line item was found',
		});
		expect(rowOf(empty, CHINESE).reviewReasons).toBe('未找到商品明细');
		const ticket = { ...empty, texts: { ...empty.texts, invoiceType: '电子发票（铁路电子客票）' } };
		expect(rowOf(ticket).needsReview).toBe(false);
	});

	it('ask for a review of a character that is unknown, wherever it stands', () => {
		expect(rowOf(invoice({ remark: '合\uFFFD同' })).reviewReasons).toBe(
			'A character of the invoice is unknown: "合\uFFFD同"',
		);
	});

	it.each([
		[
			'a total that does not add up',
			{ total: '393.71' },
			'add up to 393.70, the total with tax is 393.71',
		],
		[
			'a total in other words',
			{ words: '叁佰圆整' },
			'Total in words (叁佰圆整 = 300.00) differs from digits 393.70',
		],
		['a date to come', { date: '2027-01-01' }, 'is in the future'],
		['an amount that is no number', { amount: 'x' }, 'total amount "x"'],
	])('ask for a review of %s', (_, change, reason) => {
		const row = rowOf(invoice(change));
		expect(row.needsReview).toBe(true);
		expect(row.reviewReasons).toContain(reason);
	});

	it('drop the zeros that files write behind amounts, and no other digit', () => {
		const change = { amount: '351.500000', total: '393.705' };
		expect(rowOf(invoice(change))).toMatchObject({
			totalAmount: 351.5,
			totalWithTax: null,
			needsReview: true,
		});
	});

	it.each([
		['0.130000', '13%'],
		['0.015', '1.5%'],
		['0', '0%'],
		['免税', '免税'],
		['13%', '13%'],
	])('read the tax rate %s as %s', (rate, read) => {
		expect(lineOf({ rate })).toMatchObject([{ taxRate: read }]);
	});

	it('do not take the rate 1 for 100%: it may be 1%', () => {
		expect(lineOf({ rate: '1' })).toMatchObject([{ taxRate: null, needsReview: true }]);
	});

	it('have Chinese labels on request, also for each thing that only the file says', () => {
		const row = rowOf(invoice(), CHINESE);
		expect(row).toMatchObject({ 发票号码: '26317000000123456701', 备注: '合同 A&B <2026>' });
		expect(Object.keys(row)).toEqual(
			expect.arrayContaining([
				...['发票类型', '备注', '开票人', '收款人', '复核人', '机器编号', '原发票号码', 'source'],
			]),
		);
		const [line] = lineRowsOf(invoice(), CHINESE);
		expect(line).toMatchObject({ 规格型号: 'A4', 数量: 3 });
		expect(Object.keys(line!).slice(-7, -3)).toEqual(['规格型号', '单位', '数量', '税收分类编码']);
	});

	it.each([
		['3', 3],
		['-12.50', -12.5],
		['0.333333333', 0.333333333],
		['3 箱', '3 箱'],
		['约3', '约3'],
		['1.2.3', '1.2.3'],
		['1e3', '1e3'],
	])('have the quantity %s as %p, and no other text as a number', (quantity, expected) => {
		expect(lineOf({ quantity, specification: '70' })).toMatchObject([
			{ quantity: expected, specification: '70', taxCategoryCode: '1060105020000000000' },
		]);
	});
});
