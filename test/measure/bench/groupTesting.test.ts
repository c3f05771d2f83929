import { fewestExpectedCalls, informationBound } from './groupTesting';

describe('how few calls find the bad rows', () => {
	test('one of 1024 places takes ten bits, no bad row none', () => {
		expect(informationBound(1024, 1)).toBeCloseTo(10);
		expect(informationBound(1024, 0)).toBe(0);
		// C(10, 3) = 120
		expect(informationBound(10, 3)).toBeCloseTo(Math.log2(120));
	});

	test('one row takes one call, whatever its share', () => {
		expect(fewestExpectedCalls(1, 0.5, 50)).toBe(1);
	});

	test('of two rows in one call, only a refused first one is worth a third call', () => {
		// one call; a second one when either is bad (0.19), a third one when the first is (0.1)
		expect(fewestExpectedCalls(2, 0.1, 50)).toBeCloseTo(1 + 0.19 + 0.1);
	});

	test('where half of the rows are bad nothing beats one by one', () => {
		expect(fewestExpectedCalls(20, 0.5, 50)).toBeCloseTo(20);
	});

	test('where hardly any row is bad full calls do', () => {
		expect(fewestExpectedCalls(200, 1e-9, 50)).toBeCloseTo(4);
	});

	test('stays above what information theory allows', () => {
		const share = 0.01;
		const bits = -share * Math.log2(share) - (1 - share) * Math.log2(1 - share);
		const calls = fewestExpectedCalls(500, share, 50);
		expect(calls).toBeGreaterThan(500 * bits);
		expect(calls).toBeLessThan(500 * bits * 1.2);
	});
});
