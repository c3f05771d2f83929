import { worded, type Pair, type Wording } from '../problem/language';

export const FORMAT_NAMES = {
	avif: 'AVIF',
	bmp: 'BMP',
	gif: 'GIF',
	heic: 'HEIC',
	html: 'HTML (a web page)',
	jpg: 'JPG',
	ofd: 'OFD (or another ZIP file)',
	pdf: 'PDF',
	png: 'PNG',
	svg: 'SVG',
	tiff: 'TIFF',
	webp: 'WebP',
	xml: 'XML',
	unknown: 'unknown',
};

export type FileFormat = keyof typeof FORMAT_NAMES;

/** Tells a file's format by its first bytes, whatever its name says. */
export function detectFormat(bytes: Uint8Array): FileFormat {
	const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
	const starts = (...values: number[]) => values.every((value, index) => bytes[index] === value);
	if (starts(0xff, 0xd8, 0xff)) return 'jpg';
	if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png';
	if (text(0, 2) === 'BM' && bytes.length >= 14) return 'bmp';
	if (starts(0x49, 0x49, 0x2a, 0x00) || starts(0x4d, 0x4d, 0x00, 0x2a)) return 'tiff';
	if (text(0, 4) === 'GIF8') return 'gif';
	if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp';
	if (text(4, 8) === 'ftyp' && /^avi[fs]/.test(text(8, 12))) return 'avif';
	if (text(4, 8) === 'ftyp' && /^(hei|hev|mif1|msf1)/.test(text(8, 12))) return 'heic';
	if (text(0, 5) === '%PDF-') return 'pdf';
	if (starts(0x50, 0x4b, 0x03, 0x04)) return 'ofd';
	return markupFormat(text(0, MARKUP_BYTES));
}

/** How far into a file its first tag may stand, after comments and a document type. */
const MARKUP_BYTES = 1024;

/** Elements that begin a page, or a piece of one. */
const HTML =
	/^(?:a|b|body|br|center|div|font|form|frameset|h[1-6]|head|html|iframe|img|link|meta|p|script|span|style|table|title)$/i;

/** @param head the first bytes of a file, one character for each */
function markupFormat(head: string): FileFormat {
	// a zero behind the first sign means UTF-16
	if (!/^(\u00ef\u00bb\u00bf)?\s*<(?!\0)/.test(head)) return 'unknown';
	const type = /<!doctype\s+(html|svg)\b/i.exec(head)?.[1];
	const name = type ?? /<([a-z_][\w.:-]*)/i.exec(head)?.[1] ?? '';
	if (/^svg$/i.test(name)) return 'svg';
	if (HTML.test(name)) return 'html';
	return name !== '' || /<\?xml\b/i.test(head) ? 'xml' : 'html';
}

/** The size in pixels that the header of a PNG, JPG or BMP states; undefined where it cannot be read. */
export function pictureSize(bytes: Buffer): { width: number; height: number } | undefined {
	const format = detectFormat(bytes);
	if (format === 'jpg') return jpegSize(bytes);
	if (format === 'png' && bytes.length >= 24)
		return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
	if (format !== 'bmp' || bytes.length < 26) return undefined;
	return { width: bytes.readUInt32LE(18), height: Math.abs(bytes.readInt32LE(22)) };
}

function jpegSize(bytes: Buffer): ReturnType<typeof pictureSize> {
	const startOfScan = 0xda;
	let at = 2;
	while (at + 9 <= bytes.length && bytes[at] === 0xff && bytes[at + 1] !== startOfScan) {
		const marker = bytes[at + 1]!;
		// a frame header; three numbers of this range are tables
		const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
		if (isFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
		at += 2 + bytes.readUInt16BE(at + 2);
	}
	return undefined;
}

const TOO_SMALL: Pair = [
	'is a picture of {0} × {1} pixels, too small for {2}',
	'图片只有 {0} × {1} 像素，对{2}来说太小',
];

/** Why a picture that a pattern found is left out: logos in mail are smaller than photos and scans. */
export function tooSmall(
	bytes: Buffer,
	least: { long: number; short: number },
	what: Wording,
): Wording | undefined {
	const { width, height } = pictureSize(bytes) ?? { width: Infinity, height: Infinity };
	const isLarge = Math.max(width, height) >= least.long && Math.min(width, height) >= least.short;
	return isLarge ? undefined : worded(TOO_SMALL, [width, height, what]);
}
