import type { ICredentialDataDecryptedObject, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { readRequestPolicy } from '../description/requestOptions';
import { inputError } from '../items/errors';
import type { Item } from '../items/item';
import { executionClock, onCancel, type Clock, type Context } from '../pace/clock';
import * as retry from '../pace/retryBudget';
import { RunMemory } from '../pace/runMemory';
import { Lane } from '../pace/turns';
import { failure, lowerFirst, type Problem, type Result } from '../problem/problem';
import type { NamedService } from './codes';
import { lookUp } from './json';
import { transportFailure } from './networkError';
import type { HttpAnswer } from './response';
import { post, type PostRequest } from './send';
import { checkBaseUrl } from './webAddress';

/** A request to a recognition service; all of them are safe to repeat. */
export type ClientRequest = Omit<PostRequest, 'qs' | 'timeoutMs'>;

type Decode<T> = (answer: HttpAnswer) => Result<T>;

/** How a scheme authenticates. */
export interface Scheme {
	credentialType: string;
	/** the choices of *Service* in the credential: value and name */
	services: Readonly<Record<string, string>>;
	/** the part of a request that makes the credential sign this time instead of the current one */
	signedAt: (time: Date) => { headers?: IDataObject; qs?: IDataObject };
}

/**
 * Opens the client of a service for one run of a node.
 * @throws NodeOperationError when the credential's base URL is not usable
 */
export async function openClient(
	context: IExecuteFunctions,
	scheme: Scheme,
	service: NamedService,
): Promise<Client> {
	const credentials = await context.getCredentials(scheme.credentialType);
	try {
		checkBaseUrl(credentials.baseUrl);
	} catch (error) {
		throw inputError(context, (error as Error).message, "Correct 'Base URL' in the credential.");
	}
	const options = context.getNodeParameter('options', 0, {}) as IDataObject;
	return new Client(context, scheme, service, credentials, readRequestPolicy(context, options));
}

/** Sends requests that are safe to repeat: when it is their turn, and again where that is worth it. */
export class Repeater {
	private lane: Lane | undefined;

	private forgetCancel = () => {};

	constructor(
		protected readonly context: Context,
		private readonly limitedBy: string[],
		readonly credentials: ICredentialDataDecryptedObject,
		readonly policy: retry.RequestPolicy,
		protected readonly clock: Clock = executionClock(context),
		readonly run = new RunMemory(clock, policy.maxTimeMs),
	) {}

	/** The retry budget of one item, for all of its requests and downloads. */
	retryBudget(): retry.RetryBudget {
		return new retry.RetryBudget(this.policy, this.clock);
	}

	/** The run has ended. */
	readonly close = (): void => {
		this.forgetCancel();
		this.lane?.leave();
		this.lane = undefined;
	};

	/**
	 * Sends a request when it is its turn, and again where that is worth it.
	 * @param send sends it once, within a time
	 */
	protected async repeat<T>(
		send: (time: retry.AttemptTime) => Promise<Result<T>>,
		budget = this.retryBudget(),
		itemIndex = 0,
	): Promise<Result<T>> {
		const attempts = budget.attempts();
		const answered = await attempts.repeat(async () => {
			const lane = (this.lane ??= this.join());
			const turn = await lane.turn(itemIndex, attempts);
			if (!turn.ok) return turn;
			budget.giveBack(turn.value.sharedMs);
			let result: Result<T> | undefined;
			try {
				return (result = await send(attempts.begin()));
			} finally {
				lane.ended(turn.value, result);
			}
		});
		if (answered.ok) budget.stop(this.policy.maxTimeMs);
		return answered;
	}

	private join(): Lane {
		const { limitedBy, credentials, run, policy } = this;
		const lane = new Lane(limitedBy, credentials, run, policy.maxPerSecond);
		this.forgetCancel = onCancel(this.context, () => lane.leave());
		return lane;
	}
}

/** Sends requests with a credential, signed anew each time. */
export class Client extends Repeater {
	/** how far the service's clock is ahead of this machine's, once it refused a date */
	private clockOffsetMs: number | undefined;

	constructor(
		context: IExecuteFunctions,
		private readonly scheme: Scheme,
		private readonly service: NamedService,
		credentials: ICredentialDataDecryptedObject,
		policy: retry.RequestPolicy,
		clock?: Clock,
	) {
		super(context, [scheme.credentialType, service.name], credentials, policy, clock);
	}

	/** Sends a request of an item; see `request`. @throws NodeApiError made from the last problem */
	async call<T>(
		item: Item,
		request: ClientRequest,
		decode: Decode<T>,
		budget?: retry.RetryBudget,
	): Promise<T> {
		return item.answered(await this.request(request, decode, budget, item.index));
	}

	/**
	 * Sends a request until it is answered or there is no point in going on.
	 * @param budget the item's budget, where the item makes more than this one request
	 */
	async request<T>(
		request: ClientRequest,
		decode: Decode<T>,
		budget?: retry.RetryBudget,
		itemIndex?: number,
	): Promise<Result<T>> {
		const send = async (time: retry.AttemptTime) => {
			const before = this.clockOffsetMs;
			const sent = await this.send(request, decode, time);
			const serverTime = Date.parse((!sent.ok && sent.problem.clock?.serverDate) || '');
			if (before !== undefined || Number.isNaN(serverTime)) return sent;
			this.clockOffsetMs = serverTime - Date.now();
			return await this.send(request, decode, time);
		};
		return await this.repeat(send, budget, itemIndex);
	}

	private async send<T>(
		{ headers, ...request }: ClientRequest,
		decode: Decode<T>,
		{ timeoutMs, option }: retry.AttemptTime,
	): Promise<Result<T>> {
		const { context, credentials, scheme, clockOffsetMs } = this;
		const signed =
			clockOffsetMs === undefined ? {} : scheme.signedAt(new Date(Date.now() + clockOffsetMs));
		let answer: HttpAnswer;
		try {
			answer = await post(context, scheme.credentialType, credentials, {
				...request,
				headers: { ...headers, ...signed.headers },
				qs: signed.qs,
				timeoutMs,
			});
		} catch (error) {
			return failure(transportFailure(error, this.service.name, timeoutMs, { option }));
		}
		const result = decode(answer);
		if (result.ok) return result;
		return failure({ httpStatus: answer.statusCode, ...this.withService(result.problem) });
	}

	/** Says first, where a key is refused, that its credential is for another service. */
	private withService(problem: Problem): Problem {
		const { services } = this.scheme;
		const own = services[this.service.key];
		const other = lookUp(services, String(this.credentials.testService));
		if (!problem.refusesKey || other === undefined || other === own) return problem;
		return {
			...problem,
			message: `The credential's 'Service' is ${other}, not ${own}: ${lowerFirst(problem.message)}`,
			remedy: `Choose the credential for ${own} in the node. If both services have one key: ${problem.remedy}`,
		};
	}
}
