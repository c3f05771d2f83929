import { createHmac } from 'node:crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { repeatsOf, type Scheme } from '../http/codes';
import { isRecord, parseJsonObject } from '../http/json';
import { pastedKey } from '../http/pasted';
import { problemWithoutCode, retryAfterMs, type HttpAnswer } from '../http/response';
import type { Item } from '../items/item';
import { failure, success, type Problem, type Result, sanitize } from '../problem/problem';
import { GATEWAY_REFUSALS, signatureCode, SIGNATURE_REFUSED, type ServiceCodes } from './codes';

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

/** How a text is encoded in the request or the answer; one value of each is documented. */
export interface TextFormat {
	encoding: string;
	compress: string;
	format: string;
}

/** The one value that the services document for each field (services.md, Invoices: Request body). */
export const FORMAT_VALUES = {
	encoding: { name: 'UTF-8', value: 'utf8' },
	compress: { name: 'None (Raw)', value: 'raw' },
	format: { name: 'JSON', value: 'json' },
};

/** What is set in the entry of `requestFieldsProperty`. */
export function readRequestFields(options: Record<string, unknown>): Record<string, unknown> {
	const { fields } = (options.requestFields ?? {}) as { fields?: Record<string, unknown> };
	// a workflow saved earlier has some of them among its options
	return { ...options, ...fields };
}

/** Reads one side's format out of a node's Options; what is empty has the documented value. */
export function readFormat(options: Record<string, unknown>, side: 'input' | 'result'): TextFormat {
	const { encoding, compress, format } = FORMAT_VALUES;
	const fields = readRequestFields(options);
	return {
		encoding: String(fields[`${side}Encoding`] || encoding.value),
		compress: String(fields[`${side}Compress`] || compress.value),
		format: String(fields[`${side}Format`] || format.value),
	};
}

/** A successful answer of a service on api.xf-yun.com. */
export interface SignatureAnswer {
	sid: string;
	/** the whole answer as the service sent it */
	envelope: Record<string, unknown>;
	/** the JSON document inside payload.result.text */
	document: Record<string, unknown>;
}

/** What a code of the service means; `message` is the service's own text. */
export function signatureProblem(
	code: string,
	service: ServiceCodes,
	details: { message?: unknown; sid?: string; httpStatus?: number; retryAfterMs?: number },
): Problem {
	const entry = signatureCode(code, service);
	const quoted = sanitize(details.message);
	const serviceSaid = quoted ? ` The service said: ${quoted}` : '';
	return {
		message: entry?.message ?? `${service.name} refused the request with code ${code}`,
		remedy: (entry?.remedy ?? 'This code is not in the documentation.') + serviceSaid,
		code,
		sid: sanitize(details.sid),
		httpStatus: details.httpStatus,
		...repeatsOf(entry),
		retryAfterMs: details.retryAfterMs,
	};
}

/**
 * Decodes the envelope both services share (services.md, Signature scheme: Answers;
 * Authentication for the refusals). Where there is a code it decides, over the HTTP status.
 */
export function decodeSignatureAnswer(
	answer: HttpAnswer,
	service: ServiceCodes,
): Result<SignatureAnswer> {
	const { text, statusCode, headers } = answer;
	const envelope = parseJsonObject(text);
	const { code: given, message, sid: session } = recordIn(envelope?.header);
	if (envelope === undefined || (given ?? null) === null) {
		const words = envelope === undefined ? text : envelope.message;
		return failure(gatewayProblem(words, answer) ?? problemWithoutCode(answer, service.name));
	}
	const sid = typeof session === 'string' ? session : '';
	const code = sanitize(given);
	if (code !== '0') {
		const asked = retryAfterMs(headers['retry-after'], Date.now());
		const details = { message, sid, httpStatus: statusCode, retryAfterMs: asked };
		return failure(signatureProblem(code, service, details));
	}
	const document = decodeResultText(recordIn(recordIn(envelope.payload).result).text);
	if (document === undefined) {
		return failure({
			message: `${service.name} answered without a readable result`,
			remedy:
				'Run the workflow again. If the problem persists, report the session ID (sid) to iFLYTEK.',
			code,
			sid: sanitize(sid),
			httpStatus: statusCode,
			retryClass: 'never',
		});
	}
	return success({ sid, envelope, document });
}

/** The whole answer, with the decoded document in place of its base64. */
export function decodedEnvelope({ envelope, document }: SignatureAnswer): Record<string, unknown> {
	const payload = recordIn(envelope.payload);
	const result = recordIn(payload.result);
	return { ...envelope, payload: { ...payload, result: { ...result, text: document } } };
}

function recordIn(value: unknown): Record<string, unknown> {
	return isRecord(value) ? value : {};
}

/** What a refusal by the gateway means; undefined for unknown words with a status other than 401 and 403. */
function gatewayProblem(given: unknown, { statusCode, headers }: HttpAnswer): Problem | undefined {
	const words = typeof given === 'string' ? sanitize(given) : '';
	const known = GATEWAY_REFUSALS.find(({ beginnings }) =>
		beginnings.some((beginning) => words.toLowerCase().startsWith(beginning.toLowerCase())),
	);
	const isRefusal = statusCode === 401 || statusCode === 403;
	if (known === undefined && !isRefusal) return undefined;
	const { message, remedy, refusesKey, isClock } = known ?? {
		...SIGNATURE_REFUSED,
		message: `${SIGNATURE_REFUSED.message} (HTTP ${statusCode})`,
	};
	return {
		message,
		remedy: words === '' ? remedy : `${remedy} The gateway said: ${words}`,
		httpStatus: statusCode,
		retryClass: 'never',
		everyRequest: true,
		refusesKey,
		clock: isClock ? { serverDate: headers.date } : undefined,
	};
}

/**
 * The document in `payload.result.text`: base64 of JSON, or (seen in the gateway's source) the JSON
 * itself. Bytes after the last `}` are cut off: the live invoice service appends some.
 */
export function decodeResultText(text: unknown): Record<string, unknown> | undefined {
	if (isRecord(text)) return text;
	if (typeof text !== 'string') return undefined;
	const trimmed = text.trim();
	// trim() takes a byte order mark off too
	const json = trimmed.startsWith('{')
		? trimmed
		: Buffer.from(trimmed, 'base64').toString('utf8').trim();
	return parseJsonObject(json.slice(0, json.lastIndexOf('}') + 1));
}
