import type { PdfFile } from './file';
import { joinedJpeg, orientedJpeg, type QuarterTurns } from './jpeg';
import { pictureOf, type Picture } from './picture';
import { type Matrix, PdfError, type PdfReference } from './syntax';

/** A picture, and how it lies on the upright page. */
interface PlacedPicture {
	reference: PdfReference;
	matrix: Matrix;
}

/** What a page shows besides text. */
export interface PageScan {
	pictures: PlacedPicture[];
	/** such as "a drawing" */
	also: string | undefined;
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
	const refusal = (what: string) => new PdfError(`is not a plain scan: page ${number} ${what}`);
	if (isIncomplete) throw new PdfError(`is damaged: a part of page ${number} is missing`);
	if (also !== undefined) throw refusal(`holds ${also}`);
	const [picture] = pictures;
	if (picture === undefined && hasNotes) {
		throw new PdfError(`shows nothing on page ${number} but what was added to it, as a stamp is`);
	}
	if (picture === undefined) return undefined;
	const isCutUp = pictures.length > 1;
	const strips = isCutUp ? stripsOf(pictures) : pictures;
	const cutUp = refusal(`is put together from ${pictures.length} pictures`);
	if (strips === undefined) throw cutUp;
	if (hasNotes) throw refusal('has form fields or notes on it');
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
	if (a * d - b * c > 0) throw new PdfError(`shows the picture on page ${number} mirrored`);
	const turns = Math.round(Math.atan2(b, a) / (Math.PI / 2));
	return (((turns % 4) + 4) % 4) as QuarterTurns;
}

/** How far pictures that belong together may lie apart, in points: their places are rounded. */
const APART = 1;

/**
 * Pictures that lie below each other without a gap, from top to bottom: programs of some scanners cut a page
 * into strips. Undefined where they lie in another way.
 */
function stripsOf(pictures: PlacedPicture[]): PlacedPicture[] | undefined {
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
