import type { Problem } from '../items/problem';

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
 * The failure of an answer that carries no code of the service: judged by its HTTP status.
 * 429 and 5xx are worth another try, everything else is not.
 */
export function failureWithoutCode(
	answer: HttpAnswer,
	serviceName: string,
	now = Date.now(),
): Problem {
	const { statusCode } = answer;
	const base = {
		httpStatus: statusCode,
		retryAfterMs: retryAfterMs(answer.headers['retry-after'], now),
	};
	if (statusCode === 429) {
		return {
			...base,
			message: `${serviceName} is receiving too many requests (HTTP 429)`,
			remedy: 'Lower the option Max Items at Once, or run the workflow again later.',
			retry: true,
			limited: true,
		};
	}
	if (statusCode >= 500) {
		return {
			...base,
			message: `${serviceName} is not working at the moment (HTTP ${statusCode})`,
			remedy: 'Run the workflow again later.',
			retry: true,
		};
	}
	if (statusCode >= 300 && statusCode < 400) {
		return {
			...base,
			message: `${serviceName} points to another address (HTTP ${statusCode})`,
			remedy:
				"Redirects are not followed, so that no signature goes to another host. Correct the credential's 'Base URL'.",
			retry: false,
		};
	}
	if (statusCode >= 400) {
		return {
			...base,
			message: `${serviceName} did not accept the request (HTTP ${statusCode})`,
			remedy:
				"Check the credential's 'Base URL': the answer does not come from the service itself.",
			retry: false,
		};
	}
	return {
		...base,
		message: `${serviceName} sent an answer that is not in its format`,
		remedy:
			"Check the credential's 'Base URL': a proxy or login page may be answering instead of the service.",
		retry: false,
	};
}

/** Parses JSON text to an object; undefined for anything else. */
export function parseJsonObject(text: string): Record<string, unknown> | undefined {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return undefined;
	}
	return isRecord(value) ? value : undefined;
}

/** Whether a decoded JSON value is an object with keys (not null, not an array). */
export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
