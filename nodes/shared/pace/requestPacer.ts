import type { Problem } from '../problem/problem';
import type { Clock } from './clock';
import type { RetryBudget } from './retryBudget';

/** Requests of a second leave a bit slower than that: not all of them take equally long to arrive. */
const SECOND_MS = 1010;
/** So much closer may requests arrive than they left, or so much further apart. */
const JITTER_MS = 50;
/** How late a request may leave, as timers are, and the next one still be on time. */
const TICK_MS = 20;

/** How many answers tell which part is refused: 1/g of DCTCP (RFC 8257). */
const RATED_BY = 16;
/** With more than a quarter of them refused the rate is wrong; fewer came too close to others by chance. */
const MOST_STRAY = RATED_BY / 4;
/** What a chance refusal takes off the rate: half of what it says among so many answers, as in DCTCP. */
const STRAY = 1 / (2 * RATED_BY);
/** No step leaves less, as in CUBIC (RFC 9438): where refused requests count too, all are refused at any faster rate. */
const BETA = 0.7;
/** So few requests tell nothing of a rate: a strict gap lets one or two of any burst through. */
const FEW = 2;
/** In a second, where nothing at all is accepted; and at least. */
const FIRST_TRY = 1 / 2;
const SLOWEST = 1 / 30;

/** How far a probe goes beyond a rate that holds, as BBR's. */
const PROBE_GAIN = 1.25;
/** How far it goes in Startup: two round trips find ten a second. Half of it, as in a binary search, once refused. */
const STARTUP_GAIN = 4;
/** How far the next one goes where nothing was refused, as slow start: what was saved up is gone by then. */
const NEXT_GAIN = 2;
/** How far it goes at most back to the best rate: a neighbor may have taken two thirds of it. */
const RETURN_GAIN = 3;
/** Below so much of the best rate somebody else has taken a part, and may leave any time. */
const NEARLY = 0.9;
/** Until the next probe then: with answers after 5 s, the first after a neighbor left ends within 20 s. */
const RETURN_AFTER_MS = 6000;
/** Until the next probe otherwise: a limit may have been raised. What one has too many costs a second at most. */
const PROBE_AFTER_MS = 30_000;

/** With so many under way as the service took, less those on their way, a refusal means another limit. */
const SURELY_TAKEN = 0.75;
/** More than leave in any span that is looked at. */
const REMEMBERED = 1000;

/** A request that may leave. */
export interface Turn {
	/** when it leaves, in milliseconds since 1970 */
	at: number;
	/** in a second; Infinity without a limit */
	rate: number;
	/** a request of an earlier pace says nothing about the present one */
	pace: number;
	probe?: Probe;
	end?: { at: number; how: 'accepted' | 'refused' | 'unanswered' };
}

/** Requests that leave faster than the others, to find out whether the service takes that. */
interface Probe {
	rate: number;
	size: number;
	turns: Turn[];
}

/** A request that waits for its turn. */
interface Waiting {
	budget: Pick<RetryBudget, 'leftMs'>;
	/** when the time of its item is over; Infinity before its first request */
	deadline: number;
	begin: (turn: Turn | undefined) => void;
}

/**
 * When requests may leave. Without a limit per second at once, one after another. After the first refusal
 * for such a limit: BBR (draft-ietf-ccwg-bbr), the congestion control that holds the rate at which its
 * packets were seen to be delivered. Here a request is delivered when the service accepts it:
 * - Startup: the rate is what was accepted of the first burst; after a strict gap it doubles while it can.
 * - Cruise: the rate is held. The part that is refused is taken off.
 * - Probe: from time to time a second's requests leave faster, and what is accepted of them is the new rate.
 *
 * Three things differ, since a service refuses what a network would queue: a probe is a second's requests and
 * not a round trip's, which would be refused by the hundred at a latency of 5 s; the best rate is kept for
 * the whole run, so that it is found again when another program leaves; and who is refused leaves first.
 */
export class RequestPacer {
	/** requests in a second, as the service takes them; Infinity without a limit */
	private rate: number;

	/** the highest rate that the service took so far */
	private best: number;

	/** both before the last raise, until that has held for a while: a service may have saved up for a probe */
	private before: { rate: number; best: number; at: number } | undefined;

	private pace = 0;

	private changedAt = 0;

	private probe: Probe | undefined;

	/** how far the next probe of Startup goes; 1 when that is over */
	private startupGain = 1;

	/** the rate is taken from the burst before the first refusal, once that is answered */
	private isLearning = false;

	private nextAt = 0;

	private turns: Turn[] = [];

	private takenAtOnce = 0;

	/** earliest deadline first, so that no item is refused until its time is over while others begin */
	private readonly queue: Waiting[] = [];

	private isServing = false;

	/** the user's own limit, less what a network adds to the distance between two requests */
	private readonly most: number;

	/** @param most requests in a second, where the user knows the limit */
	constructor(
		private readonly clock: Clock,
		most = Infinity,
	) {
		this.most = most * (1 - STRAY);
		this.rate = this.most;
		this.best = most === Infinity ? 0 : this.most;
	}

	/** Whether requests are held to a limit per second. */
	get isPacing(): boolean {
		return this.isLearning || this.rate < Infinity;
	}

	/** Waits for a request's turn; undefined when it would come too late for its item or once the execution is canceled. */
	async takeTurn(budget: Pick<RetryBudget, 'leftMs'>): Promise<Turn | undefined> {
		return await new Promise((begin) => {
			const deadline = this.clock.now() + budget.leftMs;
			const later = this.queue.findIndex((other) => other.deadline > deadline);
			this.queue.splice(later < 0 ? this.queue.length : later, 0, { budget, deadline, begin });
			if (!this.isServing) void this.serve();
		});
	}

	/** The service did not refuse a request for its limit per second. */
	accepted(turn: Turn): void {
		this.end(turn, 'accepted');
		if (!this.isPacing) this.takenAtOnce = Math.max(this.takenAtOnce, this.takenWith(turn));
		else if (turn.probe !== undefined) this.judge(turn.probe);
		else if (turn.pace === this.pace) {
			if (this.before && turn.at - this.before.at > RETURN_AFTER_MS) this.before = undefined;
			this.probeWhenSteady();
		}
	}

	/** A request got no answer, or did not leave: that tells nothing of a limit. */
	unanswered(turn: Turn): void {
		this.end(turn, 'unanswered');
		if (turn.probe !== undefined) this.judge(turn.probe);
	}

	/**
	 * The service refused a request because too much is sent.
	 * @returns whether the limit is one per second
	 */
	refused(turn: Turn, { retryClass, retryAfterMs = 0 }: Problem): boolean {
		this.end(turn, 'refused');
		if (retryClass === 'tooManyAtOnce') return false;
		const mayBeAtOnce = retryClass === 'tooMany' && !this.isPacing;
		if (mayBeAtOnce && this.atOnceWith(turn) > this.surelyTaken) return false;
		if (this.rate === Infinity) {
			this.isLearning = true;
			this.pause(retryAfterMs);
		} else if (turn.pace === this.pace) {
			if (turn.probe !== undefined) this.endProbe(turn.probe);
			else this.slowDown(turn, retryAfterMs);
		}
		return true;
	}

	private async serve(): Promise<void> {
		this.isServing = true;
		while (this.queue.length > 0) {
			// made in one go, all requests would leave after the last one, and their answers come together
			await this.clock.sleep(0);
			const { budget, begin } = this.queue[0]!;
			const wait = Math.max(0, this.nextAt - this.clock.now());
			const isTooLate = this.clock.canceled || wait >= budget.leftMs;
			if (!isTooLate && wait > 0) await this.clock.sleep(wait);
			else if (!isTooLate && this.isLearning && !this.isBurstAnswered()) {
				await this.clock.sleep(TICK_MS);
			} else {
				this.queue.shift();
				begin(isTooLate ? undefined : this.leave());
			}
		}
		this.isServing = false;
	}

	private leave(): Turn {
		const now = this.clock.now();
		if (this.isLearning) this.learn();
		const isProbing = this.probe !== undefined && this.probe.turns.length < this.probe.size;
		const probe = isProbing ? this.probe : undefined;
		const rate = probe?.rate ?? this.rate;
		const turn: Turn = { at: now, rate, pace: this.pace, probe };
		probe?.turns.push(turn);
		this.turns.push(turn);
		if (this.turns.length > 2 * REMEMBERED) this.turns = this.turns.slice(-REMEMBERED);
		this.nextAt = Math.max(this.nextAt, now - TICK_MS) + SECOND_MS / rate;
		return turn;
	}

	private end(turn: Turn, how: NonNullable<Turn['end']>['how']): void {
		turn.end ??= { at: this.clock.now(), how };
	}

	/** Who is refused has heard so by the time that refusals took, twice over. */
	private isBurstAnswered(): boolean {
		const refused = this.turns.filter(isRefused).map(({ at, end }) => end!.at - at);
		const longest = 2 * Math.max(...refused);
		const now = this.clock.now();
		return this.turns.every(({ at, end }) => end !== undefined || now - at > longest);
	}

	/** Takes the rate from the most that the service took in a second of the burst. */
	private learn(): void {
		this.isLearning = false;
		const from = this.lastAt - 2 * SECOND_MS;
		const burst = this.turns.filter(
			({ at, end }) => at > from && (end === undefined || end.how === 'accepted'),
		);
		// a bit less than a second, so that two of the service's are never counted as one
		const counted = SECOND_MS - JITTER_MS;
		const inSecond = burst.map(
			({ at: first }) => burst.filter(({ at }) => at >= first && at < first + counted).length,
		);
		const taken = Math.max(0, ...inSecond);
		this.changeTo(taken > 0 ? taken : FIRST_TRY);
		this.best = this.rate;
		if (taken === 0 || taken > FEW) return;
		this.startupGain = STARTUP_GAIN;
		this.probeAt(this.startupGain * this.rate);
	}

	/** A request was refused that left at the rate: by chance, or the rate is wrong. */
	private slowDown({ rate }: Turn, retryAfterMs: number): void {
		const lately = this.turns
			.filter(({ pace, probe, end }) => pace === this.pace && !probe && isJudged(end))
			.slice(-RATED_BY);
		const refused = lately.filter(isRefused).length;
		const isNoneTaken = refused === lately.length && refused > FEW;
		if (!isNoneTaken && refused <= MOST_STRAY) {
			// only this request waits as long as the service asks
			this.rate = Math.min(this.rate, rate * (1 - STRAY));
			return;
		}
		const { before } = this;
		this.changeTo(Math.max(before?.rate ?? 0, rate * Math.max(BETA, 1 - refused / lately.length)));
		if (before) this.best = Math.max(before.best, this.rate);
		this.before = undefined;
		this.pause(retryAfterMs);
		// others fill the limit: all of them back off, not in step
		if (isNoneTaken) this.pause((SECOND_MS / this.rate) * (0.5 + Math.random()));
	}

	private probeWhenSteady(): void {
		if (this.probe !== undefined) return;
		const steadyMs = this.clock.now() - this.changedAt;
		if (this.isBelowBest && steadyMs >= RETURN_AFTER_MS) this.probeAt(this.returnRate);
		else if (steadyMs >= PROBE_AFTER_MS) this.probeAt(PROBE_GAIN * this.rate);
	}

	private get returnRate(): number {
		return Math.min(this.best, RETURN_GAIN * this.rate);
	}

	private probeAt(rate: number): void {
		if (rate > this.most) return;
		this.probe = { rate, size: Math.max(FEW, Math.ceil(rate)), turns: [] };
	}

	/** The first refusal ends a probe; what it has sent may still be counted. */
	private endProbe(probe: Probe): void {
		probe.size = probe.turns.length;
		this.notBefore(this.lastAt + SECOND_MS / this.rate);
		this.judge(probe);
	}

	/** Takes over the rate at which the service accepted requests of a probe, once all are answered. */
	private judge(probe: Probe): void {
		const { turns, size } = probe;
		if (probe !== this.probe || turns.length < size || turns.some(({ end }) => !end)) return;
		const refused = turns.filter(isRefused).length;
		const last = turns[size - 1]!.at;
		// as many distances as requests
		const span = size === 1 ? 0 : ((last - turns[0]!.at) * size) / (size - 1);
		const taken = ((size - refused) * SECOND_MS) / Math.max(SECOND_MS, span);
		const { rate, best } = this;
		if (taken > rate) this.before = { rate, best, at: this.clock.now() };
		this.changeTo(Math.max(rate, taken));
		this.best = Math.max(best, this.rate);
		if (refused > 0) {
			this.notBefore(last + Math.min(1, refused / this.rate) * (SECOND_MS + JITTER_MS));
			this.startupGain = Math.max(1, this.startupGain / 2);
			if (this.startupGain > 1) this.probeAt(this.startupGain * this.rate);
		} else if (this.isBelowBest) {
			this.probeAt(this.returnRate);
		} else if (probe.rate > best) {
			this.probeAt(Math.max(this.startupGain, NEXT_GAIN) * this.rate);
		}
	}

	private changeTo(rate: number): void {
		this.rate = Math.min(this.most, Math.max(SLOWEST, rate));
		this.pace++;
		this.probe = undefined;
		this.changedAt = this.clock.now();
	}

	private get isBelowBest(): boolean {
		return this.rate < NEARLY * this.best;
	}

	private get lastAt(): number {
		return this.turns[this.turns.length - 1]!.at;
	}

	/** A service that counts refused requests too has to forget them first. */
	private pause(atLeastMs: number): void {
		this.notBefore(this.clock.now() + atLeastMs);
		this.notBefore(this.lastAt + SECOND_MS + JITTER_MS);
	}

	private notBefore(at: number): void {
		this.nextAt = Math.max(this.nextAt, at);
	}

	/** How many were under way with a request, at most. */
	private atOnceWith({ at }: Turn): number {
		return this.turns.filter(({ end }) => end === undefined || end.at > at).length;
	}

	/** How many requests that the service took were under way when one left. */
	private takenWith({ at: left }: Turn): number {
		return this.turns.filter(
			({ at, end }) => end?.how === 'accepted' && at <= left && end.at > left,
		).length;
	}

	private get surelyTaken(): number {
		return Math.max(1, SURELY_TAKEN * this.takenAtOnce);
	}
}

const isRefused = ({ end }: Turn): boolean => end?.how === 'refused';

const isJudged = (end: Turn['end']): boolean => end !== undefined && end.how !== 'unanswered';
