import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import { requestOptionProperties, requestPolicy } from '../description/requestOptions';
import { problemError } from '../items/errors';
import { Item } from '../items/item';
import {
	cancelSignal,
	type AttemptTime,
	type Context,
	type RequestPolicy,
	type RetryBudget,
} from '../pace/attempts';
import { Lane } from '../pace/pace';
import { failure, type Result } from '../problem/problem';
import { withService, type NamedService, type Scheme } from './codes';
import { answeredWith, transportFailure, type HttpAnswer } from './response';
import { checkCredential } from './pasted';

/** A request to a recognition service; all of them are safe to repeat. */
export type ClientRequest = Omit<PostRequest, 'qs' | 'timeoutMs'>;

/**
 * Opens the client of a service for one run of a node.
 * @throws NodeOperationError when the credential or one of the options is not usable
 */
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
		// another option of the item is its own fault, and not that of the run
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
		const send = async (time: AttemptTime) => await this.send(request, decode, time);
		return item.answered(await this.repeat(send, budget, item.index));
	}

	/** Sends it once, and again where only the date of the request was refused: by the service's clock. */
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

/** A request to a service, without its credential. */
interface PostRequest {
	/** path below the credential's base URL */
	path: string;
	headers?: IDataObject;
	body?: string | Buffer;
	qs?: IDataObject;
	/** for the whole answer, from when the request is signed */
	timeoutMs: number;
	/** how long signing may take, where the credential has to send a request for it */
	signingMs?: number;
}

/** How much longer we wait than axios's own timeout, whose error says more than ours. */
const GRACE_MS = 250;

/**
 * Sends a request once, signed by a credential, and returns whatever is answered. n8n puts a token
 * that it fetched into `credentials`.
 * @throws n8n's error if no whole answer comes
 */
export async function post(
	context: Context,
	credentialType: string,
	credentials: ICredentialDataDecryptedObject,
	{ path, timeoutMs, signingMs = 0, ...request }: PostRequest,
): Promise<HttpAnswer> {
	const options: IHttpRequestOptions = {
		method: 'POST',
		url: path,
		...request,
		timeout: timeoutMs,
		encoding: 'text',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
	};
	const end = AbortSignal.timeout(timeoutMs + signingMs + GRACE_MS);
	const credentialsDecrypted = { id: '', name: '', type: credentialType, data: credentials };
	const sent = context.helpers.httpRequestWithAuthentication.call(
		context,
		credentialType,
		options,
		{ credentialsDecrypted },
	) as Promise<IN8nHttpFullResponse>;
	// From the head of an answer on, axios's timeout counts silence only. n8n ends the request itself when the
	// execution is canceled, but not the credential's own requests before it.
	const answer = await raceAbort(end, cancelSignal(context), sent);
	const given = Object.entries(answer.headers ?? {});
	return {
		statusCode: answer.statusCode,
		headers: Object.fromEntries(given.map(([name, value]) => [name.toLowerCase(), String(value)])),
		text: String(answer.body ?? ''),
	};
}

/**
 * Waits for work until its time is over or the execution is canceled. The listeners are removed afterwards:
 * a signal that fires later would keep an answer or a file in memory until then.
 * @throws an error with axios's code for a timeout or for a canceled one, or the error of the work
 */
export async function raceAbort<T>(
	late: AbortSignal,
	cancel: AbortSignal | undefined,
	work: Promise<T>,
): Promise<T> {
	return await new Promise<T>((resolve, reject) => {
		const giveUp = () => {
			const code = cancel?.aborted ? 'ERR_CANCELED' : 'ETIMEDOUT';
			reject(Object.assign(new Error('The answer is not whole'), { code }));
		};
		if (late.aborted || cancel?.aborted) giveUp();
		for (const signal of [late, cancel]) signal?.addEventListener('abort', giveUp, { once: true });
		work.then(resolve, reject).finally(() => {
			for (const signal of [late, cancel]) signal?.removeEventListener('abort', giveUp);
		});
	});
}
