import type { Matrix, PdfReference } from './syntax';

/** A picture, and how it lies on the upright page. */
export interface PlacedPicture {
	reference: PdfReference;
	matrix: Matrix;
}

/** How far pictures that belong together may lie apart, in points: their places are rounded. */
const APART = 1;

/**
 * Pictures that lie below each other without a gap, from top to bottom: programs of some scanners cut a page
 * into strips. Undefined where they lie in another way.
 */
export function stripsOf(pictures: PlacedPicture[]): PlacedPicture[] | undefined {
	const [first] = pictures;
	if (first === undefined) return undefined;
	const [, , upX, upY] = first.matrix;
	const heightOf = ({ matrix: [, , , , x, y] }: typeof first) => x * upX + y * upY;
	const strips = [...pictures].sort((one, other) => heightOf(other) - heightOf(one));
	const isNear = (one: number, other: number) => Math.abs(one - other) < APART;
	const areBelow = strips.slice(1).every(({ matrix: [a, b, c, d, x, y] }, index) => {
		const above = strips[index]!.matrix;
		return (
			isNear(a, above[0]) &&
			isNear(b, above[1]) &&
			isNear(x + c, above[4]) &&
			isNear(y + d, above[5])
		);
	});
	return areBelow ? strips : undefined;
}

/** A JPEG of one scan taken apart. */
interface Jpeg {
	/** the tables, and what the components' colors are */
	head: Buffer[];
	frame: Buffer;
	scan: Buffer;
	data: Buffer;
	/** in pixels, and of the blocks that are packed together */
	height: number;
	blockHeight: number;
	/** how many blocks it has */
	blocks: number;
}

const START = Buffer.from([0xff, 0xd8]);
const END = Buffer.from([0xff, 0xd9]);
/** Baseline and extended, both in one scan (ITU-T T.81, table B.1). */
const FRAMES = [0xc0, 0xc1];
const SCAN = 0xda;
/** Huffman and quantization tables, and Adobe's mark of the colors. */
const KEPT = [0xc4, 0xdb, 0xee];
/** What programs say besides. */
const COMMENT = 0xfe;
const isOfProgram = (marker: number) => marker === COMMENT || (marker >= 0xe0 && marker <= 0xef);
const RESTART_INTERVAL = 0xdd;
const RESTARTS = 0xd0;
const MOST_RESTARTS = 8;
const LARGEST = 0xffff;

/**
 * One JPEG of strips, from top to bottom: their data stand behind each other, parted by restart marks (B.1.1.5).
 * Nothing is decoded.
 * @returns undefined where they are not packed alike
 */
export function joinedJpeg(strips: Buffer[]): Buffer | undefined {
	const parts = strips.flatMap((strip) => takenApart(strip) ?? []);
	const [first, last] = [parts[0], parts.at(-1)];
	if (parts.length < strips.length || first === undefined || last === undefined) return undefined;
	const height = parts.reduce((sum, part) => sum + part.height, 0);
	const isWhole = (part: Jpeg) =>
		part.height === first.height && part.height % part.blockHeight === 0;
	const areAlike = parts.every((part) => sameOf(part).equals(sameOf(first)));
	if (!areAlike || !parts.slice(0, -1).every(isWhole) || last.height > first.height)
		return undefined;
	if (height > LARGEST || first.blocks > LARGEST) return undefined;
	const frame = Buffer.from(first.frame);
	frame.writeUInt16BE(height, 5);
	const interval = Buffer.from([
		0xff,
		RESTART_INTERVAL,
		0,
		4,
		first.blocks >> 8,
		first.blocks & 0xff,
	]);
	const data = parts.flatMap((part, index) => [
		Buffer.from(index === 0 ? [] : [0xff, RESTARTS + ((index - 1) % MOST_RESTARTS)]),
		part.data,
	]);
	return Buffer.concat([START, ...first.head, frame, interval, first.scan, ...data, END]);
}

/** All but the height and the data. */
function sameOf({ head, frame, scan }: Jpeg): Buffer {
	return Buffer.concat([...head, frame.subarray(0, 5), frame.subarray(7), scan]);
}

function takenApart(jpeg: Buffer): Jpeg | undefined {
	const head: Buffer[] = [];
	let frame: Buffer | undefined;
	let at = START.length;
	while (at + 4 <= jpeg.length && jpeg[at] === 0xff) {
		const marker = jpeg[at + 1]!;
		const segment = jpeg.subarray(at, at + 2 + jpeg.readUInt16BE(at + 2));
		at += segment.length;
		if (marker === SCAN) return ofFrame(head, frame, segment, dataAt(jpeg, at));
		if (FRAMES.includes(marker)) frame = segment;
		else if (KEPT.includes(marker)) head.push(segment);
		else if (!isOfProgram(marker)) return undefined;
	}
	return undefined;
}

/** The data of a scan up to the end of the picture; undefined where another mark stands in it. */
function dataAt(jpeg: Buffer, start: number): Buffer | undefined {
	let end = jpeg.indexOf(0xff, start);
	while (end !== -1 && jpeg[end + 1] === 0) end = jpeg.indexOf(0xff, end + 2);
	return end !== -1 && jpeg[end + 1] === END[1] ? jpeg.subarray(start, end) : undefined;
}

function ofFrame(
	head: Buffer[],
	frame: Buffer | undefined,
	scan: Buffer,
	data: Buffer | undefined,
): Jpeg | undefined {
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
	return { head, frame, scan, data, height, blockHeight, blocks };
}
