import { type Invoice, invoiceRecord } from '../../../../nodes/IflytekInvoiceOcr/invoice/invoice';
import { strToU8 } from 'fflate';

import { partsOf } from '../../../../nodes/IflytekInvoiceOcr/file/fileParts';
import { einvXbrl } from '../../../fixtures/eInvoice/xbrl';
import { ofd, originalInvoiceXml, TEST_INVOICE, taxPlatformXml } from '../../../fixtures/eInvoice';
import { inEnglish, proveInvoice } from '../read';
import { processorTime } from '../../../support/processorTime';

async function read(file: Buffer | string): Promise<Invoice[]> {
	const parts = await partsOf(Buffer.from(file));
	return parts.flatMap((part) => (part.kind === 'read' ? [part.invoice] : []));
}

const reasonsOf = (invoice: Invoice) => inEnglish(proveInvoice(invoice, '2026-11-23').doubts);

async function refusal(file: Buffer | string): Promise<string> {
	const [part] = await partsOf(Buffer.from(file));
	return part?.kind === 'refused' ? part.clause.english : 'read';
}

/** What both kinds of XML say of the test invoice. */
const TEXTS = {
	issueDate: '2026-08-05',
	sellerName: '杭州样本商贸有限公司',
	sellerTaxId: '91330100MA2B1CJG2G',
	buyerName: '上海示例科技有限公司',
	buyerTaxId: '91310000MA1K35X006',
	totalAmount: '351.50',
	totalTax: '42.20',
	totalWithTax: '393.70',
	drawer: '张三',
	remark: '合同 A&B <2026>',
};
const GOODS_LINE = {
	goodsName: '*纸制品*复印纸',
	specification: 'A4',
	unit: '箱',
	quantity: '3',
	unitPrice: '100.5',
	amount: '301.50',
	tax: '39.20',
};
const FREIGHT_LINE = { goodsName: '*物流服务*运费', amount: '50.00', tax: '3.00' };

describe('an e-invoice file', () => {
	it('reads the XML of the tax platform', async () => {
		const [invoice] = await read(taxPlatformXml(TEST_INVOICE));
		expect(invoice).toEqual({
			source: 'xml',
			texts: {
				...TEXTS,
				invoiceNumber: '26317000000123456701',
				sellerAddressPhone: '杭州市文一路 1 号 0571-88000000',
				sellerBankAccount: '示例银行 6222000000000001',
				totalWithTaxWords: '叁佰玖拾叁圆柒角整',
				invoiceType: '普通发票',
			},
			...{ contradictions: {}, pages: [], doubts: [] },
			lines: [
				{ ...GOODS_LINE, taxRate: '0.13', taxCategoryCode: '1060105020000000000' },
				{ ...FREIGHT_LINE, taxRate: '0.06', taxCategoryCode: '1060105020000000000' },
			],
		});
	});

	it('reads what only some invoices of the tax platform say', async () => {
		const xml = taxPlatformXml(TEST_INVOICE)
			.replace(
				'<BuyerAddr/><BuyerTelNum/>',
				'<BuyerAddr>上海市南京路 2 号</BuyerAddr><BuyerTelNum>021-66000000</BuyerTelNum><BuyerBankName>样本银行</BuyerBankName><BuyerBankAccNum>6222000000000002</BuyerBankAccNum>',
			)
			.replace(
				'<AdditionalInformation>',
				'<SpecificInformation><RedEInvoice><OriginalInvoiceCode>25317000000123456700</OriginalInvoiceCode></RedEInvoice></SpecificInformation><AdditionalInformation>',
			);
		expect((await read(xml))[0]!.texts).toMatchObject({
			buyerAddressPhone: '上海市南京路 2 号 021-66000000',
			buyerBankAccount: '样本银行 6222000000000002',
			originalInvoiceNumber: '25317000000123456700',
		});
	});

	it('takes the time of the request for the date, and other labels for the type, where the usual are missing', async () => {
		const undated = taxPlatformXml(TEST_INVOICE)
			.replace(/<IssueTime>.*<\/IssueTime>/, '')
			.replace(/<GeneralOrSpecialVAT>.*<\/GeneralOrSpecialVAT>/, '');
		expect((await read(undated))[0]!.texts).toMatchObject({
			issueDate: '2026-08-05 09:30:00',
			invoiceType: '增值税发票',
		});
		const labelled = undated.replace(
			'<TaxSupervisionInfo>',
			'<TaxSupervisionInfo><GeneralOrSpecialVAT><LabelName>专用发票</LabelName></GeneralOrSpecialVAT>',
		);
		expect((await read(labelled))[0]!.texts).toMatchObject({ invoiceType: '专用发票' });
	});

	it('reads the older XML attached to an OFD', async () => {
		const xml = originalInvoiceXml({ ...TEST_INVOICE, code: '033001900111', number: '12345678' })
			.replace(
				'</fp:Seller>',
				'<fp:SellerAddrTel>杭州 0571</fp:SellerAddrTel><fp:SellerFinancialAccount>示例银行 1</fp:SellerFinancialAccount></fp:Seller>',
			)
			.replace(
				'</fp:Buyer>',
				'<fp:BuyerAddrTel>上海 021</fp:BuyerAddrTel><fp:BuyerFinancialAccount>样本银行 2</fp:BuyerFinancialAccount></fp:Buyer>',
			)
			.replace('</fp:eInvoice>', '<fp:InvoiceTitle>电子普通发票</fp:InvoiceTitle></fp:eInvoice>');
		const expected = {
			source: 'ofd',
			texts: {
				...TEXTS,
				invoiceCode: '033001900111',
				invoiceNumber: '12345678',
				checkCode: '12345678901234567890',
				cipherArea: '03<9/1*7',
				sellerAddressPhone: '杭州 0571',
				sellerBankAccount: '示例银行 1',
				buyerAddressPhone: '上海 021',
				buyerBankAccount: '样本银行 2',
				payee: '李四',
				reviewer: '王五',
				machineNumber: '499099000001',
				invoiceType: '电子普通发票',
			},
			...{ contradictions: {}, pages: [], doubts: [] },
			lines: [
				{ ...GOODS_LINE, taxRate: '13%' },
				{ ...FREIGHT_LINE, taxRate: '6%' },
			],
		};
		expect(await read(ofd({ 'original_invoice.xml': xml }))).toEqual([expected]);
		const renamed = xml.replaceAll('fp:eInvoice', 'fp:Invoice');
		expect(await read(ofd({ 'original_invoice.xml': renamed }))).toEqual([expected]);
	});

	it('reads the XML of the tax platform attached to an OFD, beside other attachments', async () => {
		const file = ofd({
			'signature.xml': '<Sig/>',
			'broken.xml': '<a',
			'x.xml': taxPlatformXml(TEST_INVOICE),
		});
		expect(await read(file)).toMatchObject([{ source: 'ofd', texts: { totalTax: '42.20' } }]);
	});

	it('tells of two invoice numbers that differ', async () => {
		const xml = taxPlatformXml(TEST_INVOICE).replace('<EIid>26', '<EIid>99');
		expect(await read(xml)).toMatchObject([
			{ contradictions: { invoiceNumber: ['99317000000123456701'] } },
		]);
	});

	it.each([
		['totalWithTax', '</BasicInformation>', 'TotalTax-includedAmount', '9393.70'],
		['buyerName', '</BuyerInformation>', 'BuyerName', '另测丙公司'],
		['issueDate', '</TaxSupervisionInfo>', 'IssueTime', '2026-01-01'],
		['invoiceNumber', '</EInvoice>', 'Header', '<EIid>26317000000123450000</EIid>'],
	])('tells of a second %s', async (field, end, tag, text) => {
		const stated = (value: string) =>
			taxPlatformXml(TEST_INVOICE).replace(end, `<${tag}>${value}</${tag}>${end}`);
		const [twice] = await read(stated(text));
		expect(twice!.contradictions).toEqual({ [field]: [text.replace(/<.*?>/g, '')] });
	});

	it('tells of a second drawer', async () => {
		const end = '</BasicInformation>';
		const [invoice] = await read(
			taxPlatformXml(TEST_INVOICE).replace(end, `<Drawer>李四</Drawer>${end}`),
		);
		expect(reasonsOf(invoice!)).toEqual(['Different texts for the invoice: "张三", "李四"']);
	});

	it('tells of a line that states its amount twice', async () => {
		const end = '</IssuItemInformation>';
		const xml = taxPlatformXml(TEST_INVOICE).replace(end, `<Amount>9301.50</Amount>${end}`);
		const [invoice] = await read(xml);
		expect(invoice!.lines).toHaveLength(2);
		expect(reasonsOf(invoice!)).toEqual(['Line 1: One column has the values "301.50 9301.50"']);
	});

	it('reads the lines of a second list of goods too', async () => {
		const [, lines] = /(<IssuItemInformation>.*<\/IssuItemInformation>)/s.exec(
			taxPlatformXml(TEST_INVOICE),
		)!;
		const more = `<EInvoiceData>${lines}</EInvoiceData></EInvoice>`;
		const [invoice] = await read(taxPlatformXml(TEST_INVOICE).replace('</EInvoice>', more));
		expect(invoice!.lines).toHaveLength(4);
	});

	it.each([
		['taxPlatformXml', taxPlatformXml(TEST_INVOICE)],
		['originalInvoiceXml', ofd({ 'original_invoice.xml': originalInvoiceXml(TEST_INVOICE) })],
	])('is marked where %s names no buyer', async (_form, file) => {
		const [invoice] = await read(file);
		expect(reasonsOf(invoice!)).not.toContain("No buyer's name was found");
		delete invoice!.texts.buyerName;
		expect(reasonsOf(invoice!)).toContain("No buyer's name was found");
	});

	it('tells of no value that is only written in another way', async () => {
		const again = '<TotalTax-includedAmount>393.7000</TotalTax-includedAmount></BasicInformation>';
		const [invoice] = await read(
			taxPlatformXml(TEST_INVOICE).replace('</BasicInformation>', again),
		);
		expect(invoice!.contradictions).toEqual({});
	});

	it.each([
		['the same', '', ['ofd']],
		['another total', '1.00', ['ofd', 'xbrl']],
	])('keeps XBRL beside the data in an OFD where it states %s', async (_, total, sources) => {
		const xbrl = einvXbrl(total === '' ? TEST_INVOICE : { ...TEST_INVOICE, total });
		const file = ofd({ 'a.xml': taxPlatformXml(TEST_INVOICE), 'a.xbrl': xbrl });
		expect((await read(file)).map(({ source }) => source)).toEqual(sources);
	});

	it('passes over a line that is marked as nil', async () => {
		const xml = taxPlatformXml(TEST_INVOICE).replace(
			'<IssuItemInformation>',
			'<IssuItemInformation xsi:nil="true">',
		);
		expect((await read(xml))[0]!.lines).toHaveLength(1);
	});

	it.each([
		['other XML', '<Order/>', 'contains no invoice data that this node can read'],
		['an EInvoice without data', '<EInvoice/>', 'contains no invoice data that this node can read'],
		['XML cut off', taxPlatformXml(TEST_INVOICE).slice(0, 900), 'is not valid XML: it breaks off'],
		['a DOCTYPE', '<!DOCTYPE a><EInvoice/>', 'is not valid XML: it has a DOCTYPE'],
		['an OFD without attachments', ofd({}), 'contains neither invoice data nor text'],
		['an OFD cut off', ofd({}).subarray(0, 100), 'is not a complete ZIP archive'],
		[
			'a name that leads out',
			ofd({}, { '../x.xml': strToU8('x') }),
			'holds a file name that leads out of it',
		],
		['a zip bomb', ofd({ 'a.xml': `<a>${' '.repeat(21 * 1024 * 1024)}</a>` }), 'more than 20 MB'],
	])('refuses %s', async (_, file, message) => {
		expect(await refusal(file)).toContain(message);
	});

	it('is not held up by a value of megabytes', async () => {
		const long = (a: string, b: string) => a + ' '.repeat(200_000) + b;
		const change = {
			amount: long('1', '1'),
			date: long('2026-08-05', 'x'),
			seller: long('x购方', 'x'),
		};
		const file = Buffer.from(taxPlatformXml({ ...TEST_INVOICE, ...change }));
		const spent = processorTime();
		const record = invoiceRecord((await read(file))[0]!);
		expect(record).toMatchObject({ totalAmount: null, issueDate: null });
		expect(spent()).toBeLessThan(2000);
	});

	it('counts what comes out, not what the archive says', async () => {
		const file = ofd({ 'a.xml': `<a>${' '.repeat(21 * 1024 * 1024)}</a>` });
		const directory = file.lastIndexOf('Doc_0/Attachs/a.xml') - 46;
		file.writeUInt32LE(10, directory + 24);
		expect(await refusal(file)).toContain('more than 20 MB');
	});
});
