import type { NotAccepted, Outcome } from '../../shared/aiCall/outcome';
import type { CodeScope } from '../../shared/http/codes';
import { CANCELED, type Problem } from '../../shared/problem/problem';

/** What became of one row; its value is the ID by which pushes name it, if the platform gave one. */
export type RowOutcome = Outcome<string | null>;

/** What became of one request, with an ID for each of its rows. */
export type BatchOutcome = Outcome<Array<string | null>>;

/** Scopes that one row can trigger: the platform refuses the whole batch because of it. */
export const ROW_SCOPES: ReadonlyArray<CodeScope | undefined> = ['row', 'columns', 'parameter'];

/** The outcome of rows that are not sent because an earlier request failed. */
export function laterOutcome({
	status,
	problem,
	heldBack,
	mayHaveActed,
}: NotAccepted): NotAccepted {
	if (heldBack) return { status: 'notSent', problem, heldBack };
	// what to do about rows that may have been taken does not hold for those that were not sent
	const isOpen = status === 'unknown' || mayHaveActed === true;
	return {
		status: 'notSent',
		problem: {
			...problem,
			message: `Not sent, because of an earlier request: ${problem.message}`,
			remedy: isOpen ? SEND_LATER : problem.remedy,
		},
	};
}

const SEND_LATER =
	'Run the workflow again with the rows that were not sent, when the platform works again.';

/**
 * Whether the number of a row may have been called, or may still be: false only where sending the row
 * again cannot call anyone twice.
 */
export function mayHaveBeenCalled(outcome: Outcome<unknown>): boolean {
	if (outcome.status === 'accepted' || outcome.status === 'unknown') return true;
	return outcome.mayHaveActed === true;
}

/** A row that is not sent on purpose, so that nothing failed. */
export function heldBack(problem: Omit<Problem, 'retryClass'>): NotAccepted {
	return { status: 'notSent', heldBack: true, problem: { ...problem, retryClass: 'never' } };
}

/** Why the remaining rows are not sent after the user canceled the execution. */
export const CANCELED_RUN: Problem = {
	...CANCELED,
	remedy: 'Run the workflow again with the rows that were not sent.',
};

const MOST_RANGES = 10;

/** Row numbers as ranges, such as "rows 1–50, 53". */
export function rowNumbers(numbers: readonly number[]): string {
	const ranges: Array<[number, number]> = [];
	for (const number of numbers) {
		const last = ranges.at(-1);
		if (last !== undefined && last[1] === number - 1) last[1] = number;
		else ranges.push([number, number]);
	}
	const texts = ranges
		.slice(0, MOST_RANGES)
		.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`));
	if (ranges.length > MOST_RANGES) texts.push('…');
	return `${numbers.length === 1 ? 'row' : 'rows'} ${texts.join(', ')}`;
}
