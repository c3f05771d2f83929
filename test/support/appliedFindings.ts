/** The corrections of a text, with what follows from each, and the text with those made that are applied. */
import { reasonOf } from '../../nodes/IflytekTextCorrection/output/reasons';
import {
	applyCorrections,
	isToLookAt,
	type Correction,
	type CategoryChoice,
	type Wishes,
} from '../../nodes/IflytekTextCorrection/protocol/applyCorrections';
import type { PlacedFinding } from '../../nodes/IflytekTextCorrection/protocol/locateFindings';
import { edited, editOf, isApplied } from '../../nodes/shared/formats/prose/prose';

export const described = (correction: Correction) => ({
	...correction,
	applied: isApplied(correction),
	kept: correction.cause?.code === 'kept',
	doubtful: correction.position !== null && isToLookAt(correction),
	reason: correction.cause && reasonOf(correction.cause, 'english'),
});

export function appliedFindings(
	text: string,
	findings: PlacedFinding[],
	choice: CategoryChoice,
	wishes?: Wishes,
) {
	const corrections = applyCorrections(text, findings, choice, wishes);
	const correctedText = edited(text, corrections.filter(isApplied).map(editOf));
	return { correctedText, corrections: corrections.map(described) };
}
