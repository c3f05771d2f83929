import { lookUp } from '../http/json';
import { problemFrom, type Meaning, type Problem } from '../problem/problem';
import { AI_CALL_CODES } from './codes';
import type { NotAccepted } from './outcome';

/** Why there is no token, if the platform's code does not say it. */
const CAUSES = {
	UNREACHABLE: [
		'The AI Call platform could not be reached for a token',
		'无法连接外呼平台获取令牌',
		"Check the network of the machine that runs n8n and the credential's 'Base URL'.",
		'请检查运行 n8n 的机器的网络，以及凭据中的“Base URL”。',
		{ retryClass: 'later' },
	],
	EXPIRED: [
		'The token of the AI Call platform had expired when it arrived',
		'外呼平台的令牌送达时已过期',
		'The platform answers slowly, or its tokens last only a few seconds. Try again later.',
		'平台响应太慢，或令牌只有几秒有效期。请稍后再试。',
		{ retryClass: 'later' },
	],
	HTTP: [
		'The AI Call platform sent no readable answer to the request for a token',
		'获取令牌时，外呼平台的响应无法识读',
		"Check the credential's 'Base URL': another program may be answering.",
		'请检查凭据中的“Base URL”：响应的可能是别的程序。',
	],
	BUSY: [
		'The AI Call platform gives no token at the moment',
		'外呼平台暂时无法发放令牌',
		'Try again later.',
		'请稍后再试。',
	],
	SWAPPED: [
		"'App Key' and 'App Secret' are swapped in the credential",
		'凭据中的“App Key”和“App Secret”填反了',
		'The key is the one with 48 characters, the secret the one with 44: swap them.',
		'“App Key”是 48 个字符，“App Secret”是 44 个字符：请对调。',
	],
	UNREADABLE: [
		'The platform cannot read this key or secret',
		'平台无法识读密钥',
		"'App Key' has 48 characters and 'App Secret' 44: copy both again from the iFLYTEK console.",
		'“App Key”是 48 个字符，“App Secret”是 44 个字符：请从讯飞控制台重新复制。',
	],
	REFUSED: [
		'The AI Call platform refused the request for a token',
		'外呼平台拒绝发放令牌',
		"Check 'App Key' and 'App Secret' in the credential.",
		'请检查凭据中的“App Key”和“App Secret”。',
	],
} satisfies Record<string, Meaning>;

/**
 * Why there is no token, by the code that n8n passes on from the credential's error: TOKEN_ and UNREACHABLE, EXPIRED,
 * HTTP_ with a status, or the platform's code (after SWAPPED_ if key and secret look swapped). Undefined for others.
 */
export function tokenProblem(errorCode: string): Problem | undefined {
	const [, swapped, cause] = /^TOKEN_(SWAPPED_)?(.+)$/.exec(errorCode) ?? [];
	if (cause === undefined) return undefined;
	if (cause === 'UNREACHABLE' || cause === 'EXPIRED') return problemFrom(CAUSES[cause]);
	const [, status] = /^HTTP_(\d+)$/.exec(cause) ?? [];
	if (status !== undefined) {
		const httpStatus = Number(status);
		const isBusy = [408, 429, 503].includes(httpStatus);
		const problem = { ...problemFrom(isBusy ? CAUSES.BUSY : CAUSES.HTTP), httpStatus };
		return isBusy || httpStatus >= 500
			? { ...problem, retryClass: 'later' }
			: { ...problem, everyRequest: true };
	}
	const ofKeys = swapped ? CAUSES.SWAPPED : cause === '10005' ? CAUSES.UNREADABLE : undefined;
	const known = ofKeys ? problemFrom(ofKeys) : lookUp(AI_CALL_CODES, cause);
	const { message, remedy, chinese, retryClass } = known ?? problemFrom(CAUSES.REFUSED);
	const refused = { message, remedy, chinese, code: cause, retryClass };
	return retryClass === 'never' ? { ...refused, everyRequest: true } : refused;
}

/**
 * The outcome of a request without an answer: not sent if there was no token or no connection, else unknown.
 * @param code the code n8n gives the error: a system error's, or TOKEN_… of the credential
 * @param problem the problem if it had a token
 */
export function outcomeWithoutAnswer(code: unknown, problem: Problem): NotAccepted {
	const withoutToken = tokenProblem(String(code));
	if (withoutToken !== undefined) return { status: 'notSent', problem: withoutToken };
	return { status: problem.neverLeft ? 'notSent' : 'unknown', problem };
}
