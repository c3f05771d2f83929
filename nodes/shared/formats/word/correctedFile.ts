import { folderOf, rewriteZip } from '../zip/zip';
import { partsAround, shared, type Edit } from '../prose/prose';
import { fittingFirst } from '../prose/search';
import { WORD_NAMESPACES, type Paragraph, type Piece, type Styles } from './story';
import type { Part, WordFile } from './wordFile';
import { paragraphAt, type PlacedParagraph } from './wordProse';
import {
	attributesOf,
	escapeXml,
	writeStory,
	type Author,
	type Patch,
	type Step,
} from './writeStory';

/** A correction that is not made: its place in the document's text, and its comment. */
export interface Remark {
	start: number;
	end: number;
	text: string;
}

export interface FileChanges {
	/** as `editsOf` gives them */
	edits: Edit[];
	remarks: Remark[];
	/** a comment at the beginning of the file */
	note?: string | undefined;
	/** of the tracked changes and comments */
	author: Author;
	isTracked: boolean;
}

/**
 * A Word file with its changes. Parts without a change keep their bytes; a file without any change is
 * returned as it is.
 */
export async function correctedFile(
	file: WordFile,
	paragraphs: readonly PlacedParagraph[],
	{ edits, remarks, note, author, isTracked }: FileChanges,
): Promise<Buffer> {
	const changed = new Map(
		file.parts.map((part) => [part, { pieces: new Map<Piece, Step[]>(), patches: [] as Patch[] }]),
	);
	const addSteps = (part: Part, steps: Array<[Piece, Step]>) => {
		const { pieces } = changed.get(part)!;
		for (const [piece, step] of steps) {
			const known = pieces.get(piece) ?? [];
			known.push(step);
			pieces.set(piece, known);
		}
	};
	const lists = new Map<Paragraph, PieceList>();
	const listOf = (paragraph: Paragraph) => {
		const list = lists.get(paragraph) ?? new PieceList(paragraph);
		lists.set(paragraph, list);
		return list;
	};
	for (const edit of edits) {
		const { at, part, paragraph } = paragraphs[paragraphAt(paragraphs, edit.start)]!;
		for (const copy of [paragraph, paragraph.mirror]) {
			if (copy === undefined) continue;
			const own = { ...edit, start: edit.start - at, end: edit.end - at };
			addSteps(part, listOf(copy).changes(own));
		}
	}
	const earlier = file.comments ? [file.comments] : [];
	const firstId = highestId(earlier) + 1;
	const comments: string[] = [];
	const addComment = (text: string) => firstId + comments.push(text) - 1;
	if (note !== undefined) {
		const [body] = file.parts;
		changed.get(body!)!.patches.push(commentAtBeginning(body!, addComment(note)));
	}
	for (const remark of remarks) {
		const { at, part, paragraph } = paragraphs[paragraphAt(paragraphs, remark.start)]!;
		// Word takes comments beside the body only
		if (part.kind !== 'Body' || paragraph.inTextBox) continue;
		const id = addComment(remark.text);
		const end = Math.min(remark.end - at, paragraph.text.length);
		addSteps(part, listOf(paragraph).marks(part.prefix, id, remark.start - at, end));
	}
	if (edits.length === 0 && comments.length === 0) return file.archive;

	// numbers of tracked changes have to differ in the whole file
	let changeId = Math.max(0, highestId([...file.parts, ...earlier])) + 1;
	const nextId = () => changeId++;
	for (const { part, paragraph } of paragraphs) {
		if (lists.get(paragraph)?.left !== 0 || !goes(paragraph, file.styles, part.xml)) continue;
		const tracking = isTracked ? { author, nextId } : undefined;
		changed.get(part)!.patches.push(withoutParagraph(paragraph, part, tracking));
	}
	const files = new Map<string, string>();
	for (const [part, own] of changed) {
		if (own.pieces.size + own.patches.length === 0) continue;
		files.set(part.name, writeStory(part, { ...own, ...(isTracked && { author }), nextId }));
	}
	if (comments.length > 0) {
		for (const [name, xml] of withComments(file, comments, firstId, author)) files.set(name, xml);
	}
	const bytes = [...files].map(([name, xml]) => [name, Buffer.from(xml, 'utf8')] as const);
	return await rewriteZip(file.archive, file.entries, new Map(bytes));
}

/** What a paragraph would take along that is not text. */
const MORE_THAN_TEXT =
	/:(?:sectPr|drawing|pict|object|ins|del|moveFrom|moveTo|sdt|fld\w+|\w+Reference|comment\w+|bookmark\w+)[ />]/;

/** Whether a paragraph goes when nothing of its text is left: an item of a list would keep its number. */
function goes({ element, styleId, contentStart }: Paragraph, styles: Styles, xml: string) {
	const { start, end, isFollowed, isNumbered = styles.isNumbered(styleId) } = element;
	if (!isNumbered || !isFollowed || contentStart < start) return false;
	const isEndOfSection = xml.slice(start, contentStart).includes('sectPr');
	return !isEndOfSection && !MORE_THAN_TEXT.test(xml.slice(contentStart, end));
}

/** Deletes the mark of an emptied paragraph, or without tracking the paragraph. */
function withoutParagraph(
	{ element: { start, end }, contentStart }: Paragraph,
	{ xml, prefix: w }: Part,
	tracking: { author: Author; nextId: () => number } | undefined,
): Patch {
	if (tracking === undefined) return { start, end, xml: '' };
	const change = `<${w}del ${attributesOf(tracking.author, w, tracking.nextId())}/>`;
	const mark = `<${w}rPr>${change}</${w}rPr>`;
	const before = xml.slice(start, contentStart);
	// behind an insertion of the mark, before its format
	const format = /:rPr>(?:<[^>]*:ins [^>]*\/>)?/.exec(before);
	const rest = /<[^<>]*:pPrChange |<\/[^<>]*:pPr>/.exec(before);
	if (format === null && rest === null)
		return {
			start,
			end: contentStart,
			xml: `${before.replace(/<[^<>]*:pPr\s*\/>/, '')}<${w}pPr>${mark}</${w}pPr>`,
		};
	const at = start + (format ? format.index + format[0].length : rest!.index);
	return { start: at, end: at, xml: format ? change : mark };
}

/** A comment before the text of the body; a body without any paragraph gets one. */
function commentAtBeginning({ prefix, xml, paragraphs, bodyStart }: Part, id: number): Patch {
	const { begin, end } = commentMarks(prefix, id);
	const first = paragraphs.find(({ inTextBox }) => !inTextBox);
	if (first === undefined) {
		const at = { start: bodyStart, end: bodyStart };
		return { ...at, xml: `<${prefix}p>${begin}${end}</${prefix}p>` };
	}
	const { contentStart: at, element } = first;
	if (!element.isEmpty) return { start: at, end: at, xml: begin + end };
	const open = `${xml.slice(element.start, at - '/>'.length)}>`;
	return { start: element.start, end: at, xml: `${open}${begin}${end}</${prefix}p>` };
}

function commentMarks(prefix: string, id: number): { begin: string; end: string } {
	return {
		begin: `<${prefix}commentRangeStart ${prefix}id="${id}"/>`,
		end: `<${prefix}commentRangeEnd ${prefix}id="${id}"/><${prefix}r><${prefix}commentReference ${prefix}id="${id}"/></${prefix}r>`,
	};
}

const CONTENT_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml';

/** The highest number that elements have; -1 if none has one. */
function highestId(parts: ReadonlyArray<{ xml: string }>): number {
	let highest = -1;
	for (const { xml } of parts)
		for (const [, id] of xml.matchAll(/:id\s*=\s*["'](\d{1,9})["']/g))
			highest = Math.max(highest, Number(id));
	return highest;
}

/** The parts of a file, by name, that change when comments are added to it. */
function withComments(
	file: WordFile,
	comments: string[],
	firstId: number,
	author: Author,
): Map<string, string> {
	const [usual, strict] = WORD_NAMESPACES;
	const namespace = file.relations.typePrefix.includes('purl.oclc.org') ? strict : usual;
	const added = comments
		.map((text, index) => commentElement(text, firstId + index, author, namespace))
		.join('');
	if (file.comments !== undefined)
		return new Map([[file.comments.name, atEnd(file.comments.xml, () => added)]]);
	const taken = new Set(file.entries.map(({ name }) => name));
	const folder = folderOf(file.parts[0]!.name);
	let name = 'comments.xml';
	for (let number = 2; taken.has(folder + name); number++) name = `comments${number}.xml`;
	const relation = (p: string) =>
		`<${p}Relationship Id="${newId(file.relations.xml)}" Type="${file.relations.typePrefix}comments" Target="${name}"/>`;
	const type = (p: string) =>
		`<${p}Override PartName="/${escapeXml(folder + name)}" ContentType="${CONTENT_TYPE}"/>`;
	return new Map([
		['[Content_Types].xml', atEnd(file.contentTypes, type)],
		[file.relations.name, atEnd(file.relations.xml, relation)],
		[
			folder + name,
			`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:comments xmlns:w="${namespace}">${added}</w:comments>`,
		],
	]);
}

function commentElement(text: string, id: number, author: Author, namespace: string): string {
	const initials = escapeXml([...author.name].slice(0, 2).join(''));
	// Word does not open a file with a character that XML does not have, such as one in a refused suggestion
	const shown = text.replace(/[^\P{Cc}\t\n\r\x7f-\x9f]|[\p{Cs}\ufffe\uffff]/gu, '\ufffd');
	return `<w:comment xmlns:w="${namespace}" ${attributesOf(author, 'w:', id)} w:initials="${initials}"><w:p><w:r><w:t xml:space="preserve">${escapeXml(shown)}</w:t></w:r></w:p></w:comment>`;
}

/** Adds children, which have the root's prefix, at the end of a root element, also where it is empty. */
function atEnd(xml: string, added: (prefix: string) => string): string {
	const close = xml.lastIndexOf('</');
	const empty = xml.lastIndexOf('/>');
	const at = close === -1 ? xml.lastIndexOf('<', empty) : close;
	const name = /^<\/?([\p{L}_][\p{L}\p{N}._:-]*)/u.exec(xml.slice(at))![1]!;
	const children = added(name.slice(0, name.indexOf(':') + 1));
	if (close !== -1) return xml.slice(0, close) + children + xml.slice(close);
	return `${xml.slice(0, empty)}>${children}</${name}>${xml.slice(empty + 2)}`;
}

function newId(relations: string): string {
	for (let number = 1; ; number++) {
		if (!relations.includes(`"rIdComments${number}"`)) return `rIdComments${number}`;
	}
}

/** The pieces of a paragraph that have text, by where each begins in the paragraph's. */
class PieceList {
	/** how much of the paragraph's text is left */
	left = 0;

	private readonly parts: Array<{ piece: Piece; at: number; length: number }> = [];

	constructor(private readonly paragraph: Paragraph) {
		for (const piece of paragraph.pieces) {
			const { length } = piece.text;
			if (length > 0) this.parts.push({ piece, at: this.left, length });
			this.left += length;
		}
	}

	/**
	 * A change of the paragraph's text as changes of its pieces. An insertion takes the formatting of the text before
	 * it, if that may be changed.
	 */
	changes(edit: Edit): Array<[Piece, Edit]> {
		const { start, end, inserted } = edit;
		this.left += inserted.length - (end - start);
		if (start < end)
			return shared(this.paragraph.text, edit, this.parts).map(({ part, ...own }) => [
				part.piece,
				own,
			]);
		const found = partsAround(this.parts, start).find(
			({ piece }) => piece.locked === undefined && !piece.unsent,
		);
		if (found === undefined) return [];
		const at = start - found.at;
		return [[found.piece, { start: at, end: at, inserted }]];
	}

	/** The marks around a part of the paragraph that a comment is about. */
	marks(prefix: string, id: number, from: number, to: number): Array<[Piece, Step]> {
		const { begin, end } = commentMarks(prefix, id);
		const index = this.lastFrom(from);
		const first = this.parts[index]!;
		const last = this.parts[Math.max(index, this.lastFrom(to - 1))]!;
		const step = (at: number, kind: 'begin' | 'end', xml: string): Step => ({
			start: at,
			end: at,
			inserted: '',
			mark: { kind, xml },
		});
		return [
			[first.piece, step(from - first.at, 'begin', begin)],
			[last.piece, step(to - last.at, 'end', end)],
		];
	}

	/** The last part that begins at or before a place. */
	private lastFrom(place: number): number {
		return Math.max(0, fittingFirst(this.parts, ({ at }) => at <= place) - 1);
	}
}
