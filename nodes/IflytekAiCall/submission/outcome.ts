import type { NotAccepted, Outcome } from '../../shared/aiCall/outcome';
import type { Value, Wording } from '../../shared/problem/language';
import type { ReasonCode } from '../words/reasons';
import { reason, reworded } from '../words/say';

/** The outcome of one row; its value is the ID by which pushes name the row, if the platform gave one. */
export type RowOutcome = Outcome<string | null> & {
	/** the row with the same number that was sent instead */
	duplicateOf?: number;
};

/** The outcome of one request, with an ID for each of its rows. */
export type BatchOutcome = Outcome<Array<string | null>>;

/** The outcome of rows that are not sent because an earlier request failed. */
export function laterOutcome(cause: NotAccepted): NotAccepted {
	const { status, problem, heldBack, mayHaveActed } = cause;
	if (heldBack) return { status: 'notSent', problem, heldBack };
	// the remedy for rows that may have been taken does not suit rows that were not sent
	const isOpen = status === 'unknown' || mayHaveActed === true;
	return { status: 'notSent', problem: reworded(problem, isOpen ? 'laterInDoubt' : 'later') };
}

/** Whether a row may have been called, or may still be: if not, sending it again calls nobody twice. */
export function mayHaveBeenCalled({ status, mayHaveActed }: Outcome<unknown>): boolean {
	return status === 'accepted' || status === 'unknown' || mayHaveActed === true;
}

/** The outcome of a row that is left out on purpose: nothing failed. */
export function heldBack(code: ReasonCode, ...values: Value[]): NotAccepted {
	return { status: 'notSent', heldBack: true, problem: reason(code, ...values) };
}

/** The outcome of a row that was to be sent but has none, which should never happen. */
export const NOT_SETTLED: NotAccepted = { status: 'unknown', problem: reason('notSettled') };

const MOST_RANGES = 10;

/** Row numbers as ranges, such as "rows 1–50, 53". */
export function rowNumbers(numbers: readonly number[]): Wording {
	const ranges: Array<[number, number]> = [];
	for (const number of numbers) {
		const last = ranges.at(-1);
		if (last !== undefined && last[1] === number - 1) last[1] = number;
		else ranges.push([number, number]);
	}
	const texts = ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`));
	if (texts.splice(MOST_RANGES).length > 0) texts.push('…');
	return {
		english: `${numbers.length === 1 ? 'row' : 'rows'} ${texts.join(', ')}`,
		chinese: `第 ${texts.join('、')} 行`,
	};
}
