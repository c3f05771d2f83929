import { scopeOf, type AiCallScope } from '../../shared/aiCall/codes';
import type { Problem } from '../../shared/items/problem';
import type { Batch } from './batches';

/** What became of one call-out or insert. */
export type Attempt =
	| { kind: 'accepted'; taskDataIds: Array<string | null>; answer: Record<string, unknown> }
	| {
			kind: 'refused';
			problem: Problem;
			/** whether the refused call surely took none of its rows */
			tookNone: boolean;
			answer?: Record<string, unknown>;
	  }
	/** the call may have reached the platform, and nobody knows what it did */
	| { kind: 'unknown'; problem: Problem; answer?: Record<string, unknown> }
	/** the call surely never left; `earlier`: because of what an earlier call met */
	| { kind: 'notSent'; problem: Problem; earlier?: true };

export type RowStatus = 'accepted' | 'notSent' | 'refused' | 'unknown';

/** What became of one row. */
export interface RowOutcome {
	status: RowStatus;
	taskDataId: string | null;
	problem?: Problem;
	/** the failure is that of an earlier call */
	earlier?: true;
	/** the platform's answer to the last call that held the row */
	answer?: Record<string, unknown>;
}

export interface Submission<R> {
	/** Sends rows of one group, once; must not throw. */
	send: (rows: R[], batch: Batch<R>) => Promise<Attempt>;
	/** whether a refused batch is narrowed down to the rows that cause it */
	narrowDown: boolean;
	/** whether the user has stopped the execution */
	cancelled: () => boolean;
}

/** What one row can cause: the platform refuses the whole batch for it. */
const ROW_SCOPES: ReadonlyArray<AiCallScope | undefined> = ['row', 'columns', 'parameter'];
/**
 * So many rows refused by themselves for a parameter, and none accepted, mean a parameter they share:
 * fewer would give up good rows for a few bad ones, more would send thousands of rows one by one.
 */
const MOST_FOR_PARAMETER = 10;
/**
 * A batch mostly holds one bad row or none: what is left open when one is found is sent in one call.
 * Where more are found it is sent in the parts in which it was left, or many bad rows would take
 * several times the calls. (1 % of 5,000 bad: about 470 calls, and 630 for halving each half.)
 */
const ROUNDS_TOGETHER = 2;
/** Calls in a row without a usable answer of the platform after which the rest is kept back. */
const MOST_WITHOUT_ANSWER = 3;

/**
 * Sends batches one after another and tells of every row what became of it. A row is sent again only
 * as part of a smaller call after a refusal that took none of the rows, so none is accepted twice
 * (spec: AI call, 3 and 5; "the whole batch fails").
 * @returns the outcome of every row, and why nothing more could be sent to any script or task
 */
export async function submitBatches<R>(
	all: ReadonlyArray<Batch<R>>,
	submission: Submission<R>,
): Promise<{ outcomes: Map<R, RowOutcome>; stopped?: Problem }> {
	const run = new Run(submission);
	for (const batch of all) await run.submit(batch);
	return { outcomes: run.outcomes, stopped: run.stopped };
}

class Run<R> {
	readonly outcomes = new Map<R, RowOutcome>();

	/** why nothing more is sent at all */
	stopped: Problem | undefined;

	private readonly stoppedGroups = new Map<string, Problem>();

	/** groups of which a call was accepted: their columns are right */
	private readonly proven = new Set<string>();

	/** rows refused by themselves for a parameter, of groups of which none was accepted */
	private readonly forParameter = new Map<string, number>();

	private withoutAnswer = 0;

	constructor(private readonly submission: Submission<R>) {}

	async submit(batch: Batch<R>): Promise<void> {
		/** rows of which nothing is known yet, in the parts in which they were left */
		const open = [batch.rows];
		for (let round = 0; open.length > 0; round++) {
			const rows = round < ROUNDS_TOGETHER ? open.splice(0).flat() : open.shift()!;
			const attempt = await this.attempt(rows, batch);
			if (this.canNarrow(attempt, rows)) open.unshift(...(await this.findRefusedRow(rows, batch)));
			else this.settle(rows, attempt);
		}
	}

	/**
	 * Halves rows that were refused together until one of them is refused by itself.
	 * @returns the rows of which nothing is known afterwards, in parts
	 */
	private async findRefusedRow(rows: R[], batch: Batch<R>): Promise<R[][]> {
		const open: R[][] = [];
		let suspects = rows;
		while (suspects.length > 1) {
			const [first, second] = halvesOf(suspects);
			const attempt = await this.attempt(first, batch);
			if (attempt.kind === 'accepted') {
				this.settle(first, attempt);
				suspects = second;
				continue;
			}
			const mayBeColumns = suspects.length === batch.rows.length && !this.proven.has(batch.group);
			if (mayBeColumns && blamesColumns(attempt)) {
				const other = await this.attempt(second, batch);
				if (blamesColumns(other)) {
					this.stoppedGroups.set(batch.group, attempt.problem);
					this.settle(first, attempt);
					this.settle(second, other);
					return [];
				}
				if (this.canNarrow(other, second)) open.push(second);
				else this.settle(second, other);
			} else {
				open.unshift(second);
			}
			if (!this.canNarrow(attempt, first)) {
				this.settle(first, attempt);
				return open;
			}
			suspects = first;
		}
		// all others were accepted; but a row is refused only by an answer to itself
		this.settle(suspects, await this.attempt(suspects, batch));
		return open;
	}

	private canNarrow(attempt: Attempt, rows: R[]): boolean {
		return (
			this.submission.narrowDown &&
			rows.length > 1 &&
			attempt.kind === 'refused' &&
			attempt.tookNone &&
			ROW_SCOPES.includes(scopeOf(attempt.problem.code))
		);
	}

	private async attempt(rows: R[], batch: Batch<R>): Promise<Attempt> {
		if (this.submission.cancelled()) this.stopped ??= CANCELLED;
		const failure = this.whyNot(batch);
		if (failure !== undefined) return { kind: 'notSent', problem: failure, earlier: true };
		const attempt = await this.submission.send(rows, batch);
		this.learn(attempt, batch, rows.length);
		return attempt;
	}

	/** Why nothing more may be sent, or nothing more of the batch's group. */
	private whyNot(batch: Batch<R>): Problem | undefined {
		return this.stopped ?? this.stoppedGroups.get(batch.group);
	}

	private learn(attempt: Attempt, batch: Batch<R>, rowCount: number): void {
		if (attempt.kind === 'accepted') {
			this.proven.add(batch.group);
			this.withoutAnswer = 0;
			return;
		}
		const { code = '' } = attempt.problem;
		const scope = scopeOf(code);
		if (attempt.kind === 'notSent' || (attempt.kind === 'refused' && scope === 'account')) {
			this.stopped = attempt.problem;
		} else if (attempt.kind === 'refused' && scope === 'group') {
			this.stoppedGroups.set(batch.group, attempt.problem);
		} else if (attempt.kind === 'unknown' || scope === 'busy' || code === '') {
			// a refusal without a code is a gateway's, such as HTTP 429 or 403: no answer of the platform
			this.withoutAnswer++;
			if (this.withoutAnswer >= MOST_WITHOUT_ANSWER) this.stopped = attempt.problem;
		} else {
			this.withoutAnswer = 0;
			if (scope === 'parameter' && rowCount === 1) this.suspectParameter(attempt, batch.group);
		}
	}

	private suspectParameter({ problem }: { problem: Problem }, group: string): void {
		if (this.proven.has(group)) return;
		const count = (this.forParameter.get(group) ?? 0) + 1;
		this.forParameter.set(group, count);
		if (count >= MOST_FOR_PARAMETER) this.stoppedGroups.set(group, problem);
	}

	private settle(rows: R[], attempt: Attempt): void {
		for (const [index, row] of rows.entries()) {
			this.outcomes.set(row, outcomeOf(attempt, index));
		}
	}
}

function halvesOf<R>(rows: R[]): [R[], R[]] {
	const middle = Math.ceil(rows.length / 2);
	return [rows.slice(0, middle), rows.slice(middle)];
}

/** Whether a refusal can mean the columns rather than a row. */
function blamesColumns(attempt: Attempt): attempt is Attempt & { kind: 'refused' } {
	return attempt.kind === 'refused' && scopeOf(attempt.problem.code) === 'columns';
}

function outcomeOf(attempt: Attempt, index: number): RowOutcome {
	switch (attempt.kind) {
		case 'accepted':
			return {
				status: 'accepted',
				taskDataId: attempt.taskDataIds[index] ?? null,
				answer: attempt.answer,
			};
		case 'notSent':
			return {
				status: 'notSent',
				taskDataId: null,
				problem: attempt.problem,
				...(attempt.earlier ? { earlier: true } : {}),
			};
		default:
			return {
				status: attempt.kind,
				taskDataId: null,
				problem: attempt.problem,
				answer: attempt.answer,
			};
	}
}

/** What became of rows that were still to go when the user stopped the execution. */
export const CANCELLED: Problem = {
	message: 'The execution was stopped',
	remedy: 'Run the workflow again with the rows that were not accepted.',
	retryClass: 'never',
};
