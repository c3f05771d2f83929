import { retryAfterMs, type HttpAnswer } from '../../../../nodes/shared/http/response';
import { decodeResultText, decodeSignatureAnswer } from '../../../../nodes/shared/signature/scheme';
import { INVOICE_SERVICE } from '../../../../nodes/IflytekInvoiceOcr/service/service';
import { isRetryable } from '../../../../nodes/shared/problem/problem';
import { SIGNATURE_CODES } from '../../../../nodes/shared/signature/codes';

function answer(body: unknown, statusCode = 200, headers: Record<string, string> = {}): HttpAnswer {
	return { statusCode, headers, text: typeof body === 'string' ? body : JSON.stringify(body) };
}

function base64(document: unknown, behind = '') {
	return Buffer.from(JSON.stringify(document) + behind).toString('base64');
}

function ok(text: unknown) {
	return answer({
		header: { code: 0, message: 'success', sid: 'sid-1' },
		payload: { result: { text } },
	});
}

function failureOf(given: HttpAnswer, service = INVOICE_SERVICE) {
	const outcome = decodeSignatureAnswer(given, service);
	if (outcome.ok) throw new Error('expected a failure');
	return outcome.problem;
}

describe('answers of the signature services', () => {
	test.each([
		['plain', base64({ a: '中' })],
		['a NUL byte behind it', base64({ a: '中' }, '\0')],
		['other bytes behind it', base64({ a: '中' }, '\r\n\x01xyz')],
		['as the JSON text itself', JSON.stringify({ a: '中' })],
		['as an object', { a: '中' }],
	])('the document is read with %s', (_how, text) => {
		expect(decodeSignatureAnswer(ok(text), INVOICE_SERVICE)).toMatchObject({
			ok: true,
			value: { sid: 'sid-1', document: { a: '中' } },
		});
	});

	test('a result text that holds no object is no readable result', () => {
		for (const text of ['not base64!', '', null, undefined, 42, base64('text'), base64([1])]) {
			expect([text, failureOf(ok(text)).message]).toEqual([
				text,
				'The invoice service answered without a readable result',
			]);
		}
	});

	test('header.code decides over the HTTP status', () => {
		const given = answer({ header: { code: 10313, message: 'invalid appid', sid: 's' } }, 502);
		expect(failureOf(given)).toMatchObject({
			code: '10313',
			sid: 's',
			retryClass: 'never',
		});
	});

	test('a code as text means the same as a number', () => {
		const refused = answer({ header: { code: '10019' } });
		expect(failureOf(refused)).toMatchObject({ code: '10019', retryClass: 'later' });
		const accepted = { header: { code: '0' }, payload: { result: { text: { a: 1 } } } };
		expect(decodeSignatureAnswer(answer(accepted), INVOICE_SERVICE).ok).toBe(true);
	});

	test('exactly the codes of promise 7 are worth another try', () => {
		const retried = Object.keys(SIGNATURE_CODES).filter((code) =>
			isRetryable(failureOf(answer({ header: { code: Number(code) } }))),
		);
		expect(retried.join()).toBe('10019,10114,10200,10221,10223,10225,11202,11203');
	});

	test.each([
		[401, 'Unauthorized', /no signature/],
		[403, 'you are not allowed to access this service', /may not use/],
		[404, 'not found', /not at this address/],
		[400, 'content-type must be application/json', /JSON request/],
	])('gateway refusal %d %j has its own sentence', (status, message, sentence) => {
		expect(failureOf(answer({ message }, status))).toMatchObject({
			message: expect.stringMatching(sentence),
			retryClass: 'never',
		});
	});

	test('a refused date is told from the other refusals', () => {
		const message =
			'HMAC signature cannot be verified, a valid date or x-date header is required for HMAC Authentication';
		expect(failureOf(answer({ message }, 403)).wrongClock).toBe(true);
		expect(failureOf(answer({ message: 'Unauthorized' }, 401)).wrongClock).toBeUndefined();
	});

	test.each(['<html>login</html>', '', '[]', '{"a":1}'])('%j has no code', (text) => {
		expect(failureOf(answer(text))).toMatchObject({ retryClass: 'never' });
		expect(failureOf(answer(text, 502))).toMatchObject({ retryClass: 'later' });
	});
});

describe('Retry-After', () => {
	const now = Date.UTC(2026, 0, 1);

	test.each([
		['3', 3000],
		['0', 0],
		['1.5', 1500],
		['-1', 0],
		['Thu, 01 Jan 2026 00:00:10 GMT', 10_000],
		['Thu, 01 Jan 2020 00:00:10 GMT', 0],
		['soon', undefined],
		['99999999', 3_600_000],
	])('%j is %s ms', (value, expected) => {
		expect(retryAfterMs(value, now)).toBe(expected);
	});
});

test.each([
	['{"a":{"b":"}"}}}}', undefined],
	['{"a":"}"}', { a: '}' }],
	// an invoice number that comes as a number
	['{"a":24312000000012345678}', { a: '24312000000012345678' }],
])('decodeResultText(%j)', (text, expected) => {
	expect(decodeResultText(text)).toEqual(expected);
});
