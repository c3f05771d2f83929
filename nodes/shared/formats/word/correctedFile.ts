import { folderOf, rewriteZip } from '../zip/zip';
import { divideEdit, type Edit, type TextRange } from '../prose/prose';
import { lastAt } from '../prose/search';
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

/** A correction that is not applied: its place in the document's text, and its comment. */
export interface Remark extends TextRange {
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

/** A Word file with its changes. Parts without a change keep their bytes, as does a file without any. */
export async function correctedFile(
	file: WordFile,
	paragraphs: readonly PlacedParagraph[],
	{ edits, remarks, note, author, isTracked }: FileChanges,
): Promise<Buffer> {
	const changed = new Map(
		file.parts.map((part) => [part, { steps: [] as Step[], patches: [] as Patch[] }]),
	);
	const textLeft = new Map<Paragraph, number>();
	for (const edit of edits) {
		const { at, part, paragraph } = paragraphAt(paragraphs, edit.start)!;
		const own = { ...edit, start: edit.start - at, end: edit.end - at };
		for (const copy of [paragraph, paragraph.mirror])
			if (copy) changed.get(part)!.steps.push(...divideEdit(copy.text, own, copy.pieces));
		const before = textLeft.get(paragraph) ?? paragraph.text.length;
		textLeft.set(paragraph, before + edit.inserted.length - (edit.end - edit.start));
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
		const { at, part, paragraph } = paragraphAt(paragraphs, remark.start)!;
		// Word takes comments in the body only, and not in its text boxes
		if (part.kind !== 'Body' || paragraph.inTextBox) continue;
		const id = addComment(remark.text);
		const end = Math.min(remark.end - at, paragraph.text.length);
		const marks = commentMarks(part.prefix, id);
		changed.get(part)!.steps.push(...marksOf(paragraph, marks, remark.start - at, end));
	}
	if (edits.length === 0 && comments.length === 0) return file.archive;

	// IDs of tracked changes have to differ in the whole file
	let changeId = Math.max(0, highestId([...file.parts, ...earlier])) + 1;
	const nextId = () => changeId++;
	for (const { part, paragraph } of paragraphs) {
		if (textLeft.get(paragraph) !== 0 || !goesWhenEmpty(paragraph, file.styles, part.xml)) continue;
		const tracking = isTracked ? { author, nextId } : undefined;
		changed.get(part)!.patches.push(withoutParagraph(paragraph, part, tracking));
	}
	const files = comments.length === 0 ? new Map() : withComments(file, comments, firstId, author);
	for (const [part, own] of changed) {
		if (own.steps.length + own.patches.length === 0) continue;
		files.set(part.name, writeStory(part, { ...own, ...(isTracked && { author }), nextId }));
	}
	return await rewriteZip(file.archive, file.entries, files);
}

/** Content other than text, which would be lost with its paragraph. */
const MORE_THAN_TEXT =
	/:(?:sectPr|drawing|pict|object|ins|del|moveFrom|moveTo|sdt|fld\w+|\w+Reference|comment\w+|bookmark\w+)[ />]/;

/** Whether an emptied paragraph is removed: only an item of a list is, as its number would remain. */
function goesWhenEmpty({ element, styleId, contentStart }: Paragraph, styles: Styles, xml: string) {
	const { start, end, isFollowed, isNumbered = styles.isNumbered(styleId) } = element;
	if (!isNumbered || !isFollowed || contentStart < start) return false;
	const isEndOfSection = xml.slice(start, contentStart).includes('sectPr');
	return !isEndOfSection && !MORE_THAN_TEXT.test(xml.slice(contentStart, end));
}

/** Marks the end of an emptied paragraph as deleted; without tracking, removes the paragraph. */
function withoutParagraph(
	{ element: { start, end }, contentStart }: Paragraph,
	{ xml, prefix: w }: Part,
	tracking: { author: Author; nextId: () => number } | undefined,
): Patch {
	if (tracking === undefined) return { start, end, xml: '' };
	const change = `<${w}del ${attributesOf(tracking.author, w, tracking.nextId())}/>`;
	const mark = `<${w}rPr>${change}</${w}rPr>`;
	const places: Array<[RegExp, (found: string) => string]> = [
		// after a tracked insertion of the mark, before its formatting
		[/:rPr>(?:<[^>]*:ins [^>]*\/>)?/, (found) => found + change],
		[/<[^<>]*:rPr\s*\/>/, () => mark],
		[/<[^<>]*:pPrChange |<\/[^<>]*:pPr>/, (found) => mark + found],
		[/<[^<>]*:pPr\s*\/>|$/, () => `<${w}pPr>${mark}</${w}pPr>`],
	];
	const before = xml.slice(start, contentStart);
	const [pattern, written] = places.find(([place]) => place.test(before))!;
	return { start, end: contentStart, xml: before.replace(pattern, written) };
}

/** A comment before the text of the body; a body without any paragraph gets a paragraph. */
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

function commentMarks(prefix: string, id: number) {
	return {
		begin: `<${prefix}commentRangeStart ${prefix}id="${id}"/>`,
		end: `<${prefix}commentRangeEnd ${prefix}id="${id}"/><${prefix}r><${prefix}commentReference ${prefix}id="${id}"/></${prefix}r>`,
	};
}

const CONTENT_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml';

/** The highest ID of an element; -1 if there is none. */
function highestId(parts: ReadonlyArray<{ xml: string }>): number {
	let highest = -1;
	for (const { xml } of parts)
		for (const [, id] of xml.matchAll(/:id\s*=\s*["'](\d{1,9})["']/g))
			highest = Math.max(highest, Number(id));
	return highest;
}

/** The parts of a file, by name, that change when comments are added to it. */
function withComments(file: WordFile, comments: string[], firstId: number, author: Author) {
	const [usual, strict] = WORD_NAMESPACES;
	const namespace = file.relations.typePrefix.includes('purl.oclc.org') ? strict : usual;
	const added = comments
		.map((text, index) => commentElement(text, firstId + index, author, namespace))
		.join('');
	if (file.comments !== undefined)
		return new Map([[file.comments.name, atEnd(file.comments.xml, () => added)]]);
	const taken = new Set(file.entries.map(({ name }) => name));
	const folder = folderOf(file.parts[0]!.name);
	let [name, number] = ['comments.xml', 1];
	while (taken.has(folder + name) || file.relations.xml.includes(`"rIdComments${number}"`))
		name = `comments${++number}.xml`;
	const relation = (p: string) =>
		`<${p}Relationship Id="rIdComments${number}" Type="${file.relations.typePrefix}comments" Target="${name}"/>`;
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
	// a refused suggestion may have characters that XML does not allow: Word would not open the file
	const shown = text.replace(/[^\P{Cc}\t\n\r\x7f-\x9f]|[\p{Cs}\ufffe\uffff]/gu, '\ufffd');
	return `<w:comment xmlns:w="${namespace}" ${attributesOf(author, 'w:', id)} w:initials="${initials}"><w:p><w:r><w:t xml:space="preserve">${escapeXml(shown)}</w:t></w:r></w:p></w:comment>`;
}

/** Adds children with the root's prefix at the end of a root element, even of an empty one. */
function atEnd(xml: string, added: (prefix: string) => string): string {
	const close = xml.lastIndexOf('</');
	const empty = xml.lastIndexOf('/>');
	const at = close === -1 ? xml.lastIndexOf('<', empty) : close;
	const name = /^<\/?([\p{L}_][\p{L}\p{N}._:-]*)/u.exec(xml.slice(at))![1]!;
	const children = added(name.slice(0, name.indexOf(':') + 1));
	if (close !== -1) return xml.slice(0, close) + children + xml.slice(close);
	return `${xml.slice(0, empty)}>${children}</${name}>${xml.slice(empty + 2)}`;
}

/** A comment's marks around the part of a paragraph that it is about. */
function marksOf(
	{ pieces }: Paragraph,
	{ begin, end }: ReturnType<typeof commentMarks>,
	from: number,
	to: number,
): Step[] {
	const index = Math.max(0, lastAt(pieces, from));
	const first = pieces[index]!;
	const last = pieces[Math.max(index, lastAt(pieces, to - 1))]!;
	const here = (part: Piece, place: number) => {
		const at = place - part.at;
		return { part, start: at, end: at, inserted: '' };
	};
	return [
		{ ...here(first, from), mark: { kind: 'begin', xml: begin } },
		{ ...here(last, to), mark: { kind: 'end', xml: end } },
	];
}
