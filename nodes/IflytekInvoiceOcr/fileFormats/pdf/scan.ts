import type { QuarterTurns } from './jpeg';
import type { PdfFile } from './file';
import { IDENTITY, matrixOf, product, type Matrix } from './matrix';
import { contentOf } from './pages';
import { pictureOf, type Picture } from './picture';
import {
	PdfError,
	PdfName,
	PdfOperator,
	PdfReader,
	PdfReference,
	type PdfDictionary,
	type PdfValue,
} from './syntax';

/** No operator takes more operands. */
const MAX_OPERANDS = 64;
/** Forms inside forms. */
const MAX_FORM_DEPTH = 5;
/** Each form may draw many others, and each of these many more. */
const MAX_FORMS_ON_PAGE = 100;
/** Graphics states inside one another. */
const MAX_SAVED_STATES = 1000;

/** A picture that a page draws, and how it lies on the page. */
interface DrawnPicture {
	reference: PdfReference;
	matrix: Matrix;
}

/**
 * The picture that a page of a PDF is, whatever text is on it; undefined for a page that draws nothing.
 * @param number of the page, from 1, for messages
 * @throws PdfError saying what else it holds
 */
export async function scanOf(
	file: PdfFile,
	page: PdfDictionary,
	number: number,
): Promise<Picture | undefined> {
	const pictures = await picturesOf(file, page, number);
	if (pictures.length === 0 && hasNotes(file, page)) {
		throw new PdfError(`shows nothing on page ${number} but what was added to it, as a stamp is`);
	}
	if (pictures.length === 0) return undefined;
	if (pictures.length > 1) {
		throw new PdfError(
			`is not a plain scan: page ${number} is put together from ${pictures.length} pictures`,
		);
	}
	if (hasNotes(file, page)) {
		throw new PdfError(`is not a plain scan: page ${number} has form fields or notes on it`);
	}
	const [{ reference, matrix }] = pictures as [DrawnPicture];
	return await pictureOf(file, reference, turnsOf(file, page, matrix, number), number);
}

/** Annotations that are not visible on the page. */
const SHOWS_NOTHING = /^(Link|Popup)$/;
const HIDDEN = 2 | 32;

function hasNotes(file: PdfFile, page: PdfDictionary): boolean {
	return file.array(page.get('Annots')).some((one) => {
		const annotation = file.dictionary(one);
		const isHidden = ((file.number(annotation.get('F')) ?? 0) & HIDDEN) !== 0;
		const subtype = file.name(annotation.get('Subtype')) ?? '';
		return annotation.size > 0 && !isHidden && !SHOWS_NOTHING.test(subtype);
	});
}

async function picturesOf(
	file: PdfFile,
	page: PdfDictionary,
	number: number,
): Promise<DrawnPicture[]> {
	const drawing = new PageDrawing(file, number);
	await drawing.run(
		await contentOf(file, page, number),
		file.dictionary(page.get('Resources')),
		IDENTITY,
		0,
	);
	return drawing.pictures;
}

const FILLS = new Set(['f', 'F', 'f*']);
const PAINTS = new Set([...FILLS, 'B', 'B*', 'b', 'b*', 'S', 's', 'sh']);
/** Operators that set the fill color, and white in each. */
const WHITE: Readonly<Record<string, string>> = { g: '1', rg: '1 1 1', k: '0 0 0 0' };
const SETS_FILL = new Set([...Object.keys(WHITE), 'sc', 'scn', 'cs']);

/** Follows the drawing commands of a page far enough to recognize a scan. */
class PageDrawing {
	readonly pictures: DrawnPicture[] = [];

	private forms = 0;

	constructor(
		private readonly file: PdfFile,
		private readonly page: number,
	) {}

	async run(
		content: string,
		resources: PdfDictionary,
		start: Matrix,
		depth: number,
	): Promise<void> {
		const reader = new PdfReader(content);
		const saved: Array<{ matrix: Matrix; isWhite: boolean }> = [];
		let matrix = start;
		let isWhite = false;
		let operands: PdfValue[] = [];
		for (let next = reader.next(); next !== undefined; next = reader.next()) {
			if (!(next instanceof PdfOperator)) {
				operands.push(next);
				if (operands.length > MAX_OPERANDS) throw this.refusal('is no drawing');
				continue;
			}
			const { name } = next;
			if (name === 'q') {
				if (saved.length === MAX_SAVED_STATES) throw this.refusal('nests its drawing too deeply');
				saved.push({ matrix, isWhite });
			} else if (name === 'Q') ({ matrix, isWhite } = saved.pop() ?? { matrix, isWhite });
			else if (name === 'cm') matrix = product(matrixOf(operands), matrix);
			else if (name === 'Do') await this.draw(operands.at(-1), resources, matrix, depth);
			else if (name === 'BI') throw this.refusal('holds a picture inside its drawing commands');
			else if (SETS_FILL.has(name)) isWhite = operands.join(' ') === WHITE[name];
			// the paper, below the picture
			else if (FILLS.has(name) && isWhite && this.pictures.length === 0) operands = [];
			else if (PAINTS.has(name)) throw this.refusal('holds a drawing');
			operands = [];
		}
	}

	private async draw(
		name: PdfValue | undefined,
		resources: PdfDictionary,
		matrix: Matrix,
		depth: number,
	): Promise<void> {
		if (!(name instanceof PdfName)) return;
		const reference = this.file.dictionary(resources.get('XObject')).get(name.name);
		const object = this.file.dictionary(reference);
		if (!(reference instanceof PdfReference) || object.size === 0) {
			throw new PdfError(`is damaged: a part of page ${this.page} is missing`);
		}
		if (this.file.name(object.get('Subtype')) === 'Image') {
			this.pictures.push({ reference, matrix });
		} else if (this.file.name(object.get('Subtype')) === 'Form') {
			if (depth === MAX_FORM_DEPTH || ++this.forms > MAX_FORMS_ON_PAGE) {
				throw this.refusal('nests its drawing too deeply');
			}
			const own = this.file.array(object.get('Matrix')).map((one) => this.file.resolve(one));
			const content = (await this.file.stream(reference))?.toString('latin1') ?? '';
			const inner = object.has('Resources')
				? this.file.dictionary(object.get('Resources'))
				: resources;
			const moved = own.length === 6 ? product(matrixOf(own), matrix) : matrix;
			await this.run(content, inner, moved, depth + 1);
		}
	}

	private refusal(what: string): PdfError {
		return new PdfError(`is not a plain scan: page ${this.page} ${what}`);
	}
}

/** By how many quarter turns, clockwise, the picture is rotated on the page. */
function turnsOf(
	file: PdfFile,
	page: PdfDictionary,
	[a, b, c, d]: Matrix,
	number: number,
): QuarterTurns {
	if (a * d - b * c < 0) throw new PdfError(`shows the picture on page ${number} mirrored`);
	const counterclockwise = Math.round(Math.atan2(b, a) / (Math.PI / 2));
	const rotate = Math.round((file.number(page.get('Rotate')) ?? 0) / 90);
	return ((((rotate - counterclockwise) % 4) + 4) % 4) as QuarterTurns;
}
