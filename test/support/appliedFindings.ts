/** The corrections of a text, and the text with those made that are applied. */
import {
	applyCorrections,
	type CategoryChoice,
	type PlacedFinding,
	type Wishes,
} from '../../nodes/IflytekTextCorrection/protocol/applyCorrections';
import { edited, editOf, isApplied } from '../../nodes/shared/formats/prose/prose';

export function appliedFindings(
	text: string,
	findings: PlacedFinding[],
	choice: CategoryChoice,
	wishes?: Wishes,
) {
	const corrections = applyCorrections(text, findings, choice, wishes);
	const correctedText = edited(text, corrections.filter(isApplied).map(editOf));
	return { correctedText, corrections };
}
