import { inflate } from '../zip/zip';
import { bytesOfHex, PdfDamage, PdfError } from './syntax';

/** What a filter may use of the file. */
export interface FilterHelp {
	/** bytes that may still be made */
	left: number;
	/** a number of the filter's own parameters */
	parameter(name: string): number | undefined;
}

/** How each filter is undone, by both of its names. */
const FILTERS: ReadonlyArray<
	readonly [name: RegExp, undo: (bytes: Buffer, help: FilterHelp) => Buffer | Promise<Buffer>]
> = [
	[/^(FlateDecode|Fl)$/, async (bytes, help) => unpredicted(await inflated(bytes, help), help)],
	[/^(LZWDecode|LZW)$/, (bytes, help) => unpredicted(unLzw(bytes, help), help)],
	[/^(ASCII85Decode|A85)$/, unAscii85],
	[/^(ASCIIHexDecode|AHx)$/, unHex],
	[/^(RunLengthDecode|RL)$/, unRuns],
	[/^Crypt$/, (bytes) => bytes],
];

/** Whether a filter can be undone here. */
export function isKnownFilter(name: string): boolean {
	return FILTERS.some(([pattern]) => pattern.test(name));
}

/**
 * Undoes one filter of a stream (ISO 32000-1, 7.4).
 * @throws PdfError for a filter of pictures, damaged data, or more bytes than may be made
 */
export async function decodeFilter(bytes: Buffer, name: string, help: FilterHelp): Promise<Buffer> {
	const found = FILTERS.find(([pattern]) => pattern.test(name));
	if (found === undefined) throw new PdfError('filter', name);
	return await found[1](bytes, help);
}

async function inflated(bytes: Buffer, { left }: FilterHelp): Promise<Buffer> {
	const result = await inflate(bytes, 'deflate', left);
	if (result === 'damaged') throw new PdfDamage('damaged');
	if (result === 'tooLarge') throw new PdfError('muchUnpackedData');
	return result;
}

function unHex(bytes: Buffer): Buffer {
	return Buffer.from(bytesOfHex(bytes.toString('latin1').split('>')[0]!), 'latin1');
}

/** Of ASCII85: the first and the last digit, and what stands for five of the first one. */
const [ZERO, LAST, ZEROS] = [0x21, 0x75, 0x7a];

function unAscii85(bytes: Buffer, { left }: FilterHelp): Buffer {
	const end = bytes.indexOf('~');
	const encoded = end === -1 ? bytes : bytes.subarray(0, end);
	const isDigit = (byte: number) => byte >= ZERO && byte <= LAST;
	let digits = 0;
	for (const byte of encoded) digits += byte === ZEROS ? 5 : isDigit(byte) ? 1 : 0;
	if (4 * digits > 5 * left) throw new PdfError('muchUnpackedData');
	const made = Buffer.alloc(4 * Math.ceil(digits / 5));
	let [value, count, at] = [0, 0, 0];
	const add = (digit: number) => {
		value = value * 85 + digit - ZERO;
		if (++count < 5) return;
		at = made.writeUInt32BE(value >>> 0, at);
		[value, count] = [0, 0];
	};
	for (const byte of encoded) {
		if (byte === ZEROS) for (let index = 0; index < 5; index++) add(ZERO);
		else if (isDigit(byte)) add(byte);
	}
	// fills up a group that is not whole
	while (count > 0) add(LAST);
	return made.subarray(0, Math.floor((4 * digits) / 5));
}

function unRuns(bytes: Buffer, { left: most }: FilterHelp): Buffer {
	const parts: Buffer[] = [];
	let size = 0;
	for (let at = 0; at < bytes.length;) {
		const length = bytes[at]!;
		if (length === 128) break;
		const part =
			length < 128
				? bytes.subarray(at + 1, at + 2 + length)
				: Buffer.alloc(257 - length, bytes[at + 1] ?? 0);
		at += length < 128 ? length + 2 : 2;
		size += part.length;
		if (size > most) throw new PdfError('muchUnpackedData');
		parts.push(part);
	}
	return Buffer.concat(parts);
}

const CLEAR = 256;
const END = 257;
const CODES = 4096;

/** LZW of 9 to 12 bits (7.4.4.2); each code is a known sequence and one byte more. */
function unLzw(bytes: Buffer, { left: most, parameter }: FilterHelp): Buffer {
	const early = parameter('EarlyChange') ?? 1;
	const before = new Uint16Array(CODES);
	const last = Uint8Array.from({ length: CODES }, (_, code) => code);
	const lengths = new Uint16Array(CODES).fill(1);
	let made = Buffer.alloc(Math.min(most, 4 * bytes.length + CODES));
	let [size, next, width, bits, held] = [0, END + 1, 9, 0, 0];
	let previous: number | undefined;
	for (const byte of bytes) {
		held = (held << 8) | byte;
		bits += 8;
		if (bits < width) continue;
		bits -= width;
		const code = held >>> bits;
		held &= (1 << bits) - 1;
		if (code === END) break;
		if (code === CLEAR) {
			[next, width, previous] = [END + 1, 9, undefined];
			continue;
		}
		if (code > next || (code === next && previous === undefined)) throw new PdfDamage('damaged');
		const length = code < next ? lengths[code]! : lengths[previous!]! + 1;
		if (size + length > most) throw new PdfError('muchUnpackedData');
		if (size + length > made.length) {
			made = Buffer.concat([made], Math.min(most, 2 * (size + length)));
		}
		// a code not yet known is the previous sequence plus that sequence's first byte
		let from = code < next ? code : previous!;
		for (let at = size + lengths[from]! - 1; at >= size; at--, from = before[from]!) {
			made[at] = last[from]!;
		}
		if (code === next) made[size + length - 1] = made[size]!;
		if (previous !== undefined && next < CODES) {
			before[next] = previous;
			last[next] = made[size]!;
			lengths[next++] = lengths[previous]! + 1;
		}
		size += length;
		previous = code;
		const following = next + early;
		width = following >= 2048 ? 12 : following >= 1024 ? 11 : following >= 512 ? 10 : 9;
	}
	return made.subarray(0, size);
}

/** Undoes a predictor (7.4.4.4): PNG's on each row, or TIFF's of 8 bits. */
function unpredicted(bytes: Buffer, { parameter }: FilterHelp): Buffer {
	const predictor = parameter('Predictor') ?? 1;
	if (predictor < 2) return bytes;
	const colors = parameter('Colors') ?? 1;
	const bitsEach = parameter('BitsPerComponent') ?? 8;
	const pixel = Math.max(1, Math.ceil((colors * bitsEach) / 8));
	const row = Math.ceil(((parameter('Columns') ?? 1) * colors * bitsEach) / 8);
	if (!(row > 0) || row > bytes.length) throw new PdfDamage('damaged');
	if (predictor === 2) return tiffRows(bytes, row, pixel, bitsEach);
	const rows = Math.ceil(bytes.length / (row + 1));
	const made = Buffer.alloc(rows * row);
	for (let index = 0; index < rows; index++) {
		const start = index * (row + 1);
		unfilterRow(bytes.subarray(start, start + row + 1), made, index * row, row, pixel);
	}
	return made;
}

function tiffRows(bytes: Buffer, row: number, pixel: number, bits: number): Buffer {
	if (bits !== 8) throw new PdfError('predictor', bits);
	const made = Buffer.from(bytes);
	for (let at = 0; at < made.length; at++) {
		if (at % row >= pixel) made[at] = (made[at]! + made[at - pixel]!) & 0xff;
	}
	return made;
}

/** What PNG's filters (RFC 2083, 6) take for a byte: none, sub, up, average, Paeth. */
const GUESSES: ReadonlyArray<(left: number, up: number, corner: number) => number> = [
	() => 0,
	(left) => left,
	(_, up) => up,
	(left, up) => (left + up) >> 1,
	paeth,
];

function unfilterRow(source: Buffer, made: Buffer, start: number, row: number, pixel: number) {
	const guess = GUESSES[source[0]!] ?? GUESSES[0]!;
	for (let at = 0; at < row && at + 1 < source.length; at++) {
		const left = at >= pixel ? made[start + at - pixel]! : 0;
		const up = start >= row ? made[start + at - row]! : 0;
		const corner = at >= pixel && start >= row ? made[start + at - row - pixel]! : 0;
		made[start + at] = (source[at + 1]! + guess(left, up, corner)) & 0xff;
	}
}

function paeth(left: number, up: number, corner: number): number {
	const guess = left + up - corner;
	const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
	return a <= b && a <= c ? left : b <= c ? up : corner;
}
