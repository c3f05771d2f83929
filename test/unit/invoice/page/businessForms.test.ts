import { seededRandom } from '../../../emulator/core/random';
import { drawDigital, type DrawnInvoice } from '../../../fixtures/pageInvoice';
import { FONTS, type PlacedText } from '../../../fixtures/pdf/text';
import { expectRead, placed } from './drawn';

interface Change {
	/** the left and right edge of the columns whose heads and values are left out */
	without?: [number, number];
	more: (drawn: DrawnInvoice) => PlacedText[];
	/** what the unit's column says instead */
	unit?: string;
	/** how far what stands below the total moves down */
	down?: number;
}

/** A fully digital invoice of one of the kinds of business that have a form of their own. */
function drawn(seed: number, { without = [0, 0], more, unit, down = 0 }: Change): DrawnInvoice {
	const made = drawDigital(seededRandom(seed), { lines: 2 });
	const [left, right] = without;
	const below = made.pages[0]!.texts.find(({ text }) => text.startsWith('价税合计'))!.y - 5;
	const pages = made.pages.map((page) => ({
		...page,
		height: page.height + down,
		texts: page.texts
			.filter(({ x, y }) => x < left || x >= right || y < 140 || y > 240)
			.map((text) => (text.y > below ? { ...text, y: text.y + down } : text))
			.concat(more(made)),
	}));
	const lines = made.lines.map((line) => ({
		...line,
		...(left < 180 && right > 180 && { specification: null, unit: unit ?? null }),
		...(right > 300 && { quantity: null, unitPrice: null }),
	}));
	return { ...made, lines, pages };
}

/** The height of the totals. */
const totalOf = ({ pages }: DrawnInvoice) =>
	pages[0]!.texts.find(({ text }) => text.startsWith('价税合计'))!.y - 18;

/** These texts in each row of goods, at their places from the left. */
const inEachRow = (
	{ pages }: DrawnInvoice,
	...texts: Array<[text: string, x: number, size?: number]>
) =>
	pages[0]!.texts
		.filter(({ x, y }) => x > 350 && x < 425 && y > 158 && y < 240)
		.flatMap(({ y }) => texts.map(([text, x, size]) => placed(text, x, y, size)));

/** A table below the total, of columns so far apart. */
const tableOf = (made: DrawnInvoice, pitch: number, ...rows: string[]) =>
	rows.flatMap((texts, row) =>
		texts
			.split(' ')
			.map((text, index) => placed(text, 20 + index * pitch, totalOf(made) + 14 * (row + 1))),
	);

it.each<[string, Change]>([
	[
		'building services',
		{
			without: [125, 350],
			more: (made) => [
				placed('建筑服务发生地', 150, 148),
				placed('建筑项目名称', 250, 148),
				...inEachRow(made, ['安徽省合肥市包河区', 140], ['滨湖二期工程', 250]),
			],
		},
	],
	[
		'the sale of a property',
		{
			without: [125, 210],
			unit: '平方米',
			more: (made) => [
				placed('产权证书/', 135, 143),
				placed('不动产权证号', 127, 153),
				placed('面积单位', 183, 148, 6),
				...inEachRow(made, ['皖2024第0001234', 127, 6], ['平方米', 186, 7]),
			],
		},
	],
	[
		'passenger transport',
		{
			down: 40,
			more: (made) =>
				tableOf(
					made,
					80,
					'出行人 有效身份证件号 出行日期 出发地 到达地 等级 交通工具类型',
					'王小明 3401**********0618 2026-07-11 合肥南站 北京南站 二等 火车',
				),
		},
	],
	[
		'freight',
		{
			down: 40,
			more: (made) =>
				tableOf(
					made,
					110,
					'运输工具种类 运输工具牌号 起运地 到达地 运输货物名称',
					'公路运输 皖A12345 合肥市 北京市 纸制品',
				),
		},
	],
])('the form of %s is read, whatever columns it has', async (_, change) => {
	for (const [seed, font] of FONTS.entries()) {
		const made = drawn(seed + 1, change);
		const { lines, texts } = await expectRead(made, font);
		expect(JSON.stringify(lines)).not.toMatch(/包河|滨湖|皖/);
		expect(texts.remark).toBe('订单号:8812345678');
	}
});
