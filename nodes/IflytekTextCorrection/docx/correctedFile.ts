import { rewriteZip } from '../../shared/files/zipWriter';
import type { Correction } from '../protocol/applyCorrections';
import type { Edit } from '../prose/prose';
import { firstCommentId, withComments, type Comment } from './comments';
import type { Paragraph, Piece } from './story';
import type { Part, WordFile } from './wordFile';
import { paragraphAt, type PlacedParagraph } from './wordProse';
import { writeStory, type Author, type Mark, type PieceChange } from './writeStory';

/** A correction that is not made, by its place in the document's text, and what a comment says of it. */
export interface Remark {
	start: number;
	end: number;
	text: string;
}

export interface FileChanges {
	/** as `editsOf` gives them */
	edits: Array<Edit & { correction: Correction }>;
	/** for tracked changes only */
	remarks: Remark[];
	/** whose tracked changes and comments they are; undefined where the changes are simply made */
	author?: Author;
}

/**
 * A Word file with its changes. Parts without a change keep their bytes; a file without any change is
 * returned as it is.
 */
export async function correctedFile(
	file: WordFile,
	paragraphs: readonly PlacedParagraph[],
	{ edits, remarks, author }: FileChanges,
): Promise<Buffer> {
	const changes = new Map<Part, Map<Piece, PieceChange[]>>();
	const marks = new Map<Part, Map<Piece, Mark[]>>();
	for (const edit of edits) {
		const { at, part, paragraph } = paragraphs[paragraphAt(paragraphs, edit.start)]!;
		const own = edit.end > edit.start ? edit : { ...edit, end: edit.start };
		for (const copy of [paragraph, paragraph.mirror]) {
			if (copy === undefined) continue;
			for (const [piece, change] of placedChanges(copy, own.start - at, own.end - at, own.inserted))
				addTo(changes, part, piece, change);
		}
	}
	const comments: Comment[] = [];
	let commentId = firstCommentId(file);
	if (author !== undefined) {
		for (const remark of remarks) {
			const { at, part, paragraph } = paragraphs[paragraphAt(paragraphs, remark.start)]!;
			// Word takes comments beside the body only
			if (part.kind !== 'Body' || paragraph.inTextBox) continue;
			const id = commentId++;
			comments.push({ id, text: remark.text });
			const end = Math.min(remark.end - at, paragraph.text.length);
			for (const [piece, mark] of placedMarks(part, paragraph, id, remark.start - at, end))
				addTo(marks, part, piece, mark);
		}
	}
	if (edits.length === 0 && comments.length === 0) return file.archive;

	let changeId = firstChangeId(file);
	const nextId = () => changeId++;
	const files = new Map<string, string>();
	for (const part of file.parts) {
		const own = { changes: changes.get(part) ?? new Map(), marks: marks.get(part) ?? new Map() };
		if (own.changes.size + own.marks.size === 0) continue;
		files.set(part.name, writeStory(part, { ...own, author, nextId }));
	}
	if (comments.length > 0 && author !== undefined) {
		for (const [name, xml] of withComments(file, comments, author)) files.set(name, xml);
	}
	const bytes = [...files].map(([name, xml]) => [name, Buffer.from(xml, 'utf8')] as const);
	return await rewriteZip(file.archive, file.entries, new Map(bytes));
}

function addTo<V>(all: Map<Part, Map<Piece, V[]>>, part: Part, piece: Piece, value: V): void {
	const own = all.get(part) ?? new Map<Piece, V[]>();
	all.set(part, own.set(piece, [...(own.get(piece) ?? []), value]));
}

/**
 * A change of a paragraph's text as changes of its pieces: each keeps as many characters as it had where
 * the numbers are the same, else the first takes all that is inserted.
 */
function placedChanges(
	{ pieces }: Paragraph,
	from: number,
	to: number,
	inserted: string,
): Array<[Piece, PieceChange]> {
	const found: Array<[Piece, PieceChange]> = [];
	const rest = [...inserted];
	let at = 0;
	if (from === to) {
		let following: [Piece, PieceChange] | undefined;
		for (const piece of pieces) {
			const end = at + piece.text.length;
			const isOpen = piece.locked === undefined && !piece.unsent && piece.text !== '';
			const change = { from: from - at, to: from - at, inserted };
			// what is inserted looks like what stands before it
			if (isOpen && at < from && from <= end) return [[piece, change]];
			if (isOpen && at === from) following ??= [piece, change];
			at = end;
		}
		return following ? [following] : [];
	}
	const total = pieces.map(({ text }) => text).join('');
	const isSameLength = [...total.slice(from, to)].length === rest.length;
	for (const piece of pieces) {
		const end = at + piece.text.length;
		const [start, stop] = [Math.max(from, at), Math.min(to, end)];
		if (start < stop) {
			const count = isSameLength ? [...total.slice(start, stop)].length : rest.length;
			const change = { from: start - at, to: stop - at, inserted: rest.splice(0, count).join('') };
			found.push([piece, change]);
		}
		at = end;
	}
	return found;
}

/** The marks around a part of a paragraph that a comment is about. */
function placedMarks(
	{ prefix }: Part,
	{ pieces }: Paragraph,
	id: number,
	from: number,
	to: number,
): Array<[Piece, Mark]> {
	const begin = `<${prefix}commentRangeStart ${prefix}id="${id}"/>`;
	const end = `<${prefix}commentRangeEnd ${prefix}id="${id}"/><${prefix}r><${prefix}commentReference ${prefix}id="${id}"/></${prefix}r>`;
	const shown = pieces.filter(({ text }) => text !== '');
	const starts: number[] = [];
	let at = 0;
	for (const { text } of shown) {
		starts.push(at);
		at += text.length;
	}
	const isBefore = (i: number, place: number) => starts[i]! + shown[i]!.text.length <= place;
	let first = 0;
	while (first < shown.length - 1 && isBefore(first, from)) first++;
	let last = first;
	while (last < shown.length - 1 && starts[last]! + shown[last]!.text.length < to) last++;
	return [
		[shown[first]!, { at: from - starts[first]!, kind: 'begin', xml: begin }],
		[
			shown[last]!,
			{
				at: Math.max(to - starts[last]!, last === first ? from - starts[first]! : 0),
				kind: 'end',
				xml: end,
			},
		],
	];
}

/** Numbers of tracked changes have to differ in the whole file. */
function firstChangeId({ parts }: WordFile): number {
	let most = 0;
	for (const { xml } of parts) {
		for (const [, id] of xml.matchAll(/:id="(\d{1,9})"/g)) most = Math.max(most, Number(id));
	}
	return most + 1;
}
