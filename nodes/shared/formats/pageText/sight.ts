import type { FaultCode, FileError } from '../fileError';
import type { Color } from '../pdf/colors';
import type { Matrix } from '../pdf/syntax';
import { MAX_GLYPHS, MAX_GLYPHS_ON_PAGE, MIDDLE } from './pageText';
import type { Area, Glyph, Note } from './pageText';
import { clipped, EVERYWHERE, isIn, isInside, Places, THIN } from './shapes';
import type { Clip, Point, Shape } from './shapes';

/** What is painted on a page; later paints lie over earlier ones. */
interface Paint extends Area, Shape {
	color: Color;
	/** whether nothing below shines through; `maybe` where nobody can tell, as between the tiles of a pattern */
	hides: boolean | 'maybe';
	isPicture?: boolean;
	/** how many its polygons have */
	corners: number;
}

/** Of a page: a form has some hundreds, most of them of lines; a drawing may have any number. */
const MAX_CORNERS = 2000;
/** Comparisons of a file's characters with paints: a list of 2,000 goods takes some million. */
const MAX_STEPS = 30_000_000;
/** Colors closer than this in red, green and blue look the same. */
const SAME_COLOR = 0.06;
/** A picture that fills more of the page than this is a scan: nobody sees white letters on it. */
const MIN_SCAN_SHARE = 0.5;
/** In quarter turns: type that leans further is laid over the page, as a watermark is. */
const LEANING = 0.1;
/** How many of the characters around a seal may stand upright, at its top. */
const MOST_UPRIGHT = 3;
/** In heights of the type: how near the next character of a text stands. */
const NEAR = 1.5;
/** In points: how far around a character others are looked for. */
const [REACH_X, REACH_Y] = [40, 20];
const WHITE: Color = [1, 1, 1];

function middleOf({ x, y, width, size, turn }: Glyph, angle: number = turn): Point {
	const [cos, sin] = [Math.cos((angle * Math.PI) / 2), Math.sin((angle * Math.PI) / 2)];
	return {
		x: x + (cos * width) / 2 + sin * MIDDLE * size,
		y: y + (sin * width) / 2 - cos * MIDDLE * size,
	};
}

/** A character that was drawn, and how. */
interface Letter {
	glyph: Glyph;
	/** how many paints came before it */
	moment: number;
	/** in which it is filled and outlined */
	colors: Color[];
	/** whether it lies outside the page or its clip */
	isOutside: boolean;
}

/** What the pages of a file may still draw, and what was drawn on all of them. */
export class Allowance {
	glyphs = MAX_GLYPHS;
	steps = MAX_STEPS;
	/** of OFDs, which may name a page again and again; a list of 2,000 goods has about 20,000 texts */
	elements = 1_000_000;
	texts = 0;
	/** a number for each font by its name, and for each color */
	readonly fonts = new Map<string, number>();
	readonly colors = new Map<string, number>();

	constructor(readonly Refusal: new (code: FaultCode) => FileError) {}
}

/** Collects the drawings of a page of any kind of file, and finds out which of them a viewer shows. */
export class Sight {
	/** characters that are not shown, whatever is painted; those covered are not among them */
	hidden = 0;
	/** whether it is in doubt what a viewer shows */
	isUnsure = false;
	readonly whole: Clip;
	private readonly paints: Paint[] = [];
	private readonly letters: Letter[] = [];
	/** characters that are laid over the page, and the last of them */
	private leaning = '';
	private lastLeaning: Glyph | undefined;
	/** how many letters there were when it was drawn */
	private lettersBefore = 0;
	private cornersLeft = MAX_CORNERS;
	/** of the text that is being drawn */
	private text!: Pick<Glyph, 'color' | 'font' | 'piece'>;
	private colors: Color[] = [];

	constructor(
		private readonly page: { width: number; height: number },
		private readonly allowance: Allowance,
	) {
		const box = { left: -1, top: -1, right: page.width + 1, bottom: page.height + 1 };
		this.whole = { box, shapes: [] };
	}

	/** @returns whether it is large enough to be seen */
	paint(
		{ polygons: corners, isEvenOdd }: Shape,
		box: Area,
		paint: Pick<Paint, 'color' | 'hides' | 'isPicture'>,
	): boolean {
		const polygons = corners.filter((one) => one.length >= 6);
		const area = clipped(box, polygons);
		if (!(area.right - area.left >= THIN) || !(area.bottom - area.top >= THIN)) return false;
		// white that shines through leaves the paper white
		if (paint.hides !== true && isWhite(paint.color)) return true;
		const count = polygons.reduce((sum, one) => sum + one.length / 2, 0);
		this.cornersLeft -= count;
		if (this.cornersLeft < 0) this.isUnsure = true;
		else this.paints.push({ ...area, ...paint, polygons, isEvenOdd, corners: count });
		return true;
	}

	/** How many characters were drawn. */
	get length(): number {
		return this.letters.length;
	}

	/** Begins a text that is drawn at once. @param colors of its fill and outline; none where it is not seen */
	begin(font: string, colors: Color[]): void {
		const color = colors[0]?.map((one) => one.toFixed(2)).join(' ') ?? '';
		this.colors = colors;
		this.text = {
			piece: ++this.allowance.texts,
			font: numberOf(this.allowance.fonts, font),
			color: numberOf(this.allowance.colors, color),
		};
	}

	/**
	 * Draws the next character of the text.
	 * @param width in the units of the matrix, as the height of its type is
	 * @returns undefined for a blank, and for text that is not seen, which does not count against the limits
	 */
	letter(
		text: string,
		[a, b, c, d, x, y]: Matrix,
		width: number,
		height: number,
		{ box, shapes } = this.whole,
	): Glyph | undefined {
		const isBlank = text.trim() === '';
		if (this.colors.length === 0) {
			if (!isBlank) this.hidden++;
			return undefined;
		}
		if (--this.allowance.glyphs < 0 || this.letters.length >= MAX_GLYPHS_ON_PAGE)
			throw new this.allowance.Refusal('tooMuchText');
		const angle = Math.atan2(b, a) / (Math.PI / 2);
		const turn = (((Math.round(angle) % 4) + 4) % 4) as Glyph['turn'];
		const [long, size] = [Math.hypot(a, b) * width, Math.hypot(c, d) * height];
		if (isBlank || !Number.isFinite(x + y + size + long)) return undefined;
		const { piece, font, color } = this.text;
		const glyph: Glyph = { text, x, y, width: long, size, piece, turn, font, color };
		const middle = middleOf(glyph, angle);
		const isOutside =
			!isIn(box, middle) || !shapes.every((one) => isInside(one, middle.x, middle.y));
		if (Math.abs(angle - Math.round(angle)) < LEANING) {
			this.letters.push({ glyph, moment: this.paints.length, colors: this.colors, isOutside });
		} else if (isOutside) this.hidden++;
		else this.lean(glyph);
		return glyph;
	}

	/** Takes a leaning character, and those before it that stand upright at the top of a seal, each drawn alone. */
	private lean(next: Glyph): void {
		const last = this.lastLeaning;
		const between = this.letters.slice(this.lettersBefore).map(({ glyph }) => glyph);
		const isOfSeal = between.every(
			(one, at) =>
				one.piece - at - 1 === last?.piece &&
				[last, next].every(({ font, color }) => font === one.font && color === one.color),
		);
		const taken = isOfSeal && between.length <= MOST_UPRIGHT ? between : [];
		this.letters.length -= taken.length;
		for (const one of [...taken, next]) {
			this.leaning += (this.lastLeaning?.piece === one.piece ? '' : '\n') + one.text;
			this.lastLeaning = one;
		}
		this.lettersBefore = this.letters.length;
	}

	/** Takes the characters from this one on as a note, at this place where none of them is shown. */
	note(from: number, place: Area): Omit<Note, 'kind' | 'says'> {
		const { glyphs } = this.shown(this.letters.splice(from));
		const text = glyphs.map((one) => one.text).join('');
		if (glyphs.length === 0) return { text, ...place };
		const reach = Math.max(...glyphs.map(({ size, width }) => Math.max(size, width) / 2));
		const middles = glyphs.map((one) => middleOf(one));
		const corners = middles.flatMap(({ x, y }) => [x - reach, y - reach, x + reach, y + reach]);
		return { text, ...clipped(EVERYWHERE, [corners]) };
	}

	/** Clips the characters from this one on: those outside the box may not be seen. */
	clip(from: number, area: Area): void {
		for (const { glyph, isOutside } of this.letters.slice(from)) {
			if (!isOutside && !isIn(area, middleOf(glyph))) this.isUnsure = true;
		}
	}

	seen() {
		const { glyphs, covered } = this.shown(this.letters);
		return {
			glyphs,
			covered: covered.length === 0 ? covered : partsOfTexts(covered, glyphs),
			hidden: this.hidden + this.letters.length - glyphs.length,
			leaning: this.leaning,
			pictures: this.paints.filter(({ isPicture }) => isPicture),
			isUnsure: this.isUnsure,
		};
	}

	private shown(letters: Letter[]) {
		const [glyphs, covered]: [Glyph[], Glyph[]] = [[], []];
		for (const { glyph, moment, colors, isOutside } of letters) {
			const middle = middleOf(glyph);
			if (isOutside || this.isCovered(middle, moment)) covered.push(glyph);
			else if (this.isSeen(middle, moment, colors)) glyphs.push(glyph);
		}
		return { glyphs, covered };
	}

	private isCovered({ x, y }: Point, moment: number): boolean {
		for (let index = moment; index < this.paints.length; index++) {
			const paint = this.paints[index]!;
			if (paint.hides === false || !this.holds(paint, x, y)) continue;
			if (paint.hides === true) return true;
			this.isUnsure = true;
		}
		return false;
	}

	private isSeen({ x, y }: Point, moment: number, colors: Color[]): boolean {
		let below: Paint | undefined;
		for (let index = moment - 1; index >= 0 && below === undefined; index--) {
			if (this.holds(this.paints[index]!, x, y)) below = this.paints[index];
		}
		const isScan = below?.isPicture === true && this.share(below) > MIN_SCAN_SHARE;
		const ground = below === undefined || isScan ? WHITE : below.color;
		// the picture may be white there
		if (below?.isPicture && !isScan && colors.every(isWhite)) this.isUnsure = true;
		return colors.some((color) => !areNear(color, ground));
	}

	/** By numbers: destructuring points, for thousands of characters on thousands of boxes, takes seconds. */
	private holds(paint: Paint, x: number, y: number): boolean {
		this.allowance.steps--;
		if (x < paint.left || x > paint.right || y < paint.top || y > paint.bottom) return false;
		this.allowance.steps -= paint.corners;
		if (this.allowance.steps < 0) this.isUnsure = true;
		return this.allowance.steps >= 0 && isInside(paint, x, y);
	}

	private share({ left, top, right, bottom }: Area): number {
		return ((right - left) * (bottom - top)) / (this.page.width * this.page.height);
	}
}

/** The number of a name; a new name gets the next one. */
function numberOf(numbers: Map<string, number>, name: string): number {
	const known = numbers.get(name) ?? numbers.size;
	numbers.set(name, known);
	return known;
}

/** Whether two colors are known and look the same. */
function areNear(one: Color, other: Color): boolean {
	if (one === undefined || other === undefined) return false;
	return one.every((value, index) => Math.abs(value - other[index]!) < SAME_COLOR);
}

export const isWhite = (color: Color) => areNear(color, WHITE);

/** Covered characters beside shown ones (a text seen in part, or its label), unless drawn again at their place. */
function partsOfTexts(covered: Glyph[], shown: Glyph[]): Glyph[] {
	const places = new Places<Glyph>();
	for (const glyph of shown) places.add(glyph);
	const around = (one: Glyph) => places.around(one, REACH_X, REACH_Y);
	const isAgain = (one: Glyph, { text, x, y }: Glyph) =>
		text === one.text && Math.hypot(x - one.x, y - one.y) < Math.max(1, one.size / 4);
	const isBeside = (one: Glyph, { x, y, width }: Glyph) =>
		Math.abs(y - one.y) < one.size &&
		Math.max(x - one.x - one.width, one.x - x - width) < NEAR * one.size;
	const lost = covered.filter((one) => !around(one).some((other) => isAgain(one, other)));
	const parts = lost.filter((one) => around(one).some((other) => isBeside(one, other)));
	const pieces = new Set(parts.map(({ piece }) => piece));
	return lost.filter(({ piece }) => pieces.has(piece));
}
