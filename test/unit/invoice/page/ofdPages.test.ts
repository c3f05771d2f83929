import { compareTags } from '../../../../nodes/IflytekInvoiceOcr/file/tags';
import { readPages } from '../../../../nodes/IflytekInvoiceOcr/page/documents';
import { proveInvoice } from '../../../../nodes/IflytekInvoiceOcr/checks/proof';
import { readOfdText } from '../../../../nodes/IflytekInvoiceOcr/fileFormats/pageText/ofdText';
import { seededRandom } from '../../../emulator/core/random';
import { drawDigital, drawOlder, type DrawnInvoice } from '../../../fixtures/pageInvoice';
import { ofdOf, type OfdSettings } from '../../../fixtures/pageInvoice/ofd';

async function read(drawn: DrawnInvoice, settings?: OfdSettings) {
	const text = await readOfdText(ofdOf(drawn.pages, settings));
	const { invoices } = readPages(text.pages, 'ofd');
	expect(invoices).toHaveLength(1);
	compareTags(invoices[0]!, text);
	return { invoice: invoices[0]!, ...proveInvoice(invoices[0]!, '2026-11-23') };
}

const indexOf = ({ pages }: DrawnInvoice, text: string) =>
	pages[0]!.texts.findIndex((one) => one.text === text);

it.each<[string, OfdSettings]>([
	['steps in groups', {}],
	['each step by itself', { steps: 'each' }],
	['labels in a template', { template: 20 }],
])('reads an invoice from the pages of an OFD with %s', async (_what, settings) => {
	for (const drawn of [drawDigital(seededRandom(1), { lines: 12 }), drawOlder(seededRandom(2))]) {
		const { record, lines, doubts } = await read(drawn, settings);
		expect(doubts).toEqual([]);
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
	expect(doubts.map(({ english }) => english).join()).toContain(
		"Different texts for the seller's name",
	);
});

it.each([
	[
		'a page that is missing',
		{ 'Doc_0/Document.xml': '<a><Pages><Page BaseLoc="x.xml"/></Pages></a>' },
	],
	['no document', { 'OFD.xml': '<a/>' }],
])('refuses an OFD with %s', async (_what, more) => {
	await expect(readOfdText(ofdOf([], {}, more))).rejects.toThrow(/missing|names no document/);
});
