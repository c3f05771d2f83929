/** Stands for a character that neither the file nor the service identifies (U+FFFD). */
export const UNKNOWN = '\uFFFD';

/** A text as it is shown; U+FFFD for none, and for what cannot be shown. */
export function printable(text: string | undefined): string {
	if (text === undefined || text === '') return UNKNOWN;
	if (!/[\p{C}\u00a0]/u.test(text)) return text;
	// many fonts map their hyphen to a soft one; other format characters are not seen
	const shown = text
		.replace(/[\t\n\r\u00a0]/g, ' ')
		.replace(/\u00ad/g, '-')
		.replace(/\p{Cf}/gu, '');
	return /[\p{Cc}\p{Co}\p{Cs}]/u.test(shown) ? UNKNOWN : shown;
}

/** A part of the upright page, in points. */
export interface Area {
	left: number;
	top: number;
	right: number;
	bottom: number;
}

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
	/** whether the same operator drew a space before it, or after it */
	afterSpace?: true;
	beforeSpace?: true;
	/** numbers that stand for its font and its color */
	font: number;
	color: number;
}

/** What someone added to a page: a comment, a form field, a signature or a stamp. */
export interface Note extends Area {
	/** what it shows; empty for a picture, or nothing */
	text: string;
	/** what is written in it, shown or not */
	says: string;
	kind: 'comment' | 'field' | 'mark' | 'stamp';
}

/** The text of a page with its places. */
export interface PageText {
	/** from 1 */
	page: number;
	width: number;
	height: number;
	/** what a viewer shows of the page itself */
	glyphs: Glyph[];
	/** covered parts of texts of which the rest is shown */
	covered: Glyph[];
	/** how many characters are not shown */
	hidden: number;
	/** text laid over the page at an angle, each piece a line */
	leaning: string;
	notes: Note[];
	pictures: Area[];
	/** whether it is in doubt which characters a viewer shows */
	isUnsure: boolean;
	/** fonts whose characters are unknown, and why, as in "SimSun (Identity-H without ToUnicode)" */
	unreadableFonts: string[];
}

/** How far above the base line the middle of a character lies, in heights. */
export const MIDDLE = 0.36;
/** A list of 2,000 goods has about 150,000. */
export const MAX_GLYPHS = 200_000;
/** A page of a list has some thousands. */
export const MAX_GLYPHS_ON_PAGE = 20_000;
