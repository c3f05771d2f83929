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
	timeoutMs: number;
}

/**
 * Sends a request once, signed by a credential, and returns whatever is answered. n8n puts a token
 * that it fetched into `credentials`.
 * @throws what n8n makes of an error before the answer is whole
 */
export async function post(
	context: IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions,
	credentialType: string,
	credentials: ICredentialDataDecryptedObject,
	{ path, headers, body, qs, timeoutMs }: PostRequest,
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
	const answer = (await context.helpers.httpRequestWithAuthentication.call(
		context,
		credentialType,
		options,
		{
			credentialsDecrypted: { id: '', name: '', type: credentialType, data: credentials },
		},
	)) as IN8nHttpFullResponse;
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
