import { CMYK, type Color, GRAY, RGB, type Space, spaceOf } from '../pdf/colors';
import type { PdfFile } from '../pdf/file';
import { isKnownFilter } from '../pdf/filters';
import type { PageScan } from '../pdf/scan';
import { PdfDamage, PdfError, PdfName, PdfOperator, PdfReader, PdfReference } from '../pdf/syntax';
import type { Matrix, PdfDictionary, PdfValue } from '../pdf/syntax';
import { type Font, readFont } from './font';
import { MAX_GLYPHS_ON_PAGE, type Area, type Glyph } from './pageText';
import { clipped, clippedBy, cornersOf, IDENTITY, matrixOf, Path, product } from './shapes';
import type { Clip, Shape } from './shapes';
import { Allowance, isWhite, Sight } from './sight';

/** No operator takes more operands. */
const MAX_OPERANDS = 64;
const MAX_FORM_DEPTH = 8;
/** Each form may draw many others, and each of these many more. */
const MAX_FORMS = 2000;
const MAX_SAVED_STATES = 1000;
/** Operators of a file; a list of 2,000 goods has about 500,000. */
const MAX_OPERATORS = 3_000_000;
/** A code has four bytes at most. */
const MAX_BYTES_AT_ONCE = 4 * MAX_GLYPHS_ON_PAGE;
/** Entries of the maps and widths of all fonts; those of one of all Chinese characters have 65,536. */
const MAX_ENTRIES_OF_FONTS = 5_000_000;
/** Pixels of a mask that is read. A picture of the whole page has more; with a mask it is a watermark. */
const MAX_MASK = 1_000_000;
/** Share of a picture: through so few holes no text can be read. */
const MAX_HOLE_SHARE = 0.1;
const NOWHERE: Clip = { box: { left: 0, top: 0, right: -1, bottom: -1 }, shapes: [] };
/** In heights: how far a character of vertical text has its base line below its place (9.7.4.3). */
const ASCENT = 0.88;
/** In heights: a character this near to the end of another one begins where that one ends. */
const NEAR = 0.1;
/** A color of a lower opacity is not seen. */
const MIN_OPACITY = 0.05;

/** The paint of fills, or of outlines. */
interface Ink {
	color: Color;
	space: Space;
	/** opacity from 0 to 1 */
	alpha: number;
}

const BLACK: Ink = { color: GRAY.color([]), space: GRAY, alpha: 1 };
/** The graphics state as a page begins (ISO 32000-1, 8.4 and 9.3). */
const START = {
	fill: BLACK,
	stroke: BLACK,
	/** opacity of the groups that the drawing is in */
	group: 1,
	/** blend mode: `darker` leaves black as it is, `other` may leave nothing of it */
	mixing: undefined as 'darker' | 'other' | undefined,
	/** whether a mask hides parts */
	isMasked: false,
	/** before the matrix */
	lineWidth: 1,
	/** whether lines extend beyond their ends by half their width */
	hasCaps: false,
	font: undefined as Font | undefined,
	size: 0,
	characterSpace: 0,
	wordSpace: 0,
	scale: 1,
	leading: 0,
	rise: 0,
	mode: 0,
	/** how many forms the drawing is in */
	depth: 0,
};
type State = typeof START & { matrix: Matrix; clip: Clip; resources: PdfDictionary };
/** The coordinates of a drawing, and what it may name. */
type Frame = Pick<State, 'matrix' | 'resources'>;
/** Operators that set one entry of the state to a number. */
const NUMBERS = new Map<string, (number: number) => Partial<State>>([
	['Tc', (characterSpace) => ({ characterSpace })],
	['Tw', (wordSpace) => ({ wordSpace })],
	['Tz', (percent) => ({ scale: percent / 100 })],
	['TL', (leading) => ({ leading })],
	['Ts', (rise) => ({ rise })],
	['Tr', (mode) => ({ mode })],
	['w', (lineWidth) => ({ lineWidth })],
	['J', (style) => ({ hasCaps: style !== 0 })],
]);
const PAINTS = /^(?:[fFBbSs]|[fBb]\*)$/;
const COLORS = /^(?:g|rg|k|scn?|G|RG|K|SCN?)$/;
const SPACES: Readonly<Record<string, Space>> = { g: GRAY, rg: RGB, k: CMYK };

/** Follows the drawing commands of pages that concern text (ISO 32000-1, 9.4). */
export class TextDrawing {
	/** of the current page */
	sight!: Sight;
	/** the object numbers of layers that are off, and whether a viewer follows other rules too */
	private readonly off: ReadonlySet<number>;
	private readonly hasRules: boolean;
	private readonly fonts = new Map<PdfValue, Font>();
	private unreadable!: Set<string>;
	private scan!: PageScan;
	/** in the open text object: the last character and where it ended; where the last blank ended */
	private last: { glyph: Glyph; end: Matrix } | undefined;
	private blankEnd: Matrix | undefined;
	private operatorsLeft = MAX_OPERATORS;
	private formsLeft = MAX_FORMS;
	private entriesLeft = MAX_ENTRIES_OF_FONTS;
	private readonly allowance = new Allowance(PdfError);
	/** the transparent share of each picture, by its object number */
	private readonly holes = new Map<number, number>();

	constructor(readonly file: PdfFile) {
		const properties = file.dictionary(file.catalog.get('OCProperties'));
		const usual = file.dictionary(properties.get('D'));
		const isOn = file.name(usual.get('BaseState')) !== 'OFF';
		const numbers = (value: PdfValue | undefined) =>
			file.array(value).flatMap((one) => (one instanceof PdfReference ? [one.number] : []));
		const on = new Set(numbers(usual.get('ON')));
		const others = isOn ? [] : numbers(properties.get('OCGs')).filter((one) => !on.has(one));
		this.off = new Set([...others, ...numbers(usual.get('OFF'))]);
		const rules = file.array(usual.get('AS')).map((one) => file.dictionary(one));
		this.hasRules = rules.some((one) => file.name(one.get('Event')) === 'View');
	}

	/** Whether a layer is off at first (ISO 32000-1, 8.11); the page is in doubt where conditions or usage decide. */
	isOff(layer: PdfValue | undefined): boolean {
		const isCondition = this.file.name(this.file.dictionary(layer).get('Type')) === 'OCMD';
		if (isCondition || (this.hasRules && layer !== undefined)) this.sight.isUnsure = true;
		return layer instanceof PdfReference && this.off.has(layer.number);
	}

	/** Draws a page's own content. */
	async page(content: Promise<string>, frame: Frame, size: { width: number; height: number }) {
		this.sight = new Sight(size, this.allowance);
		await this.begin(frame, async (start) => await this.run(await content, start));
	}

	/** Draws an annotation; what it shows does not count as the page's. */
	async note(reference: PdfValue, matrix: Matrix, place: Area) {
		const [before, unreadable, scan] = [this.sight.length, this.unreadable, this.scan];
		const resources: PdfDictionary = new Map();
		await this.begin({ matrix, resources }, (start) => this.drawForm(reference, start));
		[this.unreadable, this.scan] = [unreadable, scan];
		return this.sight.note(before, place);
	}

	/** Draws from a clean state. Damage ends the drawing, and leaves the page in doubt. */
	private async begin(frame: Frame, draw: (start: State) => Promise<void>): Promise<void> {
		this.unreadable = new Set();
		this.scan = { pictures: [], otherContent: undefined, isIncomplete: false };
		await draw({ ...START, clip: this.sight.whole, ...frame }).catch((error: Error) => {
			if (!(error instanceof PdfDamage)) throw error;
			this.scan.isIncomplete = this.sight.isUnsure = true;
		});
	}

	seen() {
		return { ...this.sight.seen(), scan: this.scan, unreadableFonts: [...this.unreadable] };
	}

	private async run(content: string, start: State): Promise<void> {
		const { resources } = start;
		const reader = new PdfReader(content);
		const saved: State[] = [];
		let state: State = { ...start };
		let path = new Path();
		let clip: 'W' | 'W*' | undefined;
		/** for each marked part that is open, whether its layer is off */
		const marked: boolean[] = [];
		let [line, place] = [IDENTITY, IDENTITY];
		let isTextClip = false;
		let operands: PdfValue[] = [];
		const number = (fromEnd: number): number => {
			const value = operands[operands.length - fromEnd];
			return typeof value === 'number' ? value : 0;
		};
		const named = (kind: string, name = operands.at(-1)) =>
			name instanceof PdfName
				? this.file.dictionary(resources.get(kind)).get(name.name)
				: undefined;
		const moveTo = (to: Matrix) => ([line, place] = [to, to]);
		const moveBy = (x: number, y: number) => moveTo(moved(line, x, y));
		const moveDown = () => moveBy(0, -state.leading);
		const isHidden = () => marked.includes(true);
		const show = () => {
			isTextClip ||= state.mode >= 4;
			place = this.show(operands.at(-1), state, place, isHidden());
		};
		const endPath = () => {
			const shape = { polygons: path.parts, isEvenOdd: clip === 'W*' };
			if (clip !== undefined) state.clip = clippedBy(state.clip, shape);
			[path, clip] = [new Path(), undefined];
		};
		const useSpace = async (ink: 'fill' | 'stroke') => {
			const space = await spaceOf(this.file, resources, operands.at(-1));
			setInk(state, ink, { space, color: space.color([]) });
		};
		const rows: Readonly<Record<string, () => unknown>> = {
			q: () => pushed(saved, { ...state }),
			Q: () => (state = saved.pop() ?? state),
			cm: () => (state.matrix = product(matrixOf(operands), state.matrix)),
			gs: () => this.setState(state, this.file.dictionary(named('ExtGState'))),
			cs: () => useSpace('fill'),
			CS: () => useSpace('stroke'),
			BT: () => {
				[this.last, this.blankEnd] = [undefined, undefined];
				moveTo(IDENTITY);
			},
			ET: () => {
				// what follows is seen only within the letters
				if (isTextClip) state.clip = NOWHERE;
				isTextClip = false;
			},
			Tf: async () => {
				state.font = await this.fontOf(named('Font', operands.at(-2)));
				state.size = number(1);
			},
			Td: () => moveBy(number(2), number(1)),
			TD: () => {
				state.leading = -number(1);
				moveBy(number(2), number(1));
			},
			Tm: () => moveTo(matrixOf(operands)),
			'T*': moveDown,
			Tj: show,
			TJ: show,
			"'": () => {
				moveDown();
				show();
			},
			'"': () => {
				[state.wordSpace, state.characterSpace] = [number(3), number(2)];
				moveDown();
				show();
			},
			BI: () => {
				const holes = skipInlineImage(reader) ? MAX_HOLE_SHARE : 0;
				if (!isHidden()) this.paintPicture(state, holes);
				this.scan.otherContent ??= 'alsoInline';
			},
			Do: () => {
				if (isHidden() || !(operands.at(-1) instanceof PdfName)) return undefined;
				return this.drawForm(named('XObject'), state);
			},
			sh: () => {
				const { left, top, right, bottom } = state.clip.box;
				const polygons = [[left, top, right, top, right, bottom, left, bottom]];
				if (!isHidden()) this.fill({ polygons }, state, { ...state.fill, color: undefined });
			},
			BMC: () => pushed(marked, false),
			BDC: () => {
				const isOfLayer = this.file.name(operands[0]) === 'OC';
				pushed(marked, isOfLayer && this.isOff(named('Properties', operands[1])));
			},
			EMC: () => marked.pop(),
			W: () => (clip = 'W'),
			'W*': () => (clip = 'W*'),
			n: endPath,
		};
		const operators = new Map(Object.entries(rows));
		for (let next = reader.next(); next !== undefined; next = reader.next()) {
			if (!(next instanceof PdfOperator)) {
				operands.push(next);
				if (operands.length > MAX_OPERANDS) operands = operands.slice(-8);
				continue;
			}
			if (--this.operatorsLeft < 0) throw new PdfError('drawsTooMuch');
			const { name } = next;
			const draw = operators.get(name);
			const said = NUMBERS.get(name);
			if (draw !== undefined) {
				const isDone = draw();
				if (isDone instanceof Promise) await isDone;
			} else if (said !== undefined) Object.assign(state, said(number(1)));
			else if (PAINTS.test(name)) {
				if (/^[bs]/.test(name)) path.close();
				if (!isHidden()) this.paint(path, state, name);
				endPath();
			} else if (COLORS.test(name)) setColor(state, name, operands);
			else path.add(name, operands, state.matrix);
			operands = [];
		}
		if (reader.isCut) this.scan.isIncomplete = this.sight.isUnsure = true;
	}

	private paint(path: Path, state: State, operator: string): void {
		const { fill, stroke, lineWidth, hasCaps, matrix } = state;
		if (!/^s$/i.test(operator))
			this.fill({ polygons: path.parts, isEvenOdd: operator.endsWith('*') }, state, fill);
		if (!/^[bs]/i.test(operator)) return;
		this.scan.otherContent ??= 'alsoDrawing';
		this.fill({ polygons: path.lines(lineWidth, hasCaps, matrix) }, state, stroke);
	}

	private fill(shape: Shape, state: State, ink: Ink): void {
		const { color, space } = ink;
		// white below a scan is its paper
		const isPaper = isWhite(color) && this.scan.pictures.length === 0;
		if (!isPaper) this.scan.otherContent ??= 'alsoDrawing';
		const hides = isSolid(state, ink) && (space.isPattern ? 'maybe' : true);
		this.sight.paint(shape, state.clip.box, { color, hides });
	}

	/** @param holes its transparent share @returns whether it is large enough to be seen */
	private paintPicture(state: State, holes: number): boolean {
		const hides =
			isSolid(state, state.fill) && holes <= MAX_HOLE_SHARE && (holes > 0 ? 'maybe' : true);
		const shape = { polygons: [cornersOf([0, 0, 1, 1], state.matrix)] };
		return this.sight.paint(shape, state.clip.box, { color: undefined, hides, isPicture: true });
	}

	/** Draws a form or a picture, unless its layer is off. */
	private async drawForm(reference: PdfValue | undefined, state: State): Promise<void> {
		const form = this.file.dictionary(reference);
		if (!(reference instanceof PdfReference) || form.size === 0) {
			this.scan.isIncomplete = true;
			return;
		}
		const subtype = this.file.name(form.get('Subtype'));
		if (subtype === 'PS') return;
		if (this.isOff(form.get('OC'))) {
			this.sight.hidden++;
			return;
		}
		if (subtype === 'Image') {
			const known = this.holes.get(reference.number) ?? (await this.holesIn(form, reference));
			this.holes.set(reference.number, known);
			if (this.paintPicture(state, known))
				this.scan.pictures.push({ reference, matrix: state.matrix });
			return;
		}
		if (state.depth === MAX_FORM_DEPTH || --this.formsLeft < 0) throw new PdfError('nestedDrawing');
		const content = (await this.file.stream(reference))?.toString('latin1') ?? '';
		const matrix = product(formMatrix(this.file, form), state.matrix);
		const start: State = { ...state, matrix, depth: state.depth + 1 };
		if (form.has('Resources')) start.resources = this.file.dictionary(form.get('Resources'));
		const bounds = boxOf(this.file, form.get('BBox'));
		const { box, shapes } = state.clip;
		if (bounds) start.clip = { box: clipped(box, [cornersOf(bounds, matrix)]), shapes };
		if (form.has('Group')) {
			start.group *= start.fill.alpha;
			start.fill = { ...start.fill, alpha: 1 };
			start.stroke = { ...start.stroke, alpha: 1 };
		}
		await this.run(content, start);
	}

	/** The transparent share of a picture, by its mask; 1 for a mask that is not read. */
	private async holesIn(picture: PdfDictionary, reference: PdfReference): Promise<number> {
		const { file } = this;
		if (file.resolve(picture.get('ImageMask')) === true)
			return await this.shareOf(reference, (byte) => byte !== 0);
		const soft = picture.get('SMask');
		const mask = soft ?? picture.get('Mask');
		if (!file.resolve(mask)) return file.resolve(picture.get('SMaskInData')) ? 1 : 0;
		if (mask instanceof PdfReference && !Array.isArray(file.resolve(mask)))
			return await this.shareOf(mask, (byte) => byte !== (mask === soft ? 0xff : 0));
		// a range of colors that is not painted
		const [least = 0, most = 0, ...others] = file.array(mask).map((one) => file.number(one));
		const isByte = others.length === 0 && file.number(picture.get('BitsPerComponent')) === 8;
		return isByte ? await this.shareOf(reference, (byte) => byte >= least && byte <= most) : 1;
	}

	private async shareOf(picture: PdfReference, isHole: (byte: number) => boolean): Promise<number> {
		const { file } = this;
		const given = file.dictionary(picture);
		const size = (name: string) => file.number(given.get(name)) ?? Infinity;
		const isPlain = file.filters(given).every(isKnownFilter);
		if (!isPlain || size('Width') * size('Height') > MAX_MASK) return 1;
		const inverse = file.number(file.array(given.get('Decode'))[0]) === 1 ? 0xff : 0;
		const bytes = (await file.stream(picture)) ?? Buffer.alloc(0);
		const holes = bytes.filter((byte) => isHole(byte ^ inverse));
		return bytes.length === 0 ? 1 : holes.length / bytes.length;
	}

	private async fontOf(value: PdfValue | undefined): Promise<Font | undefined> {
		const dictionary = this.file.resolve(value);
		if (!(dictionary instanceof Map)) return undefined;
		const known = this.fonts.get(dictionary);
		if (known !== undefined) return known;
		const font = await readFont(this.file, dictionary);
		this.entriesLeft -= font.entries;
		if (this.entriesLeft < 0) throw new PdfError('fontCharacters');
		this.fonts.set(dictionary, font);
		return font;
	}

	/** Applies a graphics state dictionary (8.4.5). */
	private async setState(state: State, given: PdfDictionary): Promise<void> {
		const { file } = this;
		const number = (key: string) => file.number(given.get(key));
		setInk(state, 'fill', { alpha: number('ca') ?? state.fill.alpha });
		setInk(state, 'stroke', { alpha: number('CA') ?? state.stroke.alpha });
		state.lineWidth = number('LW') ?? state.lineWidth;
		if (given.has('LC')) state.hasCaps = number('LC') !== 0;
		if (given.has('SMask')) state.isMasked = file.resolve(given.get('SMask')) instanceof Map;
		if (given.has('BM')) {
			const mode = file.name(file.array(given.get('BM'))[0] ?? given.get('BM')) ?? 'Normal';
			const isDarker = /^(Multiply|Darken)$/.test(mode);
			const isNormal = /^(Normal|Compatible)$/.test(mode);
			state.mixing = isNormal ? undefined : isDarker ? 'darker' : 'other';
		}
		const [font, size] = file.array(given.get('Font'));
		if (font === undefined) return;
		state.font = await this.fontOf(font);
		state.size = file.number(size) ?? state.size;
	}

	/** Shows a text, or several with moves between them; returns where it ends. */
	private show(text: PdfValue | undefined, state: State, start: Matrix, isOff: boolean): Matrix {
		let place = start;
		const { fill, mixing, isMasked, font } = state;
		const colors = isOff ? [] : colorsOf(state);
		this.sight.begin(font?.name ?? '', colors);
		// nobody can tell what is seen of it
		if (colors.length > 0 && (fill.space.isPattern || mixing === 'other' || isMasked))
			this.sight.isUnsure = true;
		for (const part of Array.isArray(text) ? text : [text]) {
			if (typeof part === 'number') {
				place = moved(place, (-part / 1000) * state.size * state.scale, 0);
			} else if (typeof part === 'string')
				place = this.showCodes(part, state, place, colors.length > 0);
		}
		return place;
	}

	private showCodes(bytes: string, state: State, start: Matrix, isSeen: boolean): Matrix {
		const { font, size, scale } = state;
		if (font === undefined) {
			if (isSeen) this.unreadable.add('a font that is missing');
			return start;
		}
		if (bytes.length > MAX_BYTES_AT_ONCE) throw new PdfError('tooMuchText');
		let place = start;
		const before = this.sight.length;
		const near = NEAR * size;
		// type of a negative size or width runs to the left, and is turned back by the matrix of its text
		const turn = size * scale < 0 ? -1 : 1;
		// letters that are spaced out have no blanks between them
		const apart = Math.min(Math.max(0, state.characterSpace), Math.abs(size)) * Math.abs(scale);
		for (const { text, width, isSpace } of font.read(bytes)) {
			const advance = (width / 1000) * size * scale;
			const at = font.isVertical ? moved(place, -advance / 2, -ASCENT * size) : place;
			const matrix = product([turn, 0, 0, turn, 0, state.rise], product(at, state.matrix));
			const wide = Math.abs(advance) + (font.isVertical ? 0 : apart);
			const glyph = this.sight.letter(text, matrix, wide, Math.abs(size), state.clip);
			const isBlank = /^\s+$/.test(text);
			if (glyph !== undefined && areNear(place, this.blankEnd, near)) glyph.afterSpace = true;
			if (isBlank && this.last && areNear(place, this.last.end, near))
				this.last.glyph.beforeSpace = true;
			const spacing = state.characterSpace + (isSpace ? state.wordSpace : 0);
			place = font.isVertical
				? moved(place, 0, spacing - size)
				: moved(place, advance + spacing * scale, 0);
			this.blankEnd = isBlank ? place : undefined;
			if (glyph !== undefined) this.last = { glyph, end: place };
		}
		if (font.unreadable !== undefined && this.sight.length > before)
			this.unreadable.add(font.unreadable);
		return place;
	}
}

/** Adds to what is open in a drawing. */
function pushed<T>(open: T[], one: T): void {
	if (open.length === MAX_SAVED_STATES) throw new PdfError('nestedDrawing');
	open.push(one);
}

/** A rectangle of a PDF, before any matrix. */
export type Box = readonly [left: number, bottom: number, right: number, top: number];

/** A box in a PDF; undefined where it is none. */
export function boxOf(file: PdfFile, value: PdfValue | undefined): Box | undefined {
	const box = file.array(value).map((one) => file.number(one));
	if (box.length !== 4 || !box.every((one) => one !== undefined && Number.isFinite(one))) return;
	const [x1, y1, x2, y2] = box as [number, number, number, number];
	return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
}

/** The matrix from a form's coordinates to those of what draws it. */
export function formMatrix(file: PdfFile, form: PdfDictionary): Matrix {
	const own = file.array(form.get('Matrix')).map((one) => file.resolve(one));
	return own.length === 6 ? matrixOf(own) : IDENTITY;
}

/** The matrix with its origin moved, by its own units. */
const moved = (matrix: Matrix, x: number, y: number) => product([1, 0, 0, 1, x, y], matrix);

function setInk(state: State, ink: 'fill' | 'stroke', part: Partial<Ink>): void {
	state[ink] = { ...state[ink], ...part };
}

/** Follows an operator that sets a color; in capitals that of outlines. */
function setColor(state: State, operator: string, operands: PdfValue[]): void {
	const ink = operator === operator.toLowerCase() ? 'fill' : 'stroke';
	const space = SPACES[operator.toLowerCase()] ?? state[ink].space;
	const color = space.color(operands.filter((one) => typeof one === 'number'));
	setInk(state, ink, { space, color });
}

/** The colors in which a text is drawn (9.3.6); none where it is not seen. */
function colorsOf({ mode, fill, stroke, group }: State): Color[] {
	// mode 3 draws nothing; 4 to 7 draw as 0 to 3 do, and clip too
	const inks = [[fill], [stroke], [fill, stroke]][mode % 4] ?? [];
	return inks.filter(({ alpha }) => alpha * group >= MIN_OPACITY).map(({ color }) => color);
}

/** Whether nothing shines through what is drawn. */
function isSolid({ group, mixing, isMasked }: State, { alpha }: Ink): boolean {
	return alpha * group === 1 && mixing === undefined && !isMasked;
}

/** Whether two places of texts are closer than this, in units of the text. */
function areNear([a, b, , , x, y]: Matrix, other: Matrix | undefined, distance: number): boolean {
	if (other === undefined) return false;
	return Math.hypot(x - other[4], y - other[5]) <= Math.abs(distance) * Math.hypot(a, b);
}

/**
 * Skips a picture inside the drawing commands: its data follows ID, and ends with EI between white space.
 * Read value by value, since looking for an ID that never comes would take long at every BI.
 * @returns whether it is a mask, through which the page is seen
 */
function skipInlineImage(reader: PdfReader): boolean {
	const isEnd = (one: PdfOperator | PdfValue) =>
		one instanceof PdfOperator && /^(ID|EI)$/.test(one.name);
	let [isMask, key] = [false, ''];
	let next = reader.next();
	for (; next !== undefined && !isEnd(next); next = reader.next()) {
		isMask ||= next === true && /^(IM|ImageMask)$/.test(key);
		key = next instanceof PdfName ? next.name : '';
	}
	if (next instanceof PdfOperator && next.name === 'EI') return isMask;
	const ends = /\sEI(?=\s)/g;
	ends.lastIndex = reader.at;
	reader.at = ends.exec(reader.text) === null ? reader.text.length : ends.lastIndex;
	return isMask;
}
