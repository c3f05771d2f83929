import type { Problem } from '../items/problem';
import type { NotAccepted } from './outcome';
import { tokenProblem } from './tokenProblem';

/**
 * What a request that brought no answer means: whether it surely did not leave. Without a token none
 * is sent; everything that is not known to have failed before the connection was made is unknown.
 * @param code the code n8n gives the error: a system error's, or TOKEN_… of the credential
 * @param problem the problem as it is told where that does not matter
 */
export function sendingFailure(code: unknown, problem: Problem): NotAccepted {
	const withoutToken = typeof code === 'string' ? tokenProblem(code) : undefined;
	if (withoutToken !== undefined) return { status: 'notSent', problem: withoutToken };
	return { status: problem.neverLeft ? 'notSent' : 'unknown', problem };
}
