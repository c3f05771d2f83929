/** One character as it lies on a page: the page upright, from its top left corner, in points. */
export interface Glyph {
	/** one character, seldom several (a ligature); U+FFFD where the file does not say which */
	text: string;
	/** left end */
	x: number;
	/** base line, counted downwards */
	y: number;
	width: number;
	/** height of the type */
	size: number;
	/** what was drawn at once has the same number */
	piece: number;
	/** where its line runs: 0 to the right, then clockwise by quarter turns */
	turn: 0 | 1 | 2 | 3;
	/** a space was drawn before it, at once with it */
	afterSpace?: true;
}

/** The text of a page with its places. */
export interface PageText {
	/** from 1 */
	page: number;
	width: number;
	height: number;
	glyphs: Glyph[];
	/** fonts whose characters the file does not tell, and why, as in "SimSun (Identity-H without ToUnicode)" */
	unreadableFonts: string[];
}

/** What stands for a character that is not known. */
export const UNKNOWN = '\uFFFD';

/** A list of 2,000 goods has about 150,000. */
export const MAX_GLYPHS = 300_000;
