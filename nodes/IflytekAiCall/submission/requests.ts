import { scopeOf } from '../../shared/aiCall/codes';
import type { NotAccepted } from '../../shared/aiCall/outcome';
import type { Problem } from '../../shared/problem/problem';
import { laterOutcome, type BatchOutcome, type RowOutcome } from './outcome';
import { ROWS_PER_CALL, type Pace } from './pace';

export interface SubmittedRow {
	/** position in the run, from 1 */
	row: number;
	/** rows of the same group share batches */
	group: string;
}

/** What has the same key together, in the order of the first ones. */
export function grouped<K, R>(
	some: readonly R[],
	keyOf: (one: R) => K,
): Map<K, [first: R, ...others: R[]]> {
	const groups = new Map<K, [R, ...R[]]>();
	for (const one of some) {
		const group = groups.get(keyOf(one));
		if (group === undefined) groups.set(keyOf(one), [one]);
		else group.push(one);
	}
	return groups;
}

/** The batches in which rows go out while nothing goes wrong: of one group each, at most 50 rows. */
export function batches<R extends { group: string }>(rows: readonly R[]): R[][] {
	return [...grouped(rows, ({ group }) => group).values()].flatMap((group) => portions(group));
}

/** Rows in portions of as many as a request may have. */
export function portions<R>(rows: readonly R[]): R[][] {
	return Array.from({ length: Math.ceil(rows.length / ROWS_PER_CALL) }, (_, nth) =>
		rows.slice(nth * ROWS_PER_CALL, (nth + 1) * ROWS_PER_CALL),
	);
}

export interface Submission<R> {
	/** Sends rows of one group, once; must not throw. */
	send: (rows: R[]) => Promise<BatchOutcome>;
	/** whether a refused batch is narrowed down to the rows that cause it */
	narrowDown: boolean;
	/** when the next request may be sent, and with how many rows */
	pace: Pace;
	/** how much of a request may still go, where not all of it; asked after every wait */
	cut?: (rows: R[]) => Promise<Cut | undefined>;
	/** takes hold of rows right before they are sent; must not throw */
	claim?: (rows: R[]) => Promise<Claim<R>>;
}

/** What may be sent of some rows: those without an outcome; nothing more at all where there is a reason. */
export interface Claim<R> {
	outcomes: ReadonlyMap<R, NotAccepted>;
	stopped?: NotAccepted;
}

/** How much of a request may go; where nothing of it may, nothing of its group may any more. */
export interface Cut {
	/** how many rows of the request may be sent */
	mostRows: number;
	problem: Problem;
}

/** The requests of a run, and what their answers say about those that are still to come. */
export class Requests<R extends SubmittedRow> {
	readonly outcomes = new Map<R, RowOutcome>();

	/** rows that were refused by themselves */
	readonly refusedAlone = new Set<R>();

	/** why nothing more is sent at all */
	stopped: NotAccepted | undefined;

	/** why nothing more of a group is sent */
	readonly stoppedGroups = new Map<string, NotAccepted>();

	/** groups with an accepted call: their columns are right */
	readonly proven = new Set<string>();

	constructor(private readonly submission: Submission<R>) {}

	get mostRows(): number {
		return this.submission.pace.mostRows;
	}

	/**
	 * Sends rows of one group, when it is their turn, unless nothing more may be sent. Where only some of
	 * them may go, the others are settled and taken out of the list.
	 */
	async attempt(group: string, rows: R[]): Promise<BatchOutcome> {
		let stopped = this.stopped ?? this.stoppedGroups.get(group);
		if (stopped === undefined) {
			this.stopped = await this.submission.pace.turn();
			stopped = this.stopped;
		}
		if (stopped !== undefined) return laterOutcome(stopped);
		const held = (await this.cutOff(group, rows)) ?? (await this.claim(rows));
		if (held !== undefined) return held;
		const outcome = await this.submission.send(rows);
		this.learn(outcome, group, rows);
		return outcome;
	}

	/** @returns why none of the rows may be sent */
	private async cutOff(group: string, rows: R[]): Promise<NotAccepted | undefined> {
		const cut = await this.submission.cut?.(rows);
		if (cut === undefined) return undefined;
		const outcome: NotAccepted = { status: 'notSent', problem: cut.problem, heldBack: true };
		if (cut.mostRows === 0) {
			this.stoppedGroups.set(group, outcome);
			return outcome;
		}
		this.settle(rows.splice(cut.mostRows), outcome);
		return undefined;
	}

	/** @returns why none of the rows is sent */
	private async claim(rows: R[]): Promise<NotAccepted | undefined> {
		const claim = await this.submission.claim?.(rows);
		if (claim === undefined) return undefined;
		this.stopped = claim.stopped;
		if (claim.stopped !== undefined || claim.outcomes.size === 0) return claim.stopped;
		for (const [row, outcome] of claim.outcomes) this.outcomes.set(row, outcome);
		rows.splice(0, rows.length, ...rows.filter((row) => !claim.outcomes.has(row)));
		return rows.length === 0 ? [...claim.outcomes.values()][0] : undefined;
	}

	/** Notes what became of rows that were sent together. */
	settle(rows: R[], outcome: BatchOutcome): void {
		for (const [index, row] of rows.entries()) {
			this.outcomes.set(
				row,
				outcome.status === 'accepted'
					? { ...outcome, value: outcome.value[index] ?? null }
					: outcome,
			);
		}
	}

	private learn(outcome: BatchOutcome, group: string, rows: R[]): void {
		const mayGoOn = this.submission.pace.learn(outcome, rows.length);
		if (outcome.status === 'accepted') {
			this.proven.add(group);
			return;
		}
		const scope = scopeOf(outcome.problem.code);
		const isRefused = outcome.status === 'refused';
		const [alone, ...others] = rows;
		if (isRefused && alone && others.length === 0) this.refusedAlone.add(alone);
		if (outcome.status === 'notSent' || (isRefused && scope === 'account') || !mayGoOn) {
			this.stopped = outcome;
		} else if (isRefused && scope === 'group') {
			this.stoppedGroups.set(group, outcome);
		}
	}
}
