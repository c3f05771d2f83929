import { inChinese } from '../../aSentence';
import { transportFailure } from '../../../../nodes/shared/http/response';
import { CANCELED } from '../../../../nodes/shared/problem/problem';

/** As n8n 1.123 hands errors on: without a cause, the code as `httpCode`, the text in `messages`. */
const wrapped = (code: string, text: string) => ({
	message: "a sentence of n8n's own",
	messages: [text],
	httpCode: code,
});
const failure = (error: unknown) => transportFailure(error, 'The service', 1000);

it.each([
	['EHOSTUNREACH', 'connect EHOSTUNREACH 192.0.2.1:443'],
	['ENETUNREACH', 'connect ENETUNREACH 2001:db8::1:443'],
	['ETIMEDOUT', 'connect ETIMEDOUT 192.0.2.1:443'],
	['ENOTFOUND', 'getaddrinfo ENOTFOUND callapi.example'],
	['EAI_AGAIN', 'getaddrinfo EAI_AGAIN callapi.example'],
	['ECONNRESET', 'connect ECONNRESET 192.0.2.1:443'],
	['ECONNREFUSED', ''],
])('%s, with the cause dropped: nothing left (%s)', (code, text) => {
	expect(failure(wrapped(code, text))).toMatchObject({
		message: 'The service could not be reached',
		neverLeft: true,
		retryClass: 'later',
	});
});

it.each([
	['EHOSTUNREACH', 'read EHOSTUNREACH'],
	['ETIMEDOUT', 'timeout of 1000ms exceeded'],
	['ECONNABORTED', 'timeout of 1000ms exceeded'],
	['ECONNRESET', 'socket hang up'],
	['EPIPE', 'write EPIPE'],
	['HPE_INVALID_CONSTANT', 'Parse Error: Expected HTTP/'],
	['ERR_BAD_RESPONSE', 'maxContentLength size of -1 exceeded'],
	['ERR_CANCELED', 'canceled'],
])('%s: it may have left (%s)', (code, text) => {
	expect(failure(wrapped(code, text)).neverLeft).toBeUndefined();
});

it('nothing left when the handshake of TLS was not finished', () => {
	const text = 'Client network socket disconnected before secure TLS connection was established';
	expect(failure(wrapped('ECONNRESET', text))).toMatchObject({
		message: 'The service could not be reached',
		neverLeft: true,
	});
});

it('nothing left when the proxy hung up instead of opening a tunnel', () => {
	const message = 'Proxy connection ended before receiving CONNECT response';
	expect(failure({ message })).toEqual({
		message: 'The service could not be reached',
		remedy:
			"The proxy of the machine that runs n8n closed the connection without opening a tunnel. Check the proxy and the credential's 'Base URL'.",
		retryClass: 'later',
		chinese: inChinese,
		neverLeft: true,
	});
});

it('one address that was reached is enough for doubt', () => {
	const errors = [{ message: 'connect ETIMEDOUT' }, { message: 'read ETIMEDOUT' }];
	expect(failure({ code: 'ETIMEDOUT', message: '', errors }).neverLeft).toBeUndefined();
});

describe('the whole sentence', () => {
	it('of a connection that was not made', () => {
		for (const code of ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT']) {
			expect(failure({ code, message: 'connect ETIMEDOUT 192.0.2.1:443' })).toEqual({
				message: 'The service could not be reached',
				remedy: `Check the network of the machine that runs n8n and the credential's 'Base URL' (${code}).`,
				retryClass: 'later',
				chinese: inChinese,
				neverLeft: true,
				...(code === 'ETIMEDOUT' && { timedOut: true }),
			});
		}
	});

	it.each(['ECONNABORTED', 'ETIMEDOUT', 'ESOCKETTIMEDOUT'])('of no answer in time: %s', (code) => {
		expect(transportFailure({ code, message: 'timeout' }, 'The service', 2540)).toEqual({
			message: 'The service did not answer in time',
			remedy:
				'No answer came within 2.5 s. Raise the option Timeout, or run the workflow again later.',
			retryClass: 'later',
			chinese: inChinese,
			timedOut: true,
		});
	});

	it('of an attempt that the time of the item cut off', () => {
		const error = { code: 'ECONNABORTED', message: 'timeout' };
		const option = 'Max Time per Item';
		expect(transportFailure(error, 'The service', 712, { option })).toMatchObject({
			remedy:
				'No answer came within 0.7 s, the time that the item had left. Raise the option Max Time per Item, or run the workflow again later.',
		});
		expect(transportFailure(error, 'The service', 3, { option }).remedy).toContain('0.1 s');
	});

	it.each(['EPROTO', 'ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION'])(
		'of a server that does not speak https: %s',
		(code) => {
			expect(failure(wrapped(code, `write ${code} 00000:error:wrong version number`))).toEqual({
				message: 'The secure connection to the service failed',
				remedy: `The server may not support HTTPS: check whether the credential's 'Base URL' has to begin with http://, and its port (${code}).`,
				retryClass: 'never',
				chinese: inChinese,
				everyRequest: true,
			});
		},
	);

	it.each([
		['ENOTFOUND', "Check the network of the machine that runs n8n and 'Image URL' (ENOTFOUND)."],
		['CERT_HAS_EXPIRED', "Check 'Image URL' and the certificates"],
		['EPROTO', "check whether 'Image URL' has to begin with http://"],
		[7, "Check 'Image URL'."],
	])('of %s names what holds the address', (code, words) => {
		const { remedy } = transportFailure({ code }, 'The host', 1000, {
			check: { english: "'Image URL'", chinese: '“Image URL”' },
		});
		expect(remedy).toContain(words);
		expect(remedy).not.toContain('credential');
	});

	it('of an answer that was cut off, where n8n 1 leaves nothing but the text', () => {
		for (const error of [
			{ message: 'stream has been aborted' },
			{ message: 'The service was not able', messages: ['stream has been aborted'] },
		]) {
			expect(failure(error)).toEqual({
				message: 'The connection to the service was lost',
				remedy: 'The answer arrived incomplete. Run the workflow again.',
				retryClass: 'later',
				chinese: inChinese,
			});
		}
	});

	it('of a connection that was lost', () => {
		expect(failure({ code: 'ECONNRESET', message: 'socket hang up' })).toEqual({
			message: 'The connection to the service was lost',
			remedy: 'The answer arrived incomplete (ECONNRESET). Run the workflow again.',
			retryClass: 'later',
			chinese: inChinese,
		});
	});

	it("of an address that n8n's protection refuses, which nothing was sent to", () => {
		const blocked = new Error(
			'The request was blocked because it resolves to a restricted IP address',
		);
		for (const error of [blocked, { message: "n8n's own sentence", cause: blocked }]) {
			expect(failure(error)).toEqual({
				message: 'n8n may not send requests to the service',
				remedy:
					"The request was blocked because it resolves to a restricted IP address. Check the credential's 'Base URL', or ask your n8n administrator to allow it (N8N_SSRF_ALLOWED_HOSTNAMES or N8N_SSRF_ALLOWED_IP_RANGES).",
				retryClass: 'never',
				chinese: inChinese,
				neverLeft: true,
				everyRequest: true,
			});
		}
	});

	it('of an execution that was canceled', () => {
		expect(failure({ code: 'ERR_CANCELED' })).toBe(CANCELED);
		expect(CANCELED).toEqual({
			message: 'The execution was canceled',
			remedy: 'Nothing more was sent.',
			retryClass: 'never',
			chinese: inChinese,
		});
	});

	it('of an error without a code, in its own words or with a hint', () => {
		const whole = { message: 'The request to the service failed', retryClass: 'never' };
		for (const [error, remedy] of [
			[{ message: 'outer', cause: { message: 'inner words' } }, 'inner words'],
			[{ message: 'a number', code: 500 }, 'a number'],
			[{ message: 'no code of a connection', code: 'xE' }, 'no code of a connection'],
			[undefined, "Check the credential's 'Base URL'."],
			[null, "Check the credential's 'Base URL'."],
			[{ message: 7 }, "Check the credential's 'Base URL'."],
		] as const) {
			expect(failure(error)).toEqual({ ...whole, remedy, chinese: inChinese });
		}
	});
});

it.each([
	...['CERT_HAS_EXPIRED', 'CRL_HAS_EXPIRED', 'SELF_SIGNED_CERT_IN_CHAIN'],
	...['DEPTH_ZERO_SELF_SIGNED_CERT', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'INVALID_CA'],
	...['INVALID_PURPOSE', 'PATH_LENGTH_EXCEEDED', 'HOSTNAME_MISMATCH'],
	'ERR_TLS_CERT_ALTNAME_INVALID',
])('%s is about the certificate', (code) => {
	expect(failure({ code })).toEqual({
		message: 'The service could not be reached safely',
		remedy: expect.stringContaining(code),
		neverLeft: true,
		retryClass: 'never',
		chinese: inChinese,
		everyRequest: true,
	});
});

it.each(['E_CERT_HAS_EXPIRED', 'ERR_INVALID_CA', 'EINVALID_CAB'])(
	'%s is not about the certificate',
	(code) => {
		expect(failure({ code }).message).toBe('The connection to the service was lost');
	},
);

describe('the code', () => {
	const nested = (depth: number, code: string): object =>
		depth === 0 ? { code } : { message: 'wrapped', cause: nested(depth - 1, code) };

	it('is found along five causes', () => {
		expect(failure(nested(4, 'EPIPE')).remedy).toContain('(EPIPE)');
		expect(failure(nested(5, 'EPIPE')).message).toBe('The request to the service failed');
	});

	it('of the outermost error counts, and its own before that of n8n 1', () => {
		const error = { code: 'EPIPE', httpCode: 'ECONNRESET', cause: { code: 'ECONNREFUSED' } };
		expect(failure(error).remedy).toContain('(EPIPE)');
		expect(failure({ code: 12, httpCode: 'ECONNRESET' }).remedy).toContain('(ECONNRESET)');
	});
});

describe('nothing left', () => {
	const left = (error: object) => failure({ code: 'EHOSTUNREACH', ...error }).neverLeft !== true;

	it('when each address failed while the connection was made', () => {
		expect(left({ errors: [{ message: 'connect EHOSTUNREACH' }] })).toBe(false);
		expect(left({ errors: [] })).toBe(true);
		expect(left({ errors: 'none' })).toBe(true);
	});

	it('only when the text begins so', () => {
		expect(left({ message: 'could not connect EHOSTUNREACH' })).toBe(true);
		expect(left({ message: 'connect to it' })).toBe(true);
		expect(left({ messages: [7, 'getaddrinfo EAI_FAIL'] })).toBe(false);
		expect(left({ cause: { message: 'connect EHOSTUNREACH 192.0.2.1' } })).toBe(false);
	});
});
