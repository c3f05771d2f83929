import type { PdfFile } from '../pdf/file';
import { type Matrix, type PdfDictionary, PdfName, type PdfValue } from '../pdf/syntax';
import type { Area } from './pageText';
import type { Color } from './sight';

/** A color space: how a color's numbers are read, and the color before one is set. */
interface Space {
	color(values: number[]): Color;
	first: Color;
	/** whether there may be holes in what it fills */
	isPattern?: boolean;
}

const GRAY: Space = { color: ([gray = 0]) => [gray, gray, gray], first: [0, 0, 0] };
const RGB: Space = {
	color: ([red = 0, green = 0, blue = 0]) => [red, green, blue],
	first: [0, 0, 0],
};
const CMYK: Space = {
	color: ([cyan = 0, magenta = 0, yellow = 0, black = 0]) => [
		(1 - cyan) * (1 - black),
		(1 - magenta) * (1 - black),
		(1 - yellow) * (1 - black),
	],
	first: [0, 0, 0],
};
/** Inks of their own: only that there is none of them says what color that is. */
const INKS: Space = {
	color: (values) => (values.every((value) => value === 0) ? [1, 1, 1] : undefined),
	first: undefined,
};
const PATTERN: Space = { color: () => undefined, first: undefined, isPattern: true };
const UNKNOWN_SPACE: Space = { color: () => undefined, first: undefined };

const SPACES: ReadonlyMap<string, Space> = new Map<string, Space>([
	['DeviceGray', GRAY],
	['CalGray', GRAY],
	['G', GRAY],
	['DeviceRGB', RGB],
	['CalRGB', RGB],
	['RGB', RGB],
	['DeviceCMYK', CMYK],
	['CMYK', CMYK],
	['Separation', INKS],
	['DeviceN', INKS],
	['Pattern', PATTERN],
	[
		'Lab',
		{
			color: ([light = 0, a = 0, b = 0]: number[]) =>
				a === 0 && b === 0 ? GRAY.color([light / 100]) : undefined,
			first: [0, 0, 0],
		},
	],
]);
const BY_COMPONENTS: Readonly<Record<number, Space>> = { 1: GRAY, 3: RGB, 4: CMYK };
/** A space may be made of another one. */
const MAX_SPACE_DEPTH = 4;

/** The color space of an operator's operand (ISO 32000-1, 8.6). */
export async function spaceOf(
	file: PdfFile,
	resources: PdfDictionary,
	value: PdfValue | undefined,
	depth = 0,
): Promise<Space> {
	const named = value instanceof PdfName ? value.name : undefined;
	const known = named === undefined ? undefined : SPACES.get(named);
	if (known !== undefined || depth === MAX_SPACE_DEPTH) return known ?? UNKNOWN_SPACE;
	const given =
		named === undefined ? value : file.dictionary(resources.get('ColorSpace')).get(named);
	const resolved = file.resolve(given);
	if (resolved instanceof PdfName) return SPACES.get(resolved.name) ?? UNKNOWN_SPACE;
	const [kind, base, , lookup] = file.array(given);
	const name = file.name(kind);
	if (name === 'ICCBased') {
		return BY_COMPONENTS[file.number(file.dictionary(base).get('N')) ?? 0] ?? UNKNOWN_SPACE;
	}
	if (name === 'Indexed') {
		const inner = await spaceOf(file, resources, base, depth + 1);
		const text = file.resolve(lookup);
		const bytes =
			typeof text === 'string' ? Buffer.from(text, 'latin1') : await file.stream(lookup);
		const colors = bytes ?? Buffer.alloc(0);
		const count = inner === GRAY ? 1 : inner === RGB ? 3 : inner === CMYK ? 4 : 0;
		const at = (index: number) =>
			inner.color([...colors.subarray(index * count, (index + 1) * count)].map((one) => one / 255));
		return {
			color: ([index = 0]) => (count === 0 ? undefined : at(index)),
			first: count === 0 ? undefined : at(0),
		};
	}
	return (name === undefined ? undefined : SPACES.get(name)) ?? UNKNOWN_SPACE;
}

/** What of a graphics state decides whether something is seen. */
export interface Look {
	fill: Color;
	stroke: Color;
	fillSpace: Space;
	strokeSpace: Space;
	/** how much of a color is seen, from 0 to 1 */
	fillAlpha: number;
	strokeAlpha: number;
	/** the same of the groups that the drawing is in */
	group: number;
	/** whether what is below shines through in another way: by a mask, or a mode of mixing */
	isMixing: boolean;
	/** whether a mask says what of it is seen */
	isMasked: boolean;
	/** what is drawn outside is not shown */
	clip: Area;
	/** of lines, before the matrix */
	lineWidth: number;
	/** whether lines go on beyond their ends by half their width */
	hasCaps: boolean;
}

export const LOOK: Omit<Look, 'clip'> = {
	fill: [0, 0, 0],
	stroke: [0, 0, 0],
	fillSpace: GRAY,
	strokeSpace: GRAY,
	fillAlpha: 1,
	strokeAlpha: 1,
	group: 1,
	isMixing: false,
	isMasked: false,
	lineWidth: 1,
	hasCaps: false,
};

const DEVICE: Readonly<Record<string, Space>> = { g: GRAY, rg: RGB, k: CMYK };

/** Follows an operator that sets a color, or its space, which is to be read from the file. */
export function setColor(look: Look, operator: string, operands: PdfValue[], space?: Space): void {
	const lower = operator.toLowerCase();
	const isFill = operator === lower;
	const known = space ?? DEVICE[lower] ?? (isFill ? look.fillSpace : look.strokeSpace);
	const numbers = operands.filter((one) => typeof one === 'number');
	const color = space === undefined ? known.color(numbers) : known.first;
	if (isFill) [look.fillSpace, look.fill] = [known, color];
	else [look.strokeSpace, look.stroke] = [known, color];
}

/** Follows a graphics state that a page names. */
export function setLook(look: Look, state: PdfDictionary, file: PdfFile): void {
	look.fillAlpha = file.number(state.get('ca')) ?? look.fillAlpha;
	look.strokeAlpha = file.number(state.get('CA')) ?? look.strokeAlpha;
	look.lineWidth = file.number(state.get('LW')) ?? look.lineWidth;
	if (state.has('LC')) look.hasCaps = file.number(state.get('LC')) !== 0;
	if (state.has('SMask')) look.isMasked = file.resolve(state.get('SMask')) instanceof Map;
	if (state.has('BM')) {
		const mode = file.resolve(state.get('BM'));
		const first = Array.isArray(mode) ? file.resolve(mode[0]) : mode;
		look.isMixing = first instanceof PdfName && !/^(Normal|Compatible)$/.test(first.name);
	}
}

/** Less than this of a color is not seen. */
const SEEN = 0.05;

/** The colors in which a text of this mode is drawn (9.3.6); none where it is not seen. */
export function colorsOf(look: Look, mode: number): Color[] {
	const { fill, stroke, fillAlpha, strokeAlpha, group } = look;
	const colors: Color[] = [];
	// 3 draws nothing, and from 4 on the same four clip too
	if ((mode % 4 === 0 || mode % 4 === 2) && fillAlpha * group >= SEEN) colors.push(fill);
	if ((mode % 4 === 1 || mode % 4 === 2) && strokeAlpha * group >= SEEN) colors.push(stroke);
	return colors;
}

/** Whether nothing shines through what is filled. */
export const isSolid = ({ fillAlpha, group, isMixing, isMasked }: Look) =>
	fillAlpha * group === 1 && !isMixing && !isMasked;

/** The corners of the lines and curves that will be painted. */
export class Path {
	/** x and y in turn, of each part */
	parts: number[][] = [];

	/** parts whose last line leads back to their first point */
	private readonly closed = new Set<number[]>();

	/** A page of a form has some thousands; a path with more is no cover. */
	private left = 20_000;

	/** Follows an operator that adds to the path; returns whether it is one. */
	add(operator: string, operands: PdfValue[], matrix: Matrix): boolean {
		const numbers = operands.map((one) => (typeof one === 'number' ? one : 0));
		if (operator === 're') {
			const [x = 0, y = 0, width = 0, height = 0] = numbers;
			this.move(x, y, matrix);
			this.point(x + width, y, matrix);
			this.point(x + width, y + height, matrix);
			this.point(x, y + height, matrix);
			this.close();
		} else if (operator === 'm') this.move(numbers.at(-2) ?? 0, numbers.at(-1) ?? 0, matrix);
		else if (operator === 'l') this.point(numbers.at(-2) ?? 0, numbers.at(-1) ?? 0, matrix);
		else if (operator === 'c' || operator === 'v' || operator === 'y') {
			const [x, y] = numbers.slice(-2);
			// the middle of the curve is near the middle of its handles
			const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbers;
			this.point((x1 + x2) / 2, (y1 + y2) / 2, matrix);
			this.point(x ?? 0, y ?? 0, matrix);
		} else if (operator === 'h') this.close();
		else return false;
		return true;
	}

	/** The last part leads back to where it began. */
	close(): void {
		const part = this.parts.at(-1);
		if (part !== undefined) this.closed.add(part);
	}

	/**
	 * What lines of this width along the path fill: a box for each of them, all in one direction.
	 * @param hasCaps whether they go on beyond their ends
	 */
	lines(width: number, hasCaps: boolean): number[][] {
		const half = width / 2;
		return this.parts.flatMap((part) => {
			const points = this.closed.has(part) ? [...part, part[0]!, part[1]!] : part;
			const boxes: number[][] = [];
			for (let at = 0; at + 3 < points.length; at += 2) {
				const [x1, y1, x2, y2] = points.slice(at, at + 4) as [number, number, number, number];
				const length = Math.hypot(x2 - x1, y2 - y1);
				const [cos, sin] = length > 0 ? [(x2 - x1) / length, (y2 - y1) / length] : [1, 0];
				const end = hasCaps ? half : 0;
				const [fromX, fromY] = [x1 - cos * end, y1 - sin * end];
				const [toX, toY] = [x2 + cos * end, y2 + sin * end];
				const [asideX, asideY] = [-sin * half, cos * half];
				boxes.push([
					...[fromX + asideX, fromY + asideY, toX + asideX, toY + asideY],
					...[toX - asideX, toY - asideY, fromX - asideX, fromY - asideY],
				]);
			}
			return boxes;
		});
	}

	private move(x: number, y: number, matrix: Matrix): void {
		this.parts.push([]);
		this.point(x, y, matrix);
	}

	private point(x: number, y: number, [a, b, c, d, e, f]: Matrix): void {
		if (--this.left < 0) return;
		this.parts.at(-1)?.push(a * x + c * y + e, b * x + d * y + f);
	}
}

/** The corners of what a picture or a form fills. */
export function cornersOf([left, bottom, right, top]: readonly number[], matrix: Matrix): number[] {
	const path = new Path();
	path.add('re', [left!, bottom!, right! - left!, top! - bottom!], matrix);
	return path.parts[0]!;
}

/** The part of a clip that also lies within these corners. */
export function clipped(clip: Area, parts: readonly number[][]): Area {
	let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
	for (const corners of parts) {
		for (let index = 0; index < corners.length; index += 2) {
			left = Math.min(left, corners[index]!);
			right = Math.max(right, corners[index]!);
			top = Math.min(top, corners[index + 1]!);
			bottom = Math.max(bottom, corners[index + 1]!);
		}
	}
	return {
		left: Math.max(clip.left, left),
		top: Math.max(clip.top, top),
		right: Math.min(clip.right, right),
		bottom: Math.min(clip.bottom, bottom),
	};
}
