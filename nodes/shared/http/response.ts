import type { AttemptTime } from '../pace/pace';
import { worded, type Value, type Wording } from '../problem/language';
import {
	CANCELED,
	inSeconds,
	lowerFirst,
	problemFrom,
	type Meaning,
	type Problem,
	type WordedProblem,
} from '../problem/problem';
import { isCutOffJson } from './json';

/** An HTTP answer: header names in lower case, body as text. */
export interface HttpAnswer {
	statusCode: number;
	headers: Record<string, string>;
	text: string;
}

/** {0} names the service, {1} names it within a sentence, {2} is the field that holds its address. */
const NO_ANSWER = {
	blocked: [
		'n8n may not send requests to {1}',
		'n8n 不允许向{0}发送请求',
		'{3}. Check {2}, or ask your n8n administrator to allow it (N8N_SSRF_ALLOWED_HOSTNAMES or N8N_SSRF_ALLOWED_IP_RANGES).',
		'{3}。请检查{2}，或请 n8n 管理员放行（N8N_SSRF_ALLOWED_HOSTNAMES 或 N8N_SSRF_ALLOWED_IP_RANGES）。',
		{ neverLeft: true, everyRequest: true },
	],
	noTunnel: [
		'{0} could not be reached',
		'无法连接{0}',
		'The proxy of the machine that runs n8n closed the connection without opening a tunnel. Check the proxy and {2}.',
		'运行 n8n 的机器的代理没有建立隧道就断开了。请检查代理和{2}。',
		{ retryClass: 'later', neverLeft: true },
	],
	unknown: ['The request to {1} failed', '向{0}发送的请求失败', '{3}', '{3}'],
	certificate: [
		'{0} could not be reached safely',
		'无法与{0}建立安全连接',
		'Nothing was sent, because its certificate is not valid for this machine. Check {2} and the certificates of the machine that runs n8n ({3}).',
		'什么都没有发送：本机无法确认对方的证书。请检查{2}和运行 n8n 的机器上的证书（{3}）。',
		{ neverLeft: true, everyRequest: true },
	],
	noTls: [
		'The secure connection to {1} failed',
		'与{0}的加密连接失败',
		'The server may not support HTTPS: check whether {2} has to begin with http://, and its port ({3}).',
		'对方可能不支持 HTTPS：请检查{2}是否应以 http:// 开头，以及端口（{3}）。',
		{ everyRequest: true },
	],
	notConnected: [
		'{0} could not be reached',
		'无法连接{0}',
		'Check the network of the machine that runs n8n and {2} ({3}).',
		'请检查运行 n8n 的机器的网络和{2}（{3}）。',
		{ retryClass: 'later', neverLeft: true },
	],
	late: [
		'{0} did not answer in time',
		'{0}未在规定时间内响应',
		'No answer came within {3}{5}. Raise the option {4}, or run the workflow again later.',
		'{3} 内没有响应。请调大“{4}”，或稍后重新运行。',
		{ retryClass: 'later', timedOut: true },
	],
	broken: [
		'The connection to {1} was lost',
		'与{0}的连接中断',
		'The answer arrived incomplete{3}. Run the workflow again.',
		'响应不完整{3}。请重新运行。',
		{ retryClass: 'later' },
	],
} satisfies Record<string, Meaning>;

const NOT_WORKING = [
	'{0} is not working at the moment (HTTP {1})',
	'服务暂时不可用（HTTP {1}）',
	'Run the workflow again later.',
	'请稍后重新运行。',
] as const;

const TOO_LARGE: Meaning = [
	'{0} refused the request as too large (HTTP {1})',
	'请求过大，被服务拒绝（HTTP {1}）',
	'Send a smaller file, or one with a shorter name or address. A proxy on the way may have a limit of its own.',
	'请发送更小的文件，或缩短其名称或地址。途中的代理也可能有自己的限制。',
];

/** Not answered by the service itself: a gateway refuses the caller, or something else is at the address. */
const NOT_THE_SERVICE = { everyRequest: true } as const;

/** By HTTP status, else by its hundreds; {0} is the name of the service, {1} the status. */
const STATUSES: Readonly<Record<number, Meaning>> = {
	2: [
		'{0} sent an answer that is not in its format',
		'响应的格式不对',
		"Check the credential's 'Base URL': a proxy or login page may be answering instead of the service.",
		'请检查凭据中的“Base URL”：响应的可能是代理或登录页面。',
		NOT_THE_SERVICE,
	],
	3: [
		'{0} points to another address (HTTP {1})',
		'服务指向另一个地址（HTTP {1}）',
		"Redirects are not followed, so that no signature goes to another host. Correct the credential's 'Base URL'.",
		'为避免签名发往其他主机，节点不跟随重定向。请更正凭据中的“Base URL”。',
		NOT_THE_SERVICE,
	],
	4: [
		'{0} did not accept the request (HTTP {1})',
		'服务不接受该请求（HTTP {1}）',
		"Check the credential's 'Base URL': the answer does not come from the service itself.",
		'请检查凭据中的“Base URL”：响应不是来自服务本身。',
		NOT_THE_SERVICE,
	],
	5: [...NOT_WORKING, { retryClass: 'later' }],
	407: [
		'The proxy of the machine that runs n8n asks for a user name and password (HTTP 407)',
		'运行 n8n 的机器的代理要求用户名和密码（HTTP 407）',
		'Put them into the proxy variable of n8n, as in HTTPS_PROXY=http://user:password@proxy:3128, and restart n8n.',
		'请在 n8n 的代理变量中填写，如 HTTPS_PROXY=http://user:password@proxy:3128，然后重启 n8n。',
		{ everyRequest: true },
	],
	408: [
		'{0} did not receive the whole request in time (HTTP 408)',
		'服务未能及时收到完整的请求（HTTP 408）',
		'The connection may be slow: send a smaller file, or run the workflow again later.',
		'网络可能较慢：请发送更小的文件，或稍后重新运行。',
		{ retryClass: 'later' },
	],
	413: TOO_LARGE,
	// the name or the address of a picture is in a header
	431: TOO_LARGE,
	429: [
		'{0} is receiving too many requests (HTTP 429)',
		'服务收到的请求过多（HTTP 429）',
		'The node already sends as fast as the service allows. Raise the option Max Time per Item, or run the workflow again later.',
		'节点已按服务允许的速度发送。请调大“Max Time per Item”，或稍后重新运行。',
		{ retryClass: 'tooMany' },
	],
	// over a limit, nginx and other gateways answer 503 unless told otherwise
	503: [...NOT_WORKING, { retryClass: 'tooMany' }],
};

const LONGEST_RETRY_AFTER_S = 3600;

/** Reads a Retry-After header in seconds or as a date; milliseconds, or undefined without one. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
	const value = header?.trim();
	if (!value) return undefined;
	const seconds = Number.isNaN(Number(value)) ? (Date.parse(value) - now) / 1000 : Number(value);
	if (!Number.isFinite(seconds)) return undefined;
	return Math.min(Math.max(seconds, 0), LONGEST_RETRY_AFTER_S) * 1000;
}

/** The problem of an answer without a code of the service: by its HTTP status, or that it was cut off. */
export function problemWithoutCode(
	{ statusCode, text }: HttpAnswer,
	serviceName: string,
): WordedProblem {
	if (statusCode < 300 && isCutOffJson(text)) return brokenConnection(serviceName);
	const hundreds = Math.min(5, Math.max(2, Math.floor(statusCode / 100)));
	return problemFrom(STATUSES[statusCode] ?? STATUSES[hundreds]!, [serviceName, statusCode]);
}

/** The problem of an answer, with its HTTP status and the pause that it asks for. */
export function answeredWith(problem: Problem, { statusCode, headers }: HttpAnswer): Problem {
	const asked = retryAfterMs(headers['retry-after'], Date.now());
	return { ...problem, httpStatus: statusCode, retryAfterMs: asked };
}

/** Codes that are reported only when no connection was made. */
const NOT_CONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'];
const TIMED_OUT = ['ECONNABORTED', 'ETIMEDOUT', 'ESOCKETTIMEDOUT'];

/** The certificate is checked before anything is sent (Node: TLS, X509 certificate error codes). */
const CERTIFICATE =
	/^(CERT_\w+|CRL_\w+|(DEPTH_ZERO_)?SELF_SIGNED_CERT\w*|UNABLE_TO_\w+|INVALID_(CA|PURPOSE)|PATH_LENGTH_EXCEEDED|HOSTNAME_MISMATCH|ERR_TLS_CERT_\w+)$/;

/** The other end does not speak TLS, or no version that this machine accepts (Node and OpenSSL error codes). */
const NO_TLS = /^(EPROTO|ERR_SSL_\w+)$/;
/** n8n's protection of internal addresses (N8N_SSRF_PROTECTION_ENABLED) refuses before it connects. */
const BLOCKED = /^The request was blocked because .+/;
/** Errors of an answer that ended early: the connection was lost, or its compressed body is not whole. */
const CUT_OFF = /stream has been aborted|unexpected end of file/;

/** Errors while connecting: of the system, of an unfinished TLS handshake, of a proxy without a tunnel. */
const CONNECTING =
	/^(connect|getaddrinfo) E|^Client network socket disconnected before secure TLS connection|^Proxy connection ended before receiving CONNECT response/;

/**
 * The problem of a request that got no answer; keeps only the kind of the error. `neverLeft` means that no
 * connection was made: a code alone, such as EHOSTUNREACH or ETIMEDOUT, may also come after the request went out.
 * @param check the field that holds the address
 * @param option the option that set the time of the attempt
 */
export function transportFailure(
	error: unknown,
	name: Wording | string,
	timeoutMs: number,
	{
		check = BASE_URL,
		option = 'Timeout',
	}: { check?: Wording; option?: AttemptTime['option'] } = {},
): WordedProblem {
	const { blocked, code, message, connecting, cutOff } = rootCause(error);
	const because = (kind: keyof typeof NO_ANSWER, ...more: Value[]) =>
		problemFrom(NO_ANSWER[kind], [...inSentence(name), check, ...more]);
	if (blocked !== undefined) return because('blocked', blocked);
	if (code === undefined) {
		if (connecting) return because('noTunnel');
		if (cutOff) return brokenConnection(name);
		return because('unknown', message ?? worded(['Check {0}.', '请检查{0}。'], [check]));
	}
	if (CERTIFICATE.test(code)) return because('certificate', code);
	if (code === 'ERR_CANCELED') return CANCELED;
	if (NO_TLS.test(code)) return because('noTls', code);
	const timedOut = TIMED_OUT.includes(code);
	if (connecting || NOT_CONNECTED.includes(code)) {
		return { ...because('notConnected', code), ...(timedOut && { timedOut }) };
	}
	if (!timedOut) return brokenConnection(name, code);
	const ofWhat = option === 'Timeout' ? '' : ', the time that the item had left';
	return because('late', inSeconds(timeoutMs), option, ofWhat);
}

/** The problem of an answer that did not arrive whole. @param code the system error's, where there is one */
export function brokenConnection(name: Wording | string, code?: string): WordedProblem {
	const shown = code === undefined ? '' : { english: ` (${code})`, chinese: `（${code}）` };
	return problemFrom(NO_ANSWER.broken, [...inSentence(name), '', shown]);
}

const BASE_URL: Wording = { english: "the credential's 'Base URL'", chinese: '服务地址' };

/** The name of the other end, at the beginning of a sentence and within one. */
function inSentence(name: Wording | string): [Wording, Wording] {
	const begins = typeof name === 'string' ? { english: name, chinese: '服务' } : name;
	return [begins, { ...begins, english: lowerFirst(begins.english) }];
}

/**
 * What errors of n8n, axios and Node may have: `httpCode` is the code where n8n 1.x drops the
 * cause, `messages` the original text where n8n replaced it, `errors` one per address of a host.
 */
type Link = Partial<
	Record<'cause' | 'code' | 'errors' | 'httpCode' | 'message' | 'messages', unknown>
>;

/**
 * n8n wraps what axios threw: finds its code and text along the causes. `blocked` is why n8n refused the
 * address; it was thrown while `connecting`, or in the middle of an answer that was `cutOff`.
 */
function rootCause(error: unknown) {
	const links: Link[] = [];
	for (let link = error as Link | undefined; link && links.length < 5; link = link.cause as Link) {
		links.push(link);
	}
	const texts = links.flatMap(messagesOf);
	return {
		blocked: texts.find((text) => BLOCKED.test(text)),
		code: links.flatMap(({ code, httpCode }) => [code, httpCode]).find(isErrorCode),
		message: links.flatMap(({ message }) => (typeof message === 'string' ? message : [])).at(-1),
		connecting: links.some(isConnecting),
		// n8n 1.x drops the code that axios gives such an error, and a decompressor's has another form
		cutOff: texts.some((text) => CUT_OFF.test(text)),
	};
}

function isErrorCode(code: unknown): code is string {
	return typeof code === 'string' && (/^(E|HPE_)/.test(code) || CERTIFICATE.test(code));
}

function isConnecting(link: Link): boolean {
	const { errors } = link;
	if (messagesOf(link).some((text) => CONNECTING.test(text))) return true;
	return Array.isArray(errors) && errors.length > 0 && (errors as Link[]).every(isConnecting);
}

function messagesOf({ message, messages }: Link): string[] {
	return [message, messages].flat().filter((text) => typeof text === 'string');
}
