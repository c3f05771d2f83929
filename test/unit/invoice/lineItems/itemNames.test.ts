import { assignNames, isTotalLabel } from '../../../../nodes/IflytekInvoiceOcr/lineItems/lineItems';

type NameLine = [text: string, v: number, left?: number];

/** Name lines one below the other, each at the given row coordinate. */
function group(rows: number[], ...names: NameLine[]) {
	return assignNames(
		rows,
		names.map(([text, v, left = 0]) => ({ text, v, left, right: left + text.length })),
	);
}

describe('sharing name lines out among rows', () => {
	it('gives every row its own line', () => {
		expect(group([0, 1.5, 3], ['甲', 0.1], ['乙', 1.4], ['丙', 3.1])).toEqual([[0], [1], [2]]);
	});

	it.each([
		['first', [0, 2.4]],
		['middle', [0.6, 2.4]],
		['last', [1.2, 2.4]],
	])('knows rows that stand at the %s line of a wrapped name', (_, rows) => {
		expect(
			group(rows, ['*图书*少儿百科全书精装', 0], ['珍藏版', 1.2], ['*图书*教材', 2.4]),
		).toEqual([[0, 1], [2]]);
	});

	it('lets the category that opens a name decide where rows leave a choice', () => {
		const rows = [0, 2.4];
		const long = '不锈钢六角头螺栓螺母';
		expect(group(rows, [`*金属制品*${long}`, 0], [long, 1.2], ['*谷物*大米', 2.4])).toEqual([
			[0, 1],
			[2],
		]);
		expect(group(rows, ['*谷物*大米', 0], [`*金属制品*${long}`, 1.2], [long, 2.4])).toEqual([
			[0],
			[1, 2],
		]);
	});

	it('lets the width at which lines were wrapped decide where names carry no category', () => {
		const rows = [0, 2.4];
		expect(group(rows, ['不锈钢六角头螺栓', 0], ['螺母', 1.2], ['大米', 2.4])).toEqual([
			[0, 1],
			[2],
		]);
	});

	it('leaves names in doubt that could belong to either row', () => {
		const full = '不锈钢六角头螺栓';
		expect(group([0, 2.4], [full, 0], [full, 1.2], [full, 2.4])).toEqual([null, null]);
	});

	it('leaves a name without a category in doubt beside names with one, and the name above', () => {
		const rows = [0, 1.2, 2.4];
		const names = (third: string): Array<[string, number]> => [
			['*谷物*大米', 0],
			['*电子计算机*服务器DELL', 1.2],
			[third, 2.4],
		];
		expect(group(rows, ...names('机架式'))).toEqual([[0], null, null]);
		expect(group(rows, ...names('电子计算机*台式机'))).toEqual([[0], [1], [2]]);
		expect(group(rows, ...names('小计'))).toEqual([[0], [1], [2]]);
	});

	it('fits no lines to rows that have none', () => {
		expect(group([0, 1.5], ['甲', 0], ['乙', 0.75])).toBeUndefined();
		expect(group([0, 1.5])).toBeUndefined();
		expect(group([0], ['甲', 0], ['far below', 4])).toBeUndefined();
	});

	it('does not join a name whose row was lost to the one above', () => {
		expect(group([0], ['*谷物*大米', 0], ['*谷物*小米', 1.2])).toBeUndefined();
		expect(group([0], ['短', 0], ['长得多的一行文字', 1.2])).toBeUndefined();
	});

	it('joins texts that OCR took apart on the same printed line from left to right', () => {
		expect(
			group([0, 1.5], ['餐饮费', 0.1, 6], ['*餐饮服务*', 0.2, 0], ['*谷物*大米', 1.5]),
		).toEqual([[1, 0], [2]]);
	});

	it('leaves texts in doubt that overlap on the same line', () => {
		expect(group([0], ['不锈钢六角头', 0], ['不锈钢六角头', 0.1])).toBeUndefined();
	});

	it('leaves labels out that stand beside no row, and keeps them in their row', () => {
		expect(group([0], ['甲', 0], ['以下空白', 1.2])).toEqual([[0]]);
		expect(group([0, 1.2], ['甲', 0], ['小 计', 1.2])).toEqual([[0], [1]]);
		expect(['合计', '合 计', '合计：', '（以下空白）', '小计', '总计'].every(isTotalLabel)).toBe(
			true,
		);
		expect(['合计费用', '原价合计', '*谷物*小米'].some(isTotalLabel)).toBe(false);
	});
});

describe('how far a name may be off', () => {
	it.each([
		[0.38, [[0]]],
		[-0.38, [[0]]],
		[0.39, undefined],
		[-0.39, undefined],
	])('its row: %d text heights', (v, groups) => {
		expect(group([0], ['甲', v])).toEqual(groups);
		expect(group([0], ['小计', v])).toEqual(groups);
	});

	it.each([
		[0.22, [[0], [1]]],
		[0.24, undefined],
	])('rows that are close to each other: %d text heights', (off, groups) => {
		expect(group([0, 0.6], ['甲', off], ['乙', 0.6 + off])).toEqual(groups);
	});

	it.each([
		[0.4, [[1, 0]]],
		[0.41, [[0, 1]]],
	])('a text beside it: %d text heights', (v, groups) => {
		// one printed line goes from left to right, two from top to bottom
		expect(group([0], ['乙', 0, 1], ['甲', v, 0])).toEqual(groups);
	});

	it.each([
		[1, [[0, 1]]],
		[0.99, undefined],
	])('the text that it may reach into: one from %d on', (left, groups) => {
		expect(group([0], ['ab', 0, 0], ['cd', 0, left])).toEqual(groups);
	});

	it.each([
		[[0, 2.5], true],
		[[0, 2.6], false],
		[[0, 0.8, 2.35], true],
		[[0, 0.8, 2.45], false],
	])('its next line: lines at %j', (places, fits) => {
		const names = places.map((v, line): [string, number] => [line === 0 ? '*谷物*大米' : '袋', v]);
		expect(group([0], ...names)).toEqual(fits ? [places.map((_, line) => line)] : undefined);
	});

	it('the row above: any distance', () => {
		expect(group([0, 9], ['甲', 0], ['乙', 9])).toEqual([[0], [1]]);
	});
});

describe('name lines', () => {
	it('may come in any order, above the middle of the page and below', () => {
		expect(group([-1.5, 0, 1.5], ['丙', 1.5], ['甲', -1.5], ['乙', 0])).toEqual([[1], [2], [0]]);
	});

	it('are joined with the text beside them, not with one above', () => {
		expect(
			group([0, 1.5], ['*谷物*大米', 0, 0], ['*餐饮服务*', 1.5, 0], ['餐饮费', 1.5, 6]),
		).toEqual([[0], [1, 2]]);
	});

	it('go on where a category opens the next name, however short they are', () => {
		expect(
			group([0, 2.4], ['*谷物*大米', 0], ['袋装', 1.2], ['*金属制品*不锈钢六角头螺栓', 2.4]),
		).toEqual([[0, 1], [2]]);
	});

	it('never go on below a label', () => {
		expect(group([0, 1.2], ['*谷物*米', 0], ['以下空白', 1.2], ['袋装', 2.4])).toBeUndefined();
	});

	it('are in doubt only in the rows that they could be shared out among', () => {
		const full = (text: string, v: number): [string, number] => [text.repeat(6), v];
		const names = [full('甲', 0), full('乙', 1.2), full('丙', 2.4), full('丁', 3.6)];
		expect(group([0, 1.2, 3.6], ...names)).toEqual([[0], null, null]);
	});

	it('are in doubt where none of the ways was wrapped for want of room', () => {
		expect(group([0, 2.4], ['短', 0], ['中间的', 1.2], ['长得多的一行文字', 2.4])).toEqual([
			null,
			null,
		]);
	});

	it('are in doubt where they are too many to try all ways', () => {
		const rows = Array.from({ length: 400 }, (_, row) => 1.2 * row);
		expect(group(rows, ...rows.map((v): NameLine => ['大米', v]))).toBeUndefined();
	});

	// a Chinese character is two wide, a Latin one is one; one more is let pass
	it.each([
		['甲甲甲a', '乙乙乙乙乙', true],
		['甲甲甲', '乙乙乙乙乙', false],
		['甲甲甲甲', 'abcdefghij', true],
		['甲甲甲a', 'abcdefghij', false],
	])('"%s" goes on with "%s" where that had no room: %p', (first, next, fits) => {
		expect(group([0], [first, 0], [next, 1.2])).toEqual(fits ? [[0, 1]] : undefined);
	});
});
