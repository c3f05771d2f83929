import type { AttemptTime } from '../pace/attempts';
import type { Words } from '../problem/language';
import { CANCELED, type Problem, inSeconds, lowerFirst } from '../problem/problem';

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

/** Of an answer that ends early: the connection was lost, or its compressed body is not whole. */
const CUT_OFF = /stream has been aborted|unexpected end of file/;

/**
 * Texts of errors while connecting: Node begins a system error's with what it was doing,
 * names an unfinished TLS handshake, and the proxy agent reports that no tunnel was opened.
 */
const CONNECTING =
	/^(connect|getaddrinfo) E|^Client network socket disconnected before secure TLS connection|^Proxy connection ended before receiving CONNECT response/;

/** What the user should check. */
interface Hints {
	/** what holds the address, as in "Check …" */
	check?: string;
	/** the option that set the time of the attempt */
	option?: AttemptTime['option'];
}

/**
 * The failure of a request that got no answer; nothing but the kind of failure is kept. `neverLeft` tells
 * that no connection was made: the same code, such as EHOSTUNREACH or ETIMEDOUT, can also come from
 * one that stands, after the request went out.
 */
export function transportFailure(
	error: unknown,
	name: string,
	timeoutMs: number,
	{ check = "the credential's 'Base URL'", option = 'Timeout' }: Hints = {},
): Problem & { chinese: Words } {
	const { blocked, code, message, connecting, cutOff } = rootCause(error);
	if (blocked !== undefined) {
		return {
			message: `n8n may not send requests to ${lowerFirst(name)}`,
			remedy: `${blocked}. Check ${check}, or ask your n8n administrator to allow it (N8N_SSRF_ALLOWED_HOSTNAMES or N8N_SSRF_ALLOWED_IP_RANGES).`,
			chinese: {
				message: 'n8n 不允许向该服务发送请求',
				remedy: `${blocked}。请检查服务地址，或请 n8n 管理员放行（N8N_SSRF_ALLOWED_HOSTNAMES 或 N8N_SSRF_ALLOWED_IP_RANGES）。`,
			},
			retryClass: 'never',
			neverLeft: true,
			everyRequest: true,
		};
	}
	if (code === undefined && connecting) {
		return {
			message: `${name} could not be reached`,
			remedy: `The proxy of the machine that runs n8n closed the connection without opening a tunnel. Check the proxy and ${check}.`,
			chinese: {
				message: '无法连接服务',
				remedy: '运行 n8n 的机器的代理没有建立隧道就断开了。请检查代理和服务地址。',
			},
			retryClass: 'later',
			neverLeft: true,
		};
	}
	if (code === undefined && !cutOff) {
		return {
			message: `The request to ${lowerFirst(name)} failed`,
			remedy: message ?? `Check ${check}.`,
			chinese: {
				message: '向服务发送的请求失败',
				remedy: message ?? '请检查服务地址。',
			},
			retryClass: 'never',
		};
	}
	if (code === undefined) return brokenConnection(name);
	if (CERTIFICATE.test(code)) {
		return {
			message: `${name} could not be reached safely`,
			remedy: `Nothing was sent, because its certificate is not valid for this machine. Check ${check} and the certificates of the machine that runs n8n (${code}).`,
			chinese: {
				message: '无法与服务建立安全连接',
				remedy: `什么都没有发送：本机无法确认对方的证书。请检查服务地址和运行 n8n 的机器上的证书（${code}）。`,
			},
			retryClass: 'never',
			neverLeft: true,
			everyRequest: true,
		};
	}
	if (code === 'ERR_CANCELED') return CANCELED;
	if (NO_TLS.test(code)) {
		return {
			message: `The secure connection to ${lowerFirst(name)} failed`,
			remedy: `The server may not support HTTPS: check whether ${check} has to begin with http://, and its port (${code}).`,
			chinese: {
				message: '与服务的加密连接失败',
				remedy: `对方可能不支持 HTTPS：请检查服务地址是否应以 http:// 开头，以及端口（${code}）。`,
			},
			retryClass: 'never',
			everyRequest: true,
		};
	}
	const timedOut = TIMED_OUT.includes(code);
	if (connecting || NOT_CONNECTED.includes(code)) {
		return {
			message: `${name} could not be reached`,
			remedy: `Check the network of the machine that runs n8n and ${check} (${code}).`,
			chinese: {
				message: '无法连接服务',
				remedy: `请检查运行 n8n 的机器的网络和服务地址（${code}）。`,
			},
			retryClass: 'later',
			neverLeft: true,
			...(timedOut && { timedOut }),
		};
	}
	if (timedOut) {
		return {
			message: `${name} did not answer in time`,
			remedy: `No answer came within ${inSeconds(timeoutMs)}${option === 'Timeout' ? '' : ', the time that the item had left'}. Raise the option ${option}, or run the workflow again later.`,
			chinese: {
				message: '服务未在规定时间内响应',
				remedy: `${inSeconds(timeoutMs)} 内没有响应。请调大“${option}”，或稍后重新运行。`,
			},
			retryClass: 'later',
			timedOut,
		};
	}
	return brokenConnection(name, code);
}

/** The problem of an answer that did not arrive whole. @param code the system error's, where there is one */
export function brokenConnection(name: string, code?: string): Problem & { chinese: Words } {
	return {
		message: `The connection to ${lowerFirst(name)} was lost`,
		remedy: `The answer arrived incomplete${code === undefined ? '' : ` (${code})`}. Run the workflow again.`,
		chinese: {
			message: '与服务的连接中断',
			remedy: `响应不完整${code === undefined ? '' : `（${code}）`}。请重新运行。`,
		},
		retryClass: 'later',
	};
}

/** The fields that errors of n8n, axios and Node may have. */
interface Link {
	code?: unknown;
	httpCode?: unknown;
	message?: unknown;
	/** the original text, where n8n replaced it with a sentence */
	messages?: unknown;
	/** one for each address of a host, where it has several */
	errors?: unknown;
	cause?: unknown;
}

/**
 * n8n wraps what axios threw; its code and text are found along the causes.
 * `blocked`: why n8n refused the address; `connecting`: it was thrown while the connection was made; `cutOff`: in the middle of the answer.
 */
function rootCause(error: unknown): {
	blocked?: string;
	code?: string;
	message?: string;
	connecting: boolean;
	cutOff: boolean;
} {
	let current = error as Link | undefined;
	let blocked: string | undefined;
	let code: string | undefined;
	let message: string | undefined;
	let connecting = false;
	let cutOff = false;
	for (let depth = 0; current && depth < 5; depth++) {
		// n8n 1.x drops the cause of its errors and keeps the code as `httpCode`
		code ??= [current.code, current.httpCode].find(isErrorCode);
		blocked ??= messagesOf(current).find((text) => BLOCKED.test(text));
		connecting ||= isConnecting(current);
		// n8n 1.x drops the code that axios gives such an error, and a decompressor's has another form
		cutOff ||= messagesOf(current).some((text) => CUT_OFF.test(text));
		if (typeof current.message === 'string') message = current.message;
		current = current.cause as Link | undefined;
	}
	return { blocked, code, message, connecting, cutOff };
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
