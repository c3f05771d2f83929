import type { IWebhookFunctions } from 'n8n-workflow';

import { pastedList } from '../../shared/items/item';
import { filled } from '../../shared/problem/language';
import { failure, success, type Result } from '../../shared/problem/problem';
import { answerWith, type Answer, type SingleAnswer } from '../answer/singleAnswer';
import { textField, readBody, type Body } from '../protocol/body';
import { logSeldom } from './logSeldom';
import { readIncoming, type IncomingRequest, type Mode } from './request';
import { lastKeyCheck, readKeyCheck, type KeyCheck } from './webhookSecret';

/**
 * Returns the body of a request, or refuses the request and returns undefined.
 *
 * At the deadline the request is answered even if the credential has not been read yet: by the webhook secret that
 * this process read last, or with a refusal if it never read one. The credential, once read, decides whether the
 * request gets in: never with an outdated secret, always with the right one if the credential can be read.
 * @param atDeadline the answer at the deadline to a request that is not refused
 * @param afterwards called after `atDeadline` was sent
 */
export async function admit(
	context: IWebhookFunctions,
	mode: Mode,
	answer: SingleAnswer,
	deadline: Promise<void> | undefined,
	atDeadline: Answer,
	afterwards = () => {},
): Promise<{ body: Body; raw: Buffer } | undefined> {
	const request = await readIncoming(context, mode);
	void deadline?.then(() => {
		if (answer.isSent) return;
		const verdict = authorize(request, lastKeyCheck(context));
		answer.send(verdict.ok ? atDeadline : verdict.problem.answer);
		if (verdict.ok) afterwards();
	});
	const verdict = authorize(request, await readKeyCheck(context));
	if (verdict.ok) return verdict.value;
	const { answer: refusal, line } = verdict.problem;
	if (line !== undefined) {
		// the platform gives up after three more attempts: without this line, the push would be lost without a trace
		const refuses = `'${context.getNode().name}' refuses requests (${refusal.statusCode}).`;
		logSeldom(context, line.kind, `${refuses} ${line.reason} ${line.remedy}`);
	}
	answer.send(refusal);
	return undefined;
}

interface Rejection {
	/** sent to the caller, so it says little of what is checked */
	answer: Answer;
	/** for n8n's log; none when another line already says it */
	line?: { kind: keyof typeof LINES; reason: string; remedy: string };
}

/** Log lines by kind: the reason ({0} and {1} stand for values) and the remedy. */
const LINES = {
	noValue: [
		"The expression in 'Allowed Addresses' or 'Allowed App IDs' gives no value.",
		'Correct it, or remove the expression: until then nobody may call.',
	],
	address: [
		"They come from {0}, which is not in 'Allowed Addresses'.",
		"Add it if it is the platform's. If it is your proxy's, set N8N_PROXY_HOPS so that n8n sees the real caller.",
	],
	key: [
		'They come without the right ?key=.',
		"In the iFLYTEK console, add ?key= and the credential's Webhook Secret to the URL. The secret may contain letters and digits only.",
	],
	url: [
		"They come to the node's URL for {0}, while 'Mode' is set to {1}.",
		"Paste the URL that the node shows into the iFLYTEK console, or change 'Mode'.",
	],
	body: [
		'{0}',
		'The platform sends JSON objects: look for something else that calls this URL, or for a proxy that changes the body.',
	],
	appId: [
		"Their app_id is not in 'Allowed App IDs'.",
		'Compare the option with the application ID in the iFLYTEK console.',
	],
} as const;

const MODE_NAMES = { pushes: 'Call Events', dialogContext: 'Caller Data Requests' };

/** Decides whether a request is from the platform and can be used; `isKey` is undefined while the secret is unknown. */
export function authorize(
	request: IncomingRequest,
	isKey: KeyCheck | undefined,
): Result<{ body: Body; raw: Buffer }, Rejection> {
	const { address, allowedAddresses, allowedAppIds, keys, mode, modeInUse, raw } = request;
	if (allowedAddresses === undefined || allowedAppIds === undefined) {
		return reject(503, 'Try again later', 'noValue');
	}
	if (allowedAddresses !== '' && !addressAllowed(address, allowedAddresses)) {
		// behind a proxy the caller can choose this text, so only a valid address is logged
		const isAddress = addressAllowed(address, address ?? '');
		return reject(403, 'Forbidden', 'address', isAddress ? String(address) : 'an unknown address');
	}
	// the platform sends a push again if it is not answered `success`
	if (isKey === undefined) return reject(503, 'Try again later');
	if (!keys.some(isKey)) return reject(401, 'Unauthorized', 'key');
	if (mode !== modeInUse) {
		const notInUse = "This URL is not in use: see 'Mode' in the node.";
		return reject(404, notInUse, 'url', MODE_NAMES[mode], MODE_NAMES[modeInUse]);
	}
	if (raw === undefined) {
		const reason = 'The body cannot be read.';
		return reject(400, reason, 'body', reason);
	}
	const read = readBody(raw);
	if (!read.ok) {
		const { message, remedy } = read.problem;
		return reject(400, `${message} ${remedy}`, 'body', message);
	}

	// some pushes carry no app ID (seen in public captures), and the platform gives up a refused push
	const appId = read.value.fields.app_id ?? '';
	const isOther = appId !== '' && !pastedList(allowedAppIds).includes(textField(appId) ?? '');
	if (allowedAppIds !== '' && isOther) return reject(403, 'Forbidden', 'appId');
	return success({ body: read.value, raw });
}

function reject(
	statusCode: number,
	body: string,
	kind?: keyof typeof LINES,
	...values: string[]
): Result<never, Rejection> {
	const answer = answerWith(statusCode, body);
	if (kind === undefined) return failure({ answer });
	const [reason, remedy] = LINES[kind];
	return failure({ answer, line: { kind, reason: filled(reason, values, 'english'), remedy } });
}

/** Entries of an address list that are neither an IP address nor an IPv4 range in CIDR notation. */
export function unreadableAddresses(list: string): string[] {
	return pastedList(list).filter((entry) => readRange(entry) === null);
}

/**
 * Whether an address, as n8n sees the caller, is in a list of IP addresses and IPv4 ranges such as 203.0.113.0/24.
 * An unreadable entry allows nobody; IPv4 written as IPv6 (::ffff:…) counts as IPv4.
 */
export function addressAllowed(address: string | undefined, list: string): boolean {
	const caller = readAddress(address ?? '');
	const ranges = pastedList(list).map(readRange);
	return ranges.some((range) => range !== null && caller?.startsWith(range) === true);
}

/** How all addresses of an entry begin, in the form of `readAddress`; null if the entry cannot be read. */
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
 * An IPv4 address as its 32 bits after `IPv4:`, an IPv6 address in its shortest form, null for neither. The brackets
 * around IPv6 stay: without them one address could begin with another one.
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
