/** One character and its place on the upright page, in points from the top left corner. */
export interface Glyph {
	/** one character, rarely several (a ligature); U+FFFD if the file does not say which */
	text: string;
	/** left end */
	x: number;
	/** base line, counted downwards */
	y: number;
	width: number;
	/** height of the type */
	size: number;
	/** the same for all characters that one operator drew */
	piece: number;
	/** direction of its line: 0 is to the right, then clockwise in quarter turns */
	turn: 0 | 1 | 2 | 3;
	/** whether the same operator drew a space before it */
	afterSpace?: true;
}

/** The text of a page with its places. */
export interface PageText {
	/** from 1 */
	page: number;
	width: number;
	height: number;
	glyphs: Glyph[];
	/** fonts whose characters are unknown, and why, as in "SimSun (Identity-H without ToUnicode)" */
	unreadableFonts: string[];
}

/** A list of 2,000 goods has about 150,000. */
export const MAX_GLYPHS = 200_000;
/** A page of a list has some thousands. */
export const MAX_GLYPHS_ON_PAGE = 20_000;
