const EXTENDS_PREVIOUS = /^(?:\p{M}|\u200d|\p{Emoji_Modifier}|[\u{e0020}-\u{e007f}])/u;
const ZERO_WIDTH_JOINER = '\u200d';

/** Whether `index` (UTF-16) lies between the two halves of a surrogate pair. */
export function isInsidePair(text: string, index: number): boolean {
	return isHalf(text, index - 1, 0xd800) && isHalf(text, index, 0xdc00);
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
	return isRegionalIndicator(text, index) && regionalIndicatorsBefore(text, index) % 2 === 1;
}

/** The nearest index at or before `index` that is not inside a surrogate pair. */
export function codePointStart(text: string, index: number): number {
	return isInsidePair(text, index) ? index - 1 : index;
}

function isHalf(text: string, index: number, base: number): boolean {
	return (text.charCodeAt(index) & 0xfc00) === base;
}

/** Whether one of the two letters that make a flag stands at `index`: U+1F1E6 to U+1F1FF. */
function isRegionalIndicator(text: string, index: number): boolean {
	const second = text.charCodeAt(index + 1);
	return text.charCodeAt(index) === 0xd83c && second >= 0xdde6 && second <= 0xddff;
}

/** More flags in a row do not occur, and counting all of them at every place would take hours. */
const MOST_INDICATORS = 100;

function regionalIndicatorsBefore(text: string, index: number): number {
	let count = 0;
	while (count < MOST_INDICATORS && isRegionalIndicator(text, index - 2 * (count + 1))) count++;
	return count;
}
