import { categoryOrder, isChosen, REPLACE_ALWAYS, type CategoryChoice } from './categories';
import { findKept, touched } from '../houseStyle/keptWords';
import {
	findReplacements,
	inHouseStyle,
	stillToReplace,
	type Replacements,
} from '../houseStyle/replacements';
import { LONGEST_LINE } from '../houseStyle/styleLines';
import type { Finding } from './correctionAnswer';
import {
	locateFindings,
	type CheckedPiece,
	type NoPlace,
	type PlacedFinding,
} from './locateFindings';
import {
	editsOf,
	isApplied,
	divideChange,
	type Cause,
	type Change,
	type Edit,
	type Format,
	type Obstacle,
	type Prose,
	type TextRange,
	type WantedChange,
} from '../../shared/formats/prose/prose';
import { isKeptIn } from '../../shared/formats/prose/search';
import { codePointStart } from '../../shared/formats/prose/textBoundary';

/** The user's rules for the findings of any text. */
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

/** The rules for the findings of one text, besides the choice of categories. */
export interface RulesInText {
	/** parts of the text that stay as they are, in order */
	kept?: readonly TextRange[];
	replacements?: Replacements;
	/** why a change cannot be made in the document that the text comes from; null where it can */
	obstacle?: (change: Change) => Obstacle | null;
}

/** A finding, or a replacement of the user's own, after the decision about it. */
export interface Correction extends WantedChange {
	/** the service's category; REPLACE_ALWAYS for a replacement */
	category: string;
	type: string;
	cause: CorrectionCause | null;
}

/** The causes about which a person has nothing to decide. */
const DECIDED = ['kept', 'leftOut', 'overlap', 'same'] as const;
type Undecided = 'noSide' | 'noSuggestion' | 'noText' | 'several';

export interface CorrectionCause extends Cause {
	code: NoPlace['code'] | Obstacle['code'] | (typeof DECIDED)[number] | Undecided;
	/** the category of the one that it overlaps */
	category?: string;
}

/** An empty suggestion deletes in this category; in the others it means that there is none. */
const DELETING_CATEGORY = 'redund';
/** The category in which the original may be empty: the suggestion is inserted. */
const INSERTING_CATEGORY = 'miss';

/** The findings of a text, applied or set aside with a cause, and the edits of its document that follow. */
export function applyFindings(
	{ prose, format }: Text,
	{ choice, kept, replacements }: Rules,
	checkedPieces: CheckedPiece[],
): { corrections: Correction[]; edits: Edit[] } {
	const { text } = prose;
	const findings = locateFindings(text, checkedPieces);
	const keyOf = (change: Change) =>
		JSON.stringify([change.position, change.original, change.suggestion]);
	// a correction that the document cannot take must not displace one that it overlaps
	const refused = new Map<string, Obstacle>();
	const obstacle = (change: Change) => {
		const found = divideChange(prose, change, format);
		return Array.isArray(found) ? (refused.get(keyOf(change)) ?? null) : found;
	};
	const rules = { kept: findKept(text, kept), replacements, obstacle };
	for (;;) {
		const corrections = applyCorrections(text, findings, choice, rules);
		const applied = corrections.filter(isApplied);
		const edits = editsOf(prose, corrections, format);
		const takenBack = applied.filter(({ cause }) => cause !== null);
		if (takenBack.length === 0) return { corrections, edits };
		for (const one of takenBack) refused.set(keyOf(one), one.cause as Obstacle);
	}
}

/**
 * Decides which findings to apply, with the user's own replacements. Of corrections that overlap, the one that covers
 * more text wins; of equally long ones the one that begins first; then the one whose category comes first in the table.
 * A replacement wins over all of them. Of two insertions at the same place only one is applied.
 * @returns in order of their position
 */
export function applyCorrections(
	text: string,
	placedFindings: PlacedFinding[],
	choice: CategoryChoice,
	rules: RulesInText = {},
): Correction[] {
	const given = { ...rules, text, choice };
	const decided = placedFindings.map((placed) => decide(placed, given));
	const corrections = [...replacementsIn(decided, given), ...decided].sort(byPosition);
	settleOverlaps(corrections.filter(isApplied));
	return corrections;
}

/** What decides about the findings of a text. */
type Given = RulesInText & { text: string; choice: CategoryChoice };

type PlacedCorrection = Correction & Change;

/** The user's replacements, except where the service's corrections make the right words themselves. */
function replacementsIn(others: readonly Correction[], given: Given): Correction[] {
	const { text, replacements, obstacle } = given;
	if (replacements === undefined) return [];
	const all = findReplacements(text, replacements).map((change): PlacedCorrection => {
		const cause = touchedWord(change, given) ?? obstacle?.(change) ?? null;
		return { ...change, category: REPLACE_ALWAYS, type: '', cause };
	});
	// each one needed may withdraw a correction, and then another one is needed too
	const needed = new Set<PlacedCorrection>();
	for (let before = -1; all.length > 0 && needed.size > before;) {
		before = needed.size;
		const settled = [...needed, ...others].filter(isApplied).map((one) => ({ ...one }));
		settleOverlaps(settled);
		const standing = settled.filter((one) => isApplied(one) && !isReplacement(one));
		for (const one of stillToReplace(text, all, standing.sort(byPosition))) needed.add(one);
	}
	return all.filter((one) => needed.has(one));
}

function decide({ finding, place }: PlacedFinding, given: Given): Correction {
	const { text, replacements } = given;
	const { category, type, original } = finding;
	const position = 'index' in place ? place.index : null;
	const isNone = finding.suggestion === '' && category !== DELETING_CATEGORY;
	const offered = isNone ? null : finding.suggestion;
	const suggestion =
		offered && replacements
			? inHouseStyle(offered, replacements, around(text, position, original))
			: offered;
	const cause = 'code' in place ? place : causeNotToApply(finding, place.index, suggestion, given);
	return { category, type, position, original, suggestion, cause };
}

/** The text before and after a finding, as far as a replacement can reach. */
function around(text: string, position: number | null, original: string | null) {
	if (position === null || original === null) return { before: '', after: '' };
	const end = position + original.length;
	return {
		before: text.slice(Math.max(0, position - LONGEST_LINE), position),
		after: text.slice(end, end + LONGEST_LINE),
	};
}

/** Why a change that touches words to keep is not made; null if it touches none. */
function touchedWord(
	{ position, original }: Pick<Change, 'position' | 'original'>,
	{ text, kept = [] }: Given,
): CorrectionCause | null {
	const range = touched(kept, position, position + original.length);
	if (range === undefined) return null;
	const end = codePointStart(text, Math.min(range.end, range.start + 30));
	return { code: 'kept', what: text.slice(range.start, end) + (end < range.end ? '…' : '') };
}

/** Whether a person has to look at a correction: nobody has decided about it. */
export function isToLookAt({ cause }: Correction): boolean {
	return cause !== null && !DECIDED.some((code) => code === cause.code);
}

/** Whether the user has decided not to apply a correction, by words to keep or by its category. */
export function isSetAside({ cause }: Correction): boolean {
	return cause?.code === 'kept' || cause?.code === 'leftOut';
}

/** Whether a correction is one that the user has asked for in any text. */
export function isReplacement({ category }: Correction): boolean {
	return category === REPLACE_ALWAYS;
}

/** Why a finding with a known place is not applied; null if it is. */
function causeNotToApply(
	{ category, original, alternatives }: Finding,
	position: number,
	suggestion: string | null,
	given: Given,
): CorrectionCause | null {
	const change = { position, original: original ?? '' };
	const keptWord = touchedWord(change, given);
	if (keptWord !== null) return keptWord;
	if (!isChosen(category, given.choice)) return { code: 'leftOut', what: '' };
	if (alternatives) return { code: 'several', what: alternatives.join(', ') };
	if (suggestion === null) return { code: 'noSuggestion', what: '' };
	if (suggestion === original) return { code: 'same', what: '' };
	if (category === INSERTING_CATEGORY) {
		if (!isKeptIn(change.original, suggestion)) return { code: 'noSide', what: '' };
	} else if (change.original === '') return { code: 'noText', what: '' };
	return given.obstacle?.({ ...change, suggestion }) ?? null;
}

/** By position, an insertion before other corrections at its place; those without a place come last. */
function byPosition(a: Correction, b: Correction): number {
	if (a.position === null || b.position === null)
		return Number(a.position === null) - Number(b.position === null);
	return (
		a.position - b.position ||
		a.original!.length - b.original!.length ||
		categoryOrder(a.category) - categoryOrder(b.category)
	);
}

function byPrecedence(a: PlacedCorrection, b: PlacedCorrection): number {
	return (
		Number(isReplacement(b)) - Number(isReplacement(a)) ||
		b.original.length - a.original.length ||
		a.position - b.position ||
		categoryOrder(a.category) - categoryOrder(b.category)
	);
}

/** Withdraws corrections that overlap one of higher precedence. */
function settleOverlaps(corrections: PlacedCorrection[]): void {
	const changed = new Map<number, PlacedCorrection>();
	const inserted = new Map<number, PlacedCorrection>();
	for (const correction of [...corrections].sort(byPrecedence)) {
		const { position, original } = correction;
		const units = Array.from({ length: original.length }, (_, offset) => position + offset);
		const around = changed.get(position - 1);
		const other =
			original === ''
				? (inserted.get(position) ?? (changed.get(position) === around ? around : undefined))
				: units.map((unit) => changed.get(unit)).find((taken) => taken !== undefined);
		if (other !== undefined) {
			const { category, original: words, suggestion } = other;
			(correction as Correction).cause = { code: 'overlap', what: words || suggestion, category };
		} else if (original === '') inserted.set(position, correction);
		else for (const unit of units) changed.set(unit, correction);
	}
}
