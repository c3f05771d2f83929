import { createHash } from 'node:crypto';
import type {
	ICredentialDataDecryptedObject as Credentials,
	IHttpRequestHelper,
} from 'n8n-workflow';

import { isCutOffJson, parseJsonObject } from '../http/json';
import { checkBaseUrl, pastedText, requiredField } from '../http/pasted';
import { tokenProblem } from './tokenProblem';

type HttpRequest = IHttpRequestHelper['helpers']['httpRequest'];

/** The credential's hidden fields. */
interface StoredToken {
	token: string;
	/** `<use until, ms since 1970>.<issued at>.<hash of the keys it belongs to>` */
	expiresAt: string;
}

const ISSUE_PATH = '/v1/service/v1/aicall/oauth/v1/token';
const DEFAULT_LIFETIME_S = 3600;
const LARGEST_MARGIN_MS = 60_000;
const FRESH_MS = 30_000;
/** Lengths in characters, by the specification. */
const KEY_LENGTH = 48;
const SECRET_LENGTH = 44;
export const FETCH_TIMEOUT_MS = 30_000;

/** No token, so nothing was sent. A node gets only `errorCode`, as `httpCode`; the message is for a credential test. */
class TokenUnavailable extends Error {
	constructor(readonly errorCode: string) {
		const { message, remedy, code, httpStatus } = tokenProblem(errorCode)!;
		const detail = code ?? (httpStatus && `HTTP ${httpStatus}`);
		super(`${message}${detail ? ` (${detail})` : ''}. ${remedy}`);
	}
}

/**
 * Thrown by `authenticate` without a usable token: n8n takes it for an HTTP 401, has a token fetched and calls
 * `authenticate` again. If that token is no longer usable either, a node gets the code.
 */
export class TokenNeeded extends Error {
	readonly response = { status: 401 };
	readonly errorCode = 'TOKEN_EXPIRED';

	constructor() {
		super('The AI Call token has to be fetched first');
	}
}

/** Fetches under way and the last token issued, by `keysHash`: a process asks once. */
const underWay = new Map<string, Promise<StoredToken>>();
const lastIssued = new Map<string, StoredToken>();

/** Hash of key, secret and base URL: a stored token must not outlive a change of any of them. */
function keysHash(credentials: Credentials): string {
	const parts = [credentials.appKey, credentials.appSecret, credentials.baseUrl].map(pastedText);
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

function readExpiry({ expiresAt }: { expiresAt?: unknown }) {
	const [until, issuedAt, hash] = String(expiresAt ?? '').split('.');
	return { until: Number(until), issuedAt: Number(issuedAt), hash };
}

/** Whether the stored token belongs to these keys and need not be renewed yet. */
export function isUsableToken(credentials: Credentials): boolean {
	const { until, hash } = readExpiry(credentials);
	const hasToken = typeof credentials.token === 'string' && credentials.token !== '';
	return hasToken && hash === keysHash(credentials) && Date.now() < until;
}

/** Whether the stored token was issued in the last half minute for these keys. */
export function isFreshToken(credentials: Credentials): boolean {
	return isUsableToken(credentials) && Date.now() - readExpiry(credentials).issuedAt < FRESH_MS;
}

/** Clears the token in the credential data at hand (not in the store), so that n8n asks for one. */
export function clearToken(credentials: Credentials): void {
	credentials.token = '';
	credentials.expiresAt = '';
}

/** Makes the next `obtainToken` for these keys ask the service. */
export function forgetIssuedToken(credentials: Credentials): void {
	lastIssued.delete(keysHash(credentials));
}

/** A copy of the credential data without the token that the service refused: a request with it fetches another one. */
export function withoutRefusedToken(credentials: Credentials): Credentials {
	const last = lastIssued.get(keysHash(credentials));
	// one issued after the refused token may be good: another item of this process was faster
	const isNewer = last && readExpiry(last).issuedAt > readExpiry(credentials).issuedAt;
	if (last?.token === credentials.token || !isNewer) forgetIssuedToken(credentials);
	return { ...credentials, token: '', expiresAt: '' };
}

/**
 * A token for these keys: the one this process got last while it is usable, else a new one (services.md, AI Call:
 * Token). Concurrent callers share one request.
 * @throws Error with one sentence on what to correct, never with the key, the secret or a token
 */
export async function obtainToken(
	httpRequest: HttpRequest,
	credentials: Credentials,
): Promise<StoredToken> {
	const hash = keysHash(credentials);
	const last = lastIssued.get(hash);
	if (last && isUsableToken({ ...credentials, ...last })) return last;
	let fetching = underWay.get(hash);
	if (fetching === undefined) {
		fetching = fetchToken(httpRequest, credentials, hash).finally(() => underWay.delete(hash));
		underWay.set(hash, fetching);
	}
	const issued = await fetching;
	lastIssued.set(hash, issued);
	return issued;
}

async function fetchToken(httpRequest: HttpRequest, credentials: Credentials, hash: string) {
	const app_key = requiredField(credentials, 'appKey', 'App Key');
	const app_secret = requiredField(credentials, 'appSecret', 'App Secret');
	const body = JSON.stringify({ app_key, app_secret });
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
	}).catch(() => undefined)) as { statusCode: number; body: unknown } | undefined;
	if (answer === undefined || isCutOffJson(String(answer.body))) {
		// not axios's error: it holds the secret, and n8n replaces a message that names a system error by its own
		throw new TokenUnavailable('TOKEN_UNREACHABLE');
	}
	const issued = readToken(String(answer.body), issuedAt, hash);
	if (typeof issued !== 'string') return issued;
	if (issued === '') throw new TokenUnavailable(`TOKEN_HTTP_${answer.statusCode}`);
	const looksSwapped = app_key.length === SECRET_LENGTH && app_secret.length === KEY_LENGTH;
	throw new TokenUnavailable(`TOKEN_${looksSwapped ? 'SWAPPED_' : ''}${issued}`);
}

/** The token of an answer, or the code that came instead, '' if there is none. */
function readToken(text: string, issuedAt: number, hash: string): StoredToken | string {
	const answer = parseJsonObject(text);
	const code = answer?.code === undefined ? '' : String(answer.code);
	const { token, time_expire } = (answer?.result ?? {}) as Record<string, unknown>;
	if (code !== '0' || typeof token !== 'string' || token === '') return code;
	const seconds = Number(time_expire);
	const lifetime = (seconds > 0 ? seconds : DEFAULT_LIFETIME_S) * 1000;
	const until = Math.round(issuedAt + lifetime - Math.min(LARGEST_MARGIN_MS, lifetime / 10));
	return { token, expiresAt: `${until}.${issuedAt}.${hash}` };
}
