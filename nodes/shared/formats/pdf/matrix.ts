import type { PdfValue } from './syntax';

/** A change of coordinates (ISO 32000-1, 8.3.3): [a b c d e f]. */
export type Matrix = readonly [number, number, number, number, number, number];
export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** The last six operands as a matrix. */
export function matrixOf(values: PdfValue[]): Matrix {
	const numbers = values.slice(-6).map((value) => (typeof value === 'number' ? value : 0));
	return numbers.length === 6 ? (numbers as unknown as Matrix) : IDENTITY;
}

/** Applies the first, then the second. By index: destructuring was a quarter of the garbage of reading a page. */
export function product(one: Matrix, two: Matrix): Matrix {
	return [
		one[0] * two[0] + one[1] * two[2],
		one[0] * two[1] + one[1] * two[3],
		one[2] * two[0] + one[3] * two[2],
		one[2] * two[1] + one[3] * two[3],
		one[4] * two[0] + one[5] * two[2] + two[4],
		one[4] * two[1] + one[5] * two[3] + two[5],
	];
}
