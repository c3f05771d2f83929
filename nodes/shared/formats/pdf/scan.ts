import type { FaultCode } from '../fileError';
import { deflate } from '../zip/zip';
import { spaceOf, type Space } from './colors';
import type { PackedStream, PdfFile } from './file';
import { isKnownFilter } from './filters';
import { joinedJpeg, orientedJpeg, type QuarterTurns } from './jpeg';
import { filteredRows, pngFile, rowBytes, type Pixels } from './png';
import { type Matrix, type PdfDictionary, PdfError, type PdfReference } from './syntax';

/** The picture of a page, upright. */
interface Picture {
	bytes: Buffer;
	format: 'jpg' | 'png';
}

/** A picture, and how it lies on the upright page. */
interface PlacedPicture {
	reference: PdfReference;
	matrix: Matrix;
}

/** What a page shows besides text. */
export interface PageScan {
	pictures: PlacedPicture[];
	/** why it is no plain scan: it shows more */
	also: 'alsoDrawing' | 'alsoInline' | undefined;
	/** whether a part of it is not in the file */
	isIncomplete: boolean;
}

/**
 * The picture that a page of a PDF is, whatever text is on it; undefined for a page that draws nothing.
 * @param number of the page, from 1, for messages
 * @param hasNotes whether something was added to it
 * @throws PdfError saying what else it holds
 */
export async function scanOf(
	file: PdfFile,
	{ pictures, also, isIncomplete }: PageScan,
	number: number,
	hasNotes: boolean,
): Promise<Picture | undefined> {
	if (isIncomplete) throw new PdfError('partOfPage', number);
	if (also !== undefined) throw new PdfError(also, number);
	const [picture] = pictures;
	if (picture === undefined && hasNotes) throw new PdfError('onlyNotes', number);
	if (picture === undefined) return undefined;
	const isCutUp = pictures.length > 1;
	const strips = isCutUp ? stripsOf(pictures) : pictures;
	const cutUp = new PdfError('cutUp', number, pictures.length);
	if (strips === undefined) throw cutUp;
	if (hasNotes) throw new PdfError('notes', number);
	const turns = turnsOf(strips[0]!.matrix, number);
	if (!isCutUp) return await pictureOf(file, picture.reference, turns, number);
	const read: Picture[] = [];
	for (const { reference } of strips) read.push(await pictureOf(file, reference, 0, number));
	const joined = joinedJpeg(read.map(({ bytes }) => bytes));
	const upright = joined && orientedJpeg(joined, turns);
	if (upright === undefined) throw cutUp;
	return { bytes: upright, format: 'jpg' };
}

/** By how many quarter turns, clockwise, a picture is rotated on the upright page, which counts downwards. */
function turnsOf([a, b, c, d]: Matrix, number: number): QuarterTurns {
	if (a * d - b * c > 0) throw new PdfError('mirrored', number);
	const turns = Math.round(Math.atan2(b, a) / (Math.PI / 2));
	return (((turns % 4) + 4) % 4) as QuarterTurns;
}

/** How far pictures that belong together may lie apart, in points: their places are rounded. */
const APART = 1;

/** The strips into which a scanner cut a page, from top to bottom; undefined where there are gaps. */
function stripsOf(pictures: PlacedPicture[]): PlacedPicture[] | undefined {
	const [, , upX, upY] = pictures[0]!.matrix;
	const heightOf = ({ matrix: [, , , , x, y] }: PlacedPicture) => x * upX + y * upY;
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

/** Names of the unsupported kinds of pictures. */
const OTHER_PICTURES: ReadonlyMap<string, FaultCode> = new Map([
	['CCITTFaxDecode', 'fax'],
	['CCF', 'fax'],
	['JBIG2Decode', 'jbig2'],
	['JPXDecode', 'jpeg2000'],
]);

const JPEG = /^(DCTDecode|DCT)$/;

/** A JPEG unchanged, any other picture as a lossless PNG. @throws PdfError naming what is not supported */
async function pictureOf(
	file: PdfFile,
	reference: PdfReference,
	turns: QuarterTurns,
	page: number,
): Promise<Picture> {
	const raw = file.rawStream(reference);
	if (raw === undefined) throw new PdfError('noPicture', page);
	const kind = raw.filters.at(-1) ?? '';
	const other = OTHER_PICTURES.get(kind);
	if (other !== undefined) throw new PdfError(other, page);
	const isJpeg = JPEG.test(kind);
	const filters = isJpeg ? raw.filters.slice(0, -1) : raw.filters;
	const unknown = filters.find((name) => !isKnownFilter(name));
	if (unknown !== undefined) throw new PdfError('pictureFilter', page, unknown);
	if (!isJpeg) return { bytes: await pngOf(file, raw, turns, page), format: 'png' };
	const upright = orientedJpeg(await file.decoded({ ...raw, filters }), turns);
	if (upright === undefined) throw new PdfError('noJpeg', page);
	return { bytes: upright, format: 'jpg' };
}

async function pngOf(
	file: PdfFile,
	raw: PackedStream,
	turns: QuarterTurns,
	page: number,
): Promise<Buffer> {
	const { pixels, isInverted } = await pixelsOf(file, raw.dictionary, page);
	if (turns === 0 && !isInverted && isPngData(file, raw, pixels)) return pngFile(pixels, raw.bytes);
	const rows = await file.decoded(raw);
	const size = rowBytes(pixels) * pixels.height;
	if (rows.length < size) throw new PdfError('cutOff', page);
	const whole = rows.subarray(0, size);
	const positive = isInverted ? Buffer.from(whole.map((byte) => byte ^ 0xff)) : whole;
	const upright = turned(pixels, positive, turns);
	const filtered = filteredRows(upright.pixels, upright.rows);
	return pngFile(upright.pixels, await deflate(filtered, 'deflate'));
}

/** Whether the stream is what PNG stores too: deflated rows with PNG's filters. */
function isPngData(
	file: PdfFile,
	{ dictionary, filters }: PackedStream,
	{ width, depth, components }: Pixels,
): boolean {
	if (filters.length !== 1 || !/^(FlateDecode|Fl)$/.test(filters[0]!)) return false;
	const parameters = file.parameters(dictionary, 0);
	const number = (name: string, usual: number) => file.number(parameters.get(name)) ?? usual;
	return (
		number('Predictor', 1) >= 10 &&
		number('Columns', 1) === width &&
		number('Colors', 1) === components &&
		number('BitsPerComponent', 8) === depth
	);
}

/** A larger picture is not a scanned page, and would take gigabytes. */
const MAX_SIDE = 20_000;

async function pixelsOf(
	file: PdfFile,
	dictionary: PdfDictionary,
	page: number,
): Promise<{ pixels: Pixels; isInverted: boolean }> {
	const either = (long: string, short: string) => dictionary.get(long) ?? dictionary.get(short);
	if (dictionary.has('SMask') || dictionary.has('Mask')) throw new PdfError('transparent', page);
	const isMask = file.resolve(either('ImageMask', 'IM')) === true;
	const width = file.number(either('Width', 'W')) ?? 0;
	const height = file.number(either('Height', 'H')) ?? 0;
	const isSide = (side: number) => Number.isInteger(side) && side > 0 && side <= MAX_SIDE;
	if (!isSide(width) || !isSide(height)) throw new PdfError('noSize', page);
	const depth = isMask ? 1 : (file.number(either('BitsPerComponent', 'BPC')) ?? 8);
	const space = isMask
		? { components: 1 as const }
		: componentsOf(await spaceOf(file, new Map(), either('ColorSpace', 'CS')));
	if (space === undefined) throw new PdfError('colorSpace', page);
	const isDepth =
		space.components === 3 ? /^(8|16)$/ : space.palette ? /^[1248]$/ : /^([1248]|16)$/;
	if (!isDepth.test(String(depth))) throw new PdfError('depth', page, depth);
	const decode = file.array(either('Decode', 'D')).map((one) => file.number(one));
	const highest = space.palette ? 2 ** depth - 1 : 1;
	const isPlain = decode.every((one, index) => one === (index % 2 === 0 ? 0 : highest));
	const isInverted = decode.every((one, index) => one === (index % 2 === 0 ? highest : 0));
	if (!isPlain && !isInverted) throw new PdfError('otherColors', page);
	return {
		pixels: { width, height, depth: depth as Pixels['depth'], ...space },
		isInverted: !isPlain,
	};
}

/** Gray, RGB, or a palette of one of these; undefined for any other color space. */
function componentsOf({
	components,
	palette,
}: Space): Pick<Pixels, 'components' | 'palette'> | undefined {
	if (components !== 1 && components !== 3) return undefined;
	if (palette === undefined) return { components };
	const { base, bytes } = palette;
	if (base.components !== 1 && base.components !== 3) return undefined;
	const rgb =
		base.components === 3
			? bytes
			: Buffer.from([...bytes.subarray(0, 256)].flatMap((one) => [one, one, one]));
	const length = Math.min(768, rgb.length - (rgb.length % 3));
	return length === 0 ? undefined : { components, palette: rgb.subarray(0, length) };
}

/** The picture turned clockwise, point by point. */
function turned(
	pixels: Pixels,
	rows: Buffer,
	turns: QuarterTurns,
): { pixels: Pixels; rows: Buffer } {
	if (turns === 0) return { pixels, rows };
	const { width, height, depth, components } = pixels;
	const sideways = turns % 2 === 1;
	const made: Pixels = sideways ? { ...pixels, width: height, height: width } : pixels;
	const [from, to] = [rowBytes(pixels), rowBytes(made)];
	const result = Buffer.alloc(to * made.height);
	const bits = depth * components;
	for (let y = 0; y < made.height; y++) {
		for (let x = 0; x < made.width; x++) {
			const [sourceX, sourceY] =
				turns === 1
					? [y, height - 1 - x]
					: turns === 2
						? [width - 1 - x, height - 1 - y]
						: [width - 1 - y, x];
			if (bits >= 8) {
				const source = sourceY * from + (sourceX * bits) / 8;
				rows.copy(result, y * to + (x * bits) / 8, source, source + bits / 8);
			} else {
				const shift = 8 - bits - ((sourceX * bits) % 8);
				const byte = rows[sourceY * from + Math.floor((sourceX * bits) / 8)]!;
				const value = (byte >> shift) & (2 ** bits - 1);
				const target = y * to + Math.floor((x * bits) / 8);
				result[target] = result[target]! | (value << (8 - bits - ((x * bits) % 8)));
			}
		}
	}
	return { pixels: made, rows: result };
}
