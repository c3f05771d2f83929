import type { PdfValue } from './syntax';

/** A change of coordinates (ISO 32000-1, 8.3.3): [a b c d e f]. */
export type Matrix = readonly [number, number, number, number, number, number];
export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** The last six operands as a matrix. */
export function matrixOf(values: PdfValue[]): Matrix {
	const numbers = values.slice(-6).map((value) => (typeof value === 'number' ? value : 0));
	return numbers.length === 6 ? (numbers as unknown as Matrix) : IDENTITY;
}

/** The matrix that applies the first, then the second. */
export function product([a, b, c, d, e, f]: Matrix, [A, B, C, D, E, F]: Matrix): Matrix {
	return [
		a * A + b * C,
		a * B + b * D,
		c * A + d * C,
		c * B + d * D,
		e * A + f * C + E,
		e * B + f * D + F,
	];
}
