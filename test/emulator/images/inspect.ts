export type ImageFormat = 'png' | 'jpg' | 'bmp' | 'tif' | 'gif';

const starts = (bytes: Buffer, ...head: number[]): boolean =>
	bytes.length >= head.length && head.every((byte, index) => bytes[index] === byte);

/** Tells an image's format by its first bytes; null for anything else. */
export function formatOf(bytes: Buffer): ImageFormat | null {
	if (starts(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png';
	if (starts(bytes, 0xff, 0xd8)) return 'jpg';
	if (starts(bytes, 0x42, 0x4d)) return 'bmp';
	if (starts(bytes, 0x49, 0x49, 0x2a, 0x00) || starts(bytes, 0x4d, 0x4d, 0x00, 0x2a)) return 'tif';
	if (starts(bytes, 0x47, 0x49, 0x46, 0x38)) return 'gif';
	return null;
}

interface Chunk {
	type: string;
	data: Buffer;
}

function* pngChunks(bytes: Buffer): Generator<Chunk> {
	let at = 8;
	while (at + 12 <= bytes.length) {
		const length = bytes.readUInt32BE(at);
		const type = bytes.toString('latin1', at + 4, at + 8);
		yield { type, data: bytes.subarray(at + 8, at + 8 + length) };
		at += 12 + length;
	}
}

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

/** The segments up to the first scan, which is the last one; `end` is where its data begin. */
function* jpegSegments(bytes: Buffer): Generator<{ marker: number; data: Buffer; end: number }> {
	let at = 2;
	while (at + 4 <= bytes.length && bytes[at] === 0xff) {
		const marker = bytes[at + 1] as number;
		if (marker === END_OF_IMAGE) return;
		const end = at + 2 + bytes.readUInt16BE(at + 2);
		yield { marker, data: bytes.subarray(at + 4, end), end };
		if (marker === START_OF_SCAN) return;
		at = end;
	}
}

/** Width and height in pixels, from the header; null where they cannot be read. */
export function sizeOf(bytes: Buffer): { width: number; height: number } | null {
	switch (formatOf(bytes)) {
		case 'png':
			if (bytes.length < 24) return null;
			return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
		case 'bmp':
			if (bytes.length < 26) return null;
			return { width: bytes.readInt32LE(18), height: Math.abs(bytes.readInt32LE(22)) };
		case 'jpg':
			for (const { marker, data } of jpegSegments(bytes)) {
				const frame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
				if (frame && data.length >= 5) {
					return { width: data.readUInt16BE(3), height: data.readUInt16BE(1) };
				}
			}
			return null;
		default:
			return null;
	}
}

function isWholePng(bytes: Buffer): boolean {
	const types = [...pngChunks(bytes)].map(({ type }) => type);
	return types[0] === 'IHDR' && types.includes('IDAT') && types.includes('IEND');
}

function isWholeJpeg(bytes: Buffer): boolean {
	const scan = [...jpegSegments(bytes)].find(({ marker }) => marker === START_OF_SCAN);
	if (!scan || sizeOf(bytes) === null) return false;
	return bytes.indexOf(Buffer.from([0xff, END_OF_IMAGE]), scan.end) > 0;
}

/** An uncompressed file says where its pixels begin; the rows of the header's size follow. */
function isWholeBmp(bytes: Buffer): boolean {
	const size = sizeOf(bytes);
	if (!size || bytes.length < 54) return false;
	const [pixels, bits] = [bytes.readUInt32LE(10), bytes.readUInt16LE(28)];
	const stride = Math.ceil((size.width * bits) / 32) * 4;
	return size.width > 0 && size.height > 0 && pixels + stride * size.height <= bytes.length;
}

function isWholeTiff(bytes: Buffer): boolean {
	if (bytes.length < 8) return false;
	const directory = bytes[0] === 0x49 ? bytes.readUInt32LE(4) : bytes.readUInt32BE(4);
	if (directory < 8 || directory + 2 > bytes.length) return false;
	const entries = bytes[0] === 0x49 ? bytes.readUInt16LE(directory) : bytes.readUInt16BE(directory);
	return entries > 0 && directory + 2 + entries * 12 + 4 <= bytes.length;
}

/** Whether an image has a header and its end, so far as the bytes show without decoding them. */
export function isWholeImage(bytes: Buffer): boolean {
	switch (formatOf(bytes)) {
		case 'png':
			return isWholePng(bytes);
		case 'jpg':
			return isWholeJpeg(bytes);
		case 'bmp':
			return isWholeBmp(bytes);
		case 'tif':
			return isWholeTiff(bytes);
		default:
			return false;
	}
}

function pngNote(bytes: Buffer, keyword: string): string | null {
	for (const { type, data } of pngChunks(bytes)) {
		if (type !== 'tEXt' && type !== 'iTXt') continue;
		const end = data.indexOf(0);
		if (end < 0 || data.toString('latin1', 0, end) !== keyword) continue;
		if (type === 'tEXt') return data.toString('latin1', end + 1);
		// After the keyword: compression flag and method, language tag, translated keyword.
		const language = data.indexOf(0, end + 3);
		const translated = data.indexOf(0, language + 1);
		if (data[end + 1] === 0 && translated > 0) return data.toString('utf8', translated + 1);
	}
	return null;
}

function jpegNote(bytes: Buffer, keyword: string): string | null {
	const head = Buffer.from(`${keyword}:`, 'latin1');
	const parts: Buffer[] = [];
	for (const { marker, data } of jpegSegments(bytes)) {
		const mine = marker === 0xfe && data.subarray(0, head.length).equals(head);
		if (mine) parts.push(data.subarray(head.length));
	}
	return parts.length > 0 ? Buffer.concat(parts).toString('utf8') : null;
}

function tailNote(bytes: Buffer, keyword: string): string | null {
	const head = `\0${keyword}\0`;
	const at = bytes.lastIndexOf(head, undefined, 'latin1');
	return at < 0 ? null : bytes.toString('utf8', at + head.length);
}

/**
 * Reads a note from an image: a PNG's tEXt or iTXt chunk of that keyword, a JPEG's COM segments
 * that start `<keyword>:` (joined), or in other formats what follows a last `NUL keyword NUL`.
 */
function noteIn(bytes: Buffer, keyword: string): string | null {
	const format = formatOf(bytes);
	if (format === 'png') return pngNote(bytes, keyword);
	if (format === 'jpg') return jpegNote(bytes, keyword);
	return format === null ? null : tailNote(bytes, keyword);
}

/** The note as JSON; null where there is none or it is not JSON. */
export function jsonNoteIn(bytes: Buffer, keyword: string): unknown {
	const note = noteIn(bytes, keyword);
	if (note === null) return null;
	try {
		return JSON.parse(note) as unknown;
	} catch {
		return null;
	}
}
