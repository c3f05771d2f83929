import {
	categoryName,
	categoryOrder,
	categoryValue,
	isKnownCategory,
	OTHER_CATEGORIES,
} from './categories';
import type { Finding } from './correctionAnswer';
import type { Place } from './locateFindings';

/** A finding with its place in the whole text (UTF-16 index), or why it has none. */
export interface PlacedFinding {
	finding: Finding;
	place: Place;
}

/** Which categories may change the text. */
export interface CategoryChoice {
	apply: 'all' | 'chosen' | 'allExcept';
	categories: ReadonlySet<string>;
}

/** A finding after the decision about it. */
export interface Correction {
	category: string;
	type: string;
	/** UTF-16 index of `original` in the whole text, null where it could not be found */
	position: number | null;
	original: string | null;
	/** what is put in its place; '' deletes, null means no suggestion, ' | ' stands between several */
	suggestion: string | null;
	applied: boolean;
	/** why it was not applied */
	reason: string | null;
	/** for the reader to look at: found in the text and chosen, but without a suggestion to apply */
	doubtful: boolean;
}

/** An empty suggestion deletes in this category; in the others it means that there is none. */
const DELETING_CATEGORY = 'redund';

/** The categories in which the original may be empty: the suggestion is inserted. */
const INSERTING_CATEGORY = 'miss';

/**
 * Decides which findings to apply, and applies them. Of corrections that overlap, the one that covers
 * more text wins; of equally long ones the one that begins first; then the one whose category comes
 * first in the table. Of two insertions at the same place only one is applied.
 * @returns the corrected text, and the corrections in order of their position
 */
export function applyCorrections(
	text: string,
	placedFindings: PlacedFinding[],
	choice: CategoryChoice,
): { correctedText: string; corrections: Correction[] } {
	const corrections = placedFindings.map((placed) => decide(placed, choice)).sort(byPosition);
	settleOverlaps(corrections.filter(isApplied));
	const parts: string[] = [];
	let done = 0;
	for (const { position, original, suggestion } of corrections.filter(isApplied)) {
		parts.push(text.slice(done, position), suggestion);
		done = position + original.length;
	}
	return { correctedText: parts.join('') + text.slice(done), corrections };
}

/** A correction that is part of the corrected text. */
export type AppliedCorrection = Correction & {
	position: number;
	original: string;
	suggestion: string;
};

/** Whether a correction is part of the corrected text. */
export function isApplied(correction: Correction): correction is AppliedCorrection {
	return correction.applied;
}

function decide({ finding, place }: PlacedFinding, choice: CategoryChoice): Correction {
	const { category, type, original } = finding;
	const suggestion =
		finding.suggestion === '' && category !== DELETING_CATEGORY ? null : finding.suggestion;
	const position = 'index' in place ? place.index : null;
	let reason: string | null = null;
	let doubtful = false;
	if ('reason' in place) reason = place.reason;
	else if (!isChosen(category, choice)) reason = 'Its category is not among those to apply';
	else {
		reason = finding.alternatives
			? `The service suggests several texts: ${finding.alternatives.join(', ')}. Choose one`
			: reasonNotToApply(category, original ?? '', suggestion);
		doubtful = reason !== null && suggestion !== original;
	}
	return {
		category,
		type,
		position,
		original,
		suggestion,
		applied: reason === null,
		reason,
		doubtful,
	};
}

function isChosen(category: string, { apply, categories }: CategoryChoice): boolean {
	if (apply === 'all') return true;
	const named =
		categories.has(categoryValue(category)) ||
		(!isKnownCategory(category) && categories.has(OTHER_CATEGORIES));
	return named === (apply === 'chosen');
}

/** Why a correction with a known place is not applied; null if it is. */
function reasonNotToApply(
	category: string,
	original: string,
	suggestion: string | null,
): string | null {
	if (suggestion === null) return 'The service has no suggestion';
	if (suggestion === original) return 'The suggestion is the same as the text';
	if (category === INSERTING_CATEGORY) {
		return isKeptIn(original, suggestion)
			? null
			: 'The suggestion does not say on which side of the text something is missing';
	}
	return original === '' ? 'The service does not say which text is not right' : null;
}

/** Whether all characters of a text are in another one, in the same order. */
function isKeptIn(text: string, longer: string): boolean {
	let found = 0;
	for (const unit of longer.split('')) if (unit === text[found]) found++;
	return found === text.length;
}

/** In order of position, an insertion before what stands at its place; what has no place comes last. */
function byPosition(a: Correction, b: Correction): number {
	if (a.position === null || b.position === null) {
		return Number(a.position === null) - Number(b.position === null);
	}
	return (
		a.position - b.position ||
		a.original!.length - b.original!.length ||
		categoryOrder(a.category) - categoryOrder(b.category)
	);
}

function byPrecedence(a: AppliedCorrection, b: AppliedCorrection): number {
	return (
		b.original.length - a.original.length ||
		a.position - b.position ||
		categoryOrder(a.category) - categoryOrder(b.category)
	);
}

/** Takes back those that overlap one of higher precedence. */
function settleOverlaps(corrections: AppliedCorrection[]): void {
	const changed = new Map<number, AppliedCorrection>();
	const inserted = new Map<number, AppliedCorrection>();
	for (const correction of [...corrections].sort(byPrecedence)) {
		const { position, original } = correction;
		const units = Array.from({ length: original.length }, (_, offset) => position + offset);
		const around = changed.get(position - 1);
		const other =
			original === ''
				? (inserted.get(position) ?? (changed.get(position) === around ? around : undefined))
				: units.map((unit) => changed.get(unit)).find((taken) => taken !== undefined);
		if (other !== undefined) {
			(correction as Correction).applied = false;
			correction.reason = `Overlaps the correction of "${other.original || other.suggestion}" (${categoryName(other.category)}) at position ${other.position}, which is applied`;
		} else if (original === '') {
			inserted.set(position, correction);
		} else {
			for (const unit of units) changed.set(unit, correction);
		}
	}
}
