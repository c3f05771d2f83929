import { seededRandom } from '../../../emulator/core/random';
import {
	drawDigital,
	drawOlder,
	PLAIN_STYLE,
	WORDINGS,
	type DrawnInvoice,
} from '../../../fixtures/pageInvoice';
import { drawnWidth, type PlacedText, type TextPage } from '../../../fixtures/pdf/text';
import { edited, expectRead, placed, read, readOne } from './drawn';
import { processorTime } from '../../../support/processorTime';

/** A digital invoice of three lines whose rows stand apart, without specifications; and the rows' heights. */
function apart(pitch: number): { drawn: DrawnInvoice; rows: number[] } {
	const drawn = drawDigital(seededRandom(51), { lines: 3 });
	const [page] = drawn.pages as [TextPage];
	const inTable = ({ y }: PlacedText) => y > 158 && y < 240;
	const numbers = page.texts.filter((one) => inTable(one) && one.x > 350);
	const heights = [...new Set(numbers.map(({ y }) => y))].sort((a, b) => a - b);
	const rows = heights.map((_, index) => 164 + index * pitch);
	const below = rows.length * pitch;
	const texts = page.texts
		.filter((one) => !inTable(one) || one.x < 125 || one.x > 180)
		.map((one) => {
			const row = heights.filter((height) => height <= one.y).length - 1;
			if (inTable(one)) return { ...one, y: one.y - heights[row]! + rows[row]! };
			return one.y > 158 ? { ...one, y: one.y + below } : one;
		});
	return { drawn: { ...drawn, pages: [{ ...page, height: page.height + below, texts }] }, rows };
}

it('reads a unit that is wrapped', async () => {
	const { drawn, rows } = apart(33);
	const isUnit = ({ x, y }: PlacedText) => x > 180 && x < 210 && y > 158 && y < 240;
	const { pages } = edited(
		drawn,
		(one) => (isUnit(one) ? [] : [one]),
		placed('千瓦', 186, rows[0]!),
		placed('时', 186, rows[0]! + 11),
		placed('件', 190, rows[1]!),
	);
	const { invoice, doubts } = await readOne({ pages });
	expect(invoice.lines.map(({ unit }) => unit)).toEqual(['千瓦时', '件', undefined]);
	expect(doubts).toEqual([]);
});

it('marks a unit beside which another text stands', async () => {
	const { drawn, rows } = apart(33);
	const { doubts } = await readOne(edited(drawn, (one) => [one], placed('个', 204, rows[0]!)));
	expect(doubts).toContain('"件 个" in the table may be printed over another text');
});

it.each([
	['220V/380V-5', 0.45],
	['三相电压五', 0.6],
])('tells columns apart that one operator draws near each other (%s)', async (text, gap) => {
	const { drawn, rows } = apart(33);
	const isCell = ({ x, y }: PlacedText) => x > 120 && x < 210 && y > 158 && y < 180;
	const start = 179.5 - 9 * drawnWidth(text);
	const row = { ...placed(text, start, rows[0]!), behind: [[gap, '千瓦时']] };
	const { pages } = edited(drawn, (one) => (isCell(one) ? [] : [one]), row as PlacedText);
	const { invoice, doubts } = await readOne({ pages });
	expect(invoice.lines[0]).toMatchObject({ specification: text, unit: '千瓦时' });
	expect(doubts).toEqual([`Whether "千瓦时" belongs to "${text}" is not clear`]);
});

it('reads names whose letters are spaced out', async () => {
	const drawn = drawDigital(seededRandom(8));
	const spaced = (one: PlacedText) => [
		/公司$|^订单号/.test(one.text) ? { ...one, before: '2.7 Tc' } : one,
	];
	await expectRead({ ...drawn, ...edited(drawn, spaced) });
});

describe('a name spread over its place', () => {
	const drawn = drawDigital(seededRandom(8));
	const { name } = drawn.truth.seller;
	/** The seller's name, each character by itself: so far behind the one before as the gaps say, the last one for all. */
	const spread = (...gaps: number[]) => {
		const place = (one: PlacedText) => {
			let x = one.x;
			return [...one.text].map((text, at): PlacedText => {
				x += at === 0 ? 0 : one.size * (1 + (gaps[at - 1] ?? gaps.at(-1)!));
				return { ...one, text, x };
			});
		};
		return edited(drawn, (one) => (one.text === name ? place(one) : [one]));
	};

	it.each([0.3, 0.5, 0.9])('is read, where its characters stand %s heights apart', async (gap) => {
		await expectRead({ ...drawn, ...spread(gap) });
	});

	it('is read, where its end is not', async () => {
		await expectRead({ ...drawn, ...spread(0.4, 0.4, 0) });
	});

	it('is read, where it holds letters and digits', async () => {
		const other = edited(drawn, (one) => [
			one.text === name ? { ...one, text: '测试3D打印店' } : one,
		]);
		const own = other.pages[0]!.texts.find(({ text }) => text === '测试3D打印店')!;
		let x = own.x;
		const letters = [...own.text].map((text): PlacedText => {
			const letter = { ...own, text, x };
			x += own.size * (drawnWidth(text) + 0.5);
			return letter;
		});
		const { record, doubts } = await readOne(
			edited(other, (one) => (one === own ? letters : [one])),
		);
		expect([record.sellerName, doubts]).toEqual(['测试3D打印店', []]);
	});

	it.each([
		['one', [0, 0.4, 0]],
		['of two, one', [0.3, 0.7, 0]],
	])('is marked, where %s gap may be a blank', async (_which, gaps) => {
		const { doubts } = await readOne(spread(...gaps));
		expect(doubts).toEqual(["The seller's name is not printed as one text"]);
	});
});

describe('a date in three parts', () => {
	const drawn = drawDigital(seededRandom(8));
	const printed = /^(\d{4})(年)(\d\d)(月)(\d\d)(日)$/;
	/** The date's parts, each at a place behind the first one in points; `sign` changes what the form prints. */
	const apart = (places: number[], sign: Partial<PlacedText> = {}, ...more: PlacedText[]) =>
		edited(
			drawn,
			(one) => {
				const parts = printed.exec(one.text)?.slice(1);
				if (parts === undefined) return [one];
				return parts.flatMap((text, at): PlacedText[] => {
					const part = { ...one, text, x: one.x + places[at]! };
					return at % 2 === 0 ? [part] : sign.text === '' ? [] : [{ ...part, ...sign }];
				});
			},
			...more,
		);
	const places = [0, 24, 37, 52, 65, 80];
	const date = drawn.pages[0]!.texts.find(({ text }) => printed.test(text))!;

	it.each<[string, number[], Partial<PlacedText>]>([
		['of one type', places, {}],
		['between signs of another color', [0, 20, 31, 42, 53, 64], { before: '0.5 0 0 rg' }],
		['between signs that are smaller', places, { size: 7 }],
		['without signs', places, { text: '' }],
	])('is read, %s', async (_what, at, sign) => {
		await expectRead({ ...drawn, ...apart(at, sign) });
	});

	it.each<[string, Partial<PlacedText>]>([
		['behind it', { text: '1', x: date.x + 92 }],
		[
			'in place of the last one, in another color',
			{ text: '1', x: date.x + 69.5, before: '1 0 0 rg' },
		],
	])('is marked, with a digit %s', async (_what, more) => {
		const { doubts } = await readOne(apart(places, {}, { ...date, ...more }));
		expect(doubts).toContain('There are two texts beside 开票日期:');
	});
});

it.each(['−', '–', '‑', '─', 'ー'])('reads a quantity whose minus is %s', async (minus) => {
	const drawn = drawDigital(seededRandom(1), { negative: true });
	const other = (one: PlacedText) => [
		{ ...one, text: one.text.replace(/^(¥?)-(?=[\d.]+$)/, `$1${minus}`) },
	];
	const { doubts } = await readOne(edited(drawn, other));
	expect(doubts).toEqual([]);
});

describe('a specification of several lines', () => {
	/** What is read of specifications that each stand a little off a row: `1-5.5` is above the second one. */
	const specified = async (pitch: number, places: string) => {
		const { drawn, rows } = apart(pitch);
		const words = places.split(' ').map((place, index) => {
			const [row, by] = [Number(place[0]), Number(place.slice(1))];
			return placed(`规格${index}`, 128, rows[row]! + by);
		});
		const { invoice, doubts } = await readOne(edited(drawn, (one) => [one], ...words));
		return { found: invoice.lines.map(({ specification }) => specification), doubts };
	};

	it.each([
		['its first', '0+0 0+11 1+0', ['规格0规格1', '规格2', undefined]],
		['its middle', '0+0 1-5.5 1+5.5 2+0', ['规格0', '规格1规格2', '规格3']],
		['its last', '0+0 1-11 1+0', ['规格0', '规格1规格2', undefined]],
		['the first, below none', '1+0 1+11 1+22', [undefined, '规格0规格1规格2', undefined]],
	])('is read with %s beside the numbers (%s)', async (_what, places, expected) => {
		expect(await specified(33, places)).toEqual({ found: expected, doubts: [] });
	});

	it('is marked where its lines could be those of two', async () => {
		const { doubts } = await specified(22, '1+0 1+11 2+0');
		expect(doubts).toEqual([
			'It is not clear which lines the specifications "规格0规格1规格2" belong to',
		]);
	});
});

it.each(['小', '合'])('reads totals whose label %s计 has a colon', async (first) => {
	const drawn = drawDigital(seededRandom(8), { lines: first === '小' ? 24 : 3 });
	const colon = (one: PlacedText) => (one.text === '计' ? [{ ...one, text: '计：' }] : [one]);
	await expectRead({ ...drawn, ...edited(drawn, colon) });
});

it.each(WORDINGS.flatMap(([label, wordings]) => wordings.map((one) => [label, one] as const)))(
	'reads an invoice that words %s as %s',
	async (label, wording) => {
		const style = { ...PLAIN_STYLE, size: 7, words: { [label]: wording } };
		await expectRead(drawOlder(seededRandom(2), {}, style));
	},
);

it.each([7.5, 10])('reads a heading whose second line is %s points below', async (below) => {
	const drawn = drawDigital(seededRandom(7));
	const { pages } = edited(drawn, (one) =>
		one.text === '税率/征收率'
			? [
					{ ...one, text: '税率/' },
					{ ...one, text: '征收率', y: one.y + below },
				]
			: [one],
	);
	await expectRead({ ...drawn, pages });
});

it('takes no goods name right below the head for a heading', async () => {
	const drawn = drawDigital(seededRandom(7), { lines: 1 });
	const [line] = drawn.lines;
	const { pages } = edited(drawn, (one) => {
		if (one.text === line!.name) return [{ ...one, text: '单位', y: 159 }];
		return [one.y === 164 ? { ...one, y: 159 } : one];
	});
	await expectRead({ ...drawn, lines: [{ ...line!, name: '单位' }], pages });
});

it('marks the end of a goods name that extends into the next column', async () => {
	const { drawn, rows } = apart(22);
	const { doubts } = await readOne(
		edited(
			drawn,
			(one) => (one.y >= rows[2]! && one.y < 240 && one.x < 125 ? [] : [one]),
			placed('*办公用品*网络交换机', 49, rows[2]!),
			placed('24', 141.5, rows[2]!),
		),
	);
	expect(doubts).toEqual(['Whether "24" belongs to "*办公用品*网络交换机" is not clear']);
});

it('marks a Chinese word that a blank parts from a Latin one, and that stands in the next column', async () => {
	const { drawn, rows } = apart(22);
	const name = '*办公用品*ThinkPad X1';
	const start = 139 - drawnWidth(name) * 9;
	const { doubts } = await readOne(
		edited(
			drawn,
			(one) => (one.y >= rows[2]! && one.y < 240 && one.x < 125 ? [] : [one]),
			placed(name, start, rows[2]!),
			placed('笔', 143.5, rows[2]!),
		),
	);
	expect(doubts).toEqual([`Whether "笔" belongs to "${name}" is not clear`]);
});

it('marks a specification that extends into the column of units', async () => {
	const { drawn, rows } = apart(22);
	const specification = '规格型号甲乙丙';
	const start = 188 - drawnWidth(specification) * 9;
	const { doubts } = await readOne(
		edited(drawn, (one) => [one], placed(specification, start, rows[0]!)),
	);
	expect(doubts).toEqual([`Whether "件" belongs to "${specification}" is not clear`]);
});

it('tells a rate and a tax in one column apart', async () => {
	const { drawn } = apart(22);
	const { record, invoice, doubts } = await readOne(
		edited(drawn, (one) => [one.x > 490 && one.y > 158 && one.y < 230 ? { ...one, x: 470 } : one]),
	);
	expect(doubts).toEqual([]);
	expect(record.totalTax).toBe((drawn.truth.totalTax ?? 0) / 100);
	expect(invoice.lines.map(({ taxRate }) => taxRate)).toEqual(drawn.lines.map(({ rate }) => rate));
});

it('tells a rate from the amount in whose column it begins', async () => {
	const { drawn } = apart(22);
	const isRate = ({ x, y, text }: PlacedText) =>
		text.endsWith('%') && y > 158 && y < 230 && x > 400;
	const { record, invoice, doubts } = await readOne(
		edited(drawn, (one) => [isRate(one) ? { ...one, x: 428, size: 6 } : one]),
	);
	expect(doubts).toEqual([]);
	expect(record.totalTax).toBe((drawn.truth.totalTax ?? 0) / 100);
	expect(invoice.lines.map(({ taxRate }) => taxRate)).toEqual(drawn.lines.map(({ rate }) => rate));
});

it.each([{ lines: 1 }, { lines: 4, discount: true }, { lines: 2, negative: true }])(
	'reads numbers that begin at the left of their columns (%o)',
	async (settings) => {
		const drawn = drawDigital(seededRandom(61), settings);
		const edges = [245, 285, 350, 425, 485, 600];
		const isNumber = ({ text, y }: PlacedText) => /^-?[\d.]+$/.test(text) && y > 158 && y < 262;
		const left = (one: PlacedText) => {
			const end = one.x + drawnWidth(one.text) * one.size;
			const edge = edges.filter((at) => at < end - 10).at(-1)!;
			return [isNumber(one) && one.x > 215 ? { ...one, x: edge + 2 } : one];
		};
		await expectRead({ ...drawn, ...edited(drawn, left) });
	},
);

describe('a long unit price that is wrapped', () => {
	const drawn = drawDigital(seededRandom(51), { lines: 1 });
	// room for a line between the head and the row
	const lower = edited(drawn, (one) => [one.y > 158 ? { ...one, y: one.y + 12 } : one]);
	const price = drawn.lines[0]!.unitPrice!;
	const own = lower.pages[0]!.texts.find(({ text }) => text === price)!;
	const end = own.x + drawnWidth(price) * own.size;
	/** The first line of the price with zeros, and its end below it. */
	const wrappedTo = (
		rest: string,
		place: Partial<PlacedText> = {},
		of: Partial<PlacedText> = {},
	) => {
		const first = price.padEnd(12, price.includes('.') ? '0' : '.00000000000');
		const ending = (text: string) => ({ ...own, text, x: end - drawnWidth(text) * own.size });
		return readOne(
			edited(lower, (one) =>
				one === own
					? [
							{ ...ending(first), ...of },
							{ ...ending(rest), y: own.y + 11, ...place },
						]
					: [one],
			),
		).then(({ invoice, doubts }) => ({ price: invoice.lines[0]!.unitPrice, doubts, first }));
	};

	it('is read', async () => {
		const { price: found, doubts, first } = await wrappedTo('0094');
		expect([found, doubts]).toEqual([`${first}0094`, []]);
	});

	it.each([-11, -5.5])('is read, where its first line is %d points off the row', async (off) => {
		const rest = { y: own.y + 11 + off };
		const { price: found, doubts, first } = await wrappedTo('0094', rest, { y: own.y + off });
		expect([found, doubts]).toEqual([`${first}0094`, []]);
	});

	it.each<[string, string, Partial<PlacedText>]>([
		['has another color', '0094', { before: '1 0 0 rg' }],
		['stands further to the left', '0094', { x: end - 45 }],
		['is no number', '备用', {}],
	])('is marked, where the text below it %s', async (_what, rest, place) => {
		expect((await wrappedTo(rest, place)).doubts).toContain(
			`"${rest}" in the table belongs to no line`,
		);
	});
});

it('reads a label that has the characters of a stamp among its own', async () => {
	const drawn = drawDigital(seededRandom(8));
	const label = drawn.pages[0]!.texts.find(({ text }) => text === '开票日期：')!;
	const stamp = placed('验', label.x + 4.6, label.y + 4, 24);
	const { record } = await readOne(edited(drawn, (one) => [one], stamp));
	expect(record.issueDate).toBe(drawn.truth.date);
});

it.each(['订单号', '测试有限公司'])(
	'marks a text of which the edge of the page cuts off %s',
	async (end) => {
		const drawn = drawDigital(seededRandom(8));
		const remark = drawn.pages[0]!.texts.find(({ text }) => text.startsWith('订单号'))!;
		const text = `${remark.text}${end}`;
		const x = drawn.pages[0]!.width - (drawnWidth(text) - 1) * remark.size - 1;
		const { doubts } = await readOne(
			edited(drawn, (one) => (one === remark ? [{ ...one, text, x }] : [one])),
		);
		expect(doubts).toEqual([`"${end.at(-1)}" is cut off, or covered by what is drawn over it`]);
	},
);

it('keeps the date above a party out of its name', async () => {
	const drawn = drawDigital(seededRandom(7));
	const { record, doubts } = await readOne(
		edited(drawn, (one) => {
			if (one.y === 95) return [{ ...one, y: 88 }];
			return [one.y === 56 ? { ...one, x: one.x - 40, y: 76 } : one];
		}),
	);
	expect(doubts).toEqual([]);
	expect(record.sellerName).toBe(drawn.truth.seller.name);
	expect(record.issueDate).toBe(drawn.truth.date);
});

describe('a word that is a label of the table', () => {
	const digital = drawDigital(seededRandom(7));
	const older = drawOlder(seededRandom(12));

	it.each([
		['buyer', digital, '海口市事业单位服务中心'],
		['buyer', older, '上海联合计量检测有限公司'],
		['seller', digital, '北京程序号外科技有限公司'],
		['seller', older, '合肥市直属机关事业单位'],
	] as const)('is a part of the name of the %s', async (party, drawn, name) => {
		const { name: printed } = drawn.truth[party];
		const truth = { ...drawn.truth, [party]: { ...drawn.truth[party], name } };
		const { pages } = edited(drawn, (one) => [one.text === printed ? { ...one, text: name } : one]);
		for (const apart of [false, true]) {
			const changed = pages.map((page) => ({
				...page,
				texts: page.texts.map((one) => ({ ...one, apart })),
			}));
			await expectRead({ ...drawn, truth, pages: changed });
		}
	});

	it.each([
		['*医疗服务*单位体检'],
		['*预付卡销售*充值金额'],
		['*设计服务*总计划编制'],
		['*软件*综合计费系统'],
	])('is a part of %s', async (name) => {
		for (const drawn of [digital, older]) {
			const [first, ...others] = drawn.lines;
			const lines = [{ ...first!, name }, ...others];
			const change = (one: PlacedText) => [one.text === first!.name ? { ...one, text: name } : one];
			await expectRead({ ...drawn, lines, ...edited(drawn, change) });
		}
	});

	it('marks a party on whose second line it stands alone', async () => {
		const { name } = digital.truth.buyer;
		const { doubts } = await readOne(
			edited(digital, (one) =>
				one.text === name
					? [
							{ ...one, text: '海口市直属机关事业', y: one.y - 5 },
							{ ...one, text: '单位', y: one.y + 5 },
						]
					: [one],
			),
		);
		expect(doubts).toEqual(['Whether "单位" belongs to the buyer\'s name is not clear']);
	});

	it('is a part of a name on whose second line it stands alone', async () => {
		const { drawn, rows } = apart(22);
		const { invoice, doubts } = await readOne(
			edited(
				drawn,
				(one) => (one.y >= rows[2]! && one.y < 240 && one.x < 125 ? [] : [one]),
				placed('*租赁服务*本市机关事业', 12, rows[2]!),
				placed('单位', 12, rows[2]! + 11),
			),
		);
		expect(doubts).toEqual([]);
		expect(invoice.lines[2]!.goodsName).toBe('*租赁服务*本市机关事业单位');
	});
});

describe('the row of the total', () => {
	const drawn = drawDigital(seededRandom(7));
	const total = drawn.pages[0]!.texts.find(({ text }) => text === '合')!;
	/** The page with the total called so, and with more texts in its row. */
	const called = (label: string, ...more: Array<[text: string, x: number]>) =>
		edited(
			drawn,
			(one) => {
				if (one.y !== total.y || !/^[合计]$/.test(one.text)) return [one];
				return one.text === '合' ? [{ ...one, text: label }] : [];
			},
			...more.map(([text, x]) => placed(text, x, total.y)),
		);

	it.each(['合计（元）', '合计人民币', '总合计'])('may be called %s', async (label) => {
		await expectRead({ ...drawn, ...called(label) });
	});

	it.each<[string, ReturnType<typeof called>]>([
		['beside it', called('合', ['计', 90], ['章', 99])],
		['over a part of it', called('合', ['计', 90], ['专', 95])],
		['over its end', called('合计', ['章', 74])],
	])('is found, but not its amount, with a stamp %s', async (_, pages) => {
		const { invoice, doubts } = await readOne(pages);
		expect(invoice.texts.buyerName).toBe(drawn.truth.buyer.name);
		expect(doubts).toContain('No total amount was found');
	});
});

it('marks a value that goes on under its label', async () => {
	const drawn = drawOlder(seededRandom(12));
	const { doubts } = await readOne(
		edited(
			drawn,
			(one) => [one.y > 250 ? { ...one, y: one.y + (one.y > 338 ? 16 : 0) } : one],
			placed('3号楼2层', 45, 344),
		),
	);
	expect(doubts).toEqual([
		'Whether "3号楼2层" belongs to the seller\'s address and phone is not clear',
	]);
});

it.each([
	['buyer', 0],
	['seller', 1],
] as const)('marks a value that goes on under the last label of the %s', async (party, at) => {
	const drawn = drawOlder(seededRandom(12));
	const last = drawn.pages[0]!.texts.filter(({ text }) => text === '开户行及账号：')[at]!;
	const moved = (one: PlacedText) => [{ ...one, y: one.y + (one.y > last.y + 2 ? 16 : 0) }];
	expect((await readOne(edited(drawn, moved))).doubts).toEqual([]);
	const { doubts } = await readOne(edited(drawn, moved, placed('城东支行', last.x, last.y + 10)));
	expect(doubts).toEqual([
		`Whether "城东支行" belongs to the ${party}'s bank and account is not clear`,
	]);
});

describe('the people who issued an invoice', () => {
	const older = drawOlder(seededRandom(12));

	it('may be named like their label', async () => {
		const { invoice } = await readOne(
			edited(older, (one) => [one.text === '赵磊' ? { ...one, text: '复核员' } : one]),
		);
		expect(invoice.texts.reviewer).toBe('复核员');
	});

	it('are those of the foot, not those that the remark names', async () => {
		const { invoice } = await readOne(
			edited(older, (one) => [
				one.text.startsWith('订单号') ? { ...one, text: '收款人:张三; 复核人:李四;' } : one,
			]),
		);
		expect(invoice.texts).toMatchObject({ payee: '王芳', reviewer: '赵磊' });
	});
});

it.each<[string, string, PlacedText, string]>([
	['the drawer', '李晓', placed('财务', 340, 362, 18), 'beside 开票人: is not one text'],
	['the machine number', '661234567890', placed('12', 125, 77, 6), 'beside 机器编号:'],
])('marks %s with another text after it', async (_what, value, other, expected) => {
	const drawn = drawOlder(seededRandom(12));
	const own = drawn.pages[0]!.texts.find((one) => one.text === value)!;
	const { doubts } = await readOne(
		edited(drawn, (one) => [one], {
			...other,
			y: own.y,
			x: own.x + value.length * (own.size / (value.length > 2 ? 2 : 1)) + 1,
		}),
	);
	expect(doubts).toEqual([expect.stringContaining(expected)]);
});

it.each([
	['all', ['运输工具种类', '运输工具牌号', '起运地', '到达地', '运输货物名称']],
	['some', ['起运地', '到达地', '运输货物名称']],
])(
	'keeps the table of the transport, below the goods, out of their names: %s of its headings',
	async (_, heads) => {
		const { drawn, rows } = apart(22);
		const values = ['公路运输', '沪A12345', '上海市浦东新区', '江苏省苏州市', '电子产品'];
		const { invoice, doubts } = await readOne(
			edited(
				drawn,
				(one) => [one],
				...heads.map((head, index) => placed(head, 12 + 85 * index, rows[2]! + 15)),
				...values.map((value, index) => placed(value, 12 + 85 * index, rows[2]! + 30)),
			),
		);
		expect(doubts).toEqual([]);
		expect(invoice.lines.map(({ goodsName }) => goodsName)).toEqual(
			drawn.lines.map(({ name }) => name),
		);
	},
);

it('takes the total of the last page, which has a subtotal too', async () => {
	const drawn = drawDigital(seededRandom(3), { lines: 20 });
	const last = drawn.pages.at(-1)!;
	const total = last.texts.find((one) => one.text === '合')!.y;
	const pages = drawn.pages.map((page) =>
		page === last
			? {
					...page,
					texts: [
						...page.texts,
						placed('小', 60, total - 16),
						placed('计', 90, total - 16),
						placed('¥1.00', 400, total - 16),
						placed('¥0.10', 540, total - 16),
					],
				}
			: page,
	);
	const { record, doubts } = await readOne({ pages });
	expect(doubts).toEqual([]);
	expect(record.totalAmount).toBe(drawn.truth.total / 100);
});

it('marks a remark with a stamp over it', async () => {
	const drawn = drawDigital(seededRandom(7));
	const { doubts } = await readOne(
		edited(drawn, (one) =>
			one.text.startsWith('订单号') ? [one, { ...one, text: '仅供报销', size: 20 }] : [one],
		),
	);
	expect(doubts).toEqual(['The remark is not printed as one text']);
});

it('marks a remark where no label shows its end', async () => {
	const drawn = drawDigital(seededRandom(7));
	const { doubts } = await readOne(edited(drawn, (one) => (one.text === '开票人：' ? [] : [one])));
	expect(doubts).toEqual([
		'The remark is not printed as one text',
		'The page does not show where the remark ends',
	]);
});

it('reads a page once whose texts are all drawn twice', async () => {
	const drawn = drawDigital(seededRandom(3), { lines: 8 });
	const { invoice, doubts } = await readOne({
		pages: drawn.pages.map((page) => ({ ...page, texts: [...page.texts, ...page.texts] })),
	});
	expect(doubts).toEqual([]);
	expect(invoice.lines).toHaveLength(drawn.lines.length);
});

it.each([0, 2.2, 4.1])(
	'shares many rows out in time, with their lines %s points off',
	async (off) => {
		const count = 1200;
		const { drawn } = apart(22);
		const [page] = drawn.pages as [TextPage];
		const many = Array.from({ length: count }, (_, row) => [
			placed('1.00', 390, 164 + 6 * row, 5),
			placed('甲', 140, 164 + 6 * row + off, 5),
		]).flat();
		const below = 6 * count;
		const texts = page.texts
			.filter(({ y }) => y < 158 || y > 240)
			.map((one) => (one.y > 158 ? { ...one, y: one.y + below } : one));
		const spent = processorTime();
		await read({ pages: [{ ...page, height: page.height + below, texts: [...texts, ...many] }] });
		expect(spent()).toBeLessThan(15_000);
	},
);

it('reads a page of much text in time that grows with it', async () => {
	const page = (lines: number): TextPage => ({
		width: 600,
		height: 12 * lines + 20,
		texts: Array.from({ length: lines }, (_, row) => placed('发票e'.repeat(13), 10, 12 * row + 12)),
	});
	await read({ pages: [page(50)] });
	const spent = processorTime();
	await read({ pages: [page(400)] });
	expect(spent()).toBeLessThan(10_000);
});
