import type { Glyph, PageText } from './pageText';
import { UNKNOWN } from './unknown';

/** A character with the middle of its height, counted downwards in points. */
export interface Character extends Glyph {
	v: number;
}

/** Characters side by side without a gap, or drawn at once with spaces between them. */
export interface Word {
	text: string;
	left: number;
	right: number;
	v: number;
	/** height of the type */
	size: number;
	/** whether another text stands in it, such as a stamp's: type of another height, or drawn over it */
	isMixed: boolean;
}

/** Characters whose middles lie at one height, from left to right. */
export interface Line {
	v: number;
	size: number;
	characters: Character[];
}

/** A wider gap, in heights of the type, ends a word; and one in what was drawn at once. */
const WORD_GAP = 0.25;
const SPACE = 0.8;
/** A text drawn further into another than this, in heights of the type, lies over it. */
const OVERLAP = 0.25;
/** Middles closer than this, in heights of the type, are one line. */
const SAME_LINE = 0.3;
/** The same character drawn again closer than this, in heights, only makes it bold. */
const SAME_PLACE = 0.2;
/** Cells of the page, in points, by which a character finds those around it; a damaged file may fill one. */
const CELL = 10;
const MOST_IN_CELL = 20;
/** How far above the base line the middle of a character lies, in heights. */
const MIDDLE = 0.36;

/** The characters of a page, upright. A page whose text runs upwards or downwards is turned. */
export function charactersOf({ glyphs, width, height }: PageText): Character[] {
	const counts = [0, 0, 0, 0];
	for (const { turn } of glyphs) counts[turn] = counts[turn]! + 1;
	const turn = counts.indexOf(Math.max(...counts));
	const place = (glyph: Glyph): { x: number; y: number } => {
		const { x, y } = glyph;
		if (turn === 1) return { x: y, y: width - x };
		if (turn === 2) return { x: width - x, y: height - y };
		return turn === 3 ? { x: height - y, y: x } : glyph;
	};
	const characters = glyphs
		.filter((glyph) => glyph.turn === turn)
		.map((glyph) => {
			const { x, y } = place(glyph);
			return { ...glyph, text: normalCharacter(glyph.text), x, y, v: y - MIDDLE * glyph.size };
		});
	return withoutDoubles(characters);
}

/** Radicals (U+2E80 to 2EFF) that look like a whole character; no normal form makes them one. */
const RADICALS = new Map(
	[
		...'⺠民⺟母⺩王⺫目⺬示⺮竹⺶羊⻁虎⻄西⻅见⻆角⻉贝⻊足⻋车⻑長⻓长⻔门⻗雨⻘青⻙韦⻚页⻛风⻜飞⻝食⻡首⻢马⻣骨⻤鬼⻥鱼⻦鸟⻧卤⻨麦⻩黄⻪黾⻬齐⻮齿⻰龙⻳龟',
	].flatMap((one, at, all): Array<[string, string]> => (at % 2 === 0 ? [[one, all[at + 1]!]] : [])),
);

/** Some fonts map to compatibility forms of Chinese characters (⼀ for 一), or to radicals (⻄ for 西). */
function normalCharacter(text: string): string {
	const whole = text.replace(/[\u2e80-\u2eff]/g, (one) => RADICALS.get(one) ?? UNKNOWN);
	return /[\u2f00-\u2fdf\uf900-\ufaff]/.test(whole) ? whole.normalize('NFKC') : whole;
}

/** The same character drawn again at its place, which makes it bold, counts once. */
function withoutDoubles(characters: Character[]): Character[] {
	const seen = new Map<string, Character[]>();
	return characters.filter((one) => {
		const reach = Math.min(SAME_PLACE * one.size, CELL / 2);
		const isDouble = cellsWithin(one, reach).some((cell) =>
			seen
				.get(cell)
				?.some(
					({ x, y, piece }) =>
						piece !== one.piece && Math.abs(x - one.x) < reach && Math.abs(y - one.y) < reach,
				),
		);
		if (isDouble) return false;
		const cell = cellsWithin(one, 0)[0]!;
		const others = seen.get(cell) ?? [];
		seen.set(cell, others);
		if (others.length < MOST_IN_CELL) others.push(one);
		return true;
	});
}

/** The cells of the page in which a character may stand again. */
function cellsWithin({ text, x, y }: Character, reach: number): string[] {
	const cell = (at: number) => Math.floor(at / CELL);
	const cells: string[] = [];
	for (let column = cell(x - reach); column <= cell(x + reach); column++) {
		for (let row = cell(y - reach); row <= cell(y + reach); row++) {
			cells.push(`${text} ${column} ${row}`);
		}
	}
	return cells;
}

/** Characters as lines from top to bottom. */
export function linesOf(characters: Character[]): Line[] {
	const lines: Line[] = [];
	for (const one of [...characters].sort((a, b) => a.v - b.v)) {
		const last = lines.at(-1);
		if (last !== undefined && one.v - last.v <= SAME_LINE * Math.min(one.size, last.size)) {
			last.characters.push(one);
		} else lines.push({ v: one.v, size: one.size, characters: [one] });
	}
	for (const line of lines) line.characters.sort((a, b) => a.x - b.x);
	return lines;
}

/** A line's words from left to right. */
export function wordsOf({ characters, v }: Line): Word[] {
	const words: Word[] = [];
	const singles = singlePieces(characters);
	let piece = -1;
	for (const { text, x, width, size, piece: own, afterSpace } of characters) {
		const word = words.at(-1);
		const gap = word === undefined ? Infinity : (x - word.right) / Math.min(size, word.size);
		if (word !== undefined && (gap <= WORD_GAP || (gap <= SPACE && own === piece))) {
			word.text += (gap <= WORD_GAP && !afterSpace ? '' : ' ') + text;
			word.right = Math.max(word.right, x + width);
			word.isMixed ||= isOver(piece, own, gap, singles) || differ(size, word.size);
		} else words.push({ text, left: x, right: x + width, v, size, isMixed: false });
		piece = own;
	}
	return words;
}

/** A line's characters in texts without a gap, from left to right. What is drawn over a text is none of it. */
export function textsOf({ characters }: Line): Character[][] {
	const texts: Character[][] = [];
	const singles = singlePieces(characters);
	for (const one of characters) {
		const before = texts.at(-1)?.at(-1);
		if (before !== undefined && isStuck(before, one, singles)) texts.at(-1)!.push(one);
		else texts.push([one]);
	}
	return texts;
}

function isStuck(one: Character, next: Character, singles: Set<number>): boolean {
	const gap = (next.x - one.x - one.width) / Math.min(one.size, next.size);
	return (
		gap <= WORD_GAP && !differ(one.size, next.size) && !isOver(one.piece, next.piece, gap, singles)
	);
}

/** Whether a character of the second piece is drawn over the first one. */
function isOver(one: number, next: number, gap: number, singles: Set<number>): boolean {
	// a font that does not tell its widths makes characters that are drawn one by one overlap
	return gap < -OVERLAP && one !== next && !(singles.has(one) && singles.has(next));
}

/** The pieces that have one character only. */
function singlePieces(characters: Character[]): Set<number> {
	const [singles, seen] = [new Set<number>(), new Set<number>()];
	for (const { piece } of characters) {
		if (seen.has(piece)) singles.delete(piece);
		else singles.add(piece);
		seen.add(piece);
	}
	return singles;
}

/** Whether two heights of type differ too much for one text. */
export function differ(one: number, other: number): boolean {
	return Math.max(one, other) > 1.25 * Math.min(one, other);
}

/** Whether type of different heights stands in words that should be one text. */
export function areMixed(words: Word[]): boolean {
	const sizes = words.map(({ size }) => size);
	if (words.length === 0) return false;
	return words.some(({ isMixed }) => isMixed) || differ(Math.max(...sizes), Math.min(...sizes));
}

/** Words side by side as one text: gaps become one space each. */
export function joined(words: Word[]): string {
	return words.map(({ text }) => text).join(' ');
}

/** Without any spaces, in normal forms of letters, digits and signs. */
export function plain(text: string): string {
	return text.normalize('NFKC').replace(/\s/g, '');
}
