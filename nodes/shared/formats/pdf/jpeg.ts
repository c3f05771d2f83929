/** Clockwise quarter turns of a picture. */
export type QuarterTurns = 0 | 1 | 2 | 3;

/** Exif's number for each rotation that shows a picture upright (Exif 2.3, tag Orientation). */
const ORIENTATION: Readonly<Record<QuarterTurns, number>> = { 0: 1, 1: 6, 2: 3, 3: 8 };

const START_OF_SCAN = 0xda;
const APP1 = 0xe1;
const EXIF = 'Exif\0\0';

/**
 * The JPEG with its rotation as Exif orientation, in place of any that it had: a PDF viewer ignores the
 * picture's and rotates the page instead. The image data stays as it is.
 * @returns undefined when the bytes are no JPEG
 */
export function orientedJpeg(jpeg: Buffer, turns: QuarterTurns): Buffer | undefined {
	if (jpeg[0] !== 0xff || jpeg[1] !== 0xd8) return undefined;
	const kept: Buffer[] = [];
	let at = 2;
	while (at + 4 <= jpeg.length && jpeg[at] === 0xff && jpeg[at + 1] !== START_OF_SCAN) {
		const end = at + 2 + jpeg.readUInt16BE(at + 2);
		const isExif = jpeg[at + 1] === APP1 && jpeg.toString('latin1', at + 4, at + 10) === EXIF;
		if (!isExif) kept.push(jpeg.subarray(at, end));
		at = end;
	}
	if (at >= jpeg.length) return undefined;
	const exif = turns === 0 ? [] : [orientationSegment(ORIENTATION[turns])];
	return Buffer.concat([jpeg.subarray(0, 2), ...exif, ...kept, jpeg.subarray(at)]);
}

/** An APP1 segment with a TIFF header and one tag. */
function orientationSegment(orientation: number): Buffer {
	const tiff = Buffer.from([
		...[0x4d, 0x4d, 0x00, 0x2a, 0, 0, 0, 8], // big-endian, first directory at 8
		...[0, 1], // one tag
		...[0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0], // Orientation, one short
		...[0, 0, 0, 0], // no further directory
	]);
	const content = Buffer.concat([Buffer.from(EXIF, 'latin1'), tiff]);
	const head = Buffer.from([0xff, APP1, 0, 0]);
	head.writeUInt16BE(content.length + 2, 2);
	return Buffer.concat([head, content]);
}
