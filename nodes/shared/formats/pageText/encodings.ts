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

/** Reads the code at an index of the bytes. */
type NextCode = (bytes: string, at: number) => { length: number; text: string };

/** Reads codes by a predefined character map; undefined for a map that gives glyphs only. */
export function predefinedDecoder(name: string): NextCode | undefined {
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

function nextUtf16(bytes: string, at: number): { length: number; text: string } {
	const unit = bytes.charCodeAt(at) * 256 + (bytes.charCodeAt(at + 1) || 0);
	const isPair = unit >= 0xd800 && unit < 0xdc00 && at + 3 < bytes.length;
	if (!isPair) return { length: 2, text: String.fromCharCode(unit) };
	const low = bytes.charCodeAt(at + 2) * 256 + bytes.charCodeAt(at + 3);
	return { length: 4, text: String.fromCharCode(unit, low) };
}
