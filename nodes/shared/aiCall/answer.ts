import { answeredWith, problemWithoutCode, type HttpAnswer } from '../http/response';
import { isRecord, jsonIn, jsonList, lookUp } from '../http/json';
import { withRemedy, type Pair } from '../problem/language';
import { sanitize, problemFrom, type Problem, type WordedProblem } from '../problem/problem';
import { AI_CALL_CODES, TOO_MANY_REQUESTS } from './codes';
import type { Outcome } from './outcome';

export const PLATFORM = 'The AI Call platform';

/** A decoded answer with code 0. */
export interface AiCallAnswer {
	/** its `result`, empty where the platform sends none; identifiers beyond 2^53 are strings */
	result: Record<string, unknown>;
}

/** Codes of the platform's services, documented or not; codes of five digits are the system's or a gateway's. */
const SERVICE_CODE = /^[23]\d{5,6}$/;

/**
 * Decodes an answer of any endpoint (services.md, AI Call: Protocol). The code, a number or a text, decides over the
 * HTTP status, except with a 5xx: then it is unknown what was done.
 */
export function decodeAiCallAnswer(httpAnswer: HttpAnswer): Outcome<AiCallAnswer> {
	const { statusCode } = httpAnswer;
	// by HTTP's rules, a request answered 4xx was not carried out; 408 says only that it took too long
	const isRefused = statusCode >= 400 && statusCode < 500 && statusCode !== 408;
	const status = isRefused ? 'refused' : 'unknown';
	const answer = readObject(httpAnswer.text);
	const sent = answer?.code;
	const code = typeof sent === 'number' || typeof sent === 'string' ? String(sent).trim() : '';
	const uncoded = withoutCode(httpAnswer);
	if (answer === undefined || code === '') return { status, problem: uncoded };
	if (code === '0') {
		// a gateway may answer with a 5xx after, or before, the platform has acted
		if (statusCode >= 500) return { status: 'unknown', problem: uncoded, answer };
		return { status: 'accepted', value: { result: readObject(answer.result) ?? {} }, answer };
	}
	const { retryClass, retryAfterMs } = uncoded;
	const problem = { ...codeFailure(code, answer.message, statusCode), retryAfterMs };
	if (lookUp(AI_CALL_CODES, code) !== undefined) {
		return { status: statusCode < 500 ? 'refused' : 'unknown', problem, answer };
	}
	if (SERVICE_CODE.test(code) && statusCode < 500) {
		return { status: 'refused', problem, answer, mayHaveActed: true };
	}
	// a gateway in front of the platform answers in the same form, with its own codes
	return { status, problem: { ...problem, retryClass }, answer };
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
	const problem = answeredWith(problemWithoutCode(answer, PLATFORM), answer);
	const { statusCode } = answer;
	if (statusCode === TOO_MANY_REQUESTS) return withRemedy(problem, REFUSED);
	return statusCode >= 300 && statusCode < 400 ? withRemedy(problem, REDIRECTED) : problem;
}

/** A list in an answer, which some platforms send as JSON text. */
export function readList(value: unknown): unknown[] {
	if (typeof value === 'string') return jsonList(value) ?? [];
	return Array.isArray(value) ? value : [];
}

const UNDOCUMENTED = problemFrom([
	`${PLATFORM} answered with a code that is not documented`,
	'平台返回了文档中没有的错误码',
	'Look the code up in the iFLYTEK console or ask their support.',
	'请在讯飞控制台查询该错误码，或咨询讯飞客服。',
]);
const QUOTED: Pair = ['{remedy} The platform\'s own words: "{0}".', '{remedy}平台原话：“{0}”。'];
const UNREADABLE: Pair = [
	"{remedy} The platform's own words are not in UTF-8 and cannot be shown.",
	'{remedy}平台的说明不是 UTF-8 编码，无法显示。',
];

/** The problem that a code of the platform stands for, quoting the platform's message. */
export function codeFailure(code: string, message: unknown, httpStatus?: number): Problem {
	const known: WordedProblem = lookUp(AI_CALL_CODES, code) ?? UNDOCUMENTED;
	const { message: what, remedy, chinese, retryClass, everyRequest } = known;
	const problem = { message: what, remedy, chinese, code, httpStatus, retryClass, everyRequest };
	const words = typeof message === 'string' ? sanitize(message) : '';
	if (words === '') return problem;
	// text in another encoding, such as GBK, was decoded to replacement characters
	if (words.includes('\uFFFD')) return withRemedy(problem, UNREADABLE);
	return { ...withRemedy(problem, QUOTED, [words]), ownWords: words };
}

function readObject(value: unknown): Record<string, unknown> | undefined {
	const object = typeof value === 'string' ? jsonIn(value) : value;
	return isRecord(object) ? object : undefined;
}
