import type { PdfFile } from '../pdf/file';
import { IDENTITY, matrixOf, product, type Matrix } from '../pdf/matrix';
import {
	PdfError,
	PdfName,
	PdfOperator,
	PdfReader,
	PdfReference,
	type PdfDictionary,
	type PdfValue,
} from '../pdf/syntax';
import { readFont, type Font } from './font';
import { MAX_GLYPHS, MAX_GLYPHS_ON_PAGE, type Glyph } from './pageText';

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
/** Text that is not drawn: invisible, or only clips. */
const INVISIBLE = new Set([3, 7]);

interface TextState {
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

const START: Omit<TextState, 'matrix'> = {
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

	private glyphs: Glyph[] = [];

	private unreadable = new Set<string>();

	private pieces = 0;

	private glyphsLeft = MAX_GLYPHS;

	private operatorsLeft = MAX_OPERATORS;

	private formsLeft = MAX_FORMS;

	private entriesLeft = MAX_ENTRIES_OF_FONTS;

	private width = 0;

	private height = 0;

	constructor(private readonly file: PdfFile) {}

	/** Begins a page of this size. */
	begin(width: number, height: number): void {
		[this.width, this.height] = [width, height];
		this.glyphs = [];
		this.unreadable = new Set();
	}

	/** The characters drawn since then. */
	end(): { glyphs: Glyph[]; unreadableFonts: string[] } {
		return { glyphs: this.glyphs, unreadableFonts: [...this.unreadable] };
	}

	async run(
		content: string,
		resources: PdfDictionary,
		start: Matrix,
		depth: number,
	): Promise<void> {
		const reader = new PdfReader(content);
		const fonts = this.file.dictionary(resources.get('Font'));
		const saved: TextState[] = [];
		let state: TextState = { ...START, matrix: start };
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
			place = this.show(text, state, place);
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
				case 'gs':
					await this.setFont(state, resources, operands.at(-1));
					break;
				case 'BI':
					skipInlineImage(reader);
					break;
				case 'Do':
					if (operands.at(-1) instanceof PdfName) {
						const objects = this.file.dictionary(resources.get('XObject'));
						const named = objects.get((operands.at(-1) as PdfName).name);
						await this.drawForm(named, resources, state.matrix, depth);
					}
					break;
			}
			operands = [];
		}
	}

	/** Draws what a form shows; a picture shows no text. */
	async drawForm(
		reference: PdfValue | undefined,
		resources: PdfDictionary,
		matrix: Matrix,
		depth: number,
	): Promise<void> {
		if (!(reference instanceof PdfReference)) return;
		const form = this.file.dictionary(reference);
		const subtype = this.file.name(form.get('Subtype'));
		if (subtype === 'Image' || subtype === 'PS') return;
		if (depth === MAX_FORM_DEPTH || --this.formsLeft < 0) {
			throw new PdfError('nests its drawing too deeply');
		}
		const own = this.file.array(form.get('Matrix')).map((one) => this.file.resolve(one));
		const content = (await this.file.stream(reference))?.toString('latin1') ?? '';
		const inner = form.has('Resources') ? this.file.dictionary(form.get('Resources')) : resources;
		const moved = own.length === 6 ? product(matrixOf(own), matrix) : matrix;
		await this.run(content, inner, moved, depth + 1);
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
	private async setFont(
		state: TextState,
		resources: PdfDictionary,
		name: PdfValue | undefined,
	): Promise<void> {
		if (!(name instanceof PdfName)) return;
		const states = this.file.dictionary(resources.get('ExtGState'));
		const [font, size] = this.file.array(this.file.dictionary(states.get(name.name)).get('Font'));
		if (font === undefined) return;
		state.font = await this.fontOf(font);
		state.size = this.file.number(size) ?? state.size;
	}

	/** Shows a text, or several with moves between them; returns where it ends. */
	private show(text: PdfValue | undefined, state: TextState, start: Matrix): Matrix {
		let place = start;
		this.pieces++;
		for (const part of Array.isArray(text) ? text : [text]) {
			if (typeof part === 'number') {
				const back = (part / 1000) * state.size * state.scale;
				place = product([1, 0, 0, 1, -back, 0], place);
			} else if (typeof part === 'string') place = this.showCodes(part, state, place);
		}
		return place;
	}

	private showCodes(bytes: string, state: TextState, start: Matrix): Matrix {
		const { font, size, scale } = state;
		if (font === undefined) return start;
		if (bytes.length > MAX_BYTES_AT_ONCE) throw new PdfError('holds too much text');
		let place = start;
		let isShown = false;
		let isAfterSpace = false;
		for (const { text, width, isSpace } of font.read(bytes)) {
			const advance = (width / 1000) * size * scale;
			if (!INVISIBLE.has(state.mode) && this.add(text, advance, state, place)) {
				if (isAfterSpace) this.glyphs.at(-1)!.afterSpace = true;
				isShown = true;
			}
			isAfterSpace = text.trim() === '';
			const spacing = state.characterSpace + (isSpace ? state.wordSpace : 0);
			place = product([1, 0, 0, 1, advance + spacing * scale, 0], place);
		}
		if (font.unreadable !== undefined && isShown) this.unreadable.add(font.unreadable);
		return place;
	}

	/** Keeps a glyph if it is on the page; returns whether it is. */
	private add(text: string, advance: number, state: TextState, place: Matrix): boolean {
		const isFull = --this.glyphsLeft < 0 || this.glyphs.length >= MAX_GLYPHS_ON_PAGE;
		if (isFull) throw new PdfError('holds too much text');
		const [a, b, c, d, x, y] = product([1, 0, 0, 1, 0, state.rise], product(place, state.matrix));
		const size = Math.hypot(c, d) * Math.abs(state.size);
		const width = Math.hypot(a, b) * advance;
		if (!Number.isFinite(x + y + size + width) || text.trim() === '') return false;
		if (x < -1 || y < -1 || x > this.width + 1 || y > this.height + 1) return false;
		const turn = (((Math.round(Math.atan2(b, a) / (Math.PI / 2)) % 4) + 4) % 4) as Glyph['turn'];
		this.glyphs.push({ text, x, y, width, size, piece: this.pieces, turn });
		return true;
	}
}

/**
 * Passes over a picture inside the drawing commands: its data stands behind ID, and ends with EI between
 * white space. Read value by value, since looking for an ID that never comes would take long at every BI.
 */
function skipInlineImage(reader: PdfReader): void {
	let next = reader.next();
	while (next !== undefined && !(next instanceof PdfOperator && /^(ID|EI)$/.test(next.name))) {
		next = reader.next();
	}
	if (next instanceof PdfOperator && next.name === 'EI') return;
	const ends = /\sEI(?=\s)/g;
	ends.lastIndex = reader.at;
	const found = ends.exec(reader.text);
	reader.at = found === null ? reader.text.length : ends.lastIndex;
}
