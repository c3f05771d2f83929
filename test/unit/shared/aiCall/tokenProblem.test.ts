import { outcomeWithoutAnswer } from '../../../../nodes/shared/aiCall/tokenProblem';
import { aSentence } from '../../aSentence';

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

it('nothing is sent without a token, whatever the reason', () => {
	expect(outcomeWithoutAnswer('TOKEN_UNREACHABLE', FAILURE)).toEqual({
		status: 'notSent',
		problem: {
			message: 'The AI Call platform could not be reached for a token',
			remedy: aSentence,
			retryClass: 'later',
		},
	});
	expect(outcomeWithoutAnswer('TOKEN_HTTP_404', FAILURE)).toEqual({
		status: 'notSent',
		problem: {
			message: 'The AI Call platform sent no readable answer to the request for a token',
			remedy: aSentence,
			httpStatus: 404,
			retryClass: 'never',
		},
	});
	expect(outcomeWithoutAnswer('TOKEN_200101', FAILURE)).toMatchObject({
		status: 'notSent',
		problem: { code: '200101', retryClass: 'never' },
	});
	const refused = outcomeWithoutAnswer('TOKEN_10004', FAILURE);
	expect(refused).toMatchObject({ problem: { retryClass: 'later' } });
	expect(refused.problem.httpStatus).toBeUndefined();
	expect(outcomeWithoutAnswer('TOKEN_HTTP_200', FAILURE)).toMatchObject({
		status: 'notSent',
		problem: { httpStatus: 200, retryClass: 'never' },
	});
	expect(outcomeWithoutAnswer('TOKEN_HTTP_500', FAILURE)).toMatchObject({
		problem: { retryClass: 'later' },
	});
	expect(outcomeWithoutAnswer('TOKEN_HTTP_502', FAILURE)).toMatchObject({
		problem: { retryClass: 'later' },
	});
	expect(outcomeWithoutAnswer('TOKEN_HTTP_', FAILURE)).toMatchObject({
		problem: { code: 'HTTP_' },
	});
	expect(outcomeWithoutAnswer('NO_TOKEN_10004', FAILURE)).toEqual({
		status: 'unknown',
		problem: FAILURE,
	});
	expect(outcomeWithoutAnswer('TOKEN_', FAILURE)).toEqual({ status: 'unknown', problem: FAILURE });
	expect(outcomeWithoutAnswer('TOKEN_EXPIRED', FAILURE)).toMatchObject({
		status: 'notSent',
		problem: { message: 'The token of the AI Call platform had expired when it arrived' },
	});
	expect(outcomeWithoutAnswer('TOKEN_10005', FAILURE)).toMatchObject({
		problem: { message: 'The platform cannot read this key or secret', code: '10005' },
	});
	expect(outcomeWithoutAnswer('TOKEN_SWAPPED_10005', FAILURE)).toMatchObject({
		problem: { message: "'App Key' and 'App Secret' are swapped in the credential", code: '10005' },
	});
});
