import type { ICredentialDataDecryptedObject, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { executionClock, type Clock } from '../items/clock';
import { ConcurrencyLimiter, type Ending } from '../items/concurrencyLimiter';
import { inputError } from '../items/errors';
import type { Item } from '../items/item';
import { failure, isOverload, isRetryable, type Problem, type Result } from '../items/problem';
import { RequestPacer } from '../items/requestPacer';
import { RetryBudget, type AttemptTime } from '../items/retryBudget';
import { CANCELED, transportFailure } from './networkError';
import { readRequestPolicy, type RequestPolicy } from './options';
import { checkBaseUrl } from './requestUrl';
import type { HttpAnswer } from './response';
import { post, type PostRequest } from './send';

/** A request to a recognition service; all of them are safe to repeat. */
export type ServiceRequest = Omit<PostRequest, 'qs' | 'timeoutMs'>;

/** How a scheme authenticates. */
export interface Scheme {
	credentialType: string;
	/** the part of a request that makes the credential sign this time instead of the current one */
	signedAt: (time: Date) => { headers?: IDataObject; qs?: IDataObject };
}

/**
 * Opens a service for one run of a node: reads the credential once and limits what is under way.
 * @param name as messages call the service, at the beginning of a sentence
 * @throws NodeOperationError when the credential's base URL is not usable
 */
export async function openService(
	context: IExecuteFunctions,
	scheme: Scheme,
	{ name, options }: { name: string; options: IDataObject },
): Promise<Service> {
	const credentials = await context.getCredentials(scheme.credentialType);
	try {
		checkBaseUrl(credentials.baseUrl);
	} catch (error) {
		throw inputError(context, (error as Error).message, "Correct 'Base URL' in the credential.");
	}
	return new Service(context, scheme, name, credentials, readRequestPolicy(options));
}

/** Sends requests with a credential, and again where that is worth it. */
export class Service {
	readonly limiter: ConcurrencyLimiter;

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
		this.limiter = new ConcurrencyLimiter(policy.maxItemsAtOnce);
		this.pacer = new RequestPacer(clock);
	}

	/** The retry budget of one item, for all of its requests and downloads. */
	retryBudget(): RetryBudget {
		return new RetryBudget(this.policy, this.clock);
	}

	/**
	 * Sends a request of an item until it is answered or there is no point in going on.
	 * @param budget the item's budget, where the item makes more than this one request
	 * @throws NodeApiError made from the last problem
	 */
	async call<T>(
		item: Item,
		request: ServiceRequest,
		decode: (answer: HttpAnswer) => Result<T>,
		budget = this.retryBudget(),
	): Promise<T> {
		const result = await this.request(request, decode, budget);
		if (!result.ok) throw item.serviceError(result.problem);
		return result.value;
	}

	/**
	 * Sends a request until it is answered or there is no point in going on: within Max Attempts and Max
	 * Time per Item, or Max Time per Item alone where the service refuses only because too much is sent.
	 */
	async request<T>(
		request: ServiceRequest,
		decode: (answer: HttpAnswer) => Result<T>,
		budget = this.retryBudget(),
	): Promise<Result<T>> {
		const attempts = budget.attempts();
		let hasStarted = false;
		let clockRepaired = false;
		let problem: Problem | undefined;
		try {
			for (;;) {
				const permit = await this.limiter.acquire();
				const turn = await this.pacer.takeTurn(budget);
				if (turn === undefined) {
					this.limiter.release(permit, 'unknown');
					if (this.clock.stopped) return failure(CANCELED);
					return failure(problem ? attempts.last(problem) : tooLate(budget));
				}
				// waiting for the first turn is not the item's time
				if (!hasStarted) budget.start();
				hasStarted = true;
				const { result, isAnswered } = await this.send(request, decode, budget.attempt()).catch(
					(error: unknown) => {
						// no other item may wait for what this one holds
						this.pacer.unanswered(turn);
						this.limiter.release(permit, 'unknown');
						throw error;
					},
				);
				const isRefused = !result.ok && isOverload(result.problem);
				const isOverRate = isRefused && this.pacer.refused(turn, result.problem);
				if (!isAnswered) this.pacer.unanswered(turn);
				else if (!isRefused) this.pacer.accepted(turn);
				this.limiter.release(permit, this.pacer.isPacing ? 'unknown' : endingOf(result));
				if (result.ok) {
					budget.renew();
					return result;
				}

				problem = result.problem;
				const offset = clockRepaired ? undefined : clockOffset(problem);
				if (offset !== undefined) {
					clockRepaired = true;
					this.clockOffsetMs = offset;
					continue;
				}
				if (isOverRate) {
					// its next turn is far enough away, but a trial may come earlier than the service asked for
					const { retryAfterMs = 0 } = problem;
					if (retryAfterMs >= budget.leftMs) return failure(attempts.last(problem));
					await this.clock.sleep(retryAfterMs);
					continue;
				}
				const pause = attempts.pauseAfter(problem, isRefused);
				if (pause === undefined) return failure(attempts.last(problem));
				const sleeping = this.clock.sleep(pause);
				if (isRefused) await this.limiter.rest(sleeping);
				else await sleeping;
			}
		} finally {
			if (hasStarted) budget.stop();
		}
	}

	private async send<T>(
		{ headers, ...request }: ServiceRequest,
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

/** What a request meets that was not yet sent when the time of its item was over. */
function tooLate({ policy }: RetryBudget): Problem {
	return {
		message: `Not sent, because its turn did not come within ${policy.maxTimeMs / 1000} s`,
		remedy:
			'This is the time set in the option Max Time per Item. Raise it, or run the workflow again later.',
		retryClass: 'never',
	};
}

/** What a request's end says about how many may be under way. */
function endingOf(result: Result<unknown>): Ending {
	if (result.ok || !isRetryable(result.problem)) return 'answered';
	return isOverload(result.problem) || result.problem.timedOut ? 'overloaded' : 'unknown';
}

function clockOffset({ clock }: Problem): number | undefined {
	const serverTime = Date.parse(clock?.serverDate ?? '');
	return Number.isNaN(serverTime) ? undefined : serverTime - Date.now();
}
