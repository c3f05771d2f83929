import type { Correction } from '../protocol/applyCorrections';
import { splitsCharacter } from '../../shared/formats/prose/textBoundary';

/** How much of a long sentence is shown before and after a change, in UTF-16 units. */
const LONGEST_SIDE = 60;

/** All up to the end of the sentence before; a quotation mark after the end belongs to it. */
const SENTENCES_BEFORE = /^[^]*[。！？!?…\n\r][”’」』》〉）】〕)\]"']*/;
const REST_OF_SENTENCE = /^[^。！？!?…\n\r]*[。！？!?…\n\r]*[”’」』》〉）】〕)\]"']*/;

/** The sentence around a change, marked as 【wrong→right】, or 【wrong？】 without a suggestion; null without a place. */
export function markedSentence(
	text: string,
	{ position, original, suggestion }: Pick<Correction, 'position' | 'original' | 'suggestion'>,
): string | null {
	if (position === null || original === null) return null;
	const end = position + original.length;
	const before = text
		.slice(Math.max(0, position - LONGEST_SIDE - 1), position)
		.replace(SENTENCES_BEFORE, '');
	const [after] = REST_OF_SENTENCE.exec(text.slice(end, end + LONGEST_SIDE + 1))!;
	const from = boundary(before, before.length - LONGEST_SIDE, 1);
	const shownBefore = before.length > LONGEST_SIDE ? `…${before.slice(from)}` : before.trimStart();
	const to = boundary(after, LONGEST_SIDE, -1);
	const shownAfter = after.length > LONGEST_SIDE ? `${after.slice(0, to)}…` : after.trimEnd();
	const change = suggestion === null ? `${original}？` : `${original}→${suggestion}`;
	return `${shownBefore}【${change}】${shownAfter}`.replace(/\s+/g, ' ');
}

/** The nearest place between two characters, in the direction of the step. */
function boundary(text: string, place: number, step: -1 | 1): number {
	let at = place;
	while (splitsCharacter(text, at)) at += step;
	return at;
}
