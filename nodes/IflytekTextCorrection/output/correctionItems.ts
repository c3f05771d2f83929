import { decodedEnvelope, type SignatureAnswer } from '../../shared/signature/answer';
import type { Correction } from '../protocol/applyCorrections';
import { categoryName, categoryValue, describeFinding } from '../protocol/categories';
import { toHtml } from './htmlMarkup';
import { toMarkdown } from './markdownMarkup';
import { markedText, type UncheckedRange } from './markedText';
import type { Piece } from '../protocol/splitText';
import { splitsCharacter } from '../protocol/textBoundary';

/** A part of a text that the service did not check, in the words of the error about it. */
export interface FailedPiece extends UncheckedRange {
	whatToDo: string;
	code: string | null;
	sid: string | null;
	httpStatus: number | null;
}

/** A text after its correction. */
export interface CorrectedText {
	text: string;
	correctedText: string;
	corrections: Correction[];
	failedPieces: FailedPiece[];
}

/** One line of the list of corrections. */
export interface CorrectionEntry {
	original: string | null;
	suggestion: string | null;
	categoryName: string;
	meaning: string;
	applied: boolean;
	reason: string | null;
	position: number | null;
	category: string;
	type: string;
}

/** How much text before and after is shown with a single correction, in UTF-16 units. */
const CONTEXT = 15;

/** The fields of the one item of a text. */
export const TEXT_FIELDS: ReadonlyArray<keyof ReturnType<typeof textItem>> = [
	'correctedText',
	'changed',
	'complete',
	'correctionCount',
	'appliedCount',
	'countsByCategory',
	'corrections',
	'markdown',
	'html',
	'failedPieces',
];

/** The one item of a text: corrected text, list, counts and marked-up versions. */
export function textItem(corrected: CorrectedText) {
	const { text, correctedText, corrections, failedPieces } = corrected;
	const segments = markedText(text, corrections, failedPieces);
	return {
		correctedText,
		changed: correctedText !== text,
		complete: failedPieces.length === 0,
		correctionCount: corrections.length,
		appliedCount: corrections.filter(({ applied }) => applied).length,
		countsByCategory: countByCategory(corrections),
		corrections: corrections.map(entryOf),
		markdown: toMarkdown(segments),
		html: toHtml(segments),
		failedPieces,
	};
}

/** One item for each correction, and one for each part of the text that was not checked. */
export function singleItems({ text, corrections, failedPieces }: CorrectedText) {
	return [
		...corrections.map((correction) => ({
			...entryOf(correction),
			context: contextOf(text, correction.position, correction.original),
		})),
		...failedPieces.map(({ start, end, reason, whatToDo }) => ({
			original: text.slice(start, end),
			suggestion: null,
			categoryName: 'Not Checked',
			meaning: 'The service did not check this part of the text',
			applied: false,
			reason: `${reason}. ${whatToDo}`,
			position: start,
			category: 'notChecked',
			type: '',
			context: null,
		})),
	];
}

function entryOf(correction: Correction): CorrectionEntry {
	const { category, type, position, original, suggestion, applied, reason } = correction;
	return {
		original,
		suggestion,
		categoryName: categoryName(category),
		meaning: describeFinding(category, type),
		applied,
		reason,
		position,
		category: categoryValue(category),
		// the service repeats the category where it has nothing more to say
		type: type === category ? '' : type,
	};
}

/** How many corrections there are of each category that occurs. */
function countByCategory(corrections: Correction[]): Record<string, number> {
	const counts = new Map<string, number>();
	for (const { category } of corrections) {
		const value = categoryValue(category);
		counts.set(value, (counts.get(value) ?? 0) + 1);
	}
	return Object.fromEntries(counts);
}

function contextOf(text: string, position: number | null, original: string | null): string | null {
	if (position === null || original === null) return null;
	const end = position + original.length;
	let from = Math.max(0, position - CONTEXT);
	let to = Math.min(text.length, end + CONTEXT);
	while (from < position && splitsCharacter(text, from)) from++;
	while (to > end && splitsCharacter(text, to)) to--;
	return text.slice(from, to).replace(/\s+/g, ' ');
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
