import { isApplied } from '../../shared/formats/prose/prose';
import type { Language } from '../../shared/problem/language';
import { isToLookAt, type Correction } from '../protocol/applyCorrections';
import { describeFinding } from '../protocol/categories';

/** A part of a text that was not checked, in UTF-16 indexes, and why. */
export interface UncheckedRange {
	start: number;
	end: number;
	reason: string;
}

/** A text in the order it is read, with what happened to each part of it. */
export type Segment =
	| { kind: 'plain'; text: string }
	| { kind: 'changed'; deleted: string; inserted: string; meaning: string }
	| { kind: 'doubtful'; text: string; suggestion: string | null; meaning: string }
	| { kind: 'unchecked'; text: string; reason: string };

/**
 * Divides a text into segments for a marked-up version: applied corrections, places to look at (their
 * text is empty where the service names a place only), parts that were not checked, and the rest.
 * @param corrections in order of their position, as `applyCorrections` returns them
 * @param uncheckedRanges in order, not overlapping
 */
export function markedText(
	text: string,
	corrections: Correction[],
	uncheckedRanges: UncheckedRange[],
	language: Language = 'english',
): Segment[] {
	const segments: Segment[] = [];
	let done = 0;
	const unmarkedUntil = (end: number): void => {
		for (const { start, end: rangeEnd, reason } of uncheckedRanges) {
			const from = Math.max(start, done);
			const to = Math.min(rangeEnd, end);
			if (from >= to) continue;
			if (from > done) segments.push({ kind: 'plain', text: text.slice(done, from) });
			segments.push({ kind: 'unchecked', text: text.slice(from, to), reason });
			done = to;
		}
		if (end > done) segments.push({ kind: 'plain', text: text.slice(done, end) });
		done = end;
	};

	const applied = corrections.filter(isApplied);
	for (const correction of corrections) {
		const { position, original } = correction;
		if (position === null || original === null) continue;
		const end = position + original.length;
		const meaning = describeFinding(correction.category, correction.type, language);
		if (isApplied(correction)) {
			unmarkedUntil(position);
			segments.push({
				kind: 'changed',
				deleted: original,
				inserted: correction.suggestion,
				meaning,
			});
			done = end;
		} else if (
			isToLookAt(correction) &&
			position >= done &&
			!applied.some((other) => other.position < end && endOf(other) > position)
		) {
			unmarkedUntil(position);
			segments.push({
				kind: 'doubtful',
				text: original,
				suggestion: correction.suggestion,
				meaning,
			});
			done = end;
		}
	}
	unmarkedUntil(text.length);
	return segments;
}

/** Shown where a place to look at has no text: a caret, as proofreaders write it. */
export const PLACE_MARK = '‸';

function endOf({ position, original }: { position: number; original: string }): number {
	return position + original.length;
}
