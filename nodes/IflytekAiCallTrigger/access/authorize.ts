import { pastedList } from '../../shared/http/pasted';
import { textField, readBody, type Body } from '../protocol/body';
import { textAnswer } from '../answer/singleAnswer';
import type { LogLine, Rejection } from './rejectionLog';
import type { IncomingRequest, Mode } from './request';
import type { KeyCheck } from './webhookSecret';

export type Decision = { accepted: { body: Body; raw: Buffer } } | { rejected: Rejection };

/**
 * Decides whether a request is from the platform and can be used.
 * @param isKey undefined while the webhook secret is not known
 */
export function authorize(request: IncomingRequest, isKey: KeyCheck | undefined): Decision {
	const { address, allowedAddresses, allowedAppIds, keys, mode, modeInUse, raw } = request;
	if (allowedAddresses === undefined || allowedAppIds === undefined) {
		return reject(503, 'Try again later', NO_VALUE);
	}
	if (allowedAddresses !== '' && !addressAllowed(address, allowedAddresses)) {
		return reject(403, 'Forbidden', wrongAddress(address));
	}
	// the platform sends a push again that is not answered `success`
	if (isKey === undefined) return reject(503, 'Try again later');
	if (!keys.some(isKey)) return reject(401, 'Unauthorized', WRONG_KEY);
	if (mode !== modeInUse) {
		return reject(404, "This URL is not in use: see 'Mode' in the node.", wrongUrl(mode));
	}
	if (raw === undefined) {
		const reason = 'The body cannot be read.';
		return reject(400, reason, noPush(reason));
	}
	const read = readBody(raw);
	if (!read.ok) {
		const { message, remedy } = read.problem;
		return reject(400, `${message} ${remedy}`, noPush(message));
	}

	// some pushes carry no app ID (seen in public captures), and the platform gives up a refused push
	const appId = read.value.fields.app_id ?? '';
	const allowed = pastedList(allowedAppIds);
	const isOther = appId !== '' && !allowed.includes(textField(appId) ?? '');
	if (allowedAppIds !== '' && isOther) return reject(403, 'Forbidden', WRONG_APP_ID);
	return { accepted: { body: read.value, raw } };
}

function reject(statusCode: number, body: string, line?: LogLine): Decision {
	return { rejected: { answer: textAnswer(statusCode, body), line } };
}

const NO_VALUE: LogLine = {
	kind: 'noValue',
	reason: "The expression in 'Allowed Addresses' or 'Allowed App IDs' gives no value.",
	remedy: 'Correct it, or remove the expression: until then nobody may call.',
};

const WRONG_KEY: LogLine = {
	kind: 'key',
	reason: 'They come without the right ?key=.',
	remedy:
		"In the iFLYTEK console, add ?key= and the credential's Webhook Secret to the URL. The secret may contain letters and digits only.",
};

const WRONG_APP_ID: LogLine = {
	kind: 'appId',
	reason: "Their app_id is not in 'Allowed App IDs'.",
	remedy: 'Compare the option with the application ID in the iFLYTEK console.',
};

/** @param ip as n8n sees it; behind a proxy the caller chooses it, so only a valid address is repeated */
function wrongAddress(ip: string | undefined): LogLine {
	const address = ip !== undefined && addressAllowed(ip, ip) ? ip : 'an unknown address';
	return {
		kind: 'address',
		reason: `They come from ${address}, which is not in 'Allowed Addresses'.`,
		remedy:
			"Add it if it is the platform's. If it is your proxy's, set N8N_PROXY_HOPS so that n8n sees the real caller.",
	};
}

function wrongUrl(mode: Mode): LogLine {
	const labels = ['Call Events', 'Caller Data Requests'];
	const [used, inUse] = mode === 'pushes' ? labels : labels.reverse();
	return {
		kind: 'url',
		reason: `They come to the node's URL for ${used}, while 'Mode' is set to ${inUse}.`,
		remedy: "Paste the URL that the node shows into the iFLYTEK console, or change 'Mode'.",
	};
}

function noPush(reason: string): LogLine {
	return {
		kind: 'body',
		reason,
		remedy:
			'The platform sends JSON objects: look for something else that calls this URL, or for a proxy that changes the body.',
	};
}

/** Entries of an address list that are neither an IP address nor an IPv4 range in CIDR notation. */
export function unreadableAddresses(list: string): string[] {
	return pastedList(list).filter((entry) => readRange(entry) === null);
}

/**
 * Whether an address is in a list of exact IPv4 and IPv6 addresses and IPv4 ranges such as
 * 203.0.113.0/24. An unreadable entry allows nobody.
 * @param address as n8n sees the caller; IPv4 written as IPv6 (::ffff:…) counts as IPv4
 */
export function addressAllowed(address: string | undefined, list: string): boolean {
	const caller = readAddress(address ?? '');
	if (caller === null) return false;
	return pastedList(list).some((entry) => {
		const range = readRange(entry);
		return range !== null && caller.startsWith(range);
	});
}

/** The common beginning of an entry's addresses, in the form of `readAddress`; null if it cannot be read. */
function readRange(entry: string): string | null {
	const [address = '', prefix, ...rest] = entry.split('/');
	const base = readAddress(address);
	if (base === null || rest.length > 0) return null;
	if (prefix === undefined) return base;
	const bits = /^\d{1,2}$/.test(prefix) ? Number(prefix) : NaN;
	return base.startsWith(IPV4) && bits <= 32 ? base.slice(0, IPV4.length + bits) : null;
}

const IPV4 = 'IPv4:';

/**
 * An IPv4 address as its 32 bits behind `IPv4:`, an IPv6 address in its shortest form, null for neither. The brackets
 * around the latter stay: without them one address could begin with another one.
 */
function readAddress(text: string): string | null {
	const ipv4 = text.replace(/^::ffff:(?=\d+\.)/i, '');
	if (/^\d{1,3}(\.\d{1,3}){3}$/.test(ipv4)) {
		const parts = ipv4.split('.').map(Number);
		const bits = parts.map((part) => part.toString(2).padStart(8, '0')).join('');
		return parts.every((part) => part <= 255) ? IPV4 + bits : null;
	}
	if (!/^[0-9a-f:.]+$/i.test(text) || !text.includes(':')) return null;
	const url = `http://[${text}]`;
	return URL.canParse(url) ? new URL(url).hostname : null;
}
