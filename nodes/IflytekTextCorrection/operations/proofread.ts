import type { Service } from '../../shared/http/client';
import type { Item } from '../../shared/items/item';
import { findKept, type KeptWords } from '../houseStyle/keptWords';
import type { Replacements } from '../houseStyle/replacements';
import type { FailedPiece } from '../output/correctionItems';
import {
	applyCorrections,
	type CategoryChoice,
	type Correction,
} from '../protocol/applyCorrections';
import { readFindings } from '../protocol/correctionAnswer';
import type { CorrectionRequestSettings } from '../protocol/correctionRequest';
import { joinPieces } from '../protocol/joinPieces';
import { splitText, wholeText } from '../protocol/splitText';
import { editsOf, segmentChanges, type Edit, type Format, type Prose } from '../prose/prose';
import { checkPieces, type AnsweredPiece } from './checkPieces';

/** What to do with the findings of a text. */
export interface Rules {
	choice: CategoryChoice;
	kept: KeptWords;
	replacements: Replacements;
}

/** What the service found in a text, put together from its pieces. */
export interface Checked {
	answers: AnsweredPiece[];
	failedPieces: FailedPiece[];
}

/** Sends a text to the service, a long one in pieces; parts without any character are not sent. */
export async function checkText(
	service: Service,
	item: Item,
	text: string,
	settings: CorrectionRequestSettings & { isSplit: boolean },
): Promise<Checked> {
	const pieces = settings.isSplit
		? splitText(text).filter(({ start, end }) => text.slice(start, end).trim() !== '')
		: [wholeText(text)];
	if (pieces.length === 0) return { answers: [], failedPieces: [] };
	const { checked, failedPieces } = await checkPieces(service, item, text, pieces, settings);
	return { answers: checked, failedPieces };
}

/** A text after the decisions about what was found in it. */
export interface Decided {
	corrections: Correction[];
	edits: Edit[];
}

/**
 * Makes ready what decides about the findings of a text; a pattern that takes too long is said before
 * anything is sent.
 * @returns the function that decides
 * @throws NodeOperationError
 */
export function decider(
	item: Item,
	prose: Prose,
	format: Format,
	{ choice, kept, replacements }: Rules,
): (checked: Checked) => Decided {
	const { text } = prose;
	const wishes = {
		kept: item.unwrap(findKept(text, kept)),
		replacements,
		obstacle: (change: Parameters<typeof segmentChanges>[1]) => {
			const found = segmentChanges(prose, change, format);
			return typeof found === 'string' ? found : null;
		},
	};
	return ({ answers }) => {
		const findings = joinPieces(
			text,
			answers.map(({ piece, answer }) => ({ piece, findings: readFindings(answer.document) })),
		);
		const { corrections } = applyCorrections(text, findings, choice, wishes);
		return { corrections, edits: editsOf(prose, corrections, format) };
	};
}
