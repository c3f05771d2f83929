import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	NodeApiError,
} from 'n8n-workflow';

import {
	edited,
	editsOf,
	isApplied,
	segmentChanges,
	type Change,
	type Edit,
	type Format,
	type Obstacle,
	type Prose,
} from '../../shared/formats/prose/prose';
import type { ItemFiles } from '../../shared/files/itemFiles';
import { openClient, type Client } from '../../shared/http/client';
import { nullColumnsLast, runOperation } from '../../shared/items/engine';
import { problemOf } from '../../shared/items/errors';
import type { Item } from '../../shared/items/item';
import type { RetryBudget } from '../../shared/pace/attempts';
import { readLanguage, wordsIn, type Language } from '../../shared/problem/language';
import { signatureScheme, type SignatureAnswer } from '../../shared/signature/scheme';
import { findKept } from '../houseStyle/keptWords';
import type { Replacements } from '../houseStyle/replacements';
import type { CorrectedText, FailedPiece } from '../output/correctionItems';
import { RunSummary } from '../output/runSummary';
import {
	applyCorrections,
	type CategoryChoice,
	type Correction,
} from '../protocol/applyCorrections';
import { decodeCorrectionAnswer, readFindings } from '../protocol/correctionAnswer';
import {
	buildCorrectionRequest,
	CORRECTION_PATH,
	type CorrectionRequestSettings,
} from '../protocol/correctionRequest';
import { locateFindings } from '../protocol/locateFindings';
import { TEXT_SERVICE } from '../protocol/service';
import { splitText, wholeText, type Piece } from '../protocol/splitText';
import { readSettings } from './correctionParameters';

/** The rules for the findings of a text. */
export interface Rules {
	choice: CategoryChoice;
	kept: string[];
	replacements: Replacements;
}

/** The words of a document, and how its format treats changes of them. */
export interface Text {
	prose: Prose;
	format: Format;
}

/** What to check of an item. */
interface CheckRequest extends Text {
	pieces: Piece[];
	settings: CorrectionRequestSettings;
	/** of all pieces, so that a service that has stopped answering does not cost each its time */
	budget: RetryBudget;
}

/** The words of a document to check, a long one in pieces; parts without any character are not sent. */
export function checkRequest(
	client: Client,
	item: Item,
	{ prose, format }: Text,
	isSplit = true,
): CheckRequest {
	const { text } = prose;
	const pieces = (isSplit ? splitText(text) : [wholeText(text)]).filter(
		({ start, end }) => text.slice(start, end).trim() !== '',
	);
	const settings = readSettings(item, client.credentials);
	return { prose, format, pieces, settings, budget: client.retryBudget() };
}

/** A piece of a text with the service's answer to it. */
interface AnsweredPiece {
	piece: Piece;
	answer: SignatureAnswer;
}

interface RefusedPiece {
	piece: Piece;
	error: NodeApiError;
}

/** What the service found in a text, put together from its pieces. */
export interface Checked {
	answers: AnsweredPiece[];
	failedPieces: FailedPiece[];
}

/** How an operation reads an item, and the output of the item from what the service found. */
interface Proofreading<Request> {
	read: (client: Client, item: Item) => Request | Promise<Request>;
	shape: (
		item: Item,
		request: Request,
		checked: Checked,
		summary: RunSummary,
	) => INodeExecutionData[] | Promise<INodeExecutionData[]>;
}

/**
 * Checks what the items of a run hold, piece by piece: one that fails does not fail the others.
 * @param unit what one item holds: text or document
 */
export async function proofread<Request extends { check: CheckRequest }>(
	context: IExecuteFunctions,
	unit: string,
	{ read, shape }: Proofreading<Request>,
	limits: { files?: ItemFiles; sizeOf?: (item: Item) => Promise<number> } = {},
): Promise<INodeExecutionData[]> {
	const client = await openClient(context, signatureScheme, TEXT_SERVICE);
	const summary = new RunSummary(unit);
	const { run, close } = client;
	const items = await runOperation<Request, Piece, AnsweredPiece | RefusedPiece>(
		context,
		{ run, close, ...limits },
		{
			read: (item) => read(client, item),
			parts: ({ check }) => check.pieces,
			send: async (item, { check: { prose, settings, budget } }, piece) => {
				const request = {
					path: CORRECTION_PATH,
					headers: { 'Content-Type': 'application/json' },
					body: buildCorrectionRequest(prose.text.slice(piece.start, piece.end), settings),
				};
				return { piece, answer: await client.call(item, request, decodeCorrectionAnswer, budget) };
			},
			failedPart: (_item, _request, piece, error) => ({ piece, error: error as NodeApiError }),
			shape: (item, request, results) =>
				shape(item, request, checkedOf(results, readLanguage(item.options)), summary),
		},
	);
	limits.files?.addHint(context);
	summary.addRunHint(context, items);
	return nullColumnsLast(items);
}

/** @throws NodeApiError when none of the pieces could be checked */
function checkedOf(results: Array<AnsweredPiece | RefusedPiece>, language: Language): Checked {
	const answers = results.filter((one) => 'answer' in one);
	const failed = results.filter((one) => 'error' in one);
	if (answers.length === 0 && failed.length > 0) throw failed[0]!.error;
	return { answers, failedPieces: failed.map((one) => failedPiece(one, language)) };
}

/** How an item reports a piece that could not be checked. */
function failedPiece({ piece, error }: RefusedPiece, language: Language): FailedPiece {
	const { code, sid, httpStatus } = (error.context?.data ?? {}) as IDataObject;
	const { message: reason, remedy: whatToDo } = wordsIn(problemOf(error), language);
	return {
		start: piece.ownStart,
		end: piece.ownEnd,
		reason,
		whatToDo,
		code: code === undefined ? null : String(code),
		sid: sid === undefined ? null : String(sid),
		httpStatus: httpStatus === undefined ? null : Number(httpStatus),
	};
}

/** A text with what was decided about its findings, and the edits of its document. */
export function correctedText(
	item: Item,
	{ prose, format }: Text,
	decide: Decider,
	{ answers, failedPieces }: Checked,
): { corrected: CorrectedText; edits: Edit[] } {
	const { corrections, edits } = decide(answers);
	return {
		corrected: {
			row: item.index + 1,
			language: readLanguage(item.options),
			prose,
			correctedText: edited(prose.document, edits, format.encode),
			corrections,
			failedPieces,
		},
		edits,
	};
}

type Decider = (answers: AnsweredPiece[]) => { corrections: Correction[]; edits: Edit[] };

/** Prepares the rules for the findings of a text: returns the function that applies them or sets them aside. */
export function decider({ prose, format }: Text, { choice, kept, replacements }: Rules): Decider {
	const { text } = prose;
	const keptRanges = findKept(text, kept);
	return (answers) => {
		const findings = locateFindings(
			text,
			answers.map(({ piece, answer }) => ({ piece, findings: readFindings(answer.document) })),
		);
		// what turns out to be impossible in the document must not stand in the way of what it overlaps
		const refused = new Map<string, Obstacle>();
		for (;;) {
			const corrections = applyCorrections(text, findings, choice, {
				kept: keptRanges,
				replacements,
				obstacle: (change) => {
					const found = segmentChanges(prose, change, format);
					return Array.isArray(found) ? (refused.get(keyOf(change)) ?? null) : found;
				},
			});
			const applied = corrections.filter(isApplied);
			const edits = editsOf(prose, corrections, format);
			const takenBack = applied.filter(({ cause }) => cause !== null);
			if (takenBack.length === 0) return { corrections, edits };
			for (const one of takenBack) refused.set(keyOf(one), one.cause as Obstacle);
		}
	};
}

function keyOf({ position, original, suggestion }: Change): string {
	return JSON.stringify([position, original, suggestion]);
}
