import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IHookFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import type { HttpAnswer } from './httpAnswer';

/** What a request to a service needs beside its credential. */
export interface PostRequest {
	/** path below the credential's base URL */
	path: string;
	headers?: IDataObject;
	body?: string | Buffer;
	qs?: IDataObject;
	/** for the whole answer, from when the request is signed */
	timeoutMs: number;
	/** what its credential may take to sign it, where that takes a request of its own */
	signingMs?: number;
}

/** By so much an answer may be later than the client's own timeout, whose error tells more. */
const GRACE_MS = 250;

/**
 * Sends a request once, signed by a credential, and returns whatever is answered. n8n puts a token
 * that it fetched into `credentials`.
 * @throws what n8n makes of an error before the answer is whole
 */
export async function post(
	context: IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions,
	credentialType: string,
	credentials: ICredentialDataDecryptedObject,
	{ path, headers, body, qs, timeoutMs, signingMs = 0 }: PostRequest,
): Promise<HttpAnswer> {
	const options: IHttpRequestOptions = {
		method: 'POST',
		url: path,
		headers: { ...headers },
		body,
		...(qs && { qs }),
		timeout: timeoutMs,
		encoding: 'text',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
	};
	const sent = context.helpers.httpRequestWithAuthentication.call(
		context,
		credentialType,
		options,
		{
			credentialsDecrypted: { id: '', name: '', type: credentialType, data: credentials },
		},
	) as Promise<IN8nHttpFullResponse>;
	const answer = await within(timeoutMs + signingMs + GRACE_MS, sent);
	return {
		statusCode: answer.statusCode,
		headers: Object.fromEntries(
			Object.entries(answer.headers ?? {}).map(([name, value]) => [
				name.toLowerCase(),
				String(value),
			]),
		),
		text: String(answer.body ?? ''),
	};
}

/**
 * Gives up waiting for an answer that comes in drips: the client's timeout counts silence only, and
 * n8n lets no signal of ours end its request.
 * @throws an error with the code of a timeout, or what the request throws
 */
async function within<T>(ms: number, sent: Promise<T>): Promise<T> {
	const end = AbortSignal.timeout(ms);
	return await new Promise<T>((resolve, reject) => {
		const giveUp = () =>
			reject(Object.assign(new Error('The answer is not whole'), { code: 'ETIMEDOUT' }));
		end.addEventListener('abort', giveUp, { once: true });
		// the listener is taken away, or it would keep the answer until the time is over
		sent.then(resolve, reject).finally(() => end.removeEventListener('abort', giveUp));
	});
}
