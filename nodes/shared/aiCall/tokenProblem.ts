import type { CodeRow } from '../http/codes';
import type { Problem } from '../problem/problem';
import { AI_CALL_CODES } from './codes';
import type { NotAccepted } from './outcome';
import { lookUp } from '../http/json';

const TRY_NETWORK =
	"Check the network of the machine that runs n8n and the credential's 'Base URL'.";

const REFUSED = {
	message: 'The AI Call platform refused the request for a token',
	remedy: "Check 'App Key' and 'App Secret' in the credential.",
	chinese: {
		message: '外呼平台拒绝发放令牌',
		remedy: '请检查凭据中的“App Key”和“App Secret”。',
	},
};

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
			chinese: {
				message: '无法连接外呼平台获取令牌',
				remedy: '请检查运行 n8n 的机器的网络，以及凭据中的“Base URL”。',
			},
			retryClass: 'later',
		};
	}
	if (cause === 'EXPIRED') {
		return {
			message: 'The token of the AI Call platform had expired when it arrived',
			remedy:
				'The platform answers slowly, or its tokens last only a few seconds. Try again later.',
			chinese: {
				message: '外呼平台的令牌送达时已过期',
				remedy: '平台响应太慢，或令牌只有几秒有效期。请稍后再试。',
			},
			retryClass: 'later',
		};
	}
	const httpStatus = /^HTTP_(\d+)$/.exec(cause)?.[1];
	if (httpStatus !== undefined) {
		return {
			message: 'The AI Call platform sent no readable answer to the request for a token',
			remedy: "Check the credential's 'Base URL': another program may be answering.",
			chinese: {
				message: '获取令牌时，外呼平台的响应无法识读',
				remedy: '请检查凭据中的“Base URL”：响应的可能是别的程序。',
			},
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
			chinese: {
				message: '凭据中的“App Key”和“App Secret”填反了',
				remedy: '“App Key”是 48 个字符，“App Secret”是 44 个字符：请对调。',
			},
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
			chinese: {
				message: '平台无法识读密钥',
				remedy: '“App Key”是 48 个字符，“App Secret”是 44 个字符：请从讯飞控制台重新复制。',
			},
			code: cause,
			everyRequest: true,
			retryClass: 'never',
		};
	}
	const entry = lookUp<CodeRow>(AI_CALL_CODES, cause);
	const { message, remedy, chinese } = entry ?? REFUSED;
	return {
		message,
		remedy,
		chinese,
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
