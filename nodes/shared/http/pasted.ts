import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { worded, type Pair, type Wording } from '../problem/language';
import { sanitize, success, unusable, type Meaning, type Result } from '../problem/problem';

/** A pasted text without the blanks and invisible characters (zero-width, direction marks) at its ends. */
export function pastedText(value: unknown): string {
	return String(value ?? '').replace(/^[\s\p{Cf}]+|(?<![\s\p{Cf}])[\s\p{Cf}]+$/gu, '');
}

/** A pasted key or ID: it has no invisible character inside either. */
export function pastedKey(value: unknown): string {
	return pastedText(String(value ?? '').replace(/\p{Cf}/gu, ''));
}

/** Why a field of a credential, {0}, cannot be used. */
const FAULTS = {
	empty: ["The credential's '{0}' is empty", '凭据中的“{0}”为空'],
	lineBreak: [
		"The credential's '{0}' contains a line break or quotation mark",
		'凭据中的“{0}”含有换行或引号',
	],
	noAddress: [
		"The credential's '{0}' is not a web address: it must start with http:// or https:// and contain no spaces or line breaks",
		'凭据中的“{0}”不是网址：须以 http:// 或 https:// 开头，且不含空格或换行',
	],
	query: [
		"The credential's '{0}' contains a query or fragment: remove the part from the ? or # on",
		'凭据中的“{0}”含有查询参数或片段：请删去 ? 或 # 及其后的部分',
	],
	user: [
		"The credential's '{0}' contains a user name or password: remove the part before the @ sign",
		'凭据中的“{0}”含有用户名或密码：请删去 @ 之前的部分',
	],
} satisfies Record<string, Pair>;

class UnusableField extends Error {
	constructor(readonly words: Wording) {
		super(words.english);
	}
}

/** Checks what every request with a credential needs. @param fields their names and display names */
export function checkCredential(
	credentials: ICredentialDataDecryptedObject,
	fields: Readonly<Record<string, string>>,
): Result<void> {
	try {
		checkBaseUrl(credentials.baseUrl);
		for (const [name, displayName] of Object.entries(fields))
			requiredField(credentials, name, displayName);
		return success(undefined);
	} catch (error) {
		return unusable(UNUSABLE, [(error as UnusableField).words]);
	}
}

const UNUSABLE: Meaning = ['{0}', '{0}', 'Correct it in the credential.', '请在凭据中更正。'];

/** A required field of a credential, as `pastedKey`. @throws Error naming a field that is empty or not one line */
export function requiredField(
	credentials: ICredentialDataDecryptedObject,
	name: string,
	displayName: string,
): string {
	const value = pastedKey(credentials[name]);
	const fault = (what: Pair) => new UnusableField(worded(what, [displayName]));
	if (value === '') throw fault(FAULTS.empty);
	if (/[\r\n"]/.test(value)) throw fault(FAULTS.lineBreak);
	return value;
}

/** Signs a request; n8n asks for a function of this kind. */
export type Authenticate = (
	credentials: ICredentialDataDecryptedObject,
	requestOptions: IHttpRequestOptions,
) => Promise<IHttpRequestOptions>;

/** The part of a request that a credential reads: n8n's HTTP Request node passes `uri`, all others `url`. */
export type AddressedRequest = { uri?: string } & Partial<
	Pick<IHttpRequestOptions, 'allowedDomains' | 'baseURL' | 'url'>
>;

/** A credential's base URL without trailing slashes. @throws Error naming the field if it is no http(s) address */
export function checkBaseUrl(value: unknown): string {
	const text = typeof value === 'string' ? pastedText(value) : '';
	const fault = (what: Pair) => new UnusableField(worded(what, ['Base URL']));
	if (text === '') throw fault(FAULTS.empty);
	const url = httpAddress(text);
	if (url === undefined) throw fault(FAULTS.noAddress);
	if (url.username !== '' || url.password !== '') throw fault(FAULTS.user);
	if (url.search !== '' || url.hash !== '') throw fault(FAULTS.query);
	return `${url.origin}${url.pathname}`.replace(/(?<!\/)\/+$/, '');
}

/**
 * The absolute address a request goes to: its own `url` or `uri` when absolute, else joined to its
 * `baseURL` or to the credential's base URL, whose path prefix is kept.
 * @throws Error when the result is not an http(s) address
 */
export function resolveRequestUrl(request: AddressedRequest, credentialBaseUrl: unknown): URL {
	const target = String(request.url ?? request.uri ?? '').trim();
	if (/^[a-z][a-z0-9+.-]*:/i.test(target)) {
		const url = httpAddress(target);
		if (url === undefined) throw new Error('The request URL is not an http or https address');
		if (url.username !== '' || url.password !== '') {
			throw new Error(
				'The request URL contains a user name or password: remove the part before the @ sign',
			);
		}
		return url;
	}
	if (/[\s\\]/.test(target)) throw new Error('The request URL contains spaces or line breaks');
	const base = checkBaseUrl(request.baseURL ? request.baseURL : credentialBaseUrl);
	return new URL(target === '' ? base : `${base}/${target.replace(/^\/+/, '')}`);
}

/**
 * The request with its address replaced, in the field that the caller used, and limited to its host: a
 * redirect to another one would take the request's headers along.
 */
export function withUrl<T extends AddressedRequest>(request: T, url: URL): T {
	const address = request.url === undefined && request.uri !== undefined ? 'uri' : 'url';
	const allowedDomains = request.allowedDomains || url.hostname;
	return { ...request, baseURL: undefined, allowedDomains, [address]: url.href };
}

/** An http(s) address as axios would read it; a backslash is read in more than one way. */
function httpAddress(text: string): URL | undefined {
	return text.includes('\\') ? undefined : parseWebAddress(text);
}

/** An address as items and messages show it: without the user and the query, which may hold a secret. */
export function addressToShow(value: unknown): string {
	const url = parseWebAddress(value);
	if (url !== undefined) return `${url.origin}${url.pathname}`;
	// a data: address holds a whole file, which `sanitize` shortens
	return sanitize(
		String(value ?? '')
			.trim()
			.replace(/[?#].*/s, '')
			.replace(/\/\/[^/]*@/, '//'),
	);
}

/** Reads an http(s) address without blanks; undefined for anything else. */
export function parseWebAddress(value: unknown): URL | undefined {
	const text = pastedText(value);
	return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
}

/** Whether a text survives being pasted into a URL unescaped. */
export function isUrlSafe(text: string): boolean {
	return /^[!-~]*$/.test(text) && !/[#%&]/.test(text);
}

/** The decoded file name at the end of an address, without folders and control characters; else undefined. */
export function fileNameIn(url: URL): string | undefined {
	const segment = url.pathname.split('/').pop()!;
	let name = segment;
	try {
		name = decodeURIComponent(segment);
	} catch {
		// not UTF-8: the name stays encoded
	}
	return name.replace(/^.*[/\\]|\p{Cc}/gsu, '') || undefined;
}
