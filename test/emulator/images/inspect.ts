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

function* jpegSegments(bytes: Buffer): Generator<{ marker: number; data: Buffer }> {
	let at = 2;
	while (at + 4 <= bytes.length && bytes[at] === 0xff) {
		const marker = bytes[at + 1] as number;
		if (marker === 0xda || marker === 0xd9) return;
		const length = bytes.readUInt16BE(at + 2);
		yield { marker, data: bytes.subarray(at + 4, at + 2 + length) };
		at += 2 + length;
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
export function noteIn(bytes: Buffer, keyword: string): string | null {
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
