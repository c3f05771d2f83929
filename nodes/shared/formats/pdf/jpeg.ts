/** Clockwise quarter turns of a picture. */
export type QuarterTurns = 0 | 1 | 2 | 3;

/** Exif's number for each rotation that shows a picture upright (Exif 2.3, tag Orientation). */
const ORIENTATION: Readonly<Record<QuarterTurns, number>> = { 0: 1, 1: 6, 2: 3, 3: 8 };

const START = Buffer.from([0xff, 0xd8]);
const END = Buffer.from([0xff, 0xd9]);
const SCAN = 0xda;
const APP1 = 0xe1;
const EXIF = 'Exif\0\0';

/**
 * The JPEG with its rotation as Exif orientation, in place of any that it had: a PDF viewer ignores Exif
 * and rotates the page instead. The image data stays as it is.
 * @returns undefined when the bytes are no JPEG
 */
export function orientedJpeg(jpeg: Buffer, turns: QuarterTurns): Buffer | undefined {
	if (!jpeg.subarray(0, 2).equals(START)) return undefined;
	const { segments, end } = headOf(jpeg);
	if (end >= jpeg.length) return undefined;
	const kept = segments.filter((one) => one[1] !== APP1 || one.toString('latin1', 4, 10) !== EXIF);
	const exif = turns === 0 ? [] : [orientationSegment(ORIENTATION[turns])];
	return Buffer.concat([START, ...exif, ...kept, jpeg.subarray(end)]);
}

/** The segments before a JPEG's scan, each with its marker, and where they end. */
function headOf(jpeg: Buffer): { segments: Buffer[]; end: number } {
	const segments: Buffer[] = [];
	let end = START.length;
	while (end + 4 <= jpeg.length && jpeg[end] === 0xff && jpeg[end + 1] !== SCAN) {
		const segment = jpeg.subarray(end, end + 2 + jpeg.readUInt16BE(end + 2));
		segments.push(segment);
		end += segment.length;
	}
	return { segments, end };
}

/** An APP1 segment with a TIFF header and one tag. */
function orientationSegment(orientation: number): Buffer {
	return Buffer.from([
		...[0xff, APP1, 0, 34],
		...Buffer.from(EXIF, 'latin1'),
		...[0x4d, 0x4d, 0x00, 0x2a, 0, 0, 0, 8], // big-endian, first directory at 8
		...[0, 1], // one tag
		...[0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0], // Orientation, one short
		...[0, 0, 0, 0], // no further directory
	]);
}

/** Markers of baseline and extended frames (ITU-T T.81, table B.1); progressive ones have several scans. */
const FRAMES = [0xc0, 0xc1];
/** Huffman and quantization tables, and Adobe's mark of the colors. */
const KEPT = [0xc4, 0xdb, 0xee];
/** A comment, or a program's own data. */
const isOfProgram = (marker: number) => marker === 0xfe || (marker >= 0xe0 && marker <= 0xef);
const RESTART_INTERVAL = 0xdd;
const RESTARTS = [0xd0, 0xd1, 0xd2, 0xd3, 0xd4, 0xd5, 0xd6, 0xd7];
const LARGEST = 0xffff;

/**
 * Joins strips, from top to bottom, into one JPEG: their data follow one another, with restart markers
 * between them (B.1.1.5). Nothing is decoded.
 * @returns undefined where they are not packed alike
 */
export function joinedJpeg(strips: Buffer[]): Buffer | undefined {
	const parts = strips.flatMap((strip) => partsOfJpeg(strip) ?? []);
	const [first, last] = [parts[0], parts.at(-1)];
	if (parts.length < strips.length || first === undefined || last === undefined) return undefined;
	const height = parts.reduce((sum, part) => sum + part.height, 0);
	const areWhole = parts.slice(0, -1).every((part) => part.height === first.height);
	const endInBlock = parts.length > 1 && first.height % first.blockHeight !== 0;
	const areAlike = parts.every((part) => part.same.equals(first.same));
	if (!areAlike || !areWhole || endInBlock || last.height > first.height) return undefined;
	if (height > LARGEST || first.blocks > LARGEST) return undefined;
	const frame = Buffer.from(first.frame);
	frame.writeUInt16BE(height, 5);
	const interval = Buffer.from([0xff, RESTART_INTERVAL, 0, 4, 0, 0]);
	interval.writeUInt16BE(first.blocks, 4);
	const data = parts
		.slice(1)
		.flatMap((part, index) => [Buffer.from([0xff, RESTARTS[index % RESTARTS.length]!]), part.data]);
	const head = [START, ...first.head, frame, interval, first.scan];
	return Buffer.concat([...head, first.data, ...data, END]);
}

/** The parts of a JPEG of one scan. Heights are in pixels; a block is what is packed together (an MCU). */
function partsOfJpeg(jpeg: Buffer) {
	const { segments, end } = headOf(jpeg);
	if (end + 4 > jpeg.length || jpeg[end + 1] !== SCAN) return undefined;
	const start = end + 2 + jpeg.readUInt16BE(end + 2);
	const scan = jpeg.subarray(end, start);
	const data = dataAt(jpeg, start);
	const of = (kinds: number[]) => segments.filter(([, marker]) => kinds.includes(marker!));
	const [head, frames] = [of(KEPT), of(FRAMES)];
	if (!segments.every((one) => [...head, ...frames].includes(one) || isOfProgram(one[1]!)))
		return undefined;
	const frame = frames.at(-1);
	const count = frame?.[9] ?? 0;
	if (frame === undefined || data === undefined || frame.length < 10 + 3 * count) return undefined;
	// components one after another have several scans
	if (count === 0 || scan[4] !== count) return undefined;
	const samplings = Array.from({ length: count }, (_, index) => frame[11 + 3 * index]!);
	// one component alone is packed block by block
	const most = (of: (sampling: number) => number) =>
		count === 1 ? 1 : Math.max(1, ...samplings.map(of));
	const blockHeight = 8 * most((sampling) => sampling & 15);
	const blockWidth = 8 * most((sampling) => sampling >> 4);
	const [height, width] = [frame.readUInt16BE(5), frame.readUInt16BE(7)];
	const blocks = Math.ceil(width / blockWidth) * Math.ceil(height / blockHeight);
	// all but the height and the data
	const same = Buffer.concat([...head, frame.subarray(0, 5), frame.subarray(7), scan]);
	return { head, frame, scan, data, height, blockHeight, blocks, same };
}

/** The data of a scan up to the end of the picture; undefined where another marker stands in it. */
function dataAt(jpeg: Buffer, start: number): Buffer | undefined {
	let end = jpeg.indexOf(0xff, start);
	while (end !== -1 && jpeg[end + 1] === 0) end = jpeg.indexOf(0xff, end + 2);
	return end !== -1 && jpeg[end + 1] === END[1] ? jpeg.subarray(start, end) : undefined;
}
