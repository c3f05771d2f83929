import { scopeOf, type CodeScope } from '../../shared/aiCall/codes';
import type { NotAccepted } from '../../shared/aiCall/outcome';
import type { Problem } from '../../shared/problem/problem';
import {
	heldBack,
	laterOutcome,
	mayHaveBeenCalled,
	NOT_SETTLED,
	type BatchOutcome,
	type RowOutcome,
} from './outcome';
import { ROWS_PER_CALL, type Pace } from './pace';
import { text } from '../words/say';

/** Rows that are sent together. */
export type Batch<R> = [first: R, ...others: R[]];

interface SubmittedRow<R> {
	/** position in the run, from 1 */
	row: number;
	/** rows of the same group share batches */
	group: string;
	/** the first row with its number: this one goes out only where that one, and those between, were refused */
	repeats?: R;
}

export interface Submission<R> {
	/** Sends rows of one group, once; must not throw. */
	send: (rows: Batch<R>) => Promise<BatchOutcome>;
	/** whether a refused batch is narrowed down to the rows that cause it */
	narrowDown: boolean;
	/** when the next request may be sent, and with how many rows */
	pace: Pace;
	/** how much of a request may still go, where not all of it; asked after every wait */
	cut?: (rows: R[]) => Promise<Cut | undefined>;
	/** takes hold of rows right before they are sent; must not throw */
	claim?: (rows: R[]) => Promise<Claim<R>>;
}

/** How much of a request may go; where nothing of it may, nothing of its group may any more. */
export interface Cut {
	/** how many rows of the request may be sent */
	mostRows: number;
	problem: Problem;
}

/** What may be sent of some rows: those without an outcome; nothing more at all where there is a reason. */
export interface Claim<R> {
	outcomes: ReadonlyMap<R, NotAccepted>;
	stopped?: NotAccepted;
}

/**
 * Sends rows in batches, one after another, and reports what became of each row. A row is sent
 * again only as part of a smaller batch after a refusal that took none of the rows, so none is accepted
 * twice (services.md, AI Call: Calls and tasks).
 * @returns the outcome of every row, and why nothing more could be sent to any script or task
 */
export async function submitRows<R extends SubmittedRow<R>>(
	rows: readonly R[],
	submission: Submission<R>,
): Promise<{ outcomes: Map<R, RowOutcome>; stopped?: NotAccepted }> {
	const requests = new Requests(submission);
	const submit = async (some: readonly R[]) => {
		for (const [group, ofGroup] of grouped(some, (row) => row.group)) {
			await new GroupRun(requests, group, ofGroup).submit();
		}
	};
	await submit(rows.filter(({ repeats }) => repeats === undefined));
	const numbers = grouped(rows, (row) => row.repeats ?? row);
	await submitRepeats(numbers, requests, submit);
	return { outcomes: requests.outcomes, stopped: requests.stopped };
}

/**
 * Sends rows with the number of an earlier row, where that one was refused and surely not taken; the
 * others report what became of the earlier one.
 */
async function submitRepeats<R extends SubmittedRow<R>>(
	rowsByFirst: ReadonlyMap<R, readonly R[]>,
	{ outcomes, refusedAlone }: Requests<R>,
	submit: (rows: readonly R[]) => Promise<void>,
): Promise<void> {
	const mayRepeat = (row: R) => {
		const outcome = outcomes.get(row);
		// a number that was refused by itself is refused again
		const isBadNumber = refusedAlone.has(row) && blames(outcome, ['row']);
		return blames(outcome, ROW_SCOPES) && !outcome.mayHaveActed && !isBadNumber;
	};
	const numbers = [...rowsByFirst].map(([first, rows]) => ({
		tried: first,
		waiting: rows.filter((row) => row !== first),
	}));
	for (;;) {
		const next: R[] = [];
		for (const number of numbers) {
			const row = mayRepeat(number.tried) ? number.waiting.shift() : undefined;
			if (row === undefined) continue;
			number.tried = row;
			next.push(row);
		}
		if (next.length === 0) break;
		await submit(next.sort((one, other) => one.row - other.row));
	}
	for (const { tried, waiting } of numbers) {
		const outcome = outcomes.get(tried);
		const status = outcome?.status ?? 'notSent';
		const isSent = status === 'accepted' || status === 'unknown';
		const why = status === 'accepted' ? 'sameAsTaken' : 'sameAsLeft';
		const repeated: RowOutcome = {
			...heldBack(why, tried.row, text(status)),
			...(outcome && mayHaveBeenCalled(outcome) && { mayHaveActed: true }),
			...(isSent && { duplicateOf: tried.row }),
		};
		for (const row of waiting) outcomes.set(row, repeated);
	}
}

/** Scopes that one row can trigger: the platform refuses the whole batch because of it. */
const ROW_SCOPES: readonly CodeScope[] = ['row', 'columns', 'parameter'];
/** Scopes of a refusal that can mean what all rows of a group share. */
const SHARED_SCOPES: readonly CodeScope[] = ['columns', 'parameter'];

/** Whether an outcome is a refusal that can mean one of these. */
function blames(
	outcome: RowOutcome | BatchOutcome | undefined,
	scopes: readonly CodeScope[],
): outcome is NotAccepted {
	if (outcome?.status !== 'refused') return false;
	const scope = scopeOf(outcome.problem.code);
	return scope !== undefined && scopes.includes(scope);
}

/** The requests of a run, and what their answers say about those that are still to come. */
class Requests<R extends SubmittedRow<R>> {
	readonly outcomes = new Map<R, RowOutcome>();

	/** rows that were refused by themselves */
	readonly refusedAlone = new Set<R>();

	/** why nothing more is sent at all */
	stopped: NotAccepted | undefined;

	/** why nothing more of a group is sent */
	readonly stoppedGroups = new Map<string, NotAccepted>();

	/** groups with an accepted call: their columns are right */
	readonly proven = new Set<string>();

	constructor(readonly submission: Submission<R>) {}

	/**
	 * Sends rows of one group, when it is their turn, unless nothing more may be sent. Where only some of
	 * them may go, the others are settled and taken out of the list.
	 */
	async attempt(group: string, rows: R[]): Promise<BatchOutcome> {
		const stopped = this.stopped ?? this.stoppedGroups.get(group);
		if (stopped !== undefined) return laterOutcome(stopped);
		this.stopped = await this.submission.pace.turn();
		if (this.stopped !== undefined) return laterOutcome(this.stopped);
		const batch = await this.hold(group, rows);
		if (!Array.isArray(batch)) return batch;
		const outcome = await this.submission.send(batch);
		this.learn(outcome, group, batch);
		return outcome;
	}

	/** @returns the rows that are left, or why none of them is sent */
	private async hold(group: string, rows: R[]): Promise<Batch<R> | NotAccepted> {
		const cut = await this.submission.cut?.(rows);
		if (cut !== undefined) {
			const late: NotAccepted = { status: 'notSent', problem: cut.problem, heldBack: true };
			this.settle(rows.splice(cut.mostRows), late);
			if (rows.length === 0) {
				this.stoppedGroups.set(group, late);
				return late;
			}
		}
		const { outcomes = new Map<R, NotAccepted>(), stopped } =
			(await this.submission.claim?.(rows)) ?? {};
		this.stopped = stopped;
		if (stopped !== undefined) return stopped;
		for (const [row, outcome] of outcomes) this.outcomes.set(row, outcome);
		const [first, ...others] = rows.filter((row) => !outcomes.has(row));
		const [why = NOT_SETTLED] = outcomes.values();
		const left: Batch<R> | undefined = first && [first, ...others];
		rows.splice(0, rows.length, ...(left ?? []));
		return left ?? why;
	}

	/** Notes what became of rows that were sent together. */
	settle(rows: R[], outcome: BatchOutcome): void {
		for (const [index, row] of rows.entries()) {
			const isAccepted = outcome.status === 'accepted';
			const own = isAccepted ? { ...outcome, value: outcome.value[index] ?? null } : outcome;
			this.outcomes.set(row, own);
		}
	}

	private learn(outcome: BatchOutcome, group: string, rows: Batch<R>): void {
		const mayGoOn = this.submission.pace.learn(outcome, rows.length);
		if (outcome.status === 'accepted') {
			this.proven.add(group);
			return;
		}
		const [alone, ...others] = rows;
		if (outcome.status === 'refused' && others.length === 0) this.refusedAlone.add(alone);
		if (outcome.status === 'notSent' || blames(outcome, ['account']) || !mayGoOn) {
			this.stopped = outcome;
		} else if (blames(outcome, ['group'])) {
			this.stoppedGroups.set(group, outcome);
		}
	}
}

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
class GroupRun<R extends SubmittedRow<R>> {
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
	) {
		this.later = [...rows];
	}

	private get mostRows(): number {
		return this.requests.submission.pace.mostRows;
	}

	async submit(): Promise<void> {
		while (this.later.length > 0) await this.submitBatch(this.later.splice(0, this.mostRows));
	}

	private async submitBatch(batch: R[]): Promise<void> {
		this.open.push(batch);
		for (let round = 0; this.open.length > 0; round++) {
			const rows = this.nextPart(round < ROUNDS_TOGETHER);
			// the rest of a batch was refused with the rows for which the group was given up
			const givenUp = round > 0 ? this.requests.stoppedGroups.get(this.group) : undefined;
			const outcome = givenUp ?? (await this.attempt(rows));
			if (givenUp === undefined && this.canNarrow(outcome, rows)) await this.findRefusedRow(rows);
			else this.requests.settle(rows, outcome);
		}
	}

	private nextPart(together: boolean): R[] {
		const rows = this.open.splice(0, together ? this.open.length : 1).flat();
		const most = this.mostRows;
		if (rows.length > most) this.open.unshift(rows.slice(most));
		return rows.slice(0, most);
	}

	/** Halves rows that were refused together until one of them is refused by itself. */
	private async findRefusedRow(rows: R[]): Promise<void> {
		let suspects = rows;
		while (suspects.length > 1) {
			const middle = Math.ceil(suspects.length / 2);
			if (middle > this.mostRows) {
				// a request failed meanwhile: on with the rows that one may have now
				this.open.unshift(suspects);
				return;
			}
			const [first, second] = [suspects.slice(0, middle), suspects.slice(middle)];
			const outcome = await this.attempt(first);
			if (outcome.status === 'accepted') {
				this.requests.settle(first, outcome);
				suspects = second;
				continue;
			}
			this.open.unshift(second);
			if (!this.canNarrow(outcome, first)) {
				this.requests.settle(first, outcome);
				return;
			}
			suspects = first;
		}
		// all others were accepted, but only an answer to this row alone refuses it
		this.requests.settle(suspects, await this.attempt(suspects));
	}

	private async attempt(rows: R[]): Promise<BatchOutcome> {
		const outcome = await this.requests.attempt(this.group, rows);
		if (rows.length === 1 && blames(outcome, SHARED_SCOPES)) await this.suspectShared(outcome);
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
		if (blames(outcome, SHARED_SCOPES)) this.requests.stoppedGroups.set(this.group, refusal);
	}

	/** Takes out the row that is farthest from those that were sent. */
	private takeFarRow(): R | undefined {
		if (this.later.length > 0) return this.later.pop();
		const row = this.open.at(-1)?.pop();
		if (this.open.at(-1)?.length === 0) this.open.pop();
		return row;
	}

	private canNarrow(outcome: BatchOutcome, rows: R[]): boolean {
		const { narrowDown } = this.requests.submission;
		const isOfOneRow = blames(outcome, ROW_SCOPES) && !outcome.mayHaveActed;
		return narrowDown && isOfOneRow && rows.length > 1;
	}
}

/** What has the same key together, in the order of the first ones. */
export function grouped<K, R>(
	some: readonly R[],
	keyOf: (one: R, index: number) => K,
): Map<K, Batch<R>> {
	const groups = new Map<K, Batch<R>>();
	for (const [index, one] of some.entries()) {
		const key = keyOf(one, index);
		const group = groups.get(key);
		if (group === undefined) groups.set(key, [one]);
		else group.push(one);
	}
	return groups;
}

/** The batches in which rows go out while nothing goes wrong: of one group each, at most 50 rows. */
export function batches<R extends { group: string }>(rows: readonly R[]) {
	return [...grouped(rows, ({ group }) => group).values()].flatMap((group) => portions(group));
}

/** Rows in portions of as many as a request may have. */
export function portions<R>(rows: readonly R[]) {
	return [...grouped(rows, (_, index) => Math.floor(index / ROWS_PER_CALL)).values()];
}
