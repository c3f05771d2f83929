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
export function mayHaveBeenCalled(outcome: RowOutcome | undefined): boolean {
	if (outcome === undefined) return false;
	if (outcome.status === 'accepted' || outcome.status === 'unknown') return true;
	return outcome.mayHaveActed === true;
}

/** Why the remaining rows are not sent after the user canceled the execution. */
export const CANCELED_RUN: Problem = {
	...CANCELED,
	remedy: 'Run the workflow again with the rows that were not sent.',
};

/** A row as a summary needs it. */
export interface SummarizedRow {
	row: number;
	/** the status that its item has */
	status: string;
	problem?: Problem;
}

const WORDS: Record<string, string> = {
	accepted: 'accepted',
	ready: 'ready',
	test: 'sent to the test number',
	refused: 'refused',
	unknown: 'not known',
	notSent: 'not sent',
};
const MOST_REASONS = 3;
const MOST_RANGES = 10;

/**
 * What became of the rows of a run, in one sentence: how many of each status, why, and which rows.
 * Without phone numbers: logs and execution lists are seen by people who should not see any.
 */
export function summarize(rows: readonly SummarizedRow[]): string {
	const byStatus = new Map(Object.keys(WORDS).map((status) => [status, [] as SummarizedRow[]]));
	for (const row of rows) byStatus.get(row.status)!.push(row);
	const parts: string[] = [];
	for (const [status, members] of byStatus) {
		if (members.length === 0) continue;
		const reasons = byReason(members);
		parts.push(`${members.length} ${WORDS[status]!}${reasons === '' ? '' : ` (${reasons})`}`);
	}
	return parts.join(', ');
}

function byReason(rows: readonly SummarizedRow[]): string {
	const reasons = new Map<string, number[]>();
	for (const { problem, row } of rows) {
		if (problem === undefined) continue;
		const numbers = reasons.get(problem.message);
		if (numbers === undefined) reasons.set(problem.message, [row]);
		else numbers.push(row);
	}
	const texts = [...reasons].map(([reason, numbers]) => `${rowNumbers(numbers)}: ${reason}`);
	const more = texts.length - MOST_REASONS;
	return [
		...texts.slice(0, MOST_REASONS),
		...(more > 0 ? [`${more} more ${more === 1 ? 'reason' : 'reasons'}`] : []),
	].join('; ');
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
	/** what is to be done about first; undefined where no row says what to do */
	problem?: Problem;
}

/**
 * Why a run that called nobody failed; undefined where it did not. Rows that were held back on purpose
 * never fail a run, but for those that the allowed calling hours held back: where no row but such could
 * have gone, the list looks worked through and is not.
 * @param outcomes of all rows; undefined for one that would be sent
 * @param failsOutsideHours what 'If Nobody Was Called' says
 */
export function runFailure(
	outcomes: ReadonlyArray<RowOutcome | undefined>,
	failsOutsideHours: boolean,
): RunFailure | undefined {
	const notAccepted = [];
	for (const outcome of outcomes) {
		if (outcome === undefined) continue;
		if (outcome.status === 'accepted' || outcome.status === 'unknown') return undefined;
		notAccepted.push(outcome);
	}
	const failed = notAccepted.filter(({ heldBack }) => !heldBack);
	if (failed.length > 0) {
		// first what leaves open whether rows were taken: a rerun would call them again
		const open = failed.filter(({ status, mayHaveActed }) => status === 'refused' && mayHaveActed);
		const problems = [...open, ...failed].map(({ problem }) => problem);
		return { what: 'No row was accepted', problem: problems.find(({ remedy }) => remedy) };
	}
	const problem = notAccepted.find((outcome) => outcome.problem.outsideHours)?.problem;
	if (problem === undefined || !failsOutsideHours) return undefined;
	const remedy = `${problem.remedy} To get the rows as items instead, set the option If Nobody Was Called to Continue.`;
	return { what: 'Nobody was called', problem: { ...problem, remedy } };
}
