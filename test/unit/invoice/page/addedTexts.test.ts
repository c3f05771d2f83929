import { seededRandom } from '../../../emulator/core/random';
import { drawDigital, drawOlder } from '../../../fixtures/pageInvoice';
import { drawnWidth, type PlacedText } from '../../../fixtures/pdf/text';
import { inEnglish } from '../read';
import { edited, placed, read, readOne } from './drawn';

// the last name of goods takes one line, as does the first
const digital = drawDigital(seededRandom(7), { lines: 2 });
const older = drawOlder(seededRandom(12), { lines: 2 });
const NOTE = '财务部';

/** A note behind a value: this far from it in points, in this way. */
const beside =
	(value: string, gap: number, change: Partial<PlacedText>) =>
	(text: PlacedText): PlacedText[] =>
		text.text === value
			? [
					text,
					{
						...text,
						text: NOTE,
						x: text.x + drawnWidth(value) * text.size + gap,
						...change,
						y: text.y + (change.y ?? 0),
					},
				]
			: [text];

describe.each([
	['digital', digital],
	['older', older],
])('a note beside a value of a %s invoice marks it, where the value is', (_form, drawn) => {
	const { truth } = drawn;
	const remark = '订单号:8812345678';

	it('has none without a note', async () => {
		expect((await readOne(drawn)).doubts).toEqual([]);
	});

	const ways: Array<[string, number, Partial<PlacedText>]> = [
		['in another color', 0, { before: '1 0 0 rg' }],
		['further apart', 12, {}],
		['in another color as far as a blank', 5, { before: '0 0 1 rg' }],
		['of its own type as far as a blank', 4, {}],
		['of Latin letters in another color', 1, { text: 'OK', before: '1 0 0 rg' }],
		['of Latin letters as far as a blank', 4, { text: 'OK' }],
		['beginning with a digit', 1, { text: '9月报销' }],
		['beginning with a digit further apart', 12, { text: '9月报销' }],
		['in brackets', 3, { text: '(已报)' }],
		['that is a tick', 3, { text: '√' }],
	];
	// digits and Chinese characters may be of different fonts, and so of different heights
	const waysOfChinese: typeof ways = [
		['a little smaller', 0, { size: 7.9 }],
		['a little higher', 0, { y: -2 }],
		['a little apart', 1, {}],
	];
	const cases = [
		['the buyer', truth.buyer.name],
		['the seller', truth.seller.name],
		['the drawer', '李晓'],
		['the remark', remark],
	].flatMap(([name, value]) =>
		[...ways, ...(value === remark ? [] : waysOfChinese)].map(
			([way, gap, change]) => [`${name}, ${way}`, value!, gap, change] as const,
		),
	);

	it.each(cases)('%s', async (_what, value, gap, change) => {
		const { doubts } = await readOne(edited(drawn, beside(value, gap, change)));
		expect(doubts).not.toEqual([]);
	});
});

it.each([
	['the number', digital, digital.truth.number],
	['the number of an older invoice', older, older.truth.number],
	['the code', older, older.truth.code!],
	['the check code', older, older.truth.checkCode!],
])('a digit of another color in %s marks it', async (_what, drawn, value) => {
	const { doubts } = await readOne(
		edited(drawn, (text) => {
			const at = text.text.replace(/ /g, '').endsWith(value) ? text.text.length - 1 : -1;
			if (at === -1) return [text];
			const printed = text.text.slice(0, at);
			const x = text.x + drawnWidth(printed) * text.size;
			const digit = { ...text, text: text.text.slice(at), x, before: '1 0 0 rg' };
			return [{ ...text, text: printed }, digit];
		}),
	);
	expect(doubts).not.toEqual([]);
});

it.each([5, 9, 14])('a note %s points behind a unit marks it', async (gap) => {
	const unit = digital.lines.find((line) => line.unit !== null)!.unit!;
	const { doubts } = await readOne(edited(digital, beside(unit, gap, { text: '旧' })));
	expect(doubts).not.toEqual([]);
});

it.each([
	['the buyer', digital.truth.buyer.name],
	['the drawer', '李晓'],
])('a note as far from %s as a blank marks it', async (_what, value) => {
	const { size } = digital.pages[0]!.texts.find(({ text }) => text === value)!;
	const { doubts } = await readOne(edited(digital, beside(value, size / 2, {})));
	expect(doubts).not.toEqual([]);
});

it.each([
	['the buyer', digital.truth.buyer.name],
	['the seller', digital.truth.seller.name],
	['the goods', digital.pages[0]!.texts.filter(({ text }) => text.startsWith('*')).at(-1)!.text],
	['the remark', '订单号:8812345678'],
])('a note that was drawn last marks %s, however near it stands', async (_what, value) => {
	const own = digital.pages[0]!.texts.find(({ text }) => text === value)!;
	const x = own.x + drawnWidth(value) * own.size;
	const { doubts } = await readOne(edited(digital, (one) => [one], { ...own, text: NOTE, x }));
	expect(doubts).not.toEqual([]);
});

it.each(['*电脑*ThinkPad X1', '*纸制品*复印纸 A4 70g'])(
	'words of %s that are drawn one by one, a blank of Chinese type apart, do not mark it',
	async (name) => {
		const own = digital.pages[0]!.texts.find(({ text }) => text.startsWith('*'))!;
		let x = own.x;
		const words = name.split(' ').map((text) => {
			const word = { ...own, text, x };
			x += (drawnWidth(text) + 0.5) * own.size;
			return word;
		});
		const { doubts, invoice } = await readOne(
			edited(digital, (text) => (text === own ? words : [text])),
		);
		expect([invoice.lines[0]!.goodsName, doubts]).toEqual([name, []]);
	},
);

it('a note below a name of goods marks it, where the name has room for it', async () => {
	const drawn = drawDigital(seededRandom(7), { lines: 1 });
	const own = drawn.pages[0]!.texts.find(({ text }) => text.startsWith('*'))!;
	const { doubts } = await readOne(
		edited(
			drawn,
			(text) => [text === own ? { ...text, text: '*餐饮服务*餐费' } : text],
			placed('八月招待', own.x, own.y + 12),
		),
	);
	expect(doubts).toContain('Line 1: the goods name is not clear');
});

describe.each(['buyer', 'seller'] as const)('below the name of the %s', (party) => {
	const below = (first: string, second: string, y = 11) => {
		const { name } = digital.truth[party];
		const own = digital.pages[0]!.texts.find(({ text }) => text === name)!;
		return readOne(
			edited(digital, (text) =>
				text === own ? [{ ...text, text: first }, placed(second, own.x, own.y + y)] : [text],
			),
		);
	};

	it.each(['财务部', 'OK'])('a note %s marks it, where the name has room for it', async (note) => {
		const { doubts } = await below('测试甲有限公司', note);
		expect(doubts).toEqual([`The ${party}'s name is not printed as one text`]);
	});

	it('the rest of a long one does not', async () => {
		const { doubts } = await below('样本乙商贸有限公司浙江省杭州市西湖区第二批发', '零售部');
		expect(doubts).toEqual([]);
	});
});

describe('a remark', () => {
	const withLine = (x: number, y: number) => {
		const own = digital.pages[0]!.texts.find(({ text }) => text.startsWith('订单号'))!;
		const second = placed('第二行', own.x + x, own.y + y);
		return readOne(edited(digital, (text) => (text === own ? [text, second] : [text])));
	};

	it('of two lines is one text', async () => {
		const { invoice, doubts } = await withLine(0, 12);
		expect(invoice.texts.remark).toBe('订单号:8812345678\n第二行');
		expect(doubts).toEqual([]);
	});

	it('with a line below it that was drawn after all others is marked', async () => {
		const own = digital.pages[0]!.texts.find(({ text }) => text.startsWith('订单号'))!;
		const { doubts } = await readOne(
			edited(digital, (text) => [text], placed('八月招待', own.x, own.y + 12)),
		);
		expect(doubts).toEqual(['The remark is not printed as one text']);
	});

	it.each([
		['（续）备注：合同 HT-9', ['The page does not show where the remark ends']],
		['开票须知：请妥善保管本发票', []],
	])('with a page behind it that says %s', async (text, expected) => {
		const next = { ...digital.pages[0]!, texts: [placed(text, 40, 40)] };
		const { invoices } = await read({ pages: [...digital.pages, next] });
		expect(inEnglish(invoices[0]!.doubts)).toEqual(expected);
	});

	it('with a character that its font does not tell is marked', async () => {
		const { doubts } = await readOne(
			edited(digital, (text) => [
				text.text.startsWith('订单号') ? { ...text, text: '订单\uFFFD7' } : text,
			]),
		);
		expect(doubts).not.toEqual([]);
	});

	it.each([
		['beginning elsewhere', 80, 12],
		['standing far below', 0, 40],
	])('with a text %s is marked', async (_what, x, y) => {
		expect((await withLine(x, y)).doubts).toEqual(['The remark is not printed as one text']);
	});
});

describe('what looks like a label inside a text is a part of it', () => {
	const { name } = digital.truth.buyer;
	const goods = digital.pages[0]!.texts.find(({ text }) => text.startsWith('*'))!.text;

	it.each([
		'测试第1页文化传媒有限公司',
		'样本共2页印务',
		'样本开票人：物业有限公司',
		'说明书共24页',
	])('%s as a name', async (text) => {
		const { record, doubts } = await readOne(
			edited(digital, (one) => [one.text === name ? { ...one, text } : one]),
		);
		expect(record.buyerName).toBe(text.normalize('NFKC').replace(/:/g, '：'));
		expect(doubts).toEqual([]);
	});

	it('in a name of goods, and in a specification', async () => {
		const { invoice } = await readOne(
			edited(
				digital,
				(one) => [one.text === goods ? { ...one, text: '*印刷品*说明书共24页' } : one],
				placed('A4共8页', 128, 164),
			),
		);
		expect(invoice.lines[0]).toMatchObject({
			goodsName: '*印刷品*说明书共24页',
			specification: 'A4共8页',
		});
	});

	const apart = (text: string, ...more: PlacedText[]) =>
		readOne(edited(digital, (one) => [one.text === goods ? { ...one, text } : one], ...more));
	const own = digital.pages[0]!.texts.find(({ text }) => text === goods)!;

	it('in a name of goods, between blanks that were drawn with it', async () => {
		const { invoice } = await apart('*印刷品*合订本 共 8 页');
		expect(invoice.lines[0]!.goodsName).toBe('*印刷品*合订本 共 8 页');
	});

	it('beside a name of goods, which may go on with it', async () => {
		const { doubts } = await apart('*印刷品*合订本', placed('共8页', own.x + 75, own.y));
		expect(doubts).toContain('"共8页" in the table belongs to no line');
	});

	it('a second tax ID below the one of a party marks it', async () => {
		const label = digital.pages[0]!.texts.find(({ text }) => text.endsWith('识别号：'))!;
		const again = { ...label, y: label.y + 13, text: `${label.text}91440300MA5TE5T031` };
		const { doubts } = await readOne(
			edited(digital, (one) => (one === label ? [one, again] : [one])),
		);
		expect(doubts).toContain('There are two texts beside 统一社会信用代码/纳税人识别号:');
	});

	it('beside a party', async () => {
		const party = digital.pages[0]!.texts.find(({ text }) => text === name)!;
		const x = party.x + drawnWidth(name) * party.size + 12;
		const { doubts } = await readOne(edited(digital, (one) => [one], placed('共8页', x, party.y)));
		expect(doubts).toEqual(['Whether "共8页" belongs to the buyer\'s name is not clear']);
	});

	it('in a remark', async () => {
		const { invoice } = await readOne(
			edited(digital, (one) => [
				one.text.startsWith('订单号') ? { ...one, text: '工程名称：测试路第3页' } : one,
			]),
		);
		expect(invoice.texts.remark).toBe('工程名称：测试路第3页');
	});
});

it('a colon that is printed twice is no part of a number', async () => {
	const { number } = digital.truth;
	const { invoice, doubts } = await readOne(
		edited(digital, (one) => [one.text === number ? { ...one, text: `:${number}` } : one]),
	);
	expect(invoice.texts.invoiceNumber).toBe(number);
	expect(doubts).toEqual([]);
});

describe('a name of goods that was broken', () => {
	const nameOf = async (...lines: string[]) => {
		const drawn = drawDigital(seededRandom(7), { lines: 1 });
		const own = drawn.pages[0]!.texts.find(({ text }) => text.startsWith('*'))!;
		const { invoice } = await readOne(
			edited(drawn, (text) =>
				text === own
					? lines.map((one, row) => ({ ...text, text: one, y: text.y + row * 12 }))
					: [text],
			),
		);
		return invoice.lines[0]!.goodsName;
	};

	it.each([
		['that had room for a letter more', '*计算机*笔记本ThinkPad', 'X1CarbonGen12Aura21KCS001'],
		['at a space that was drawn', '*计算机*笔记本电脑ThinkPad ', 'X1'],
		['in front of a space that was drawn', '*计算机*笔记本电脑ThinkPad', ' X1'],
		['at a space that was drawn between other words', '*食品*可口可乐汽水饮料 ', '330 ml'],
	])('between two words keeps the blank, %s', async (_what, ...lines) => {
		expect(await nameOf(...lines)).toBe(lines.map((one) => one.trim()).join(' '));
	});

	it('inside a Latin word has none', async () => {
		expect(await nameOf('*计算机*笔记本电脑ThinkP', 'ad')).toBe('*计算机*笔记本电脑ThinkPad');
	});

	it('between Chinese characters has none', async () => {
		expect(await nameOf('*计算机*笔记本电脑便携式', '电脑')).toBe('*计算机*笔记本电脑便携式电脑');
	});
});
