import type { FaultCode } from '../fileError';
import { deflate } from '../zip/zip';
import { GRAY, spaceOf } from './colors';
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
	/** what it shows besides pictures: it is then no plain scan */
	otherContent: 'alsoDrawing' | 'alsoInline' | undefined;
	/** whether a part of it is not in the file */
	isIncomplete: boolean;
}

/**
 * The picture that a scanned page consists of, whatever text is on it; undefined for a page that draws none.
 * @param number of the page, from 1, for messages
 * @throws PdfError saying what else it holds
 */
export async function scanOf(
	file: PdfFile,
	{ pictures, otherContent, isIncomplete }: PageScan,
	number: number,
	hasNotes: boolean,
): Promise<Picture | undefined> {
	if (isIncomplete) throw new PdfError('partOfPage', number);
	if (otherContent !== undefined) throw new PdfError(otherContent, number);
	if (pictures.length === 0 && hasNotes) throw new PdfError('onlyNotes', number);
	if (pictures.length === 0) return undefined;
	const cutUp = new PdfError('cutUp', number, pictures.length);
	const strips = stripsOf(pictures);
	if (strips === undefined) throw cutUp;
	if (hasNotes) throw new PdfError('notes', number);
	const { reference, matrix } = strips[0]!;
	const turns = turnsOf(matrix, number);
	if (strips.length === 1) return await pictureOf(file, reference, turns, number);
	const read: Buffer[] = [];
	for (const one of strips) read.push((await pictureOf(file, one.reference, 0, number)).bytes);
	const joined = joinedJpeg(read);
	const upright = joined && orientedJpeg(joined, turns);
	if (upright === undefined) throw cutUp;
	return { bytes: upright, format: 'jpg' };
}

/** The clockwise turns of a picture on the upright page, which counts downwards. */
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
	const areBelow = strips.slice(1).every(({ matrix: [a, b, c, d, x, y] }, index) => {
		const [aboveA, aboveB, , , aboveX, aboveY] = strips[index]!.matrix;
		const shifts = [a - aboveA, b - aboveB, x + c - aboveX, y + d - aboveY];
		return shifts.every((one) => Math.abs(one) < APART);
	});
	return areBelow ? strips : undefined;
}

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

async function pngOf(file: PdfFile, raw: PackedStream, turns: QuarterTurns, page: number) {
	const { isInverted, ...pixels } = await pixelsOf(file, raw.dictionary, page);
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
function isPngData(file: PdfFile, raw: PackedStream, { width, depth, components }: Pixels) {
	const parameters = file.parameters(raw.dictionary, 0);
	const number = (name: string, usual: number) => file.number(parameters.get(name)) ?? usual;
	return (
		/^(FlateDecode|Fl)$/.test(raw.filters.join()) &&
		number('Predictor', 1) >= 10 &&
		number('Columns', 1) === width &&
		number('Colors', 1) === components &&
		number('BitsPerComponent', 8) === depth
	);
}

/** A larger picture is not a scanned page, and would take gigabytes. */
const MAX_SIDE = 20_000;

async function pixelsOf(file: PdfFile, dictionary: PdfDictionary, page: number) {
	if (dictionary.has('SMask') || dictionary.has('Mask')) throw new PdfError('transparent', page);
	const isMask = file.resolve(dictionary.get('ImageMask')) === true;
	const width = file.number(dictionary.get('Width')) ?? 0;
	const height = file.number(dictionary.get('Height')) ?? 0;
	const isSide = (side: number) => Number.isInteger(side) && side > 0 && side <= MAX_SIDE;
	if (!isSide(width) || !isSide(height)) throw new PdfError('noSize', page);
	const depth = isMask ? 1 : (file.number(dictionary.get('BitsPerComponent')) ?? 8);
	const given = dictionary.get('ColorSpace');
	const { components, palette } = isMask ? GRAY : await spaceOf(file, new Map(), given);
	if (components !== 1 && components !== 3) throw new PdfError('colorSpace', page);
	const depths = components === 3 ? [8, 16] : [1, 2, 4, 8, ...(palette ? [] : [16])];
	if (!depths.includes(depth)) throw new PdfError('depth', page, depth);
	const decode = file.array(dictionary.get('Decode')).map((one) => file.number(one));
	const highest = palette ? 2 ** depth - 1 : 1;
	const isPlain = decode.every((one, index) => one === (index % 2 === 0 ? 0 : highest));
	const isInverted = decode.every((one, index) => one === (index % 2 === 0 ? highest : 0));
	if (!isPlain && !isInverted) throw new PdfError('otherColors', page);
	return { width, height, depth, components, palette, isInverted: !isPlain };
}

/** The picture turned clockwise, pixel by pixel. */
function turned(pixels: Pixels, rows: Buffer, turns: QuarterTurns) {
	if (turns === 0) return { pixels, rows };
	const { width, height, depth, components } = pixels;
	const sideways = turns % 2 === 1;
	const made: Pixels = sideways ? { ...pixels, width: height, height: width } : pixels;
	const [from, to] = [rowBytes(pixels), rowBytes(made)];
	const result = Buffer.alloc(to * made.height);
	const bits = depth * components;
	for (let y = 0; y < made.height; y++) {
		for (let x = 0; x < made.width; x++) {
			const [along, down] = sideways ? [y, x] : [x, y];
			const sourceX = turns === 1 ? along : width - 1 - along;
			const sourceY = turns === 3 ? down : height - 1 - down;
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
