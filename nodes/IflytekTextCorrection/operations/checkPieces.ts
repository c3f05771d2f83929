import type { IDataObject, NodeApiError } from 'n8n-workflow';

import type { Client } from '../../shared/http/client';
import type { ReadOperation } from '../../shared/items/engine';
import type { RetryBudget } from '../../shared/pace/attempts';
import type { SignatureAnswer } from '../../shared/signature/scheme';
import type { FailedPiece } from '../output/correctionItems';
import { decodeCorrectionAnswer } from '../protocol/correctionAnswer';
import {
	buildCorrectionRequest,
	CORRECTION_PATH,
	type CorrectionRequestSettings,
} from '../protocol/correctionRequest';
import { splitText, wholeText, type Piece } from '../protocol/splitText';

/** What to check of an item. */
export interface CheckRequest {
	text: string;
	pieces: Piece[];
	settings: CorrectionRequestSettings;
	/** of all pieces, so that a service that has stopped answering does not cost each its time */
	budget: RetryBudget;
}

/** A text to check, a long one in pieces; parts without any character are not sent. */
export function checkRequest(
	client: Client,
	text: string,
	settings: CorrectionRequestSettings & { isSplit: boolean },
): CheckRequest {
	const pieces = (settings.isSplit ? splitText(text) : [wholeText(text)]).filter(
		({ start, end }) => text.slice(start, end).trim() !== '',
	);
	return { text, pieces, settings, budget: client.retryBudget() };
}

/** A piece of a text with the service's answer to it. */
interface AnsweredPiece {
	piece: Piece;
	answer: SignatureAnswer;
}

type PieceResult = AnsweredPiece | { piece: Piece; error: NodeApiError };

/** What the service found in a text, put together from its pieces. */
export interface Checked {
	answers: AnsweredPiece[];
	failedPieces: FailedPiece[];
}

/** How a text is checked piece by piece: one that fails does not fail the others. */
export function checking<Request extends { check: CheckRequest }>(
	client: Client,
): Pick<ReadOperation<Request, Piece, PieceResult>, 'failedPart' | 'parts' | 'send'> {
	return {
		parts: ({ check }) => check.pieces,
		send: async (item, { check }, piece) => {
			const request = {
				path: CORRECTION_PATH,
				headers: { 'Content-Type': 'application/json' },
				body: buildCorrectionRequest(check.text.slice(piece.start, piece.end), check.settings),
			};
			const answer = await client.call(item, request, decodeCorrectionAnswer, check.budget);
			return { piece, answer };
		},
		failedPart: (_item, _request, piece, error) => ({ piece, error: error as NodeApiError }),
	};
}

/** @throws NodeApiError when none of the pieces could be checked */
export function checkedOf(results: PieceResult[]): Checked {
	const answers = results.filter((one) => 'answer' in one);
	const failed = results.filter((one) => 'error' in one);
	if (answers.length === 0 && failed.length > 0) throw failed[0]!.error;
	return { answers, failedPieces: failed.map(({ piece, error }) => failedPiece(piece, error)) };
}

/** How an item reports a piece that could not be checked. */
function failedPiece(piece: Piece, error: NodeApiError): FailedPiece {
	const { code, sid, httpStatus } = (error.context?.data ?? {}) as IDataObject;
	return {
		start: piece.ownStart,
		end: piece.ownEnd,
		reason: error.message.replace(/ \[item \d+\]$/, ''),
		whatToDo: error.description ?? '',
		code: code === undefined ? null : String(code),
		sid: sid === undefined ? null : String(sid),
		httpStatus: httpStatus === undefined ? null : Number(httpStatus),
	};
}
