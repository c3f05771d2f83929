import type { PdfFile } from '../pdf/file';
import { isKnownFilter } from '../pdf/filters';
import {
	IDENTITY,
	type Matrix,
	matrixOf,
	type PdfDictionary,
	PdfError,
	PdfName,
	PdfOperator,
	PdfReader,
	PdfReference,
	type PdfValue,
	product,
} from '../pdf/syntax';
import type { PageScan } from '../pdf/scan';
import { type Font, readFont } from './font';
import {
	clipped,
	colorsOf,
	cornersOf,
	isSolid,
	LOOK,
	Path,
	setColor,
	setLook,
	spaceOf,
	type Look,
} from './graphics';
import {
	type Color,
	isIn,
	isNear,
	Layers,
	MAX_STEPS,
	middleOf,
	Sight,
	THIN,
	WHITE,
	numberOf,
} from './sight';
import { MAX_GLYPHS, MAX_GLYPHS_ON_PAGE, type Area, type Glyph, type PageText } from './pageText';

/** No operator takes more operands. */
const MAX_OPERANDS = 64;
/** Forms inside forms. */
const MAX_FORM_DEPTH = 8;
/** Each form may draw many others, and each of these many more. */
const MAX_FORMS = 2000;
/** Graphics states inside one another. */
const MAX_SAVED_STATES = 1000;
/** Operators of a file; a list of 2,000 goods has about 500,000. */
const MAX_OPERATORS = 3_000_000;
/** A code has four bytes at most. */
const MAX_BYTES_AT_ONCE = 4 * MAX_GLYPHS_ON_PAGE;
/** Entries of the maps and widths of all fonts; those of one of all Chinese characters have 65,536. */
const MAX_ENTRIES_OF_FONTS = 5_000_000;
/** Points of a mask that is looked into; the whole page as a picture has more, and its mask is a watermark's. */
const MAX_MASK = 1_000_000;
const DRAWING = 'a drawing';
const NOTHING = (): PageScan => ({ pictures: [], also: undefined, isIncomplete: false });
/** How far below its place a character of text that runs downwards has its base line, in heights (9.7.4.3). */
const ASCENT = 0.88;
/** Type that leans further than this from the page's edges, in quarter turns, is laid over it as a watermark is. */
const LEANING = 0.1;

interface TextState extends Look {
	matrix: Matrix;
	font: Font | undefined;
	size: number;
	characterSpace: number;
	wordSpace: number;
	scale: number;
	leading: number;
	rise: number;
	mode: number;
}

const START: Omit<TextState, 'clip' | 'matrix'> = {
	...LOOK,
	font: undefined,
	size: 0,
	characterSpace: 0,
	wordSpace: 0,
	scale: 1,
	leading: 0,
	rise: 0,
	mode: 0,
};

/** Follows the drawing commands of pages that concern text (ISO 32000-1, 9.4). */
export class TextDrawing {
	private readonly fonts = new Map<PdfValue, Font>();

	private clip: Area = { left: 0, top: 0, right: 0, bottom: 0 };

	readonly layers: Layers;

	/** characters that are laid over the page, and the piece of the last one */
	private leaning = '';

	private leaningPiece = 0;

	/** of the last character, in quarter turns */
	private angle = 0;

	private unreadable = new Set<string>();

	private scan: PageScan = NOTHING();

	/** a number for each font by its name, and for each color */
	private readonly fontNumbers = new Map<string, number>();

	private readonly colorNumbers = new Map<string, number>();

	private pieces = 0;

	private glyphsLeft = MAX_GLYPHS;

	private operatorsLeft = MAX_OPERATORS;

	private formsLeft = MAX_FORMS;

	private entriesLeft = MAX_ENTRIES_OF_FONTS;

	private readonly left = { steps: MAX_STEPS };

	/** by the number of a mask, whether something is seen through it */
	private readonly masks = new Map<number, boolean>();

	private sight = new Sight({ width: 0, height: 0 }, this.left);

	constructor(private readonly file: PdfFile) {
		this.layers = new Layers(file);
	}

	/** Begins a page of this size. */
	begin(width: number, height: number): void {
		this.sight = new Sight({ width, height }, this.left);
		this.clip = { left: -1, top: -1, right: width + 1, bottom: height + 1 };
		this.leaning = '';
		this.unreadable = new Set();
		this.scan = NOTHING();
	}

	/** What is seen of what was drawn since then. */
	end(): Omit<PageText, 'height' | 'notes' | 'page' | 'width'> & { scan: PageScan } {
		return {
			...this.sight.seen(),
			scan: this.scan,
			leaning: this.leaning,
			unreadableFonts: [...this.unreadable],
		};
	}

	/** Draws what an annotation shows, and answers its text, which is none of the page's. */
	async note(reference: PdfValue, matrix: Matrix): Promise<string> {
		const [before, unreadable, scan] = [this.sight.length, this.unreadable, this.scan];
		[this.unreadable, this.scan] = [new Set(), NOTHING()];
		await this.drawForm(reference, new Map(), { ...START, clip: this.clip, matrix }, 0);
		[this.unreadable, this.scan] = [unreadable, scan];
		return this.sight
			.takeBack(before)
			.map(({ text }) => text)
			.join('');
	}

	/** Draws a page's own content. */
	async page(content: string, resources: PdfDictionary, matrix: Matrix): Promise<void> {
		await this.run(content, resources, { ...START, clip: this.clip, matrix }, 0);
	}

	private async run(
		content: string,
		resources: PdfDictionary,
		start: TextState,
		depth: number,
	): Promise<void> {
		const reader = new PdfReader(content);
		const fonts = this.file.dictionary(resources.get('Font'));
		const saved: TextState[] = [];
		let state: TextState = { ...start };
		let path = new Path();
		let isClip = false;
		/** for each marked part that is open, whether its layer is off */
		const marked: boolean[] = [];
		let line: Matrix = IDENTITY;
		let place: Matrix = IDENTITY;
		let operands: PdfValue[] = [];
		const number = (fromEnd: number): number => {
			const value = operands[operands.length - fromEnd];
			return typeof value === 'number' ? value : 0;
		};
		const moveBy = (x: number, y: number) => {
			line = product([1, 0, 0, 1, x, y], line);
			place = line;
		};
		const show = (text: PdfValue | undefined) => {
			place = this.show(text, state, place, marked.includes(true));
		};
		const endPath = () => {
			if (isClip) state.clip = clipped(state.clip, path.parts);
			[path, isClip] = [new Path(), false];
		};
		for (let next = reader.next(); next !== undefined; next = reader.next()) {
			if (!(next instanceof PdfOperator)) {
				operands.push(next);
				if (operands.length > MAX_OPERANDS) operands = operands.slice(-8);
				continue;
			}
			if (--this.operatorsLeft < 0) throw new PdfError('draws too much');
			switch (next.name) {
				case 'q':
					if (saved.length === MAX_SAVED_STATES) throw new PdfError('nests its drawing too deeply');
					saved.push({ ...state });
					break;
				case 'Q':
					state = saved.pop() ?? state;
					break;
				case 'cm':
					state.matrix = product(matrixOf(operands), state.matrix);
					break;
				case 'BT':
					line = IDENTITY;
					place = IDENTITY;
					break;
				case 'Tf':
					state.font = await this.font(fonts, operands.at(-2));
					state.size = number(1);
					break;
				case 'Tc':
					state.characterSpace = number(1);
					break;
				case 'Tw':
					state.wordSpace = number(1);
					break;
				case 'Tz':
					state.scale = number(1) / 100;
					break;
				case 'TL':
					state.leading = number(1);
					break;
				case 'Ts':
					state.rise = number(1);
					break;
				case 'Tr':
					state.mode = number(1);
					break;
				case 'Td':
					moveBy(number(2), number(1));
					break;
				case 'TD':
					state.leading = -number(1);
					moveBy(number(2), number(1));
					break;
				case 'Tm':
					line = matrixOf(operands);
					place = line;
					break;
				case 'T*':
					moveBy(0, -state.leading);
					break;
				case 'Tj':
				case 'TJ':
					show(operands.at(-1));
					break;
				case '"':
					state.wordSpace = number(3);
					state.characterSpace = number(2);
					moveBy(0, -state.leading);
					show(operands.at(-1));
					break;
				case "'":
					moveBy(0, -state.leading);
					show(operands.at(-1));
					break;
				case 'w':
					state.lineWidth = number(1);
					break;
				case 'J':
					state.hasCaps = number(1) !== 0;
					break;
				case 'gs':
					await this.setState(state, resources, operands.at(-1));
					break;
				case 'BI':
					if (!skipInlineImage(reader) && !marked.includes(true)) this.paintPicture(state);
					this.scan.also ??= 'a picture inside its drawing commands';
					break;
				case 'Do':
					if (operands.at(-1) instanceof PdfName && !marked.includes(true)) {
						const objects = this.file.dictionary(resources.get('XObject'));
						const named = objects.get((operands.at(-1) as PdfName).name);
						await this.drawForm(named, resources, state, depth);
					}
					break;
				case 'BMC':
				case 'BDC':
					if (marked.length === MAX_SAVED_STATES) {
						throw new PdfError('nests its drawing too deeply');
					}
					marked.push(next.name === 'BDC' && this.isOff(operands, resources));
					break;
				case 'EMC':
					marked.pop();
					break;
				case 'W':
				case 'W*':
					isClip = true;
					break;
				case 'f':
				case 'F':
				case 'f*':
				case 'B':
				case 'B*':
				case 'b':
				case 'b*':
				case 'S':
				case 's':
					if (/^[bs]/.test(next.name)) path.close();
					if (!marked.includes(true)) this.paint(path, state, next.name);
					endPath();
					break;
				case 'sh':
					if (!marked.includes(true))
						this.fill([cornersOfArea(state.clip)], state, undefined, false);
					break;
				case 'n':
					endPath();
					break;
				case 'g':
				case 'G':
				case 'rg':
				case 'RG':
				case 'k':
				case 'K':
				case 'sc':
				case 'SC':
				case 'scn':
				case 'SCN':
					setColor(state, next.name, operands);
					break;
				case 'cs':
				case 'CS': {
					const space = await spaceOf(this.file, resources, operands.at(-1));
					setColor(state, next.name, [], space);
					break;
				}
				default:
					path.add(next.name, operands, state.matrix);
			}
			operands = [];
		}
	}

	private isOff([tag, layer]: PdfValue[], resources: PdfDictionary): boolean {
		if (this.file.name(tag) !== 'OC' || !(layer instanceof PdfName)) return false;
		return this.layers.isOff(this.file.dictionary(resources.get('Properties')).get(layer.name));
	}

	/** Fills a path, draws its lines, or both. */
	private paint(path: Path, state: TextState, operator: string): void {
		if (!/^s$/i.test(operator)) {
			this.fill(path.parts, state, state.fill, operator.endsWith('*'));
		}
		if (!/^[bs]/i.test(operator)) return;
		this.scan.also ??= DRAWING;
		const { strokeSpace, strokeAlpha, lineWidth, hasCaps } = state;
		const [a, b, c, d] = state.matrix;
		const width = lineWidth * Math.sqrt(Math.abs(a * d - b * c));
		if (width < THIN) return;
		const look = { ...state, fillSpace: strokeSpace, fillAlpha: strokeAlpha };
		this.fill(path.lines(width, hasCaps), look, state.stroke, false);
	}

	private fill(
		parts: readonly number[][],
		state: TextState,
		color: Color,
		isEvenOdd: boolean,
	): void {
		// the paper may lie below a scan
		const isPaper = isNear(color, WHITE) && this.scan.pictures.length === 0;
		if (!isPaper) this.scan.also ??= DRAWING;
		this.sight.paint(parts, state.clip, {
			color,
			isOpaque: isSolid(state) && !state.fillSpace.isPattern,
			isUnknown: isSolid(state) && state.fillSpace.isPattern,
			isPicture: false,
			isEvenOdd,
		});
	}

	private paintPicture(state: TextState, isOpaque = true): boolean {
		return this.sight.paint([cornersOf([0, 0, 1, 1], state.matrix)], state.clip, {
			color: undefined,
			isOpaque: isOpaque && isSolid(state),
			isPicture: true,
			isEvenOdd: false,
		});
	}

	/** Draws what a form or a picture shows, unless its layer is off. */
	private async drawForm(
		reference: PdfValue | undefined,
		resources: PdfDictionary,
		state: TextState,
		depth: number,
	): Promise<void> {
		const form = this.file.dictionary(reference);
		if (!(reference instanceof PdfReference) || form.size === 0) {
			this.scan.isIncomplete = true;
			return;
		}
		const subtype = this.file.name(form.get('Subtype'));
		if (subtype === 'PS') return;
		if (this.layers.isOff(form.get('OC'))) {
			this.sight.hidden++;
			return;
		}
		if (subtype === 'Image') {
			const isStencil = this.file.resolve(form.get('ImageMask')) === true;
			const isOpaque = !isStencil && !(await this.isMasked(form));
			const isSeen = this.paintPicture(state, isOpaque);
			if (isSeen) this.scan.pictures.push({ reference, matrix: state.matrix });
			return;
		}
		if (depth === MAX_FORM_DEPTH || --this.formsLeft < 0) {
			throw new PdfError('nests its drawing too deeply');
		}
		const own = this.file.array(form.get('Matrix')).map((one) => this.file.resolve(one));
		const content = (await this.file.stream(reference))?.toString('latin1') ?? '';
		const inner = form.has('Resources') ? this.file.dictionary(form.get('Resources')) : resources;
		const matrix = own.length === 6 ? product(matrixOf(own), state.matrix) : state.matrix;
		const box = this.file.array(form.get('BBox')).map((one) => this.file.number(one) ?? NaN);
		const isBox = box.length === 4 && box.every(Number.isFinite);
		const clip = isBox ? clipped(state.clip, [cornersOf(box, matrix)]) : state.clip;
		const start: TextState = { ...state, matrix, clip };
		if (form.has('Group')) {
			start.group *= start.fillAlpha;
			[start.fillAlpha, start.strokeAlpha] = [1, 1];
		}
		await this.run(content, inner, start, depth + 1);
	}

	/** Whether a picture has a mask through which something may be seen. */
	private async isMasked(picture: PdfDictionary): Promise<boolean> {
		const soft = picture.get('SMask');
		const mask = soft ?? picture.get('Mask');
		if (!this.file.resolve(mask)) return Boolean(this.file.resolve(picture.get('SMaskInData')));
		if (!(mask instanceof PdfReference)) return true;
		const known = this.masks.get(mask.number) ?? (await this.hasHoles(mask, mask === soft));
		this.masks.set(mask.number, known);
		return known;
	}

	/** A mask that is the same everywhere hides no less than none; others are not looked into. */
	private async hasHoles(mask: PdfReference, isSoft: boolean): Promise<boolean> {
		const given = this.file.dictionary(mask);
		const size = (name: string) => this.file.number(given.get(name)) ?? Infinity;
		const isPlain = this.file.filters(given).every(isKnownFilter) && !given.has('Decode');
		if (!isPlain || size('Width') * size('Height') > MAX_MASK) return true;
		const opaque = isSoft ? 0xff : 0;
		return (await this.file.stream(mask))?.some((byte) => byte !== opaque) ?? true;
	}

	private async font(fonts: PdfDictionary, name: PdfValue | undefined): Promise<Font | undefined> {
		const value = name instanceof PdfName ? fonts.get(name.name) : undefined;
		return await this.fontOf(value);
	}

	private async fontOf(value: PdfValue | undefined): Promise<Font | undefined> {
		const dictionary = this.file.resolve(value);
		if (!(dictionary instanceof Map)) return undefined;
		const known = this.fonts.get(dictionary);
		if (known !== undefined) return known;
		const font = await readFont(this.file, dictionary);
		this.entriesLeft -= font.entries;
		if (this.entriesLeft < 0) throw new PdfError('has fonts of too many characters');
		this.fonts.set(dictionary, font);
		return font;
	}

	/** A graphics state may set the font too. */
	private async setState(
		state: TextState,
		resources: PdfDictionary,
		name: PdfValue | undefined,
	): Promise<void> {
		if (!(name instanceof PdfName)) return;
		const states = this.file.dictionary(resources.get('ExtGState'));
		const given = this.file.dictionary(states.get(name.name));
		setLook(state, given, this.file);
		const [font, size] = this.file.array(given.get('Font'));
		if (font === undefined) return;
		state.font = await this.fontOf(font);
		state.size = this.file.number(size) ?? state.size;
	}

	/** Shows a text, or several with moves between them; returns where it ends. */
	private show(
		text: PdfValue | undefined,
		state: TextState,
		start: Matrix,
		isOff: boolean,
	): Matrix {
		let place = start;
		this.pieces++;
		const colors = isOff ? [] : colorsOf(state, state.mode);
		if (state.isMasked && colors.length > 0) this.sight.isUnsure = true;
		for (const part of Array.isArray(text) ? text : [text]) {
			if (typeof part === 'number') {
				const back = (part / 1000) * state.size * state.scale;
				place = product([1, 0, 0, 1, -back, 0], place);
			} else if (typeof part === 'string') place = this.showCodes(part, state, place, colors);
		}
		return place;
	}

	private showCodes(bytes: string, state: TextState, start: Matrix, colors: Color[]): Matrix {
		const { font, size, scale } = state;
		if (font === undefined) {
			if (colors.length > 0) this.unreadable.add('a font that is missing');
			return start;
		}
		if (bytes.length > MAX_BYTES_AT_ONCE) throw new PdfError('holds too much text');
		let place = start;
		let isShown = false;
		let isAfterSpace = false;
		let last: Glyph | undefined;
		const look = {
			font: numberOf(this.fontNumbers, font.name),
			color: numberOf(this.colorNumbers, colors[0]?.map((one) => one.toFixed(2)).join(' ') ?? ''),
		};
		for (const { text, width, isSpace } of font.read(bytes)) {
			const advance = (width / 1000) * size * scale;
			const at = font.isVertical
				? product([1, 0, 0, 1, -advance / 2, -ASCENT * size], place)
				: place;
			// thousands of characters that are not drawn are no text of the page
			const glyph = colors.length === 0 ? undefined : this.glyphOf(text, advance, state, at, look);
			if (colors.length === 0 && text.trim() !== '') this.sight.hidden++;
			if (glyph !== undefined) {
				if (isAfterSpace) glyph.afterSpace = true;
				if (this.add(glyph, colors, state.clip)) isShown = true;
			}
			isAfterSpace = text.trim() === '';
			if (isAfterSpace && last !== undefined) last.beforeSpace = true;
			last = glyph ?? last;
			const spacing = state.characterSpace + (isSpace ? state.wordSpace : 0);
			const step: Matrix = font.isVertical
				? [1, 0, 0, 1, 0, spacing - size]
				: [1, 0, 0, 1, advance + spacing * scale, 0];
			place = product(step, place);
		}
		if (font.unreadable !== undefined && isShown) this.unreadable.add(font.unreadable);
		return place;
	}

	private glyphOf(
		text: string,
		advance: number,
		state: TextState,
		place: Matrix,
		look: Pick<Glyph, 'color' | 'font'>,
	): Glyph | undefined {
		const isFull = --this.glyphsLeft < 0 || this.sight.length >= MAX_GLYPHS_ON_PAGE;
		if (isFull) throw new PdfError('holds too much text');
		const [a, b, c, d, x, y] = product([1, 0, 0, 1, 0, state.rise], product(place, state.matrix));
		const size = Math.hypot(c, d) * Math.abs(state.size);
		const width = Math.hypot(a, b) * advance;
		if (!Number.isFinite(x + y + size + width) || text.trim() === '') return undefined;
		const angle = Math.atan2(b, a) / (Math.PI / 2);
		const turn = (((Math.round(angle) % 4) + 4) % 4) as Glyph['turn'];
		this.angle = angle;
		return { text, x, y, width, size, piece: this.pieces, turn, ...look };
	}

	/** Keeps the glyph of this angle if it may be seen on the page; returns whether it may. */
	private add(glyph: Glyph, colors: Color[], clip: Area): boolean {
		const { angle } = this;
		const direction = [Math.cos((angle * Math.PI) / 2), Math.sin((angle * Math.PI) / 2)] as const;
		if (!isIn(clip, middleOf(glyph, direction))) {
			this.sight.hidden++;
			return false;
		}
		if (Math.abs(angle - Math.round(angle)) < LEANING) {
			this.sight.letter(glyph, colors);
			return true;
		}
		this.leaning += (this.leaningPiece === glyph.piece ? '' : '\n') + glyph.text;
		this.leaningPiece = glyph.piece;
		return false;
	}
}

function cornersOfArea({ left, top, right, bottom }: Area): number[] {
	return [left, top, right, top, right, bottom, left, bottom];
}

/**
 * Passes over a picture inside the drawing commands: its data stands behind ID, and ends with EI between
 * white space. Read value by value, since looking for an ID that never comes would take long at every BI.
 * @returns whether it is a mask, through which the page is seen
 */
function skipInlineImage(reader: PdfReader): boolean {
	let isMask = false;
	let before: PdfOperator | PdfValue | undefined;
	let next = reader.next();
	while (next !== undefined && !(next instanceof PdfOperator && /^(ID|EI)$/.test(next.name))) {
		if (before instanceof PdfName && /^(IM|ImageMask)$/.test(before.name) && next === true)
			isMask = true;
		before = next;
		next = reader.next();
	}
	if (next instanceof PdfOperator && next.name === 'EI') return isMask;
	const ends = /\sEI(?=\s)/g;
	ends.lastIndex = reader.at;
	const found = ends.exec(reader.text);
	reader.at = found === null ? reader.text.length : ends.lastIndex;
	return isMask;
}
