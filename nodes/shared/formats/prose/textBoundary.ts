const EXTENDS_PREVIOUS = /^(?:\p{M}|\u200d|\p{Emoji_Modifier}|[\u{e0020}-\u{e007f}])/u;
const ZERO_WIDTH_JOINER = '\u200d';
/** More letters of flags in a row do not occur, and counting all of them at every place would take hours. */
const MOST_LETTERS = 100;

/** Whether `index` (UTF-16) lies between the two halves of a surrogate pair. */
export function isInsidePair(text: string, index: number): boolean {
	return (text.codePointAt(index - 1) ?? 0) > 0xffff;
}

/**
 * Whether a cut at `index` (UTF-16) would tear apart what a reader sees as one character: a surrogate
 * pair, a letter and its combining marks, an emoji sequence, a flag, a carriage return and line feed.
 */
export function splitsCharacter(text: string, index: number): boolean {
	if (index <= 0 || index >= text.length) return false;
	if (isInsidePair(text, index)) return true;
	const after = text.slice(index, index + 2);
	if (EXTENDS_PREVIOUS.test(after) || text[index - 1] === ZERO_WIDTH_JOINER) return true;
	if (text[index - 1] === '\r' && text[index] === '\n') return true;
	if (!isFlagLetter(text, index)) return false;
	// two letters make a flag, so behind an odd number of them comes a second one
	let before = 0;
	while (before < MOST_LETTERS && isFlagLetter(text, index - 2 * (before + 1))) before++;
	return before % 2 === 1;
}

/** Whether one of the letters U+1F1E6 to U+1F1FF stands at `index`. */
function isFlagLetter(text: string, index: number): boolean {
	const letter = text.codePointAt(index) ?? 0;
	return letter >= 0x1f1e6 && letter <= 0x1f1ff;
}

/** The nearest index at or before `index` that is not inside a surrogate pair. */
export function codePointStart(text: string, index: number): number {
	return isInsidePair(text, index) ? index - 1 : index;
}
