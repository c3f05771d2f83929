import type { IDataObject } from 'n8n-workflow';

import { nullColumnsLast } from '../../../../nodes/shared/items/engine';

const columns = (...rows: IDataObject[]) =>
	nullColumnsLast(rows.map((json) => ({ json }))).map(({ json }) => Object.keys(json));

describe('nullColumnsLast', () => {
	it('puts a column last that is null in all rows, and leaves the order of the others', () => {
		expect(columns({ a: null, b: 1, c: null, d: '' }, { a: null, b: null, c: 0, d: null })).toEqual(
			[
				['b', 'c', 'd', 'a'],
				['b', 'c', 'd', 'a'],
			],
		);
	});

	it('keeps every value', () => {
		const [item] = nullColumnsLast([{ json: { a: null, b: { c: null } }, pairedItem: 3 }]);
		expect(item).toEqual({ json: { a: null, b: { c: null } }, pairedItem: 3 });
	});

	it('leaves a failed item as it is, and does not count what it holds', () => {
		expect(columns({ a: 1, error: { message: 'x' } }, { a: null, b: 2 })).toEqual([
			['a', 'error'],
			['b', 'a'],
		]);
	});
});
