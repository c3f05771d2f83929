import { repeatsOf } from '../http/codes';
import { problemWithoutCode, type HttpAnswer } from '../http/response';
import { isRecord, parseJsonObject } from '../http/json';
import { failure, success, type Problem, type Result, sanitize } from '../problem/problem';
import { GATEWAY_REFUSALS, signatureCode, SIGNATURE_REFUSED, type ServiceCodes } from './codes';

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
	const envelope = parseJsonObject(answer.text);
	const withoutCode = problemWithoutCode(answer, service.name);
	if (envelope === undefined) return failure(gatewayProblem(answer.text, answer) ?? withoutCode);
	const header = isRecord(envelope.header) ? envelope.header : undefined;
	if (header?.code === undefined || header.code === null) {
		return failure(gatewayProblem(envelope.message, answer) ?? withoutCode);
	}
	const sid = typeof header.sid === 'string' ? header.sid : '';
	const code = sanitize(header.code);
	if (code !== '0') {
		return failure(
			signatureProblem(code, service, {
				message: header.message,
				sid,
				httpStatus: answer.statusCode,
				retryAfterMs: withoutCode.retryAfterMs,
			}),
		);
	}
	const payload = isRecord(envelope.payload) ? envelope.payload : undefined;
	const result = isRecord(payload?.result) ? payload.result : undefined;
	const document = decodeResultText(result?.text);
	if (document === undefined) {
		return failure({
			message: `${service.name} answered without a readable result`,
			remedy:
				'Run the workflow again. If the problem persists, report the session ID (sid) to iFLYTEK.',
			code,
			sid: sanitize(sid),
			httpStatus: answer.statusCode,
			retryClass: 'never',
		});
	}
	return success({ sid, envelope, document });
}

/** The whole answer, with the decoded document in place of its base64. */
export function decodedEnvelope({ envelope, document }: SignatureAnswer): Record<string, unknown> {
	const payload = isRecord(envelope.payload) ? envelope.payload : {};
	const result = isRecord(payload.result) ? payload.result : {};
	return { ...envelope, payload: { ...payload, result: { ...result, text: document } } };
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
