import { inEnglish, proveInvoice } from '../read';
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
	['a trip list', ['滴滴出行-行程单', '共1笔行程，合计24.70元']],
	['a bank receipt', ['中国建设银行网上银行电子回单', '交易金额：100.00']],
	['a bank receipt', ['招商银行', '银行对账单']],
	['a quotation', ['报价单', '单价 100.00']],
	['a summary of toll invoices', ['收费公路通行费电子票据汇总单']],
	['a public finance receipt', ['江苏省车辆通行费票据（电子）', '票据代码：32020124']],
	['a public finance receipt', ['医疗住院收费票据（电子）', '金额合计（小写）100.00']],
	['an air ticket itinerary', ['电子发票（航空运输电子客票行程单）', '合计 CNY 620.00']],
	['an order or delivery note', ['送货单', '数量 3']],
	['a contract', ['买卖合同', '甲方']],
	['a payment slip for tax', ['税收完税证明']],
	[undefined, ['Dear customer', 'thank you']],
])('takes %s for no invoice', async (kind, lines) => {
	const { invoices, others } = await read(...lines);
	expect(invoices).toEqual([]);
	expect(others).toMatchObject([{ page: 1, hasText: true }]);
	expect(others[0]!.kind).toBe(kind && `${kind}, not an invoice`);
	expect(others[0]!.wayOut).toEqual(kind && expect.stringMatching(/\.$/));
});

it.each([
	[['通用机打发票', '价税合计 100.00', '备注：送货单 合同编号：甲']],
	[['发票号码：12345678', '备注：见行程单']],
])('takes what an invoice mentions for no document of its own: %j', async (lines) => {
	expect((await read(...lines)).others).toMatchObject([
		{ kind: 'an invoice in a form that this node does not read', mayBeInvoice: true },
	]);
});

it.each([
	['a vehicle sales invoice', '机动车销售统一发票'],
	['a vehicle sales invoice', '二手车销售统一发票'],
	['a real estate sales invoice', '销售不动产统一发票'],
])('says that %s is not read from its page', async (what, title) => {
	const { invoices, others } = await read(title, '价税合计 壹拾万圆整 小写 ￥100000.00');
	expect(invoices).toEqual([]);
	expect(others).toMatchObject([
		{
			kind: `${what}, which this node does not read from the page`,
			wayOut: expect.stringMatching(/^Use its XML file\. .*VAT invoices only\.$/),
		},
	]);
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
