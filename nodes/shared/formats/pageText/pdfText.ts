import { contentOf, pagesOf, type PdfFile } from '../pdf/file';
import type { PageScan } from '../pdf/scan';
import type { Matrix, PdfDictionary } from '../pdf/syntax';
import type { Note, PageText } from './pageText';
import { clipped, cornersOf, EVERYWHERE, product } from './shapes';
import { type Box, boxOf, formMatrix, TextDrawing } from './textDrawing';

/** US letter, where a page does not say its size. */
const USUAL_BOX = [0, 0, 612, 792] as const;
/** Flags of annotations that are not shown: Hidden, NoView. */
const HIDDEN = 2 | 32;

export type PdfPageText = PageText & { scan: PageScan };

/** The visible text of each page. @throws PdfError when the file is damaged or exceeds the limits */
export async function readPdfText(file: PdfFile): Promise<PdfPageText[]> {
	const pages: PdfPageText[] = [];
	const drawing = new TextDrawing(file);
	for (const [index, page] of pagesOf(file).entries()) {
		const { matrix, width, height } = placeOf(file, page);
		const resources = file.dictionary(page.get('Resources'));
		const content = contentOf(file, page, index + 1);
		await drawing.page(content, { matrix, resources }, { width, height });
		const notes = await notesOf(page, drawing, matrix);
		pages.push({ page: index + 1, width, height, notes, ...drawing.seen() });
	}
	return pages;
}

/** The matrix from a page's coordinates to the upright page's, which count from its top left corner. */
function placeOf(file: PdfFile, page: PdfDictionary) {
	const media = boxOf(file, page.get('MediaBox')) ?? USUAL_BOX;
	const crop = boxOf(file, page.get('CropBox')) ?? media;
	const [left, bottom] = [Math.max(media[0], crop[0]), Math.max(media[1], crop[1])];
	const [right, top] = [Math.min(media[2], crop[2]), Math.min(media[3], crop[3])];
	const [wide, high] = [Math.max(0, right - left), Math.max(0, top - bottom)];
	const turns = Math.round((file.number(page.get('Rotate')) ?? 0) / 90) % 4;
	const upright: Matrix[] = [
		[1, 0, 0, -1, -left, bottom + high],
		[0, 1, 1, 0, -bottom, -left],
		[-1, 0, 0, 1, left + wide, -bottom],
		[0, -1, -1, 0, bottom + high, left + wide],
	];
	const [width, height] = turns % 2 === 0 ? [wide, high] : [high, wide];
	return { matrix: upright.at(turns)!, width, height };
}

const SHOWS_NOTHING = /^(Link|Popup)$/;
const WRITTEN = /^(FreeText|Widget)$/;
/** By subtype; any other marks the text, as a highlight does. */
const KINDS: ReadonlyMap<string, Note['kind']> = new Map<string, Note['kind']>([
	['FreeText', 'comment'],
	['Text', 'comment'],
	['Stamp', 'stamp'],
	['Watermark', 'stamp'],
	['Widget', 'field'],
]);

/** What comments, form fields, signatures and stamps show (ISO 32000-1, 12.5.5). */
async function notesOf(page: PdfDictionary, drawing: TextDrawing, pageMatrix: Matrix) {
	const { file, sight } = drawing;
	const notes: Note[] = [];
	for (const one of file.array(page.get('Annots'))) {
		const annotation = file.dictionary(one);
		const subtype = file.name(annotation.get('Subtype')) ?? '';
		const isHidden = ((file.number(annotation.get('F')) ?? 0) & HIDDEN) !== 0;
		if (SHOWS_NOTHING.test(subtype) || isHidden || drawing.isOff(annotation.get('OC'))) continue;
		const rect = boxOf(file, annotation.get('Rect'));
		if (rect === undefined) continue;
		const normal = file.dictionary(annotation.get('AP')).get('N');
		const state = file.name(annotation.get('AS'));
		const reference = state === undefined ? normal : (file.dictionary(normal).get(state) ?? normal);
		const form = file.dictionary(reference);
		const fit = fitted(file, form, rect);
		const field = file.dictionary(annotation.get('Parent'));
		// a signature shows a seal or nothing
		const isSignature = file.name(annotation.get('FT') ?? field.get('FT')) === 'Sig';
		const kind = isSignature ? 'stamp' : (KINDS.get(subtype) ?? 'mark');
		const corners = cornersOf(rect, pageMatrix);
		const place = clipped(EVERYWHERE, [corners]);
		const contents = file.string(annotation.get('Contents'));
		const says = contents || (file.name(annotation.get('Name')) ?? '');
		if (fit !== undefined) {
			const shown = await drawing.note(reference ?? null, product(fit, pageMatrix), place);
			notes.push({ kind, says, ...shown });
			continue;
		}
		// a viewer draws what has no appearance of its own; with an interior color it covers the page
		if (annotation.has('IC')) {
			sight.paint({ polygons: [corners] }, sight.whole.box, { color: undefined, hides: true });
		}
		const value = file.string(annotation.get('V') ?? field.get('V'));
		const text = WRITTEN.test(subtype) ? value || contents : '';
		notes.push({ kind, says, text, ...place });
	}
	return notes;
}

/** The matrix that fits an annotation's appearance into its rectangle; undefined if it is empty. */
function fitted(file: PdfFile, form: PdfDictionary, rect: Box): Matrix | undefined {
	const box = boxOf(file, form.get('BBox'));
	if (box === undefined) return undefined;
	const drawn = clipped(EVERYWHERE, [cornersOf(box, formMatrix(file, form))]);
	const [wide, high] = [drawn.right - drawn.left, drawn.bottom - drawn.top];
	if (!(wide > 0) || !(high > 0)) return undefined;
	const [sx, sy] = [(rect[2] - rect[0]) / wide, (rect[3] - rect[1]) / high];
	return [sx, 0, 0, sy, rect[0] - drawn.left * sx, rect[1] - drawn.top * sy];
}
