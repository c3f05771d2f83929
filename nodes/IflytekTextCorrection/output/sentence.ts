import type { Correction } from '../protocol/applyCorrections';
import { splitsCharacter } from '../../shared/formats/prose/textBoundary';

/** How much of a long sentence is shown before and after a change, in UTF-16 units. */
const LONGEST_SIDE = 60;

const SENTENCE_END = /[。！？!?…\n\r]/;
const CLOSING_MARK = /[”’」』》〉）】〕)\]"']/;

/** The sentence around a change, marked as 【wrong→right】, or 【wrong？】 without a suggestion; null without a place. */
export function markedSentence(
	text: string,
	{ position, original, suggestion }: Pick<Correction, 'position' | 'original' | 'suggestion'>,
): string | null {
	if (position === null || original === null) return null;
	const end = position + original.length;
	const before = text.slice(sentenceStart(text, position), position);
	const after = text.slice(end, sentenceEnd(text, end));
	const from = boundary(before, before.length - LONGEST_SIDE, 1);
	const shownBefore = before.length > LONGEST_SIDE ? `…${before.slice(from)}` : before.trimStart();
	const to = boundary(after, LONGEST_SIDE, -1);
	const shownAfter = after.length > LONGEST_SIDE ? `${after.slice(0, to)}…` : after.trimEnd();
	const change = suggestion === null ? `${original}？` : `${original}→${suggestion}`;
	return `${shownBefore}【${change}】${shownAfter}`.replace(/\s+/g, ' ');
}

function sentenceStart(text: string, position: number): number {
	const earliest = Math.max(0, position - LONGEST_SIDE - 1);
	let at = position;
	while (at > earliest && !SENTENCE_END.test(text[at - 1]!)) at--;
	// a quotation mark after the end belongs to the sentence before
	while (at > earliest && at < position && CLOSING_MARK.test(text[at]!)) at++;
	return at;
}

function sentenceEnd(text: string, from: number): number {
	const latest = Math.min(text.length, from + LONGEST_SIDE + 1);
	let at = from;
	while (at < latest && !SENTENCE_END.test(text[at]!)) at++;
	while (at < latest && SENTENCE_END.test(text[at]!)) at++;
	while (at < latest && CLOSING_MARK.test(text[at]!)) at++;
	return at;
}

/** The nearest place between two characters, in the direction of the step. */
function boundary(text: string, place: number, step: -1 | 1): number {
	let at = place;
	while (splitsCharacter(text, at)) at += step;
	return at;
}
