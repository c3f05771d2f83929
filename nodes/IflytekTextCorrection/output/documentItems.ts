import type { INodeExecutionData } from 'n8n-workflow';

import {
	paragraphAt,
	type PlacedParagraph,
	type UnreadPlace,
	type Where,
} from '../../shared/formats/word/wordProse';
import type { Language } from '../../shared/problem/language';
import type { Item } from '../../shared/items/item';
import {
	entryOf,
	singleItems,
	SUMMARY_FIELDS,
	summaryOf,
	toItems,
	uncheckedParts,
	type CorrectedText,
	type FailedPiece,
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
	...SUMMARY_FIELDS,
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
	const { fileName, fileField, prose, paragraphs } = corrected;
	const { row, ...summary } = summaryOf(corrected, (correction) => {
		const entry = entryOf(correction, corrected);
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
		failedPieces: uncheckedParts(corrected).map((piece) => ({
			...whereOf(paragraphs, piece.start),
			...piece,
		})),
		fileField,
	};
}

/** Why a part of a file is not read, and what to do about it. */
const UNREAD: Readonly<
	Record<UnreadPlace['what'], Record<Language, [reason: string, whatToDo: string]>>
> = {
	drawing: {
		english: ['The words of a chart or a SmartArt drawing were not read', 'Look at them in Word.'],
		chinese: ['图表或 SmartArt 图形中的文字没有读取', '请在 Word 中自行检查。'],
	},
	field: {
		english: [
			'A field begins here that never ends: what stands behind it was not checked',
			'Open the file in Word, delete the field or insert it again, save it, and use that.',
		],
		chinese: [
			'此处的域没有结束标记，其后的内容没有检查',
			'用 Word 打开文件，删除这个域或重新插入，保存后再检查。',
		],
	},
	otherFormat: {
		english: [
			'A part in another format (altChunk), which Word takes in when it opens the file, was not read',
			'Open the file in Word, save it as .docx, and use that.',
		],
		chinese: [
			'以其他格式嵌入的内容（altChunk）没有读取',
			'用 Word 打开文件，另存为 .docx 后再检查。',
		],
	},
	subDocument: {
		english: [
			'A sub-document, which is a file of its own, was not read',
			'Correct that file too, or put its text into this one.',
		],
		chinese: ['子文档是单独的文件，没有读取', '请另行检查子文档，或把它的文字放进这个文件。'],
	},
	textBox: {
		english: [
			'A text box whose copy for older programs says something else was not checked',
			'Open the file in Word, change something in the text box, save the file, and use that.',
		],
		chinese: [
			'文本框的两份内容不一致，没有检查',
			'用 Word 打开文件，在文本框里改动一处，保存后再检查。',
		],
	},
};

/** The parts that cannot be read, as a row lists them. */
export function unreadPieces(unread: readonly UnreadPlace[], language: Language): FailedPiece[] {
	return unread.map(({ what, start, end }) => {
		const [reason, whatToDo] = UNREAD[what][language];
		return { start, end, reason, whatToDo, code: null, sid: null, httpStatus: null };
	});
}

/** Part, heading and paragraph of a place in the document's text. */
function whereOf(
	paragraphs: readonly PlacedParagraph[],
	position: number | null,
): { [K in keyof Where]: Where[K] | null } {
	const found = position === null ? undefined : paragraphs[paragraphAt(paragraphs, position)];
	return found?.where ?? { part: null, heading: null, paragraph: null };
}
