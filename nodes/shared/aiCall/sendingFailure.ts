import type { Problem } from '../items/problem';
import { codeFailure } from './answer';
import type { NotAccepted } from './outcome';

/**
 * What a request that brought no answer means: whether it surely did not leave. Without a token none
 * is sent; everything that is not known to have failed before the connection was made is unknown.
 * @param code the code n8n gives the error: a system error's, or TOKEN_… of the credential
 * @param failure the failure as it is told where it does not matter
 */
export function sendingFailure(code: unknown, failure: Problem): NotAccepted {
	const text = typeof code === 'string' ? code : '';
	if (text === 'TOKEN_UNREACHABLE') {
		return {
			status: 'notSent',
			problem: {
				message: 'The AI Call platform could not be reached for a token',
				remedy: "Check the network of the machine that runs n8n and the credential's 'Base URL'.",
				retryClass: 'later',
			},
		};
	}
	const httpStatus = /^TOKEN_HTTP_(\d+)$/.exec(text)?.[1];
	if (httpStatus !== undefined) {
		return {
			status: 'notSent',
			problem: {
				message: 'The AI Call platform gave no readable answer to the request for a token',
				remedy: "Check the credential's 'Base URL': another program may be answering.",
				httpStatus: Number(httpStatus),
				retryClass: Number(httpStatus) >= 500 ? 'later' : 'never',
			},
		};
	}
	const tokenCode = /^TOKEN_(.+)$/.exec(text)?.[1];
	if (tokenCode !== undefined) {
		return { status: 'notSent', problem: codeFailure(tokenCode, undefined) };
	}
	return { status: failure.neverLeft ? 'notSent' : 'unknown', problem: failure };
}
