import { createHash } from 'node:crypto';
import type {
	ICredentialDataDecryptedObject,
	IHttpRequestHelper,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import { requiredField } from '../http/credentialField';
import { checkBaseUrl } from '../http/requestUrl';

type HttpRequest = IHttpRequestHelper['helpers']['httpRequest'];

/** What n8n stores in the credential's hidden fields. */
export interface StoredToken {
	token: string;
	/** `<use until, ms since 1970>.<issued at>.<hash of the keys it belongs to>` */
	expiresAt: string;
}

interface Issued extends StoredToken {
	issuedAt: number;
}

const ISSUE_PATH = '/v1/service/v1/aicall/oauth/v1/token';
const DEFAULT_LIFETIME_S = 3600;
const LARGEST_MARGIN_MS = 60_000;
const FRESH_MS = 30_000;
export const FETCH_TIMEOUT_MS = 30_000;

/**
 * Thrown when no token could be had, so that nothing was sent with it. n8n shows `errorCode` as the
 * error's `httpCode`: TOKEN_UNREACHABLE, or TOKEN_ and the platform's code.
 */
class TokenUnavailable extends Error {
	constructor(
		message: string,
		readonly errorCode: string,
	) {
		super(message);
	}
}

/** Fetches under way and the last token issued, per set of keys: one process asks once. */
const underWay = new Map<string, Promise<Issued>>();
const lastIssued = new Map<string, Issued>();

/** Hash of key, secret and base URL: a stored token must not outlive a change of any of them. */
function keysHash(credentials: ICredentialDataDecryptedObject): string {
	const parts = [credentials.appKey, credentials.appSecret, credentials.baseUrl].map((part) =>
		String(part ?? '').trim(),
	);
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

function readStored(credentials: ICredentialDataDecryptedObject) {
	const [until, issuedAt, hash] = String(credentials.expiresAt ?? '').split('.');
	const belongs =
		typeof credentials.token === 'string' &&
		credentials.token !== '' &&
		hash === keysHash(credentials);
	return { until: Number(until), issuedAt: Number(issuedAt), belongs };
}

/** Whether the stored token belongs to these keys and need not be renewed yet. */
export function isUsableToken(credentials: ICredentialDataDecryptedObject): boolean {
	const { until, belongs } = readStored(credentials);
	return belongs && Date.now() < until;
}

/** Whether the stored token was issued in the last half minute for these keys. */
export function isFreshToken(credentials: ICredentialDataDecryptedObject): boolean {
	const { issuedAt } = readStored(credentials);
	return isUsableToken(credentials) && Date.now() - issuedAt < FRESH_MS;
}

/** Clears the token in the credential data at hand (not in the store), so that n8n asks for one. */
export function clearToken(credentials: ICredentialDataDecryptedObject): void {
	credentials.token = '';
	credentials.expiresAt = '';
}

/** Makes the next `obtainToken` for these keys ask the service, whatever this process remembers. */
export function forgetIssuedToken(credentials: ICredentialDataDecryptedObject): void {
	lastIssued.delete(keysHash(credentials));
}

/**
 * A copy of the credential data for `credentialsDecrypted`, after the service refused its token
 * (10001, 10002): the next request with it fetches another one.
 */
export function withoutRefusedToken(
	credentials: ICredentialDataDecryptedObject,
): ICredentialDataDecryptedObject {
	const hash = keysHash(credentials);
	const last = lastIssued.get(hash);
	// one issued after the refused token may be good: another item of this process was faster
	const isNewer = last !== undefined && last.issuedAt > readStored(credentials).issuedAt;
	if (last?.token === credentials.token || !isNewer) lastIssued.delete(hash);
	return { ...credentials, token: '', expiresAt: '' };
}

/**
 * A token for these keys: the one this process got last while it is usable, else a new one
 * (spec: AI call, 1. Get token). Concurrent callers share one request.
 * @throws Error with one sentence on what to mend; it never holds the key, the secret or a token
 */
export async function obtainToken(
	httpRequest: HttpRequest,
	credentials: ICredentialDataDecryptedObject,
): Promise<StoredToken> {
	const hash = keysHash(credentials);
	const last = lastIssued.get(hash);
	if (last && isUsableToken({ ...credentials, token: last.token, expiresAt: last.expiresAt })) {
		return { token: last.token, expiresAt: last.expiresAt };
	}
	let fetching = underWay.get(hash);
	if (fetching === undefined) {
		fetching = fetchToken(httpRequest, credentials, hash).finally(() => underWay.delete(hash));
		underWay.set(hash, fetching);
	}
	const issued = await fetching;
	lastIssued.set(hash, issued);
	return { token: issued.token, expiresAt: issued.expiresAt };
}

async function fetchToken(
	httpRequest: HttpRequest,
	credentials: ICredentialDataDecryptedObject,
	hash: string,
): Promise<Issued> {
	const body = JSON.stringify({
		app_key: requiredField(credentials, 'appKey', 'App Key'),
		app_secret: requiredField(credentials, 'appSecret', 'App Secret'),
	});
	const url = checkBaseUrl(credentials.baseUrl) + ISSUE_PATH;
	const issuedAt = Date.now();
	const answer = (await httpRequest({
		method: 'POST',
		url,
		headers: { 'Content-Type': 'application/json;charset=UTF-8' },
		body,
		encoding: 'text',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		timeout: FETCH_TIMEOUT_MS,
	}).catch(() => undefined)) as IN8nHttpFullResponse | undefined;
	if (answer === undefined) {
		// nothing of what the HTTP client threw: it holds the request with the secret, and n8n puts a
		// sentence of its own in place of one that names a system error
		throw new TokenUnavailable(
			"The AI Call service could not be reached for a token: check the credential's 'Base URL' and the network",
			'TOKEN_UNREACHABLE',
		);
	}
	return readToken(answer.statusCode, String(answer.body), issuedAt, hash);
}

function readToken(statusCode: number, text: string, issuedAt: number, hash: string): Issued {
	let answer: { code?: unknown; result?: { token?: unknown; time_expire?: unknown } } | null;
	try {
		answer = JSON.parse(text) as typeof answer;
	} catch {
		answer = null;
	}
	const code = answer?.code === undefined ? '' : String(answer.code);
	const token = answer?.result?.token;
	if (code === '0' && typeof token === 'string' && token !== '') {
		const seconds = Number(answer?.result?.time_expire);
		const lifetime = (seconds > 0 ? seconds : DEFAULT_LIFETIME_S) * 1000;
		const until = Math.round(issuedAt + lifetime - Math.min(LARGEST_MARGIN_MS, lifetime / 10));
		return { token, issuedAt, expiresAt: `${until}.${issuedAt}.${hash}` };
	}
	throw new TokenUnavailable(
		tokenRefusal(code, statusCode),
		code === '' ? `TOKEN_HTTP_${statusCode}` : `TOKEN_${code}`,
	);
}

/** Sentence for a refused token request, by the spec's error table. */
export function tokenRefusal(code: string, statusCode: number): string {
	switch (code) {
		case '200101':
			return "The AI Call service does not accept this key and secret (200101): copy 'App Key' and 'App Secret' again from the iFLYTEK console";
		case '10003':
			return "The AI Call service does not know this application (10003): copy 'App Key' again from the iFLYTEK console";
		case '10004':
			return 'The AI Call service is busy (10004): try again in a minute';
		case '10005':
			return "The AI Call service cannot read this key or secret (10005): 'App Key' has 48 characters and 'App Secret' 44; copy both again";
		case '10020':
			return 'The AI Call service is under maintenance (10020): try again later';
		case '10021':
			return 'The AI Call service is disabled for this application (10021): ask iFLYTEK to enable it';
		case '':
			return `The AI Call service gave no readable answer to the token request (HTTP ${statusCode}): check the credential's 'Base URL'`;
		default:
			return `The AI Call service refused the token request (code ${code}, HTTP ${statusCode}): check 'App Key' and 'App Secret'`;
	}
}
