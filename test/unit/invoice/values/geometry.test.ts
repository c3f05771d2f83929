import {
	acrossOf,
	alongOf,
	centerOf,
	length,
	median,
	type Quad,
	readQuad,
} from '../../../../nodes/IflytekInvoiceOcr/values/values';

const CORNERS = {
	tl_point: { x: 10, y: 20 },
	tr_point: { x: 110, y: 26 },
	br_point: { x: 108, y: 48 },
	bl_point: { x: 8, y: 40 },
};

describe('a position of the service', () => {
	it('is read as corners in the reading direction', () => {
		expect(readQuad(CORNERS)).toEqual([
			{ x: 10, y: 20 },
			{ x: 110, y: 26 },
			{ x: 108, y: 48 },
			{ x: 8, y: 40 },
		]);
	});

	it('may have its numbers as text', () => {
		const asText = JSON.parse(JSON.stringify(CORNERS), (_, value) =>
			typeof value === 'number' ? ` ${value}.0` : value,
		);
		expect(readQuad(asText)).toEqual(readQuad(CORNERS));
	});

	it.each(Object.keys(CORNERS))('is none without %s', (name) => {
		for (const corner of [
			undefined,
			null,
			5,
			{},
			{ x: 1 },
			{ y: 1 },
			{ x: 'a', y: 1 },
			{ x: '', y: 1 },
		]) {
			expect(readQuad({ ...CORNERS, [name]: corner })).toBeNull();
		}
		expect(readQuad({ ...CORNERS, [name]: { x: 1, y: NaN } })).toBeNull();
		expect(readQuad({ ...CORNERS, [name]: { x: Infinity, y: 1 } })).toBeNull();
	});

	it('is none when it is no object or only a point', () => {
		const point = { x: 3, y: 4 };
		expect(
			readQuad({ tl_point: point, tr_point: point, br_point: point, bl_point: point }),
		).toBeNull();
		const wide = { ...CORNERS, tr_point: { x: 11, y: 20 } };
		expect(readQuad({ ...wide, br_point: point, bl_point: point })).not.toBeNull();
		const tall = { tl_point: point, tr_point: point, br_point: point, bl_point: { x: 3, y: 5 } };
		expect(readQuad(tall)).not.toBeNull();
		expect([null, undefined, 'x', []].map(readQuad)).toEqual([null, null, null, null]);
	});
});

it('has a middle, and vectors along and across its text', () => {
	const quad = readQuad(CORNERS) as Quad;
	expect(centerOf(quad)).toEqual({ x: 59, y: 33.5 });
	expect(alongOf(quad)).toEqual({ x: 100, y: 7 });
	expect(acrossOf(quad)).toEqual({ x: -2, y: 21 });
	expect(length({ x: 3, y: -4 })).toBe(5);
});

it('has a median that does not depend on the order', () => {
	expect(median([5])).toBe(5);
	expect(median([10, 2, 9])).toBe(9);
	expect(median([10, 2, 9, 4])).toBe(6.5);
	const values = [3, 1, 2];
	median(values);
	expect(values).toEqual([3, 1, 2]);
});
