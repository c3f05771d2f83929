import type {
	IBinaryKeyData,
	IExecuteFunctions,
	INodeExecutionData,
	NodeApiError,
} from 'n8n-workflow';

import { edited, type Edit } from '../../shared/formats/prose/prose';
import type { ItemFiles } from '../../shared/files/itemFiles';
import { openClient } from '../../shared/http/client';
import { runOperation } from '../../shared/items/engine';
import { problemOf } from '../../shared/items/errors';
import { Item } from '../../shared/items/item';
import { wordsIn, type Language } from '../../shared/problem/language';
import { signatureScheme, type SignatureAnswer } from '../../shared/signature/scheme';
import {
	fullItem,
	isComplete,
	shapedItems,
	unreadPieces,
	type CorrectedText,
	type FailedPiece,
} from '../output/correctionItems';
import { addRunHint, type CheckedText, type Unit } from '../output/runSummary';
import { applyFindings, type Rules, type Text } from '../protocol/applyCorrections';
import { decodeCorrectionAnswer, readFindings } from '../protocol/correctionAnswer';
import { buildCorrectionRequest, CORRECTION_PATH, TEXT_SERVICE } from '../protocol/service';
import { splitText, type Piece } from '../protocol/splitText';
import { readSettings } from './correctionParameters';

/** What an operation reads from an item. */
export interface ProofreadRequest {
	output: string;
	text: Text;
	/** false where it has to be sent in one request */
	isSplit?: boolean;
	/** undefined where the answers are returned as they are */
	rules: Rules | undefined;
	file?: CorrectedText['file'];
	/** The corrected file, as items hold it. */
	binaryOf?: (corrected: CorrectedText, edits: Edit[]) => Promise<IBinaryKeyData>;
}

/** A piece of a text with the service's answer to it, or why there is none. */
type CheckedPiece = { piece: Piece } & ({ answer: SignatureAnswer } | { error: NodeApiError });

/** Checks the texts of a run piece by piece: a piece that fails does not fail the others. */
export async function proofread(
	context: IExecuteFunctions,
	unit: Unit,
	read: (item: Item) => ProofreadRequest | Promise<ProofreadRequest>,
	limits: { files?: ItemFiles; sizeOf?: (item: Item) => Promise<number> } = {},
): Promise<INodeExecutionData[]> {
	const client = await openClient(context, signatureScheme, TEXT_SERVICE);
	const { language } = new Item(context, 0);
	const checkedTexts: CheckedText[] = [];
	const items = await runOperation(
		context,
		{ run: client.run, close: client.close, ...limits },
		{
			read: async (item) => ({
				...(await read(item)),
				settings: readSettings(item, client.credentials),
				// shared by all pieces: once the service stops answering, they do not each wait for it
				budget: client.retryBudget(),
			}),
			parts: piecesOf,
			send: async (item, { text, settings, budget }, piece): Promise<CheckedPiece> => {
				const request = {
					path: CORRECTION_PATH,
					headers: { 'Content-Type': 'application/json' },
					body: buildCorrectionRequest(text.prose.text.slice(piece.start, piece.end), settings),
				};
				return { piece, answer: await client.call(item, request, decodeCorrectionAnswer, budget) };
			},
			failedPart: (_item, _request, piece, error) => ({ piece, error: error as NodeApiError }),
			shape: (item, request, results) => shape(item, request, results, checkedTexts),
		},
	);
	limits.files?.addHint(context, language);
	addRunHint(context, unit, language, checkedTexts, items);
	return items;
}

/** The pieces of a text, except blank ones. */
function piecesOf({ text: { prose }, isSplit = true }: ProofreadRequest): Piece[] {
	const { text } = prose;
	const whole = { start: 0, end: text.length, ownStart: 0, ownEnd: text.length };
	return (isSplit ? splitText(text) : [whole]).filter(
		({ start, end }) => text.slice(start, end).trim() !== '',
	);
}

/** @throws NodeApiError when none of the pieces could be checked */
async function shape(
	item: Item,
	{ output, text, rules, file, binaryOf }: ProofreadRequest,
	results: CheckedPiece[],
	checkedTexts: CheckedText[],
): Promise<INodeExecutionData[]> {
	const { language } = item;
	const answers = results.filter((one) => 'answer' in one);
	const refused = results.filter((one) => 'error' in one);
	if (answers.length === 0 && refused.length > 0) throw refused[0]!.error;
	const failedPieces = refused.map(({ piece, error }) => failedPiece(piece, error, language));
	if (rules === undefined) {
		const missing = [...failedPieces, ...unreadPieces(text.prose, language)];
		checkedTexts.push({ isComplete: missing.length === 0 });
		return [{ json: fullItem(answers, missing) }];
	}
	const { prose, format } = text;
	const checked = answers.map(({ piece, answer: { document } }) => ({
		piece,
		findings: readFindings(document),
	}));
	const { corrections, edits } = applyFindings(text, rules, checked);
	const correctedText = edited(prose.document, edits, format.encode);
	const row = item.index + 1;
	const corrected = { row, language, prose, correctedText, corrections, failedPieces, file };
	checkedTexts.push({ isComplete: isComplete(corrected), corrections });
	const rows = shapedItems(item, output, corrected);
	const binary = await binaryOf?.(corrected, edits);
	return binary ? rows.map((row) => ({ ...row, binary })) : rows;
}

function failedPiece(piece: Piece, error: NodeApiError, language: Language): FailedPiece {
	const given = (error.context?.data ?? {}) as Partial<FailedPiece>;
	const { code = null, sid = null, httpStatus = null } = given;
	const { message: reason, remedy: whatToDo } = wordsIn(problemOf(error), language);
	return { start: piece.ownStart, end: piece.ownEnd, reason, whatToDo, code, sid, httpStatus };
}
