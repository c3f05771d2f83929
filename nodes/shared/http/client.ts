import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IHookFunctions,
	ILoadOptionsFunctions,
} from 'n8n-workflow';

import { executionClock, onCancel, type Clock } from '../pace/clock';
import { inputError } from '../items/errors';
import type { Item } from '../items/item';
import {
	CANCELED,
	failure,
	isOverload,
	success,
	type Problem,
	type Result,
} from '../problem/problem';
import { Lane, type Turn } from '../pace/turns';
import { RunMemory, type Pass } from '../pace/runMemory';
import {
	RetryBudget,
	type Attempts,
	type AttemptTime,
	type RequestPolicy,
} from '../pace/retryBudget';
import { transportFailure } from './networkError';
import { readRequestPolicy } from '../description/requestOptions';
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
 * Opens the client of a service for one run of a node.
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

/** Sends requests that are safe to repeat: when it is their turn, and again where that is worth it. */
export class Repeater {
	private lane: Lane | undefined;

	private forgetCancel = () => {};

	constructor(
		protected readonly context: IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions,
		private readonly service: string[],
		readonly policy: RequestPolicy,
		protected readonly clock: Clock = executionClock(context),
		readonly run = new RunMemory(clock, policy.maxTimeMs),
	) {}

	/** The retry budget of one item, for all of its requests and downloads. */
	retryBudget(): RetryBudget {
		return new RetryBudget(this.policy, this.clock);
	}

	/** The run has ended. */
	readonly close = (): void => {
		this.forgetCancel();
		this.lane?.leave();
		this.lane = undefined;
	};

	/**
	 * Sends a request until it is answered or there is no point in going on: a few times, or for Max Time per
	 * Item where the service refuses only because too much is sent.
	 * @param send sends it once, within a time
	 */
	protected async repeat<T>(
		credentials: ICredentialDataDecryptedObject,
		send: (time: AttemptTime) => Promise<Result<T>>,
		budget = this.retryBudget(),
		itemIndex = 0,
	): Promise<Result<T>> {
		const lane = (this.lane ??= this.join(credentials));
		const attempts = budget.attempts();
		let problem: Problem | undefined;
		for (;;) {
			const start = await this.mayLeave(lane, itemIndex, budget, attempts);
			if (!start.ok) {
				return problem && !this.clock.canceled ? failure(attempts.last(problem)) : start;
			}
			const { pass, turn } = start.value;
			let result: Result<T> | undefined;
			try {
				result = await send(attempts.begin());
			} finally {
				lane.ended(turn, result);
				this.run.ended(pass, result);
			}
			if (result.ok) {
				budget.stop(this.policy.maxTimeMs);
				return result;
			}
			problem = attempts.note(result.problem);
			if (isOverload(result.problem)) {
				// its next turn is the pause
				if ((problem.retryAfterMs ?? 0) >= attempts.leftMs) return failure(attempts.last(problem));
			} else if (!(await attempts.wait(problem))) return failure(attempts.last(problem));
		}
	}

	private join(credentials: ICredentialDataDecryptedObject): Lane {
		const { service, policy, clock } = this;
		const lane = new Lane(service, credentials, policy.maxPerSecond, clock.shared);
		this.forgetCancel = onCancel(this.context, () => lane.leave());
		return lane;
	}

	/** Waits until a request of an item may leave. @returns why it may not any more */
	private async mayLeave(
		lane: Lane,
		itemIndex: number,
		budget: RetryBudget,
		attempts: Attempts,
	): Promise<Result<{ pass: Pass; turn: Turn }>> {
		const { run } = this;
		for (;;) {
			if (this.clock.canceled) return failure(CANCELED);
			const pass = await run.mayStart(itemIndex);
			if (!pass.ok) return pass;
			const isHeld = () => run.isHeld(pass.value);
			const turn = await lane.turn(() => (isHeld() ? 0 : attempts.leftMs));
			const isOff = isHeld();
			if (turn !== undefined && !isOff) {
				run.started();
				budget.giveBack(turn.sharedMs);
				return success({ pass: pass.value, turn });
			}
			if (turn) lane.ended(turn);
			run.ended(pass.value);
			if (!isOff && !this.clock.canceled) return failure(tooLate(this.policy));
		}
	}
}

/** Sends requests with a credential, signed anew each time. */
export class Client extends Repeater {
	/** how far the service's clock is ahead of this machine's, once it refused a date */
	private clockOffsetMs: number | undefined;

	constructor(
		context: IExecuteFunctions,
		private readonly scheme: Scheme,
		private readonly name: string,
		readonly credentials: ICredentialDataDecryptedObject,
		policy: RequestPolicy,
		clock?: Clock,
	) {
		super(context, [scheme.credentialType, name], policy, clock);
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
		budget?: RetryBudget,
	): Promise<T> {
		return item.answered(await this.request(request, decode, budget, item.index));
	}

	/** The same without an item. */
	async request<T>(
		request: ClientRequest,
		decode: (answer: HttpAnswer) => Result<T>,
		budget?: RetryBudget,
		itemIndex?: number,
	): Promise<Result<T>> {
		const send = async (time: AttemptTime) => {
			const before = this.clockOffsetMs;
			const sent = await this.send(request, decode, time);
			const offset = before === undefined ? clockOffset(sent) : undefined;
			if (offset === undefined) return sent;
			this.clockOffsetMs = offset;
			return await this.send(request, decode, time);
		};
		return await this.repeat(this.credentials, send, budget, itemIndex);
	}

	private async send<T>(
		{ headers, ...request }: ClientRequest,
		decode: (answer: HttpAnswer) => Result<T>,
		{ timeoutMs, option }: AttemptTime,
	): Promise<Result<T>> {
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
			return failure(transportFailure(error, this.name, timeoutMs, { option }));
		}
		const result = decode(answer);
		return result.ok ? result : failure({ httpStatus: answer.statusCode, ...result.problem });
	}
}

/** The problem of a request that was still waiting when its item's time ran out. */
function tooLate({ maxTimeMs }: RequestPolicy): Problem {
	return {
		message: `Not sent: timed out in the queue after ${maxTimeMs / 1000} s`,
		remedy:
			'This is the time set in the option Max Time per Item. Raise it, or run the workflow again later.',
		retryClass: 'never',
	};
}

function clockOffset(result: Result<unknown>): number | undefined {
	const serverTime = Date.parse((!result.ok && result.problem.clock?.serverDate) || '');
	return Number.isNaN(serverTime) ? undefined : serverTime - Date.now();
}
