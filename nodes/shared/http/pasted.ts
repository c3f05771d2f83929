import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { sanitize } from '../problem/problem';

/**
 * A text that people copy from a page or a chat, without the blanks and the invisible characters (zero-width
 * spaces, marks of writing direction) that come along at its ends.
 */
export function pastedText(value: unknown): string {
	return String(value ?? '').replace(/^[\s\p{Cf}]+|(?<![\s\p{Cf}])[\s\p{Cf}]+$/gu, '');
}

/** A key, an ID or the like: none of them has an invisible character inside. */
export function pastedKey(value: unknown): string {
	return pastedText(String(value ?? '').replace(/\p{Cf}/gu, ''));
}

/** The entries of a list given as text, typed on a Chinese keyboard or pasted with invisible characters too. */
export function pastedList(value: unknown): string[] {
	return String(value ?? '')
		.replace(/\p{Cf}/gu, '')
		.split(/[\s,;，；、]+/)
		.filter((entry) => entry !== '');
}

/**
 * A required text field of a credential, without what copying adds.
 * @throws Error naming the field when it is empty or holds a line break
 */
export function requiredField(
	credentials: ICredentialDataDecryptedObject,
	name: string,
	displayName: string,
): string {
	const value = pastedKey(credentials[name]);
	if (value === '') throw new Error(`The credential's '${displayName}' is empty`);
	if (/[\r\n"]/.test(value)) {
		throw new Error(`The credential's '${displayName}' contains a line break or quotation mark`);
	}
	return value;
}

/** Signs a request; n8n asks for a function of this kind. */
export type Authenticate = (
	credentials: ICredentialDataDecryptedObject,
	requestOptions: IHttpRequestOptions,
) => Promise<IHttpRequestOptions>;

/** What a credential reads of a request: n8n's HTTP Request node passes `uri`, everything else `url`. */
export interface AddressedRequest {
	url?: string;
	uri?: string;
	baseURL?: string;
	/** n8n's setting: hosts that the request may go to, separated by commas */
	allowedDomains?: string;
}

/**
 * Checks a credential's base URL and returns it without trailing slashes.
 * @throws Error with one sentence that names the field, when the text is not a plain http(s) address
 */
export function checkBaseUrl(value: unknown): string {
	const text = typeof value === 'string' ? pastedText(value) : '';
	const fault = (what: string) => new Error(`The credential's 'Base URL' ${what}`);
	if (text === '') throw fault('is empty');
	const url = httpAddress(text);
	if (url === undefined) {
		throw fault(
			'is not a web address: it must start with http:// or https:// and contain no spaces or line breaks',
		);
	}
	if (url.username !== '' || url.password !== '') {
		throw fault('contains a user name or password: remove the part before the @ sign');
	}
	if (url.search !== '' || url.hash !== '') {
		throw fault('contains a query or fragment: remove the part from the ? or # on');
	}
	return `${url.origin}${url.pathname}`.replace(/(?<!\/)\/+$/, '');
}

/**
 * The absolute address a request goes to: its own `url` or `uri` when absolute, else joined to its
 * `baseURL` or to the credential's base URL, whose path prefix is kept.
 * @throws Error with one sentence when the result is not an http(s) address
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
 * Returns the request with its address replaced, in the field the caller used. A redirect to another
 * host is refused by n8n: it would take the headers of the request along.
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
	// a data: address is a whole file
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
	try {
		return /^https?:\/\/[^\s]+$/i.test(text) ? new URL(text) : undefined;
	} catch {
		return undefined;
	}
}

/** Whether a text survives being pasted into a URL unescaped. */
export function isUrlSafe(text: string): boolean {
	return /^[!-~]*$/.test(text) && !/[#%&]/.test(text);
}

/**
 * The last segment of an address's path, decoded, as a file name; decoding it adds no
 * folders and no control characters. Undefined without one.
 */
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
