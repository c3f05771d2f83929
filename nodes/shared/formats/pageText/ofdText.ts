import { childText, openOfd, type OfdPart, Resources } from '../ofd/ofd';
import { CMYK, type Color, GRAY, RGB } from '../pdf/colors';
import type { Matrix } from '../pdf/syntax';
import { FileError } from '../fileError';
import { childrenOf, findElement, type XmlElement, XmlError } from '../xml/xml';
import { ZipError } from '../zip/zip';
import { type Area, type Note, type PageText, printable } from './pageText';
import { clipped, cornersOf, EVERYWHERE, IDENTITY, Path, product } from './shapes';
import { Allowance, Sight } from './sight';

/** The text of an OFD's pages, with its tags and properties. */
export class OfdText {
	pages: PageText[] = [];
	/** why a page cannot be read, by its number; `pages` holds it without text */
	unread = new Map<number, FileError>();
	/** by the path of a tag, such as Buyer/BuyerName, the texts of the objects that it points at */
	tags = new Map<string, string[]>();
	/** properties of the document, such as 发票号码 */
	properties = new Map<string, string>();
}

const MAX_PAGES = 200;
const NOTHING: XmlElement = { name: 'Page', attributes: {}, children: [], text: '' };
const POINTS_PER_MM = 72 / 25.4;
/** A4, in millimeters, where a document does not say its size. */
const USUAL_BOX = [0, 0, 210, 297];

/**
 * Reads an OFD's pages (GB/T 33190): their own text and that of their templates. Of several documents in
 * one file, tags and properties are left out.
 * @throws ZipError or XmlError when it is not a complete OFD, or has more than the limits allow
 */
export async function readOfdText(file: Buffer): Promise<OfdText> {
	const ofd = await openOfd(file);
	const locations = childrenOf(ofd.root, 'DocBody')
		.map((body) => childText(body, 'DocRoot'))
		.filter((location) => location !== '');
	if (locations.length === 0) throw new ZipError('noDocument');
	const text = new OfdText();
	const allowance = new Allowance(ZipError);
	for (const location of locations) {
		const document = await ofd.open(location);
		const objects = await readDocument(document, text, allowance);
		if (locations.length > 1) continue;
		for (const [, tags] of await listed(document, 'CustomTags', 'CustomTag'))
			collectTags(tags, '', objects, text.tags);
		text.properties = propertiesOf(ofd.root);
	}
	return text;
}

/** Adds a document's pages; returns the text of each of its objects by its ID. */
async function readDocument(document: OfdPart, { pages, unread }: OfdText, allowance: Allowance) {
	const data = findElement(document.root, 'CommonData');
	const reader = new PageReader(allowance);
	for (const { attributes } of childrenOf(data, 'TemplatePage')) {
		const { root } = await document.open(attributes.BaseLoc ?? '');
		reader.templates.set(attributes.ID ?? '', root);
	}
	const shared = [...childrenOf(data, 'PublicRes'), ...childrenOf(data, 'DocumentRes')];
	await reader.resources.add(document, shared);
	const usual = boxOf(data) ?? USUAL_BOX;
	const annotations = new Map(
		(await listed(document, 'Annotations', 'Page')).map(([page, root]) => [
			page.attributes.PageID ?? '',
			childrenOf(root, 'Annot').filter((one) => !isInvisible(one)),
		]),
	);
	for (const { attributes } of childrenOf(findElement(document.root, 'Pages'), 'Page')) {
		if (pages.length === MAX_PAGES) throw new ZipError('pages', MAX_PAGES);
		const page = await document.open(attributes.BaseLoc ?? '').catch((error: Error) => {
			const isTooLarge = error instanceof FileError && error.hindrance !== 'damaged';
			if (isTooLarge && !(error instanceof XmlError)) throw error;
			unread.set(pages.length + 1, isTooLarge ? error : new ZipError('damaged'));
			return { ...document, root: NOTHING };
		});
		await reader.resources.add(page, childrenOf(page.root, 'PageRes'));
		const notes = annotations.get(attributes.ID ?? '') ?? [];
		pages.push(reader.read(page.root, pages.length + 1, boxOf(page.root) ?? usual, notes));
	}
	return reader.objects;
}

class PageReader {
	readonly templates = new Map<string, XmlElement>();
	readonly resources = new Resources();
	/** the text of each object by its ID */
	readonly objects = new Map<string, string>();
	private sight!: Sight;

	/** @param allowance what the file may still draw */
	constructor(private readonly allowance: Allowance) {}

	read(page: XmlElement, number: number, box: number[], annotations: XmlElement[]): PageText {
		const [left, top, width, height] = box.map((one) => one * POINTS_PER_MM);
		const size = { width: width!, height: height! };
		this.sight = new Sight(size, this.allowance);
		const start: Matrix = [POINTS_PER_MM, 0, 0, POINTS_PER_MM, -left!, -top!];
		const templates = (order: 'Background' | 'Foreground') =>
			childrenOf(page, 'Template')
				.filter(({ attributes }) => (attributes.ZOrder ?? 'Background') === order)
				.map(({ attributes }) => this.templates.get(attributes.TemplateID ?? ''));
		for (const one of [...templates('Background'), page, ...templates('Foreground')])
			this.content(one, start, one === page);
		const notes = annotations.map((one) => this.note(one, start));
		return { page: number, ...size, ...this.sight.seen(), notes, unreadableFonts: [] };
	}

	private content(page: XmlElement | undefined, start: Matrix, isOwn: boolean): void {
		const rank = ({ attributes }: XmlElement) => LAYERS.indexOf(attributes.Type ?? 'Body');
		const layers = childrenOf(findElement(page, 'Content'), 'Layer');
		for (const layer of layers.sort((one, other) => rank(one) - rank(other)))
			this.draw(layer, layer, start, isOwn);
	}

	/** An annotation; its text does not count as the page's. */
	private note(annotation: XmlElement, start: Matrix): Note {
		const appearance = findElement(annotation, 'Appearance');
		const before = this.sight.length;
		if (appearance !== undefined && !MARKS.test(annotation.attributes.Type ?? ''))
			this.draw(appearance, appearance, matrixOf(appearance, start), false);
		const [left = 0, top = 0, width = 0, height = 0] = numbersOf(appearance?.attributes.Boundary);
		const place = clipped(EVERYWHERE, [cornersOf([left, top, left + width, top + height], start)]);
		const says = childText(annotation, 'Remark') || wordsIn(appearance ?? NOTHING);
		return { kind: 'stamp', ...this.sight.note(before, place), says };
	}

	private draw(
		within: XmlElement,
		layer: XmlElement,
		start: Matrix,
		isOwn: boolean,
		depth = 0,
	): void {
		// a template may be drawn on a page again and again
		this.allowance.elements -= 1 + within.children.length;
		if (this.allowance.elements < 0) throw new ZipError('drawsTooMuch');
		if (isInvisible(within)) return;
		for (const one of within.children) {
			if (one.name === 'TextObject') this.text(one, layer, start, isOwn);
			else if (isInvisible(one)) continue;
			else if (one.name === 'PathObject') this.path(one, layer, start);
			else if (one.name === 'ImageObject') this.picture(one, start);
			else if (one.name === 'CompositeObject') {
				const unit = this.resources.units.get(one.attributes.ResourceID ?? '');
				if (depth === MAX_UNITS) throw new ZipError('nestedDrawing');
				if (unit !== undefined) this.draw(unit, layer, matrixOf(one, start), false, depth + 1);
			} else this.draw(one, layer, start, isOwn, depth);
		}
	}

	private text(object: XmlElement, layer: XmlElement, start: Matrix, isOwn: boolean): void {
		const { ID = '', Size = '', HScale, Font = '', Fill, Stroke } = object.attributes;
		const texts = childrenOf(object, 'TextCode');
		if (isOwn) this.objects.set(ID, texts.map(({ text }) => text).join(''));
		const look = this.resources.lookOf(object, layer);
		const inks = [
			...(Fill === 'false' ? [] : colorsIn(look.fill)),
			...(Stroke === 'true' ? colorsIn(look.stroke) : []),
		];
		const colors = isInvisible(object) ? [] : inks;
		const matrix = matrixOf(object, start);
		const before = this.sight.length;
		if (colors.includes(undefined)) this.sight.isUnsure = true;
		for (const code of texts) {
			this.sight.begin(Font, colors);
			this.code(code, matrix, Number(Size) || 0, Number(HScale) || 1);
		}
		this.sight.clip(before, clipOf(object, matrix));
	}

	private path(object: XmlElement, layer: XmlElement, start: Matrix): void {
		const matrix = matrixOf(object, start);
		const path = pathOf(object, matrix);
		const { Fill, Stroke, Rule } = object.attributes;
		const { fill, stroke, lineWidth, hasCaps } = this.resources.lookOf(object, layer);
		const paint = (polygons: number[][], color: XmlElement | undefined, isEvenOdd: boolean) => {
			const [known] = colorsIn(color);
			const hides = isSolid(object) && isSolid(color) && (known === undefined ? 'maybe' : true);
			this.sight.paint({ polygons, isEvenOdd }, EVERYWHERE, { color: known, hides });
		};
		if (Fill === 'true') paint(path.parts, fill, Rule === 'Even-Odd');
		if (Stroke !== 'false') paint(path.lines(lineWidth, hasCaps, matrix), stroke, false);
	}

	private picture(object: XmlElement, start: Matrix): void {
		const [left, top, width, height] = numbersOf(object.attributes.Boundary);
		if (height === undefined) return;
		const polygons = [cornersOf([left!, top!, left! + width!, top! + height], start)];
		const isOpaque = this.resources.pictures.get(object.attributes.ResourceID ?? '') ?? 'maybe';
		const hides = isSolid(object) && isOpaque;
		this.sight.paint({ polygons }, EVERYWHERE, { color: undefined, hides, isPicture: true });
	}

	private code({ text, attributes }: XmlElement, matrix: Matrix, size: number, scale: number) {
		const stepsX = deltasOf(attributes.DeltaX, text.length);
		const stepsY = deltasOf(attributes.DeltaY, text.length);
		const [a, b, c, d, e, f] = matrix;
		let [x, y] = [Number(attributes.X) || 0, Number(attributes.Y) || 0];
		const characters = [...text].map(printable);
		// letters that are spaced out evenly have no blanks between them
		const even = stepsX?.every((step) => step === stepsX[0]) ? (stepsX[0] ?? 0) : 0;
		for (const [index, character] of characters.entries()) {
			const usual = usualWidth(character) * size * scale;
			const widest = Math.max(usual, Math.min(even, usual + size));
			const width = Math.min(widest, stepsX?.[index] ?? lastStep(stepsX, characters, character));
			const place: Matrix = [a, b, c, d, a * x + c * y + e, b * x + d * y + f];
			const glyph = this.sight.letter(character, place, Math.max(width, usual / 2), size);
			if (glyph && characters[index - 1] === ' ') glyph.afterSpace = true;
			if (glyph && characters[index + 1] === ' ') glyph.beforeSpace = true;
			x += stepsX?.[index] ?? stepsX?.at(-1) ?? (stepsY === undefined ? usual : 0);
			y += stepsY?.[index] ?? stepsY?.at(-1) ?? 0;
		}
	}
}

/** Annotations that draw nothing, or only mark the text. */
const MARKS = /^(Link|Highlight)$/;
/** Drawings inside drawings. */
const MAX_UNITS = 8;
/** From bottom to top. */
const LAYERS = ['Background', 'Body', 'Foreground'];
/** The letters of a path (GB/T 33190, 9.1), and the operators of a PDF that do the same. */
const OPERATORS: ReadonlyMap<string, string> = new Map(
	Object.entries({ S: 'm', M: 'm', L: 'l', B: 'c', Q: 'v', A: 'l', C: 'h' }),
);

function pathOf(object: XmlElement, matrix: Matrix): Path {
	const path = new Path();
	let operands: number[] = [];
	let operator = '';
	for (const one of [...childText(object, 'AbbreviatedData').split(/\s+/), '']) {
		if (Number.isFinite(Number(one)) && one !== '') {
			operands.push(Number(one));
			continue;
		}
		path.add(OPERATORS.get(operator) ?? '', operands, matrix);
		[operator, operands] = [one, []];
	}
	return path;
}

/** The box around what an object's clips leave visible: what lies in some area of every clip. */
function clipOf(object: XmlElement, matrix: Matrix): Area {
	return childrenOf(findElement(object, 'Clips'), 'Clip').reduce<Area>((left, clip) => {
		const parts = childrenOf(clip, 'Area').flatMap((area) => {
			const path = findElement(area, 'Path') ?? NOTHING;
			return pathOf(path, matrixOf(path, matrixOf(area, matrix))).parts;
		});
		return parts.length === 0 ? left : clipped(left, parts);
	}, EVERYWHERE);
}

/** From an object's own coordinates to those of the page. */
function matrixOf({ attributes: { Boundary, CTM } }: XmlElement, start: Matrix): Matrix {
	const [left = 0, top = 0] = numbersOf(Boundary);
	const ctm = numbersOf(CTM);
	const own = (ctm.length === 6 ? ctm : IDENTITY) as Matrix;
	return product(product(own, [1, 0, 0, 1, left, top]), start);
}

/** Less than this, of 255, is not seen. */
const LEAST_ALPHA = 13;
const alphaOf = (one: XmlElement | undefined) => Number(one?.attributes.Alpha ?? 255);

const isInvisible = (one: XmlElement) =>
	one.attributes.Visible === 'false' || alphaOf(one) < LEAST_ALPHA;

/** Whether nothing shines through an object, or a color. */
const isSolid = (one: XmlElement | undefined) => alphaOf(one) === 255;

/** A color as a list; empty where it is not seen. */
const colorsIn = (color: XmlElement | undefined): Color[] =>
	alphaOf(color) < LEAST_ALPHA ? [] : [colorOf(color)];

/** Gray, RGB or CMYK, by the count of parts; black where none are given; undefined for a pattern or shading. */
function colorOf(color: XmlElement | undefined): Color {
	const value = color?.attributes.Value;
	if (value === undefined) return color?.children.length ? undefined : [0, 0, 0];
	const parts = numbersOf(value).map((part) => part / 255);
	if (parts.length === 0) return undefined;
	return (parts.length < 3 ? GRAY : parts.length === 3 ? RGB : CMYK).color(parts);
}

/** The files that a document's list names, each with its entry, up to the first that cannot be read. */
async function listed(document: OfdPart, listName: string, entryName: string) {
	const found: Array<[entry: XmlElement, root: XmlElement]> = [];
	const location = childText(document.root, listName);
	if (location === '') return found;
	try {
		const list = await document.open(location);
		for (const one of childrenOf(list.root, entryName)) {
			const { root } = await list.open(childText(one, 'FileLoc'));
			found.push([one, root]);
		}
	} catch {
		return found;
	}
	return found;
}

/** The visible text inside an element. */
function wordsIn({ name, text, children }: XmlElement): string {
	if (name === 'TextCode') return text;
	return children.map((one) => (isInvisible(one) ? '' : wordsIn(one))).join('');
}

/** In heights: Chinese characters and full-width signs are square, others about half as wide. */
function usualWidth(character: string): number {
	return /[\u2e80-\uffe6]/.test(character) ? 1 : 0.5;
}

/** The last step, if the character it led on from is as wide as this one; else Infinity. */
function lastStep(steps: number[] | undefined, texts: string[], character: string): number {
	const before = texts[(steps?.length ?? 0) - 1];
	const isAlike = before !== undefined && usualWidth(before) === usualWidth(character);
	return isAlike ? steps!.at(-1)! : Infinity;
}

/** Steps from character to character, up to `most`; `g 3 2.5` stands for three times 2.5. */
function deltasOf(text: string | undefined, most: number): number[] | undefined {
	if (text === undefined || text.trim() === '') return undefined;
	const parts = text.trim().split(/\s+/);
	const steps: number[] = [];
	for (let at = 0; at < parts.length && steps.length < most; at++) {
		if (parts[at] === 'g') {
			const count = Math.min(Number(parts[at + 1]) || 0, most);
			for (let index = 0; index < count; index++) steps.push(Number(parts[at + 2]) || 0);
			at += 2;
		} else steps.push(Number(parts[at]) || 0);
	}
	return steps;
}

function boxOf(element: XmlElement | undefined): number[] | undefined {
	const area = findElement(element, 'PageArea') ?? findElement(element, 'Area');
	const box = numbersOf(childText(area, 'PhysicalBox'));
	return box.length === 4 && box[2]! > 0 && box[3]! > 0 ? box : undefined;
}

function numbersOf(text = ''): number[] {
	const numbers = text.trim().split(/\s+/).map(Number);
	return numbers.every(Number.isFinite) && text.trim() !== '' ? numbers : [];
}

function collectTags(
	element: XmlElement,
	prefix: string,
	objects: ReadonlyMap<string, string>,
	into: Map<string, string[]>,
): void {
	for (const child of element.children) {
		if (child.name === 'ObjectRef') {
			const text = objects.get(child.text.trim());
			if (text === undefined) continue;
			const texts = into.get(prefix) ?? [];
			into.set(prefix, texts);
			texts.push(text);
		} else
			collectTags(child, prefix === '' ? child.name : `${prefix}/${child.name}`, objects, into);
	}
}

function propertiesOf(root: XmlElement): Map<string, string> {
	const list = childrenOf(findElement(root, 'DocBody', 'DocInfo', 'CustomDatas'), 'CustomData');
	return new Map(list.map(({ attributes, text }) => [attributes.Name ?? '', text.trim()]));
}
