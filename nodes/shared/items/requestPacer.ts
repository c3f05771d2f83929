import type { Clock } from './clock';
import type { Problem } from './problem';
import type { RetryBudget } from './retryBudget';

/** A second with some slack for what a network adds to the distance between two requests. */
const SECOND_MS = 1050;
/** Between two requests at one a second; those that arrive late are looked at one by one. */
const PACED_SECOND_MS = 1010;
/** From the arrival of a request until the service has surely forgotten it. */
const FORGOTTEN_AFTER_MS = 1015;
/** More than this is no way through a network but the time that the service took. */
const LATEST_MS = 300;
/** How late a request may leave and the next one still be on time. */
const CATCH_UP_MS = 20;
/** So much longer is the interval after each refusal at the right rate, and at most. */
const SLACK_STEP = 0.03;
const MOST_SLACK = 0.25;
/** From this slack on requests count as late by all that their answers took longer. */
const FULL_DOUBT = 0.05;
/** What of it is left after each request that was taken. */
const SLACK_KEPT = 0.98;
/** The rate is wrong when of so many requests so many are refused; else two came too close to each other. */
const RATED_BY = 10;
const MOST_STRAY = 4;
const LONGEST_INTERVAL_MS = 30_000;
/** How long a pace goes unrefused before a faster one is tried; twice as long each time that is refused. */
const PROBE_AFTER_MS = 5000;
const PROBE_FACTOR = 1.25;
/** The part of a second's requests that the service may still count when a refused pace is given up. */
const STILL_COUNTED = 0.8;
/** How soon after the first refusal a trial still tells something. */
const TRIAL_WITHIN_MS = 900;
const TRIAL_NAP_MS = 25;
/** After so many answers there is room for a trial, also if some requests are still on their way. */
const ROOM_FOR_TRIAL = 4;
/** How far back requests are remembered. */
const MEMORY_MS = 2.5 * LONGEST_INTERVAL_MS;

/** A request that may leave. */
export interface Turn {
	/** when it leaves, in milliseconds since 1970 */
	at: number;
	refused: boolean;
	/** a request of an earlier pace says nothing about the present one */
	pace: number;
	/** shows which kind of limit the service has */
	isTrial?: boolean;
	/** no other request was under way when it left */
	isAlone: boolean;
	/** how late it may have reached the service, once that is known */
	lateMs?: number;
}

/**
 * When requests may leave. Without a limit per second at once, one after another; after the first refusal
 * for such a limit, at the rate that the service was seen to take.
 */
export class RequestPacer {
	/** between two requests; 0 without a limit */
	private intervalMs = 0;

	/** by which part the interval is longer, because requests do not arrive as evenly as they leave */
	private slack = 0;

	/** the interval to return to when a faster pace is refused */
	private provenMs: number | undefined;

	private nextAt = 0;

	/** from when on the service counted for the first refusal */
	private countedFrom = 0;

	/** the least time from a request to its answer */
	private fastestMs = Infinity;

	/** how late requests reached the service of late, on the mean */
	private usualLateMs = 0;

	private answersSinceRefusal = 0;

	private underWay = 0;

	private pace = 0;

	/** the rate is taken from the requests before the first refusal, once all of them are answered */
	private isLearning = false;

	private steadySince = 0;

	private probeAfterMs = PROBE_AFTER_MS;

	private turns: Turn[] = [];

	/**
	 * Where a refusal leaves open which limit is meant, one request is sent as soon as others are
	 * answered: taken within the same second, it shows that the service counts those under way.
	 */
	private trial: 'none' | 'awaited' | 'due' | 'sent' = 'none';

	/** whether the service was seen to limit what is under way, and not what comes in a second */
	private isLimitedAtOnce = false;

	/** ends when the request that asked last may leave */
	private line: Promise<unknown> = Promise.resolve();

	constructor(private readonly clock: Clock) {}

	/** Whether the service has shown a limit per second. */
	get isPacing(): boolean {
		return this.intervalMs > 0 || this.isLearning;
	}

	/** Waits for a request's turn; undefined when it would come too late for its item or after a stop. */
	async takeTurn(budget: Pick<RetryBudget, 'leftMs'>): Promise<Turn | undefined> {
		const turn = this.line.then(async () => {
			// made in one go, all requests would leave after the last one, and their answers come together
			await this.clock.sleep(0);
			for (;;) {
				const at = Math.max(this.nextAt, this.forgottenAt());
				const wait = Math.max(0, at - this.clock.now());
				if (this.clock.stopped || wait >= budget.leftMs) return undefined;
				if (wait === 0 || this.trial === 'due') return this.leave();
				// a trial may end the waiting
				await this.clock.sleep(this.trial === 'none' ? wait : Math.min(wait, TRIAL_NAP_MS));
			}
		});
		this.line = turn;
		return await turn;
	}

	/** The service did not refuse a request for its limit per second. */
	accepted(turn: Turn): void {
		const { at, pace, isTrial } = turn;
		const now = this.clock.now();
		this.underWay--;
		if (isTrial && pace === this.pace) {
			this.trial = 'none';
			// one that may have been late tells nothing
			if (now - this.fastestMs - this.countedFrom <= TRIAL_WITHIN_MS) {
				this.isLimitedAtOnce = true;
				this.isLearning = false;
				this.nextAt = 0;
			}
		} else if (this.trial === 'awaited') {
			this.answersSinceRefusal++;
			this.tryWhereThereIsRoom();
		}
		this.fastestMs = Math.min(this.fastestMs, now - at);
		turn.lateMs = Math.min(now - at - this.fastestMs, LATEST_MS);
		this.usualLateMs += (turn.lateMs - this.usualLateMs) / 5;
		if (pace !== this.pace || this.intervalMs === 0) return;
		this.slack *= SLACK_KEPT;
		if (now - this.steadySince < this.probeAfterMs) return;
		this.provenMs = this.intervalMs;
		this.change(this.intervalMs / PROBE_FACTOR);
	}

	/** A request got no answer: that tells nothing of a limit, and a trial of that kind is to be repeated. */
	unanswered({ pace, isTrial }: Turn): void {
		this.underWay--;
		if (isTrial && pace === this.pace) this.trial = 'awaited';
	}

	/**
	 * The service refused a request because too much is sent.
	 * @returns whether the limit is one per second
	 */
	refused(turn: Turn, { retryClass, retryAfterMs = 0 }: Problem): boolean {
		this.underWay--;
		const isOpen = retryClass === 'tooMany';
		if (retryClass === 'tooManyAtOnce' || (isOpen && this.isLimitedAtOnce)) return false;
		turn.refused = true;
		if (turn.isTrial && turn.pace === this.pace && !turn.isAlone) {
			// others on their way may have taken its room
			this.trial = 'awaited';
			this.answersSinceRefusal = 0;
			this.tryWhereThereIsRoom();
		}
		if (turn.pace === this.pace && this.isStray(turn)) {
			// only this request waits as long as the service asks
			this.slack = Math.min(MOST_SLACK, this.slack + SLACK_STEP);
			this.steadySince = this.clock.now();
			return true;
		}
		this.notBefore(this.clock.now() + retryAfterMs);
		if (turn.pace === this.pace) this.slowDown(turn, isOpen);
		return true;
	}

	private tryWhereThereIsRoom(): void {
		const hasRoom = this.underWay === 0 || this.answersSinceRefusal >= ROOM_FOR_TRIAL;
		if (this.clock.now() - this.countedFrom > TRIAL_WITHIN_MS) this.trial = 'none';
		else if (hasRoom) this.trial = 'due';
	}

	private slowDown(turn: Turn, isOpen: boolean): void {
		if (this.intervalMs === 0) {
			if (!this.isLearning) {
				const [first] = this.turns;
				this.countedFrom = first!.at > turn.at - SECOND_MS ? first!.at : turn.at;
				if (isOpen) this.trial = 'awaited';
			}
			this.isLearning = true;
			this.waitForFreshSecond();
		} else if (this.provenMs !== undefined) {
			this.probeAfterMs *= 2;
			this.change(this.provenMs);
			this.provenMs = undefined;
			this.waitForRoom();
		} else {
			this.adjust();
		}
	}

	private leave(): Turn {
		const now = this.clock.now();
		const isTrial = this.trial === 'due';
		if (isTrial) {
			this.trial = 'sent';
		} else if (this.isLearning) {
			this.isLearning = false;
			this.trial = 'none';
			const last = this.turns[this.turns.length - 1]!;
			const accepted = this.acceptedBefore(last.at, SECOND_MS);
			this.change(accepted > 0 ? PACED_SECOND_MS / accepted : 2 * SECOND_MS);
		}
		const pausedMs = this.intervalMs * (1 + this.slack);
		if (!isTrial) this.nextAt = Math.max(this.nextAt, now - CATCH_UP_MS) + pausedMs;
		const isAlone = this.underWay === 0;
		const turn: Turn = { at: now, refused: false, pace: this.pace, isTrial, isAlone };
		this.turns.push(turn);
		this.underWay++;
		if (this.turns[0]!.at < now - MEMORY_MS) {
			this.turns = this.turns.filter(({ at }) => at >= now - MEMORY_MS);
		}
		return turn;
	}

	/** Whether a request was refused at the right rate: it came too close to another one on the way. */
	private isStray({ at }: Turn): boolean {
		if (this.intervalMs === 0 || this.provenMs !== undefined) return false;
		const hasTaken = this.turns.some((turn) => !turn.refused && turn.at < at);
		return hasTaken && this.refusedOf(this.lately()) <= MOST_STRAY;
	}

	private lately(): Turn[] {
		return this.turns.filter(({ pace }) => pace === this.pace).slice(-RATED_BY);
	}

	private refusedOf(turns: Turn[]): number {
		return turns.filter(({ refused }) => refused).length;
	}

	/** Takes the rate from what the service took lately. */
	private adjust(): void {
		const lately = this.lately();
		const accepted = lately.length - this.refusedOf(lately);
		const slower = accepted > 0 ? Math.min(2, lately.length / accepted) : 2;
		this.change(Math.min(this.intervalMs * slower, LONGEST_INTERVAL_MS));
		if (accepted > 0) this.waitForFreshSecond();
		// others fill the limit: all of them back off, not in step
		else this.notBefore(this.clock.now() + this.intervalMs * (0.5 + Math.random()));
	}

	/**
	 * When the service has forgotten enough for one more request in its second. Requests do not arrive as
	 * evenly as they leave; an answer that took longer than others shows how late its request may have been.
	 * Or the service took its time: so that counts only as far as requests are refused.
	 */
	private forgottenAt(): number {
		const { perSecond } = this;
		if (this.intervalMs === 0 || perSecond === 0) return 0;
		const doubt = Math.min(1, this.slack / FULL_DOUBT);
		for (let place = this.turns.length - 1, counted = 0; place >= 0; place--) {
			const { at, refused, lateMs = this.usualLateMs } = this.turns[place]!;
			if (!refused && ++counted === perSecond) return at + lateMs * doubt + FORGOTTEN_AFTER_MS;
		}
		return 0;
	}

	private change(intervalMs: number): void {
		this.intervalMs = intervalMs;
		this.steadySince = this.clock.now();
		this.pace++;
	}

	/** A service that counts refused requests too has to forget them first. */
	private waitForFreshSecond(): void {
		this.notBefore((this.turns[this.turns.length - 1]?.at ?? this.clock.now()) + SECOND_MS);
	}

	/** At a known rate there is no need for a whole second: a part of its requests may still be counted. */
	private waitForRoom(): void {
		const oldest = this.turns[this.turns.length - Math.ceil(STILL_COUNTED * this.perSecond)];
		if (oldest) this.notBefore(oldest.at + FORGOTTEN_AFTER_MS);
	}

	/** How many requests the service is thought to take in a second. */
	private get perSecond(): number {
		return Math.round(SECOND_MS / this.intervalMs);
	}

	private notBefore(at: number): void {
		this.nextAt = Math.max(this.nextAt, at);
	}

	private acceptedBefore(at: number, span: number): number {
		return this.turns.filter((turn) => !turn.refused && turn.at > at - span && turn.at <= at)
			.length;
	}
}
