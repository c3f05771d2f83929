import type { PdfFile } from '../pdf/file';
import { type PdfDictionary, PdfReference, type PdfValue } from '../pdf/syntax';
import type { Area, Glyph, PageText } from './pageText';

/** Red, green and blue from 0 to 1; undefined where it is not known, as of a pattern. */
export type Color = readonly [number, number, number] | undefined;

interface Point {
	x: number;
	y: number;
}

/** What is painted on a page; later paints lie over earlier ones. */
interface Paint extends Area {
	color: Color;
	/** whether nothing below shines through */
	isOpaque: boolean;
	/** whether it cannot be told what shines through, as between the tiles of a pattern */
	isUnknown?: boolean;
	isPicture: boolean;
	/** whether parts of it inside others are holes, whatever their direction */
	isEvenOdd: boolean;
	/** the corners of its parts, x and y in turn */
	polygons: readonly number[][];
	/** how many corners they have */
	corners: number;
}

/** A page of a form has some hundreds, most of them lines; a drawing may have any number. */
const MAX_CORNERS = 2000;
/** How often the characters of a file are compared with paints: those of a list of 2,000 goods some million times. */
export const MAX_STEPS = 30_000_000;
/** What is thinner than this hides no text, in points. */
export const THIN = 3;
/** Colors closer than this in red, green and blue cannot be told from each other. */
const SAME_COLOR = 0.06;
/** A larger part of the page than this is a scan's picture, in which nobody sees white letters. */
const SCAN = 0.5;
/** How far above the base line the middle of a character lies, in heights. */
const MIDDLE = 0.36;
/** In heights of the type: how near another character stands in one text. */
const NEAR = 1.5;
const CELL = 20;
const MOST_IN_CELL = 40;

export const WHITE: Color = [1, 1, 1];

/** The middle of a character whose text runs in this direction. */
export function middleOf(
	{ x, y, width, size }: Pick<Glyph, 'size' | 'width' | 'x' | 'y'>,
	[cos, sin]: readonly [number, number],
): Point {
	return {
		x: x + (cos * width) / 2 + sin * MIDDLE * size,
		y: y + (sin * width) / 2 - cos * MIDDLE * size,
	};
}

/** Directions of the quarter turns. */
const DIRECTIONS = [
	[1, 0],
	[0, 1],
	[-1, 0],
	[0, -1],
] as const;

export function isIn({ left, top, right, bottom }: Area, { x, y }: Point): boolean {
	return x >= left && x <= right && y >= top && y <= bottom;
}

/** A character that was drawn, and how. */
interface Letter {
	glyph: Glyph;
	/** how much was painted before */
	moment: number;
	/** in which it is filled and outlined */
	colors: Color[];
}

/** Collects the drawings of a page, and finds out which of them a viewer shows. */
export class Sight {
	/** characters that are not shown, whatever is painted */
	hidden = 0;

	/** whether more is painted than is followed */
	isUnsure = false;

	private readonly paints: Paint[] = [];

	private readonly letters: Letter[] = [];

	private cornersLeft = MAX_CORNERS;

	constructor(
		private readonly page: { width: number; height: number },
		/** how often characters may still be compared with paints, on all pages of a file */
		private readonly left: { steps: number },
	) {}

	/**
	 * @param corners of each part, x and y in turn
	 * @returns whether it is large enough to be seen
	 */
	paint(
		corners: readonly number[][],
		clip: Area,
		paint: Omit<Paint, keyof Area | 'corners' | 'polygons'>,
	): boolean {
		const polygons = corners.filter((one) => one.length >= 6);
		const xs = polygons.flatMap((one) => one.filter((_, index) => index % 2 === 0));
		const ys = polygons.flatMap((one) => one.filter((_, index) => index % 2 === 1));
		const area = {
			left: Math.max(clip.left, least(xs)),
			top: Math.max(clip.top, least(ys)),
			right: Math.min(clip.right, most(xs)),
			bottom: Math.min(clip.bottom, most(ys)),
		};
		if (!(area.right - area.left >= THIN) || !(area.bottom - area.top >= THIN)) return false;
		// white that shines through leaves the paper white
		if (!paint.isOpaque && isNear(paint.color, WHITE)) return true;
		this.cornersLeft -= xs.length;
		if (this.cornersLeft < 0) this.isUnsure = true;
		else this.paints.push({ ...area, ...paint, polygons, corners: xs.length });
		return true;
	}

	/** How many characters were drawn. */
	get length(): number {
		return this.letters.length;
	}

	/** @param colors in which it is filled and outlined */
	letter(glyph: Glyph, colors: Color[]): void {
		this.letters.push({ glyph, moment: this.paints.length, colors });
	}

	/** Takes back the characters from this one on; answers the shown ones. */
	takeBack(from: number): Glyph[] {
		return this.shown(this.letters.splice(from)).glyphs;
	}

	/** What is shown of all. */
	seen(): Pick<PageText, 'covered' | 'glyphs' | 'hidden' | 'isUnsure' | 'pictures'> {
		const { glyphs, covered } = this.shown(this.letters);
		return {
			glyphs,
			covered: covered.length === 0 ? covered : partsOfTexts(covered, glyphs),
			hidden: this.hidden + this.letters.length - glyphs.length,
			pictures: this.paints.filter(({ isPicture }) => isPicture),
			isUnsure: this.isUnsure,
		};
	}

	private shown(letters: Letter[]): { glyphs: Glyph[]; covered: Glyph[] } {
		const glyphs: Glyph[] = [];
		const covered: Glyph[] = [];
		for (const { glyph, moment, colors } of letters) {
			const middle = middleOf(glyph, DIRECTIONS[glyph.turn]);
			if (this.isCovered(middle, moment)) covered.push(glyph);
			else if (this.isSeen(middle, moment, colors)) glyphs.push(glyph);
		}
		return { glyphs, covered };
	}

	private isCovered({ x, y }: Point, moment: number): boolean {
		for (let index = moment; index < this.paints.length; index++) {
			const paint = this.paints[index]!;
			if (!(paint.isOpaque || paint.isUnknown) || !this.holds(paint, x, y)) continue;
			if (paint.isOpaque) return true;
			this.isUnsure = true;
		}
		return false;
	}

	private isSeen({ x, y }: Point, moment: number, colors: Color[]): boolean {
		let below: Paint | undefined;
		for (let index = moment - 1; index >= 0 && below === undefined; index--) {
			if (this.holds(this.paints[index]!, x, y)) below = this.paints[index];
		}
		const isScan = below?.isPicture === true && this.share(below) > SCAN;
		const ground = below === undefined || isScan ? WHITE : below.color;
		return colors.some((color) => !isNear(color, ground));
	}

	/** By numbers: taken apart, the points of thousands of characters on thousands of boxes take seconds. */
	private holds(paint: Paint, x: number, y: number): boolean {
		this.left.steps--;
		if (x < paint.left || x > paint.right || y < paint.top || y > paint.bottom) return false;
		this.left.steps -= paint.corners;
		if (this.left.steps < 0) this.isUnsure = true;
		return this.left.steps >= 0 && isInside(paint, x, y);
	}

	private share({ left, top, right, bottom }: Area): number {
		return ((right - left) * (bottom - top)) / (this.page.width * this.page.height);
	}
}

const least = (values: number[]) => values.reduce((one, other) => Math.min(one, other), Infinity);
const most = (values: number[]) => values.reduce((one, other) => Math.max(one, other), -Infinity);

/** Whether two colors are known and look the same. */
export function isNear(one: Color, other: Color): boolean {
	return (
		one !== undefined &&
		other !== undefined &&
		one.every((value, index) => Math.abs(value - other[index]!) < SAME_COLOR)
	);
}

function isInside(paint: Paint, atX: number, atY: number): boolean {
	let [crossings, winding] = [0, 0];
	for (const corners of paint.polygons) {
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
	return paint.isEvenOdd ? crossings % 2 === 1 : winding !== 0;
}

/**
 * The covered characters that stand beside shown ones: a text of which a part is seen, or its label. What is
 * covered as a whole is not there for a reader; nor is what is drawn once more at its place.
 */
function partsOfTexts(covered: Glyph[], shown: Glyph[]): Glyph[] {
	const cells = new Map<string, Glyph[]>();
	const cellOf = (x: number, y: number) => `${Math.floor(x / CELL)} ${Math.floor(y / CELL)}`;
	for (const glyph of shown) {
		const cell = cellOf(glyph.x, glyph.y);
		const others = cells.get(cell) ?? [];
		cells.set(cell, others);
		if (others.length < MOST_IN_CELL) others.push(glyph);
	}
	const around = ({ x, y }: Glyph) =>
		[-1, 0, 1].flatMap((row) =>
			[-2, -1, 0, 1, 2].flatMap(
				(column) => cells.get(cellOf(x + column * CELL, y + row * CELL)) ?? [],
			),
		);
	const isAgain = (one: Glyph) =>
		around(one).some(
			({ text, x, y }) =>
				text === one.text && Math.hypot(x - one.x, y - one.y) < Math.max(1, one.size / 4),
		);
	const lost = covered.filter((one) => !isAgain(one));
	const pieces = new Set<number>();
	for (const one of lost) {
		const isBeside = around(one).some(
			({ x, y, width }) =>
				Math.abs(y - one.y) < one.size &&
				Math.max(x - one.x - one.width, one.x - x - width) < NEAR * one.size,
		);
		if (isBeside) pieces.add(one.piece);
	}
	return lost.filter(({ piece }) => pieces.has(piece));
}

/** Conditions inside conditions. */
const MAX_DEPTH = 8;

/** Layers of a PDF, and which of them a viewer shows at first (ISO 32000-1, 8.11). */
export class Layers {
	private readonly off = new Set<number>();

	constructor(private readonly file: PdfFile) {
		const properties = file.dictionary(file.catalog.get('OCProperties'));
		const usual = file.dictionary(properties.get('D'));
		const numbers = (value: PdfValue | undefined) =>
			file.array(value).flatMap((one) => (one instanceof PdfReference ? [one.number] : []));
		if (file.name(usual.get('BaseState')) === 'OFF') {
			for (const one of numbers(properties.get('OCGs'))) this.off.add(one);
		}
		for (const one of numbers(usual.get('ON'))) this.off.delete(one);
		for (const one of numbers(usual.get('OFF'))) this.off.add(one);
		for (const one of file.array(usual.get('AS'))) {
			const rule = file.dictionary(one);
			if (file.name(rule.get('Event')) !== 'View') continue;
			for (const group of file.array(rule.get('OCGs'))) this.useView(group);
		}
	}

	/** What a layer says of itself about being viewed. */
	private useView(group: PdfValue): void {
		if (!(group instanceof PdfReference)) return;
		const usage = this.file.dictionary(this.file.dictionary(group).get('Usage'));
		const state = this.file.name(this.file.dictionary(usage.get('View')).get('ViewState'));
		if (state === 'OFF') this.off.add(group.number);
		else if (state === 'ON') this.off.delete(group.number);
	}

	/** Whether what belongs to this layer, or to layers under a condition, is not shown. */
	isOff(value: PdfValue | undefined, depth = 0): boolean {
		if (value instanceof PdfReference && this.off.has(value.number)) return true;
		const condition = this.file.dictionary(value);
		if (this.file.name(condition.get('Type')) !== 'OCMD' || depth === MAX_DEPTH) return false;
		const rule = this.file.array(condition.get('VE'));
		return rule.length > 0 ? !this.holds(rule, depth) : !this.isMet(condition);
	}

	private isMet(condition: PdfDictionary): boolean {
		const groups = condition.get('OCGs');
		const isList = Array.isArray(this.file.resolve(groups));
		const states = (isList ? this.file.array(groups) : [groups ?? null])
			.filter((one) => one instanceof PdfReference)
			.map((one) => !this.off.has(one.number));
		if (states.length === 0) return true;
		switch (this.file.name(condition.get('P'))) {
			case 'AllOn':
				return states.every((isOn) => isOn);
			case 'AnyOff':
				return states.some((isOn) => !isOn);
			case 'AllOff':
				return states.every((isOn) => !isOn);
			default:
				return states.some((isOn) => isOn);
		}
	}

	/** An expression of And, Or and Not. */
	private holds([operator, ...operands]: PdfValue[], depth: number): boolean {
		if (depth === MAX_DEPTH) return true;
		const values = operands.map((one) => {
			const inner = this.file.resolve(one);
			return Array.isArray(inner) ? this.holds(inner, depth + 1) : !this.isOff(one, depth + 1);
		});
		const name = this.file.name(operator);
		if (name === 'Not') return values[0] === false;
		return name === 'Or' ? values.some((isOn) => isOn) : values.every((isOn) => isOn);
	}
}

/** The number of a name, a new one for each. */
export function numberOf(numbers: Map<string, number>, name: string): number {
	const known = numbers.get(name) ?? numbers.size;
	numbers.set(name, known);
	return known;
}
