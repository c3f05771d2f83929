import { MIDDLE, UNKNOWN, type Glyph, type PageText } from './pageText';
import { Places } from './shapes';

/** A character with the middle of its height, counted downwards in points. */
export interface Character extends Glyph {
	v: number;
	/** of its page: where each piece lies (`v`), by its number, and whether blanks were drawn */
	drawn: { heights: ReadonlyMap<number, number>; hasBlanks: boolean };
}

/** Characters side by side without a gap, or drawn at once with spaces between them. */
export interface Word {
	text: string;
	left: number;
	right: number;
	v: number;
	/** height of the type */
	size: number;
	/** whether another text stands in it: a stamp in other type, or text drawn over it or beside it */
	isMixed: boolean;
	characters: Character[];
	/** the last character of the text beside which it was set separately */
	beside: Character | undefined;
}

/** Characters whose middles lie at one height, from left to right. */
export interface Line {
	v: number;
	size: number;
	characters: Character[];
}

/** In heights of the type: a wider gap ends a word; where a blank was drawn, only one wider than `SPACE`. */
const WORD_GAP = 0.25;
const SPACE = 0.8;
/** A text that reaches further into another than this, in heights of the type, lies over it. */
const OVERLAP = 0.25;
/** Middles closer than this, in heights of the type, are one line. */
const SAME_LINE = 0.3;
/** The same character drawn again closer than this, in heights, only makes it bold. */
const SAME_PLACE = 0.2;
/** In heights: a text drawn separately this far after another one, or this much higher, is no part of it. */
const BESIDE = 0.05;
const RAISED = 0.12;
/** A blank in Chinese type is half as wide as it is high, up to rounding. */
const HALF_WIDTH = 0.5;
const ROUNDED = 0.02;
/** In heights: the gaps of a text spread over its place are at most so wide, and differ by less than `EVEN`. */
const SPREAD = 1;
const EVEN = 0.1;
/** How many characters on each side are compared to see whether a text is spread. */
const LONGEST_RUN = 20;
/** The sizes of one text's type may differ by this factor, as from rounding. */
const SAME_SIZE = 1.1;
/** A character was added if one of the last `LOOK_BACK` pieces before it lies more than `LOWER` heights below. */
const LOWER = 3;
const LOOK_BACK = 100;
/** In points: a character drawn again to be bold is no further away. */
const LONGEST_REACH = 5;

/** How many characters run in each direction. */
export function turnsOf({ glyphs }: Pick<PageText, 'glyphs'>): number[] {
	const counts = [0, 0, 0, 0];
	for (const { turn } of glyphs) counts[turn] = counts[turn]! + 1;
	return counts;
}

/** The characters that run in the given direction, else in that of most, with the page turned upright for them. */
export function charactersOf(
	{ glyphs, width, height }: Pick<PageText, 'glyphs' | 'height' | 'width'>,
	given?: Glyph['turn'],
): Character[] {
	const counts = turnsOf({ glyphs });
	const turn = given ?? counts.indexOf(Math.max(...counts));
	const place = ({ x, y }: Glyph) => {
		if (turn === 0) return { x, y };
		if (turn === 1) return { x: y, y: width - x };
		return turn === 2 ? { x: width - x, y: height - y } : { x: height - y, y: x };
	};
	const heights = new Map<number, number>();
	const drawn = { heights, hasBlanks: glyphs.some(({ afterSpace }) => afterSpace) };
	const characters = glyphs
		.filter((glyph) => glyph.turn === turn)
		.map((glyph) => {
			const { x, y } = place(glyph);
			const v = y - MIDDLE * glyph.size;
			heights.set(glyph.piece, v);
			return { ...glyph, text: normalCharacter(glyph.text), x, y, v, drawn };
		});
	return withoutDoubles(characters);
}

/** Radicals, each before the character it looks like, which no normal form gives (that of ⼾ is another). */
const RADICALS =
	'⺠民⺟母⺩王⺫目⺬示⺮竹⺶羊⻁虎⻄西⻅见⻆角⻉贝⻊足⻋车⻑長⻓长⻔门⻗雨⻘青⻙韦⻚页⻛风⻜飞⻝食⻡首⻢马⻣骨⻤鬼⻥鱼⻦鸟⻧卤⻨麦⻩黄⻪黾⻬齐⻮齿⻰龙⻳龟⼾户';

/** Some fonts map to compatibility forms of Chinese characters (⼀ for 一), or to radicals (⻄ for 西). */
function normalCharacter(text: string): string {
	const whole = text.replace(/[\u2e80-\u2eff⼾]/g, (one) =>
		RADICALS.includes(one) ? RADICALS[RADICALS.indexOf(one) + 1]! : UNKNOWN,
	);
	return /[\u2f00-\u2fdf\uf900-\ufaff]/.test(whole) ? whole.normalize('NFKC') : whole;
}

/** The same character drawn again at its place, which makes it bold, counts once. */
function withoutDoubles(characters: Character[]): Character[] {
	const seen = new Places<Character>();
	return characters.filter((one) => {
		const reach = Math.min(SAME_PLACE * one.size, LONGEST_REACH);
		const isAgain = ({ text, x, y, piece }: Character) =>
			text === one.text &&
			piece !== one.piece &&
			Math.abs(x - one.x) < reach &&
			Math.abs(y - one.y) < reach;
		const isDouble = seen.around(one, reach, reach).some(isAgain);
		if (!isDouble) seen.add(one);
		return !isDouble;
	});
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
	/** the first character of each script in the word; to look for it each time takes long in a long word */
	let runs = new Map<boolean, Character>();
	for (const [at, one] of characters.entries()) {
		const { text, x, width, size, piece, afterSpace } = one;
		const [word, last] = [words.at(-1), characters[at - 1]];
		const gap = word === undefined ? Infinity : (x - word.right) / Math.min(size, word.size);
		const isOther = piece !== last?.piece;
		const isBeside =
			last !== undefined && isOther && gap > BESIDE && isNoteBeside(last, one, gap, singles);
		const goesOn =
			gap <= WORD_GAP ||
			(gap <= SPACE && !isOther && afterSpace) ||
			(gap <= SPREAD && isSpread(characters, at, singles));
		if (word === undefined || !goesOn) {
			const beside = isBeside ? last : undefined;
			const place = { left: x, right: x + width, v, size };
			words.push({ text, ...place, isMixed: false, characters: [one], beside });
			runs = new Map([[isHan(one), one]]);
			continue;
		}
		word.text += (afterSpace ? ' ' : '') + text;
		word.right = Math.max(word.right, x + width);
		const run = runs.get(isHan(one)) ?? one;
		runs.set(isHan(one), run);
		word.isMixed ||=
			isBeside ||
			isDrawnOver(last!.piece, piece, gap, singles) ||
			sizesDiffer(size, word.size) ||
			one.color !== word.characters[0]!.color ||
			lookDifferent(run, one) ||
			Math.abs(run.y - one.y) > RAISED * run.size ||
			isAdded(last!, one);
		word.characters.push(one);
	}
	return words;
}

/** Whether it is Chinese, or a sign as wide. */
const isHan = ({ text }: Character) => text >= '\u2e80';
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
/** What a text may begin with; signs that only stand within one are not among it. */
const MAY_BEGIN = /[\p{L}\p{N}\p{S}\p{Ps}#]/u;

/** Whether a text was drawn separately, a little apart, after another one: a note, not the rest of it. */
function isNoteBeside(one: Character, next: Character, gap: number, singles: Set<number>): boolean {
	// a gap as wide as a blank may be one: in Chinese type, or where another font begins
	const isHalfWide =
		Math.abs(gap - HALF_WIDTH) < ROUNDED && !one.drawn.hasBlanks && !(isHan(one) && isHan(next));
	const isBlank = gap > WORD_GAP && gap <= SPACE && (one.font !== next.font || isHalfWide);
	return (
		!isBlank &&
		!next.afterSpace &&
		!one.beforeSpace &&
		!(singles.has(one.piece) && singles.has(next.piece)) &&
		LETTER_OR_DIGIT.test(one.text) &&
		MAY_BEGIN.test(next.text)
	);
}

/** The gap between two characters, in heights of their type; undefined where a blank was drawn. */
function gapOf(one: Character | undefined, next: Character | undefined): number | undefined {
	if (!one || !next || next.afterSpace || one.beforeSpace) return undefined;
	return (next.x - one.x - one.width) / one.size;
}

/** Whether a character continues a spread text: with even gaps, at least one between Chinese characters. */
function isSpread(characters: Character[], at: number, singles: Set<number>): boolean {
	const gapBefore = (index: number) => {
		const [one, next] = [characters[index - 1], characters[index]];
		const areSingles = [one, next].every((each) => each && singles.has(each.piece));
		return areSingles || one?.piece === next?.piece ? gapOf(one, next) : undefined;
	};
	const gap = gapBefore(at);
	const isEven = (index: number) =>
		Math.abs(index - at) < LONGEST_RUN && Math.abs(gapBefore(index)! - gap!) < EVEN;
	let [from, to] = [at, at];
	while (isEven(from - 1)) from--;
	while (isEven(to + 1)) to++;
	const run = characters.slice(from - 1, to + 1);
	return to > from && run.some((one, index) => index > 0 && isHan(one) && isHan(run[index - 1]!));
}

/** Whether a gap between Chinese characters may be a blank or not. */
function isUnclearGap(one: Character, next: Character): boolean {
	const areBeside = Math.abs(one.v - next.v) < SAME_LINE * one.size;
	const areChinese = [one, next].every((each) => isHan(each) && LETTER_OR_DIGIT.test(each.text));
	const gap = (areBeside && areChinese && gapOf(one, next)) || 0;
	const blanks = Math.round(gap / HALF_WIDTH) * HALF_WIDTH;
	return gap > WORD_GAP && (one.drawn.hasBlanks || Math.abs(gap - blanks) > ROUNDED);
}

/** Whether two characters of one script differ in font, size or color. */
function lookDifferent(one: Character, other: Character): boolean {
	const [small, large] = [Math.min(one.size, other.size), Math.max(one.size, other.size)];
	return one.font !== other.font || one.color !== other.color || large > SAME_SIZE * small;
}

/** Whether the later of two characters was drawn after text further below: somebody added it. */
function isAdded(one: Character, next: Character): boolean {
	if (one.piece === next.piece || one.font !== next.font) return false;
	const [first, last] = [Math.min(one.piece, next.piece), Math.max(one.piece, next.piece)];
	const lower = Math.max(one.v, next.v) + LOWER * one.size;
	for (let piece = last - 1; piece > first && piece > last - LOOK_BACK; piece--) {
		if ((one.drawn.heights.get(piece) ?? -Infinity) > lower) return true;
	}
	return false;
}

/** A line's characters as texts without gaps, from left to right. What lies over a text is one of its own. */
export function textsOf({ characters }: Line): Character[][] {
	const texts: Character[][] = [];
	const singles = singlePieces(characters);
	for (const one of characters) {
		const before = texts.at(-1)?.at(-1);
		const gap = before && (one.x - before.x - before.width) / Math.min(before.size, one.size);
		const isStuck =
			gap !== undefined &&
			gap <= WORD_GAP &&
			!sizesDiffer(before!.size, one.size) &&
			!isDrawnOver(before!.piece, one.piece, gap, singles);
		if (isStuck) texts.at(-1)!.push(one);
		else texts.push([one]);
	}
	return texts;
}

/** Whether a character of the second piece is drawn over the first one. */
function isDrawnOver(one: number, next: number, gap: number, singles: Set<number>): boolean {
	// in a font without widths, characters that are drawn one by one overlap
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

/** The median height of type; 0 for none. */
export function usualSize(type: Array<{ size: number }>): number {
	const sizes = type.map(({ size }) => size).sort((one, other) => one - other);
	return sizes[Math.floor(sizes.length / 2)] ?? 0;
}

export const byLeft = (one: { left: number }, other: { left: number }) => one.left - other.left;

/** Whether two heights of type differ too much for one text. */
export function sizesDiffer(one: number, other: number): boolean {
	return Math.max(one, other) > 1.25 * Math.min(one, other);
}

/** Whether words that should be one text hold other type, or a note beside them. */
export function holdForeignText(words: Word[]): boolean {
	if (words.length === 0) return false;
	const sizes = words.map(({ size }) => size);
	const all = words.flatMap(({ characters }) => characters);
	// a font of Latin letters beside one of Chinese ones is usual
	const runs = [all.filter(isHan), all.filter((one) => !isHan(one))];
	return (
		sizesDiffer(Math.max(...sizes), Math.min(...sizes)) ||
		all.some(({ color }) => color !== all[0]!.color) ||
		runs.some(([first, ...others]) => others.some((one) => lookDifferent(first!, one))) ||
		words.some(({ isMixed, beside, characters }, index) => {
			const last = words[index - 1]?.characters.at(-1);
			const next = characters[0]!;
			const isOther = last && (beside === last || isAdded(last, next) || isUnclearGap(last, next));
			return isMixed || isOther;
		})
	);
}

/** Words side by side as one text: gaps become one space each. */
export function joined(words: Word[]): string {
	return words.map(({ text }) => text).join(' ');
}

export const isBelow = (one: Word, next: Word) => Math.abs(one.v - next.v) >= 0.4 * next.size;

/**
 * Words as one text, with a space between those side by side. Between lines there is one only where it was
 * drawn, or between Latin words if a character of the next one would have had room.
 */
export function wrapped(words: Word[]): string {
	const end = Math.max(...words.map(({ right }) => right));
	return words.reduce((text, word, index) => {
		const before = words[index - 1];
		if (before === undefined) return word.text;
		const isBroken = /[A-Za-z\d]$/.test(before.text) && /^[A-Za-z\d]/.test(word.text);
		const hasRoom = before.right + word.size / 2 < end;
		const isBetween =
			before.characters.at(-1)!.beforeSpace ||
			word.characters[0]!.afterSpace ||
			(isBroken && hasRoom);
		return text + (!isBelow(before, word) || isBetween ? ' ' : '') + word.text;
	}, '');
}
