import { isBusy, scopeOf } from '../../shared/aiCall/codes';
import type { NotAccepted, Outcome } from '../../shared/aiCall/outcome';
import type { Problem } from '../../shared/problem/problem';
import { mayHaveBeenCalled } from './outcome';

/** Rows in one call-out or insert (services.md, AI Call: Calls and tasks). */
export const ROWS_PER_CALL = 50;

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
 * After so many accepted requests in a row a pace has proved itself, and requests are sent twice as often. With fewer,
 * a platform that takes twenty requests a minute would seem to take a pace that is too fast.
 */
const ANSWERS_TO_SPEED_UP = 24;
/** The most after faster paces failed: with more, a list would end if the platform is busy by chance. */
const MOST_ANSWERS_TO_SPEED_UP = 96;

/**
 * Sending ends after three requests in a row without a usable answer, or if more than a third of all stay without
 * one: each of them weighs as much as two accepted ones.
 */
const WITHOUT_ANSWER_WEIGHT = 2;
const MOST_WITHOUT_ANSWER = 3 * WITHOUT_ANSWER_WEIGHT;

/** What an execution has learned about the platform: plain data, which n8n keeps with it. */
export type PaceState = ReturnType<typeof newPaceState>;

/** The state of an execution that has not sent anything yet. */
export function newPaceState() {
	return {
		/** how many rows the next request may have */
		mostRows: ROWS_PER_CALL,
		/** whether the last request had an answer other than that the platform is busy */
		wasAnswered: false,
		/** accepted requests since the platform was busy or requests became more frequent */
		answers: 0,
		/** how many of them there have to be before requests become more frequent */
		answersToSpeedUp: ANSWERS_TO_SPEED_UP,
		/** requests have just become more frequent; it is open whether the platform takes them */
		isTrial: false,
		/** the platform was busy before this pace had proved itself: by chance, or because it is too fast */
		isDoubted: false,
		/** the least time between two requests */
		spacingMs: 0,
		/** before a query, growing while the platform stays busy */
		askPauseMs: 0,
		/** between a query and the row after it, growing with each row that is refused */
		probePauseMs: 0,
		/** before the next query: its pause, or as long as the platform asked for */
		nextPauseMs: 0,
		waitedMs: 0,
		/** the answer of a busy platform, until it answers a query */
		busy: undefined as NotAccepted | undefined,
		/** the next request is the first one after a query was answered */
		isProbe: false,
		/** the platform was busy for as long as it may be waited for */
		isOver: false,
		/** when it was last too busy for rows, in milliseconds since 1970 */
		refusedAt: 0,
		/** requests without a usable answer, see `MOST_WITHOUT_ANSWER` */
		withoutAnswer: 0,
		/** the last of too many requests without a usable answer: the execution sends nothing more */
		silent: undefined as NotAccepted | undefined,
	};
}

/**
 * Adapts the time between requests, and their rows, to the platform. After it was busy or gave no answer, the next
 * request has one row, and later ones at most as many as were accepted since: little is lost if it fails again. A
 * busy platform is sent a query until it answers. If it is busy again and again soon after it took something,
 * requests are sent half as often; after enough accepted ones in a row, twice as often.
 */
export class Pace {
	constructor(
		private readonly waiting: Waiting,
		private readonly state = newPaceState(),
	) {
		// an earlier run has used up its time to wait: this one asks once, unless rows were refused just now
		const isRecent = Math.abs(Date.now() - state.refusedAt) < waiting.maxWaitMs;
		if (!state.isOver || isRecent) return;
		const spacingMs = Math.min(state.spacingMs, SLOWEST_SPACING_MS);
		Object.assign(state, { isOver: false, nextPauseMs: 0, spacingMs });
	}

	get mostRows(): number {
		return Math.max(this.state.mostRows, 1);
	}

	/** Waits until a request may be sent. @returns why none may be sent any more */
	async turn(): Promise<NotAccepted | undefined> {
		const { state } = this;
		let held = this.heldBack() ?? state.silent ?? (state.isOver ? state.busy : undefined);
		while (held === undefined && state.busy !== undefined) {
			await this.pause(state.nextPauseMs);
			held = this.heldBack() ?? (await this.askOnce(state.busy));
		}
		const pauseMs = state.isProbe
			? Math.min(state.probePauseMs, Math.max(this.leftMs, 0))
			: state.spacingMs;
		if (held !== undefined || pauseMs <= 0) return held;
		await this.pause(pauseMs);
		return this.heldBack();
	}

	/** Waits the time between two requests, for a query that belongs to a request. */
	async space(): Promise<void> {
		if (this.state.spacingMs > 0) await this.waiting.pause(this.state.spacingMs);
	}

	/**
	 * Learns from the outcome of a request with this many rows.
	 * @returns false if nothing more is to be sent: the platform was busy for too long, or does not answer
	 */
	learn(outcome: Outcome<unknown>, rows = 0): boolean {
		const { state } = this;
		state.isProbe = false;
		if (outcome.status === 'notSent') return true;
		if (outcome.status === 'accepted') {
			state.mostRows = Math.min(state.mostRows + (state.isDoubted ? 1 : rows), ROWS_PER_CALL);
			state.withoutAnswer = Math.max(state.withoutAnswer - 1, 0);
			this.speedUp();
		} else {
			if (isBusy(outcome.problem)) return this.slowDown(outcome);
			// a refusal without a code is a gateway's, and one with an undocumented code may mean anything
			const { contradictory = false, status, problem } = outcome;
			const isAnswered = status === 'refused' ? scopeOf(problem.code) !== undefined : contradictory;
			state.withoutAnswer = isAnswered ? 0 : state.withoutAnswer + WITHOUT_ANSWER_WEIGHT;
			if (state.withoutAnswer >= MOST_WITHOUT_ANSWER) state.silent = outcome;
			if (!isAnswered && mayHaveBeenCalled(outcome)) {
				Object.assign(state, { mostRows: 0, wasAnswered: false, answers: 0 });
				return state.silent === undefined;
			}
		}
		Object.assign(state, { askPauseMs: 0, probePauseMs: 0, waitedMs: 0, wasAnswered: true });
		return state.silent === undefined;
	}

	/** The first request at a faster pace has one row, so that a refusal leaves no more in doubt. */
	private speedUp(): void {
		const { state } = this;
		state.answers++;
		if (state.answers === ANSWERS_TO_SPEED_UP) {
			if (state.isTrial) state.answersToSpeedUp = ANSWERS_TO_SPEED_UP;
			Object.assign(state, { isTrial: false, isDoubted: false });
		}
		if (state.spacingMs === 0 || state.answers < state.answersToSpeedUp) return;
		const spacingMs = state.spacingMs > FIRST_PAUSE_MS ? state.spacingMs / 2 : 0;
		Object.assign(state, { spacingMs, answers: 0, mostRows: 0, isTrial: true });
	}

	private slowDown(outcome: NotAccepted): boolean {
		const { state } = this;
		const isProved = state.answers >= ANSWERS_TO_SPEED_UP;
		// refused although the one before was not
		if (state.wasAnswered && !isProved) {
			const isTooFast = state.isTrial || state.isDoubted;
			if (isTooFast) state.spacingMs *= 2;
			// a pace that was too fast is tried less and less often
			if (state.isTrial) {
				state.answersToSpeedUp = Math.min(state.answersToSpeedUp * 2, MOST_ANSWERS_TO_SPEED_UP);
			}
			Object.assign(state, { isTrial: false, isDoubted: !isTooFast && state.spacingMs > 0 });
		}
		if (!isProved) state.spacingMs = Math.max(state.spacingMs, FIRST_PAUSE_MS);
		Object.assign(state, { mostRows: 0, wasAnswered: false, answers: 0, busy: outcome });
		state.refusedAt = Date.now();
		state.probePauseMs = this.grown(state.probePauseMs);
		const { maxWaitMs } = this.waiting;
		state.isOver = state.spacingMs > Math.min(SLOWEST_SPACING_MS, maxWaitMs);
		return !state.isOver && this.planToAsk(outcome);
	}

	/** @returns false if the time to wait is over */
	private planToAsk({ problem: { retryAfterMs = 0 } }: NotAccepted): boolean {
		const { state } = this;
		state.askPauseMs = this.grown(state.askPauseMs);
		state.nextPauseMs = Math.max(Math.min(state.askPauseMs, this.leftMs), retryAfterMs);
		state.isOver = this.leftMs <= 0 || state.nextPauseMs > this.leftMs;
		return !state.isOver;
	}

	private grown(pauseMs: number): number {
		const leastMs = Math.max(this.state.spacingMs, FIRST_PAUSE_MS);
		return Math.min(Math.max(pauseMs * 2, leastMs), LONGEST_PAUSE_MS);
	}

	private async askOnce(busy: NotAccepted): Promise<NotAccepted | undefined> {
		const answer = await this.waiting.ask();
		if (answer.status === 'notSent') return answer;
		const isAnswered =
			answer.status === 'accepted' || (answer.status === 'refused' && !isBusy(answer.problem));
		if (!isAnswered) return this.planToAsk(answer) ? undefined : busy;
		Object.assign(this.state, { busy: undefined, isProbe: true });
		return undefined;
	}

	private get leftMs(): number {
		return this.waiting.maxWaitMs - this.state.waitedMs;
	}

	private async pause(ms: number): Promise<void> {
		if (ms <= 0) return;
		this.state.waitedMs += ms;
		await this.waiting.pause(ms);
	}

	private heldBack(): NotAccepted | undefined {
		const problem = this.waiting.holdBack();
		return problem && { status: 'notSent', problem, heldBack: true };
	}
}
