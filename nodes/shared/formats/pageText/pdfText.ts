import type { PdfFile } from '../pdf/file';
import { matrixOf, product, type Matrix } from '../pdf/matrix';
import { contentOf, pagesOf } from '../pdf/pages';
import type { PdfDictionary } from '../pdf/syntax';
import type { PageText } from './pageText';
import { TextDrawing } from './textDrawing';

/** US letter, where a page does not say its size. */
const USUAL_BOX = [0, 0, 612, 792] as const;
/** An annotation that is not shown: hidden, or not for the screen. */
const HIDDEN = 2 | 32;

/**
 * The visible text of each page.
 * @throws PdfError when the file is damaged, or has more than the limits allow
 */
export async function readPdfText(file: PdfFile): Promise<PageText[]> {
	const pages: PageText[] = [];
	const drawing = new TextDrawing(file);
	for (const [index, page] of pagesOf(file).entries()) {
		const { matrix, width, height } = placeOf(file, page);
		drawing.begin(width, height);
		const resources = file.dictionary(page.get('Resources'));
		await drawing.run(await contentOf(file, page, index + 1), resources, matrix, 0);
		await drawAnnotations(file, page, drawing, matrix);
		pages.push({ page: index + 1, width, height, ...drawing.end() });
	}
	return pages;
}

/** How a page's coordinates become those of the upright page, counted from its top left corner. */
function placeOf(
	file: PdfFile,
	page: PdfDictionary,
): { matrix: Matrix; width: number; height: number } {
	const box = file
		.array(page.get('CropBox') ?? page.get('MediaBox'))
		.map((one) => file.number(one));
	const isBox = box.length === 4 && box.every((one) => one !== undefined && Number.isFinite(one));
	const [x1, y1, x2, y2] = (isBox ? box : USUAL_BOX) as [number, number, number, number];
	const [left, bottom] = [Math.min(x1, x2), Math.min(y1, y2)];
	const [wide, high] = [Math.abs(x2 - x1), Math.abs(y2 - y1)];
	const turns = (((Math.round((file.number(page.get('Rotate')) ?? 0) / 90) % 4) + 4) % 4) as
		0 | 1 | 2 | 3;
	const upright: Record<0 | 1 | 2 | 3, Matrix> = {
		0: [1, 0, 0, -1, -left, bottom + high],
		1: [0, 1, 1, 0, -bottom, -left],
		2: [-1, 0, 0, 1, left + wide, -bottom],
		3: [0, -1, -1, 0, bottom + high, left + wide],
	};
	const isTurned = turns % 2 === 1;
	return {
		matrix: upright[turns],
		width: isTurned ? high : wide,
		height: isTurned ? wide : high,
	};
}

/** What filled-in form fields and text notes show (ISO 32000-1, 12.5.5). */
async function drawAnnotations(
	file: PdfFile,
	page: PdfDictionary,
	drawing: TextDrawing,
	pageMatrix: Matrix,
): Promise<void> {
	for (const one of file.array(page.get('Annots'))) {
		const annotation = file.dictionary(one);
		if (!/^(Widget|FreeText)$/.test(file.name(annotation.get('Subtype')) ?? '')) continue;
		if (((file.number(annotation.get('F')) ?? 0) & HIDDEN) !== 0) continue;
		const appearances = file.dictionary(annotation.get('AP'));
		const normal = appearances.get('N');
		const state = file.name(annotation.get('AS'));
		const reference = state === undefined ? normal : (file.dictionary(normal).get(state) ?? normal);
		const form = file.dictionary(reference);
		const rect = file.array(annotation.get('Rect')).map((side) => file.number(side) ?? 0);
		const box = file.array(form.get('BBox')).map((side) => file.number(side) ?? 0);
		if (rect.length !== 4 || box.length !== 4) continue;
		const own = file.array(form.get('Matrix')).map((value) => file.resolve(value));
		const [a, b, c, d, e, f] = own.length === 6 ? matrixOf(own) : [1, 0, 0, 1, 0, 0];
		const corners = [
			[box[0]!, box[1]!],
			[box[2]!, box[1]!],
			[box[0]!, box[3]!],
			[box[2]!, box[3]!],
		].map(([x, y]) => [a * x! + c * y! + e, b * x! + d * y! + f] as const);
		const [left, bottom] = [
			Math.min(...corners.map(([x]) => x)),
			Math.min(...corners.map(([, y]) => y)),
		];
		const wide = Math.max(...corners.map(([x]) => x)) - left;
		const high = Math.max(...corners.map(([, y]) => y)) - bottom;
		if (!(wide > 0) || !(high > 0)) continue;
		const [sx, sy] = [Math.abs(rect[2]! - rect[0]!) / wide, Math.abs(rect[3]! - rect[1]!) / high];
		const fit: Matrix = [
			sx,
			0,
			0,
			sy,
			Math.min(rect[0]!, rect[2]!) - left * sx,
			Math.min(rect[1]!, rect[3]!) - bottom * sy,
		];
		await drawing.drawForm(reference, new Map(), product(fit, pageMatrix), 0);
	}
}
