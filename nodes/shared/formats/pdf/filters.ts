import { inflate } from '../zip/zip';
import { bytesOfHex, PdfDamage, PdfError } from './syntax';

interface FilterHelp {
	/** bytes that may still be made */
	bytesLeft: number;
	/** a number of the filter's own parameters */
	parameter(name: string): number | undefined;
}

/** How each filter is undone, by both of its names. LZW and run lengths have not been written for decades. */
const FILTERS: ReadonlyArray<
	readonly [name: RegExp, undo: (bytes: Buffer, help: FilterHelp) => Buffer | Promise<Buffer>]
> = [
	[/^(FlateDecode|Fl)$/, inflated],
	[/^(ASCII85Decode|A85)$/, unAscii85],
	[/^(ASCIIHexDecode|AHx)$/, (bytes) => bytesOfHex(bytes.toString('latin1').split('>')[0]!)],
	[/^Crypt$/, (bytes) => bytes],
];

/** Whether `decodeFilter` can undo it. */
export function isKnownFilter(name: string): boolean {
	return FILTERS.some(([pattern]) => pattern.test(name));
}

/** Undoes a filter (ISO 32000-1, 7.4). @throws PdfError if it is not known, damaged, or makes too much */
export async function decodeFilter(bytes: Buffer, name: string, help: FilterHelp): Promise<Buffer> {
	const found = FILTERS.find(([pattern]) => pattern.test(name));
	if (found === undefined) throw new PdfError('filter', name);
	return await found[1](bytes, help);
}

/** Of ASCII85: the first and the last digit, and z, which stands for five of the first. */
const [ZERO, LAST, ZEROS] = [0x21, 0x75, 0x7a];

function unAscii85(bytes: Buffer, { bytesLeft }: FilterHelp): Buffer {
	const end = bytes.indexOf('~');
	const made = Buffer.alloc(Math.min(bytesLeft, 4 * bytes.length) + 4);
	let [value, count, at] = [0, 0, 0];
	const add = (digit: number) => {
		value = value * 85 + digit - ZERO;
		if (++count < 5) return;
		if (at + 4 > made.length) throw new PdfError('muchUnpackedData');
		at = made.writeUInt32BE(value >>> 0, at);
		[value, count] = [0, 0];
	};
	for (const byte of end === -1 ? bytes : bytes.subarray(0, end)) {
		if (byte === ZEROS) for (let index = 0; index < 5; index++) add(ZERO);
		else if (byte >= ZERO && byte <= LAST) add(byte);
	}
	const missing = (5 - count) % 5;
	for (let index = 0; index < missing; index++) add(LAST);
	return made.subarray(0, at - missing);
}

/** How PNG's filters (RFC 2083, 6) predict a byte: none, sub, up, average, Paeth. */
const GUESSES: ReadonlyArray<(left: number, up: number, corner: number) => number> = [
	() => 0,
	(left) => left,
	(_, up) => up,
	(left, up) => (left + up) >> 1,
	paeth,
];
const SUB = 1;

/** Undoes its predictor, too (7.4.4.4): PNG's, one for each row, or TIFF's of 8 bits: PNG's sub on all. */
async function inflated(packed: Buffer, { bytesLeft, parameter }: FilterHelp): Promise<Buffer> {
	const bytes = await inflate(packed, 'deflate', bytesLeft);
	if (bytes === 'damaged') throw new PdfDamage('damaged');
	if (bytes === 'tooLarge') throw new PdfError('muchUnpackedData');
	const predictor = parameter('Predictor') ?? 1;
	if (predictor < 2) return bytes;
	const isTiff = predictor === 2;
	const [colors, bits] = [parameter('Colors') ?? 1, parameter('BitsPerComponent') ?? 8];
	const pixel = Math.max(1, Math.ceil((colors * bits) / 8));
	const row = Math.ceil(((parameter('Columns') ?? 1) * colors * bits) / 8);
	if (!(row > 0) || row > bytes.length) throw new PdfDamage('damaged');
	if (isTiff && bits !== 8) throw new PdfError('predictor', bits);
	const stored = isTiff ? row : row + 1;
	const made = Buffer.alloc(Math.ceil(bytes.length / stored) * row);
	for (let [from, start] = [0, 0]; start < made.length; from += stored, start += row) {
		const guess = GUESSES[isTiff ? SUB : bytes[from]!] ?? GUESSES[0]!;
		const source = bytes.subarray(from + stored - row, from + stored);
		for (let at = 0; at < source.length; at++) {
			const left = at >= pixel ? made[start + at - pixel]! : 0;
			const up = start >= row ? made[start + at - row]! : 0;
			const corner = at >= pixel && start >= row ? made[start + at - row - pixel]! : 0;
			made[start + at] = (source[at]! + guess(left, up, corner)) & 0xff;
		}
	}
	return made;
}

function paeth(left: number, up: number, corner: number): number {
	const guess = left + up - corner;
	const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
	return a <= b && a <= c ? left : b <= c ? up : corner;
}
