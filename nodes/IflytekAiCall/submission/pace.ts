import { isBusy, scopeOf } from '../../shared/aiCall/codes';
import type { NotAccepted, Outcome } from '../../shared/aiCall/outcome';
import type { Problem } from '../../shared/problem/problem';

/** Rows in one call-out or insert (services.md, AI Call: Calls and tasks). */
export const ROWS_PER_CALL = 50;

/** Puts rows of the same group together, in the order of the groups' first rows; rows keep their order. */
export function byGroup<R extends { group: string }>(rows: readonly R[]): R[][] {
	const groups = new Map<string, R[]>();
	for (const row of rows) {
		const group = groups.get(row.group);
		if (group === undefined) groups.set(row.group, [row]);
		else group.push(row);
	}
	return [...groups.values()];
}

/** The batches in which rows go out while nothing goes wrong: of one group each, at most 50 rows. */
export function batches<R extends { group: string }>(rows: readonly R[]): R[][] {
	return byGroup(rows).flatMap((group) =>
		Array.from({ length: Math.ceil(group.length / ROWS_PER_CALL) }, (_, batch) =>
			group.slice(batch * ROWS_PER_CALL, (batch + 1) * ROWS_PER_CALL),
		),
	);
}

/** What is needed to wait for a busy platform. */
export interface Waiting {
	/** why nothing more may be sent; asked before every request and after every wait */
	holdBack: () => Problem | undefined;
	pause: (ms: number) => Promise<void>;
	/** Sends a query that changes nothing, once; must not throw. */
	ask: () => Promise<Outcome<unknown>>;
	/** how long to wait for a busy platform in all */
	maxWaitMs: number;
}

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
/** A platform that still refuses requests at this pace will refuse them at any. */
const SLOWEST_SPACING_MS = 32_000;

/**
 * How fast, and in what portions, a platform takes rows: once it was busy or gave no answer, a request has
 * one row, and later ones no more rows than were accepted since, so that little is lost if it fails again. A
 * busy platform is asked with a query until it answers. Each time it is busy again right after it took
 * something, requests are sent half as often, for the rest of the run.
 */
export class Pace {
	/** rows accepted since the last request that went wrong */
	private trusted = Infinity;

	/** whether the last request was answered otherwise than that the platform is busy */
	private wasAnswered = false;

	/** the least time between two requests */
	private spacingMs = 0;

	/** before a query, growing while the platform stays busy */
	private askPauseMs = 0;

	/** between a query and the row after it, growing with each row that is refused */
	private probePauseMs = 0;

	/** before the next query: its pause, or as long as the platform asked for */
	private nextPauseMs = 0;

	private waitedMs = 0;

	/** the answer of a busy platform, until it answers a query */
	private busy: NotAccepted | undefined;

	/** the next request is the first one after a query was answered */
	private isProbe = false;

	/** the platform was busy for as long as it may be waited for */
	private isOver = false;

	constructor(private readonly waiting: Waiting) {}

	/** How many rows the next request may have. */
	get mostRows(): number {
		return Math.min(Math.max(this.trusted, 1), ROWS_PER_CALL);
	}

	/** Waits until a request may be sent. @returns why none may be sent any more */
	async turn(): Promise<NotAccepted | undefined> {
		let held = this.heldBack() ?? (this.isOver ? this.busy : undefined);
		while (held === undefined && this.busy !== undefined) {
			await this.pause(this.nextPauseMs);
			held = this.heldBack() ?? (await this.askOnce(this.busy));
		}
		const pauseMs = this.isProbe ? Math.min(this.probePauseMs, this.leftMs) : this.spacingMs;
		if (held !== undefined || pauseMs <= 0) return held;
		await this.pause(pauseMs);
		return this.heldBack();
	}

	/** Waits as long as two requests have to be apart, where one of them is part of the other's work. */
	async space(): Promise<void> {
		if (this.spacingMs > 0) await this.waiting.pause(this.spacingMs);
	}

	/**
	 * Learns from what became of a request.
	 * @param rows how many rows it had
	 * @returns false where the platform has been busy for as long as it may be waited for
	 */
	learn(outcome: Outcome<unknown>, rows = 0): boolean {
		this.isProbe = false;
		if (outcome.status === 'notSent') return true;
		if (outcome.status !== 'accepted') {
			if (isBusy(outcome.problem)) return this.slowDown(outcome);
			if (isLost(outcome)) {
				this.trusted = 0;
				this.wasAnswered = false;
				return true;
			}
		} else {
			this.trusted += rows;
		}
		this.askPauseMs = 0;
		this.probePauseMs = 0;
		this.waitedMs = 0;
		this.wasAnswered = true;
		return true;
	}

	private slowDown(outcome: NotAccepted): boolean {
		// refused although the one before was not: it came too early
		if (this.wasAnswered) this.spacingMs *= 2;
		this.spacingMs = Math.max(this.spacingMs, FIRST_PAUSE_MS);
		this.trusted = 0;
		this.wasAnswered = false;
		this.busy = outcome;
		this.probePauseMs = this.grown(this.probePauseMs);
		const { maxWaitMs } = this.waiting;
		this.isOver = this.spacingMs > Math.min(SLOWEST_SPACING_MS, maxWaitMs);
		return !this.isOver && this.planToAsk(outcome);
	}

	/** @returns false where the time to wait is over */
	private planToAsk({ problem: { retryAfterMs = 0 } }: NotAccepted): boolean {
		this.askPauseMs = this.grown(this.askPauseMs);
		this.nextPauseMs = Math.max(Math.min(this.askPauseMs, this.leftMs), retryAfterMs);
		this.isOver = this.leftMs <= 0 || this.nextPauseMs > this.leftMs;
		return !this.isOver;
	}

	private grown(pauseMs: number): number {
		return Math.min(Math.max(pauseMs * 2, this.spacingMs), LONGEST_PAUSE_MS);
	}

	private async askOnce(busy: NotAccepted): Promise<NotAccepted | undefined> {
		const answer = await this.waiting.ask();
		if (answer.status === 'notSent') return answer;
		const isAnswered =
			answer.status === 'accepted' || (answer.status === 'refused' && !isBusy(answer.problem));
		if (!isAnswered) return this.planToAsk(answer) ? undefined : busy;
		this.busy = undefined;
		this.isProbe = true;
		return undefined;
	}

	private get leftMs(): number {
		return this.waiting.maxWaitMs - this.waitedMs;
	}

	private async pause(ms: number): Promise<void> {
		this.waitedMs += ms;
		await this.waiting.pause(ms);
	}

	private heldBack(): NotAccepted | undefined {
		const problem = this.waiting.holdBack();
		return problem && { status: 'notSent', problem, heldBack: true };
	}
}

/** Whether rows may have been taken by a request whose answer says nothing about the next one. */
function isLost({ status, contradictory, mayHaveActed, problem }: NotAccepted): boolean {
	if (status === 'unknown') return contradictory !== true;
	return mayHaveActed === true && scopeOf(problem.code) === undefined;
}
