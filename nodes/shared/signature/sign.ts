import { createHmac } from 'node:crypto';

import type { Scheme } from '../http/client';

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
	signedAt: (time) => ({ qs: { date: time.toUTCString() } }),
};
