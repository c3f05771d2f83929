import { UNKNOWN } from './pageText';

/** The symbols of GB 2312, whose rows have gaps: the glyph number of each run's first, its row and its places. */
const SYMBOLS: ReadonlyArray<readonly [first: number, row: number, from: number, to: number]> = [
	[96, 0xa1, 0xa1, 0xfe],
	[190, 0xa2, 0xb1, 0xe2],
	[240, 0xa2, 0xe5, 0xee],
	[250, 0xa2, 0xf1, 0xfc],
	[262, 0xa3, 0xa1, 0xfe],
	[356, 0xa4, 0xa1, 0xf3],
	[439, 0xa5, 0xa1, 0xf6],
	[525, 0xa6, 0xa1, 0xb8],
	[549, 0xa6, 0xc1, 0xd8],
	[602, 0xa7, 0xa1, 0xc1],
	[635, 0xa7, 0xd1, 0xf1],
	[668, 0xa8, 0xa1, 0xba],
	[700, 0xa8, 0xc5, 0xe9],
	[738, 0xa9, 0xa4, 0xef],
];
/** The middle dot and the dash have several forms. */
const UNSURE = new Set([99, 105]);
/** Latin letters as wide as they are, and half as wide as high. */
export const PROPORTIONAL = 1;
export const HALF_WIDTH = 814;
const HALF_WIDTH_COUNT = 94;
/** Chinese characters in the order of GB 2312: the frequent ones end within a row. */
const CHARACTERS = 940;
const ALL = 6763;
const FREQUENT = 3755;
const IN_ROW = 94;

const decoder = new TextDecoder('gb18030');

/** The character of a glyph number of Adobe-GB1, as far as its order is that of GB 2312. */
export function adobeGb1Text(glyph: number): string {
	if (glyph >= PROPORTIONAL && glyph < 96) return String.fromCharCode(0x20 + glyph - PROPORTIONAL);
	if (glyph >= HALF_WIDTH && glyph < HALF_WIDTH + HALF_WIDTH_COUNT) {
		return String.fromCharCode(0x20 + glyph - HALF_WIDTH);
	}
	const at = glyph - CHARACTERS;
	if (at >= 0 && at < ALL) {
		const [first, index] = at < FREQUENT ? [0xb0, at] : [0xd8, at - FREQUENT];
		return decoded(first + Math.floor(index / IN_ROW), 0xa1 + (index % IN_ROW));
	}
	const run = SYMBOLS.find(([first, , from, to]) => glyph >= first && glyph - first <= to - from);
	if (run === undefined || UNSURE.has(glyph)) return UNKNOWN;
	const [first, row, from] = run;
	return decoded(row, from + glyph - first);
}

const decoded = (row: number, place: number) => decoder.decode(Uint8Array.of(row, place));
