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

/** The status of a row's item: `ready` in a dry run, `test` accepted with the test number in place of its own. */
export type RowStatus = RowOutcome['status'] | 'ready' | 'test';

/** Each status as a summary words it, in the order of a summary. */
export const STATUS_WORDS: Record<RowStatus, string> = {
	accepted: 'accepted',
	ready: 'ready',
	test: 'sent to the test number',
	refused: 'refused',
	unknown: 'not known',
	notSent: 'not sent',
};
const STATUSES = Object.keys(STATUS_WORDS) as RowStatus[];

/** A row as a summary needs it. */
export interface SummarizedRow {
	row: number;
	status: RowStatus;
	problem?: Problem;
	/** whether its number may have been called, for the row itself or for another one that has it */
	isOpen: boolean;
	/** not sent on purpose */
	isHeldBack: boolean;
}

const MOST_REASONS = 3;
const MOST_RANGES = 10;

/**
 * What became of the rows of a run, in one sentence: how many of each status, why, and which rows.
 * Without phone numbers: logs and execution lists are seen by people who should not see any.
 */
export function summarize(rows: readonly SummarizedRow[]): string {
	return STATUSES.flatMap((status) => {
		const members = rows.filter((row) => row.status === status);
		if (members.length === 0) return [];
		const reasons = [...byReason(members).values()].map(
			(same) => `${rowNumbers(same.map(({ row }) => row))}: ${same[0]!.problem!.message}`,
		);
		const more = reasons.length - MOST_REASONS;
		const shown = [
			...reasons.slice(0, MOST_REASONS),
			...(more > 0 ? [`${more} more ${more === 1 ? 'reason' : 'reasons'}`] : []),
		].join('; ');
		return [`${members.length} ${STATUS_WORDS[status]}${shown && ` (${shown})`}`];
	}).join(', ');
}

/** The rows with a problem, by its message, in the order of their first rows. */
function byReason(rows: readonly SummarizedRow[]): Map<string, SummarizedRow[]> {
	const reasons = new Map<string, SummarizedRow[]>();
	for (const row of rows) {
		if (row.problem === undefined) continue;
		const same = reasons.get(row.problem.message);
		if (same === undefined) reasons.set(row.problem.message, [row]);
		else same.push(row);
	}
	return reasons;
}

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

/** Why a run failed. */
export interface RunFailure {
	/** the beginning of its message */
	what: string;
	/** what holds most of its rows */
	problem: Problem;
}

/**
 * Why a run that called nobody failed; undefined where it did not, or where a row may have been taken. Rows that
 * were held back on purpose never fail a run, except those that the calling hours held back: where no other row
 * could have gone, the list looks worked through and is not.
 * @param failsOutsideHours what 'If Nobody Was Called' says
 */
export function runFailure(
	rows: readonly SummarizedRow[],
	failsOutsideHours: boolean,
): RunFailure | undefined {
	if (rows.some(({ isOpen }) => isOpen)) return undefined;
	const failed = rows.filter(({ isHeldBack }) => !isHeldBack);
	const byTheClock = rows.filter(({ problem }) => problem?.outsideHours);
	if (failed.length === 0 && (byTheClock.length === 0 || !failsOutsideHours)) return undefined;
	const causes = failsOutsideHours ? [...failed, ...byTheClock] : failed;
	const [most] = [...byReason(causes).values()].sort((one, other) => other.length - one.length);
	const problem = most![0]!.problem!;
	if (failed.length > 0) return { what: 'No row was accepted', problem };
	const remedy = `${problem.remedy} To get the rows as items instead, set the option If Nobody Was Called to Continue.`;
	return { what: 'Nobody was called', problem: { ...problem, remedy } };
}
