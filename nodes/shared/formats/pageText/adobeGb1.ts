import { UNKNOWN } from './pageText';

/** Glyph number of the blank that the Latin letters begin with: proportional ones, and half-width ones. */
export const PROPORTIONAL = 1;
export const HALF_WIDTH = 814;

/** Runs of glyph numbers in the order of GB 2312: the first one, its row (0 is ASCII), first and last place. */
const RUNS: ReadonlyArray<readonly [first: number, row: number, from: number, to: number]> = [
	[PROPORTIONAL, 0, 0x20, 0x7e],
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
	[HALF_WIDTH, 0, 0x20, 0x7d],
	// rows of 94; the rarer characters first, since the last row of the frequent ones is not full
	...Array.from({ length: 32 }, (_, at) => [4695 + 94 * at, 0xd8 + at, 0xa1, 0xfe] as const),
	...Array.from({ length: 40 }, (_, at) => [940 + 94 * at, 0xb0 + at, 0xa1, 0xfe] as const),
];
/** The middle dot and the dash, each of which may be one of several characters. */
const UNSURE = new Set([99, 105]);

const decoder = new TextDecoder('gb18030');

/** The character of an Adobe-GB1 glyph number; U+FFFD where their order is not that of GB 2312. */
export function adobeGb1Text(glyph: number): string {
	const run = RUNS.find(([first, , from, to]) => glyph >= first && glyph - first <= to - from);
	if (run === undefined || UNSURE.has(glyph)) return UNKNOWN;
	const [first, row, from] = run;
	const place = from + glyph - first;
	return decoder.decode(Uint8Array.from(row === 0 ? [place] : [row, place]));
}
