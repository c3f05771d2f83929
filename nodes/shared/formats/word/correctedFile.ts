import { rewriteZip } from '../zip/zip';
import { partsAround, shared, type Edit } from '../prose/prose';
import { fittingFirst } from '../prose/search';
import { highestId, withComments, type Comment } from './comments';
import type { Paragraph, Piece, Styles } from './story';
import type { Part, WordFile } from './wordFile';
import { paragraphAt, type PlacedParagraph } from './wordProse';
import {
	attributesOf,
	writeStory,
	type Author,
	type Mark,
	type Patch,
	type PieceEdits,
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
		file.parts.map((part) => [
			part,
			{ pieces: new Map<Piece, PieceEdits>(), patches: [] as Patch[] },
		]),
	);
	const editsIn = (part: Part, piece: Piece) => {
		const { pieces } = changed.get(part)!;
		const known = pieces.get(piece) ?? { changes: [], marks: [] };
		pieces.set(piece, known);
		return known;
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
			for (const [piece, change] of listOf(copy).changes(own))
				editsIn(part, piece).changes.push(change);
		}
	}
	const comments: Comment[] = [];
	const earlier = file.comments ? [file.comments] : [];
	let commentId = highestId(earlier) + 1;
	if (note !== undefined) {
		const id = commentId++;
		comments.push({ id, text: note });
		const [body] = file.parts;
		changed.get(body!)!.patches.push(commentAtBeginning(body!, id));
	}
	for (const remark of remarks) {
		const { at, part, paragraph } = paragraphs[paragraphAt(paragraphs, remark.start)]!;
		// Word takes comments beside the body only
		if (part.kind !== 'Body' || paragraph.inTextBox) continue;
		const id = commentId++;
		comments.push({ id, text: remark.text });
		const end = Math.min(remark.end - at, paragraph.text.length);
		for (const [piece, mark] of listOf(paragraph).marks(part.prefix, id, remark.start - at, end))
			editsIn(part, piece).marks.push(mark);
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
		for (const [name, xml] of withComments(file, comments, author)) files.set(name, xml);
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
	marks(prefix: string, id: number, from: number, to: number): Array<[Piece, Mark]> {
		const { begin, end } = commentMarks(prefix, id);
		const index = this.lastFrom(from);
		const first = this.parts[index]!;
		const last = this.parts[Math.max(index, this.lastFrom(to - 1))]!;
		return [
			[first.piece, { at: from - first.at, kind: 'begin', xml: begin }],
			[last.piece, { at: to - last.at, kind: 'end', xml: end }],
		];
	}

	/** The last part that begins at or before a place. */
	private lastFrom(place: number): number {
		return Math.max(0, fittingFirst(this.parts, ({ at }) => at <= place) - 1);
	}
}
