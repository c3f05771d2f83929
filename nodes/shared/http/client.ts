import type { ICredentialDataDecryptedObject, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { requestOptionProperties, requestPolicy } from '../description/requestOptions';
import { problemError } from '../items/errors';
import { Item } from '../items/item';
import {
	Lane,
	type AttemptTime,
	type Context,
	type RequestPolicy,
	type RetryBudget,
} from '../pace/pace';
import { failure, type Result } from '../problem/problem';
import { withService, type NamedService, type Scheme } from './codes';
import { answeredWith, transportFailure, type HttpAnswer } from './response';
import { checkCredential } from './pasted';
import { post, type PostRequest } from './send';

/** A request to a recognition service; all of them are safe to repeat. */
export type ClientRequest = Omit<PostRequest, 'qs' | 'timeoutMs'>;

/** Opens a service's client for one run. @throws NodeOperationError for an unusable credential or option */
export async function openClient(
	context: IExecuteFunctions,
	scheme: Scheme,
	service: NamedService,
): Promise<Client> {
	const credentials = await context.getCredentials(scheme.credentialType);
	const item = new Item(context, 0);
	try {
		const checked = checkCredential(credentials, scheme.fields);
		if (!checked.ok) throw problemError(context, checked.problem);
		// a wrong value in another option fails its item, not the run
		const option = (name: string) => item.parameter(`options.${name}`, null) ?? undefined;
		const names = Object.keys(requestOptionProperties);
		const options = Object.fromEntries(names.map((name) => [name, option(name)])) as IDataObject;
		return new Client(context, scheme, service, credentials, requestPolicy(options));
	} catch (error) {
		throw item.inLanguage(error);
	}
}

/** Sends requests with a credential, signed anew each time. */
export class Client extends Lane {
	/** how far the service's clock is ahead of this machine's, once it refused a date */
	private clockOffsetMs: number | undefined;

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
	 * Sends a request of an item, again while a failure may pass.
	 * @param budget the item's, where the item makes more than this one request
	 * @throws NodeApiError made from the last problem
	 */
	async call<T>(
		item: Pick<Item, 'answered' | 'index'>,
		request: ClientRequest,
		decode: (answer: HttpAnswer) => Result<T>,
		budget?: RetryBudget,
	): Promise<T> {
		const send = async (time: AttemptTime) => await this.send(request, decode, time);
		return item.answered(await this.repeat(send, budget, item.index));
	}

	/** Sends it once; where only its date was refused, again by the service's clock. */
	private async send<T>(
		request: ClientRequest,
		decode: (answer: HttpAnswer) => Result<T>,
		time: AttemptTime,
	): Promise<Result<T>> {
		const { context, credentials, scheme, clockOffsetMs } = this;
		const { timeoutMs, option } = time;
		const signed = scheme.signedAt(new Date(Date.now() + (clockOffsetMs ?? 0)));
		let answer: HttpAnswer;
		try {
			answer = await post(context, scheme.credentialType, credentials, {
				...request,
				...signed,
				headers: { ...request.headers, ...signed.headers },
				timeoutMs,
			});
		} catch (error) {
			return failure(transportFailure(error, this.service.name, timeoutMs, { option }));
		}
		const result = decode(answer);
		if (result.ok) return result;
		const serverTime = Date.parse(answer.headers.date ?? '');
		if (result.problem.wrongClock && clockOffsetMs === undefined && !Number.isNaN(serverTime)) {
			this.clockOffsetMs = serverTime - Date.now();
			return await this.send(request, decode, time);
		}
		const problem = withService(result.problem, scheme, this.service, credentials);
		return failure(answeredWith(problem, answer));
	}
}
