import type { INodeProperties } from 'n8n-workflow';

import { inChinese } from '../../aSentence';
import { wholeNumber } from '../../../../nodes/IflytekAiCall/parameters/values';

const LIMIT: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
};

describe('a whole number from an option', () => {
	it.each([undefined, null, ''])('is the default where %p is given', (value) => {
		expect(wholeNumber(value, LIMIT)).toEqual({ ok: true, value: 50 });
	});

	it.each([
		[1, 1],
		[7, 7],
		['12', 12],
		[Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
	])('is read from %p', (value, number) => {
		expect(wholeNumber(value, LIMIT)).toEqual({ ok: true, value: number });
	});

	it.each([0, -1, 1.5, '0', ' ', 'ten', '1e400', Infinity, NaN, 2 ** 53, true, [5], {}])(
		'is not taken from %p, and the sentence names the option',
		(value) => {
			expect(wholeNumber(value, LIMIT)).toEqual({
				ok: false,
				problem: {
					retryClass: 'never',
					message: expect.stringMatching(/^'Limit' is not a whole number of at least 1: ./),
					remedy: "Correct 'Limit'.",
					chinese: inChinese,
				},
			});
		},
	);

	it.each<[unknown, string]>([
		['ten', '"ten"'],
		[NaN, 'NaN'],
		[[5], '[5]'],
		[1.5, '1.5'],
		['x'.repeat(201), `"${'x'.repeat(200)}…"`],
	])('shows what was given instead: %j', (value, shown) => {
		expect(wholeNumber(value, LIMIT)).toMatchObject({
			problem: { message: `'Limit' is not a whole number of at least 1: ${shown}` },
		});
	});

	it('is within the bounds of the option', () => {
		const upTo3 = { ...LIMIT, typeOptions: { minValue: 0, maxValue: 3 } };
		expect([0, 3].map((value) => wholeNumber(value, upTo3).ok)).toEqual([true, true]);
		for (const value of [-1, 4]) {
			expect(wholeNumber(value, upTo3)).toMatchObject({
				problem: { message: `'Limit' is not a whole number from 0 to 3: ${value}` },
			});
		}
	});
});
