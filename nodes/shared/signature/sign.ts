import { createHmac } from 'node:crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { Scheme } from '../http/codes';
import { pastedKey } from '../http/pastedText';
import type { Item } from '../items/item';

/** The three lines that are signed (services.md, Signature scheme: Authentication). */
export interface SignatureInput {
	/** host name, with its port when the URL has one */
	host: string;
	/** RFC 1123 text in GMT, as it is sent */
	date: string;
	method: string;
	/** path of the request, without the query */
	path: string;
	apiKey: string;
	apiSecret: string;
}

/** The `authorization` query parameter: base64 of the authorization_origin text of the spec. */
export function authorizationParameter(input: SignatureInput): string {
	const origin = `host: ${input.host}\ndate: ${input.date}\n${input.method} ${input.path} HTTP/1.1`;
	const signature = createHmac('sha256', input.apiSecret).update(origin).digest('base64');
	const authorization = `api_key="${input.apiKey}", algorithm="hmac-sha256", headers="host date request-line", signature="${signature}"`;
	return Buffer.from(authorization).toString('base64');
}

/** The credential signs a date that is in the query already. */
export const signatureScheme: Scheme = {
	credentialType: 'iflytekSignatureApi',
	services: { invoice: 'Invoice Recognition', text: 'Text Correction' },
	signedAt: (time) => ({ qs: { date: time.toUTCString() } }),
};

/**
 * The App ID that the requests of the signature services carry.
 * @throws NodeOperationError when the credential has none
 */
export function readAppId(item: Item, credentials: ICredentialDataDecryptedObject): string {
	const appId = pastedKey(credentials.appId);
	if (appId !== '') return appId;
	throw item.inputError(
		"The credential's 'App ID' is empty",
		'Copy the APPID from the page of the application in the iFLYTEK console.',
	);
}
