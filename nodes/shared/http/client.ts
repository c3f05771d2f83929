import type { ICredentialDataDecryptedObject, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { readRequestPolicy } from '../description/requestOptions';
import { inputError } from '../items/errors';
import type { Item } from '../items/item';
import type { AttemptTime, Context, RequestPolicy, RetryBudget } from '../pace/attempts';
import { Lane } from '../pace/pace';
import { failure, type Result } from '../problem/problem';
import { withService, type NamedService, type Scheme } from './codes';
import { transportFailure, type HttpAnswer } from './response';
import { post, type PostRequest } from './send';
import { checkBaseUrl } from './pasted';

/** A request to a recognition service; all of them are safe to repeat. */
export type ClientRequest = Omit<PostRequest, 'qs' | 'timeoutMs'>;

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

/** Sends requests with a credential, signed anew each time. */
export class Client extends Lane {
	/** how far the service's clock is ahead of this machine's, once it refused a date */
	private clockOffsetMs = 0;

	constructor(
		context: Context,
		private readonly scheme: Scheme,
		private readonly service: NamedService,
		credentials: ICredentialDataDecryptedObject,
		policy: RequestPolicy,
	) {
		super(context, [scheme.credentialType, service.name], credentials, policy);
	}

	/**
	 * Sends a request of an item until it is answered or there is no point in going on.
	 * @param budget the item's budget, where the item makes more than this one request
	 * @throws NodeApiError made from the last problem
	 */
	async call<T>(
		item: Pick<Item, 'answered' | 'index'>,
		request: ClientRequest,
		decode: (answer: HttpAnswer) => Result<T>,
		budget?: RetryBudget,
	): Promise<T> {
		const send = async (time: AttemptTime) => {
			const before = this.clockOffsetMs;
			const sent = await this.send(request, decode, time);
			const serverTime = Date.parse((!sent.ok && sent.problem.clock?.serverDate) || '');
			if (before !== 0 || Number.isNaN(serverTime)) return sent;
			this.clockOffsetMs = serverTime - Date.now();
			return await this.send(request, decode, time);
		};
		return item.answered(await this.repeat(send, budget, item.index));
	}

	private async send<T>(
		{ headers, ...request }: ClientRequest,
		decode: (answer: HttpAnswer) => Result<T>,
		{ timeoutMs, option }: AttemptTime,
	): Promise<Result<T>> {
		const { context, credentials, scheme } = this;
		const signed = scheme.signedAt(new Date(Date.now() + this.clockOffsetMs));
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
		const problem = withService(result.problem, scheme, this.service, credentials);
		return failure({ httpStatus: answer.statusCode, ...problem });
	}
}
