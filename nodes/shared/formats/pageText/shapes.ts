import type { Matrix, PdfValue } from '../pdf/syntax';
import type { Area } from './pageText';

export interface Point {
	x: number;
	y: number;
}

/** A part of a page, bounded by lines. */
export interface Shape {
	/** the corners of its parts, x and y in turn */
	polygons: readonly number[][];
	/** whether parts of it inside others are holes, whatever their direction */
	isEvenOdd?: boolean;
}

/** Only what lies in the box and in each of the shapes is shown; upright boxes are not among the shapes. */
export interface Clip {
	box: Area;
	shapes: readonly Shape[];
}

const FAR = Infinity;
export const EVERYWHERE: Area = { left: -FAR, top: -FAR, right: FAR, bottom: FAR };

export function isIn({ left, top, right, bottom }: Area, { x, y }: Point): boolean {
	return x >= left && x <= right && y >= top && y <= bottom;
}

export function isInside({ polygons, isEvenOdd }: Shape, atX: number, atY: number): boolean {
	let [crossings, winding] = [0, 0];
	for (const corners of polygons) {
		let beforeX = corners[corners.length - 2]!;
		let beforeY = corners[corners.length - 1]!;
		for (let index = 0; index < corners.length; index += 2) {
			const x = corners[index]!;
			const y = corners[index + 1]!;
			const crosses =
				y > atY !== beforeY > atY && atX < ((beforeX - x) * (atY - y)) / (beforeY - y) + x;
			if (crosses) {
				crossings++;
				winding += y > beforeY ? 1 : -1;
			}
			beforeX = x;
			beforeY = y;
		}
	}
	return isEvenOdd ? crossings % 2 === 1 : winding !== 0;
}

/** The part of a box that is also in the box around these corners. */
export function clipped(box: Area, parts: readonly number[][]): Area {
	let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
	for (const corners of parts) {
		for (let index = 0; index < corners.length; index += 2) {
			left = Math.min(left, corners[index]!);
			right = Math.max(right, corners[index]!);
			top = Math.min(top, corners[index + 1]!);
			bottom = Math.max(bottom, corners[index + 1]!);
		}
	}
	[left, top] = [Math.max(box.left, left), Math.max(box.top, top)];
	[right, bottom] = [Math.min(box.right, right), Math.min(box.bottom, bottom)];
	return { left, top, right, bottom };
}

/** Side of a cell, in points, and how many it holds: a damaged file may draw everything in one place. */
const CELL = 10;
const MOST_IN_CELL = 60;

/** Finds what stands around a place of a page. */
export class Places<T extends Point> {
	private readonly rows = new Map<number, Map<number, T[]>>();

	add(one: T): void {
		const [column, row] = [cellOf(one.x), cellOf(one.y)];
		const cells = this.rows.get(row) ?? new Map<number, T[]>();
		const cell = cells.get(column) ?? [];
		this.rows.set(row, cells.set(column, cell));
		if (cell.length < MOST_IN_CELL) cell.push(one);
	}

	around({ x, y }: Point, wide: number, high: number): T[] {
		const found: T[] = [];
		for (let row = cellOf(y - high); row <= cellOf(y + high); row++) {
			for (let column = cellOf(x - wide); column <= cellOf(x + wide); column++)
				found.push(...(this.rows.get(row)?.get(column) ?? []));
		}
		return found;
	}
}

/** In points. No page is larger, and adding 1 to a number of 17 digits would not lead to the next cell. */
const FURTHEST = 1e6;
const cellOf = (at: number) => Math.floor(Math.max(-FURTHEST, Math.min(FURTHEST, at)) / CELL);

/** Of a shape that gives a clip more corners, only the box counts. */
const MAX_CORNERS_OF_CLIP = 200;

/** The part of a clip that is also within a shape. */
export function clippedBy({ box, shapes }: Clip, shape: Shape): Clip {
	const inner = clipped(box, shape.polygons);
	if (shape.polygons.length === 1 && isUpright(shape.polygons[0]!)) return { box: inner, shapes };
	const all = [...shapes, shape];
	const corners = all.flatMap(({ polygons }) => polygons.flat()).length / 2;
	return { box: inner, shapes: corners <= MAX_CORNERS_OF_CLIP ? all : shapes };
}

/** Whether each side is horizontal or vertical. */
function isUpright(corners: number[]): boolean {
	const moves = corners.map((at, index) => Math.abs(at - corners.at(index - 2)!) > 0.01);
	return moves.every((isMove, index) => index % 2 === 0 || !isMove || !moves[index - 1]);
}

/** In points: what is thinner hides no text. */
export const THIN = 3;

/** A path that will be painted: its corners, and a point on each curve. */
export class Path {
	/** of each part, x and y in turn */
	readonly parts: number[][] = [];
	/** parts whose last line leads back to their first point */
	private readonly closed = new Set<number[]>();
	/** Corners: a page of a form has some thousands; a path with more covers nothing. */
	private cornersLeft = 20_000;

	/** Follows a PDF operator that adds to the path; ignores any other. */
	add(operator: string, operands: PdfValue[], matrix: Matrix): void {
		const numbers = operands.map((one) => (typeof one === 'number' ? one : 0));
		const [toX = 0, toY = 0] = numbers.slice(-2);
		const [x = 0, y = 0, width = 0, height = 0] = numbers;
		if (operator === 're') {
			this.parts.push([]);
			this.point(x, y, matrix);
			this.point(x + width, y, matrix);
			this.point(x + width, y + height, matrix);
			this.point(x, y + height, matrix);
		}
		if (operator === 'm') this.parts.push([]);
		// the middle of a curve is near the middle of its handles
		if (/^[cvy]$/.test(operator)) this.point((x + width) / 2, (y + height) / 2, matrix);
		if (/^[cvylm]$/.test(operator)) this.point(toX, toY, matrix);
		if (operator === 're' || operator === 'h') this.close();
	}

	close(): void {
		const part = this.parts.at(-1);
		if (part !== undefined) this.closed.add(part);
	}

	/**
	 * The areas of lines along the path: a box for each, all in one direction; none for thin lines.
	 * @param width before the matrix
	 * @param hasCaps whether the lines extend beyond their ends by half their width
	 */
	lines(width: number, hasCaps: boolean, [a, b, c, d]: Matrix): number[][] {
		const half = (width * Math.sqrt(Math.abs(a * d - b * c))) / 2;
		if (2 * half < THIN) return [];
		return this.parts.flatMap((part) => {
			const points = this.closed.has(part) ? [...part, part[0]!, part[1]!] : part;
			const boxes: number[][] = [];
			for (let at = 0; at + 3 < points.length; at += 2) {
				const [x1, y1, x2, y2] = points.slice(at, at + 4) as [number, number, number, number];
				const length = Math.hypot(x2 - x1, y2 - y1);
				const [cos, sin] = length > 0 ? [(x2 - x1) / length, (y2 - y1) / length] : [1, 0];
				const [endX, endY] = hasCaps ? [cos * half, sin * half] : [0, 0];
				const [asideX, asideY] = [-sin * half, cos * half];
				boxes.push([
					...[x1 - endX + asideX, y1 - endY + asideY, x2 + endX + asideX, y2 + endY + asideY],
					...[x2 + endX - asideX, y2 + endY - asideY, x1 - endX - asideX, y1 - endY - asideY],
				]);
			}
			return boxes;
		});
	}

	private point(x: number, y: number, [a, b, c, d, e, f]: Matrix): void {
		if (--this.cornersLeft < 0) return;
		this.parts.at(-1)?.push(a * x + c * y + e, b * x + d * y + f);
	}
}

/** The corners of a box after the matrix. */
export function cornersOf([left, bottom, right, top]: readonly number[], matrix: Matrix): number[] {
	const path = new Path();
	path.add('re', [left!, bottom!, right! - left!, top! - bottom!], matrix);
	return path.parts[0]!;
}

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
