import { ProseWriter, type Format, type UnreadPlace } from '../prose/prose';
import { lastAt } from '../prose/search';
import { NO_WORD, type Paragraph, type Piece } from './story';
import type { Part, WordFile } from './wordFile';

/** A paragraph with text, and where its text begins in the document's. */
export interface PlacedParagraph {
	at: number;
	part: Part;
	paragraph: Paragraph;
	where: {
		part: string;
		/** the heading above it; null before the first one and outside the body */
		heading: string | null;
		/** its number among the paragraphs with text of its part, from 1 */
		paragraph: number;
	};
}

/** Corrections may go over several runs; only control characters cannot be in a Word file. */
export const WORD: Format = {
	joint: 'codeOrHidden',
	obstacle: (_prose, _segment, becomes) =>
		/[^\P{Cc}\x7f-\x9f]|[\p{Cs}\ufffe\uffff]/u.test(becomes) ? 'notInWord' : null,
	encode: (text) => text,
};

/** The text of a Word file as one document, with a line for each paragraph that has text. */
export function wordProse({ parts, styles }: WordFile) {
	const paragraphs: PlacedParagraph[] = [];
	const unread: UnreadPlace[] = [];
	const texts: string[] = [];
	let at = 0;
	for (const part of parts) {
		let heading: string | null = null;
		let number = 0;
		const starts: number[] = [];
		for (const paragraph of part.paragraphs) {
			const { text, styleId, outlineLevel = 9, inTextBox, pieces } = paragraph;
			starts.push(at);
			if (pieces.every(isNoWord)) continue;
			number++;
			const where = { part: inTextBox ? 'Text Box' : part.kind, heading, paragraph: number };
			paragraphs.push({ at, part, paragraph, where });
			texts.push(text);
			at += text.length + 1;
			if (part.kind === 'Body' && !inTextBox && (outlineLevel < 9 || styles.isHeading(styleId)))
				heading = text.trim();
		}
		starts.push(at);
		for (const { what, from, offset, to } of part.unread)
			unread.push({ what, start: starts[from]! + offset, end: starts[to]! - 1 });
	}
	const document = texts.join('\n');
	for (const place of unread) {
		place.start = Math.min(place.start, document.length);
		place.end = Math.max(place.start, Math.min(place.end, document.length));
	}
	const writer = new ProseWriter(document);
	for (const { at: start, paragraph } of paragraphs) {
		const { pieces } = paragraph;
		// without words of its own: sending it would only cost money
		if (pieces.every(hasNoOwnWords)) continue;
		for (const { at, length, locked, unsent } of pieces) {
			const [from, to] = [start + at, start + at + length];
			if (unsent) continue;
			if (locked === undefined) writer.text(from, to);
			else writer.locked(from, to, locked);
		}
		writer.break();
	}
	return { prose: { ...writer.prose(), unread }, paragraphs };
}

const isNoWord = ({ text, locked }: Piece) => text === NO_WORD && locked !== undefined;

/** Unsent text, fields, text boxes that are reported, and locked parts without letters. */
const hasNoOwnWords = ({ text, locked, unsent }: Piece) =>
	unsent ||
	locked === 'field' ||
	locked === 'unequalTextBox' ||
	(locked !== undefined && !/\p{L}/u.test(text));

/** The paragraph that holds a place of the document's text. */
export function paragraphAt(paragraphs: readonly PlacedParagraph[], index: number) {
	return paragraphs[lastAt(paragraphs, index)];
}
