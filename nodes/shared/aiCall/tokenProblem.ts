import type { Problem } from '../problem/problem';
import { AI_CALL_CODES } from './codes';
import type { NotAccepted } from './outcome';
import { lookUp } from '../http/json';

const TRY_NETWORK =
	"Check the network of the machine that runs n8n and the credential's 'Base URL'.";

/**
 * Why there is no token, by the code that the credential's error carries through n8n: TOKEN_ and
 * UNREACHABLE, EXPIRED, HTTP_ with a status, or the platform's code, with SWAPPED_ before it where key
 * and secret look exchanged. Undefined for any other code.
 */
export function tokenProblem(errorCode: string): Problem | undefined {
	const [, swapped, cause] = /^TOKEN_(SWAPPED_)?(.+)$/.exec(errorCode) ?? [];
	if (cause === undefined) return undefined;
	if (cause === 'UNREACHABLE') {
		return {
			message: 'The AI Call platform could not be reached for a token',
			remedy: TRY_NETWORK,
			retryClass: 'later',
		};
	}
	if (cause === 'EXPIRED') {
		return {
			message: 'The token of the AI Call platform had expired when it arrived',
			remedy:
				'The platform answers slowly, or its tokens last only a few seconds. Try again later.',
			retryClass: 'later',
		};
	}
	const httpStatus = /^HTTP_(\d+)$/.exec(cause)?.[1];
	if (httpStatus !== undefined) {
		return {
			message: 'The AI Call platform sent no readable answer to the request for a token',
			remedy: "Check the credential's 'Base URL': another program may be answering.",
			httpStatus: Number(httpStatus),
			...(Number(httpStatus) >= 500
				? { retryClass: 'later' }
				: { retryClass: 'never', everyRequest: true }),
		};
	}
	if (swapped !== undefined) {
		return {
			message: "'App Key' and 'App Secret' are swapped in the credential",
			remedy: 'The key is the one with 48 characters, the secret the one with 44: swap them.',
			code: cause,
			everyRequest: true,
			retryClass: 'never',
		};
	}
	if (cause === '10005') {
		return {
			message: 'The platform cannot read this key or secret',
			remedy:
				"'App Key' has 48 characters and 'App Secret' 44: copy both again from the iFLYTEK console.",
			code: cause,
			everyRequest: true,
			retryClass: 'never',
		};
	}
	const entry = lookUp(AI_CALL_CODES, cause);
	return {
		message: entry?.message ?? 'The AI Call platform refused the request for a token',
		remedy: entry?.remedy ?? "Check 'App Key' and 'App Secret' in the credential.",
		code: cause,
		...(entry?.retryClass === undefined && { everyRequest: true }),
		retryClass: entry?.retryClass ?? 'never',
	};
}

/**
 * What a request that brought no answer means: whether it surely did not leave. Without a token none
 * is sent; everything that is not known to have failed before the connection was made is unknown.
 * @param code the code n8n gives the error: a system error's, or TOKEN_… of the credential
 * @param problem the problem of a request that had its token
 */
export function outcomeWithoutAnswer(code: unknown, problem: Problem): NotAccepted {
	const withoutToken = typeof code === 'string' ? tokenProblem(code) : undefined;
	if (withoutToken !== undefined) return { status: 'notSent', problem: withoutToken };
	return { status: problem.neverLeft ? 'notSent' : 'unknown', problem };
}
