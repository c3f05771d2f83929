import { outcomeWithoutAnswer } from '../../../../nodes/shared/aiCall/tokenProblem';
import { aSentence, inChinese } from '../../aSentence';

const NO_ANSWER = 'The AI Call platform sent no readable answer to the request for a token';
const BUSY = 'The AI Call platform gives no token at the moment';
const SWAPPED = "'App Key' and 'App Secret' are swapped in the credential";
/** With these keys, or at this address, no request succeeds. */
const KEYS = { everyRequest: true };
const FAILURE = { message: 'as told', remedy: '', retryClass: 'later' } as const;

it.each(['ECONNREFUSED', 'CERT_HAS_EXPIRED', 'ECONNRESET', '', undefined, null, 500])(
	'%s: the failure tells whether the request left',
	(code) => {
		const neverLeft = { ...FAILURE, neverLeft: true as const };
		expect(outcomeWithoutAnswer(code, neverLeft)).toEqual({
			status: 'notSent',
			problem: neverLeft,
		});
		expect(outcomeWithoutAnswer(code, FAILURE)).toEqual({ status: 'unknown', problem: FAILURE });
	},
);

it.each([
	['UNREACHABLE', 'The AI Call platform could not be reached for a token', 'later', {}],
	['HTTP_404', NO_ANSWER, 'never', { httpStatus: 404, ...KEYS }],
	['HTTP_200', NO_ANSWER, 'never', { httpStatus: 200, ...KEYS }],
	['HTTP_500', NO_ANSWER, 'later', { httpStatus: 500 }],
	['HTTP_502', NO_ANSWER, 'later', { httpStatus: 502 }],
	['HTTP_408', BUSY, 'later', { httpStatus: 408 }],
	['HTTP_429', BUSY, 'later', { httpStatus: 429 }],
	['HTTP_503', BUSY, 'later', { httpStatus: 503 }],
	['EXPIRED', 'The token of the AI Call platform had expired when it arrived', 'later', {}],
	['200101', expect.any(String), 'never', { code: '200101', ...KEYS }],
	['10004', expect.any(String), 'later', { code: '10004' }],
	['10005', 'The platform cannot read this key or secret', 'never', { code: '10005', ...KEYS }],
	['SWAPPED_10005', SWAPPED, 'never', { code: '10005', ...KEYS }],
	['HTTP_', expect.any(String), 'never', { code: 'HTTP_', ...KEYS }],
])('nothing is sent without a token: TOKEN_%s', (code, message, retryClass, more) => {
	const { problem, ...rest } = outcomeWithoutAnswer(`TOKEN_${code}`, FAILURE);
	expect(rest).toEqual({ status: 'notSent' });
	expect(problem).toEqual({
		message,
		remedy: aSentence,
		chinese: inChinese,
		retryClass,
		...more,
	});
});

it.each(['NO_TOKEN_10004', 'TOKEN_'])('%s is about no token', (code) => {
	expect(outcomeWithoutAnswer(code, FAILURE)).toEqual({ status: 'unknown', problem: FAILURE });
});
