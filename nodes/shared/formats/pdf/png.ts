import { crc32 } from '../zip/zip';
import type { Color } from './colors';

/** How the pixels of a picture are stored, as PNG and PDF both pack them. */
export interface Pixels {
	width: number;
	height: number;
	/** bits of each component */
	depth: number;
	/** components of a pixel: 1 for gray or an index, 3 for RGB */
	components: 1 | 3;
	/** the color of each index */
	palette?: Color[];
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** PNG's color types (RFC 2083, 3.2). */
const [GRAY, RGB, INDEXED] = [0, 2, 3];

/** Bytes of one row. */
export function rowBytes({ width, depth, components }: Pixels): number {
	return Math.ceil((width * depth * components) / 8);
}

/** A PNG file. @param data its rows, each with its filter, deflated (zlib) */
export function pngFile(pixels: Pixels, data: Buffer): Buffer {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(pixels.width, 0);
	header.writeUInt32BE(pixels.height, 4);
	header[8] = pixels.depth;
	header[9] = pixels.palette ? INDEXED : pixels.components === 3 ? RGB : GRAY;
	const colors = pixels.palette?.flatMap((color) => color!.map((one) => Math.round(255 * one)));
	return Buffer.concat([
		SIGNATURE,
		chunk('IHDR', header),
		...(colors ? [chunk('PLTE', Buffer.from(colors))] : []),
		chunk('IDAT', data),
		chunk('IEND', Buffer.alloc(0)),
	]);
}

/** Rows with PNG's filter in front of each: the difference to the row above, which packs scans well. */
export function filteredRows(pixels: Pixels, rows: Buffer): Buffer {
	const size = rowBytes(pixels);
	const made = Buffer.alloc(pixels.height * (size + 1));
	const filter = pixels.depth === 8 && !pixels.palette ? 2 : 0;
	for (let row = 0; row < pixels.height; row++) {
		const start = row * (size + 1);
		made[start] = filter;
		for (let at = 0; at < size; at++) {
			const above = filter === 2 && row > 0 ? rows[(row - 1) * size + at]! : 0;
			made[start + 1 + at] = (rows[row * size + at]! - above) & 0xff;
		}
	}
	return made;
}

function chunk(name: string, data: Buffer): Buffer {
	const typed = Buffer.concat([Buffer.from(name, 'latin1'), data]);
	const made = Buffer.alloc(typed.length + 8);
	made.writeUInt32BE(data.length, 0);
	typed.copy(made, 4);
	made.writeUInt32BE(crc32(typed), typed.length + 4);
	return made;
}
