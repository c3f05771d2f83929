import { repeatsOf } from '../http/codes';
import { problemWithoutCode, type HttpAnswer } from '../http/response';
import { isRecord, jsonList, lookUp, parseLosslessJson } from '../http/json';
import { say, withRemedy, type Pair } from '../problem/language';
import { failure, sanitize, success, type Problem, type Result } from '../problem/problem';
import { AI_CALL_CODES, isServiceCode } from './codes';

export const PLATFORM = 'The AI Call platform';

/** A decoded answer with code 0. */
export interface AiCallAnswer {
	/** the whole answer; identifiers beyond 2^53 are strings */
	envelope: Record<string, unknown>;
	/** its `result`, empty where the platform sends none */
	result: Record<string, unknown>;
}

/** A failure, and whether it says that the platform did nothing. */
export interface AiCallFailure extends Problem {
	didNothing: boolean;
	/** it says so, but with a code that is not documented */
	isDoubtful?: true;
	envelope?: Record<string, unknown>;
}

const TOO_MANY = 429;

/**
 * Decodes an answer of any endpoint (services.md, AI Call: Protocol). The code, a number or a text,
 * decides over the HTTP status, except with a 5xx: then, it is not known what was done.
 */
export function decodeAiCallAnswer(answer: HttpAnswer): Result<AiCallAnswer, AiCallFailure> {
	const { statusCode } = answer;
	// by HTTP's rules, a request answered 4xx was not carried out; 408 says only that it took too long
	const refusedByHttp = statusCode >= 400 && statusCode < 500 && statusCode !== 408;
	const envelope = readObject(answer.text);
	const code = codeText(envelope?.code);
	const uncoded = withoutCode(answer);
	if (envelope === undefined || code === '') {
		return failure({ ...uncoded, didNothing: refusedByHttp });
	}
	if (code === '0') {
		// a gateway may answer with a 5xx after, or before, the platform has acted
		if (statusCode >= 500) return failure({ ...uncoded, didNothing: false, envelope });
		return success({ envelope, result: readObject(envelope.result) ?? {} });
	}
	const { retryClass, retryAfterMs } = uncoded;
	const coded = { ...codeFailure(code, envelope.message, statusCode), retryAfterMs, envelope };
	const isDocumented = lookUp(AI_CALL_CODES, code) !== undefined;
	if (isDocumented) return failure({ ...coded, didNothing: statusCode < 500 });
	if (isServiceCode(code) && statusCode < 500) {
		return failure({ ...coded, didNothing: true, isDoubtful: true });
	}
	// a gateway in front of the platform answers in the same envelope, with its own codes
	return failure({ ...coded, retryClass, didNothing: refusedByHttp });
}

const REFUSED: Pair = [
	'Wait a while, then repeat only what was refused.',
	'请稍等片刻，只重新发送被拒绝的部分。',
];
const REDIRECTED: Pair = [
	"Redirects are not followed, so that no token goes to another host. Correct the credential's 'Base URL'.",
	'为避免令牌发往其他主机，节点不跟随重定向。请更正凭据中的“Base URL”。',
];

/** The problem of an answer without a code; its remedy never suggests repeating what may have called somebody. */
function withoutCode(answer: HttpAnswer): Problem {
	const problem = problemWithoutCode(answer, PLATFORM);
	const { statusCode } = answer;
	if (statusCode === TOO_MANY) return withRemedy(problem, REFUSED);
	const isRedirect = statusCode >= 300 && statusCode < 400;
	return isRedirect ? withRemedy(problem, REDIRECTED) : problem;
}

/** A list of an answer; some platforms send a list inside of an answer as JSON text. */
export function readList(value: unknown): unknown[] {
	if (typeof value === 'string') return jsonList(value) ?? [];
	return Array.isArray(value) ? value : [];
}

function codeText(code: unknown): string {
	return typeof code === 'number' || typeof code === 'string' ? String(code).trim() : '';
}

const UNDOCUMENTED = say([
	`${PLATFORM} answered with a code that is not documented`,
	'平台返回了文档中没有的错误码',
	'Look the code up in the iFLYTEK console or ask their support.',
	'请在讯飞控制台查询该错误码，或咨询讯飞客服。',
]);
const UNQUOTED: Pair = ['{remedy}', '{remedy}'];
const QUOTED: Pair = ['{remedy} The platform\'s own words: "{0}".', '{remedy}平台原话：“{0}”。'];
const UNREADABLE: Pair = [
	"{remedy} The platform's own words are not in UTF-8 and cannot be shown.",
	'{remedy}平台的说明不是 UTF-8 编码，无法显示。',
];

/** The problem that a code of the platform stands for, quoting the platform's message. */
export function codeFailure(code: string, message: unknown, httpStatus?: number): Problem {
	const entry = lookUp(AI_CALL_CODES, code);
	const { message: what, remedy, chinese } = entry ?? UNDOCUMENTED;
	const sent = typeof message === 'string' ? sanitize(message) : '';
	// text in another encoding, such as GBK, was decoded to replacement characters
	const words = sent.includes('\uFFFD') ? '' : sent;
	const quotation = sent === '' ? UNQUOTED : words === '' ? UNREADABLE : QUOTED;
	return {
		...withRemedy({ message: what, remedy, chinese }, quotation, [words]),
		...(words === '' ? {} : { words }),
		code,
		httpStatus,
		...repeatsOf(entry),
	};
}

function readObject(value: unknown): Record<string, unknown> | undefined {
	const object = typeof value === 'string' ? parseOrKeep(value) : value;
	return isRecord(object) ? object : undefined;
}

function parseOrKeep(text: string): unknown {
	try {
		return parseLosslessJson(text);
	} catch {
		return text;
	}
}
