import type { SignatureAccount } from '../accounts';
import type { Answer, Identity, JsonObject, Received } from '../core/types';
import { takesVendorClients } from '../settings';
import { has } from '../core/habits';
import { messageOf, observedStatus } from './codes';
import { verifyHmac, type HmacVerdict } from './hmac';
import { violations, type Field } from './shape';

const MESSAGES = {
	missing: [401, 'Unauthorized'],
	unreadable: [401, 'HMAC signature cannot be verified'],
	unknownKey: [401, 'HMAC signature cannot be verified'],
	mismatch: [401, 'HMAC signature does not match'],
	clock: [
		403,
		'HMAC signature cannot be verified, a valid date or x-date header is required for HMAC Authentication',
	],
} as const;

/** What sibling gateways say in place of a documented text. */
const WORDS: Partial<Record<HmacVerdict['kind'], string>> = {
	unknownKey: 'HMAC signature cannot be verified: fail to retrieve credential',
	mismatch: 'HMAC secret key does not match',
};

const JSON_TYPE = 'application/json; charset=utf-8';

/** A refusal with a code, before or in place of a result. */
export class Refusal extends Error {
	constructor(
		readonly code: number,
		message?: string,
	) {
		super(message ?? messageOf(code));
	}
}

let sessions = 0;

function newSid(now: number): string {
	sessions = (sessions + 1) % 0x1000000;
	const serial = sessions.toString(16).padStart(6, '0');
	return `ase${serial}00@hu${Math.floor(now).toString(16)}d2882`;
}

/**
 * Checks the signature; the spec's table of refusals, a JSON object in plain text. Unknown query
 * parameters pass in the observed voice, what the vendor's clients send where those are taken.
 */
export function identify(request: Received, accounts: SignatureAccount[]): Identity {
	const verdict = verifyHmac(request, accounts);
	const account = 'account' in verdict ? verdict.account : undefined;
	const appId = account?.appId ?? null;
	const deviations = verdict.kind === 'valid' ? verdict.deviations : [];
	const plain = request.settings.voice === 'documented';
	const refused = deviations.find(({ vendor }) =>
		vendor ? !takesVendorClients(request.settings) : plain,
	);
	const why = verdict.kind === 'valid' ? refused?.refusedAs : verdict.kind;
	if (why === undefined) {
		request.deviations.push(...deviations.map(({ message }) => message));
		return { appId, account };
	}
	const [status, documented] = MESSAGES[why];
	const message = has(request.settings, 'gatewayWords')
		? (WORDS[verdict.kind] ?? documented)
		: documented;
	return {
		appId,
		refusal: {
			status,
			contentType: plain ? 'text/plain; charset=utf-8' : JSON_TYPE,
			body: JSON.stringify({ message }),
			code: null,
		},
	};
}

/** The observed gateway's refusal of another content type; the specification names none. */
function contentTypeRefusal(request: Received): Answer | undefined {
	if (request.settings.voice === 'documented') return undefined;
	const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
	if (type === 'application/json') return undefined;
	const body = JSON.stringify({ message: 'content-type must be application/json' });
	return { status: 400, contentType: JSON_TYPE, body, code: null };
}

/** Carries a request out; a Refusal becomes an answer with its code. */
export function answering(request: Received, carryOut: () => Answer): Answer {
	const wrongType = contentTypeRefusal(request);
	if (wrongType) return wrongType;
	try {
		return carryOut();
	} catch (cause) {
		if (cause instanceof Refusal) return codeAnswer(request, cause.code, cause.message);
		throw cause;
	}
}

/** An answer that carries a code: HTTP 200 in the documented voice, else the gateway's status. */
export function codeAnswer(
	request: Received,
	code: number,
	message: string = messageOf(code),
	status?: number,
): Answer {
	const documented = request.settings.voice === 'documented';
	return {
		status: status ?? (documented ? 200 : observedStatus(code)),
		contentType: JSON_TYPE,
		body: JSON.stringify({ header: { code, message, sid: newSid(request.now) } }),
		code: String(code),
	};
}

const invalid = (request: Received, message: string): Refusal =>
	request.settings.voice === 'documented'
		? new Refusal(10163, `param validate error:${message}`)
		: new Refusal(10163, `parameter schema validate error: ${message}`);

/**
 * Holds a body against its table. In the observed voice unknown fields pass, and so do the absent
 * ones listed in `optionalInPractice`; what the vendor's clients send passes unless refused by
 * setting. Everything that passes so is noted as a deviation. Throws a Refusal.
 */
export function checkBody(
	request: Received,
	body: unknown,
	table: Field,
	optionalInPractice: string[],
): void {
	const observed = request.settings.voice === 'observed';
	for (const violation of violations(body, table)) {
		const passes =
			(violation.why === 'vendor' && takesVendorClients(request.settings)) ||
			(violation.why === 'unknown' && observed) ||
			(violation.why === 'missing' && observed && optionalInPractice.includes(violation.path));
		if (!passes) throw invalid(request, violation.message);
		request.deviations.push(violation.message);
	}
}

/** Where a result's formats go back only when the request set them. */
export interface AskedFormat {
	encoding?: string;
	compress?: string;
	format?: string;
}

/**
 * Wraps a decoded document: `payload.result.text` is its base64, `trailing` what stands behind it
 * inside. `code` is the service's own, for the ledger.
 */
export function resultAnswer(
	request: Received,
	document: unknown,
	asked: AskedFormat,
	{ trailing = '', code = 0 } = {},
): Answer {
	const result: JsonObject = {};
	for (const key of ['compress', 'encoding', 'format'] as const) {
		if (asked[key] !== undefined) result[key] = asked[key];
	}
	if (request.settings.voice === 'observed') Object.assign(result, { seq: '0', status: '3' });
	const leading = has(request.settings, 'byteOrderMark') ? '\ufeff' : '';
	const text = leading + JSON.stringify(document) + trailing;
	result.text = Buffer.from(text, 'utf8').toString('base64');

	const header = { code: 0, message: messageOf(0), sid: newSid(request.now) };
	const body = JSON.stringify({ header, payload: { result } });
	return { status: 200, contentType: JSON_TYPE, body, code: String(code) };
}
