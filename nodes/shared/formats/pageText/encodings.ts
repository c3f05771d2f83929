import { UNKNOWN } from './pageText';

/** WinAnsiEncoding from 0x80 to 0x9f (ISO 32000-1, annex D). */
const WIN_ANSI = '€\uFFFD‚ƒ„…†‡ˆ‰Š‹Œ\uFFFDŽ\uFFFD\uFFFD‘’“”•–—˜™š›œ\uFFFDžŸ';

/** The character of a code in an 8-bit encoding: Latin 1, or Windows' own from 0x80 to 0x9f. */
export function latinText(code: number): string {
	if (code < 0x20) return UNKNOWN;
	if (code >= 0x80 && code < 0xa0) return WIN_ANSI[code - 0x80]!;
	return String.fromCharCode(code === 0xad ? 0x2d : code);
}

/** Glyph names of signs (Adobe Glyph List), and the signs; the name of a letter is the letter. */
const SIGNS: ReadonlyArray<readonly [names: string, signs: string]> = [
	['space exclam quotedbl numbersign dollar percent ampersand quotesingle', ' !"#$%&\''],
	['parenleft parenright asterisk plus comma hyphen period slash', '()*+,-./'],
	['zero one two three four five six seven eight nine', '0123456789'],
	['colon semicolon less equal greater question at', ':;<=>?@'],
	['bracketleft backslash bracketright asciicircum underscore grave', '[\\]^_`'],
	['braceleft bar braceright asciitilde', '{|}~'],
	['exclamdown cent sterling currency yen brokenbar section', '¡¢£¤¥¦§'],
	['nbspace minus endash emdash bullet periodcentered multiply Euro', ' -–—•·×€'],
	['quoteleft quoteright quotedblleft quotedblright', '‘’“”'],
];

const NAMES = new Map<string, string>(
	SIGNS.flatMap(([names, signs]) =>
		names.split(' ').map((name, index): [string, string] => [name, signs[index]!]),
	),
);

/** The character that a glyph's name stands for, such as A, period, uni4E2D or u4E2D; U+FFFD if unknown. */
export function glyphText(name: string): string {
	if (/^[A-Za-z]$/.test(name)) return name;
	const known = NAMES.get(name);
	if (known !== undefined) return known;
	const code = /^(?:uni([\dA-F]{4})|u([\dA-F]{4,6}))$/.exec(name);
	const value = code === null ? 0 : parseInt((code[1] ?? code[2])!, 16);
	return value >= 0x20 && value <= 0x10ffff ? String.fromCodePoint(value) : UNKNOWN;
}

/** Predefined character maps for Chinese, and their encodings (ISO 32000-1, 9.7.5.2). */
const ENCODINGS: ReadonlyArray<readonly [names: RegExp, encoding: string]> = [
	[/^(GBK|GBKp|GBK2K|GB|GBpc)-(EUC-)?[HV]$/, 'gb18030'],
	[/^(B5pc|ETen-B5|ETenms-B5|HKscs-B5)-[HV]$/, 'big5'],
];

/** Reads codes by a predefined character map; undefined for a map that gives glyphs only. */
export function predefinedDecoder(name: string): typeof nextUtf16 | undefined {
	if (/^Uni(GB|CNS|JIS|KS)-(UCS2|UTF16)-(HW-)?[HV]$/.test(name)) return nextUtf16;
	const encoding = ENCODINGS.find(([names]) => names.test(name))?.[1];
	if (encoding === undefined) return undefined;
	const decoder = new TextDecoder(encoding);
	return (bytes, at) => {
		const length = bytes.charCodeAt(at) > 0x80 ? 2 : 1;
		const code = Buffer.from(bytes.slice(at, at + length), 'latin1');
		return { length, text: decoder.decode(code) };
	};
}

/** Reads the code at an index of the bytes. */
function nextUtf16(bytes: string, at: number): { length: number; text: string } {
	const unit = bytes.charCodeAt(at) * 256 + (bytes.charCodeAt(at + 1) || 0);
	const isPair = unit >= 0xd800 && unit < 0xdc00 && at + 3 < bytes.length;
	if (!isPair) return { length: 2, text: String.fromCharCode(unit) };
	const low = bytes.charCodeAt(at + 2) * 256 + bytes.charCodeAt(at + 3);
	return { length: 4, text: String.fromCharCode(unit, low) };
}

/** Glyph number of the blank that the Latin letters begin with: proportional ones, and half-width ones. */
const PROPORTIONAL = 1;
const HALF_WIDTH = 814;

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

const gb18030 = new TextDecoder('gb18030');

/** The character of an Adobe-GB1 glyph number; U+FFFD where their order is not that of GB 2312. */
export function adobeGb1Text(glyph: number): string {
	const run = RUNS.find(([first, , from, to]) => glyph >= first && glyph - first <= to - from);
	if (run === undefined || UNSURE.has(glyph)) return UNKNOWN;
	const [first, row, from] = run;
	const place = from + glyph - first;
	return gb18030.decode(Uint8Array.from(row === 0 ? [place] : [row, place]));
}

/** With a predefined map, widths go by glyph number: only those of Latin letters are known here. */
export function latinWidth(text: string, widthOf: (glyph: number) => number, usual: number) {
	const code = text.charCodeAt(0);
	if (text.length !== 1 || code < 0x20 || code > 0x7e) return usual;
	const proportional = widthOf(PROPORTIONAL + code - 0x20);
	return proportional === usual ? widthOf(HALF_WIDTH + code - 0x20) : proportional;
}
