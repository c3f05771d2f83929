import { createHmac } from 'node:crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { Scheme } from '../http/codes';
import { isRecord, parseJsonObject } from '../http/json';
import { pastedKey } from '../http/pasted';
import { problemWithoutCode, type HttpAnswer } from '../http/response';
import type { Item } from '../items/item';
import type { Pair } from '../problem/language';
import {
	failure,
	quoting,
	sanitize,
	success,
	problemFrom,
	unusable,
	type Meaning,
	type Problem,
	type Result,
} from '../problem/problem';
import { GATEWAY_REFUSALS, signatureCode, SIGNATURE_REFUSED, type ServiceCodes } from './codes';

/**
 * The `authorization` query parameter: base64 of the authorization_origin text of the spec, which signs three lines
 * (services.md, Signature scheme: Authentication).
 * @param signed host: with its port when the URL has one; date: RFC 1123 text in GMT; path: without the query
 */
export function authorizationParameter(
	signed: Record<'host' | 'date' | 'method' | 'path' | 'apiKey' | 'apiSecret', string>,
): string {
	const { host, date, method, path, apiKey, apiSecret } = signed;
	const origin = `host: ${host}\ndate: ${date}\n${method} ${path} HTTP/1.1`;
	const signature = createHmac('sha256', apiSecret).update(origin).digest('base64');
	const authorization = `api_key="${apiKey}", algorithm="hmac-sha256", headers="host date request-line", signature="${signature}"`;
	return Buffer.from(authorization).toString('base64');
}

/** The credential signs a date that is in the query already. */
export const signatureScheme: Scheme = {
	credentialType: 'iflytekSignatureApi',
	fields: { apiKey: 'API Key', apiSecret: 'API Secret' },
	services: { invoice: 'Invoice Recognition', text: 'Text Correction' },
	signedAt: (time) => ({ qs: { date: time.toUTCString() } }),
};

/** The App ID that requests carry. @throws NodeOperationError when the credential has none */
export function readAppId(item: Item, credentials: ICredentialDataDecryptedObject): string {
	return pastedKey(credentials.appId) || item.unwrap(unusable(NO_APP_ID));
}

const NO_APP_ID: Meaning = [
	"The credential's 'App ID' is empty",
	'凭据中的“App ID”为空',
	'Copy the APPID from the page of the application in the iFLYTEK console.',
	'请从讯飞控制台的应用页面复制 APPID。',
	{ everyRequest: true },
];

/** How a text is encoded in the request or the answer; one value of each is documented. */
export type TextFormat = Record<keyof typeof FORMAT_VALUES, string>;

/** The one value that the services document for each field (services.md, Invoices: Request body). */
export const FORMAT_VALUES = {
	encoding: { name: 'UTF-8', value: 'utf8' },
	compress: { name: 'None (Raw)', value: 'raw' },
	format: { name: 'JSON', value: 'json' },
};

/** The Options, with the values of the entry `requestFieldsProperty` among them. */
export function readRequestFields(options: Record<string, unknown>): Record<string, unknown> {
	const { fields } = (options.requestFields ?? {}) as { fields?: Record<string, unknown> };
	// a workflow saved earlier has some of them among its options
	return { ...options, ...fields };
}

/** Reads one side's format out of a node's Options; an empty field has the documented value. */
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

const UNDOCUMENTED: Meaning = [
	'{0} refused the request with code {1}',
	'服务拒绝了请求，错误码 {1}',
	'This code is not in the documentation.',
	'文档中没有该错误码。',
];
const SERVICE_SAID: Pair = ['{remedy} The service said: {0}', '{remedy}服务原话：“{0}”。'];

/** The problem of a code of the service; `message` is the service's own text. */
export function signatureProblem(
	code: string,
	service: ServiceCodes,
	{ message, sid }: { message?: unknown; sid?: string },
): Problem {
	const known = signatureCode(code, service) ?? problemFrom(UNDOCUMENTED, [service.name, code]);
	return { ...quoting(known, sanitize(message), SERVICE_SAID), code, sid: sanitize(sid) };
}

const NO_RESULT: Meaning = [
	'{0} answered without a readable result',
	'服务的响应中没有可读的结果',
	'Run the workflow again. If the problem persists, report the session ID (sid) to iFLYTEK.',
	'请重新运行。如果问题依旧，请把会话 ID（sid）告知讯飞。',
];

/**
 * Decodes the envelope both services share (services.md, Signature scheme: Answers;
 * Authentication for the refusals). A code decides over the HTTP status.
 */
export function decodeSignatureAnswer(
	answer: HttpAnswer,
	service: ServiceCodes,
): Result<SignatureAnswer> {
	const { text, statusCode } = answer;
	const envelope = parseJsonObject(text);
	const { code: given, message, sid: session } = recordIn(envelope?.header);
	if (envelope === undefined || (given ?? null) === null) {
		const words = envelope === undefined ? text : envelope.message;
		return failure(gatewayProblem(words, statusCode) ?? problemWithoutCode(answer, service.name));
	}
	const sid = typeof session === 'string' ? session : '';
	const code = sanitize(given);
	if (code !== '0') return failure(signatureProblem(code, service, { message, sid }));
	const document = decodeResultText(recordIn(recordIn(envelope.payload).result).text);
	if (document !== undefined) return success({ sid, envelope, document });
	return failure({ ...problemFrom(NO_RESULT, [service.name]), code, sid: sanitize(sid) });
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

const GATEWAY_SAID: Pair = ['{remedy} The gateway said: {0}', '{remedy}网关原话：“{0}”。'];

/** The problem of a refusal by the gateway; undefined for unknown words with a status other than 401 and 403. */
function gatewayProblem(given: unknown, statusCode: number): Problem | undefined {
	const words = typeof given === 'string' ? sanitize(given) : '';
	const known = GATEWAY_REFUSALS.find(({ beginning }) =>
		words.toLowerCase().startsWith(beginning.toLowerCase()),
	);
	if (known === undefined && statusCode !== 401 && statusCode !== 403) return undefined;
	const problem = known?.problem ?? problemFrom(SIGNATURE_REFUSED, [` (HTTP ${statusCode})`]);
	return { ...quoting(problem, words, GATEWAY_SAID), everyRequest: true };
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
	const json = trimmed.startsWith('{') ? trimmed : Buffer.from(trimmed, 'base64').toString().trim();
	return parseJsonObject(json.slice(0, json.lastIndexOf('}') + 1));
}
