import type { AttemptTime } from '../items/retryBudget';
import type { Problem } from '../items/problem';

/** What a request meets when the user stops the execution. */
export const CANCELED: Problem = {
	// n8n calls an execution canceled, and not failed, when its error has this word
	message: 'The execution was canceled',
	remedy: 'Nothing more was sent.',
	retryClass: 'never',
};

/** Codes that are reported only when no connection was made. */
const NOT_CONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'];
const TIMED_OUT = ['ECONNABORTED', 'ETIMEDOUT', 'ESOCKETTIMEDOUT'];

/** The certificate is checked before anything is sent (Node: TLS, X509 certificate error codes). */
const CERTIFICATE =
	/^(CERT_\w+|CRL_\w+|(DEPTH_ZERO_)?SELF_SIGNED_CERT\w*|UNABLE_TO_\w+|INVALID_(CA|PURPOSE)|PATH_LENGTH_EXCEEDED|HOSTNAME_MISMATCH|ERR_TLS_CERT_\w+)$/;

/** The other end does not speak TLS, or no version that this machine accepts (Node and OpenSSL error codes). */
const NO_TLS = /^(EPROTO|ERR_SSL_\w+)$/;

/** What the user is to look at. */
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
): Problem {
	const { code, message, connecting, cutOff } = rootCause(error);
	if (code === undefined && !cutOff) {
		return {
			message: `The request to ${lowerFirst(name)} failed`,
			remedy: message ?? `Check ${check}.`,
			retryClass: 'never',
		};
	}
	if (code === undefined) return broken(name);
	if (CERTIFICATE.test(code)) {
		return {
			message: `${name} could not be reached safely`,
			remedy: `Nothing was sent, because its certificate is not valid for this machine. Check ${check} and the certificates of the machine that runs n8n (${code}).`,
			retryClass: 'never',
			neverLeft: true,
		};
	}
	if (code === 'ERR_CANCELED') return CANCELED;
	if (NO_TLS.test(code)) {
		return {
			message: `The secure connection to ${lowerFirst(name)} failed`,
			remedy: `It may be no https server: check whether ${check} has to begin with http://, and its port (${code}).`,
			retryClass: 'never',
		};
	}
	if (code === 'ERR_FR_TOO_MANY_REDIRECTS') {
		return {
			message: `${name} redirects again and again`,
			remedy: `None of the addresses it redirects to answered. Check ${check} (${code}).`,
			retryClass: 'never',
		};
	}
	const timedOut = TIMED_OUT.includes(code);
	if (connecting || NOT_CONNECTED.includes(code)) {
		return {
			message: `${name} could not be reached`,
			remedy: `Check the network of the machine that runs n8n and ${check} (${code}).`,
			retryClass: 'later',
			neverLeft: true,
			...(timedOut && { timedOut }),
		};
	}
	if (timedOut) {
		return {
			message: `${name} did not answer in time`,
			remedy: `No answer came within ${inSeconds(timeoutMs)}${option === 'Timeout' ? '' : ', the time that the item had left'}. Raise the option ${option}, or run the workflow again later.`,
			retryClass: 'later',
			timedOut,
		};
	}
	return broken(name, code);
}

function broken(name: string, code?: string): Problem {
	return {
		message: `The connection to ${lowerFirst(name)} broke`,
		remedy: `The answer did not arrive whole${code === undefined ? '' : ` (${code})`}. Run the workflow again.`,
		retryClass: 'later',
	};
}

/** A duration in milliseconds as messages tell it, such as "2.5 s". */
export function inSeconds(milliseconds: number): string {
	return `${Math.max(1, Math.round(milliseconds / 100)) / 10} s`;
}

/** The fields that errors of n8n, its HTTP client and Node may have. */
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
 * n8n wraps what the HTTP client threw; its code and text are found along the causes.
 * `connecting`: it was thrown while the connection was made; `cutOff`: in the middle of the answer.
 */
function rootCause(error: unknown): {
	code?: string;
	message?: string;
	connecting: boolean;
	cutOff: boolean;
} {
	let current = error as Link | undefined;
	let code: string | undefined;
	let message: string | undefined;
	let connecting = false;
	let cutOff = false;
	for (let depth = 0; current && depth < 5; depth++) {
		// n8n 1.x drops the cause of its errors and keeps the code as `httpCode`
		code ??= [current.code, current.httpCode].find(isErrorCode);
		connecting ||= isConnecting(current);
		// n8n 1.x drops the code that the HTTP client gives such an error
		cutOff ||= textsOf(current).some((text) => text.includes('stream has been aborted'));
		if (typeof current.message === 'string') message = current.message;
		current = current.cause as Link | undefined;
	}
	return { code, message, connecting, cutOff };
}

function isErrorCode(code: unknown): code is string {
	return typeof code === 'string' && (/^(E|HPE_)/.test(code) || CERTIFICATE.test(code));
}

/** Node begins the text of a system error with what it was doing. */
function isConnecting(link: Link): boolean {
	const { errors } = link;
	if (textsOf(link).some((text) => /^(connect|getaddrinfo) E/.test(text))) return true;
	return Array.isArray(errors) && errors.length > 0 && (errors as Link[]).every(isConnecting);
}

function textsOf({ message, messages }: Link): string[] {
	return [message, messages].flat().filter((text) => typeof text === 'string');
}

/** A name as it is written inside a sentence. */
export function lowerFirst(name: string): string {
	return name.charAt(0).toLowerCase() + name.slice(1);
}
