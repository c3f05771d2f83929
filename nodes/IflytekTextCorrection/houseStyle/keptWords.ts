import type { TextRange } from '../../shared/formats/prose/prose';
import { fittingFirst } from '../../shared/formats/prose/search';
import { unusable, type Meaning, type Result } from '../../shared/problem/problem';
import { readLines } from './styleLines';

const IS_PATTERN: Meaning = [
	"'Keep These Words' has {0}, and patterns between slashes are not supported",
	'“Keep These Words”中有 {0}，不支持两个斜杠之间的正则表达式',
	'Write the words themselves, with * for up to {1} characters, such as 第*号. For words that stand between slashes, leave the outer slashes out.',
	'请直接写要保留的文字，可用 * 代表最多 {1} 个字符，例如“第*号”。如果文字本身在两个斜杠之间，请去掉外侧的斜杠。',
];
const KEEPS_ALL: Meaning = [
	"'Keep These Words' has the line {0}, which would keep every word",
	'“Keep These Words”中的一行 {0} 会保留所有文字',
	'Write words before or after the star, or delete the line.',
	'请在 * 前后写上文字，或删去这一行。',
];

/** How many characters a star stands for at most. */
const LONGEST_GAP = 20;
/** Characters that a star does not stand for. It may stand for a star, so that 5*3 keeps itself. */
const GAP_END = /^(?!\*)[\s\p{P}]/u;
const GAP_BEFORE = new RegExp(`(?:\\*|[^\\s\\p{P}]){0,${LONGEST_GAP}}$`, 'u');

/** The lines of 'Keep These Words', where a star stands for some characters; or which line is wrong. */
export function readKeptWords(value: unknown): Result<string[]> {
	const lines = readLines(value, 'Keep These Words');
	if (!lines.ok) return lines;
	const pattern = lines.value.find((line) => /^\/.+\/[dgimsuvy]*$/.test(line));
	if (pattern !== undefined) return unusable(IS_PATTERN, [pattern, LONGEST_GAP]);
	const stars = lines.value.find((line) => /^\*+$/.test(line));
	return stars === undefined ? lines : unusable(KEEPS_ALL, [stars]);
}

/** The parts of a text that are to stay, in order, overlapping ones merged. @param text the whole, uncut one */
export function findKept(text: string, lines: string[]): TextRange[] {
	const ranges = [...new Set(lines)].flatMap((line) => rangesOf(line, text));
	const merged: TextRange[] = [];
	for (const { start, end } of ranges.sort((a, b) => a.start - b.start)) {
		const last = merged.at(-1);
		// parts that only adjoin stay apart: something may be inserted between them
		if (last !== undefined && start < last.end) last.end = Math.max(last.end, end);
		else merged.push({ start, end });
	}
	return merged;
}

/** Where a text has a line: a star takes as little as possible between words, as much as possible at an end. */
function rangesOf(line: string, text: string): TextRange[] {
	const parts = line.split(/\*+/);
	// where matches begin and end, from the last word to the first: that takes time linear in the text
	let ends: Map<number, number> | undefined;
	for (const word of parts.filter((part) => part !== '').reverse()) {
		const found = new Map<number, number>();
		for (let start = text.indexOf(word); start !== -1; start = text.indexOf(word, start + 1)) {
			let end: number | undefined = start + word.length;
			if (ends !== undefined) end = ends.get(gapEnd(text, end, ends));
			else if (parts.at(-1) === '') end = gapEnd(text, end);
			if (end !== undefined) found.set(start, end);
		}
		ends = found;
	}
	const startOf = (at: number) => (parts[0] === '' ? gapStart(text, at) : at);
	return [...(ends ?? [])].map(([start, end]) => ({ start: startOf(start), end }));
}

/** Where a star's characters end: at the first of `places`, else as far on as possible. */
function gapEnd(text: string, from: number, places?: ReadonlyMap<number, unknown>): number {
	let at = from;
	for (let count = 0; count < LONGEST_GAP && at < text.length && !places?.has(at); count++) {
		const character = String.fromCodePoint(text.codePointAt(at)!);
		if (GAP_END.test(character)) break;
		at += character.length;
	}
	return at;
}

/** Where the characters of a star at the beginning of a line begin. */
function gapStart(text: string, end: number): number {
	const before = text.slice(Math.max(0, end - 2 * LONGEST_GAP), end);
	return end - GAP_BEFORE.exec(before)![0].length;
}

/**
 * The range that a part of a text touches: one with a character in common, or around an insertion.
 * @param ranges in order, not overlapping
 */
export function touched(ranges: readonly TextRange[], start: number, end: number) {
	const range = ranges[fittingFirst(ranges, (one) => one.end <= start)];
	return range !== undefined && range.start < end ? range : undefined;
}
