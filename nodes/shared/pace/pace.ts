import { createHash } from 'node:crypto';
import {
	sleep,
	type ICredentialDataDecryptedObject,
	type IExecuteFunctions,
	type IHookFunctions,
	type ILoadOptionsFunctions,
} from 'n8n-workflow';

import { withRemedy } from '../problem/language';
import { NOT_SENT, TRIED } from '../problem/notSent';
import {
	CANCELED,
	failure,
	inSeconds,
	isAnswered,
	isOverload,
	isRetryable,
	lowerFirst,
	problemFrom,
	success,
	type Problem,
	type Result,
} from '../problem/problem';

/** The contexts of n8n that can send requests. */
export type Context = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions;

/** Whole milliseconds of this process: the machine's clock may be set back. Tests replace it. */
export const CLOCK = { now: () => Math.trunc(performance.now()), sleep };
/** n8n's timer cannot be cleared: a pause consists of naps, so that it can end early. */
const NAP_MS = 100;

/** Waits until the time is over or the execution is canceled. */
export async function pause(context: Context, ms: number): Promise<void> {
	for (let left = ms; left > 0 && !isCanceled(context); left -= NAP_MS) {
		await CLOCK.sleep(Math.min(left, NAP_MS));
	}
}

/** The signal that is aborted when the user cancels the execution; undefined where nothing can be canceled. */
export function cancelSignal(context: Context): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}

/** Whether the user has canceled the execution; false where there is none, as in the editor's lists. */
export function isCanceled(context: Context): boolean {
	return cancelSignal(context)?.aborted === true;
}

/** Attempts of a request that fails for another reason than a limit of the service. */
export const MOST_ATTEMPTS = 4;
const FIRST_PAUSE_MS = 400;

/** Bounds of the work on one item. */
export interface RequestPolicy {
	/** requests; set where the user knows the service's limit */
	maxPerSecond?: number;
	/** of one attempt or download */
	timeoutMs: number;
	/** of one item, its download and all attempts included */
	maxTimeMs: number;
}

/** To be called when a request that went out has ended; without a result where our own code failed. */
export type Ended = (result?: Result<unknown>) => void;

/** The time of one attempt, and the option to raise for more. */
export interface AttemptTime {
	timeoutMs: number;
	option: 'Max Time per Item' | 'Timeout';
}

/** The attempts of one request or download, within the time of its item. */
export class RetryBudget {
	private failed = 0;
	private startedAt = 0;
	/** duration of the last attempt that did not time out */
	private tookMs = 0;

	/** @param item the clock of its item: its end or, while it is stopped, the time that is left */
	constructor(
		private readonly context: Context,
		readonly policy: RequestPolicy,
		private readonly item = { deadline: Infinity, restMs: policy.maxTimeMs },
	) {}

	/** A budget for the next request of the item. */
	forNextRequest(): RetryBudget {
		return new RetryBudget(this.context, this.policy, this.item);
	}

	/** The latest start of the next attempt, if it takes as long as the last one. */
	get deadline(): number {
		return this.item.deadline - this.tookMs;
	}

	get leftMs(): number {
		return this.item.deadline - CLOCK.now();
	}

	/** Begins an attempt. @returns how long it may take, and the option that sets this */
	begin(): AttemptTime {
		const { item, policy } = this;
		this.startedAt = CLOCK.now();
		if (item.deadline === Infinity) item.deadline = this.startedAt + item.restMs;
		const leftMs = Math.max(1, Math.ceil(this.leftMs));
		return policy.timeoutMs <= leftMs
			? { timeoutMs: policy.timeoutMs, option: 'Timeout' }
			: { timeoutMs: leftMs, option: 'Max Time per Item' };
	}

	/** Stops the clock of the item after a success. @param restMs the time for its next requests */
	stop(restMs = this.leftMs): void {
		this.item.restMs = restMs;
		this.item.deadline = Infinity;
	}

	/** Gives the item back the time that a request waited for other executions. */
	giveBack(ms: number): void {
		this.item.deadline += ms;
	}

	/**
	 * Repeats a failed attempt, up to MOST_ATTEMPTS in all, or as long as the item has time after an overload.
	 * @param attempt has to call `begin` once it may leave
	 */
	async repeat<T>(attempt: () => Promise<Result<T>>): Promise<Result<T>> {
		let reported: Problem | undefined;
		while (!isCanceled(this.context)) {
			const result = await attempt();
			if (result.ok) return result;
			const { problem } = result;
			if (!problem.timedOut) this.tookMs = CLOCK.now() - this.startedAt;
			// if only the time ran out, an earlier fault says more
			const isOutOfTime = problem.notSent || (problem.timedOut && this.leftMs <= 0);
			reported = isOutOfTime ? (reported ?? problem) : problem;
			// after an overload, waiting for the next turn is pause enough
			const goesOn = isOverload(problem)
				? this.hasTimeFor(problem.retryAfterMs ?? 0)
				: await this.wait(problem);
			if (!goesOn && !isCanceled(this.context)) return failure(this.finalProblem(reported));
		}
		return failure(CANCELED);
	}

	/** Waits before the next attempt, longer after each one. @returns whether there is to be one */
	async wait(problem: Pick<Problem, 'retryAfterMs' | 'retryClass'>): Promise<boolean> {
		if (!isRetryable(problem)) return false;
		const growing = FIRST_PAUSE_MS * 2 ** this.failed++ * (0.5 + Math.random() / 2);
		const ms = Math.max(growing, problem.retryAfterMs ?? 0);
		if (this.failed >= MOST_ATTEMPTS || !this.hasTimeFor(ms)) return false;
		await pause(this.context, ms);
		return !isCanceled(this.context);
	}

	private hasTimeFor(pauseMs: number): boolean {
		return CLOCK.now() + pauseMs < this.deadline;
	}

	/** The request's final problem, saying how often or how long it was tried. */
	private finalProblem(problem: Problem): Problem {
		const { failed, policy } = this;
		if (isOverload(problem)) return withRemedy(problem, TRIED.long, [inSeconds(policy.maxTimeMs)]);
		const isRepeated = isRetryable(problem) && failed > 1;
		return isRepeated ? withRemedy(problem, TRIED.often, [failed]) : problem;
	}
}

/** Pause between a refusal that concerns every request and the one request that checks whether it still holds. */
const TRIAL_AFTER_MS = 1000;
/** The least time without any answer after which a run gives up. */
const LEAST_PATIENCE_MS = 300_000;

/**
 * Remembers for all items of a run why sending should stop. After a refusal that concerns every request (a bad key, a
 * wrong address) nothing new starts until one request of another item has tried again. If that is refused too, if no
 * item got an answer for long, or if the node will fail, nothing more is sent.
 */
export class RunMemory {
	/** a refusal that may hold for every item, and when a request may test that; Infinity while one does */
	private doubt: { problem: Problem; itemIndex: number; trialAt: number } | undefined;
	/** why nothing more is sent */
	private over: Problem | undefined;
	/** when the first request left that no answer has followed; and the last failure */
	private quietSince: number | undefined;
	private lastFailure: Problem | undefined;

	constructor(
		private readonly context: Context,
		private readonly maxTimeMs = 0,
	) {}

	/** Why an item's request may no longer go out, or 'wait'; undefined where it may go out. */
	whyNot(itemIndex: number): Problem | 'wait' | undefined {
		if (isCanceled(this.context)) return CANCELED;
		const { doubt, lastFailure } = this;
		const patienceMs = Math.max(this.maxTimeMs, LEAST_PATIENCE_MS);
		const now = CLOCK.now();
		if (lastFailure !== undefined && now - (this.quietSince ?? now) >= patienceMs) {
			const values = [inSeconds(patienceMs), lowerFirst(lastFailure.message)];
			this.over ??= problemFrom(NOT_SENT.silence, values, lastFailure);
		}
		if (this.over !== undefined) return this.over;
		// the item's other requests fail as its first one did
		if (doubt?.itemIndex === itemIndex) return doubt.problem;
		return doubt !== undefined && now < doubt.trialAt ? 'wait' : undefined;
	}

	/** A request goes out, as `whyNot` allowed it; if there is a doubt, this request tests it. */
	begin(itemIndex: number): Ended {
		this.quietSince ??= CLOCK.now();
		const tried = this.doubt;
		if (tried !== undefined) tried.trialAt = Infinity;
		return (result) => {
			const problem = result?.ok === false ? result.problem : undefined;
			const isSettled = result !== undefined && isAnswered(result) && !isRetryable(problem);
			if (isSettled) this.quietSince = undefined;
			else this.lastFailure = problem ?? this.lastFailure;
			const trialAt = CLOCK.now() + TRIAL_AFTER_MS;
			if (tried === undefined) {
				if (problem?.everyRequest) this.doubt ??= { problem, itemIndex, trialAt };
			} else if (problem?.everyRequest) {
				const values = [lowerFirst(tried.problem.message), tried.itemIndex + 1];
				this.over ??= problemFrom(NOT_SENT.refusal, values, tried.problem);
			} else if (isSettled) this.doubt = undefined;
			// a request that will be repeated has tested nothing
			else tried.trialAt = trialAt;
		};
	}

	/** The node will fail: nothing more of its other items is sent. */
	end(): void {
		this.over ??= problemFrom(NOT_SENT.otherItem);
	}
}

/** Requests under way at the same time, before anything is known of a service: most plans allow so many a second. */
const START = 16;
/** The most under way at the same time: ten a second that take ten seconds each. n8n itself hardly sends more. */
const MOST = 128;
/** A second, with a margin for two requests that take unequal time on their way. */
const SECOND_MS = 1050;
/** What each accepted request adds to the rate while the rate is searched for: it doubles each second. */
const SEARCH = 1;
/** What it adds later: a rate of five a second grows by a tenth in three seconds. */
const UP = 0.04;
/** The share of the rate that remains after a refusal. */
const DOWN = 0.85;

/** How a request ended; 'tooMany' is too many a second, and 'unknown' tells nothing about the limits. */
type Ending = 'taken' | 'tooMany' | 'tooManyAtOnce' | 'late' | 'unknown';

/**
 * Decides when requests that are safe to repeat may leave. At first it sends as many at once as are answered. The
 * first refusal sets a rate: as many a second as were accepted in the second before. Each accepted request raises it
 * a little, a refusal lowers it, at most once in the time of an answer: additive increase, multiplicative decrease,
 * as in TCP. The number under way at once falls only where the service says that it is too high, or is silent.
 */
export class Pace {
	nextAt = 0;
	/** requests a second: the user's limit, the service's once it has refused one, and the gain per accepted request */
	private known = Infinity;
	private rate = Infinity;
	private step = UP;
	/** requests under way: the most, the gain per accepted request, and the present number */
	private atOnce = START;
	private atOnceStep = 1;
	private active = 0;
	/** a refusal of a request that left before this says nothing new */
	private loweredAt = -Infinity;
	/** when the last of the first refused requests left; undefined once a rate is set */
	private firstRefusedAt: number | undefined;
	/** the last requests that left, without those that were refused */
	private recent: Array<{ at: number }> = [];

	get isFull(): boolean {
		return this.active >= Math.floor(this.atOnce);
	}

	/** Sets the limit that the users know; Infinity where none of them does. */
	limitTo(perSecond: number): void {
		if (perSecond === this.known) return;
		this.known = perSecond;
		this.rate = Math.min(this.rate, perSecond);
		this.step = Math.max(this.step, UP);
		if (perSecond < Infinity) this.atOnce = MOST;
	}

	/** To be called when a request leaves. */
	leaves(at: number): Ended {
		if (this.firstRefusedAt !== undefined) this.measure(at, this.firstRefusedAt);
		// if a busy machine sent this one late, the next one still leaves on time
		this.nextAt = Math.max(this.nextAt, at - (SECOND_MS - 1000)) + SECOND_MS / this.rate;
		const sent = { at };
		this.recent = [...this.recent.slice(1 - MOST), sent];
		this.active++;
		return (result) => {
			const now = CLOCK.now();
			const ending = endingOf(result);
			this.active--;
			if (ending.startsWith('tooMany')) {
				this.recent = this.recent.filter((one) => one !== sent);
				const { retryAfterMs = 0 } = result?.ok === false ? result.problem : {};
				this.nextAt = Math.max(this.nextAt, now + retryAfterMs);
			}
			this.adapt(ending, at, now);
		};
	}

	private adapt(ending: Ending, sentAt: number, now: number): void {
		if (ending === 'taken') {
			this.atOnce = Math.min(MOST, this.atOnce + this.atOnceStep);
			this.rate = Math.min(this.known, this.rate + this.step);
		} else if (ending === 'tooManyAtOnce') {
			this.atOnceStep = UP;
			this.atOnce = Math.max(1, Math.min(this.atOnce, this.active));
			if (this.active > 0) return;
			// no request of ours is under way: others use all of the service
			this.rate = Math.min(this.rate, START) * DOWN;
			this.step = SEARCH;
		} else if (ending === 'tooMany' && this.rate === Infinity) {
			// wait for the other answers, and until a service that counts refused requests has forgotten them
			if (this.firstRefusedAt === undefined) this.nextAt = Math.max(this.nextAt, now + SECOND_MS);
			this.firstRefusedAt = Math.max(this.firstRefusedAt ?? 0, sentAt);
			this.atOnce = MOST;
		} else if (ending !== 'unknown' && sentAt > this.loweredAt) {
			this.loweredAt = now;
			if (ending === 'late') this.atOnce = Math.max(1, Math.floor(this.atOnce / 2));
			else {
				// at the user's rate, the service refuses requests that arrive too close to each other
				const isKnown = this.rate > this.known * DOWN;
				this.rate *= isKnown ? 1 - UP : DOWN;
				this.step = isKnown ? 0 : UP;
			}
		}
	}

	/** The first rate: as many as were taken in the second before the last refused request left. */
	private measure(now: number, last: number): void {
		const taken = this.recent.filter(({ at }) => at <= last && at > last - SECOND_MS).length;
		this.rate = Math.min(this.known, Math.max(1, taken));
		// a service that wants a gap between requests takes one or two of any burst: a small number says little
		this.step = Math.max(UP, SEARCH / this.rate ** 2);
		this.loweredAt = now;
		this.firstRefusedAt = undefined;
	}
}

function endingOf(result: Result<unknown> | undefined): Ending {
	if (result === undefined) return 'unknown';
	if (result.ok) return 'taken';
	const { retryClass, timedOut } = result.problem;
	if (!isAnswered(result)) return timedOut ? 'late' : 'unknown';
	return retryClass === 'tooMany' || retryClass === 'tooManyAtOnce' ? retryClass : 'taken';
}

interface Waiting {
	itemIndex: number;
	budget: RetryBudget;
	since: number;
	begin: (turn: Result<Ended>) => void;
}

/** The executions of this process that use one key: a service counts requests for each key. */
class Turns {
	private readonly pace = new Pace();
	/** the next one to send comes first */
	readonly lanes = new Set<Lane>();
	private isServing = false;
	private wake = () => {};

	/** Lets one request after another go, of each execution in turn. */
	async serve(): Promise<void> {
		if (this.isServing) return;
		this.isServing = true;
		for (;;) {
			// if all began in one turn of the event loop, none would leave before the last one is prepared
			await CLOCK.sleep(0);
			const waiting = [...this.lanes].filter((lane) => lane.waiting.size > 0);
			if (waiting.length === 0) break;
			const limits = [...this.lanes].map(({ policy }) => policy.maxPerSecond ?? Infinity);
			this.pace.limitTo(Math.min(...limits));
			if (waiting.some((lane) => this.serves(lane))) continue;
			const event = new Promise<void>((resolve) => (this.wake = resolve));
			const dueMs = this.pace.nextAt - CLOCK.now();
			await Promise.race([event, CLOCK.sleep(dueMs > 0 ? Math.min(dueMs, NAP_MS) : NAP_MS)]);
		}
		this.isServing = false;
	}

	/** Tells a lane's next request that it may leave, or may no longer. @returns whether it told it anything */
	private serves(lane: Lane): boolean {
		const { lanes, pace } = this;
		// the earliest deadline first, so that no item runs out of time while others begin
		const first = [...lane.waiting].reduce((best, one) =>
			one.budget.deadline < best.budget.deadline ? one : best,
		);
		const { itemIndex, budget, since, begin } = first;
		const now = CLOCK.now();
		const isShared = lanes.size > 1;
		const why = lane.run.whyNot(itemIndex);
		if (typeof why === 'object') begin(failure(why));
		else if (!isShared && Math.max(pace.nextAt, now) >= budget.deadline)
			begin(failure(problemFrom(NOT_SENT.late, [budget.policy.maxTimeMs / 1000])));
		else if (why === 'wait' || pace.isFull || pace.nextAt > now) return false;
		else {
			lanes.delete(lane);
			lanes.add(lane);
			// waiting for other executions is not counted as time of the item
			if (isShared) budget.giveBack(now - since);
			const ended = [pace.leaves(now), lane.run.begin(itemIndex), () => this.wake()];
			begin(success((result) => ended.forEach((tell) => tell(result))));
		}
		return lane.waiting.delete(first);
	}
}

const turnsByKey = new Map<string, Turns>();

/** The requests of one execution to one service that are safe to repeat. */
export class Lane {
	readonly waiting = new Set<Waiting>();
	private readonly key: string;

	/** @param service its scheme and its name */
	constructor(
		protected readonly context: Context,
		service: string[],
		readonly credentials: ICredentialDataDecryptedObject,
		readonly policy: RequestPolicy,
		readonly run = new RunMemory(context, policy.maxTimeMs),
	) {
		// renewing a token does not change the key
		const key = JSON.stringify([service, { ...credentials, token: '', expiresAt: '' }]);
		this.key = createHash('sha256').update(key).digest('hex');
	}

	/** For all requests and downloads of one item. */
	retryBudget(): RetryBudget {
		return new RetryBudget(this.context, this.policy);
	}

	/** Sends a request when it is its turn, and again where that is worth it. */
	protected async repeat<T>(
		send: (time: AttemptTime) => Promise<Result<T>>,
		itemBudget = this.retryBudget(),
		itemIndex = 0,
	): Promise<Result<T>> {
		const budget = itemBudget.forNextRequest();
		const answered = await budget.repeat(async () => {
			const turn = await this.turn(itemIndex, budget);
			if (!turn.ok) return turn;
			let result: Result<T> | undefined;
			try {
				return (result = await send(budget.begin()));
			} finally {
				turn.value(result);
			}
		});
		if (answered.ok) budget.stop(this.policy.maxTimeMs);
		return answered;
	}

	/** Waits until an item's request may leave; past the item's time only while other executions use the key. */
	private async turn(itemIndex: number, budget: RetryBudget): Promise<Result<Ended>> {
		// requests that will never leave would hold up other executions
		const why = this.run.whyNot(itemIndex);
		if (typeof why === 'object') return failure(why);
		const turns = turnsByKey.get(this.key) ?? new Turns();
		turnsByKey.set(this.key, turns);
		turns.lanes.add(this);
		return await new Promise((begin) => {
			this.waiting.add({ itemIndex, budget, since: CLOCK.now(), begin });
			void turns.serve();
		});
	}

	/** To be called when the run has ended. */
	readonly close = (): void => {
		const turns = turnsByKey.get(this.key);
		turns?.lanes.delete(this);
		if (turns?.lanes.size === 0) turnsByKey.delete(this.key);
	};
}
