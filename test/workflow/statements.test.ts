/** Where data and the page of one invoice meet, in one file or in two, the row has what either of them says. */
import { IflytekInvoiceOcr } from '../../nodes/IflytekInvoiceOcr/IflytekInvoiceOcr.node';
import { seededRandom } from '../emulator/core/random';
import { ofd, originalInvoiceXml, taxPlatformXml, type TestInvoice } from '../fixtures/eInvoice';
import { dataOf } from '../fixtures/eInvoice/ofDrawn';
import { einvXbrl, invXbrl } from '../fixtures/eInvoice/xbrl';
import { drawDigital, drawOlder } from '../fixtures/pageInvoice';
import { ofdOf } from '../fixtures/pageInvoice/ofd';
import { textPdf, type PlacedText, type TextPage } from '../fixtures/pdf/text';
import { fileItem, runNode, withDefaults } from './engine';

type File = readonly [name: string, content: Buffer | string];

async function run(files: File[], parameters = {}) {
	const node = new IflytekInvoiceOcr();
	const { items, error, runs } = await runNode({
		node,
		parameters: withDefaults(node, { operation: 'read', ...parameters }),
		items: files.map(([name, content]) => fileItem(content, name)),
	});
	expect(error).toBeUndefined();
	return { json: items.map((item) => item.json as any), hints: runs[0]!.hints };
}

const settings = { lines: 2, longNames: false };
const digital = drawDigital(seededRandom(1), settings);
const older = drawOlder(seededRandom(1), settings);

const pdfOf = (pages: TextPage[], attached?: Record<string, string>) =>
	textPdf(pages, 'ucs2', attached);

/** The ways in which data and pages meet: in one file, or in files of their own in either order. */
const meetings = (pages: TextPage[], data: string): Array<[string, File[]]> => {
	const [asPdf, asOfd]: File[] = [
		['a.pdf', pdfOf(pages)],
		['a.ofd', ofdOf(pages)],
	];
	const asXml: File = ['a.xml', data];
	return [
		['a PDF with data', [['a.pdf', pdfOf(pages, { 'a.xml': data })]]],
		['a PDF, then its data', [asPdf!, asXml]],
		['data, then their PDF', [asXml, asPdf!]],
		['data, then their OFD', [asXml, asOfd!]],
		['an OFD, data and a PDF', [asOfd!, asXml, asPdf!]],
	];
};

/** A page with a further text, or with one of its own changed. */
const withText = ([page, ...others]: TextPage[], more: PlacedText) => [
	{ ...page!, texts: [...page!.texts, more] },
	...others,
];
const replaced = (pages: TextPage[], text: string, by: string) =>
	pages.map((page) => ({
		...page,
		texts: page.texts.map((one) => (one.text === text ? { ...one, text: by } : one)),
	}));
const bare = (data: TestInvoice): TestInvoice => ({ ...data, type: undefined });

describe('takes from the page what only the page says', () => {
	it.each(meetings(digital.pages, taxPlatformXml(bare(dataOf(digital)))))(
		'%s',
		async (_, files) => {
			const { json } = await run(files);
			expect(json).toMatchObject([
				{
					drawer: '李晓',
					remark: '订单号:8812345678',
					sellerAddressPhone: '杭州市文一路 1 号 0571-88000000',
					reviewReasons: null,
				},
			]);
		},
	);

	it.each(meetings(older.pages, invXbrl(dataOf(older))))(
		'of an older form: %s',
		async (_, files) => {
			const { truth } = older;
			const { json } = await run(files);
			expect(json).toMatchObject([
				{
					source: 'xbrl',
					drawer: '李晓',
					payee: '王芳',
					reviewer: '赵磊',
					checkCode: truth.checkCode,
					cipherArea: expect.stringContaining('03<8-5*/+>6240-1<99>7*+/3'),
					machineNumber: '661234567890',
					buyerAddressPhone: truth.buyer.addressPhone,
					sellerBankAccount: truth.seller.bankAccount,
					invoiceType: '增值税电子普通发票',
					remark: '订单号:8812345678',
					reviewReasons: null,
				},
			]);
		},
	);

	it.each(meetings(digital.pages, einvXbrl(dataOf(digital))))('its lines: %s', async (_, files) => {
		const { json } = await run(files, { output: 'lines' });
		expect(json.map(({ source, goodsName, unit }) => [source, goodsName, unit])).toEqual(
			digital.lines.map(({ name, unit }) => ['xbrl', name, unit]),
		);
		expect(json.map(({ reviewReasons }) => reviewReasons)).toEqual(digital.lines.map(() => null));
	});

	it('and what only the page says of a line', async () => {
		const data = dataOf(digital);
		const lines = data.lines.map(({ name, amount, rate, tax }) => ({ name, amount, rate, tax }));
		const file = pdfOf(digital.pages, { 'a.xml': taxPlatformXml({ ...data, lines }) });
		const { json } = await run([['a.pdf', file]], { output: 'lines' });
		expect(
			json.map(({ unit, quantity, specification }) => [unit, quantity, specification]),
		).toEqual(
			digital.lines.map(({ unit, quantity, specification }) => [
				unit,
				quantity === null ? null : Number(quantity),
				specification,
			]),
		);
	});

	it('but nothing of a line that it names otherwise, as where it splits the name', async () => {
		const data = dataOf(digital);
		const lines = data.lines.map(({ name, amount, rate, tax }) => ({ name, amount, rate, tax }));
		const [first, second] = data.lines;
		const printed = digital.pages[0]!.texts.find(({ text }) => first!.name.startsWith(text))!;
		const pages = replaced(digital.pages, printed.text, printed.text.slice(0, -1));
		const file = pdfOf(pages, { 'a.xml': taxPlatformXml({ ...data, lines }) });
		const { json } = await run([['a.pdf', file]], { output: 'lines' });
		expect(json.map(({ goodsName, unit }) => [goodsName, unit])).toEqual([
			[first!.name, null],
			[second!.name, second!.unit ?? null],
		]);
	});

	it('which the full response tells apart', async () => {
		const file = pdfOf(digital.pages, { 'a.xml': taxPlatformXml(dataOf(digital)) });
		const { json } = await run([['a.pdf', file]], { output: 'fullResponse' });
		expect(json).toMatchObject([
			{
				source: 'pdf',
				texts: { drawer: '李晓' },
				pages: [],
				taken: { drawer: 'pdf', remark: 'pdf' },
			},
		]);
	});
});

it('replaces nothing that is stated', async () => {
	const data = { ...dataOf(digital), drawer: '张三', remark: '合同 A&B' };
	for (const [, files] of meetings(digital.pages, taxPlatformXml(data))) {
		const { json } = await run(files);
		expect(json).toMatchObject([
			{ drawer: '张三', remark: '合同 A&B', invoiceType: '普通发票', reviewReasons: null },
		]);
	}
});

const remark = digital.pages[0]!.texts.find(({ text }) => text.startsWith('订单号'))!;
const besideRemark = { ...remark, text: '已报销过', size: 12, x: remark.x + 120 };

describe('what the page leaves in doubt', () => {
	const pages = withText(digital.pages, besideRemark);

	it.each(meetings(pages, taxPlatformXml(dataOf(digital))))(
		'marks the row that takes it: %s',
		async (_, files) => {
			const { json } = await run(files);
			expect(json).toMatchObject([
				{ needsReview: true, reviewReasons: expect.stringContaining('remark') },
			]);
		},
	);

	it.each(meetings(pages, taxPlatformXml({ ...dataOf(digital), remark: '合同' })))(
		'leaves data alone that state it: %s',
		async (_, files) => {
			const { json } = await run(files);
			expect(json).toMatchObject([{ remark: '合同', drawer: '李晓', reviewReasons: null }]);
		},
	);
});

describe('what is stamped on the page', () => {
	const stamp = { text: '作废', x: 420, y: 240, size: 30 };
	const pages = withText(digital.pages, stamp);
	const data = dataOf(digital);

	it.each(meetings(pages, taxPlatformXml({ ...data, remark: '合同', drawer: '张三' })))(
		'marks the row of the data: %s',
		async (_, files) => {
			const { json, hints } = await run(files);
			expect(json).toMatchObject([
				{ needsReview: true, reviewReasons: '"作废" is stamped on the page' },
			]);
			expect(hints).toMatchObject([{ message: expect.stringContaining('1 needs a review') }]);
		},
	);

	it.each(meetings(replaced(pages, data.buyer, '另外一家有限公司'), taxPlatformXml(data)))(
		'does not keep its other values from being compared: %s',
		async (_, files) => {
			const { json } = await run(files);
			for (const { reviewReasons } of json) expect(reviewReasons).toContain("The buyer's name is");
			expect(json.length).toBeGreaterThan(1);
		},
	);
});

it.each(
	meetings(
		replaced(withText(digital.pages, besideRemark), digital.truth.buyer.name, '另外一家有限公司'),
		taxPlatformXml(dataOf(digital)),
	),
)(
	'a doubt about the remark does not keep another value from being compared: %s',
	async (_, files) => {
		const { json } = await run(files);
		for (const { reviewReasons } of json) expect(reviewReasons).toContain("The buyer's name is");
		expect(json.length).toBeGreaterThan(1);
	},
);

it('an OFD whose older data lack what its page says', async () => {
	const data = originalInvoiceXml(dataOf(older)).replace(/<fp:Payee>.*?<\/fp:Payee>/, '');
	const { json } = await run([
		['a.ofd', ofd({ 'original_invoice.xml': data })],
		['a.pdf', pdfOf(older.pages)],
	]);
	expect(json).toMatchObject([
		{
			alsoIn: 'a.pdf',
			payee: '王芳',
			drawer: '李晓',
			checkCode: '12345678901234567890',
			cipherArea: '03<9/1*7',
		},
	]);
});
