import { escapeHtml } from '../../../nodes/shared/files/escapeHtml';
import { failureWithoutCode, isRecord, parseJsonObject } from '../../../nodes/shared/http/response';
import { detectFormat, FORMAT_NAMES } from '../../../nodes/shared/files/imageFormat';
import {
	decodedEnvelope,
	decodeResultText,
	decodeSignatureAnswer,
	holdsForCredential,
	signatureFailure,
	signatureServiceName,
} from '../../../nodes/shared/signature/answer';
import { signatureCode } from '../../../nodes/shared/signature/codes';
import { aSentence } from '../aSentence';

describe('an answer without a code', () => {
	it.each([
		[200, 'The robot sent an answer that is not in its format', false],
		[299, 'The robot sent an answer that is not in its format', false],
		[300, 'The robot points to another address (HTTP 300)', false],
		[399, 'The robot points to another address (HTTP 399)', false],
		[400, 'The robot did not accept the request (HTTP 400)', false],
		[428, 'The robot did not accept the request (HTTP 428)', false],
		[499, 'The robot did not accept the request (HTTP 499)', false],
		[500, 'The robot is not working at the moment (HTTP 500)', true],
	])('with HTTP %i means: %s', (statusCode, message, retry) => {
		const failure = failureWithoutCode({ statusCode, headers: {}, text: '' }, 'The robot');
		expect(failure).toEqual({
			httpStatus: statusCode,
			retryAfterMs: undefined,
			message,
			remedy: aSentence,
			retry,
		});
	});

	it('with HTTP 429 means: too many requests', () => {
		const headers = { 'retry-after': ' 2 ' };
		expect(failureWithoutCode({ statusCode: 429, headers, text: '' }, 'The robot')).toEqual({
			httpStatus: 429,
			retryAfterMs: 2000,
			message: 'The robot is receiving too many requests (HTTP 429)',
			remedy: aSentence,
			retry: true,
			limited: true,
		});
	});

	it('is told from an object by its JSON', () => {
		expect(parseJsonObject('{"a":1}')).toEqual({ a: 1 });
		for (const text of ['[]', 'null', '1', '', '{']) expect(parseJsonObject(text)).toBeUndefined();
		expect([{}, null, [], 'x', undefined].map(isRecord)).toEqual([
			true,
			false,
			false,
			false,
			false,
		]);
	});
});

describe('a failure of the signature services', () => {
	it('tells what the service said, and by which name it is called', () => {
		expect(signatureServiceName('invoice')).toBe('The invoice service');
		expect(signatureServiceName('text')).toBe('The text correction service');
		expect(
			signatureFailure('99999', 'text', { message: 'odd', sid: 's', retryAfterMs: 5 }),
		).toEqual({
			message: 'The text correction service refused the request with code 99999',
			remedy: 'This code is not in the documentation. The service said: odd',
			code: '99999',
			sid: 's',
			httpStatus: undefined,
			retry: false,
			limited: undefined,
			retryAfterMs: 5,
		});
		expect(signatureFailure('99999', 'text', {}).remedy).toBe(
			'This code is not in the documentation.',
		);
	});

	it('of 11202 and 11203 means too much at once', () => {
		for (const code of ['11202', '11203']) {
			expect(signatureFailure(code, 'text', {})).toMatchObject({ retry: true, limited: true });
		}
		expect(signatureFailure('10019', 'text', {})).toMatchObject({ retry: true, limited: false });
	});

	it("of a service's own table is told in its words", () => {
		expect(signatureCode('10222', 'text')!.message).toBe(
			'The text is larger than the service takes',
		);
		expect(signatureCode('10222', 'invoice')!.message).toBe(
			'The service could not work on the image',
		);
		expect(signatureCode('10163', 'invoice')!.remedy).toMatch(/4 MB/);
		expect(signatureCode('10163', 'text')!.remedy).not.toMatch(/4 MB/);
	});

	it('of the engine is known by its range', () => {
		for (const code of ['100001', '100009', '100010']) {
			expect(signatureCode(code, 'text')).toEqual({
				message: "The service's engine could not start",
				remedy: aSentence,
				retry: false,
				limited: false,
			});
		}
		for (const code of ['100000', '100011', '1000010', '5100001', '10001', '9', 'x100001']) {
			expect(signatureCode(code, 'text')).toBeUndefined();
		}
	});

	it('holds for the credential when it is about the account or the signature', () => {
		const codes = ['10010', '10313', '11200', '11201', '10019', '11202'];
		expect(codes.map((code) => holdsForCredential({ code, httpStatus: 401 }))).toEqual([
			true,
			true,
			true,
			true,
			false,
			false,
		]);
		expect(holdsForCredential({ code: 10313 })).toBe(true);
		expect(
			[401, 403, 400, 402, 429, 500].map((httpStatus) => holdsForCredential({ httpStatus })),
		).toEqual([true, true, false, false, false, false]);
		expect(holdsForCredential({})).toBe(false);
		expect(holdsForCredential({ code: 'constructor', httpStatus: 401 })).toBe(false);
	});
});

describe('an answer of the signature services', () => {
	const decode = (body: unknown, statusCode = 200, headers = {}) =>
		decodeSignatureAnswer({ statusCode, headers, text: JSON.stringify(body) }, 'invoice');

	it('is kept whole, with the document in place of its base64', () => {
		const text = Buffer.from('{"a":1}').toString('base64');
		const body = {
			header: { code: 0, sid: 's' },
			payload: { other: 2, result: { status: 3, text } },
			trace: 'x',
		};
		const outcome = decode(body);
		expect(outcome).toEqual({ ok: true, value: { sid: 's', envelope: body, document: { a: 1 } } });
		expect(outcome.ok && decodedEnvelope(outcome.value)).toEqual({
			header: { code: 0, sid: 's' },
			payload: { other: 2, result: { status: 3, text: { a: 1 } } },
			trace: 'x',
		});
		expect(decodedEnvelope({ sid: '', envelope: { payload: 5 }, document: {} })).toEqual({
			payload: { result: { text: {} } },
		});
		expect(decode({ ...body, header: { code: 0, sid: 7 } })).toMatchObject({ value: { sid: '' } });
	});

	it('without a readable result is told with its session ID', () => {
		for (const payload of [undefined, null, 'x', { result: null }, { result: { text: 'x' } }]) {
			expect(decode({ header: { code: 0, sid: 's' }, payload })).toEqual({
				ok: false,
				problem: {
					message: 'The invoice service answered without a readable result',
					remedy: aSentence,
					code: '0',
					sid: 's',
					httpStatus: 200,
					retry: false,
				},
			});
		}
	});

	it('without a code is judged by its HTTP status, and waits as long as it says', () => {
		for (const body of [{ header: {} }, { header: { code: null } }, { header: [] }, {}, []]) {
			expect(decode(body, 503, { 'retry-after': '7' })).toMatchObject({
				problem: { httpStatus: 503, retry: true, retryAfterMs: 7000 },
			});
		}
		expect(decode({ header: { code: 11202 } }, 429, { 'retry-after': '7' })).toMatchObject({
			problem: { code: '11202', retryAfterMs: 7000 },
		});
	});

	it('of the gateway is told with what to do, and with its clock only when that is the cause', () => {
		const refused = (message: string) => {
			const outcome = decode({ message }, 401, { date: 'today' });
			return outcome.ok ? undefined : outcome.problem;
		};
		expect(refused('HMAC signature does not match')).toEqual({
			message: expect.stringMatching(/does not match/),
			remedy: aSentence,
			httpStatus: 401,
			retry: false,
			clock: undefined,
		});
		expect(refused('something else')!.message).toMatch(/did not accept the request \(HTTP 401\)/);
	});

	it('holds its document as base64 or as JSON, with blanks around it', () => {
		expect(decodeResultText(' {"a":1} ')).toEqual({ a: 1 });
		expect(decodeResultText(` ${Buffer.from('{"a":1}').toString('base64')}\n`)).toEqual({ a: 1 });
		expect(decodeResultText([])).toBeUndefined();
	});
});

describe('the format of a file', () => {
	const SIGNATURES: Array<[keyof typeof FORMAT_NAMES, string]> = [
		['jpg', '\xff\xd8\xff'],
		['png', '\x89PNG\r\n\x1a\n'],
		['bmp', `BM${'\0'.repeat(12)}`],
		['tiff', 'II*\0'],
		['tiff', 'MM\0*'],
		['gif', 'GIF8'],
		['webp', 'RIFF....WEBP'],
		['heic', '....ftyphei'],
		['heic', '....ftyphev'],
		['heic', '....ftypmif1'],
		['heic', '....ftypmsf1'],
		['avif', '....ftypavif'],
		['avif', '....ftypavis'],
		['pdf', '%PDF-'],
		['ofd', 'PK\x03\x04'],
	];

	it.each(SIGNATURES)('is %s by each of its bytes', (format, signature) => {
		expect(detectFormat(Buffer.from(signature, 'latin1'))).toBe(format);
		for (let place = 0; place < signature.length; place++) {
			const bytes = Buffer.from(signature, 'latin1');
			const isFree = signature[place] === '.' || (format === 'bmp' && place > 1);
			bytes[place]! ^= 0x80;
			expect(detectFormat(bytes)).toBe(isFree ? format : 'unknown');
			expect(detectFormat(bytes.subarray(0, place))).not.toBe(format);
		}
		expect(detectFormat(Buffer.from(`x${signature}`, 'latin1'))).toBe('unknown');
	});

	it('is not told by a brand further on', () => {
		expect(detectFormat(Buffer.from('....ftypxhei', 'latin1'))).toBe('unknown');
	});

	it.each([
		['html', '<!DOCTYPE html><html lang="zh"><body><svg/></body></html>'],
		['html', '<html>'],
		['html', '\uFEFF\r\n  <!doctype HTML>'],
		['html', '<!-- a comment -->\n<HTML>'],
		['html', '<?xml version="1.0"?><!DOCTYPE html PUBLIC "x"><html>'],
		['html', '<script>location="/login"</script>'],
		['svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
		['svg', '\uFEFF<?xml version="1.0"?>\n<!-- drawn -->\n<!DOCTYPE svg PUBLIC "x"><svg/>'],
		['xml', '<?xml version="1.0" encoding="UTF-8"?><EInvoice/>'],
		['xml', '\uFEFF <?xml version="1.0"?><svgs/>'],
		['unknown', 'text with <html> in it'],
		['unknown', '\uFEFFlabel,english\n1,<svg>'],
		['unknown', ''],
	] as const)('is %s by its first tag: %j', (format, text) => {
		expect(detectFormat(Buffer.from(text))).toBe(format);
	});

	it('has a name', () => {
		expect(FORMAT_NAMES).toEqual({
			avif: 'AVIF',
			bmp: 'BMP',
			gif: 'GIF',
			heic: 'HEIC',
			html: 'HTML (a web page)',
			jpg: 'JPG',
			ofd: expect.stringMatching(/^OFD/),
			pdf: 'PDF',
			png: 'PNG',
			svg: 'SVG',
			tiff: 'TIFF',
			webp: 'WebP',
			xml: 'XML',
			unknown: 'unknown',
		});
	});
});

it('escapes each character that HTML gives a meaning', () => {
	expect(escapeHtml(`<a href="x" title='y'>&amp;</a>`)).toBe(
		'&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;',
	);
});
