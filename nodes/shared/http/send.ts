import type {
	ICredentialDataDecryptedObject,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import { cancelSignal, type Context } from '../pace/pace';
import type { HttpAnswer } from './response';

/** A request to a service, without its credential. */
export interface PostRequest extends Pick<IHttpRequestOptions, 'headers' | 'qs'> {
	/** path below the credential's base URL */
	path: string;
	body?: string | Buffer;
	/** for the whole answer, from when the request is signed */
	timeoutMs: number;
	/** how long signing may take, where the credential has to send a request for it */
	signingMs?: number;
}

/** How much longer we wait than axios's own timeout, whose error says more than ours. */
const GRACE_MS = 250;

/**
 * Sends a request once, signed by a credential. n8n puts a token that it fetched into `credentials`.
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
	const ended = new AbortController();
	return await new Promise<T>((resolve, reject) => {
		const giveUp = () => {
			const code = cancel?.aborted ? 'ERR_CANCELED' : 'ETIMEDOUT';
			reject(Object.assign(new Error('The answer is not whole'), { code }));
		};
		for (const signal of [late, cancel]) {
			if (signal?.aborted) giveUp();
			signal?.addEventListener('abort', giveUp, { signal: ended.signal });
		}
		work.then(resolve, reject);
	}).finally(() => ended.abort());
}
