import { invalid, success, type Result } from '../../shared/problem/problem';
import { PatternError } from './patternSyntax';
import { readLines } from './styleLines';
import { compilePattern, coveredBy, type TextRange, type WordPattern } from './wordPattern';

/** What to leave unchanged: words, and patterns of words. */
export interface KeptWords {
	words: string[];
	patterns: WordPattern[];
}

const PARAMETER = 'Keep These Words';

/** About half a second, whatever the patterns and the text. */
const MAX_STEPS = 30_000_000;

/**
 * Reads 'Keep These Words': one a line or a list; what stands between slashes is a pattern.
 * @returns or what is wrong with which line
 */
export function readKeptWords(value: unknown): Result<KeptWords> {
	const lines = readLines(value, PARAMETER);
	if (!lines.ok) return lines;
	const kept: KeptWords = { words: [], patterns: [] };
	for (const line of lines.value) {
		const [, source, flags] = /^\/(.+)\/([dgimsuvy]*)$/.exec(line) ?? [];
		if (source === undefined) kept.words.push(line);
		else if (flags !== '') {
			return invalid(
				`The pattern ${line} in '${PARAMETER}' has the flag ${flags}, and flags are not supported`,
				`Write /${source}/. A pattern tells upper from lower case; for both, write [Aa].`,
			);
		} else {
			try {
				kept.patterns.push(compilePattern(source));
			} catch (error) {
				return invalid(
					`The pattern ${line} in '${PARAMETER}' ${(error as PatternError).message}`,
					'Correct it. A pattern may have characters, . [ ] ( ) | ^ $ \\d \\w \\s \\p{Han} and the quantifiers ? * + { }. To keep a word with slashes around it, write \\/ for each of them between two more slashes.',
				);
			}
		}
	}
	return success(kept);
}

/**
 * The parts of a text that are to stay, in order, overlapping ones put together. The search takes the
 * whole text, so that it does not matter where a long one is cut.
 * @returns or which pattern takes too long
 */
export function findKept(text: string, { words, patterns }: KeptWords): Result<TextRange[]> {
	const ranges: TextRange[] = [];
	for (const word of new Set(words)) {
		for (let start = text.indexOf(word); start !== -1; start = text.indexOf(word, start + 1)) {
			ranges.push({ start, end: start + word.length });
		}
	}
	const steps = { left: MAX_STEPS };
	for (const pattern of patterns) {
		try {
			for (const range of coveredBy(pattern, text, steps)) ranges.push(range);
		} catch (error) {
			return invalid(
				`The pattern /${pattern.source}/ in '${PARAMETER}' ${(error as PatternError).message} (${text.length} characters)`,
				'Use fewer or simpler patterns, or cut the text into several items.',
			);
		}
	}
	return success(merged(ranges));
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
	let [low, high] = [0, ranges.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (ranges[middle]!.end <= start) low = middle + 1;
		else high = middle;
	}
	const range = ranges[low];
	if (range === undefined) return undefined;
	return start === end
		? range.start < start
			? range
			: undefined
		: range.start < end
			? range
			: undefined;
}
