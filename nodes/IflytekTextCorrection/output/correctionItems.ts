import type { IDataObject } from 'n8n-workflow';

import { documentIndex, inDocument, isApplied, type Prose } from '../../shared/formats/prose/prose';
import { paragraphAt, type PlacedParagraph } from '../../shared/formats/word/wordProse';
import { withChosenInputFields } from '../../shared/items/engine';
import type { Item } from '../../shared/items/item';
import { say, wordsIn, type Language } from '../../shared/problem/language';
import { decodedEnvelope, type SignatureAnswer } from '../../shared/signature/scheme';
import { isReplacement, type Correction } from '../protocol/applyCorrections';
import { categoryName, categoryValue, describeFinding } from '../protocol/categories';
import type { Piece } from '../protocol/splitText';
import { markedText, toHtml, toMarkdown } from './markedUp';
import { reasonOf, UNREAD } from './reasons';
import { markedSentence } from './sentence';

/** A part of a text that the service did not check, and why. */
export interface FailedPiece {
	start: number;
	end: number;
	reason: string;
	whatToDo: string;
	code: string | null;
	sid: string | null;
	httpStatus: number | null;
}

/** A text or a document after its correction. */
export interface CorrectedText {
	/** number of its input item, from 1 */
	row: number;
	prose: Prose;
	/** of names, meanings and reasons */
	language: Language;
	/** the corrected document */
	correctedText: string;
	corrections: Correction[];
	/** places count in the text that is sent */
	failedPieces: FailedPiece[];
	/** the Word file that holds the text, and the field that held it */
	file?: {
		fileName: string | null;
		fileField: string | null;
		paragraphs: readonly PlacedParagraph[];
	};
}

const SUMMARY_FIELDS = [
	'correctedText',
	'changed',
	'complete',
	'correctionCount',
	'appliedCount',
	'replacementCount',
	'countsByCategory',
	'corrections',
	'replacements',
];

/** The fields of a text's single item, and of a document's. */
export const TEXT_FIELDS = ['row', ...SUMMARY_FIELDS, 'html', 'failedPieces'];
export const DOCUMENT_FIELDS = ['row', 'fileName', ...SUMMARY_FIELDS, 'failedPieces', 'fileField'];

/** How a marked-up version is written; its field has the same name. */
const MARKED_UP = { html: toHtml, markdown: toMarkdown };

type MarkedUp = keyof typeof MARKED_UP;

/** The single item of a text or a document: corrected text, list, counts; for a text also a marked-up version. */
export function wholeItem(corrected: CorrectedText, markedUp: MarkedUp = 'html') {
	const { row, prose, correctedText, corrections, failedPieces, language, file } = corrected;
	const replacements = corrections.filter(isReplacement);
	const found = corrections.filter((one) => !isReplacement(one));
	const entry = file ? placedEntry : entryOf;
	const marked = () =>
		MARKED_UP[markedUp](markedText(prose.text, corrections, failedPieces, language), language);
	return {
		row,
		...(file && { fileName: file.fileName }),
		correctedText,
		changed: correctedText !== prose.document,
		complete: isComplete(corrected),
		correctionCount: found.length,
		appliedCount: found.filter(isApplied).length,
		replacementCount: replacements.filter(isApplied).length,
		countsByCategory: countByCategory(found),
		corrections: found.map((one) => entry(one, corrected)),
		replacements: replacements.map((one) => entry(one, corrected)),
		...(!file && ({ [markedUp]: marked() } as Partial<Record<MarkedUp, string>>)),
		failedPieces: uncheckedParts(corrected)
			.map(({ piece }) => ({ ...whereOf(corrected, piece.start), ...piece }))
			.sort((a, b) => a.start - b.start),
		...(file && { fileField: file.fileField }),
	};
}

/** The words of rows that are not corrections, by category. */
const OTHER_ROWS = {
	noCorrections: {
		english: { categoryName: 'No Corrections', meaning: 'No corrections' },
		chinese: { categoryName: '没有问题', meaning: '没有发现问题' },
	},
	notChecked: {
		english: { categoryName: 'Not Checked', meaning: 'This part of the text was not checked' },
		chinese: { categoryName: '未检查', meaning: '这部分文字没有检查' },
	},
};

export type OtherRowCategory = keyof typeof OTHER_ROWS;

/** A row for each correction and each unchecked part; where there are none, a row that says so. */
export function singleItems(corrected: CorrectedText) {
	const { row, corrections, language, file } = corrected;
	const otherRow = (
		category: OtherRowCategory,
		more: Partial<ReturnType<typeof entryOf>> = {},
	) => ({
		...whereOf(corrected, more.position ?? null),
		sentence: null,
		original: null,
		suggestion: null,
		...OTHER_ROWS[category][language],
		applied: false,
		kept: false,
		reason: null,
		position: null,
		category,
		type: '',
		...more,
	});
	const rows = [
		...corrections.map((correction) => placedEntry(correction, corrected)),
		...uncheckedParts(corrected).map(({ piece: { start, reason, whatToDo }, words }) =>
			otherRow('notChecked', {
				original: words,
				reason: [reason, whatToDo].join(language === 'chinese' ? '。' : '. '),
				position: start,
			}),
		),
	];
	if (rows.length === 0) rows.push(otherRow('noCorrections'));
	return rows.map((one) => ({
		row,
		...(file && { fileName: file.fileName }),
		...one,
		...(file && { fileField: file.fileField }),
	}));
}

/** A correction as an entry of a list; its position counts in the document. */
function entryOf(
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

/** An entry with its sentence and, in a document, its place. */
function placedEntry(correction: Correction, corrected: CorrectedText) {
	const entry = entryOf(correction, corrected);
	const sentence = markedSentence(corrected.prose.text, correction);
	return { ...whereOf(corrected, entry.position), sentence, ...entry };
}

/** Part, heading and paragraph of a place in a document; nothing for a text. */
function whereOf({ file }: CorrectedText, position: number | null) {
	if (file === undefined) return {};
	const found = position === null ? undefined : paragraphAt(file.paragraphs, position);
	return found?.where ?? { part: null, heading: null, paragraph: null };
}

/** The parts that were not checked or could not be read, with their words; places count in the document. */
function uncheckedParts({ prose, failedPieces, language }: CorrectedText) {
	const failed = failedPieces.map((piece) => ({
		piece: inDocument(prose, piece),
		words: prose.text.slice(piece.start, piece.end),
	}));
	const unread = unreadPieces(prose, language).map((piece) => ({
		piece,
		words: prose.document.slice(piece.start, piece.end),
	}));
	return [...failed, ...unread];
}

/** The parts of a document that its reader left out; places count in the document. */
export function unreadPieces({ unread = [] }: Prose, language: Language): FailedPiece[] {
	return unread.map(({ what, start, end }) => {
		const { message: reason, remedy: whatToDo } = wordsIn(say(UNREAD[what]), language);
		return { start, end, reason, whatToDo, code: null, sid: null, httpStatus: null };
	});
}

/** Whether every word was checked. */
export function isComplete({ failedPieces, prose }: CorrectedText): boolean {
	return failedPieces.length + (prose.unread ?? []).length === 0;
}

function countByCategory(corrections: Correction[]): Record<string, number> {
	const counts = new Map<string, number>();
	for (const value of corrections.map(({ category }) => categoryValue(category)))
		counts.set(value, (counts.get(value) ?? 0) + 1);
	return Object.fromEntries(counts);
}

/** The items of a text or a document in the chosen output. */
export function shapedItems(item: Item, output: string, corrected: CorrectedText) {
	const { markedUp, leaveOutCorrect } = item.options as Record<string, unknown>;
	const rows: IDataObject[] =
		output === 'corrections'
			? singleItems(corrected)
			: [wholeItem(corrected, markedUp as MarkedUp | undefined)];
	return rows
		.filter(({ category }) => category !== 'noCorrections' || !leaveOutCorrect)
		.map((row) => ({ json: withChosenInputFields(item, row) }));
}

/** The single item of a text with everything the service answered, decoded. */
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
