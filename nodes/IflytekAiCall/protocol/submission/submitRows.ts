import type { NotAccepted } from '../../../shared/aiCall/outcome';
import { byGroup } from './batches';
import { GroupRun } from './groupRun';
import type { RowOutcome } from './outcome';
import { submitRepeats } from './repeats';
import { Requests, type Submission, type SubmittedRow } from './requests';

/**
 * Sends rows in batches, one after another, and reports what became of each row. A row is sent
 * again only as part of a smaller batch after a refusal that took none of the rows, so none is accepted
 * twice (docs/services.md, AI Call: Calls and tasks).
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
