import { findKept } from '../houseStyle/keptWords';
import type { Replacements } from '../houseStyle/replacements';
import {
	applyCorrections,
	type CategoryChoice,
	type Correction,
} from '../protocol/applyCorrections';
import { readFindings } from '../protocol/correctionAnswer';
import { locateFindings } from '../protocol/locateFindings';
import {
	editsOf,
	isApplied,
	segmentChanges,
	type Change,
	type Edit,
	type Format,
	type Obstacle,
	type Prose,
} from '../../shared/formats/prose/prose';
import type { Checked } from './checkPieces';

/** The rules for the findings of a text. */
export interface Rules {
	choice: CategoryChoice;
	kept: string[];
	replacements: Replacements;
}

/** A text after its findings were applied or set aside. */
export interface Decided {
	corrections: Correction[];
	edits: Edit[];
}

/** Prepares the rules for the findings of a text: returns the function that decides. */
export function decider(
	prose: Prose,
	format: Format,
	{ choice, kept, replacements }: Rules,
): (checked: Checked) => Decided {
	const { text } = prose;
	const rules = {
		kept: findKept(text, kept),
		replacements,
		obstacle: (change: Change) => {
			const found = segmentChanges(prose, change, format);
			return Array.isArray(found) ? null : found;
		},
	};
	return ({ answers }) => {
		const findings = locateFindings(
			text,
			answers.map(({ piece, answer }) => ({ piece, findings: readFindings(answer.document) })),
		);
		// what turns out to be impossible in the document must not stand in the way of what it overlaps
		const refused = new Map<string, Obstacle>();
		for (;;) {
			const corrections = applyCorrections(text, findings, choice, {
				...rules,
				obstacle: (change) => rules.obstacle(change) ?? refused.get(keyOf(change)) ?? null,
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
