import { inEnglish } from '../read';
import {
	ELEMENTS,
	type FieldName,
	type RecognizedField,
} from '../../../../nodes/IflytekInvoiceOcr/invoice/invoice';
import type { Quad } from '../../../../nodes/IflytekInvoiceOcr/values/values';
import { matchTableRows } from '../../../../nodes/IflytekInvoiceOcr/lineItems/tableRows';

const HEIGHT = 20;

/** A text whose middle stands so many text heights right and down; without a place, nowhere. */
type Placed = [text: string, x?: number, y?: number, width?: number];
/** The texts of a column, each at its row. */
const column = (x: number, ...texts: Array<[text: string, y: number]>) =>
	texts.map(([text, y]): Placed => [text, x, y]);

type Texts = Partial<Record<FieldName, Placed[]>>;

/** A box whose left and right edges lean, so that its other edges are believed; or one along the axes. */
function boxAt(x: number, y: number, width: number, lean: number): Quad {
	const [left, right] = [(x - width / 2) * HEIGHT, (x + width / 2) * HEIGHT];
	const [top, bottom] = [(y - 0.5) * HEIGHT, (y + 0.5) * HEIGHT];
	return [
		{ x: left + lean, y: top },
		{ x: right + lean, y: top },
		{ x: right - lean, y: bottom },
		{ x: left - lean, y: bottom },
	];
}

function fieldsOf(texts: Texts, lean = 1): Record<FieldName, RecognizedField> {
	const reading = (placed: Placed[]): RecognizedField => {
		const lines = placed.map(([text, x, y = 0, width = 3]) => ({
			text,
			quad: x === undefined ? null : boxAt(x, y, width, lean),
			confidence: null,
		}));
		const text = lines.map((line) => line.text).join('\n');
		return { text, lines, quad: null, confidence: null };
	};
	return Object.fromEntries(
		ELEMENTS.map(({ name }) => [name, reading(texts[name] ?? [])]),
	) as Record<FieldName, RecognizedField>;
}

/** Wide boxes above and below, which leave no doubt of how rows run. */
const SURE: Texts = {
	cipherArea: [-30, -20, 20, 30].map((y): Placed => ['<+*', 10, y, 60]),
};

/** Each row as its texts: name, cells by column, and doubts. */
function rowsOf(texts: Texts, lean?: number) {
	return matchTableRows(fieldsOf(texts, lean)).map(({ names, cells, doubts }) => ({
		name: names === null ? null : names.map(({ text }) => text).join('+'),
		...Object.fromEntries(Object.entries(cells).map(([column, { text }]) => [column, text])),
		doubts: inEnglish(doubts),
	}));
}

const NOT_MATCHED = 'The columns of the table of line items could not be matched beyond doubt';
const NAME_NOT_MATCHED = 'The goods name could not be matched beyond doubt';

describe('a table of line items', () => {
	it('has no rows without texts', () => {
		expect(rowsOf({})).toEqual([]);
		expect(rowsOf(SURE)).toEqual([]);
	});

	it('of one text a column is one row where texts have no place', () => {
		expect(rowsOf({ goodsNames: [['甲']] })).toEqual([{ name: '甲', doubts: [] }]);
		expect(rowsOf({ amounts: [['1.00']] })).toEqual([{ name: '', amounts: '1.00', doubts: [] }]);
		expect(rowsOf({ goodsNames: [['甲']], amounts: [['1.00']], taxRates: [['6%']] })).toEqual([
			{ name: '甲', amounts: '1.00', taxRates: '6%', doubts: [] },
		]);
	});

	it.each<[string, Texts, unknown[]]>([
		[
			'two names',
			{ goodsNames: [['甲'], ['乙']], amounts: [['1.00']] },
			[{ name: null, amounts: '1.00', doubts: [NAME_NOT_MATCHED] }],
		],
		[
			'two amounts',
			{ goodsNames: [['甲']], amounts: [['1.00'], ['2.00']] },
			[
				{ name: null, amounts: '1.00', doubts: [NAME_NOT_MATCHED] },
				{ name: null, amounts: '2.00', doubts: [NAME_NOT_MATCHED] },
			],
		],
		[
			'two taxes',
			{ goodsNames: [['甲']], taxAmounts: [['1.00'], ['2.00']] },
			[{ name: null, doubts: [NOT_MATCHED] }],
		],
		['names alone', { goodsNames: [['甲'], ['乙']] }, [{ name: null, doubts: [NOT_MATCHED] }]],
	])(
		'is not matched by order where columns are not equally long: %s without a place',
		(_, texts, rows) => {
			expect(rowsOf(texts)).toEqual(rows);
		},
	);

	it('is not matched where one of its texts has no place', () => {
		const names = column(0, ['甲', 0], ['乙', 2]);
		const amounts: Placed[] = [['1.00', 20, 0], ['2.00']];
		const unmatched = [
			{ name: null, amounts: '1.00', doubts: [NOT_MATCHED] },
			{ name: null, amounts: '2.00', doubts: [NOT_MATCHED] },
		];
		expect(rowsOf({ ...SURE, goodsNames: names, amounts })).toEqual(unmatched);
	});

	it('of placed names alone has no rows to put them in, but for a single one', () => {
		const names = column(0, ['甲', 0], ['乙', 2]);
		expect(rowsOf({ ...SURE, goodsNames: names.slice(0, 1) })).toEqual([
			{ name: '甲', doubts: [] },
		]);
		expect(rowsOf({ ...SURE, goodsNames: names })).toEqual([{ name: null, doubts: [NOT_MATCHED] }]);
	});

	it('leaves a name in doubt that stands beside no amount, also where there is one of each', () => {
		expect(rowsOf({ ...SURE, goodsNames: [['甲', 0, 0]], amounts: [['1.00', 20, 4]] })).toEqual([
			{ name: null, amounts: '1.00', doubts: [NAME_NOT_MATCHED] },
		]);
	});

	it('reads rows from top to bottom, whatever the order of the texts', () => {
		expect(
			rowsOf({
				...SURE,
				goodsNames: column(0, ['丙', 4], ['甲', 0], ['乙', 2]),
				amounts: column(20, ['2.00', 2], ['3.00', 4.1], ['1.00', 0]),
				taxRates: [['6%', 25, 1.9]],
			}),
		).toEqual([
			{ name: '甲', amounts: '1.00', doubts: [] },
			{ name: '乙', amounts: '2.00', taxRates: '6%', doubts: [] },
			{ name: '丙', amounts: '3.00', doubts: [] },
		]);
	});

	it.each([
		[0, '甲+乙', []],
		[-0.85, '甲+乙', []],
		[-1.2, null, [NAME_NOT_MATCHED]],
	])('joins a name of two texts side by side, %d text heights apart', (apart, name, doubts) => {
		const goodsNames: Placed[] = [
			['乙', 3 + apart, 0],
			['甲', 0, 0],
		];
		expect(rowsOf({ ...SURE, goodsNames, amounts: [['1.00', 20, 0]] })).toEqual([
			{ name, amounts: '1.00', doubts },
		]);
	});

	it('is matched beside other fields that have no place', () => {
		const texts: Texts = { ...SURE, goodsNames: [['甲', 0, 0]], amounts: [['1.00', 20, 0]] };
		expect(rowsOf({ ...texts, sellerName: [['乙']] })).toEqual(rowsOf(texts));
	});

	it('leaves a name in doubt that says the same twice', () => {
		const goodsNames: Placed[] = [
			['大 米', 0, 0],
			['大米', 3.2, 0],
		];
		expect(rowsOf({ ...SURE, goodsNames, amounts: [['1.00', 20, 0]] })).toEqual([
			{ name: null, amounts: '1.00', doubts: [NAME_NOT_MATCHED] },
		]);
	});

	it('takes neither of two texts in the same row and column', () => {
		const amounts: Placed[] = [
			['1.00', 18, 0],
			['2.00', 22, 0.1],
		];
		expect(rowsOf({ ...SURE, goodsNames: [['甲', 0, 0]], amounts })).toEqual([
			{ name: '甲', doubts: ['The column of amounts has two values'] },
		]);
	});

	it('has names that stand a little off where their row has fewest cells', () => {
		const goodsNames = column(0, ['甲', 0.2], ['乙', 2.2]);
		const amounts = column(20, ['1.00', 0], ['2.00', 2]);
		expect(rowsOf({ ...SURE, goodsNames, amounts }).map(({ name }) => name)).toEqual(['甲', '乙']);
	});
});

describe('rows of a table of line items', () => {
	/** The amount and the rate of each row, each called by where it stands. */
	const cellsOf = (amounts: number[], rates: number[]) =>
		rowsOf({
			...SURE,
			goodsNames: [['甲', 0, amounts[0]!]],
			amounts: amounts.map((y): Placed => [`${y}`, 20, y]),
			taxRates: rates.map((y): Placed => [`${y}`, 24, y]),
		})
			.map(
				({ amounts: amount = '-', taxRates: rate = '-' }: Record<string, unknown>) =>
					`${amount}:${rate}`,
			)
			.join(' ');

	it.each([
		['half a text height', [0, 3], [0.45], '0:0.45 3:-'],
		['more than that', [0, 3], [0.55], '0:- -:0.55 3:-'],
		['more than that above', [0, 3], [-0.55], '-:-0.55 0:- 3:-'],
		// rows that stand 0.9 apart part at 0.45
		['half of the rows of a dense table', [0.9, 0], [0.4], '0:0.4 0.9:-'],
		['half of its rows further up', [-6, -5.1], [-5.6], '-6:-5.6 -5.1:-'],
		['half of the densest rows', [0, 0.55], [0.32], '0:- 0.55:0.32'],
		// how far texts of different columns stand apart says nothing of the rows
		['half of the rows of a column', [0, 1], [0.45], '0:0.45 1:-'],
		// texts of a column that stand no more than half a height apart are no rows
		['half of no rows', [0, 0.48], [0.02], '-:0.02'],
	])('part beyond %s: amounts at %j, rates at %j', (_, amounts, rates, rows) => {
		expect(cellsOf(amounts, rates)).toBe(rows);
	});
});

describe('a table of line items whose boxes do not say how rows run', () => {
	const TABLE: Texts = {
		goodsNames: column(0, ['甲', 0], ['乙', 1.5]),
		amounts: column(5, ['1.00', 0], ['2.00', 1.5]),
		taxAmounts: [['0.06', 25, 0.75]],
	};
	const amountOfTax = (more: Texts) =>
		rowsOf({ ...TABLE, ...more }, 0)
			.filter((row) => 'taxAmounts' in row)
			.map((row) => ('amounts' in row ? row.amounts : undefined));

	it('is not matched where a text may stand in either of two rows', () => {
		expect(rowsOf(TABLE, 0)).toEqual([
			{ name: null, amounts: '1.00', doubts: [NOT_MATCHED] },
			{ name: null, amounts: '2.00', doubts: [NOT_MATCHED] },
		]);
	});

	it.each([
		['falls', 0.75, ['1.00']],
		['rises', -0.75, ['2.00']],
	])('is matched by totals that stand side by side: the row %s', (_, off, amounts) => {
		for (const [one, other] of [
			['totalAmount', 'totalTax'],
			['totalWithTaxWords', 'totalWithTax'],
		] as const) {
			const total: Texts = { [one]: [['1', 5, 3]], [other]: [['1', 25, 3 + off]] };
			expect(amountOfTax(total)).toEqual(amounts);
		}
	});

	it('is not matched by totals that were read twice', () => {
		const one: Placed = ['1', 5, 3];
		const other: Placed = ['1', 25, 3.75];
		expect(amountOfTax({ totalAmount: [one, one], totalTax: [other] })).toEqual([]);
		expect(amountOfTax({ totalAmount: [one], totalTax: [other, other] })).toEqual([]);
	});

	it('is matched in the fewest rows that are possible', () => {
		const taxAmounts = column(25, ['0.06', 0], ['0.12', 1.5]);
		const rows = rowsOf({ ...TABLE, taxAmounts }, 0);
		expect(rows).toMatchObject([
			{ amounts: '1.00', taxAmounts: '0.06' },
			{ amounts: '2.00', taxAmounts: '0.12' },
		]);
	});

	it('is matched where every tilt that is possible says the same', () => {
		const rows = (y: number, name: string): Texts => ({
			goodsNames: [[name, 0, y]],
			amounts: [[`${y}`, 5, y]],
			taxRates: [[`${y}%`, 8, y]],
			taxAmounts: [[`${y}`, 11, y]],
		});
		const [first, second] = [rows(0, '甲'), rows(6, '乙')];
		const both = Object.fromEntries(
			Object.entries(first).map(([name, cells]) => [
				name,
				[...second[name as FieldName]!, ...cells],
			]),
		);
		expect(rowsOf(both, 0)).toEqual([
			{ name: '甲', amounts: '0', taxRates: '0%', taxAmounts: '0', doubts: [] },
			{ name: '乙', amounts: '6', taxRates: '6%', taxAmounts: '6', doubts: [] },
		]);
	});
});

it('a text whose box has no height disturbs no row', () => {
	const flat: Texts = { checkCode: [['-', 8, 9]] };
	const texts: Texts = {
		goodsNames: column(0, ['甲', 0], ['乙', 3]),
		amounts: column(5, ['1.00', 0], ['2.00', 3]),
	};
	const fields = fieldsOf({ ...texts, ...flat }, 0);
	const [line] = fields.checkCode.lines;
	const [tl, tr] = line!.quad!;
	line!.quad = [tl, tr, tr, tl];
	expect(matchTableRows(fields)).toEqual(matchTableRows(fieldsOf(texts, 0)));
	expect(matchTableRows(fields).map(({ doubts }) => doubts)).toEqual([[], []]);
});
