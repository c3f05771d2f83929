import type { PlacedFinding } from './applyCorrections';
import type { Finding } from './correctionAnswer';
import { locateFindings } from './locateFindings';
import type { Piece } from './splitText';

/** A piece that was checked, with what the service found in what was sent of it. */
export interface CheckedPiece {
	piece: Piece;
	findings: Finding[];
}

/**
 * Puts the findings of all pieces together, with their places in the whole text. Where pieces overlap, the
 * one that owns the place counts, so that nothing is reported twice.
 */
export function joinPieces(text: string, checkedPieces: CheckedPiece[]): PlacedFinding[] {
	const places = locateFindings(
		checkedPieces.map(({ piece, findings }) => ({
			text: text.slice(piece.start, piece.end),
			findings,
		})),
	);
	return checkedPieces.flatMap(({ piece, findings }, i) =>
		findings.flatMap((finding, j): PlacedFinding[] => {
			const place = places[i]![j]!;
			if ('index' in place) {
				const index = piece.start + place.index;
				return owns(piece, index) ? [{ finding, place: { index } }] : [];
			}
			const claimed = finding.position === null ? piece.ownStart : piece.start + finding.position;
			return owns(piece, Math.min(claimed, piece.end)) ? [{ finding, place }] : [];
		}),
	);
}

function owns({ ownStart, ownEnd, end }: Piece, index: number): boolean {
	return index >= ownStart && (index < ownEnd || (index === ownEnd && ownEnd === end));
}
