import { inEnglish, proveInvoice } from '../read';
import { compareTags } from '../../../../nodes/IflytekInvoiceOcr/file/pageParts';
import { emptyInvoice, type Invoice } from '../../../../nodes/IflytekInvoiceOcr/invoice/invoice';
import { readPages } from '../../../../nodes/IflytekInvoiceOcr/sheets/documents';
import { readOfdText } from '../../../../nodes/shared/formats/pageText/ofdText';
import { seededRandom } from '../../../emulator/core/random';
import { drawDigital, drawOlder, type DrawnInvoice } from '../../../fixtures/pageInvoice';
import { ofdOf, type OfdSettings } from '../../../fixtures/pageInvoice/ofd';

async function read(drawn: DrawnInvoice, settings?: OfdSettings) {
	const text = await readOfdText(ofdOf(drawn.pages, settings));
	const { invoices } = readPages(text.pages, 'ofd');
	expect(invoices).toHaveLength(1);
	compareTags(invoices[0]!, text);
	return { ...proveInvoice(invoices[0]!, '2026-11-23'), invoice: invoices[0]! };
}

const indexOf = ({ pages }: DrawnInvoice, text: string) =>
	pages[0]!.texts.findIndex((one) => one.text === text);

it.each<[string, OfdSettings]>([
	['steps in groups', {}],
	['each step by itself', { steps: 'each' }],
	['labels in a template', { template: 20 }],
	['a prefix of its own', { prefix: 'ns0:' }],
	['no prefix', { prefix: '' }],
	['sizes by a matrix', { byMatrix: true }],
	['texts that run downwards', { isDownwards: true }],
	['names spaced out', { spaced: (text) => (/公司$/.test(text) ? 0.3 : 0) }],
])('reads an invoice from the pages of an OFD with %s', async (_what, settings) => {
	for (const drawn of [drawDigital(seededRandom(1), { lines: 12 }), drawOlder(seededRandom(2))]) {
		const { record, lines, doubts, invoice } = await read(drawn, settings);
		expect(doubts).toEqual([]);
		expect(invoice.texts.remark).toBe('订单号:8812345678');
		expect(record).toMatchObject({
			invoiceNumber: drawn.truth.number,
			issueDate: drawn.truth.date,
			buyerName: drawn.truth.buyer.name,
			sellerTaxId: drawn.truth.seller.taxId,
			totalWithTax: drawn.truth.totalWithTax / 100,
		});
		expect(lines).toHaveLength(drawn.lines.length);
	}
});

it.each([
	['a sign that nobody sees', '测\u200b试', '测试', []],
	['a character that only its font knows', '测\ue815', '测\ufffd', ['unknownCharacter']],
	['a blank behind a rare character', '𠮷A BC', '𠮷A BC', []],
])('reads a name with %s', async (_what, text, expected, codes) => {
	const drawn = drawDigital(seededRandom(1));
	const { name } = drawn.truth.buyer;
	const pages = drawn.pages.map((page) => ({
		...page,
		texts: page.texts.map((one) => (one.text === name ? { ...one, text } : one)),
	}));
	const { record, doubts } = await read({ ...drawn, pages });
	expect(record.buyerName).toBe(expected);
	expect(doubts.map(({ code }) => code)).toEqual(codes);
});

it('takes from tags and properties what the page does not label, and marks what they contradict', async () => {
	const drawn = drawDigital(seededRandom(3));
	const number = indexOf(drawn, drawn.truth.number);
	const without = {
		...drawn,
		pages: drawn.pages.map((page) => ({
			...page,
			texts: page.texts.map((text, index) =>
				index === indexOf(drawn, '开票日期：') ? { ...text, text: '日：' } : text,
			),
		})),
	};
	const tags: OfdSettings['tags'] = [
		['InvoiceNo', number],
		['Seller/SellerName', indexOf(drawn, drawn.truth.buyer.name)],
	];
	const { invoice, doubts, record } = await read(without, {
		tags,
		properties: { 开票日期: drawn.truth.date, 合计税额: '1.23' },
	});
	expect(record.issueDate).toBe(drawn.truth.date);
	expect(invoice.contradictions).toEqual({
		sellerName: [drawn.truth.buyer.name],
		totalTax: ['1.23'],
	});
	expect(inEnglish(doubts).join()).toContain("Different texts for the seller's name");
});

it.each([
	['a date with its time', ({ truth }: DrawnInvoice) => ({ 开票日期: `${truth.date} 9:05:00` })],
	[
		'a total without its sign',
		({ truth }: DrawnInvoice) => ({ 价税合计: (truth.totalWithTax / 100).toFixed(2) }),
	],
])('finds no contradiction in %s', async (_what, properties) => {
	const drawn = drawDigital(seededRandom(3));
	const { invoice, doubts } = await read(drawn, { properties: properties(drawn) });
	expect([invoice.contradictions, doubts]).toEqual([{}, []]);
});

it.each([
	['0.00 where the page prints that there is no tax', '***', '0.00', undefined],
	['nothing in the sign of the currency alone', '6.60', '¥', undefined],
	['a tax where the page prints that there is none', '***', '6.60', ['6.60']],
	['an amount with fewer decimals', '6.60', '6.6', undefined],
])('compares %s', (_what, printed, told, contradictions) => {
	const invoice: Invoice = {
		source: 'ofd',
		texts: { totalTax: printed },
		contradictions: {},
		lines: [],
		pages: [1],
		doubts: [],
	};
	compareTags(invoice, { tags: new Map(), properties: new Map([['合计税额', told]]) });
	expect(invoice.contradictions.totalTax).toEqual(contradictions);
	expect(invoice.texts.totalTax).toBe(printed);
});

it.each([
	['发票号码', 'invoiceNumber', '26317000000123456701', '26317000000123456702'],
	['发票代码', 'invoiceCode', '033001900111', '033001900112'],
	['开票日期', 'issueDate', '2026年05月19日', '2026-05-20'],
	['购买方纳税人识别号', 'buyerTaxId', '91310000MA1K35XY2B', '91310000MA1K35XY2C'],
	['销售方纳税人识别号', 'sellerTaxId', '91310000MA1K35XY2B', '91310000MA1K35XY2C'],
	['合计金额', 'totalAmount', '100.00', '100.10'],
	['合计税额', 'totalTax', '6.00', '6.10'],
	['价税合计', 'totalWithTax', '106.00', '106.10'],
] as const)('compares the property %s with what the page prints', (name, field, printed, told) => {
	const invoice = { ...emptyInvoice('ofd'), texts: { [field]: printed } };
	compareTags(invoice, { tags: new Map(), properties: new Map([[name, told]]) });
	expect(invoice.contradictions).toEqual({ [field]: [told] });
});

it('takes no total from the sign of the currency alone', async () => {
	const invoice: Invoice = {
		source: 'ofd',
		texts: { issueDate: '2026年05月19日' },
		contradictions: {},
		lines: [],
		pages: [1],
		doubts: [],
	};
	compareTags(invoice, {
		tags: new Map([['TaxInclusiveTotalAmount', ['￥']]]),
		properties: new Map([['开票日期', '2026-05-20 00:00:00']]),
	});
	expect(invoice.texts.totalWithTax).toBeUndefined();
	expect(invoice.contradictions).toEqual({ issueDate: ['2026-05-20 00:00:00'] });
});

it.each([
	['a document that is missing', { 'OFD.xml': '<a><DocBody><DocRoot>x</DocRoot></DocBody></a>' }],
	['no document', { 'OFD.xml': '<a/>' }],
])('refuses an OFD with %s', async (_what, more) => {
	await expect(readOfdText(ofdOf([], {}, more))).rejects.toThrow(/missing|names no document/);
});

it('finds a document by a path that leads up and down', async () => {
	const root = '<a><DocBody><DocRoot>x/../Doc_0/./Document.xml</DocRoot></DocBody></a>';
	const page = { width: 600, height: 400, texts: [{ text: '发票', x: 10, y: 20, size: 9 }] };
	const { pages } = await readOfdText(ofdOf([page], {}, { 'OFD.xml': root }));
	expect(pages.map(({ glyphs }) => glyphs.length)).toEqual([2]);
});
