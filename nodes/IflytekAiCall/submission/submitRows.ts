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

export type Batch<R> = [first: R, ...others: R[]];

interface SubmittedRow<R> {
	/** position in the run, from 1 */
	row: number;
	/** rows of the same group share batches */
	group: string;
	/** the first row with its number: this one is sent only if that one and all between were refused */
	repeats?: R;
}

export interface Submission<R> {
	/** Sends rows of one group, once; must not throw. */
	send: (rows: Batch<R>) => Promise<BatchOutcome>;
	/** whether a refused batch is narrowed down to the rows that cause it */
	narrowDown: boolean;
	/** when the next request may be sent, and with how many rows */
	pace: Pace;
	/** limits a request that may not be sent whole; asked after every wait */
	limit?: (rows: R[]) => Promise<Limit | undefined>;
	/** records rows right before they are sent, and says which may not be; must not throw */
	claim?: (rows: R[]) => Promise<Claim<R>>;
}

/** How many rows of a request may be sent, and why not more; with none, its whole group is given up. */
export interface Limit {
	mostRows: number;
	problem: Problem;
}

/** Rows that may not be sent, with their outcomes; if `stopped` is set, none may be, nor any later row. */
export interface Claim<R> {
	outcomes: ReadonlyMap<R, NotAccepted>;
	stopped?: NotAccepted;
}

/** What the groups of a run share. */
interface Run<R> {
	readonly submission: Submission<R>;
	readonly outcomes: Map<R, RowOutcome>;
	/** rows that were refused by themselves */
	readonly rowsRefusedAlone: Set<R>;
	/** why nothing more is sent at all */
	stopped?: NotAccepted;
}

/**
 * Sends rows in batches, one after another. A row is sent again only as part of a smaller batch after a refusal
 * that took none of the rows, so none is accepted twice (services.md, AI Call: Calls and tasks).
 * @returns the outcome of every row, and why nothing more could be sent to any script or task
 */
export async function submitRows<R extends SubmittedRow<R>>(
	rows: readonly R[],
	submission: Submission<R>,
): Promise<Pick<Run<R>, 'outcomes' | 'stopped'>> {
	const run: Run<R> = { submission, outcomes: new Map(), rowsRefusedAlone: new Set() };
	const groups = new Map<string, Group<R>>();
	const submit = async (some: readonly R[]) => {
		for (const [name, ofGroup] of grouped(some, (row) => row.group)) {
			const group = groups.get(name) ?? new Group(run);
			groups.set(name, group);
			await group.submit(ofGroup);
		}
	};
	await submit(rows.filter(({ repeats }) => repeats === undefined));
	await submitRepeats(rows, run, submit);
	return run;
}

/** Sends rows with the number of one that was refused and certainly not taken; holds back other repeats. */
async function submitRepeats<R extends SubmittedRow<R>>(
	all: readonly R[],
	{ outcomes, rowsRefusedAlone }: Run<R>,
	submit: (rows: readonly R[]) => Promise<void>,
): Promise<void> {
	const mayRepeat = (row: R) => {
		const outcome = outcomes.get(row);
		// a number that was refused by itself is refused again
		const isBadNumber = rowsRefusedAlone.has(row) && blames(outcome, ['row']);
		return tookNone(outcome) && !isBadNumber;
	};
	const numbers = [...grouped(all, (row) => row.repeats ?? row)].map(([first, rows]) => ({
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
		const repeated = repeatOf(tried.row, outcomes.get(tried));
		for (const row of waiting) outcomes.set(row, repeated);
	}
}

/** The outcome of a row whose number was tried with another row instead. */
export function repeatOf(row: number, outcome?: RowOutcome): RowOutcome {
	const status = outcome?.status ?? 'notSent';
	const isSent = status === 'accepted' || status === 'unknown';
	return {
		...(status === 'accepted'
			? heldBack('sameAsTaken', row)
			: heldBack('sameAsLeft', row, text(status))),
		...(outcome && mayHaveBeenCalled(outcome) && { mayHaveActed: true }),
		...(isSent && { duplicateOf: row }),
	};
}

/** Scopes of refusals whose cause may be what all rows of a group share. */
const SHARED_SCOPES: readonly CodeScope[] = ['columns', 'parameter'];
/** Scopes that one row can trigger: the platform refuses the whole batch because of it. */
const ROW_SCOPES: readonly CodeScope[] = ['row', ...SHARED_SCOPES];

/** Whether an outcome is a refusal with one of these scopes. */
function blames(
	outcome: RowOutcome | BatchOutcome | undefined,
	scopes: readonly CodeScope[],
): outcome is NotAccepted {
	if (outcome?.status !== 'refused') return false;
	const scope = scopeOf(outcome.problem.code);
	return scope !== undefined && scopes.includes(scope);
}

/** Whether an outcome is a refusal that one row may have caused, and that certainly took none. */
function tookNone(outcome: RowOutcome | BatchOutcome | undefined): boolean {
	return blames(outcome, ROW_SCOPES) && !outcome.mayHaveActed;
}

/**
 * When this many rows were refused one by one for a parameter or the columns and none was accepted, the cause may
 * be what they share. Fewer would suspect that for a few bad rows; more would send thousands one by one.
 */
const MOST_REFUSED_ALONE = 10;
/**
 * A batch mostly has one bad row or none: once a bad row is found, the rest is sent in one call. If more are found,
 * the parts that halving left are sent one by one, or many bad rows would take several times the calls. (1% of 5,000
 * bad: about 470 calls, and 630 for halving each half.)
 */
const ROUNDS_TOGETHER = 2;

/**
 * Sends the rows of one group. A refused batch that is narrowed down is halved until each bad row is refused by
 * itself. The group is given up if what all its rows share is refused.
 */
class Group<R extends SubmittedRow<R>> {
	/** rows after those of the batch */
	private later: R[] = [];
	/** rows of the batch whose outcome is open, in parts */
	private readonly open: R[][] = [];
	/** how many rows were refused by themselves for a cause that all may share, while none was accepted */
	private sharedSuspicions = 0;
	/** a request was accepted: the columns are right */
	private isProven = false;
	/** why nothing more of the group is sent */
	private stopped: NotAccepted | undefined;

	constructor(private readonly run: Run<R>) {}

	async submit(rows: readonly R[]): Promise<void> {
		this.later = [...rows];
		this.sharedSuspicions = 0;
		while (this.later.length > 0) await this.submitBatch(this.later.splice(0, this.mostRows));
	}

	private get mostRows(): number {
		return this.run.submission.pace.mostRows;
	}

	private async submitBatch(batch: R[]): Promise<void> {
		this.open.push(batch);
		for (let round = 0; this.open.length > 0; round++) {
			const rows = this.open.splice(0, round < ROUNDS_TOGETHER ? this.open.length : 1).flat();
			const rest = rows.splice(this.mostRows);
			if (rest.length > 0) this.open.unshift(rest);
			// the rest of a batch was refused with the rows for which the group was given up
			if (round > 0 && this.stopped !== undefined) this.settle(rows, this.stopped);
			else if ((await this.attempt(rows)) === 'open') await this.findRefusedRow(rows);
		}
	}

	/** Halves rows that were refused together until one of them is refused by itself. */
	private async findRefusedRow(rows: R[]): Promise<void> {
		let suspects = rows;
		while (suspects.length > 1) {
			const middle = Math.ceil(suspects.length / 2);
			if (middle > this.mostRows) {
				// a request failed meanwhile, so that the next may have fewer rows: `submitBatch` goes on with those
				this.open.unshift(suspects);
				return;
			}
			const [first, second] = [suspects.slice(0, middle), suspects.slice(middle)];
			const became = await this.attempt(first);
			if (became !== 'accepted') this.open.unshift(second);
			if (became === 'settled') return;
			suspects = became === 'accepted' ? second : first;
		}
		// all others were accepted, but only an answer to this row alone tells why it is refused
		await this.attempt(suspects);
	}

	/** Sends rows and notes what became of them, unless they are to be narrowed down: then they stay open. */
	private async attempt(rows: R[]): Promise<'accepted' | 'open' | 'settled'> {
		const outcome = await this.send(rows);
		if (rows.length === 1 && blames(outcome, SHARED_SCOPES)) await this.suspectShared(outcome);
		if (this.run.submission.narrowDown && tookNone(outcome) && rows.length > 1) return 'open';
		this.settle(rows, outcome);
		return outcome.status === 'accepted' ? 'accepted' : 'settled';
	}

	/** Gives up the group if its rows are refused one by one, the one farthest away too. */
	private async suspectShared(refusal: NotAccepted): Promise<void> {
		if (this.isProven || ++this.sharedSuspicions < MOST_REFUSED_ALONE) return;
		this.sharedSuspicions = 0;
		// the row that is farthest from those that were sent
		const far = this.later.pop() ?? this.open.at(-1)?.pop();
		if (this.open.at(-1)?.length === 0) this.open.pop();
		if (far === undefined) return;
		const outcome = await this.send([far]);
		this.settle([far], outcome);
		if (blames(outcome, SHARED_SCOPES)) this.stopped = refusal;
	}

	/** Sends rows when it is their turn, unless nothing more may be sent; takes out those that are held back. */
	private async send(rows: R[]): Promise<BatchOutcome> {
		const { run } = this;
		if (!run.stopped && !this.stopped) run.stopped = await run.submission.pace.turn();
		const stopped = run.stopped ?? this.stopped;
		if (stopped !== undefined) return laterOutcome(stopped);
		const batch = await this.hold(rows);
		if (!Array.isArray(batch)) return batch;
		const outcome = await run.submission.send(batch);
		this.learn(outcome, batch);
		return outcome;
	}

	/** Takes out the rows that may not be sent. @returns those that are left, or why none is */
	private async hold(rows: R[]): Promise<Batch<R> | NotAccepted> {
		const { submission, outcomes } = this.run;
		const limit = await submission.limit?.(rows);
		if (limit !== undefined) {
			const late: NotAccepted = { status: 'notSent', problem: limit.problem, heldBack: true };
			this.settle(rows.splice(limit.mostRows), late);
			if (rows.length === 0) return (this.stopped = late);
		}
		const claim: Claim<R> = (await submission.claim?.(rows)) ?? { outcomes: new Map() };
		if (claim.stopped !== undefined) return (this.run.stopped = claim.stopped);
		for (const [row, outcome] of claim.outcomes) outcomes.set(row, outcome);
		const left = rows.filter((row) => !claim.outcomes.has(row));
		rows.splice(0, rows.length, ...left);
		const [first, ...others] = left;
		const [why = NOT_SETTLED] = claim.outcomes.values();
		return first === undefined ? why : [first, ...others];
	}

	private settle(rows: R[], outcome: BatchOutcome): void {
		for (const [index, row] of rows.entries()) {
			const isAccepted = outcome.status === 'accepted';
			const own = isAccepted ? { ...outcome, value: outcome.value[index] ?? null } : outcome;
			this.run.outcomes.set(row, own);
		}
	}

	/** Notes what an outcome means for later requests. */
	private learn(outcome: BatchOutcome, rows: Batch<R>): void {
		const { run } = this;
		const mayGoOn = run.submission.pace.learn(outcome, rows.length);
		if (outcome.status === 'accepted') {
			this.isProven = true;
			return;
		}
		if (outcome.status === 'refused' && rows.length === 1) run.rowsRefusedAlone.add(rows[0]);
		if (outcome.status === 'notSent' || blames(outcome, ['account']) || !mayGoOn) {
			run.stopped = outcome;
		} else if (blames(outcome, ['group'])) this.stopped = outcome;
	}
}

/** Groups by key, in the order in which the keys first occur. */
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

/** The batches in which rows are sent if nothing goes wrong: of one group each, at most 50 rows. */
export function batches<R extends { group: string }>(rows: readonly R[]) {
	return [...grouped(rows, ({ group }) => group).values()].flatMap((group) => portions(group));
}

/** Rows in portions of at most `ROWS_PER_CALL`. */
export function portions<R>(rows: readonly R[]) {
	return [...grouped(rows, (_, index) => Math.floor(index / ROWS_PER_CALL)).values()];
}
