import type { Words } from '../problem/language';
import type { Problem } from '../problem/problem';
import { isCutOffJson } from './json';
import { brokenConnection } from './networkError';

/** An HTTP answer as the pure decoders take it: header names in lower case, body as text. */
export interface HttpAnswer {
	statusCode: number;
	headers: Record<string, string>;
	text: string;
}

const LONGEST_RETRY_AFTER_S = 3600;

/** Reads a Retry-After header in seconds or as a date; milliseconds, or undefined without one. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
	const value = header?.trim();
	if (!value) return undefined;
	const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - now) / 1000;
	if (!Number.isFinite(seconds)) return undefined;
	return Math.min(Math.max(seconds, 0), LONGEST_RETRY_AFTER_S) * 1000;
}

/**
 * The problem of an answer that carries no code of the service: judged by its HTTP status. 408, 429,
 * 5xx and an answer that was cut off are worth another try, everything else is not.
 */
export function problemWithoutCode(
	{ statusCode, headers, text }: HttpAnswer,
	serviceName: string,
	now = Date.now(),
): Problem {
	const isCutOff = statusCode < 300 && isCutOffJson(text);
	return {
		...(isCutOff ? brokenConnection(serviceName) : judgeStatus(statusCode, serviceName)),
		httpStatus: statusCode,
		retryAfterMs: retryAfterMs(headers['retry-after'], now),
	};
}

function judgeStatus(status: number, serviceName: string): Problem & { chinese: Words } {
	if (status === 407) {
		return {
			message:
				'The proxy of the machine that runs n8n asks for a user name and password (HTTP 407)',
			remedy:
				'Put them into the proxy variable of n8n, as in HTTPS_PROXY=http://user:password@proxy:3128, and restart n8n.',
			chinese: {
				message: '运行 n8n 的机器的代理要求用户名和密码（HTTP 407）',
				remedy:
					'请在 n8n 的代理变量中填写，如 HTTPS_PROXY=http://user:password@proxy:3128，然后重启 n8n。',
			},
			retryClass: 'never',
			everyRequest: true,
		};
	}
	if (status === 408) {
		return {
			message: `${serviceName} did not receive the whole request in time (HTTP 408)`,
			remedy: 'The connection may be slow: send a smaller file, or run the workflow again later.',
			chinese: {
				message: '服务未能及时收到完整的请求（HTTP 408）',
				remedy: '网络可能较慢：请发送更小的文件，或稍后重新运行。',
			},
			retryClass: 'later',
		};
	}
	if (status === 413) {
		return {
			message: `${serviceName} refused the request as too large (HTTP 413)`,
			remedy: 'Send a smaller file. A proxy on the way may have a limit of its own.',
			chinese: {
				message: '请求过大，被服务拒绝（HTTP 413）',
				remedy: '请发送更小的文件。途中的代理也可能有自己的限制。',
			},
			retryClass: 'never',
		};
	}
	if (status === 429) {
		return {
			message: `${serviceName} is receiving too many requests (HTTP 429)`,
			remedy:
				'The node already sends as fast as the service allows. Raise the option Max Time per Item, or run the workflow again later.',
			chinese: {
				message: '服务收到的请求过多（HTTP 429）',
				remedy: '节点已按服务允许的速度发送。请调大“Max Time per Item”，或稍后重新运行。',
			},
			retryClass: 'tooMany',
		};
	}
	if (status >= 500) {
		return {
			message: `${serviceName} is not working at the moment (HTTP ${status})`,
			remedy: 'Run the workflow again later.',
			chinese: {
				message: `服务暂时不可用（HTTP ${status}）`,
				remedy: '请稍后重新运行。',
			},
			// over a limit, nginx and other gateways answer 503 unless told otherwise
			retryClass: status === 503 ? 'tooMany' : 'later',
		};
	}
	// what remains was not answered by the service: by a gateway that refuses the caller, or at another address
	if (status >= 300 && status < 400) {
		return {
			message: `${serviceName} points to another address (HTTP ${status})`,
			remedy:
				"Redirects are not followed, so that no signature goes to another host. Correct the credential's 'Base URL'.",
			chinese: {
				message: `服务指向另一个地址（HTTP ${status}）`,
				remedy: '为避免签名发往其他主机，节点不跟随重定向。请更正凭据中的“Base URL”。',
			},
			retryClass: 'never',
			everyRequest: true,
		};
	}
	if (status >= 400) {
		return {
			message: `${serviceName} did not accept the request (HTTP ${status})`,
			remedy:
				"Check the credential's 'Base URL': the answer does not come from the service itself.",
			chinese: {
				message: `服务不接受该请求（HTTP ${status}）`,
				remedy: '请检查凭据中的“Base URL”：响应不是来自服务本身。',
			},
			retryClass: 'never',
			everyRequest: true,
		};
	}
	return {
		message: `${serviceName} sent an answer that is not in its format`,
		remedy:
			"Check the credential's 'Base URL': a proxy or login page may be answering instead of the service.",
		chinese: {
			message: '响应的格式不对',
			remedy: '请检查凭据中的“Base URL”：响应的可能是代理或登录页面。',
		},
		retryClass: 'never',
		everyRequest: true,
	};
}
