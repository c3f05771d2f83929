import { failureWithoutCode, isRecord, parseJsonObject, type HttpAnswer } from '../http/response';
import { failure, success, type Problem, type Result } from '../items/problem';
import { quoted } from '../items/quoted';
import {
	GATEWAY_MESSAGES,
	GATEWAY_SENTENCES,
	signatureCode,
	SIGNATURE_CODES,
	type SignatureService,
} from './codes';

/** A successful answer of a service on api.xf-yun.com. */
export interface SignatureAnswer {
	sid: string;
	/** the whole answer as the service sent it */
	envelope: Record<string, unknown>;
	/** the JSON document inside payload.result.text */
	document: Record<string, unknown>;
}

const SERVICE_NAMES: Record<SignatureService, string> = {
	invoice: 'The invoice service',
	text: 'The text correction service',
};

/** How error sentences call a service. */
export function signatureServiceName(service: SignatureService): string {
	return SERVICE_NAMES[service];
}

/** The failure that a code of the service means; `message` is the service's own text. */
export function signatureFailure(
	code: string,
	service: SignatureService,
	details: { message?: unknown; sid?: string; httpStatus?: number; retryAfterMs?: number },
): Problem {
	const entry = signatureCode(code, service);
	const words = quoted(details.message);
	const told = words ? ` The service said: ${words}` : '';
	return {
		message: entry?.message ?? `${SERVICE_NAMES[service]} refused the request with code ${code}`,
		remedy: (entry?.remedy ?? 'This code is not in the documentation.') + told,
		code,
		sid: quoted(details.sid),
		httpStatus: details.httpStatus,
		retry: entry?.retry ?? false,
		limited: entry?.limited,
		retryAfterMs: details.retryAfterMs,
	};
}

/**
 * Decodes the envelope both services share (spec: invoice and text correction, response bodies;
 * Authentication for the refusals). Where there is a code it decides, over the HTTP status.
 */
export function decodeSignatureAnswer(
	answer: HttpAnswer,
	service: SignatureService,
): Result<SignatureAnswer> {
	const envelope = parseJsonObject(answer.text);
	const withoutCode = failureWithoutCode(answer, SERVICE_NAMES[service]);
	if (envelope === undefined) return failure(withoutCode);
	const header = isRecord(envelope.header) ? envelope.header : undefined;
	if (header?.code === undefined || header.code === null) {
		return failure(gatewayFailure(envelope.message, answer) ?? withoutCode);
	}
	const sid = typeof header.sid === 'string' ? header.sid : '';
	const code = quoted(header.code);
	if (code !== '0') {
		return failure(
			signatureFailure(code, service, {
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
			message: `${SERVICE_NAMES[service]} answered without a readable result`,
			remedy: 'Run the workflow again. If it stays, report the session ID (sid) to iFLYTEK.',
			code,
			sid: quoted(sid),
			httpStatus: answer.statusCode,
			retry: false,
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

/**
 * Whether a failure holds for every further request with the same credential too. Without a code of
 * the service it is the gateway that refuses, and its 401 and 403 are about the signature.
 */
export function holdsForCredential(failure: { code?: unknown; httpStatus?: unknown }): boolean {
	const { code, httpStatus } = failure;
	if (code !== undefined) return SIGNATURE_CODES[String(code)]?.everyRequest === true;
	return httpStatus === 401 || httpStatus === 403;
}

function gatewayFailure(message: unknown, answer: HttpAnswer): Problem | undefined {
	const causes = Object.keys(GATEWAY_MESSAGES) as Array<keyof typeof GATEWAY_MESSAGES>;
	const cause = causes.find((name) => GATEWAY_MESSAGES[name] === message);
	if (cause === undefined) return undefined;
	return {
		...GATEWAY_SENTENCES[cause],
		httpStatus: answer.statusCode,
		retry: false,
		clock: cause === 'clock' ? { serverDate: answer.headers.date } : undefined,
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
	const json = trimmed.startsWith('{') ? trimmed : Buffer.from(trimmed, 'base64').toString('utf8');
	return parseJsonObject(json.slice(0, json.lastIndexOf('}') + 1));
}
