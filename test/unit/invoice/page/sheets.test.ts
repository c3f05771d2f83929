import fc from 'fast-check';

import { productDoubts } from '../../../../nodes/IflytekInvoiceOcr/page/invoicePages';
import { inEnglish, proveInvoice } from '../read';
import { seededRandom } from '../../../emulator/core/random';
import { drawDigital, drawOlder, styleOf, type DrawnInvoice } from '../../../fixtures/pageInvoice';
import type { PlacedText, TextPage } from '../../../fixtures/pdf/text';
import { FULL_SIZE } from '../../../support/fullSize';
import { expectRight, placed, read, TODAY } from './drawn';

/** Pages put on one sheet at these places, and made larger or smaller. */
function sheetOf(pages: ReadonlyArray<readonly [TextPage, x: number, y: number]>, scale = 1) {
	return {
		texts: pages.flatMap(([{ texts }, x, y]) =>
			texts.map((text) => ({
				...text,
				x: (text.x + x) * scale,
				y: (text.y + y) * scale,
				size: text.size * scale,
			})),
		),
		width: Math.max(...pages.map(([page, x]) => page.width + x)) * scale,
		height: Math.max(...pages.map(([page, , y]) => page.height + y)) * scale,
	};
}

const first = ({ pages }: DrawnInvoice) => pages[0]!;

async function readSheet(sheet: TextPage) {
	const { invoices, others } = await read({ pages: [sheet] });
	return {
		others,
		invoices,
		numbers: invoices.map(({ texts }) => texts.invoiceNumber),
		doubts: invoices.flatMap((one) => inEnglish(proveInvoice(one, TODAY).doubts)),
	};
}

describe('invoices on one sheet', () => {
	const [a, b, c, d] = [1, 2, 3, 4].map((seed) =>
		drawDigital(seededRandom(seed), { lines: 2 }),
	) as [DrawnInvoice, DrawnInvoice, DrawnInvoice, DrawnInvoice];
	const older = drawOlder(seededRandom(5), { lines: 2 });
	const { width, height } = first(a);

	it.each<[string, TextPage, DrawnInvoice[]]>([
		[
			'one above the other',
			sheetOf([
				[first(a), 0, 0],
				[first(b), 0, height],
			]),
			[a, b],
		],
		[
			'side by side',
			sheetOf([
				[first(a), 0, 0],
				[first(b), width, 0],
			]),
			[a, b],
		],
		[
			'of two forms',
			sheetOf([
				[first(older), 0, 0],
				[first(b), 0, first(older).height],
			]),
			[older, b],
		],
		[
			'in four corners, made smaller',
			sheetOf(
				[
					[first(a), 0, 0],
					[first(b), width, 0],
					[first(c), 0, height],
					[first(d), width, height],
				],
				0.5,
			),
			[a, b, c, d],
		],
		[
			'four in a column',
			sheetOf(
				[a, b, c, d].map((one, row) => [first(one), 0, row * height] as const),
				0.6,
			),
			[a, b, c, d],
		],
	])('%s are as many rows', async (_what, sheet, drawn) => {
		const { invoices, others } = await readSheet(sheet);
		expect(others).toEqual([]);
		expect(invoices.map(({ texts }) => texts.invoiceNumber)).toEqual(
			drawn.map(({ truth }) => truth.number),
		);
		invoices.forEach((invoice, index) => expectRight(invoice, drawn[index]!));
	});

	it('of which one is turned are two rows', async () => {
		const turned = first(b).texts.map((text): PlacedText => ({
			...text,
			x: width + text.y + 20,
			y: width - text.x,
			upwards: true,
		}));
		const sheet = sheetOf([[first(a), 0, 0]]);
		const { invoices } = await readSheet({
			width: width + height + 40,
			height: width + 20,
			texts: [...sheet.texts, ...turned],
		});
		expect(invoices).toHaveLength(2);
		for (const drawn of [a, b]) {
			const own = invoices.find(({ texts }) => texts.invoiceNumber === drawn.truth.number);
			expectRight(own!, drawn);
		}
	});

	it('whose pages lie on it as well are not joined with them', async () => {
		const { pages } = drawDigital(seededRandom(6), { lines: 12 });
		const { numbers } = await readSheet(
			sheetOf([
				[pages[0]!, 0, 0],
				[first(a), 0, 400],
			]),
		);
		expect(numbers).toHaveLength(2);
	});

	it('are each right or marked, in any style', async () => {
		let right = 0;
		const count = FULL_SIZE ? 2000 : 30;
		await fc.assert(
			fc.asyncProperty(fc.nat(), fc.boolean(), async (seed, isBeside) => {
				const random = seededRandom(seed);
				const style = styleOf(random);
				const drawn = [1, 2].map(() =>
					(random() < 0.5 ? drawDigital : drawOlder)(random, { lines: 2 }, style),
				) as [DrawnInvoice, DrawnInvoice];
				const [one, other] = drawn.map(first) as [TextPage, TextPage];
				const place = isBeside ? ([one.width, 0] as const) : ([0, one.height] as const);
				const { invoices } = await readSheet(
					sheetOf([
						[one, 0, 0],
						[other, ...place],
					]),
				);
				for (const invoice of invoices) {
					if (proveInvoice(invoice, TODAY).doubts.length > 0) continue;
					const own = drawn.find(({ truth }) => truth.number === invoice.texts.invoiceNumber);
					expectRight(invoice, own!);
					right++;
				}
			}),
			{ numRuns: count },
		);
		expect(right).toBeGreaterThan(1.6 * count);
	});
});

const ticket = (number: string, fare: string, x: number, y: number): PlacedText[] => [
	placed('电子发票（铁路电子客票）', x + 190, y + 40, 18),
	placed(`发票号码:${number}`, x + 40, y + 70),
	placed('开票日期:2026年07月11日', x + 420, y + 70),
	placed('上海虹桥站', x + 90, y + 110, 16),
	placed('北京南站', x + 430, y + 110, 16),
	placed(fare, x + 60, y + 180, 12),
	placed('购买方名称:上海示例科技有限公司', x + 40, y + 270),
	placed('统一社会信用代码:91310000MA1K35X006', x + 330, y + 270),
];

describe('an invoice and its list of goods on one sheet', () => {
	const drawn = drawOlder(seededRandom(6), { lines: 4 }, undefined, true);
	const [page, list] = drawn.pages as [TextPage, TextPage];

	it.each([0, 30, -20])('is one, the list %i points further down', async (by) => {
		const sheet = sheetOf([
			[page, 0, 0],
			[list, 0, page.height + by],
		]);
		const { invoices, others } = await readSheet(sheet);
		expect([invoices.length, others]).toEqual([1, []]);
		expectRight(invoices[0]!, drawn);
	});

	it('beside another one are two', async () => {
		const more = drawOlder(seededRandom(7), { lines: 2 });
		const { invoices } = await readSheet(
			sheetOf([
				[page, 0, 0],
				[list, 0, page.height],
				[first(more), 0, page.height + list.height],
			]),
		);
		expect(invoices).toHaveLength(2);
		expectRight(invoices[0]!, drawn);
		expectRight(invoices[1]!, more);
	});
});

describe('rail tickets on one sheet', () => {
	const numbers = [1, 2, 3, 4].map((end) => `2641912000000000000${end}`);

	it.each([
		[
			'two side by side',
			[
				[0, 0],
				[600, 0],
			],
		],
		[
			'three in a column',
			[
				[0, 0],
				[0, 300],
				[0, 600],
			],
		],
		[
			'four in two rows',
			[
				[0, 0],
				[600, 0],
				[0, 300],
				[600, 300],
			],
		],
	] as Array<[string, Array<[number, number]>]>)('%s are as many rows', async (_what, places) => {
		const texts = places.flatMap(([x, y], index) =>
			ticket(numbers[index]!, `票价:￥${index + 1}0.50`, x, y),
		);
		const { invoices } = await readSheet({ texts, width: 1200, height: 900 });
		expect(invoices.map(({ texts: one }) => [one.invoiceNumber, one.totalWithTax])).toEqual(
			places.map((_, index) => [numbers[index], `${index + 1}0.50`]),
		);
	});

	it('and an invoice are two rows', async () => {
		const invoice = drawDigital(seededRandom(1), { lines: 2 });
		const below = sheetOf([[first(invoice), 0, 300]]);
		const { invoices } = await readSheet({
			...below,
			texts: [...ticket(numbers[0]!, '票价:￥23.50', 0, 0), ...below.texts],
		});
		expect(invoices.map(({ texts }) => texts.invoiceNumber)).toEqual([
			numbers[0],
			invoice.truth.number,
		]);
		expectRight(invoices[1]!, invoice);
	});

	it('that state a fare and a refund fee are in doubt', async () => {
		const texts = ticket(numbers[0]!, '退票费:￥13.50', 0, 0);
		const alone = await readSheet({ texts, width: 600, height: 300 });
		expect(alone.invoices[0]!.texts.totalWithTax).toBe('13.50');
		const both = await readSheet({
			texts: [...texts, placed('票价:￥272.50', 300, 180, 12)],
			width: 600,
			height: 300,
		});
		expect(both.doubts).toContain('The page states a fare of 272.50 and a refund fee of 13.50');
	});
});

describe('what else is on the page of an invoice is told', () => {
	const drawn = drawDigital(seededRandom(1), { lines: 2 });
	const page = first(drawn);
	const doubtsWith = async (...texts: PlacedText[]) =>
		(await readSheet({ ...page, height: 800, texts: [...page.texts, ...texts] })).doubts;

	it('of an invoice that is read as a whole, nothing', async () => {
		expect(await doubtsWith()).toEqual([]);
	});

	it('a second number below it', async () => {
		expect(
			await doubtsWith(placed('出租汽车专用发票', 60, 500), placed('发票号码 22334455', 60, 520)),
		).toEqual(['Page 1 also holds invoice 22334455, which was not read: print it to its own page']);
	});

	const ALSO = ['Page 1 also holds text that was not read: print it to its own page'];

	it.each([
		['a receipt below it', ['购物清单', '合计 60.00'], ALSO],
		['a receipt with its sign below it', ['停车费', '￥15.00'], ALSO],
		['a receipt in yuan below it', ['停车场收费小票', '15元'], ALSO],
		['a ticket below it', ['客运车票', '票价 35.00'], ALSO],
		['no footer', ['2026/8/5 12:00', 'file:///C:/发票/dzfp_26312000000123456701.pdf', '1/1'], []],
	])('%s', async (_what, texts, expected) => {
		const below = texts.map((text, at) => placed(text, 60, 500 + 20 * at));
		expect(await doubtsWith(...below)).toEqual(expected);
	});

	it('a receipt above it', async () => {
		const texts = page.texts.map((one) => ({ ...one, y: one.y + 420 }));
		const above = ['测试酒店 结账单', '合计 300.00'].map((text, at) =>
			placed(text, 60, 40 + 20 * at),
		);
		const sheet = (...more: PlacedText[]) =>
			readSheet({ ...page, height: 842, texts: [...texts, ...more] });
		expect((await sheet()).doubts).toEqual([]);
		expect((await sheet(placed('原始凭证粘贴单', 240, 30))).doubts).toEqual([]);
		expect((await sheet(...above)).doubts).toEqual(ALSO);
	});

	it('a ticket or invoice of which the table cannot be read', async () => {
		const other = first(drawDigital(seededRandom(2), { lines: 2 })).texts;
		const below = other
			.filter(({ text }) => text !== '合')
			.map((one) => ({ ...one, y: one.y + 400 }));
		expect((await doubtsWith(...below)).join('\n')).toMatch(
			/Page 1 also holds|more than one total/,
		);
	});

	it.each([
		['作废', '"作废" is stamped on the page'],
		['已红冲', '"已红冲" is stamped on the page'],
		['（已抵扣）', '"(已抵扣)" is stamped on the page'],
		['作 废', '"作废" is stamped on the page'],
		['此票作废', '"此票作废" is stamped on the page'],
		['本张发票已红冲', '"本张发票已红冲" is stamped on the page'],
		['已认证抵扣', '"已认证抵扣" is stamped on the page'],
		['红字冲销', '"红字冲销" is stamped on the page'],
		['重复报销', '"重复报销" is stamped on the page'],
	])('a stamp %s', async (text, expected) => {
		expect(await doubtsWith(placed(text, 300, 500, 24))).toEqual([expected]);
	});

	it.each([0, 8, 24, 60])('a stamp whose characters stand %d points apart', async (apart) => {
		const stamp = [...'已作废'].map((text, at) => placed(text, 250 + (24 + apart) * at, 500, 24));
		expect(await doubtsWith(...stamp)).toEqual(['"已作废" is stamped on the page']);
	});

	it.each(['红冲发票信息表', '作废品回收', '不得抵扣', '发票专用章', '此票不作报销凭证'])(
		'but not the words in %s',
		async (text) => {
			expect(await doubtsWith(placed(text, 300, 500))).toEqual([]);
		},
	);
});

describe('quantity times unit price', () => {
	const doubts = (quantity: string, unitPrice: string, amount: string) =>
		productDoubts([{ quantity, unitPrice, amount }]).length;

	it.each([
		['1000', '0.1234', '123.40', 0],
		['1000', '0.1234', '123.35', 0],
		['1000', '0.1234', '130.00', 1],
		['0.125', '4000', '500.40', 0],
		['0.125', '4000', '700.00', 1],
	])('%s times %s may be rounded to %s', (quantity, unitPrice, amount, count) => {
		expect(doubts(quantity, unitPrice, amount)).toBe(count);
	});
});
