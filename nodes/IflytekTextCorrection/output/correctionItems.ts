import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Language } from '../../shared/problem/language';
import type { Item } from '../../shared/items/item';
import { asOptioned } from '../../shared/items/engine';
import { decodedEnvelope, type SignatureAnswer } from '../../shared/signature/scheme';
import { isReplacement, type Correction } from '../protocol/applyCorrections';
import { categoryName, categoryValue, describeFinding } from '../protocol/categories';
import { toHtml } from './htmlMarkup';
import { toMarkdown } from './markdownMarkup';
import { reasonOf } from './reasons';
import { markedText, type UncheckedRange } from './markedText';
import { documentIndex, isApplied, type Prose } from '../../shared/formats/prose/prose';
import { markedSentence } from './sentence';
import type { Piece } from '../protocol/splitText';

/** A part of a text that the service did not check, in the words of the error about it. */
export interface FailedPiece extends UncheckedRange {
	whatToDo: string;
	code: string | null;
	sid: string | null;
	httpStatus: number | null;
}

/** A text after its correction. */
export interface CorrectedText {
	/** number of its input item, from 1 */
	row: number;
	prose: Prose;
	/** of names, meanings and reasons */
	language: Language;
	/** the corrected document */
	correctedText: string;
	corrections: Correction[];
	/** parts that the service did not check, in the words that are sent */
	failedPieces: FailedPiece[];
	/** parts that could not be read, in the document */
	unread?: FailedPiece[];
}

/** One line of the list of corrections. */
type CorrectionEntry = ReturnType<typeof entryOf>;

/** The fields about corrections in the one item of a text or document, except its row. */
export const SUMMARY_FIELDS = [
	'correctedText',
	'changed',
	'complete',
	'correctionCount',
	'appliedCount',
	'replacementCount',
	'countsByCategory',
	'corrections',
	'replacements',
] as const;

/** The fields of the one item of a text. */
export const TEXT_FIELDS = ['row', ...SUMMARY_FIELDS, 'html', 'failedPieces'];

/** How a marked-up version is written; its field has the same name. */
const MARKED_UP = { html: toHtml, markdown: toMarkdown };

export type MarkedUp = keyof typeof MARKED_UP;

/** What those fields hold. */
export function summaryOf<E>(corrected: CorrectedText, describe: (correction: Correction) => E) {
	const { row, prose, correctedText, corrections } = corrected;
	const replacements = corrections.filter(isReplacement);
	const found = corrections.filter((one) => !isReplacement(one));
	return {
		row,
		correctedText,
		changed: correctedText !== prose.document,
		complete: isComplete(corrected),
		correctionCount: found.length,
		appliedCount: found.filter(isApplied).length,
		replacementCount: replacements.filter(isApplied).length,
		countsByCategory: countByCategory(found),
		corrections: found.map(describe),
		replacements: replacements.map(describe),
	};
}

/** The one item of a text: corrected text, list, counts and a marked-up version. */
export function textItem(corrected: CorrectedText, markedUp: MarkedUp = 'html') {
	const { prose, corrections, failedPieces, language } = corrected;
	const segments = markedText(prose.text, corrections, failedPieces, language);
	return {
		...summaryOf(corrected, (correction) => entryOf(correction, corrected)),
		...({ [markedUp]: MARKED_UP[markedUp](segments, language) } as Partial<
			Record<MarkedUp, string>
		>),
		failedPieces: uncheckedParts(corrected),
	};
}

/** A row of One Item per Correction. */
export type CorrectionRow = { row: number; sentence: string | null } & CorrectionEntry;

const NO_CORRECTIONS = 'noCorrections';

/** A row that is no correction. */
const noCorrection = (words: InWords): CorrectionEntry => ({
	original: null,
	suggestion: null,
	...words,
	applied: false,
	kept: false,
	reason: null,
	position: null,
	category: NO_CORRECTIONS,
	type: '',
});

type InWords = Pick<CorrectionEntry, 'categoryName' | 'meaning'>;

/** What such a row says. */
const NO_CORRECTION = {
	none: {
		english: { categoryName: 'No Corrections', meaning: 'No corrections' },
		chinese: { categoryName: '没有问题', meaning: '没有发现问题' },
	},
	unchecked: {
		english: { categoryName: 'Not Checked', meaning: 'This part of the text was not checked' },
		chinese: { categoryName: '未检查', meaning: '这部分文字没有检查' },
	},
} satisfies Record<string, Record<Language, InWords>>;

/** One row for each correction and each part of the text that was not checked; one that says so for none. */
export function singleItems(corrected: CorrectedText): CorrectionRow[] {
	const { row, prose, corrections, failedPieces, unread = [], language } = corrected;
	const { text, document } = prose;
	const unchecked = [
		...failedPieces.map((piece) => ({
			...inDocument(prose, piece),
			words: text.slice(piece.start, piece.end),
			// the service's errors are in English
			separator: '. ',
		})),
		...unread.map((piece) => ({
			...piece,
			words: document.slice(piece.start, piece.end),
			separator: language === 'chinese' ? '。' : '. ',
		})),
	];
	const rows: Array<Omit<CorrectionRow, 'row'>> = [
		...corrections.map((correction) => ({
			sentence: markedSentence(text, correction),
			...entryOf(correction, corrected),
		})),
		...unchecked.map(({ start, words, reason, whatToDo, separator }) => ({
			sentence: null,
			...noCorrection(NO_CORRECTION.unchecked[language]),
			original: words,
			reason: [reason, whatToDo].join(separator),
			position: start,
			category: 'notChecked',
		})),
	];
	if (rows.length === 0) {
		rows.push({ sentence: null, ...noCorrection(NO_CORRECTION.none[language]) });
	}
	return rows.map((one) => ({ row, ...one }));
}

/** A correction as an entry of a list; its position counts in the document. */
export function entryOf(
	{ category, type, position, original, suggestion, cause }: Correction,
	{ prose, language }: CorrectedText,
) {
	return {
		original,
		suggestion,
		categoryName: categoryName(category, language),
		meaning: describeFinding(category, type, language),
		applied: cause === null,
		kept: cause?.code === 'kept',
		reason: cause && reasonOf(cause, language),
		position: position === null ? null : documentIndex(prose, position),
		category: categoryValue(category),
		// the service repeats the category where it has nothing more to say
		type: type === category ? '' : type,
	};
}

/** The parts that were not checked, in the order of the document. */
export function uncheckedParts({ prose, failedPieces, unread = [] }: CorrectedText): FailedPiece[] {
	const failed = failedPieces.map((piece) => inDocument(prose, piece));
	return [...failed, ...unread].sort((a, b) => a.start - b.start);
}

/** A part that was not checked, its place counted in the document. */
function inDocument(prose: Prose, piece: FailedPiece): FailedPiece {
	const [start, end] = [documentIndex(prose, piece.start), documentIndex(prose, piece.end)];
	return { ...piece, start, end };
}

/** Whether every word was checked. */
export function isComplete({
	failedPieces,
	unread = [],
}: Pick<CorrectedText, 'failedPieces' | 'unread'>): boolean {
	return failedPieces.length + unread.length === 0;
}

/** How many corrections there are of each category that occurs. */
function countByCategory(corrections: Correction[]): Record<string, number> {
	const counts = new Map<string, number>();
	for (const value of corrections.map(({ category }) => categoryValue(category)))
		counts.set(value, (counts.get(value) ?? 0) + 1);
	return Object.fromEntries(counts);
}

/** The items of a text in the chosen output. */
export function shapedItems(
	item: Item,
	output: string,
	corrected: CorrectedText,
): INodeExecutionData[] {
	const { markedUp } = item.options as { markedUp?: MarkedUp };
	const isList = output === 'corrections';
	return toItems(item, isList ? singleItems(corrected) : [textItem(corrected, markedUp)]);
}

/** Rows as items, shaped by the options. */
export function toItems(item: Item, rows: object[]): INodeExecutionData[] {
	const { leaveOutCorrect } = item.options;
	return (rows as IDataObject[])
		.filter(({ category }) => category !== NO_CORRECTIONS || !leaveOutCorrect)
		.map((row) => ({ json: asOptioned(item, row) }));
}

/** The one item of a text with everything the service answered, the text of the answer decoded. */
export function fullItem(
	checked: Array<{ piece: Piece; answer: SignatureAnswer }>,
	failedPieces: FailedPiece[],
) {
	return {
		complete: failedPieces.length === 0,
		pieces: checked.map(({ piece: { start, end }, answer }) => ({
			start,
			end,
			response: decodedEnvelope(answer),
		})),
		failedPieces,
	};
}
