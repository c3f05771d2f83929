import type { ICredentialDataDecryptedObject, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { executionClock, type Clock } from '../pace/clock';
import { ConcurrencyLimiter, type Ending, type Permit } from '../pace/concurrencyLimiter';
import { inputError } from '../items/errors';
import type { Item } from '../items/item';
import {
	CANCELED,
	failure,
	isOverload,
	isRetryable,
	success,
	type Problem,
	type Result,
} from '../problem/problem';
import { RequestPacer, type Turn } from '../pace/requestPacer';
import { RunMemory, type Pass } from '../pace/runMemory';
import { RetryBudget, type Attempts, type AttemptTime } from '../pace/retryBudget';
import { transportFailure } from './networkError';
import { readRequestPolicy } from '../description/requestOptions';
import type { RequestPolicy } from '../pace/requestPolicy';
import { checkBaseUrl } from './webAddress';
import type { HttpAnswer } from './response';
import { post, type PostRequest } from './send';

/** A request to a recognition service; all of them are safe to repeat. */
export type ClientRequest = Omit<PostRequest, 'qs' | 'timeoutMs'>;

/** How a scheme authenticates. */
export interface Scheme {
	credentialType: string;
	/** the part of a request that makes the credential sign this time instead of the current one */
	signedAt: (time: Date) => { headers?: IDataObject; qs?: IDataObject };
}

/**
 * Opens the client of a service for one run of a node: reads the credential once and limits what is under way.
 * @param name as messages call the service, at the beginning of a sentence
 * @throws NodeOperationError when the credential's base URL is not usable
 */
export async function openClient(
	context: IExecuteFunctions,
	scheme: Scheme,
	{ name, options }: { name: string; options: IDataObject },
): Promise<Client> {
	const credentials = await context.getCredentials(scheme.credentialType);
	try {
		checkBaseUrl(credentials.baseUrl);
	} catch (error) {
		throw inputError(context, (error as Error).message, "Correct 'Base URL' in the credential.");
	}
	return new Client(context, scheme, name, credentials, readRequestPolicy(context, options));
}

/** What a request holds while it is under way. */
interface Start {
	permit: Permit;
	pass: Pass;
	turn: Turn;
}

/** Sends requests with a credential, and again where that is worth it. */
export class Client {
	readonly limiter: ConcurrencyLimiter;

	readonly run: RunMemory;

	private readonly pacer: RequestPacer;

	/** how far the service's clock is ahead of this machine's, once it refused a date */
	private clockOffsetMs: number | undefined;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly scheme: Scheme,
		private readonly name: string,
		readonly credentials: ICredentialDataDecryptedObject,
		readonly policy: RequestPolicy,
		private readonly clock: Clock = executionClock(context),
	) {
		const { maxItemsAtOnce, maxPerSecond } = policy;
		// with a known rate there is nothing to learn
		const start = maxPerSecond === undefined ? undefined : maxItemsAtOnce;
		this.limiter = new ConcurrencyLimiter(maxItemsAtOnce, start);
		this.pacer = new RequestPacer(clock, maxPerSecond);
		this.run = new RunMemory(clock, policy.maxTimeMs);
	}

	/** The retry budget of one item, for all of its requests and downloads. */
	retryBudget(): RetryBudget {
		return new RetryBudget(this.policy, this.clock, this.run);
	}

	/**
	 * Sends a request of an item until it is answered or there is no point in going on.
	 * @param budget the item's budget, where the item makes more than this one request
	 * @throws NodeApiError made from the last problem
	 */
	async call<T>(
		item: Item,
		request: ClientRequest,
		decode: (answer: HttpAnswer) => Result<T>,
		budget = this.retryBudget(),
	): Promise<T> {
		return item.answered(await this.request(request, decode, budget, item.index));
	}

	/**
	 * Sends a request until it is answered or there is no point in going on: within Max Attempts and Max
	 * Time per Item, or Max Time per Item alone where the service refuses only because too much is sent.
	 */
	async request<T>(
		request: ClientRequest,
		decode: (answer: HttpAnswer) => Result<T>,
		budget = this.retryBudget(),
		itemIndex = 0,
	): Promise<Result<T>> {
		const attempts = budget.attempts();
		let hasStarted = false;
		let clockRepaired = false;
		let problem: Problem | undefined;
		try {
			for (;;) {
				const start = await this.mayLeave(itemIndex, budget, attempts);
				if (!start.ok) {
					return problem && !this.clock.canceled ? failure(attempts.last(problem)) : start;
				}
				if (!hasStarted) budget.start();
				hasStarted = true;
				const { permit, pass, turn } = start.value;
				const end = await this.send(request, decode, attempts.begin()).catch((error: unknown) => {
					// no other item may wait for what this one holds
					this.giveBack(start.value);
					throw error;
				});
				const { isAnswered } = end;
				const result = end.result.ok ? end.result : failure(attempts.note(end.result.problem));
				const isRefused = isAnswered && !result.ok && isOverload(result.problem);
				const wasPacing = this.pacer.isPacing;
				const isOverRate = isRefused && this.pacer.refused(turn, result.problem);
				if (!wasPacing && isOverRate) this.limiter.reset();
				if (!isAnswered) this.pacer.unanswered(turn);
				else if (!isRefused) this.pacer.accepted(turn);
				const offset = result.ok || clockRepaired ? undefined : clockOffset(result.problem);
				this.run.ended(pass, offset === undefined ? { result, isAnswered } : undefined);
				this.limiter.release(permit, isOverRate ? 'unknown' : endingOf(result));
				if (result.ok) {
					budget.renew();
					return result;
				}

				problem = result.problem;
				if (offset !== undefined) {
					clockRepaired = true;
					this.clockOffsetMs = offset;
					continue;
				}
				if (isOverRate) {
					// the pace is kept by its next turn; the service may have asked this one to wait longer
					const { retryAfterMs = 0 } = problem;
					if (retryAfterMs >= attempts.leftMs) return failure(attempts.last(problem));
					await this.clock.sleep(retryAfterMs);
					continue;
				}
				const pause = attempts.pauseAfter(problem, isRefused);
				if (pause === undefined) return failure(attempts.last(problem));
				const sleeping = this.clock.sleep(Math.min(pause, Math.max(0, this.run.leftMs)));
				if (isRefused) await this.limiter.rest(sleeping);
				else await sleeping;
			}
		} finally {
			if (hasStarted) budget.stop();
		}
	}

	/** Waits until a request of an item may leave. @returns why it may not any more */
	private async mayLeave(
		itemIndex: number,
		budget: RetryBudget,
		attempts: Attempts,
	): Promise<Result<Start>> {
		for (;;) {
			const permit = await this.limiter.acquire();
			const pass = await this.run.mayStart(itemIndex);
			if (!pass.ok) {
				this.limiter.release(permit, 'unknown');
				return pass;
			}
			const { run } = this;
			const turn = await this.pacer.takeTurn({
				get leftMs() {
					if (run.leftMs <= 0) return 0;
					// waiting for its first turn is not the item's time
					return budget.hasStarted ? attempts.leftMs : Infinity;
				},
			});
			const start = { permit, pass: pass.value, turn };
			if (turn !== undefined && !run.isHeld(pass.value)) {
				run.started();
				return success({ ...start, turn });
			}
			this.giveBack(start);
			if (this.clock.canceled) return failure(CANCELED);
			if (turn === undefined && run.leftMs > 0) return failure(tooLate(budget));
		}
	}

	/** The request did not leave, or how it ended is unknown. */
	private giveBack({ permit, pass, turn }: Pick<Start, 'permit' | 'pass'> & { turn?: Turn }): void {
		if (turn) this.pacer.unanswered(turn);
		this.run.ended(pass);
		this.limiter.release(permit, 'unknown');
	}

	private async send<T>(
		{ headers, ...request }: ClientRequest,
		decode: (answer: HttpAnswer) => Result<T>,
		{ timeoutMs, option }: AttemptTime,
	): Promise<{ result: Result<T>; isAnswered: boolean }> {
		const offset = this.clockOffsetMs;
		const signed = offset === undefined ? {} : this.scheme.signedAt(new Date(Date.now() + offset));
		let answer: HttpAnswer;
		try {
			answer = await post(this.context, this.scheme.credentialType, this.credentials, {
				...request,
				headers: { ...headers, ...signed.headers },
				qs: signed.qs,
				timeoutMs,
			});
		} catch (error) {
			const problem = transportFailure(error, this.name, timeoutMs, { option });
			return { result: failure(problem), isAnswered: false };
		}
		return { result: decode(answer), isAnswered: true };
	}
}

/** The problem of a request that was still waiting when its item's time ran out. */
function tooLate({ policy }: RetryBudget): Problem {
	return {
		message: `Not sent: timed out in the queue after ${policy.maxTimeMs / 1000} s`,
		remedy:
			'This is the time set in the option Max Time per Item. Raise it, or run the workflow again later.',
		retryClass: 'never',
	};
}

/** What the end of a request implies for how many may be under way. */
function endingOf(result: Result<unknown>): Ending {
	if (result.ok || !isRetryable(result.problem)) return 'answered';
	return isOverload(result.problem) || result.problem.timedOut ? 'overloaded' : 'unknown';
}

function clockOffset({ clock }: Problem): number | undefined {
	const serverTime = Date.parse(clock?.serverDate ?? '');
	return Number.isNaN(serverTime) ? undefined : serverTime - Date.now();
}
