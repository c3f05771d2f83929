import type { IDataObject, NodeApiError } from 'n8n-workflow';

import type { Service } from '../../shared/http/client';
import type { Item } from '../../shared/items/item';
import { forEachConcurrently } from '../../shared/items/itemLoop';
import { holdsForCredential, type SignatureAnswer } from '../../shared/signature/answer';
import type { FailedPiece } from '../output/correctionItems';
import { decodeCorrectionAnswer } from '../protocol/correctionAnswer';
import {
	buildCorrectionRequest,
	CORRECTION_PATH,
	type CorrectionRequestSettings,
} from '../protocol/correctionRequest';
import type { Piece } from '../protocol/splitText';

/** A piece of a text with the service's answer to it. */
export interface AnsweredPiece {
	piece: Piece;
	answer: SignatureAnswer;
}

/**
 * Sends all pieces of a text; one that fails does not fail the others. Only a problem that every request
 * with the credential would meet ends the sending: the remaining pieces count as failed with it.
 * @throws NodeApiError when none of them could be checked
 */
export async function checkPieces(
	service: Service,
	item: Item,
	text: string,
	pieces: Piece[],
	settings: CorrectionRequestSettings,
): Promise<{ checked: AnsweredPiece[]; failedPieces: FailedPiece[] }> {
	const outcomes: Array<{ answer: SignatureAnswer } | { error: NodeApiError } | undefined> = [];
	let refusal: { error: NodeApiError } | undefined;
	// one budget for all pieces, so that a service that has stopped answering does not cost each its time
	const time = service.retryBudget();
	const check = async ({ start, end }: Piece, at: number) => {
		const request = {
			path: CORRECTION_PATH,
			headers: { 'Content-Type': 'application/json' },
			body: buildCorrectionRequest(text.slice(start, end), settings),
		};
		try {
			const answer = await service.call(item, request, decodeCorrectionAnswer, time);
			outcomes[at] = { answer };
		} catch (thrown) {
			const error = thrown as NodeApiError;
			outcomes[at] = { error };
			if (holdsForCredential((error.context?.data ?? {}) as IDataObject)) refusal ??= { error };
		}
	};

	const limits = { limiter: service.limiter, isOver: () => refusal !== undefined };
	await forEachConcurrently([...pieces.entries()], limits, async ([at, piece]) => {
		await check(piece, at);
	});

	const checked: AnsweredPiece[] = [];
	const errors: Array<{ piece: Piece; error: NodeApiError }> = [];
	pieces.forEach((piece, at) => {
		const outcome = outcomes[at] ?? refusal!;
		if ('answer' in outcome) checked.push({ piece, answer: outcome.answer });
		else errors.push({ piece, error: outcome.error });
	});
	if (checked.length === 0) throw (refusal ?? errors[0]!).error;
	return { checked, failedPieces: errors.map(({ piece, error }) => failedPiece(piece, error)) };
}

/** What an item says of a piece that could not be checked. */
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
