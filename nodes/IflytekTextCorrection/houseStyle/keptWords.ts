import type { TextRange } from '../../shared/formats/prose/prose';
import { fittingFirst } from '../../shared/formats/prose/search';
import { invalid, type Result } from '../../shared/problem/problem';
import { readLines } from './styleLines';

const PARAMETER = 'Keep These Words';

/** How many characters a star stands for at most. */
const LONGEST_GAP = 20;

/** What a star does not stand for; a star of the text is not among it, so that 5*3 keeps itself. */
const GAP_END = /^(?!\*)[\s\p{P}]/u;

/**
 * Reads 'Keep These Words': one a line or a list; a star stands for some characters.
 * @returns or what is wrong with which line
 */
export function readKeptWords(value: unknown): Result<string[]> {
	const lines = readLines(value, PARAMETER);
	if (!lines.ok) return lines;
	const pattern = lines.value.find((line) => /^\/.+\/[dgimsuvy]*$/.test(line));
	if (pattern !== undefined) {
		return invalid(
			`'${PARAMETER}' has ${pattern}, and patterns between slashes are not supported`,
			`Write the words themselves, with * for up to ${LONGEST_GAP} characters, such as 第*号. For words that stand between slashes, leave the outer slashes out.`,
		);
	}
	const stars = lines.value.find((line) => /^\*+$/.test(line));
	if (stars !== undefined) {
		return invalid(
			`'${PARAMETER}' has the line ${stars}, which would keep every word`,
			'Write words before or after the star, or delete the line.',
		);
	}
	return lines;
}

/**
 * The parts of a text that are to stay, in order, overlapping ones put together. The search takes the
 * whole text, so that it does not matter where a long one is cut.
 */
export function findKept(text: string, lines: string[]): TextRange[] {
	return merged([...new Set(lines)].flatMap((line) => rangesOf(line, text)));
}

/** Where a text has the words of a line: between two of them as little as possible, at an open end all of it. */
function rangesOf(line: string, text: string): TextRange[] {
	const parts = line.split(/\*+/);
	const ranges: TextRange[] = [];
	// from the last word to the first, where each match begins and ends: that takes time linear in the text
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
	for (const [start, end] of ends ?? []) {
		ranges.push({ start: parts[0] === '' ? gapStart(text, start) : start, end });
	}
	return ranges;
}

/** Where what a star stands for ends: at the first place of some, else as far on as possible. */
function gapEnd(text: string, from: number, places?: ReadonlyMap<number, unknown>): number {
	let at = from;
	for (let count = 0; count < LONGEST_GAP && at < text.length && !places?.has(at); count++) {
		const character = String.fromCodePoint(text.codePointAt(at)!);
		if (GAP_END.test(character)) break;
		at += character.length;
	}
	return at;
}

/** Where what a star at the beginning of a line stands for begins. */
function gapStart(text: string, end: number): number {
	let start = end;
	for (const character of [...text.slice(Math.max(0, end - 2 * LONGEST_GAP), end)]
		.slice(-LONGEST_GAP)
		.reverse()) {
		if (GAP_END.test(character)) break;
		start -= character.length;
	}
	return start;
}

function merged(ranges: TextRange[]): TextRange[] {
	const result: TextRange[] = [];
	for (const { start, end } of ranges.sort((a, b) => a.start - b.start)) {
		const last = result.at(-1);
		// where one ends and the next one begins, something may be inserted
		if (last !== undefined && start < last.end) last.end = Math.max(last.end, end);
		else result.push({ start, end });
	}
	return result;
}

/**
 * The range that a part of a text touches: one with a character in common, or around an insertion.
 * @param ranges in order, not overlapping
 */
export function touched<R extends TextRange>(
	ranges: readonly R[],
	start: number,
	end: number,
): R | undefined {
	const range = ranges[fittingFirst(ranges, (one) => one.end <= start)];
	return range !== undefined && range.start < end ? range : undefined;
}
