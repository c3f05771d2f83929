import type { PdfFile } from '../pdf/file';
import { type PdfDictionary, PdfName, PdfOperator, PdfReader, type PdfValue } from '../pdf/syntax';
import { fittingFirst } from '../prose/search';
import { adobeGb1Text, HALF_WIDTH, PROPORTIONAL } from './adobeGb1';
import { glyphText, latinText, predefinedDecoder } from './encodings';
import { printable } from './pageText';

/** One code of a text. */
interface ShownCode {
	text: string;
	/** in thousandths of the type's size */
	width: number;
	/** the code is the single byte 32, to which word spacing applies */
	isSpace: boolean;
}

/** What is needed of a font to read text and know where it is. */
export interface Font {
	/** without the mark of a part of it */
	name: string;
	/** such as "SimSun (Identity-H without ToUnicode)", when its characters are unknown */
	unreadable: string | undefined;
	/** whether its text runs downwards */
	isVertical: boolean;
	/** how many entries its maps and widths have in memory */
	entries: number;
	read(bytes: string): ShownCode[];
}

/** How wide each code or glyph is; −1 asks for the default. */
interface Widths {
	of(code: number): number;
	entries: number;
}

/** Reads a font dictionary (ISO 32000-1, 9.6 and 9.7). */
export async function readFont(file: PdfFile, dictionary: PdfDictionary): Promise<Font> {
	const toUnicode = await mapOf(file, dictionary.get('ToUnicode'));
	return file.name(dictionary.get('Subtype')) === 'Type0'
		? await compositeFont(file, dictionary, toUnicode)
		: simpleFont(file, dictionary, toUnicode);
}

async function mapOf(
	file: PdfFile,
	value: PdfValue | undefined,
): Promise<CharacterMap | undefined> {
	const stream = value === undefined ? undefined : await file.stream(value);
	return stream === undefined ? undefined : readCharacterMap(stream.toString('latin1'));
}

const given = (map: CharacterMap | undefined) => map?.given ?? 0;

function nameOf(file: PdfFile, dictionary: PdfDictionary): string {
	return (file.name(dictionary.get('BaseFont')) ?? 'a font').replace(/^[A-Z]{6}\+/, '');
}

async function compositeFont(
	file: PdfFile,
	dictionary: PdfDictionary,
	toUnicode: CharacterMap | undefined,
): Promise<Font> {
	const descendant = file.dictionary(file.array(dictionary.get('DescendantFonts'))[0]);
	const encoding = file.name(dictionary.get('Encoding'));
	const ownMap = encoding === undefined ? await mapOf(file, dictionary.get('Encoding')) : undefined;
	const decoder = encoding === undefined ? undefined : predefinedDecoder(encoding);
	const widths = compositeWidths(file, descendant);
	const rangeOf = rangeFinder(ownMap?.glyphs ?? []);
	const hasMap = decoder !== undefined || (toUnicode?.texts.size ?? 0) > 0;
	const isGb1 = !hasMap && /^Identity-[HV]$/.test(encoding ?? '') && hasGb1Glyphs(file, descendant);
	const hasTexts = hasMap || isGb1;
	const read = (bytes: string): ShownCode[] => {
		const shown: ShownCode[] = [];
		for (let at = 0; at < bytes.length;) {
			const decoded = decoder?.next(bytes, at);
			const length = decoded?.length ?? codeLength(bytes, at, ownMap);
			const code = codeOf(bytes.slice(at, at + length));
			const own = isGb1 ? adobeGb1Text(code) : undefined;
			const text = printable(toUnicode?.texts.get(code) ?? decoded?.text ?? own);
			const width =
				decoded === undefined
					? widths.of(glyphOf(code, rangeOf(code)))
					: latinWidth(text, widths.of);
			shown.push({ text, width, isSpace: length === 1 && code === 32 });
			at += length;
		}
		return shown;
	};
	const how = `${encoding ?? 'a map of its own'} without ToUnicode`;
	return {
		name: nameOf(file, dictionary),
		isVertical: encoding?.endsWith('-V') ?? false,
		unreadable: hasTexts ? undefined : `${nameOf(file, dictionary)} (${how})`,
		entries: given(toUnicode) + given(ownMap) + widths.entries,
		read,
	};
}

/**
 * Whether a font's codes are glyph numbers of Adobe-GB1. An embedded TrueType font without a map between the
 * two has numbers of its own, whatever it says.
 */
function hasGb1Glyphs(file: PdfFile, descendant: PdfDictionary): boolean {
	const system = file.dictionary(descendant.get('CIDSystemInfo'));
	if (file.resolve(system.get('Ordering')) !== 'GB1') return false;
	const descriptor = file.dictionary(descendant.get('FontDescriptor'));
	const hasNumbersOfItsOwn =
		descriptor.has('FontFile2') && !(file.resolve(descendant.get('CIDToGIDMap')) instanceof Map);
	return !hasNumbersOfItsOwn;
}

/** Bytes of the next code; two where the map does not say. */
function codeLength(bytes: string, at: number, map: CharacterMap | undefined): number {
	for (const { bytes: length, from, to } of map?.spaces ?? []) {
		const code = codeOf(bytes.slice(at, at + length));
		if (at + length <= bytes.length && code >= from && code <= to) return length;
	}
	return 2;
}

function glyphOf(code: number, range: CharacterMap['glyphs'][number] | undefined): number {
	return range === undefined ? code : range.first + code - range.from;
}

/** Widths of a predefined map go by glyph numbers; of these only the Latin letters' are known here. */
function latinWidth(text: string, widths: (glyph: number) => number): number {
	const code = text.charCodeAt(0);
	if (text.length !== 1 || code < 0x20 || code > 0x7e) return widths(-1);
	const proportional = widths(PROPORTIONAL + code - 0x20);
	return proportional === widths(-1) ? widths(HALF_WIDTH + code - 0x20) : proportional;
}

/** A glyph's width by /W and /DW (9.7.4.3). */
function compositeWidths(file: PdfFile, descendant: PdfDictionary): Widths {
	const usual = file.number(descendant.get('DW')) ?? 1000;
	const single = new Map<number, number>();
	const ranges: Array<{ from: number; to: number; width: number }> = [];
	const list = file.array(descendant.get('W'));
	for (let at = 0; at + 1 < list.length;) {
		const from = file.number(list[at]) ?? 0;
		const next = file.resolve(list[at + 1]);
		if (Array.isArray(next)) {
			for (const [index, width] of next.entries()) {
				single.set(from + index, file.number(width) ?? usual);
			}
			at += 2;
		} else {
			const width = file.number(list[at + 2]) ?? usual;
			ranges.push({ from, to: typeof next === 'number' ? next : from, width });
			at += 3;
		}
	}
	const rangeOf = rangeFinder(ranges);
	return {
		of: (glyph) => (glyph < 0 ? usual : (single.get(glyph) ?? rangeOf(glyph)?.width ?? usual)),
		entries: single.size + ranges.length,
	};
}

/** Encodings that name a character for each code. */
const NAMED_ENCODINGS = /^(WinAnsi|Standard|MacRoman)Encoding$/;

function simpleFont(
	file: PdfFile,
	dictionary: PdfDictionary,
	toUnicode: CharacterMap | undefined,
): Font {
	const name = nameOf(file, dictionary);
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
	const widths = simpleWidths(file, dictionary, descriptor, name);
	const scale = isType3
		? Math.abs(file.number(file.array(dictionary.get('FontMatrix'))[0]) ?? 0.001)
		: 0.001;
	const textOf = (code: number) =>
		printable(
			toUnicode?.texts.get(code) ??
				differences.get(code) ??
				(hasBase ? latinText(code) : undefined),
		);
	const isTold = hasBase || differences.size > 0 || (toUnicode?.texts.size ?? 0) > 0;
	return {
		name,
		isVertical: false,
		entries: given(toUnicode) + differences.size + widths.entries,
		unreadable: isTold ? undefined : `${name} (an encoding of its own without ToUnicode)`,
		read: (bytes) =>
			Array.from(bytes, (one) => {
				const code = one.charCodeAt(0);
				return { text: textOf(code), width: widths.of(code) * scale * 1000, isSpace: code === 32 };
			}),
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

function simpleWidths(
	file: PdfFile,
	dictionary: PdfDictionary,
	descriptor: PdfDictionary,
	name: string,
): Widths {
	const list = file.array(dictionary.get('Widths')).map((width) => file.number(width));
	const first = file.number(dictionary.get('FirstChar')) ?? 0;
	const missing = file.number(descriptor.get('MissingWidth'));
	return {
		of: (code) => list[code - first] ?? missing ?? standardWidth(name, code),
		entries: list.length,
	};
}

/** Approximate widths for the 14 standard fonts, which come without widths. */
function standardWidth(name: string, code: number): number {
	if (/Courier/i.test(name)) return 600;
	const character = String.fromCharCode(code);
	if (/[\d$¥]/.test(character)) return /Times/i.test(name) ? 500 : 556;
	if (/[ .,:;!|'/il]/.test(character)) return 278;
	return /[A-Z]/.test(character) ? 680 : 500;
}

/** How the bytes of a text are cut into codes, and what a code stands for (ISO 32000-1, 9.7.5 and 9.10.3). */
interface CharacterMap {
	/** code → text, for a ToUnicode map */
	texts: Map<number, string>;
	/** how many codes were given a text, each time counted */
	given: number;
	/** code → glyph number, in ranges */
	glyphs: Array<{ from: number; to: number; first: number }>;
	/** how many bytes a code has, and between which codes */
	spaces: Array<{ bytes: number; from: number; to: number }>;
}

/** A map of all of Unicode's first plane has 65,536; some give a part of it once more. */
const MAX_CODES = 140_000;
const MAX_RANGES = 70_000;
/** Four are common. */
const MAX_SPACES = 32;
/** An operator takes 100 ranges of three, but writers give it all they have. */
const MAX_OPERANDS = 3 * MAX_RANGES;

/** Reads an embedded character map; unknown operators are ignored. */
function readCharacterMap(source: string): CharacterMap {
	const map: CharacterMap = { texts: new Map(), given: 0, glyphs: [], spaces: [] };
	const reader = new PdfReader(source);
	let operands: PdfValue[] = [];
	for (let next = reader.next(); next !== undefined; next = reader.next()) {
		if (!(next instanceof PdfOperator)) {
			operands.push(next);
			if (operands.length > MAX_OPERANDS) operands = [];
			continue;
		}
		addEntries(map, next.name, operands);
		operands = [];
		if (map.given > MAX_CODES || map.glyphs.length > MAX_RANGES) return map;
	}
	return map;
}

/** Operators that end a list of entries, and how many operands each entry has. */
const ENTRIES: ReadonlyMap<string, number> = new Map([
	['endcodespacerange', 2],
	['endbfchar', 2],
	['endcidchar', 2],
	['endbfrange', 3],
	['endcidrange', 3],
]);

function addEntries(map: CharacterMap, name: string, operands: PdfValue[]): void {
	const size = ENTRIES.get(name) ?? Infinity;
	for (let at = 0; at + size <= operands.length; at += size) {
		const [first, last, value] =
			size === 3 ? operands.slice(at, at + 3) : [operands[at], operands[at], operands[at + 1]];
		if (typeof first !== 'string' || typeof last !== 'string') continue;
		const [from, to] = [codeOf(first), codeOf(last)];
		if (name === 'endcodespacerange') {
			if (typeof value !== 'string' || first.length > 4) continue;
			if (map.spaces.length === MAX_SPACES) return;
			map.spaces.push({ bytes: first.length, from, to: codeOf(value) });
		} else if (name === 'endbfchar') {
			if (typeof value === 'string') give(map, from, utf16(value));
		} else if (name === 'endbfrange') addTexts(map, from, to, value!);
		else if (typeof value === 'number') map.glyphs.push({ from, to, first: value });
	}
}

function give(map: CharacterMap, code: number, text: string): void {
	map.given++;
	map.texts.set(code, text);
}

function addTexts(map: CharacterMap, from: number, to: number, texts: PdfValue): void {
	if (to - from > 0xffff) return;
	if (Array.isArray(texts)) {
		for (const [index, text] of texts.entries()) {
			if (from + index <= to && typeof text === 'string') give(map, from + index, utf16(text));
		}
		return;
	}
	if (typeof texts !== 'string' || texts.length < 1) return;
	const base = texts.slice(0, -1);
	const last = texts.charCodeAt(texts.length - 1);
	for (let code = from; code <= to; code++) {
		// by the standard only the last byte increases, but some writers let it carry over
		const value = last + code - from;
		give(
			map,
			code,
			value < 256
				? utf16(base + String.fromCharCode(value))
				: String.fromCharCode(utf16(texts).charCodeAt(0) + code - from),
		);
		if (map.given > MAX_CODES) return;
	}
}

/**
 * What finds the range that holds a code; where several do, the first one given. Widths (9.7.4.3) and maps
 * (9.7.5) of some writers have ranges that overlap.
 */
export function rangeFinder<Range extends { from: number; to: number }>(
	ranges: Range[],
): (code: number) => Range | undefined {
	const starts = [...new Set(ranges.flatMap(({ from, to }) => [from, to + 1]))].sort(
		(one, other) => one - other,
	);
	/** how many parts begin at a code or below it */
	const countTo = (code: number) => fittingFirst(starts, (start) => start <= code);
	// of each part between two starts
	const owners: Array<Range | undefined> = starts.map(() => undefined);
	// the part itself, or one behind it from which on to look for a part without owner
	const free = [...starts.keys(), starts.length];
	const freeFrom = (part: number) => {
		let at = part;
		while (free[at] !== at) at = free[at] = free[free[at]!]!;
		return at;
	};
	for (const range of ranges) {
		const end = countTo(range.to);
		for (let at = freeFrom(countTo(range.from) - 1); at < end; at = freeFrom(at)) {
			owners[at] = range;
			free[at] = at + 1;
		}
	}
	return (code) => owners[countTo(code) - 1];
}

/** Bytes as one number, the first byte first. */
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
