import type { PdfFile } from '../pdf/file';
import { type PdfDictionary, PdfName, PdfOperator, PdfReader, type PdfValue } from '../pdf/syntax';
import { adobeGb1Text, glyphText, latinText, latinWidth, predefinedDecoder } from './encodings';
import { printable } from './pageText';

interface ShownCode {
	text: string;
	/** in thousandths of the type's size */
	width: number;
	/** the code is the single byte 32, to which word spacing applies */
	isSpace: boolean;
}

export interface Font {
	/** without the six letters that mark a subset */
	name: string;
	/** such as "SimSun (Identity-H without ToUnicode)", when its characters are unknown */
	unreadable: string | undefined;
	isVertical: boolean;
	/** how many entries its maps and widths have in memory */
	entries: number;
	read(bytes: string): ShownCode[];
}

/** A map of all of Unicode's first plane has 65,536 codes; some give a part of them twice. */
const MAX_CODES = 140_000;
const LONGEST_RANGE = 0xffff;

/** The meanings of codes, up to `MAX_CODES`. */
class Codes<Meaning> extends Map<number, Meaning> {
	/** how many meanings were given, repeated ones included */
	given = 0;

	give(from: number, to: number, meaningOf: (index: number) => Meaning | undefined): void {
		if (to - from > LONGEST_RANGE) return;
		for (let index = 0; index <= to - from && this.given < MAX_CODES; index++, this.given++) {
			const meaning = meaningOf(index);
			if (meaning !== undefined) this.set(from + index, meaning);
		}
	}
}

/** Reads a font dictionary (ISO 32000-1, 9.6 and 9.7). */
export async function readFont(file: PdfFile, dictionary: PdfDictionary): Promise<Font> {
	const name = (file.name(dictionary.get('BaseFont')) ?? 'a font').replace(/^[A-Z]{6}\+/, '');
	const { texts } = await readCharacterMap(file, dictionary.get('ToUnicode'));
	const fontOf = file.name(dictionary.get('Subtype')) === 'Type0' ? compositeFont : simpleFont;
	return await fontOf(file, dictionary, name, texts);
}

async function compositeFont(
	file: PdfFile,
	dictionary: PdfDictionary,
	name: string,
	texts: Codes<string>,
): Promise<Font> {
	const descendant = file.dictionary(file.array(dictionary.get('DescendantFonts'))[0]);
	const encoding = file.name(dictionary.get('Encoding'));
	const { glyphs, spaces } = await readCharacterMap(file, dictionary.get('Encoding'));
	const decoder = encoding === undefined ? undefined : predefinedDecoder(encoding);
	const usual = file.number(descendant.get('DW')) ?? 1000;
	const widths = compositeWidths(file, descendant, usual);
	const widthOf = (glyph: number) => widths.get(glyph) ?? usual;
	const hasMap = decoder !== undefined || texts.size > 0;
	const isGb1 = !hasMap && /^Identity-[HV]$/.test(encoding ?? '') && hasGb1Glyphs(file, descendant);
	const read = (bytes: string): ShownCode[] => {
		const shown: ShownCode[] = [];
		for (let at = 0; at < bytes.length;) {
			const decoded = decoder?.(bytes, at);
			const length = decoded?.length ?? codeLength(bytes, at, spaces);
			const code = codeOf(bytes.slice(at, at + length));
			const own = isGb1 ? adobeGb1Text(code) : undefined;
			const text = printable(texts.get(code) ?? decoded?.text ?? own);
			const width = decoded ? latinWidth(text, widthOf, usual) : widthOf(glyphs.get(code) ?? code);
			shown.push({ text, width, isSpace: length === 1 && code === 32 });
			at += length;
		}
		return shown;
	};
	const how = `${encoding ?? 'a map of its own'} without ToUnicode`;
	return {
		name,
		isVertical: encoding?.endsWith('-V') ?? false,
		unreadable: hasMap || isGb1 ? undefined : `${name} (${how})`,
		entries: texts.given + glyphs.given + widths.given,
		read,
	};
}

/** Whether codes are Adobe-GB1 glyphs: not in embedded TrueType without CIDToGIDMap, whatever it says. */
function hasGb1Glyphs(file: PdfFile, descendant: PdfDictionary): boolean {
	const system = file.dictionary(descendant.get('CIDSystemInfo'));
	const descriptor = file.dictionary(descendant.get('FontDescriptor'));
	const hasMap = file.resolve(descendant.get('CIDToGIDMap')) instanceof Map;
	return file.resolve(system.get('Ordering')) === 'GB1' && (hasMap || !descriptor.has('FontFile2'));
}

/** Bytes of the next code; two where the map does not say. */
function codeLength(bytes: string, at: number, spaces: CodeSpace[]): number {
	for (const { length, from, to } of spaces) {
		const code = codeOf(bytes.slice(at, at + length));
		if (at + length <= bytes.length && code >= from && code <= to) return length;
	}
	return 2;
}

/** The widths of glyphs by /W (9.7.4.3); the ranges of some writers overlap, and the first one counts. */
function compositeWidths(file: PdfFile, descendant: PdfDictionary, usual: number): Codes<number> {
	const widths = new Codes<number>();
	const list = file.array(descendant.get('W'));
	for (let at = 0; at + 1 < list.length;) {
		const from = file.number(list[at]) ?? 0;
		const next = file.resolve(list[at + 1]);
		if (Array.isArray(next)) {
			const to = from + next.length - 1;
			widths.give(from, to, (index) => file.number(next[index]) ?? usual);
			at += 2;
		} else {
			const width = file.number(list[at + 2]) ?? usual;
			const to = typeof next === 'number' ? next : from;
			widths.give(from, to, (index) => widths.get(from + index) ?? width);
			at += 3;
		}
	}
	return widths;
}

const NAMED_ENCODINGS = /^(WinAnsi|Standard|MacRoman)Encoding$/;

function simpleFont(
	file: PdfFile,
	dictionary: PdfDictionary,
	name: string,
	texts: Codes<string>,
): Font {
	const descriptor = file.dictionary(dictionary.get('FontDescriptor'));
	const encoding = dictionary.get('Encoding');
	const base = file.name(encoding) ?? file.name(file.dictionary(encoding).get('BaseEncoding'));
	const differences = differencesOf(file, file.dictionary(encoding));
	// an embedded font may number its glyphs freely: without names, its codes mean nothing
	const isEmbedded = ['FontFile', 'FontFile2', 'FontFile3'].some((key) => descriptor.has(key));
	const isType3 = file.name(dictionary.get('Subtype')) === 'Type3';
	const isSymbolic = ((file.number(descriptor.get('Flags')) ?? 0) & 4) !== 0;
	const hasBase =
		base !== undefined ? NAMED_ENCODINGS.test(base) : !isType3 && !(isEmbedded && isSymbolic);
	const widths = file.array(dictionary.get('Widths')).map((width) => file.number(width));
	const first = file.number(dictionary.get('FirstChar')) ?? 0;
	const missing = file.number(descriptor.get('MissingWidth'));
	const [unit] = isType3 ? file.array(dictionary.get('FontMatrix')) : [];
	const scale = Math.abs(file.number(unit) ?? 0.001);
	const shownCode = (code: number): ShownCode => {
		const latin = hasBase ? latinText(code) : undefined;
		const width = widths[code - first] ?? missing ?? standardWidth(name, code);
		const text = printable(texts.get(code) ?? differences.get(code) ?? latin);
		return { text, width: width * scale * 1000, isSpace: code === 32 };
	};
	const isReadable = hasBase || differences.size > 0 || texts.size > 0;
	return {
		name,
		isVertical: false,
		entries: texts.given + differences.size + widths.length,
		unreadable: isReadable ? undefined : `${name} (an encoding of its own without ToUnicode)`,
		read: (bytes) => Array.from(bytes, (one) => shownCode(one.charCodeAt(0))),
	};
}

function differencesOf(file: PdfFile, encoding: PdfDictionary): Map<number, string> {
	const texts = new Map<number, string>();
	let code = 0;
	for (const one of file.array(encoding.get('Differences'))) {
		const value = file.resolve(one);
		if (typeof value === 'number') code = value;
		else if (value instanceof PdfName) texts.set(code++, glyphText(value.name));
	}
	return texts;
}

/** Approximate widths for the 14 standard fonts, which come without widths. */
function standardWidth(name: string, code: number): number {
	if (/Courier/i.test(name)) return 600;
	const character = String.fromCharCode(code);
	if (/[\d$¥]/.test(character)) return /Times/i.test(name) ? 500 : 556;
	if (/[ .,:;!|'/il]/.test(character)) return 278;
	return /[A-Z]/.test(character) ? 680 : 500;
}

/** The codes from one to another, of `length` bytes each. */
interface CodeSpace {
	length: number;
	from: number;
	to: number;
}

/** How the bytes of a text are cut into codes, and what a code stands for (ISO 32000-1, 9.7.5 and 9.10.3). */
interface CharacterMap {
	texts: Codes<string>;
	glyphs: Codes<number>;
	spaces: CodeSpace[];
}

/** Four are common. */
const MAX_SPACES = 32;
/** The specification allows 100 ranges of three at once; some writers give all they have. */
const MAX_OPERANDS = 210_000;

/** Empty where the file has none. */
async function readCharacterMap(file: PdfFile, value: PdfValue | undefined): Promise<CharacterMap> {
	const map: CharacterMap = { texts: new Codes(), glyphs: new Codes(), spaces: [] };
	const stream = await file.stream(value);
	const reader = new PdfReader(stream?.toString('latin1') ?? '');
	let operands: PdfValue[] = [];
	for (let next = reader.next(); next !== undefined; next = reader.next()) {
		if (next instanceof PdfOperator) addEntries(map, next.name, operands);
		else operands.push(next);
		if (next instanceof PdfOperator || operands.length > MAX_OPERANDS) operands = [];
	}
	return map;
}

/** Operators that end a list of entries, of two operands each (the first group) or of three. */
const ENTRIES = /^end(?:(codespacerange|bfchar|cidchar)|bfrange|cidrange)$/;

function addEntries({ texts, glyphs, spaces }: CharacterMap, name: string, operands: PdfValue[]) {
	const ended = ENTRIES.exec(name);
	if (ended === null) return;
	const size = ended[1] === undefined ? 3 : 2;
	for (let at = 0; at + size <= operands.length; at += size) {
		const [first, second] = operands.slice(at, at + size);
		const last = size === 3 ? second : first;
		const value = operands[at + size - 1]!;
		if (typeof first !== 'string' || typeof last !== 'string') continue;
		const [from, to] = [codeOf(first), codeOf(last)];
		if (name === 'endcodespacerange') {
			if (typeof value === 'string' && first.length <= 4 && spaces.length < MAX_SPACES)
				spaces.push({ length: first.length, from, to: codeOf(value) });
		} else if (typeof value === 'number') glyphs.give(from, to, (index) => value + index);
		else texts.give(from, to, (index) => textAt(value, index));
	}
}

/** A code's text in a range: from a list, or the first code's with `index` added to its last character. */
function textAt(given: PdfValue | undefined, index: number): string | undefined {
	if (Array.isArray(given)) return textAt(given[index], 0);
	if (typeof given !== 'string') return undefined;
	const text = utf16(given);
	return text && text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + index);
}

/** Up to four bytes as a big-endian number. */
function codeOf(bytes: string): number {
	let code = 0;
	for (let at = 0; at < bytes.length && at < 4; at++) code = code * 256 + bytes.charCodeAt(at);
	return code;
}

function utf16(bytes: string): string {
	if (bytes.length === 1) return bytes;
	let text = '';
	for (let at = 0; at + 1 < bytes.length && at < 64; at += 2) {
		text += String.fromCharCode(codeOf(bytes.slice(at, at + 2)));
	}
	return text;
}
