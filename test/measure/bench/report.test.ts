import { drawn } from './chart';
import { atMost, figure, printedTable, type BarGroup } from './report';

describe('report', () => {
	test.each([
		[0.1234, '0.12'],
		[12.345, '12.3'],
		[123.4, '123'],
		[1234567, '1,234,567'],
		[Infinity, '-'],
		[NaN, '-'],
	])('%d is printed as %s', (value, expected) => {
		expect(figure(value)).toBe(expected);
	});

	test('a bound holds up to and including itself', () => {
		expect(atMost('x', 1.3, 1.3, '×')).toEqual({
			text: 'x',
			holds: true,
			measured: '1.30 ×, at most 1.30 ×',
		});
		expect(atMost('x', 1.31, 1.3).holds).toBe(false);
		expect(atMost('x', NaN, 1.3).holds).toBe(false);
	});

	test('a table is Markdown with columns of one width', () => {
		const table = printedTable({
			title: 'T',
			columns: ['', 'ours'],
			rows: [
				['one', '1'],
				['twelve', '12,000'],
			],
		});
		expect(table).toBe(
			[
				'### T',
				'',
				'|        |   ours |',
				'| ------ | -----: |',
				'| one    |      1 |',
				'| twelve | 12,000 |',
			].join('\n'),
		);
	});
});

describe('chart', () => {
	const group = (values: number[]): BarGroup => ({
		title: 'a < b & c',
		unit: 's',
		better: 'lower',
		bars: values.map((value) => ({ label: 'x', value, kind: 'ours' })),
	});
	const widths = (svg: string): number[] =>
		[...svg.matchAll(/width="([\d.]+)" height="16"/g)].map(([, width]) => Number(width));

	test('bars are in proportion within a group, and each group has an axis of its own', () => {
		const [a, b, c, d] = widths(drawn([group([50, 100]), group([1, 4])], 'machine'));
		expect(a / b).toBeCloseTo(0.5, 2);
		expect(c / d).toBeCloseTo(0.25, 2);
		expect(b).toBe(d);
	});

	test('nothing is drawn outside the picture, nor over the row above', () => {
		const svg = drawn([group([1, 2, 3]), group([1]), group([1])], 'machine');
		const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg)!.map(Number);
		const places = [...svg.matchAll(/<text x="([\d.]+)" y="(\d+)"/g)].map(([, x, y]) => [
			Number(x),
			Number(y),
		]);
		expect(places.every(([x, y]) => x < width && y < height)).toBe(true);
		const seen = new Set(places.map(String));
		expect(seen.size).toBe(places.length);
	});

	test('text is escaped', () => {
		expect(drawn([group([1])], 'x')).toContain('a &lt; b &amp; c');
	});
});
