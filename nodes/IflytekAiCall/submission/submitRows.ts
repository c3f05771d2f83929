import { scopeOf } from '../../shared/aiCall/codes';
import type { NotAccepted } from '../../shared/aiCall/outcome';
import {
	heldBack,
	mayHaveBeenCalled,
	ROW_SCOPES,
	type RowOutcome,
	type BatchOutcome,
} from './outcome';
import { grouped, Requests, type Submission, type SubmittedRow } from './requests';

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
		for (const [group, ofGroup] of grouped(some, (row) => row.group)) {
			await new GroupRun(requests, group, ofGroup, submission.narrowDown).submit();
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
	const waiting = new Map(repeats);
	for (;;) {
		const next = new Map<R, R>();
		for (const [row, first] of waiting) {
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
	for (const [row, first] of waiting) {
		const twin = lastTried.get(first) ?? first;
		const outcome = requests.outcomes.get(twin);
		const status = outcome?.status ?? 'notSent';
		requests.outcomes.set(row, {
			...heldBack(REPEATED[status], twin.row),
			...(outcome && mayHaveBeenCalled(outcome) && { mayHaveActed: true }),
		});
		if (status === 'accepted' || status === 'unknown') repeated.set(row, twin);
	}
	return repeated;
}

/** Whether another row with the number of this one may be sent: this one surely was not taken. */
function mayRepeat<R extends SubmittedRow>(row: R, { outcomes, refusedAlone }: Requests<R>) {
	const outcome = outcomes.get(row);
	if (outcome?.status !== 'refused' || outcome.mayHaveActed) return false;
	const scope = scopeOf(outcome.problem.code);
	// a number that was refused by itself is refused again
	return ROW_SCOPES.includes(scope) && !(scope === 'row' && refusedAlone.has(row));
}

/** Why a row is left out whose number an earlier one has, by what became of that one. */
const REPEATED = {
	accepted: 'sameAsAccepted',
	refused: 'sameAsRefused',
	unknown: 'sameAsUnknown',
	notSent: 'sameAsNotSent',
} as const;

/**
 * When this many rows were refused one by one for a parameter or the columns and none was accepted, it may
 * be what they share: fewer would suspect that for a few bad rows, more would send thousands one by one.
 */
const MOST_REFUSED_ALONE = 10;
/**
 * A batch mostly has one bad row or none, so once a bad row is found the rest is sent in one call. Where
 * more are found, it is sent in the parts that were left, or many bad rows would take several times the
 * calls. (1% of 5,000 bad: about 470 calls, and 630 for halving each half.)
 */
const ROUNDS_TOGETHER = 2;

/**
 * Sends the rows of one group. Where a refused batch is narrowed down, it is halved until only the rows
 * are left that are refused by themselves; the group is given up where what all its rows share is refused.
 */
class GroupRun<R extends SubmittedRow> {
	/** rows that were not sent yet, after those of the batch */
	private readonly later: R[];

	/** rows of the batch whose outcome is open, in parts */
	private readonly open: R[][] = [];

	/** how many rows were refused by themselves for what all may share, while none was accepted */
	private refusedAlone = 0;

	constructor(
		private readonly requests: Requests<R>,
		private readonly group: string,
		rows: readonly R[],
		private readonly narrowDown: boolean,
	) {
		this.later = [...rows];
	}

	async submit(): Promise<void> {
		while (this.later.length > 0) {
			await this.submitBatch(this.later.splice(0, this.requests.mostRows));
		}
	}

	private async submitBatch(batch: R[]): Promise<void> {
		this.open.push(batch);
		for (let round = 0; this.open.length > 0; round++) {
			const rows = this.nextPart(round < ROUNDS_TOGETHER);
			// the rest of a batch was refused with the rows for which the group was given up
			const givenUp = round > 0 ? this.requests.stoppedGroups.get(this.group) : undefined;
			const outcome = givenUp ?? (await this.attempt(rows));
			if (givenUp === undefined && this.canNarrow(outcome, rows)) {
				await this.findRefusedRow(rows);
			} else {
				this.requests.settle(rows, outcome);
			}
		}
	}

	private nextPart(together: boolean): R[] {
		const rows = together ? this.open.splice(0).flat() : this.open.shift()!;
		const most = this.requests.mostRows;
		if (rows.length > most) this.open.unshift(rows.slice(most));
		return rows.slice(0, most);
	}

	/** Halves rows that were refused together until one of them is refused by itself. */
	private async findRefusedRow(rows: R[]): Promise<void> {
		let suspects = rows;
		while (suspects.length > 1) {
			const [first, second] = halvesOf(suspects);
			if (first.length > this.requests.mostRows) {
				// a request failed meanwhile: on with the rows that one may have now
				this.open.unshift(suspects);
				return;
			}
			const outcome = await this.attempt(first);
			if (outcome.status === 'accepted') {
				this.requests.settle(first, outcome);
				suspects = second;
				continue;
			}
			if (blamesColumns(outcome) && !this.requests.proven.has(this.group)) {
				await this.tryColumnsAgain(first, second, outcome);
			} else {
				this.open.unshift(second);
			}
			if (!this.canNarrow(outcome, first)) {
				this.requests.settle(first, outcome);
				return;
			}
			suspects = first;
		}
		// all others were accepted, but only an answer to this row alone refuses it
		this.requests.settle(suspects, await this.attempt(suspects));
	}

	/**
	 * Either the columns are wrong, or one row in each half: the other half shows which, or smaller ones. Of
	 * the last two rows, one from far away is tried instead: bad rows often stand together.
	 */
	private async tryColumnsAgain(first: R[], second: R[], refusal: NotAccepted): Promise<void> {
		const isSmallest = first.length === 1 && second.length === 1;
		const far = isSmallest ? this.takeFarRow() : undefined;
		if (far !== undefined) this.open.unshift(second);
		const other = far === undefined ? second : [far];
		const outcome = await this.attempt(other);
		if (this.canNarrow(outcome, other)) this.open.unshift(other);
		else this.requests.settle(other, outcome);
		if (isSmallest && blamesColumns(outcome)) this.requests.stoppedGroups.set(this.group, refusal);
	}

	private async attempt(rows: R[]): Promise<BatchOutcome> {
		const outcome = await this.requests.attempt(this.group, rows);
		if (rows.length === 1 && blamesShared(outcome)) await this.suspectShared(outcome);
		return outcome;
	}

	/** Gives up a group whose rows are refused one by one, unless a row from far away is not. */
	private async suspectShared(refusal: NotAccepted): Promise<void> {
		if (this.requests.proven.has(this.group) || ++this.refusedAlone < MOST_REFUSED_ALONE) return;
		this.refusedAlone = 0;
		const far = this.takeFarRow();
		if (far === undefined) return;
		const outcome = await this.requests.attempt(this.group, [far]);
		this.requests.settle([far], outcome);
		if (blamesShared(outcome)) this.requests.stoppedGroups.set(this.group, refusal);
	}

	/** Takes out the row that is farthest from those that were sent. */
	private takeFarRow(): R | undefined {
		if (this.later.length > 0) return this.later.pop();
		const row = this.open.at(-1)?.pop();
		if (this.open.at(-1)?.length === 0) this.open.pop();
		return row;
	}

	private canNarrow(outcome: BatchOutcome, rows: R[]): boolean {
		return (
			this.narrowDown &&
			rows.length > 1 &&
			outcome.status === 'refused' &&
			!outcome.mayHaveActed &&
			ROW_SCOPES.includes(scopeOf(outcome.problem.code))
		);
	}
}

function halvesOf<R>(rows: R[]): [R[], R[]] {
	const middle = Math.ceil(rows.length / 2);
	return [rows.slice(0, middle), rows.slice(middle)];
}

/** Whether a refusal can mean the columns rather than a row. */
function blamesColumns(outcome: BatchOutcome): outcome is NotAccepted {
	return outcome.status === 'refused' && scopeOf(outcome.problem.code) === 'columns';
}

/** Whether a refusal can mean what all rows of the group share: its columns or a parameter. */
function blamesShared(outcome: BatchOutcome): outcome is NotAccepted {
	const isParameter = outcome.status === 'refused' && scopeOf(outcome.problem.code) === 'parameter';
	return isParameter || blamesColumns(outcome);
}
