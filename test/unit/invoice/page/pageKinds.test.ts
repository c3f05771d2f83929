import { inEnglish, proveInvoice } from '../read';
import { refusalOf, type RefusalCode } from '../../../../nodes/IflytekInvoiceOcr/invoice/refusals';
import { readPages } from '../../../../nodes/IflytekInvoiceOcr/sheets/documents';
import { readPdfText } from '../../../../nodes/shared/formats/pageText/pdfText';
import { PdfFile } from '../../../../nodes/shared/formats/pdf/file';
import { textPdf, type PlacedText } from '../../../fixtures/pdf/text';

const TODAY = '2026-11-23';

/** A page of lines, each 20 points below the one above. */
async function read(...lines: string[]) {
	const texts = lines.map((text, index): PlacedText => ({
		text,
		x: 40,
		y: 40 + 20 * index,
		size: 10,
	}));
	const pdf = textPdf([{ texts, width: 600, height: 800 }], 'ucs2');
	return readPages(await readPdfText(await PdfFile.open(pdf)), 'pdf');
}

it.each([
	['trips', ['滴滴出行-行程单', '共1笔行程，合计24.70元']],
	['bankReceipt', ['中国建设银行网上银行电子回单', '交易金额：100.00']],
	['bankReceipt', ['招商银行', '银行对账单']],
	['quotation', ['报价单', '单价 100.00']],
	['tolls', ['收费公路通行费电子票据汇总单']],
	['publicReceipt', ['江苏省车辆通行费票据（电子）', '票据代码：32020124']],
	['publicReceipt', ['医疗住院收费票据（电子）', '金额合计（小写）100.00']],
	['airTicket', ['电子发票（航空运输电子客票行程单）', '合计 CNY 620.00']],
	['note', ['送货单', '数量 3']],
	['contract', ['买卖合同', '甲方']],
	['taxSlip', ['税收完税证明']],
	[undefined, ['Dear customer', 'thank you']],
])('takes %s for no invoice', async (kind, lines) => {
	const { invoices, others } = await read(...lines);
	expect(invoices).toEqual([]);
	expect(others).toMatchObject([{ page: 1, hasText: true }]);
	expect(others[0]!.kind).toBe(kind);
	if (kind !== undefined)
		expect(refusalOf(kind as RefusalCode).clause.english).toMatch(/, not an invoice$/);
});

it.each([
	[['通用机打发票', '价税合计 100.00', '备注：送货单 合同编号：甲']],
	[['发票号码：12345678', '备注：见行程单']],
])('takes what an invoice mentions for no document of its own: %j', async (lines) => {
	expect((await read(...lines)).others).toMatchObject([{ kind: 'otherForm', mayBeInvoice: true }]);
});

it.each([
	['vehicle', '机动车销售统一发票'],
	['vehicle', '二手车销售统一发票'],
	['realEstate', '销售不动产统一发票'],
] as const)('says that %s is not read from its page', async (kind, title) => {
	const { invoices, others } = await read(title, '价税合计 壹拾万圆整 小写 ￥100000.00');
	expect(invoices).toEqual([]);
	expect(others).toMatchObject([{ kind }]);
	const { clause, remedy } = refusalOf(kind);
	expect(clause.english).toMatch(/which this node does not read from the page$/);
	expect(remedy.english).toMatch(/^Use its XML file\. .*VAT invoices only\.$/);
});

it('knows a page without text', async () => {
	const { others } = await read();
	expect(others).toMatchObject([{ page: 1, hasText: false }]);
	expect(others[0]!.kind).toBeUndefined();
});

describe('a rail ticket', () => {
	const lines = (fare: string) => [
		'电子发票（铁路电子客票）',
		'发票号码：26419120000000000018',
		'开票日期：2026年07月11日',
		'上海虹桥站 G1281 北京南站',
		fare,
		'购买方名称：上海示例科技有限公司',
		'统一社会信用代码：91310000MA1K35X006',
	];

	it.each([
		['票价：￥272.50', '272.50'],
		['退票费：￥13.50', '13.50'],
	])('with %s is read as far as its page goes, and marked', async (fare, total) => {
		const { invoices } = await read(...lines(fare));
		expect(invoices[0]!.texts).toEqual({
			invoiceType: '电子发票（铁路电子客票）',
			invoiceNumber: '26419120000000000018',
			issueDate: '2026年07月11日',
			buyerName: '上海示例科技有限公司',
			buyerTaxId: '91310000MA1K35X006',
			totalWithTax: total,
		});
		expect(inEnglish(proveInvoice(invoices[0]!, TODAY).doubts).join()).toContain(
			'does not show its tax',
		);
	});

	it('without a fare says so', async () => {
		const { invoices } = await read(...lines('票价：'));
		expect(inEnglish(invoices[0]!.doubts)).toContain('The page does not state the fare');
	});
});
