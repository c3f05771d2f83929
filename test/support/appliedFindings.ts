/** The corrections of a text, with what follows from each, and the text with those made that are applied. */
import { reasonOf } from '../../nodes/IflytekTextCorrection/output/reasons';
import {
	applyCorrections,
	isToLookAt,
	type Correction,
	type RulesInText,
} from '../../nodes/IflytekTextCorrection/protocol/applyCorrections';
import type { CategoryChoice } from '../../nodes/IflytekTextCorrection/protocol/categories';
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
	rules?: RulesInText,
) {
	const corrections = applyCorrections(text, findings, choice, rules);
	const correctedText = edited(text, corrections.filter(isApplied).map(editOf));
	return { correctedText, corrections: corrections.map(described) };
}
