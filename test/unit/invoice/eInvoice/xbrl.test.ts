import { embeddedFiles, PdfFile } from '../../../../nodes/shared/formats/pdf/file';
import type { Invoice } from '../../../../nodes/IflytekInvoiceOcr/invoice/invoice';
import { invoicesIn } from '../../../../nodes/IflytekInvoiceOcr/eInvoice/eInvoice';
import { partsOf } from '../../../../nodes/IflytekInvoiceOcr/file/fileParts';
import { ofd, originalInvoiceXml, TEST_INVOICE, taxPlatformXml } from '../../../fixtures/eInvoice';
import {
	AIR_FACTS,
	airXbrl,
	BANK_XBRL,
	einvXbrl,
	invXbrl,
	RAIL_XBRL,
} from '../../../fixtures/eInvoice/xbrl';
import { processorTime } from '../../../support/processorTime';

async function read(file: Buffer | string): Promise<Invoice[]> {
	const parts = await partsOf(Buffer.from(file));
	return parts.flatMap((part) => (part.kind === 'read' ? [part.invoice] : []));
}

const OLDER = { ...TEST_INVOICE, number: '12345678', code: '031002600111' };
const TEXTS = {
	issueDate: expect.stringContaining('2026-08-05'),
	buyerName: '上海示例科技有限公司',
	buyerTaxId: '91310000MA1K35X006',
	sellerName: '杭州样本商贸有限公司',
	sellerTaxId: '91330100MA2B1CJG2G',
	totalAmount: '351.50',
	totalTax: '42.20',
	totalWithTax: '393.70',
	totalWithTaxWords: '叁佰玖拾叁圆柒角整',
};

it('reads an older invoice in XBRL, without what its receiver booked', async () => {
	const [invoice] = await read(invXbrl(OLDER));
	expect(invoice).toMatchObject({
		source: 'xbrl',
		texts: { ...TEXTS, invoiceNumber: '12345678', invoiceCode: '031002600111', drawer: '张三' },
		...{ contradictions: {}, pages: [], doubts: [] },
	});
	expect(invoice!.lines).toEqual([
		{ goodsName: '*纸制品*复印纸', quantity: '3', amount: '301.50', taxRate: '13%', tax: '39.20' },
		{ goodsName: '*物流服务*运费', amount: '50.00', taxRate: '6%', tax: '3.00' },
	]);
});

it('reads a fully digital invoice in XBRL', async () => {
	const [invoice] = await read(einvXbrl(TEST_INVOICE));
	expect(invoice!.texts).toMatchObject({ ...TEXTS, invoiceNumber: TEST_INVOICE.number });
});

it('reads a rail ticket in XBRL', async () => {
	const [invoice] = await read(RAIL_XBRL);
	expect(invoice!.texts).toEqual({
		invoiceType: '电子发票（铁路电子客票）',
		invoiceNumber: '26419120000000000018',
		issueDate: '2026-07-11',
		buyerName: '上海示例科技有限公司',
		buyerTaxId: '91310000MA1K35X006',
		totalAmount: '250.00',
		totalTax: '22.50',
		totalWithTax: '272.50',
	});
});

describe('an air ticket', () => {
	it('is read by its total, never by its fare', async () => {
		const [invoice] = await read(airXbrl());
		expect(invoice!.texts).toEqual({
			invoiceType: '电子发票（航空运输电子客票行程单）',
			invoiceNumber: '26317000000000000025',
			issueDate: '2026-07-04',
			buyerName: '上海示例科技有限公司',
			buyerTaxId: '91310000MA1K35X006',
			sellerName: '示例航空股份有限公司',
			totalTax: '50.37',
			totalWithTax: '660.00',
		});
	});

	it('without a total is no invoice that can be read', async () => {
		expect(await read(airXbrl(AIR_FACTS.filter(([name]) => name !== 'TotalAmount')))).toEqual([]);
	});

	it('is read from the OFD that it is attached to', async () => {
		const [invoice] = await read(ofd({ 'atr_issuer.xml': airXbrl() }));
		expect(invoice!.texts.totalWithTax).toBe('660.00');
	});
});

it('names two numbers that differ', async () => {
	const twice = einvXbrl(TEST_INVOICE).replace(
		'<einv:SellerName',
		'<einv:EIid>99</einv:EIid><einv:SellerName',
	);
	const [invoice] = await read(twice);
	expect(invoice!.contradictions).toEqual({ invoiceNumber: ['99'] });
});

it('tells of a line that states its amount twice', async () => {
	const twice = invXbrl(TEST_INVOICE).replace(
		'<inv:AmountExcludingTax>',
		'<inv:AmountExcludingTax>9301.50</inv:AmountExcludingTax><inv:AmountExcludingTax>',
	);
	const [invoice] = await read(twice);
	expect(invoice!.doubts).toMatchObject([{ code: 'oneColumn', line: 1 }]);
});

it('tells of a total that is stated twice', async () => {
	const twice = einvXbrl(TEST_INVOICE).replace(
		'</xbrl',
		`<einv:TotalTax-includedAmount>9393.70</einv:TotalTax-includedAmount></xbrl`,
	);
	const [invoice] = await read(twice);
	expect(invoice!.contradictions).toEqual({ totalWithTax: ['9393.70'] });
});

it('takes no longer than in proportion to how often a name is repeated', async () => {
	const spent = processorTime();
	await read(`<xbrl>${'<a>1</a>'.repeat(50_000)}</xbrl>`);
	expect(spent()).toBeLessThan(5000);
});

it('takes no bank receipt for an invoice', async () => {
	expect(await read(BANK_XBRL)).toEqual([]);
});

describe('attached to an OFD', () => {
	it('is read', async () => {
		const [invoice, ...others] = await read(ofd({ 'inv_ord_issuer_1.xml': invXbrl(OLDER) }));
		expect(invoice).toMatchObject({ source: 'xbrl', texts: { invoiceNumber: '12345678' } });
		expect(others).toEqual([]);
	});

	it('is left out beside other data of the same invoice, and kept beside those of another', async () => {
		const sources = async (xbrl: string) =>
			(
				await read(ofd({ 'original_invoice.xml': originalInvoiceXml(OLDER), 'inv_1.xbrl': xbrl }))
			).map(({ source }) => source);
		expect(await sources(invXbrl(OLDER))).toEqual(['ofd']);
		expect(await sources(invXbrl({ ...OLDER, number: '99' }))).toEqual(['ofd', 'xbrl']);
	});
});

/** A PDF with files embedded by its tree of names, the last one only associated with it. */
function pdfWith(...files: string[]): Buffer {
	const streams = files.map((text, index) => {
		const bytes = Buffer.from(text).toString('latin1');
		return `${10 + 2 * index} 0 obj << /Type /Filespec /EF << /F ${11 + 2 * index} 0 R >> >> endobj\n${11 + 2 * index} 0 obj << /Length ${bytes.length} >> stream\n${bytes}\nendstream endobj\n`;
	});
	const reference = (index: number) => `${10 + 2 * index} 0 R`;
	// in the tree of names, but for one that is associated, and one on a page
	const named = files.slice(0, -2).map((_, index) => `(${index}) ${reference(index)}`);
	const onPage = `<< /Annots [<< /Subtype /FileAttachment /FS ${reference(files.length - 2)} >>] >>`;
	return Buffer.from(
		`%PDF-1.7\n1 0 obj << /Type /Catalog /Pages 2 0 R /Names << /EmbeddedFiles << /Kids [3 0 R 3 0 R] >> >> /AF [${reference(files.length - 1)}] >> endobj\n2 0 obj << /Kids [4 0 R] >> endobj\n4 0 obj ${onPage} endobj\n3 0 obj << /Names [${named.join(' ')}] /Kids [3 0 R] >> endobj\n${streams.join('')}trailer << /Root 1 0 R >>\n`,
		'latin1',
	);
}

it('reads what is embedded in a PDF, and passes over other files', async () => {
	const file = await PdfFile.open(
		pdfWith('no XML', '<broken', BANK_XBRL, RAIL_XBRL, taxPlatformXml(TEST_INVOICE)),
	);
	const invoices = (await embeddedFiles(file)).flatMap(({ bytes }) => invoicesIn(bytes!, 'pdf'));
	expect(invoices.map(({ source, texts }) => [source, texts.invoiceNumber])).toEqual([
		['pdf', TEST_INVOICE.number],
		['xbrl', '26419120000000000018'],
	]);
});
