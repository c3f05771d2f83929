import { interleaved, median, percentile, ratio } from './stats';

describe('median and percentile', () => {
	test.each([
		[[7], 7],
		[[9, 1, 5], 5],
		[[10, 2, 4, 8], 6],
	])('the median of %j is %d', (values, expected) => {
		expect(median(values)).toBe(expected);
	});

	test('lie between neighbours in proportion', () => {
		expect(percentile([40, 10, 30, 20], 0)).toBe(10);
		expect(percentile([40, 10, 30, 20], 50)).toBe(25);
		expect(percentile([40, 10, 30, 20], 90)).toBeCloseTo(37);
		expect(percentile([40, 10, 30, 20], 100)).toBe(40);
	});

	test('leave the list as it was, and need one that is not empty', () => {
		const values = [3, 1, 2];
		median(values);
		expect(values).toEqual([3, 1, 2]);
		expect(() => median([])).toThrow('no median');
	});
});

test('a ratio is the median of the ratios within the rounds, not the ratio of the medians', () => {
	// in the second round the machine was three times as slow for both
	expect(ratio([10, 33, 8], [10, 30, 10])).toBeCloseTo(1);
	expect(ratio([5, 30, 20], [10, 30, 10])).toBe(1);
});

describe('interleaved runs', () => {
	const contenders = (order: string[]) => ({
		a: async () => order.push('a'),
		b: async () => order.push('b'),
		c: async () => order.push('c'),
	});

	test('every contender runs once in a round, each round beginning with another one', async () => {
		const order: string[] = [];
		await interleaved(contenders(order), 3, 0);
		expect(order.join('')).toBe('abcbcacab');
	});

	test('warm-up rounds run and are not counted', async () => {
		const order: string[] = [];
		const results = await interleaved(contenders(order), 2, 1);
		expect(order.join('')).toBe('abcbcacab');
		expect(results).toEqual({ a: [6, 8], b: [4, 9], c: [5, 7] });
	});
});
