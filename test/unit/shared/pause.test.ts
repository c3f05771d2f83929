import { pauseBefore } from '../../../nodes/shared/items/pause';

describe('the pause before the next attempt', () => {
	afterEach(() => jest.restoreAllMocks());
	const chance = (value: number) => jest.spyOn(Math, 'random').mockReturnValue(value);

	it('doubles with every attempt, up to 32 times the first', () => {
		chance(1);
		const pauses = [1, 2, 3, 4, 5, 6, 7, 20].map((attempt) => pauseBefore(attempt, 100));
		expect(pauses).toEqual([100, 200, 400, 800, 1600, 3200, 3200, 3200]);
	});

	it('loses up to half of it at random, so that many do not come back at once', () => {
		chance(0);
		expect(pauseBefore(2, 100)).toBe(100);
		chance(0.5);
		expect(pauseBefore(2, 100)).toBe(150);
	});

	it('is at least what the service asked for', () => {
		chance(1);
		expect(pauseBefore(1, 100, 5000)).toBe(5000);
		expect(pauseBefore(6, 100, 1000)).toBe(3200);
	});
});
