import type { INodeExecutionData } from 'n8n-workflow';

import type { Remark } from '../docx/correctedFile';
import { paragraphAt, type PlacedParagraph, type Where } from '../docx/wordProse';
import type { Item } from '../../shared/items/item';
import type { Correction } from '../protocol/applyCorrections';
import { describeFinding } from '../protocol/categories';
import { documentIndex, type Prose } from '../prose/prose';
import {
	entryOf,
	inDocument,
	singleItems,
	summaryOf,
	toItems,
	type CorrectedText,
} from './correctionItems';
import { markedSentence } from './sentence';

/** A Word file after its correction. */
export interface CorrectedDocument extends CorrectedText {
	fileName: string | null;
	/** the field that held it */
	fileField: string | null;
	paragraphs: readonly PlacedParagraph[];
}

/** The fields of the one item of a document. */
export const DOCUMENT_FIELDS: ReadonlyArray<keyof ReturnType<typeof documentItem>> = [
	'row',
	'fileName',
	'correctedText',
	'changed',
	'complete',
	'correctionCount',
	'appliedCount',
	'replacementCount',
	'countsByCategory',
	'corrections',
	'replacements',
	'failedPieces',
	'fileField',
];

/** The items of a document: one, or with One Item per Correction a row for each. */
export function documentItems(
	item: Item,
	output: string,
	corrected: CorrectedDocument,
): INodeExecutionData[] {
	if (output !== 'corrections') return toItems(item, [documentItem(corrected)]);
	const { fileName, fileField, paragraphs } = corrected;
	return toItems(
		item,
		singleItems(corrected).map(({ row, sentence, ...entry }) => ({
			row,
			fileName,
			...whereOf(paragraphs, entry.position),
			sentence,
			...entry,
			fileField,
		})),
	);
}

function documentItem(corrected: CorrectedDocument) {
	const { fileName, fileField, prose, paragraphs, failedPieces } = corrected;
	const { row, ...summary } = summaryOf(corrected, (correction) => {
		const entry = entryOf(correction, prose);
		return {
			...whereOf(paragraphs, entry.position),
			sentence: markedSentence(prose.text, correction),
			...entry,
		};
	});
	return {
		row,
		fileName,
		...summary,
		failedPieces: failedPieces.map((piece) => inDocument(prose, piece)),
		fileField,
	};
}

/** Part, heading and paragraph of a place in the document's text. */
function whereOf(
	paragraphs: readonly PlacedParagraph[],
	position: number | null,
): { [K in keyof Where]: Where[K] | null } {
	const found = position === null ? undefined : paragraphs[paragraphAt(paragraphs, position)];
	return found?.where ?? { part: null, heading: null, paragraph: null };
}

/** Comments for the corrections that are not applied; those without a place have none. */
export function remarksOf(prose: Prose, corrections: Correction[]): Remark[] {
	return corrections.flatMap((correction) => {
		const { position, original, suggestion, reason, category, type, applied } = correction;
		if (applied || position === null || original === null) return [];
		const change =
			suggestion === null ? original : `${original || '‸'} → ${suggestion || '(delete)'}`;
		return [
			{
				start: documentIndex(prose, position),
				end: documentIndex(prose, position + original.length),
				text: `${describeFinding(category, type)}: ${change}. ${reason}.`,
			},
		];
	});
}
