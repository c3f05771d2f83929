import fc from 'fast-check';

import { proveInvoice } from '../../../../nodes/IflytekInvoiceOcr/checks/proof';
import { inDigits } from '../../../fixtures/invoice/amounts';
import {
	drawDigital,
	drawOlder,
	PLAIN_STYLE,
	styleOf,
	type DrawnInvoice,
	type Style,
} from '../../../fixtures/pageInvoice';
import { drawWild, KINDS_OF_DISTURBANCE } from '../../../fixtures/pageInvoice/wild';
import { expectation, isProvedRight, read, TODAY, unspaced } from './drawn';
import { FONTS, type FontKind, type PlacedText, type TextPage } from '../../../fixtures/pdf/text';
import { FULL_SIZE } from '../../../support/fullSize';

async function expectRead(drawn: DrawnInvoice, font: FontKind = 'ucs2') {
	const { invoices, others } = await read(drawn, font);
	expect(others).toEqual([]);
	expect(invoices).toHaveLength(1);
	const { record, doubts } = proveInvoice(invoices[0]!, TODAY);
	expect({ record, lines: unspaced(invoices[0]!.lines), doubts }).toMatchObject(expectation(drawn));
	expect(invoices[0]!.lines).toHaveLength(drawn.lines.length);
	return invoices[0]!;
}

const random = (seed: number) => {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return state / 2 ** 32;
	};
};

describe.each(FONTS)('text in a font of the kind %s', (font) => {
	it('is read from a fully digital invoice', async () => {
		const invoice = await expectRead(drawDigital(random(1)), font);
		expect(invoice.texts).toMatchObject({
			invoiceType: '电子发票（普通发票）',
			drawer: '李晓',
			remark: '订单号:8812345678',
		});
	});

	it('is read from an older electronic invoice', async () => {
		const invoice = await expectRead(drawOlder(random(2)), font);
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
	const drawn = drawDigital(random(3), { lines: 20 });
	expect(drawn.pages.length).toBeGreaterThan(2);
	const invoice = await expectRead(drawn);
	expect(invoice.pages).toEqual(drawn.pages.map((_, index) => index + 1));
});

it('takes the goods from the list that goes with an invoice', async () => {
	const drawn = drawOlder(random(4), { lines: 15 }, PLAIN_STYLE, true);
	const invoice = await expectRead(drawn);
	expect(invoice.pages).toEqual([1, 2]);
});

it('marks an invoice whose list is missing', async () => {
	const { pages } = drawOlder(random(4), { lines: 15 }, PLAIN_STYLE, true);
	const { invoices } = await read({ pages: pages.slice(0, 1) });
	expect(invoices[0]!.doubts.map(({ english }) => english)).toContain(
		'The list of goods is not in the file',
	);
});

it('reads a red invoice', async () => {
	await expectRead(drawDigital(random(5), { negative: true }));
	await expectRead(drawOlder(random(6), { negative: true }));
});

it('keeps the spaces of what is drawn at once', async () => {
	const drawn = drawOlder(random(8));
	const { addressPhone } = drawn.truth.buyer;
	expect(addressPhone).toContain(' ');
	const invoice = await expectRead(drawn);
	expect(invoice.texts.buyerAddressPhone).toBe(addressPhone);
});

it('keeps a column that only some forms have out of the goods names', async () => {
	const drawn = drawDigital(random(7));
	const [page] = drawn.pages as [TextPage];
	const place = (text: string, x: number, y: number) => ({ text, x, y, size: 9 });
	// the place of a building, with a head of two lines where other forms have specification and unit
	const texts = page.texts
		.filter(({ text }) => !/^(?:规格型号|单|位|件|A4-70g)$/.test(text) || text === '单')
		.filter(({ text, x }) => text !== '单' || x > 210)
		.concat(place('建筑服务', 140, 143), place('发生地', 145, 153));
	const rows = texts.filter(({ x, y }) => x > 350 && x < 425 && y > 158 && y < 240);
	const places = rows.map(({ y }) => place('合肥市包河区', 138, y));
	const invoice = await expectRead({
		...drawn,
		lines: drawn.lines.map((line) => ({ ...line, unit: null, specification: null })),
		pages: [{ ...page, texts: [...texts, ...places] }],
	});
	expect(JSON.stringify(invoice.lines)).not.toContain('包河');
});

it.each([
	['beside its numbers', 0],
	['above its numbers', 6],
])('takes a word of a first line close under the heads, %s, for no head', async (_, below) => {
	const drawn = drawDigital(random(7), { lines: 1 });
	const [page] = drawn.pages as [TextPage];
	const texts = page.texts
		.filter(({ x, y }) => x > 125 || y < 160 || y > 240)
		.map((text) => (text.y > 160 && text.y < 240 ? { ...text, y: text.y - 6 + below } : text))
		.concat(
			{ text: '*纸制品*复印纸便', x: 12, y: 158, size: 9 },
			{ text: '签贴', x: 90, y: 158, size: 9 },
			{ text: '与信封', x: 12, y: 170, size: 9 },
		);
	await expectRead({
		...drawn,
		lines: drawn.lines.map((line) => ({ ...line, name: '*纸制品*复印纸便签贴与信封' })),
		pages: [{ ...page, texts }],
	});
});

it('keeps the last character of a name that begins left of its head', async () => {
	const drawn = drawOlder(random(4), { lines: 15, longNames: true }, PLAIN_STYLE, true);
	const [first, list] = drawn.pages as [TextPage, TextPage];
	// the list's names begin beside the ordinal numbers
	const shifted = list.texts.map((text) =>
		text.x > 41 && text.x < 43 && text.y > 140 ? { ...text, x: 34 } : text,
	);
	await expectRead({ ...drawn, pages: [first, { ...list, texts: shifted }] });
});

it('takes a radical for the character that it looks like, and marks one that is a part only', async () => {
	const drawn = drawDigital(random(7));
	const named = (name: string, seller: string): DrawnInvoice => ({
		...drawn,
		truth: { ...drawn.truth, seller: { ...drawn.truth.seller, name } },
		pages: drawn.pages.map((page) => ({
			...page,
			texts: page.texts.map((text) =>
				text.text === drawn.truth.seller.name ? { ...text, text: seller } : text,
			),
		})),
	});
	await expectRead(named('西安青禾车行', '⻄安⻘禾⻋行'));
	const { invoices } = await read(named('', '西安⺡禾车行'));
	expect(invoices[0]!.texts.sellerName).toBe('西安\uFFFD禾车行');
});

it('reads pages that are rotated', async () => {
	const drawn = drawDigital(random(7));
	for (const rotate of [90, 180, 270]) {
		await expectRead({ ...drawn, pages: drawn.pages.map((page) => ({ ...page, rotate })) });
	}
});

/** An invoice by its numbers, so that a failure names no more than these. */
function drawnBy({ seed, digital, ...settings }: Case): DrawnInvoice {
	const next = random(seed);
	const style: Style = styleOf(next);
	return digital ? drawDigital(next, settings, style) : drawOlder(next, settings, style);
}

interface Case {
	seed: number;
	lines: number;
	digital: boolean;
	longNames: boolean;
	negative: boolean;
}
const cases = fc.record({
	seed: fc.nat(),
	lines: fc.integer({ min: 1, max: 12 }),
	digital: fc.boolean(),
	longNames: fc.boolean(),
	negative: fc.boolean(),
});

it('never reads a wrong value without a mark, in any style', async () => {
	const count = FULL_SIZE ? 20_000 : 100;
	let proved = 0;
	await fc.assert(
		fc.asyncProperty(cases, fc.constantFrom(...FONTS), async (one, font) => {
			if (await isProvedRight(drawnBy(one), font)) proved++;
		}),
		{ numRuns: count },
	);
	// 94 of 100 prove themselves: a bound that 100 drawings miss only where something broke
	expect(proved).toBeGreaterThan(0.8 * count);
}, 3_600_000);

it.each(KINDS_OF_DISTURBANCE)(
	'reads no wrong value without a mark in columns of any order, with %s',
	async (disturbance) => {
		// a character that is none cannot be written in GBK
		const fonts = FONTS.filter((font) => font !== 'gbk');
		await fc.assert(
			fc.asyncProperty(cases, fc.constantFrom(...fonts), async ({ seed, ...settings }, font) => {
				const drawn = drawWild(random(seed), disturbance, settings);
				const isProved = await isProvedRight(drawn, font);
				expect(isProved && drawn.isTwo).toBe(false);
			}),
			{ numRuns: FULL_SIZE ? 2500 : 20 },
		);
	},
	3_600_000,
);

describe('an invoice is marked', () => {
	const change = (drawn: DrawnInvoice, edit: (text: PlacedText) => PlacedText[]) => ({
		pages: drawn.pages.map((page) => ({ ...page, texts: page.texts.flatMap(edit) })),
	});
	const replaced = (from: string | RegExp, to: string) => (text: PlacedText) => [
		{ ...text, text: text.text.replace(from, to) },
	];
	const doubtsOf = async (pages: Pick<DrawnInvoice, 'pages'>) => {
		const { invoices } = await read(pages);
		expect(invoices).toHaveLength(1);
		return proveInvoice(invoices[0]!, TODAY)
			.doubts.map(({ english }) => english)
			.join('\n');
	};
	const digital = Array.from({ length: 30 }, (_, seed) => drawDigital(random(seed))).find(
		({ lines }) => lines.some(({ quantity }) => quantity !== null),
	)!;
	const older = drawOlder(random(12));
	const total = inDigits(digital.truth.totalWithTax);

	it.each<[string, DrawnInvoice, (text: PlacedText) => PlacedText[], string]>([
		['when digits differ from words', digital, replaced(`¥${total}`, '¥1.00'), 'Total in words'],
		[
			'when a tax ID is misprinted',
			digital,
			replaced(
				digital.truth.seller.taxId,
				digital.truth.seller.taxId.replace(/.$/, (one) => (one === '1' ? '2' : '1')),
			),
			"The seller's taxpayer ID",
		],
		[
			'when the number is from another year',
			digital,
			replaced(digital.truth.number, '99' + digital.truth.number.slice(2)),
			'is from 2099, but the date is',
		],
		[
			'when the code is of a later year',
			older,
			replaced(
				older.truth.code!,
				older.truth.code!.slice(0, 5) + '99' + older.truth.code!.slice(7),
			),
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
			(text) =>
				text.text === digital.truth.seller.name
					? [text, { ...text, text: '仅供报销', x: text.x + 20, size: 20 }]
					: [text],
			'is not printed as one text',
		],
		[
			'when the parties are on the other sides',
			digital,
			(text) => [
				{
					...text,
					text: ({ 购: '销', 销: '购' } as Record<string, string>)[text.text] ?? text.text,
				},
			],
			'names the seller on the left',
		],
		[
			'when buyer and seller are the same',
			digital,
			replaced(digital.truth.seller.name, digital.truth.buyer.name),
			'Buyer and seller are both',
		],
		[
			'when a number stands beside the table',
			digital,
			(text) =>
				text.text.startsWith('价税合计')
					? [text, { ...text, text: '88.00', x: 380, y: 240 }]
					: [text],
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
			(text) =>
				text.text === digital.lines[0]!.name
					? [text, { ...text, text: '作废', x: text.x + 30, size: 15 }]
					: [text],
			'is printed in more than one size',
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
			(text) => (text.text === '单位' ? [{ ...text, text: '\uFFFD位', x: text.x - 22 }] : [text]),
			'The heading of a column cannot be read',
		],
		[
			'when something is stamped over the head of a column',
			digital,
			(text) =>
				text.text === '规格型号'
					? [text, { ...text, text: '已入账', x: text.x + 2, y: text.y + 4, size: 20 }]
					: [text],
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
			(text) =>
				text.text === digital.lines.find(({ quantity }) => quantity !== null)?.quantity &&
				text.y > 155
					? [{ ...text, text: '77' }]
					: [text],
			' times ',
		],
	])('%s', async (_what, drawn, edit, expected) => {
		expect(await doubtsOf(drawn)).toBe('');
		expect(await doubtsOf(change(drawn, edit))).toContain(expected);
	});
});
