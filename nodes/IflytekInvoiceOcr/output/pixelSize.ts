export interface ImageSize {
	width: number;
	height: number;
}

/** Width and height of a PNG, JPG or BMP as stored, from its header; null when it cannot be read. */
export function pixelSize(bytes: Buffer): ImageSize | null {
	if (bytes.length >= 26 && bytes.toString('latin1', 0, 2) === 'BM') {
		return { width: bytes.readInt32LE(18), height: Math.abs(bytes.readInt32LE(22)) };
	}
	if (bytes.length >= 24 && bytes.toString('latin1', 1, 4) === 'PNG') {
		return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
	}
	return bytes.length >= 4 && bytes.readUInt16BE(0) === 0xffd8 ? jpegSize(bytes) : null;
}

function jpegSize(bytes: Buffer): ImageSize | null {
	let at = 2;
	while (at + 9 <= bytes.length && bytes[at] === 0xff) {
		const marker = bytes[at + 1]!;
		const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
		if (isFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
		at += 2 + bytes.readUInt16BE(at + 2);
	}
	return null;
}
