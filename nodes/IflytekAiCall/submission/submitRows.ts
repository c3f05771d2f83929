import { scopeOf } from '../../shared/aiCall/codes';
import type { NotAccepted } from '../../shared/aiCall/outcome';
import { GroupRun } from './groupRun';
import { mayHaveBeenCalled, ROW_SCOPES, type RowOutcome } from './outcome';
import { byGroup } from './pace';
import { Requests, type Submission, type SubmittedRow } from './requests';

/**
 * Sends rows in batches, one after another, and reports what became of each row. A row is sent
 * again only as part of a smaller batch after a refusal that took none of the rows, so none is accepted
 * twice (services.md, AI Call: Calls and tasks).
 * @param repeats rows with the number of an earlier row, which go out only where that one was refused
 * @returns the outcome of every row, the repeats that another row was sent instead of, and why nothing
 * more could be sent to any script or task
 */
export async function submitRows<R extends SubmittedRow>(
	rows: readonly R[],
	repeats: ReadonlyMap<R, R>,
	submission: Submission<R>,
): Promise<{ outcomes: Map<R, RowOutcome>; repeated: Map<R, R>; stopped?: NotAccepted }> {
	const requests = new Requests(submission);
	const submit = async (some: readonly R[]) => {
		for (const group of byGroup(some)) {
			await new GroupRun(requests, group, submission.narrowDown).submit();
		}
	};
	await submit(rows);
	const repeated = await submitRepeats(repeats, requests, submit);
	return { outcomes: requests.outcomes, repeated, stopped: requests.stopped };
}

/**
 * Sends rows with the number of an earlier row, where that one was refused and surely not taken; the
 * others report what became of the earlier one.
 * @returns the rows that another row was sent instead of, with that row
 */
async function submitRepeats<R extends SubmittedRow>(
	repeats: ReadonlyMap<R, R>,
	requests: Requests<R>,
	submit: (rows: readonly R[]) => Promise<void>,
): Promise<Map<R, R>> {
	const lastTried = new Map<R, R>();
	const waiting = new Set(repeats.keys());
	for (;;) {
		const next = new Map<R, R>();
		for (const row of waiting) {
			const first = repeats.get(row)!;
			const goesOut = !next.has(first) && mayRepeat(lastTried.get(first) ?? first, requests);
			if (goesOut) next.set(first, row);
		}
		if (next.size === 0) break;
		for (const [first, row] of next) {
			lastTried.set(first, row);
			waiting.delete(row);
		}
		await submit([...next.values()]);
	}
	const repeated = new Map<R, R>();
	for (const row of waiting) {
		const first = repeats.get(row)!;
		const twin = lastTried.get(first) ?? first;
		const outcome = requests.outcomes.get(twin);
		requests.outcomes.set(row, repeatedOutcome(twin.row, outcome));
		if (outcome?.status === 'accepted' || outcome?.status === 'unknown') repeated.set(row, twin);
	}
	shareDoubt(repeats, requests.outcomes);
	return repeated;
}

/** A refused row is not to be sent again either where another row with its number may have been taken. */
function shareDoubt<R>(repeats: ReadonlyMap<R, R>, outcomes: Map<R, RowOutcome>): void {
	const doubtful = new Set<R>();
	for (const rows of repeats) {
		const [, first] = rows;
		if (rows.some((row) => mayHaveBeenCalled(outcomes.get(row)))) doubtful.add(first);
	}
	for (const [repeat, first] of repeats) {
		for (const row of doubtful.has(first) ? [repeat, first] : []) {
			const outcome = outcomes.get(row)!;
			if (outcome.status === 'refused') outcomes.set(row, { ...outcome, mayHaveActed: true });
		}
	}
}

/** Whether another row with the number of this one may be sent: this one surely was not taken. */
function mayRepeat<R extends SubmittedRow>(row: R, { outcomes, refusedAlone }: Requests<R>) {
	const outcome = outcomes.get(row);
	if (outcome?.status !== 'refused' || outcome.mayHaveActed) return false;
	const scope = scopeOf(outcome.problem.code);
	// a number that was refused by itself is refused again
	return ROW_SCOPES.includes(scope) && !(scope === 'row' && refusedAlone.has(row));
}

const REPEATED: Record<RowOutcome['status'], [what: string, remedy: string]> = {
	accepted: [
		'which was accepted',
		'Nothing, unless the number is to be called twice: then set the option Duplicate Numbers to Send All.',
	],
	refused: ['which was refused', 'See what is to be done about that row.'],
	unknown: [
		'and whether that one was accepted is not known',
		'First find out what became of that row.',
	],
	notSent: ['which was not sent', 'See what is to be done about that row.'],
};

/** The outcome of a row that was left out because an earlier one has its number. */
function repeatedOutcome(row: number, twin: RowOutcome | undefined): NotAccepted {
	const [what, remedy] = REPEATED[twin?.status ?? 'notSent'];
	return {
		status: 'notSent',
		heldBack: true,
		...(mayHaveBeenCalled(twin) && { mayHaveActed: true }),
		problem: {
			message: `The number is the same as in row ${row}, ${what}`,
			remedy,
			retryClass: 'never',
		},
	};
}
