import { isRecord } from '../../shared/http/json';

/** A point of the image in pixels, from the top left corner. */
export interface Point {
	x: number;
	y: number;
}

/** Corners of a box in the reading direction of its text: top left, top right, bottom right, bottom left. */
export type Quad = readonly [Point, Point, Point, Point];

/** Reads a position of the service (services.md, Invoices: Position); null when a corner is missing. */
export function readQuad(position: unknown): Quad | null {
	if (!isRecord(position)) return null;
	const corners = ['tl_point', 'tr_point', 'br_point', 'bl_point'].map((name) =>
		readPoint(position[name]),
	);
	if (corners.some((corner) => corner === null)) return null;
	const quad = corners as unknown as Quad;
	return quad.every(({ x, y }) => x === quad[0].x && y === quad[0].y) ? null : quad;
}

function readPoint(value: unknown): Point | null {
	if (!isRecord(value)) return null;
	const [x, y] = [readNumber(value.x), readNumber(value.y)];
	return isCoordinate(x) && isCoordinate(y) ? { x, y } : null;
}

/** Larger than any picture; sums and squares of smaller values are finite. */
const FURTHEST = 1e6;

function isCoordinate(value: number | null): value is number {
	return value !== null && Math.abs(value) <= FURTHEST;
}

export function centerOf(quad: Quad): Point {
	return {
		x: quad.reduce((sum, { x }) => sum + x, 0) / 4,
		y: quad.reduce((sum, { y }) => sum + y, 0) / 4,
	};
}

/** The vector along a box's text: the mean of its top and its bottom edge. */
export function alongOf([tl, tr, br, bl]: Quad): Point {
	return { x: (tr.x - tl.x + br.x - bl.x) / 2, y: (tr.y - tl.y + br.y - bl.y) / 2 };
}

/** The vector across a box's text: the mean of its left and its right edge. */
export function acrossOf([tl, tr, br, bl]: Quad): Point {
	return { x: (bl.x - tl.x + br.x - tr.x) / 2, y: (bl.y - tl.y + br.y - tr.y) / 2 };
}

export function length({ x, y }: Point): number {
	return Math.hypot(x, y);
}

export function median(values: number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length >> 1;
	return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** A number of the service, which may send it as text; null for anything else. */
export function readNumber(value: unknown): number | null {
	const isNumeric =
		typeof value === 'string' && /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i.test(value);
	const number = isNumeric ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : null;
}
