import { fittingFirst } from '../prose/search';
import { PdfOperator, PdfReader, type PdfValue } from '../pdf/syntax';

/** How the bytes of a text are cut into codes, and what a code stands for (ISO 32000-1, 9.7.5 and 9.10.3). */
export interface CharacterMap {
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
export function readCharacterMap(source: string): CharacterMap {
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

function addEntries(map: CharacterMap, name: string, operands: PdfValue[]): void {
	if (name === 'endcodespacerange') {
		for (const [from, to] of groups(operands, 2)) {
			if (typeof from !== 'string' || typeof to !== 'string' || from.length > 4) continue;
			if (map.spaces.length === MAX_SPACES) return;
			map.spaces.push({ bytes: from.length, from: codeOf(from), to: codeOf(to) });
		}
	} else if (name === 'endbfchar') {
		for (const [code, text] of groups(operands, 2)) {
			if (typeof code === 'string' && typeof text === 'string') {
				give(map, codeOf(code), utf16(text));
			}
		}
	} else if (name === 'endbfrange') {
		for (const [from, to, texts] of groups(operands, 3)) {
			if (typeof from === 'string' && typeof to === 'string') {
				addTexts(map, codeOf(from), codeOf(to), texts!);
			}
		}
	} else if (name === 'endcidrange') {
		for (const [from, to, first] of groups(operands, 3)) {
			if (typeof from === 'string' && typeof to === 'string' && typeof first === 'number') {
				map.glyphs.push({ from: codeOf(from), to: codeOf(to), first });
			}
		}
	} else if (name === 'endcidchar') {
		for (const [code, first] of groups(operands, 2)) {
			if (typeof code !== 'string' || typeof first !== 'number') continue;
			map.glyphs.push({ from: codeOf(code), to: codeOf(code), first });
		}
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

function* groups(operands: PdfValue[], size: number): Generator<PdfValue[]> {
	for (let at = 0; at + size <= operands.length; at += size) yield operands.slice(at, at + size);
}

/** Bytes as one number, the first byte first. */
export function codeOf(bytes: string): number {
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
