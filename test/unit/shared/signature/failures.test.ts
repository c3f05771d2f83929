import { problemWithoutCode } from '../../../../nodes/shared/http/response';
import { isRecord, parseJsonObject } from '../../../../nodes/shared/http/json';
import { detectFormat, FORMAT_NAMES } from '../../../../nodes/shared/files/imageFormat';
import {
	decodedEnvelope,
	decodeResultText,
	decodeSignatureAnswer,
	signatureProblem,
} from '../../../../nodes/shared/signature/scheme';
import { signatureCode } from '../../../../nodes/shared/signature/codes';
import { INVOICE_SERVICE } from '../../../../nodes/IflytekInvoiceOcr/service/service';
import { TEXT_SERVICE } from '../../../../nodes/IflytekTextCorrection/protocol/service';
import { aSentence, inChinese } from '../../aSentence';

describe('an answer without a code', () => {
	it.each([
		[200, 'The robot sent an answer that is not in its format', 'never'],
		[299, 'The robot sent an answer that is not in its format', 'never'],
		[300, 'The robot points to another address (HTTP 300)', 'never'],
		[399, 'The robot points to another address (HTTP 399)', 'never'],
		[400, 'The robot did not accept the request (HTTP 400)', 'never'],
		[408, 'The robot did not receive the whole request in time (HTTP 408)', 'later'],
		[413, 'The robot refused the request as too large (HTTP 413)', 'never'],
		[431, 'The robot refused the request as too large (HTTP 431)', 'never'],
		[428, 'The robot did not accept the request (HTTP 428)', 'never'],
		[499, 'The robot did not accept the request (HTTP 499)', 'never'],
		[500, 'The robot is not working at the moment (HTTP 500)', 'later'],
		[503, 'The robot is not working at the moment (HTTP 503)', 'tooMany'],
	])('with HTTP %i means: %s', (statusCode, message, retryClass) => {
		// another program answered, at the address that the credential gives
		const elsewhere = retryClass === 'never' && ![413, 431].includes(statusCode);
		const failure = problemWithoutCode({ statusCode, headers: {}, text: '' }, 'The robot');
		expect(failure).toEqual({
			message,
			remedy: aSentence,
			retryClass,
			chinese: inChinese,
			...(elsewhere && { everyRequest: true }),
		});
	});

	it('with HTTP 429 means: too many requests', () => {
		expect(problemWithoutCode({ statusCode: 429, headers: {}, text: '' }, 'The robot')).toEqual({
			message: 'The robot is receiving too many requests (HTTP 429)',
			remedy: aSentence,
			retryClass: 'tooMany',
			chinese: inChinese,
		});
	});

	it('is told from an object by its JSON', () => {
		expect(parseJsonObject('{"a":1}')).toEqual({ a: 1 });
		for (const text of ['[]', 'null', '1', '', '{']) expect(parseJsonObject(text)).toBeUndefined();
		expect([{}, null, [], 'x', undefined].filter(isRecord)).toEqual([{}]);
	});
});

describe('a failure of the signature services', () => {
	it('tells what the service said, and by which name it is called', () => {
		expect(signatureProblem('99999', TEXT_SERVICE, { message: 'odd', sid: 's' })).toEqual({
			message: 'The text correction service refused the request with code 99999',
			remedy: 'This code is not in the documentation. The service said: odd',
			code: '99999',
			sid: 's',
			chinese: inChinese,
			retryClass: 'never',
		});
		expect(signatureProblem('99999', TEXT_SERVICE, {}).remedy).toBe(
			'This code is not in the documentation.',
		);
	});

	it.each([
		['11202', 'tooMany'],
		['11203', 'tooManyAtOnce'],
		['10019', 'later'],
		['10163', 'never'],
	])('of %s says whether and how to try again: %s', (code, retryClass) => {
		expect(signatureProblem(code, TEXT_SERVICE, {})).toMatchObject({ retryClass });
	});

	it('of 10222 is tried again for a text only, and both meanings are said', () => {
		const text = signatureProblem('10222', TEXT_SERVICE, {});
		const invoice = signatureProblem('10222', INVOICE_SERVICE, {});
		expect([text.retryClass, invoice.retryClass]).toEqual(['later', 'never']);
		for (const { message, remedy } of [text, invoice]) {
			expect(`${message}. ${remedy}`).toMatch(/did not finish in time/);
			expect(`${message}. ${remedy}`).toMatch(/large/);
		}
	});

	it("of a service's own table is told in its words", () => {
		expect(signatureCode('10222', TEXT_SERVICE)!.message).toBe(
			'The service did not finish in time, or the text is larger than it accepts',
		);
		expect(signatureCode('10222', INVOICE_SERVICE)!.message).toBe(
			'The service could not process the image',
		);
		expect(signatureCode('10163', INVOICE_SERVICE)!.remedy).toMatch(/4 MB/);
		expect(signatureCode('10163', TEXT_SERVICE)!.remedy).not.toMatch(/4 MB/);
	});

	it('of the engine is known by its range', () => {
		for (const code of ['100001', '100009', '100010']) {
			expect(signatureCode(code, TEXT_SERVICE)).toEqual({
				message: "The service's engine could not start",
				remedy: aSentence,
				chinese: inChinese,
				retryClass: 'never',
			});
		}
		for (const code of ['100000', '100011', '1000010', '5100001', '10001', '9', 'x100001']) {
			expect(signatureCode(code, TEXT_SERVICE)).toBeUndefined();
		}
	});
});

describe('an answer of the signature services', () => {
	const decode = (body: unknown, statusCode = 200, headers = {}) =>
		decodeSignatureAnswer({ statusCode, headers, text: JSON.stringify(body) }, INVOICE_SERVICE);

	it('concerns the credential when it is about the account or the signature', () => {
		const concerns = (code: number | undefined, status: number) => {
			const body = code === undefined ? {} : { header: { code, message: '', sid: 's' } };
			const outcome = decode(body, status);
			return !outcome.ok && outcome.problem.everyRequest === true;
		};
		const account = [10010, 10313, 11200, 11201];
		const codes = [...account, 10160, 10404, 10009, 10019, 11202, 11203];
		expect(codes.filter((code) => concerns(code, 200))).toEqual([
			...account,
			// another program answers, or changes the request
			10160,
			10404,
		]);
		expect(concerns(10009, 403)).toBe(false);
		const elsewhere = [200, 302, 400, 401, 402, 403, 404, 407];
		const statuses = [...elsewhere, 408, 413, 429, 502, 503];
		expect(statuses.filter((status) => concerns(undefined, status))).toEqual(elsewhere);
	});

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
					chinese: inChinese,
					message: 'The invoice service answered without a readable result',
					remedy: aSentence,
					code: '0',
					sid: 's',
					retryClass: 'never',
				},
			});
		}
	});

	it('without a code is judged by its HTTP status', () => {
		for (const body of [{ header: {} }, { header: { code: null } }, { header: [] }, {}, []]) {
			expect(decode(body, 502)).toMatchObject({ problem: { retryClass: 'later' } });
		}
	});

	it('of the gateway is told with what to do', () => {
		const refused = (message: string) => {
			const outcome = decode({ message }, 401);
			return outcome.ok ? undefined : outcome.problem;
		};
		expect(refused('HMAC signature does not match')).toEqual({
			chinese: inChinese,
			message: expect.stringMatching(/does not match/),
			remedy: expect.stringMatching(/The gateway said: HMAC signature does not match$/),
			everyRequest: true,
			refusesKey: true,
			retryClass: 'never',
		});
		expect(refused('something else')).toMatchObject({
			message: 'The gateway refused the signature (HTTP 401)',
			remedy: expect.stringMatching(/'API Key'.* The gateway said: something else$/),
		});
	});

	it.each([
		['HMAC signature cannot be verified', /does not know this API Key, or could not read/],
		[
			'HMAC signature cannot be verified: fail to retrieve credential',
			/does not know this API Key/,
		],
		['HMAC signature cannot be verified: apikey not found', /does not know this API Key/],
		['HMAC secret key does not match', /wrong API Secret/],
		['hmac signature does not match, and more', /wrong API Secret/],
	])('of a live gateway is known by how it begins: %s', (message, words) => {
		const outcome = decode({ message }, 401);
		expect(outcome).toMatchObject({
			problem: {
				message: expect.stringMatching(words),
				remedy: expect.stringContaining(`The gateway said: ${message}`),
			},
		});
	});

	it('with 401 or 403 is about the signature and never about the Base URL, whatever it holds', () => {
		for (const statusCode of [401, 403]) {
			for (const text of ['', '<html>no</html>', '{"message":5}', '{"error":"x"}']) {
				const outcome = decodeSignatureAnswer({ statusCode, headers: {}, text }, TEXT_SERVICE);
				expect(outcome).toMatchObject({
					problem: {
						message: `The gateway refused the signature (HTTP ${statusCode})`,
						remedy: expect.not.stringContaining('Base URL'),
						retryClass: 'never',
					},
				});
			}
		}
	});

	it('holds its document as base64 or as JSON, with blanks around it', () => {
		expect(decodeResultText(' {"a":1} ')).toEqual({ a: 1 });
		const marked = Buffer.from('\uFEFF{"a":1}').toString('base64');
		expect(decodeResultText(marked)).toEqual({ a: 1 });
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

	it.each(['hello', '', 'BM', 'RIFF....WAVE', '....ftypxhei'])('is not told by %j', (text) => {
		expect(detectFormat(Buffer.from(text, 'latin1'))).toBe('unknown');
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
		const { ofd, html, ...others } = FORMAT_NAMES;
		expect([ofd, html]).toEqual([expect.stringMatching(/^OFD/), 'HTML (a web page)']);
		expect(Object.values(others).sort().join()).toBe(
			'AVIF,BMP,GIF,HEIC,JPG,PDF,PNG,SVG,TIFF,WebP,XML,unknown',
		);
	});
});
