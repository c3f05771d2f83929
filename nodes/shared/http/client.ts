import {
	sleep,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IExecuteFunctions,
} from 'n8n-workflow';

import { checkBaseUrl } from './requestUrl';
import { inputError, serviceError } from '../items/errors';
import type { HttpAnswer } from './response';
import { InFlight, type Ending } from '../items/inFlight';
import { isCancelled } from '../items/isCancelled';
import { ItemTime, type AttemptTime } from '../items/itemTime';
import { afterAttempts, failure, type Problem, type Result } from '../items/problem';
import { FIRST_PAUSE_MS, pauseBefore } from '../items/pause';
import { post, type PostRequest } from './send';
import { readRequestPolicy, type RequestPolicy } from './options';
import { CANCELLED, transportFailure } from './networkError';

/** A request to a recognition service; all of them are safe to repeat. */
export type ServiceRequest = Omit<PostRequest, 'qs' | 'timeoutMs'>;

const LIMITED_PAUSE_MS = 60;

/**
 * Opens a service for one run of a node: reads the credential once and sets up the number in flight.
 * @throws NodeOperationError when the credential's base URL is not usable
 */
export async function openService(
	context: IExecuteFunctions,
	service: { credentialType: string; name: string; options: IDataObject },
): Promise<Service> {
	const credentials = await context.getCredentials(service.credentialType);
	try {
		checkBaseUrl(credentials.baseUrl);
	} catch (error) {
		throw inputError(
			context,
			undefined,
			(error as Error).message,
			"Correct 'Base URL' in the credential.",
		);
	}
	return new Service(
		context,
		service.credentialType,
		service.name,
		credentials,
		readRequestPolicy(service.options),
	);
}

/** Sends requests with a credential, and again where that is worth it. */
export class Service {
	readonly inFlight: InFlight;

	/** how far the service's clock is ahead of this machine's, once it refused a date */
	private clockOffsetMs: number | undefined;

	/** ends when the request begun last may leave */
	private lastTurn = Promise.resolve();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly credentialType: string,
		private readonly name: string,
		readonly credentials: ICredentialDataDecryptedObject,
		readonly policy: RequestPolicy,
	) {
		this.inFlight = new InFlight(policy.maxItemsAtOnce);
	}

	/**
	 * Sends a request until it is answered or there is no point in going on: failures marked `retry`
	 * are tried again with growing pauses, within Max Attempts and Max Time per Item.
	 * @param time the item's own, where it has more to do than this one request
	 * @throws NodeApiError made from the last failure
	 */
	async call<T>(
		itemIndex: number,
		request: ServiceRequest,
		decode: (answer: HttpAnswer) => Result<T>,
		time = new ItemTime(this.policy),
	): Promise<T> {
		const ticket = await this.inFlight.enter();
		// waiting for the first place is not the item's time
		time.begin();
		try {
			const outcome = await this.repeated(ticket, request, decode, time);
			if (!outcome.ok) throw serviceError(this.context, itemIndex, outcome.problem);
			time.renew();
			return outcome.value;
		} finally {
			time.end();
		}
	}

	private async repeated<T>(
		firstTicket: number,
		request: ServiceRequest,
		decode: (answer: HttpAnswer) => Result<T>,
		time: ItemTime,
	): Promise<Result<T>> {
		let attempts = 0;
		let refusals = 0;
		let clockRepaired = false;
		let lastProblem: Problem | undefined;
		for (let ticket = firstTicket; ; ticket = await this.inFlight.enter()) {
			const cancelled = isCancelled(this.context);
			if (cancelled || time.left <= 0) {
				this.inFlight.leave(ticket, 'failed');
				if (cancelled) return failure(CANCELLED);
				return failure(lastProblem ? lastOf(attempts, lastProblem) : tooLate(time));
			}
			await this.turn();
			const outcome = await this.send(request, decode, time.attempt());
			const alone = this.inFlight.alone;
			this.inFlight.leave(ticket, endingOf(outcome));
			if (outcome.ok) return outcome;

			const { problem } = outcome;
			lastProblem = problem;
			const offset = clockRepaired ? undefined : clockOffset(problem);
			if (offset !== undefined) {
				clockRepaired = true;
				this.clockOffsetMs = offset;
				continue;
			}
			// a refusal because of the others under way is answered by sending fewer, and is no attempt
			const isCrowded = problem.limited === true && !alone;
			const pause = isCrowded
				? pauseBefore(++refusals, LIMITED_PAUSE_MS, problem.retryAfterMs)
				: pauseBefore(++attempts, FIRST_PAUSE_MS, problem.retryAfterMs);
			if (
				!problem.retry ||
				attempts >= this.policy.maxAttempts ||
				pause >= time.left ||
				isCancelled(this.context)
			) {
				return failure(lastOf(attempts, problem));
			}
			if (isCrowded) await this.inFlight.rest(sleep(pause));
			else await sleep(pause);
		}
	}

	/** Where the scheme of the credential takes a time to sign in place of its own. */
	private timed({ headers }: ServiceRequest, time: Date): Pick<PostRequest, 'headers' | 'qs'> {
		return this.credentialType === 'iflytekChecksumApi'
			? { headers: { ...headers, 'X-CurTime': String(Math.floor(time.getTime() / 1000)) } }
			: { qs: { date: time.toUTCString() } };
	}

	/**
	 * Lets one request leave before the next one is made. Made in one go, they would all leave after the
	 * last one, their answers would come together too, and the service would wait for every new round.
	 */
	private async turn(): Promise<void> {
		this.lastTurn = this.lastTurn.then(async () => await sleep(0));
		await this.lastTurn;
	}

	private async send<T>(
		request: ServiceRequest,
		decode: (answer: HttpAnswer) => Result<T>,
		{ timeoutMs, option }: AttemptTime,
	): Promise<Result<T>> {
		const offset = this.clockOffsetMs;
		const timed = offset === undefined ? {} : this.timed(request, new Date(Date.now() + offset));
		let answer: HttpAnswer;
		try {
			answer = await post(this.context, this.credentialType, this.credentials, {
				...request,
				...timed,
				timeoutMs,
			});
		} catch (error) {
			return failure(transportFailure(error, this.name, timeoutMs, { option }));
		}
		return decode(answer);
	}
}

/** The failure that a request ends with after so many attempts. */
function lastOf(attempts: number, failure: Problem): Problem {
	if (!failure.retry) return failure;
	return { ...failure, remedy: afterAttempts(attempts, failure.remedy) };
}

/** What a request meets that was not yet sent when the time of its item was over. */
function tooLate({ policy }: ItemTime): Problem {
	return {
		message: `Not sent, because the item had no usable answer for ${policy.maxTimeMs / 1000} s`,
		remedy:
			'This is the time set in the option Max Time per Item. Raise it, or run the workflow again later.',
		retry: false,
	};
}

/** What a request's end says about the number in flight. */
function endingOf(outcome: Result<unknown>): Ending {
	if (outcome.ok || !outcome.problem.retry) return 'answered';
	return outcome.problem.limited || outcome.problem.timedOut ? 'limited' : 'failed';
}

function clockOffset(failure: Problem): number | undefined {
	const serverTime = Date.parse(failure.clock?.serverDate ?? '');
	return Number.isNaN(serverTime) ? undefined : serverTime - Date.now();
}
