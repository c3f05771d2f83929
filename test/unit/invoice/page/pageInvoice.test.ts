import fc from 'fast-check';

import { seededRandom } from '../../../emulator/core/random';
import { inDigits } from '../../../fixtures/invoice/amounts';
import {
	drawDigital,
	drawOlder,
	PLAIN_STYLE,
	styleOf,
	type DrawnInvoice,
} from '../../../fixtures/pageInvoice';
import { drawWild, KINDS_OF_DISTURBANCE } from '../../../fixtures/pageInvoice/wild';
import { edited, expectRead, expectRight, isProvedRight, placed, read, readOne } from './drawn';
import { drawnWidth, FONTS, type PlacedText, type TextPage } from '../../../fixtures/pdf/text';
import { FULL_SIZE } from '../../../support/fullSize';

describe.each(FONTS)('text in a font of the kind %s', (font) => {
	it('is read from a fully digital invoice', async () => {
		const invoice = await expectRead(drawDigital(seededRandom(1)), font);
		expect(invoice.texts).toMatchObject({
			invoiceType: '电子发票（普通发票）',
			drawer: '李晓',
			remark: '订单号:8812345678',
		});
	});

	it('is read from an older electronic invoice', async () => {
		const invoice = await expectRead(drawOlder(seededRandom(2)), font);
		expect(invoice.texts).toMatchObject({
			invoiceType: '安徽增值税电子普通发票',
			machineNumber: '661234567890',
			payee: '王芳',
			reviewer: '赵磊',
			drawer: '李晓',
			remark: '订单号:8812345678',
		});
	});
});

it('reads an invoice of several pages as one', async () => {
	const drawn = drawDigital(seededRandom(3), { lines: 20 });
	expect(drawn.pages.length).toBeGreaterThan(2);
	const invoice = await expectRead(drawn);
	expect(invoice.pages).toEqual(drawn.pages.map((_, index) => index + 1));
});

it('counts the lines of the pages before in what it says of a line', async () => {
	const drawn = drawDigital(seededRandom(3), { lines: 20 });
	const [first, second, ...others] = drawn.pages as [TextPage, TextPage];
	const texts = second.texts.filter(({ text }) => text !== '数量');
	const { invoice } = await readOne({ pages: [first] });
	const { doubts } = await readOne({ pages: [first, { ...second, texts }, ...others] });
	const named = doubts.flatMap((doubt) => /^Line (\d+): One column has/.exec(doubt)?.[1] ?? []);
	expect(named[0]).toBe(`${invoice.lines.length + 1}`);
});

describe('an invoice of two pages', () => {
	const drawn = drawDigital(seededRandom(3), { lines: 12 });
	const [first, last] = drawn.pages as [TextPage, TextPage];

	it('has the remarks of both', async () => {
		const remark = last.texts.filter(({ text }) => /^(?:备|注|订单号.*|开票人：|李晓)$/.test(text));
		const words = remark.map((one) => ({
			...one,
			text: one.text.startsWith('订单号') ? '合同号:7' : one.text,
			y: one.y + first.height - last.height,
		}));
		const { invoice } = await readOne({
			pages: [{ ...first, texts: [...first.texts, ...words] }, last],
		});
		expect(invoice.texts.remark).toMatch(/^合同号:7\n订单号:\d+$/);
	});

	const numbered = (page: TextPage, number: number) => ({
		...page,
		texts: [...page.texts, placed(`共2页 第${number}页`, 270, 58)],
	});

	it('may be in another order, as their numbers say', async () => {
		await expectRead({ ...drawn, pages: [numbered(last, 2), numbered(first, 1)] });
	});

	it('may be shuffled with another one', async () => {
		const other = drawDigital(seededRandom(4), { lines: 12 });
		const { invoices } = await read({
			pages: [first, other.pages[0]!, last, other.pages[1]!],
		});
		expect(invoices.map(({ pages }) => pages)).toEqual([
			[1, 3],
			[2, 4],
		]);
		expectRight(invoices[0]!, drawn);
		expectRight(invoices[1]!, other);
	});
});

it('takes the goods from the list that goes with an invoice', async () => {
	const drawn = drawOlder(seededRandom(4), { lines: 15 }, PLAIN_STYLE, true);
	const invoice = await expectRead(drawn);
	expect(invoice.pages).toEqual([1, 2]);
});

it('marks an invoice whose list is missing', async () => {
	const { pages } = drawOlder(seededRandom(4), { lines: 15 }, PLAIN_STYLE, true);
	const { doubts } = await readOne({ pages: pages.slice(0, 1) });
	expect(doubts).toContain('The list of goods is not in the file');
});

it.each([
	['', PLAIN_STYLE],
	[' whose signs stand apart', { ...PLAIN_STYLE, signsApart: true }],
])('reads a red invoice%s', async (_, style) => {
	await expectRead(drawDigital(seededRandom(5), { negative: true }, style));
	await expectRead(drawOlder(seededRandom(6), { negative: true }, style));
});

it('reads an invoice that is in the file twice as two, each with its own lines', async () => {
	const drawn = drawDigital(seededRandom(3));
	const { invoices } = await read({ pages: [...drawn.pages, ...drawn.pages] });
	expect(invoices.map(({ pages }) => pages)).toEqual([[1], [2]]);
	for (const invoice of invoices) expectRight(invoice, drawn);
});

it.each([
	['beside its numbers', 0],
	['above its numbers', 6],
])('takes a word of a first line close under the heads, %s, for no head', async (_, below) => {
	const drawn = drawDigital(seededRandom(7), { lines: 1 });
	const [page] = drawn.pages as [TextPage];
	const texts = page.texts
		.filter(({ x, y }) => x > 125 || y < 160 || y > 240)
		.map((text) => (text.y > 160 && text.y < 240 ? { ...text, y: text.y - 6 + below } : text))
		.concat(
			placed('*纸制品*复印纸便', 12, 158),
			placed('签贴', 90, 158),
			placed('与信封', 12, 170),
		);
	const { invoice, doubts } = await readOne({ pages: [{ ...page, texts }] });
	// drawn by itself, a blank apart, it may be a note
	const name = '*纸制品*复印纸便 签贴与信封';
	expect(invoice.lines.map(({ goodsName }) => goodsName)).toEqual([name]);
	expect(doubts).toEqual([`"${name}" in the table may be printed over another text`]);
});

it.each([
	['a word', '式'],
	['a digit, as an ordinal number is', '8'],
	['several digits', '2026'],
])('keeps the last line of a name that begins left of its head: %s', async (_, end) => {
	const drawn = drawOlder(seededRandom(4), { lines: 15, longNames: true }, PLAIN_STYLE, true);
	const [first, list] = drawn.pages as [TextPage, TextPage];
	// the list's names begin beside the ordinal numbers
	const shifted = list.texts.map((text) => ({
		...text,
		...(text.x > 41 && text.x < 43 && text.y > 140 ? { x: 34 } : {}),
		...(text.text === '式' ? { text: end } : {}),
	}));
	const lines = drawn.lines.map((line) => ({ ...line, name: line.name.replace(/式$/, end) }));
	expect(lines.some(({ name }) => name.endsWith(end))).toBe(true);
	await expectRead({ ...drawn, lines, pages: [first, { ...list, texts: shifted }] });
});

it('takes a radical for the character that it looks like, and marks one that is a part only', async () => {
	const drawn = drawDigital(seededRandom(7));
	const { seller } = drawn.truth;
	const named = (name: string) =>
		edited(drawn, (text) => [text.text === seller.name ? { ...text, text: name } : text]);
	const truth = { ...drawn.truth, seller: { ...seller, name: '西安青禾车行' } };
	await expectRead({ ...drawn, ...named('⻄安⻘禾⻋行'), truth });
	const { invoice } = await readOne(named('西安⺡禾车行'));
	expect(invoice.texts.sellerName).toBe('西安\uFFFD禾车行');
});

it('reads a value beside a small page number that lies over its label', async () => {
	const drawn = drawOlder(seededRandom(12));
	const { addressPhone } = drawn.truth.seller;
	const { x, y, size } = drawn.pages[0]!.texts.find(({ text }) => text === addressPhone)!;
	const small = 0.6 * size;
	const page = placed('第1页', x - drawnWidth('第1页') * small, y + 0.13 * size, small);
	await expectRead({ ...drawn, ...edited(drawn, (text) => [text], page) });
});

it.each([
	['beside it', 0],
	['in front of it, a little apart', 2],
])('finds a label with a character of 购买方信息 right %s', async (_, apart) => {
	const drawn = drawDigital(seededRandom(7));
	const { x: label, y } = drawn.pages[0]!.texts.find(({ text }) => text === '名称：')!;
	const column = edited(drawn, (one) => {
		const isOfColumn = '购买销售方信息'.includes(one.text) && one.y > y - 10 && one.y < 130;
		const nearest = one.x < label ? label : label + 290;
		return [isOfColumn ? { ...one, x: nearest - one.size - apart, y: one.y + y - 98 } : one];
	});
	await expectRead({ ...drawn, ...column });
});

it('reads pages that are rotated', async () => {
	const drawn = drawDigital(seededRandom(7));
	for (const rotate of [90, 180, 270]) {
		await expectRead({ ...drawn, pages: drawn.pages.map((page) => ({ ...page, rotate })) });
	}
});

/** An invoice by its numbers, so that a failure names no more than these. */
const cases = fc.record({
	seed: fc.nat(),
	lines: fc.integer({ min: 1, max: 12 }),
	digital: fc.boolean(),
	longNames: fc.boolean(),
	negative: fc.boolean(),
});

it('never reads a wrong value without a mark, in any style', async () => {
	await fc.assert(
		fc.asyncProperty(cases, fc.constantFrom(...FONTS), async ({ seed, ...settings }, font) => {
			const random = seededRandom(seed);
			const draw = settings.digital ? drawDigital : drawOlder;
			await isProvedRight(draw(random, settings, styleOf(random)), font);
		}),
		{ numRuns: FULL_SIZE ? 20_000 : 100 },
	);
}, 3_600_000);

it('proves as many of the same drawings as it did', async () => {
	let proved = 0;
	for (let seed = 1; seed <= 100; seed++) {
		const random = seededRandom(7919 * seed);
		const draw = random() < 0.5 ? drawDigital : drawOlder;
		const settings = {
			lines: 1 + Math.floor(12 * random()),
			longNames: random() < 0.5,
			negative: random() < 0.5,
		};
		const drawn = draw(random, settings, styleOf(random));
		if (await isProvedRight(drawn, FONTS[seed % FONTS.length]!)) proved++;
	}
	// the others leave a column or a price open, and say so
	expect(proved).toBeGreaterThanOrEqual(98);
}, 60_000);

it.each(KINDS_OF_DISTURBANCE)(
	'reads no wrong value without a mark in columns of any order, with %s',
	async (disturbance) => {
		// a character that is none cannot be written in GBK or GB 2312
		const fonts = FONTS.filter((font) => !font.startsWith('gb'));
		await fc.assert(
			fc.asyncProperty(cases, fc.constantFrom(...fonts), async ({ seed, ...settings }, font) => {
				const drawn = drawWild(seededRandom(seed), disturbance, settings);
				const isProved = await isProvedRight(drawn, font);
				expect(isProved && drawn.isTwo).toBe(false);
			}),
			{ numRuns: FULL_SIZE ? 2500 : 20 },
		);
	},
	3_600_000,
);

describe('an invoice is marked', () => {
	const replaced = (from: string | RegExp, to: string) => (text: PlacedText) => [
		{ ...text, text: text.text.replace(from, to) },
	];
	/** Something that was printed over a text. */
	const over = (under: string | RegExp, change: (text: PlacedText) => Partial<PlacedText>) => {
		const isIt = (text: string) => (typeof under === 'string' ? text === under : under.test(text));
		return (text: PlacedText) => (isIt(text.text) ? [text, { ...text, ...change(text) }] : [text]);
	};
	// one with a quantity, and with a first name that takes one line
	const digital = drawDigital(seededRandom(7));
	const older = drawOlder(seededRandom(12));
	const { number, seller, buyer, totalWithTax } = digital.truth;
	const code = older.truth.code!;
	const quantity = digital.lines.find((line) => line.quantity !== null)!.quantity!;

	it.each<[string, DrawnInvoice, (text: PlacedText) => PlacedText[], string]>([
		[
			'when digits differ from words',
			digital,
			replaced(`¥${inDigits(totalWithTax)}`, '¥1.00'),
			'Total in words',
		],
		[
			'when a tax ID is misprinted',
			digital,
			replaced(
				seller.taxId,
				seller.taxId.replace(/.$/, (one) => (one === '1' ? '2' : '1')),
			),
			"The seller's taxpayer ID",
		],
		[
			'when the number is from another year',
			digital,
			replaced(number, `99${number.slice(2)}`),
			'is from 2099, but the date is',
		],
		[
			'when the code is of a later year',
			older,
			replaced(code, `${code.slice(0, 5)}99${code.slice(7)}`),
			'is from 2099, but the date is',
		],
		['without its code', older, replaced(/^发票代码：$/, '代码'), 'but no code was found'],
		[
			'without a whole check code',
			older,
			replaced(/^\d{5} \d{5} \d{5} \d{5}$/, '12345'),
			'The check code 12345 does not have 20 digits',
		],
		[
			'when a mark lies over a name',
			digital,
			over(seller.name, ({ x }) => ({ text: '仅供报销', x: x + 20, size: 20 })),
			'is not printed as one text',
		],
		[
			'when a text of the same size lies over a name',
			digital,
			over(seller.name, ({ x }) => ({ text: '校验', x: x + 13 })),
			"The seller's name is not printed as one text",
		],
		[
			'when a small page number lies over a phone number',
			older,
			over(older.truth.seller.addressPhone, ({ x, size }) => ({
				text: '第1页',
				x: x + (drawnWidth(older.truth.seller.addressPhone) - 3) * size,
				size: 0.6 * size,
			})),
			'Whether "第1页" belongs to the seller\'s address and phone is not clear',
		],
		[
			'when a name goes on over its edge',
			older,
			replaced(older.truth.buyer.name, older.truth.buyer.name.repeat(3)),
			"The page does not show where the buyer's name ends",
		],
		[
			'when a text of the same size lies over a unit price',
			digital,
			over(digital.lines.find((line) => line.unitPrice !== null)!.unitPrice!, ({ x }) => ({
				text: '88.00',
				x: x + 3,
			})),
			'may be printed over another text',
		],
		[
			'when a text of the same size lies over the head of a column',
			digital,
			over('规格型号', ({ x }) => ({ text: '复核:', x: x + 4 })),
			'The heading of a column cannot be read',
		],
		[
			'when the seller is on the left',
			digital,
			replaced(/^购$/, '销'),
			'names the seller on the left',
		],
		[
			'when the buyer is on the right',
			digital,
			replaced(/^销$/, '购'),
			'names the seller on the left',
		],
		[
			'when buyer and seller are the same',
			digital,
			replaced(seller.name, buyer.name),
			'Buyer and seller are both',
		],
		[
			'when a number stands beside the table',
			digital,
			over(/^价税合计/, () => ({ text: '88.00', x: 380, y: 240 })),
			'Line amounts',
		],
		[
			'without lines',
			digital,
			(text) => (text.y > 155 && text.y < 245 ? [] : [text]),
			'The line amounts cannot be compared with the total amount',
		],
		[
			'when something is stamped over a goods name',
			digital,
			over(digital.lines[0]!.name, ({ x }) => ({ text: '作废', x: x + 30, size: 15 })),
			'may be printed over another text',
		],
		[
			'when the head of a column is not told by its font',
			digital,
			replaced('规格型号', '\uFFFD\uFFFD\uFFFD\uFFFD'),
			'The heading of a column cannot be read',
		],
		[
			'when the head of a column is not told by its font and lies over another one',
			digital,
			(text) => [text.text === '单位' ? { ...text, text: '\uFFFD位', x: text.x - 22 } : text],
			'The heading of a column cannot be read',
		],
		[
			'when something is stamped over the head of a column',
			digital,
			over('规格型号', ({ x, y }) => ({ text: '已入账', x: x + 2, y: y + 4, size: 20 })),
			'The heading of a column cannot be read',
		],
		[
			'without the label of a tax ID',
			digital,
			replaced(/^统一社会信用代码.*/, ''),
			"No label of the buyer's taxpayer ID was found",
		],
		[
			'without the label of a bank account',
			older,
			replaced(/^开户行及账号：$/, ''),
			"No label of the seller's bank and account was found",
		],
		[
			'when a quantity is not of its line',
			digital,
			(text) => [text.text === quantity && text.y > 155 ? { ...text, text: '77' } : text],
			' times ',
		],
	])('%s', async (_what, drawn, edit, expected) => {
		expect((await readOne(drawn)).doubts).toEqual([]);
		expect((await readOne(edited(drawn, edit))).doubts.join('\n')).toContain(expected);
	});
});

it('joins the remarks of two pages', async () => {
	const { pages } = drawDigital(seededRandom(3), { lines: 20 });
	const remark = '第一页备注：合同甲';
	const rest = (await readOne({ pages })).invoice.texts.remark;
	expect(rest).toBeDefined();
	const end = Math.max(...pages[0]!.texts.map(({ y }) => y));
	const foot = [
		placed('备', 17, end + 30),
		placed('注', 17, end + 50),
		placed(remark, 34, end + 35),
		placed('开票人：', 60, end + 90),
	];
	const first = {
		...pages[0]!,
		height: pages[0]!.height + 120,
		texts: [...pages[0]!.texts, ...foot],
	};
	const { invoice } = await readOne({ pages: [first, ...pages.slice(1)] });
	expect(invoice.texts.remark).toBe(`${remark}\n${rest}`);
});

it('gives a list that names no code to none of two invoices of one number', async () => {
	const { pages } = drawOlder(seededRandom(4), { lines: 15 }, PLAIN_STYLE, true);
	const [first, list] = pages as [TextPage, TextPage];
	const code = first.texts.find(({ text }) => /^\d{12}$/.test(text))!.text;
	const other = {
		...first,
		texts: first.texts.map((one) => (one.text === code ? { ...one, text: '044001900111' } : one)),
	};
	const bare = { ...list, texts: list.texts.filter(({ text }) => text !== code) };
	const { others } = await read({ pages: [first, other, bare] });
	expect(others).toMatchObject([{ page: 3, kind: 'listAlone' }]);
	expect((await read({ pages: [first, bare] })).others).toEqual([]);
});
