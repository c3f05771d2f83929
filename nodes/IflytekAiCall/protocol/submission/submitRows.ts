import { isBusy, scopeOf, type AiCallScope } from '../../../shared/aiCall/codes';
import type { NotAccepted } from '../../../shared/aiCall/outcome';
import type { Problem } from '../../../shared/items/problem';
import { batches } from './batches';
import { laterOutcome, mayHaveBeenCalled, type BatchOutcome, type RowOutcome } from './outcome';

export interface SubmittedRow {
	/** position in the run, from 1 */
	row: number;
	/** rows of the same group share batches */
	group: string;
}

export interface Submission<R> {
	/** Sends rows of one group, once; must not throw. */
	send: (rows: R[]) => Promise<BatchOutcome>;
	/** whether a refused batch is narrowed down to the rows that cause it */
	narrowDown: boolean;
	/** why nothing more may be sent; asked before every request */
	holdBack: () => Problem | undefined;
	pause: (ms: number) => Promise<void>;
	/** how long to wait for a busy platform in all */
	maxWaitMs: number;
}

/** What one row can cause: the platform refuses the whole batch for it. */
const ROW_SCOPES: ReadonlyArray<AiCallScope | undefined> = ['row', 'columns', 'parameter'];
/**
 * When this many rows were refused one by one for a parameter and none was accepted, the parameter is one
 * they share: fewer would give up good rows for a few bad ones, more would send thousands one by one.
 */
const MOST_FOR_PARAMETER = 10;
/**
 * A batch mostly has one bad row or none, so once a bad row is found the rest is sent in one call. Where
 * more are found, it is sent in the parts that were left, or many bad rows would take several times the
 * calls. (1% of 5,000 bad: about 470 calls, and 630 for halving each half.)
 */
const ROUNDS_TOGETHER = 2;
/** Calls in a row without a usable answer of the platform after which the rest is held back. */
const MOST_WITHOUT_ANSWER = 3;
const FIRST_PAUSE_MS = 1000;

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
	const run = new Run(submission);
	for (const batch of batches(rows)) await run.submit(batch);
	await run.submitRepeats(repeats);
	return { outcomes: run.outcomes, repeated: run.repeated, stopped: run.stopped };
}

class Run<R extends SubmittedRow> {
	readonly outcomes = new Map<R, RowOutcome>();

	readonly repeated = new Map<R, R>();

	/** why nothing more is sent at all */
	stopped: NotAccepted | undefined;

	private readonly stoppedGroups = new Map<string, NotAccepted>();

	/** groups with an accepted call: their columns are right */
	private readonly proven = new Set<string>();

	/** how many rows were refused alone for a parameter, by group, while none was accepted */
	private readonly forParameter = new Map<string, number>();

	private readonly refusedAlone = new Set<R>();

	private withoutAnswer = 0;

	private busyAnswers = 0;

	private waitedMs = 0;

	private pauseMs = 0;

	constructor(private readonly submission: Submission<R>) {}

	async submit(batch: R[]): Promise<void> {
		const { group } = batch[0]!;
		/** rows whose outcome is still open, in parts */
		const open = [batch];
		for (let round = 0; open.length > 0; round++) {
			const rows = round < ROUNDS_TOGETHER ? open.splice(0).flat() : open.shift()!;
			const givenUp = round > 0 ? this.stoppedGroups.get(group) : undefined;
			const outcome = givenUp ?? (await this.attempt(rows));
			if (givenUp === undefined && this.canNarrow(outcome, rows)) {
				open.unshift(...(await this.findRefusedRow(rows)));
			} else {
				this.settle(rows, outcome);
			}
		}
	}

	/**
	 * Sends rows with the number of an earlier row, where that one was refused and surely not taken; the
	 * others report what became of the earlier one.
	 */
	async submitRepeats(repeats: ReadonlyMap<R, R>): Promise<void> {
		const lastTried = new Map<R, R>();
		const waiting = new Set(repeats.keys());
		for (;;) {
			const next = new Map<R, R>();
			for (const row of waiting) {
				const first = repeats.get(row)!;
				const goesOut = !next.has(first) && this.mayRepeat(lastTried.get(first) ?? first);
				if (goesOut) next.set(first, row);
			}
			if (next.size === 0) break;
			for (const [first, row] of next) {
				lastTried.set(first, row);
				waiting.delete(row);
			}
			for (const batch of batches([...next.values()])) await this.submit(batch);
		}
		for (const row of waiting) {
			const first = repeats.get(row)!;
			const twin = lastTried.get(first) ?? first;
			const outcome = this.outcomes.get(twin);
			this.outcomes.set(row, repeatedOutcome(twin.row, outcome));
			if (outcome?.status === 'accepted' || outcome?.status === 'unknown') {
				this.repeated.set(row, twin);
			}
		}
	}

	/** Whether another row with the number of this one may be sent: this one surely was not taken. */
	private mayRepeat(row: R): boolean {
		const outcome = this.outcomes.get(row);
		if (outcome?.status !== 'refused' || outcome.mayHaveActed) return false;
		const scope = scopeOf(outcome.problem.code);
		// a number that was refused by itself is refused again
		return ROW_SCOPES.includes(scope) && !(scope === 'row' && this.refusedAlone.has(row));
	}

	/**
	 * Halves rows that were refused together until one of them is refused by itself.
	 * @returns the rows whose outcome is still open, in parts
	 */
	private async findRefusedRow(rows: R[]): Promise<R[][]> {
		const { group } = rows[0]!;
		const open: R[][] = [];
		let suspects = rows;
		while (suspects.length > 1) {
			const [first, second] = halvesOf(suspects);
			const outcome = await this.attempt(first);
			if (outcome.status === 'accepted') {
				this.settle(first, outcome);
				suspects = second;
				continue;
			}
			if (blamesColumns(outcome) && !this.proven.has(group)) {
				// either the columns are wrong or one row in each half: the other half shows which, or smaller ones
				const other = await this.attempt(second);
				if (this.canNarrow(other, second)) open.unshift(second);
				else this.settle(second, other);
				const isSmallest = first.length === 1 && second.length === 1;
				if (isSmallest && blamesColumns(other)) this.stoppedGroups.set(group, outcome);
			} else {
				open.unshift(second);
			}
			if (!this.canNarrow(outcome, first)) {
				this.settle(first, outcome);
				return open;
			}
			suspects = first;
		}
		// all others were accepted, but only an answer to this row alone refuses it
		this.settle(suspects, await this.attempt(suspects));
		return open;
	}

	private canNarrow(outcome: BatchOutcome, rows: R[]): boolean {
		return (
			this.submission.narrowDown &&
			rows.length > 1 &&
			outcome.status === 'refused' &&
			!outcome.mayHaveActed &&
			ROW_SCOPES.includes(scopeOf(outcome.problem.code))
		);
	}

	private async attempt(rows: R[]): Promise<BatchOutcome> {
		const { group } = rows[0]!;
		let kept = this.keptBack(group);
		if (kept === undefined && this.pauseMs > 0) {
			await this.submission.pause(this.pauseMs);
			this.pauseMs = 0;
			kept = this.keptBack(group);
		}
		if (kept !== undefined) return kept;
		const outcome = await this.submission.send(rows);
		this.learn(outcome, rows);
		return outcome;
	}

	/** Why nothing more may be sent, or nothing more of a group. */
	private keptBack(group: string): NotAccepted | undefined {
		const problem = this.submission.holdBack();
		if (problem !== undefined) this.stopped ??= { status: 'notSent', problem, heldBack: true };
		const stopped = this.stopped ?? this.stoppedGroups.get(group);
		return stopped && laterOutcome(stopped);
	}

	private learn(outcome: BatchOutcome, rows: R[]): void {
		const { group } = rows[0]!;
		if (outcome.status === 'accepted') {
			this.proven.add(group);
			this.hasAnswered();
			return;
		}
		const { code = '' } = outcome.problem;
		const scope = scopeOf(code);
		const isRefused = outcome.status === 'refused';
		if (isRefused && rows.length === 1) this.refusedAlone.add(rows[0]!);
		if (outcome.status === 'notSent' || (isRefused && scope === 'account')) {
			this.stopped = outcome;
		} else if (isRefused && isBusy(outcome.problem)) {
			this.waitLonger(outcome);
		} else if (isRefused && scope === 'group') {
			this.stoppedGroups.set(group, outcome);
		} else if (isRefused ? code === '' : !outcome.contradictory) {
			// a refusal without a code, such as HTTP 403, comes from a gateway and not from the platform
			this.withoutAnswer++;
			if (this.withoutAnswer >= MOST_WITHOUT_ANSWER) this.stopped = outcome;
		} else {
			this.hasAnswered();
			if (scope === 'parameter' && rows.length === 1) this.suspectParameter(outcome, group);
		}
	}

	private hasAnswered(): void {
		this.withoutAnswer = 0;
		this.busyAnswers = 0;
		this.waitedMs = 0;
	}

	/** The next batch waits for a busy platform; the refused one is not sent again. */
	private waitLonger(outcome: NotAccepted): void {
		const growing = FIRST_PAUSE_MS * 2 ** this.busyAnswers++;
		const pause = Math.max(growing, outcome.problem.retryAfterMs ?? 0);
		if (this.waitedMs + pause > this.submission.maxWaitMs) {
			this.stopped = outcome;
		} else {
			this.pauseMs = pause;
			this.waitedMs += pause;
		}
	}

	private suspectParameter(outcome: NotAccepted, group: string): void {
		if (this.proven.has(group)) return;
		const count = (this.forParameter.get(group) ?? 0) + 1;
		this.forParameter.set(group, count);
		if (count >= MOST_FOR_PARAMETER) this.stoppedGroups.set(group, outcome);
	}

	private settle(rows: R[], outcome: BatchOutcome): void {
		for (const [index, row] of rows.entries()) {
			this.outcomes.set(
				row,
				outcome.status === 'accepted'
					? { ...outcome, value: outcome.value[index] ?? null }
					: outcome,
			);
		}
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
