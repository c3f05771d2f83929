import type { Problem } from '../problem/problem';
import type { Clock } from './clock';
import type { RetryBudget } from './retryBudget';

/** A second with some slack: requests do not arrive as evenly as they leave. */
const SECOND_MS = 1010;
/** A burst is counted in a bit less, so that two seconds of the service's are never counted as one. */
const COUNTED_MS = 950;
/** From when a request leaves until the service has surely forgotten it. */
const FORGOTTEN_AFTER_MS = 1050;
/** How late a request may leave, as timers are, and the next one still be on time. */
const CATCH_UP_MS = 20;
/** How often to look whether the first answers have come. */
const NAP_MS = 25;

/** How many answers tell which part is refused, as in DCTCP (RFC 8257, 1/g). */
const RATED_BY = 16;
/** With more refused among them the rate is wrong; fewer came too close to others by chance. */
const MOST_STRAY = 4;
/** What a chance refusal takes off the rate: half of what it says among so many answers. */
const STRAY = 1 / (2 * RATED_BY);
/** No step leaves less, as in CUBIC (RFC 9438): where refused requests count too, all are refused at any faster rate. */
const MOST_OFF = 0.7;
/** Where nothing at all is accepted; in a second. */
const FIRST_TRY = 1 / 2;
const SLOWEST = 1 / 30;

/** How far a probe goes beyond the best rate, as BBR's; from below it as far as slow start goes. */
const PROBE_GAIN = 1.25;
const RETURN_GAIN = 2;
/** A refused probe halves the next one's distance, as BIC searches; from this distance on anew. */
const LEAST_GAIN = 1.1;
/** A strict gap lets hardly more than one of a burst through: two round trips find ten a second. */
const START_GAIN = 4;
const FEW = 2;
/** The least requests of a probe; else those of a second. */
const SHORTEST_PROBE = 4;
/** Below so much of the best rate somebody else has taken a part, and may leave any time. */
const NEARLY = 0.9;
/** How long without a refusal until a probe: two of them fit into 20 s at a latency of 5 s, or a limit may have been raised. */
const RETURN_AFTER_MS = 6000;
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

/**
 * When requests may leave. Without a limit per second at once, one after another. After the first refusal
 * for such a limit: rate-based flow control as BBR's (draft-ietf-ccwg-bbr). The rate is what the service
 * was measured to take; it is held, a probe of faster requests looks for more from time to time, and the
 * part that is refused is taken off. A request that is not answered yet counts as nothing.
 */
export class RequestPacer {
	/** requests in a second, as the service takes them; Infinity without a limit */
	private rate: number;

	/** the highest rate that the service took so far */
	private best: number;

	/** the rate before the last successful probe: where that was too much, it holds again */
	private proven = 0;

	private pace = 0;

	private probe: Probe | undefined;

	/** how far the next probe goes from below the best rate */
	private returnGain = RETURN_GAIN;

	/** how far the first probes go; 0 when they are over */
	private startGain = 0;

	/** the rate is taken from the burst before the first refusal, once that is answered */
	private isLearning = false;

	private calmSince = 0;

	private nextAt = 0;

	private turns: Turn[] = [];

	private takenAtOnce = 0;

	/** ends when the request that asked last may leave */
	private line: Promise<unknown> = Promise.resolve();

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
		const turn = this.line.then(async () => {
			// made in one go, all requests would leave after the last one, and their answers come together
			await this.clock.sleep(0);
			for (;;) {
				const wait = Math.max(0, this.nextAt - this.clock.now());
				if (this.clock.canceled || wait >= budget.leftMs) return undefined;
				if (wait > 0) await this.clock.sleep(wait);
				else if (this.isLearning && !this.isBurstAnswered()) await this.clock.sleep(NAP_MS);
				else return this.leave();
			}
		});
		this.line = turn;
		return await turn;
	}

	/** The service did not refuse a request for its limit per second. */
	accepted(turn: Turn): void {
		this.end(turn, 'accepted');
		if (!this.isPacing) this.takenAtOnce = Math.max(this.takenAtOnce, this.takenWith(turn));
		else if (turn.probe !== undefined) this.judge(turn.probe);
		else if (turn.pace === this.pace) this.probeWhenCalm();
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
			this.calmSince = this.clock.now();
			if (turn.probe !== undefined) this.endProbe(turn.probe);
			else this.slowDown(turn, retryAfterMs);
		}
		return true;
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
		this.nextAt = Math.max(this.nextAt, now - CATCH_UP_MS) + SECOND_MS / rate;
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
		const inSecond = burst.map(
			({ at: first }) => burst.filter(({ at }) => at >= first && at < first + COUNTED_MS).length,
		);
		const taken = Math.max(0, ...inSecond);
		this.changeTo(taken > 0 ? taken : FIRST_TRY);
		this.best = this.rate;
		if (taken === 0 || taken > FEW) return;
		this.startGain = START_GAIN;
		this.probeAt(START_GAIN * this.rate);
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
		this.changeTo(Math.max(this.proven, rate * Math.max(MOST_OFF, 1 - refused / lately.length)));
		this.proven = 0;
		this.pause(retryAfterMs);
		// others fill the limit: all of them back off, not in step
		if (isNoneTaken) this.pause((SECOND_MS / this.rate) * (0.5 + Math.random()));
	}

	private probeWhenCalm(): void {
		if (this.probe !== undefined) return;
		const calmMs = this.clock.now() - this.calmSince;
		if (this.isBelowBest) {
			if (calmMs >= RETURN_AFTER_MS) this.probeAt(Math.min(this.best, this.returnGain * this.rate));
		} else if (calmMs >= PROBE_AFTER_MS) {
			this.probeAt(PROBE_GAIN * this.rate);
		}
	}

	private probeAt(rate: number): void {
		if (rate > this.most) return;
		this.probe = { rate, size: Math.max(SHORTEST_PROBE, Math.ceil(rate)), turns: [] };
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
		const before = this.rate;
		this.changeTo(Math.max(before, taken));
		if (taken > before) this.proven = before;
		this.best = Math.max(this.best, this.rate);
		if (refused > 0) {
			this.notBefore(last + Math.min(1, refused / this.rate) * FORGOTTEN_AFTER_MS);
			this.startGain = this.startGain > RETURN_GAIN ? RETURN_GAIN : 0;
			const gain = Math.sqrt(this.returnGain);
			this.returnGain = gain < LEAST_GAIN ? RETURN_GAIN : gain;
		} else {
			this.returnGain = RETURN_GAIN;
		}
		if (this.startGain > 0) this.probeAt(this.startGain * this.rate);
		else if (refused === 0 && this.isBelowBest) {
			this.probeAt(Math.min(this.best, RETURN_GAIN * this.rate));
		}
	}

	private changeTo(rate: number): void {
		this.rate = Math.min(this.most, Math.max(SLOWEST, rate));
		this.pace++;
		this.probe = undefined;
		this.calmSince = this.clock.now();
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
		this.notBefore(this.lastAt + FORGOTTEN_AFTER_MS);
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
