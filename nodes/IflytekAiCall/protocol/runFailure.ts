import type { Problem } from '../../shared/items/problem';
import type { RowOutcome } from './submission/outcome';

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
