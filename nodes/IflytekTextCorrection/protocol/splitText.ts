import { insideQuotations } from './quotations';
import type { TextRange } from '../../shared/formats/prose/prose';
import {
	isInsidePair,
	splitsCharacter,
	codePointStart,
} from '../../shared/formats/prose/textBoundary';
import { MAX_CHARACTERS, MAX_UTF8_BYTES } from './service';

/**
 * A part of a text that is sent in one request, in UTF-16 indexes of the whole text. The owned ranges follow on
 * each other without gap or overlap; what is sent may reach beyond, so that a word at a cut is whole in one of two.
 */
export interface Piece extends TextRange {
	/** what this piece decides about: a correction counts if it begins in here */
	ownStart: number;
	ownEnd: number;
}

/** How far two pieces reach into each other where there was no sentence end to cut at, in UTF-16. */
const OVERLAP = 50;
/** A longer quotation than this may be cut; shorter ones fit into a piece whole. */
const LONGEST_WHOLE_QUOTATION = 1600;

/** Kinds of places to cut at, the best one highest. */
const enum Cut {
	insidePair = -1,
	insideCharacter,
	anywhere,
	betweenWords,
	clauseEnd,
	sentenceEnd,
}
/** A place outside of quotations is better than any inside. */
const OUTSIDE = Cut.sentenceEnd - Cut.anywhere;

const CLOSING_MARKS = '”’」』》〉）】〕)]';
const SENTENCE_MARKS = '。！？!?.…';
const CLAUSE_MARKS = '，、；：,;:—';
const NUMBER_MARKS = '.,:/-，：．％%年月日号时分秒点';
const CHINESE_NUMERALS = '〇零一二三四五六七八九十百千万亿两';
const DIGIT = /[0-9０-９]/;
const LATIN = /[\p{Script=Latin}0-9_'’-]/u;
const SPACE = /\s/;
/** Half-width marks also occur inside addresses and numbers. */
const WIDE = /[\u0080-\uffff]/;

/**
 * Cuts a text into pieces within the service's limits: at sentence ends, else at clause ends, else
 * between words; never inside a surrogate pair, and inside a quotation, a number or what a reader sees
 * as one character only where no other place is left.
 */
export function splitText(text: string): Piece[] {
	const inQuotation = insideQuotations(text, LONGEST_WHOLE_QUOTATION);
	const pieces: Piece[] = [];
	let start = 0;
	let ownStart = 0;
	for (;;) {
		const limit = lastFittingEnd(text, start);
		const last = limit < text.length ? bestCut(text, ownStart, limit, inQuotation) : limit;
		const overlap = isSentenceEnd(text, last) ? 0 : OVERLAP;
		const cut = overlap === 0 ? last : bestCut(text, ownStart, limit - overlap, inQuotation);
		pieces.push({ start, end: codePointStart(text, cut + overlap), ownStart, ownEnd: cut });
		if (cut === text.length) return pieces;
		start = Math.max(start, codePointStart(text, cut - overlap));
		ownStart = cut;
	}
}

/** How far a request from `start` can reach, in UTF-16: within the limits however the service counts an emoji. */
function lastFittingEnd(text: string, start: number): number {
	const furthest = codePointStart(text, Math.min(text.length, start + MAX_CHARACTERS));
	let bytes = 0;
	let end = start;
	for (const character of text.slice(start, furthest)) {
		bytes += Buffer.byteLength(character, 'utf8');
		if (bytes > MAX_UTF8_BYTES) break;
		end += character.length;
	}
	return end;
}

/** The best place to cut after `from`, at the latest at `to`; of equally good ones the last. */
function bestCut(text: string, from: number, to: number, inQuotation: Uint8Array): number {
	let best = { index: to, rank: Cut.insidePair as number };
	for (let index = to; index > from && best.rank < Cut.sentenceEnd + OUTSIDE; index--) {
		let kind = kindOfCut(text, index);
		// in the first half it is no better than any place between words: the piece would be needlessly short
		if (kind === Cut.clauseEnd && index < (from + to) / 2) kind = Cut.betweenWords;
		const rank = kind > Cut.anywhere && inQuotation[index] === 0 ? kind + OUTSIDE : kind;
		if (rank > best.rank) best = { index, rank };
	}
	return best.index;
}

function kindOfCut(text: string, index: number): Cut {
	if (isInsidePair(text, index)) return Cut.insidePair;
	if (splitsCharacter(text, index)) return Cut.insideCharacter;
	if (isSentenceEnd(text, index)) return Cut.sentenceEnd;
	if (isClauseEnd(text, index)) return Cut.clauseEnd;
	if (isInsideWord(text, index) || beginsWithMark(text, index)) return Cut.anywhere;
	return Cut.betweenWords;
}

/** Whether a sentence or a paragraph, with its closing marks and the space after it, ends at `index`. */
function isSentenceEnd(text: string, index: number): boolean {
	if (index >= text.length) return true;
	if (SPACE.test(text[index]!) || beginsWithMark(text, index)) return false;
	let last = index - 1;
	while (last >= 0 && SPACE.test(text[last]!)) {
		if (text[last] === '\n') return true;
		last--;
	}
	const spaced = last < index - 1;
	while (last >= 0 && (CLOSING_MARKS + `"'`).includes(text[last]!)) last--;
	const mark = text[last] ?? '';
	if (mark === '' || !SENTENCE_MARKS.includes(mark)) return false;
	if (mark === '.' && DIGIT.test(text.charAt(last - 1))) return false;
	return WIDE.test(mark) || spaced || WIDE.test(text[index]!);
}

function isClauseEnd(text: string, index: number): boolean {
	const before = text[index - 1]!;
	if (SPACE.test(text[index]!) || beginsWithMark(text, index)) return false;
	if (SPACE.test(before)) return true;
	const isInNumber = DIGIT.test(text.charAt(index - 2)) && DIGIT.test(text[index]!);
	if (!CLAUSE_MARKS.includes(before) || isInNumber) return false;
	return WIDE.test(before) || WIDE.test(text[index]!);
}

/** Whether the text goes on at `index` with a mark that belongs to what stands before. */
function beginsWithMark(text: string, index: number): boolean {
	return (CLOSING_MARKS + SENTENCE_MARKS + CLAUSE_MARKS).includes(text[index]!);
}

/** Whether `index` lies inside a number, a date, a time, or a word in Latin letters. */
function isInsideWord(text: string, index: number): boolean {
	const before = text[index - 1]!;
	const after = text[index]!;
	if (DIGIT.test(before) && (DIGIT.test(after) || NUMBER_MARKS.includes(after))) return true;
	if (DIGIT.test(after) && NUMBER_MARKS.includes(before)) return true;
	if (CHINESE_NUMERALS.includes(before) && CHINESE_NUMERALS.includes(after)) return true;
	return LATIN.test(before) && LATIN.test(after);
}
