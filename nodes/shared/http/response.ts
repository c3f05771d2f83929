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

function judgeStatus(
	status: number,
	serviceName: string,
): Pick<Problem, 'everyRequest' | 'message' | 'remedy' | 'retryClass'> {
	if (status === 407) {
		return {
			message:
				'The proxy of the machine that runs n8n asks for a user name and password (HTTP 407)',
			remedy:
				'Put them into the proxy variable of n8n, as in HTTPS_PROXY=http://user:password@proxy:3128, and restart n8n.',
			retryClass: 'never',
			everyRequest: true,
		};
	}
	if (status === 408) {
		return {
			message: `${serviceName} did not receive the whole request in time (HTTP 408)`,
			remedy: 'The connection may be slow: send a smaller file, or run the workflow again later.',
			retryClass: 'later',
		};
	}
	if (status === 413) {
		return {
			message: `${serviceName} refused the request as too large (HTTP 413)`,
			remedy: 'Send a smaller file. A proxy on the way may have a limit of its own.',
			retryClass: 'never',
		};
	}
	if (status === 429) {
		return {
			message: `${serviceName} is receiving too many requests (HTTP 429)`,
			remedy:
				'The node already sends as fast as the service allows. Raise the option Max Time per Item, or run the workflow again later.',
			retryClass: 'tooMany',
		};
	}
	if (status >= 500) {
		return {
			message: `${serviceName} is not working at the moment (HTTP ${status})`,
			remedy: 'Run the workflow again later.',
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
			retryClass: 'never',
			everyRequest: true,
		};
	}
	if (status >= 400) {
		return {
			message: `${serviceName} did not accept the request (HTTP ${status})`,
			remedy:
				"Check the credential's 'Base URL': the answer does not come from the service itself.",
			retryClass: 'never',
			everyRequest: true,
		};
	}
	return {
		message: `${serviceName} sent an answer that is not in its format`,
		remedy:
			"Check the credential's 'Base URL': a proxy or login page may be answering instead of the service.",
		retryClass: 'never',
		everyRequest: true,
	};
}
