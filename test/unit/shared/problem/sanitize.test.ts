import { readDate } from '../../../../nodes/IflytekAiCall/parameters/values';
import { decodeRecognition } from '../../../../nodes/IflytekImageRecognition/protocol/recognitionAnswer';
import { decodeCorrectionAnswer } from '../../../../nodes/IflytekTextCorrection/protocol/correctionAnswer';
import { TEXT_SERVICE } from '../../../../nodes/IflytekTextCorrection/protocol/service';
import { escapeHtml, sanitize } from '../../../../nodes/shared/problem/problem';
import { decodeSignatureAnswer } from '../../../../nodes/shared/signature/scheme';

describe('what a service sent, in a message', () => {
	it.each([
		['  plain words ', 'plain words'],
		['two\r\nlines\u0000\u001b[31m\u2028red', 'two lines [31m red'],
		[{ a: 1 }, '{"a":1}'],
		[7, '7'],
		[NaN, 'NaN'],
		[undefined, ''],
		[null, 'null'],
	])('%j becomes %j', (value, text) => {
		expect(sanitize(value)).toBe(text);
	});

	it('is the kind of a value that cannot be written', () => {
		const itself: Record<string, unknown> = {};
		itself.itself = itself;
		expect(sanitize(itself)).toBe('object');
		expect(readDate(itself, 'Time From')).toMatchObject({
			problem: { message: "'Time From' is not a date: object" },
		});
	});

	it('keeps the signature, the token and the key of a quoted address to itself', () => {
		const quoted =
			'no route for "/v1?host=a&authorization=YXBp%3D&date=x", /call?token=t0k, /push?KEY=k#x';
		expect(sanitize(quoted)).toBe(
			'no route for "/v1?host=a&authorization=…&date=x", /call?token=…, /push?KEY=…#x',
		);
		expect(sanitize({ message: '/call?token=t0k' })).toBe('{"message":"/call?token=…"}');
	});

	it('is cut at 200 characters, never inside one', () => {
		expect(sanitize('长'.repeat(200))).toBe('长'.repeat(200));
		expect(sanitize('😀'.repeat(100_000))).toBe(`${'😀'.repeat(200)}…`);
	});

	const long = `first\n\u0007${'x'.repeat(1_000_000)}`;
	const answer = (body: object) => ({ statusCode: 200, headers: {}, text: JSON.stringify(body) });
	const withRet = { header: { code: 0, sid: long }, payload: { result: { text: { ret: long } } } };
	it.each([
		[
			'signature',
			decodeSignatureAnswer(
				answer({ header: { code: long, message: long, sid: long } }),
				TEXT_SERVICE,
			),
		],
		['checksum', decodeRecognition(answer({ code: long, desc: long, sid: long }), false)],
		['correction', decodeCorrectionAnswer(answer(withRet))],
	])('is bounded in every part of a failure (%s)', (_, outcome) => {
		if (outcome.ok) throw new Error('decoded as a success');
		const { message, remedy, code, sid } = outcome.problem;
		for (const part of [message, remedy, code, sid]) {
			expect(part).not.toMatch(/\p{Cc}/u);
			expect(part!.length).toBeLessThan(500);
		}
	});

	it('survives a code that is no text', () => {
		const outcome = decodeSignatureAnswer(
			answer({ header: { code: { toString: 1 } } }),
			TEXT_SERVICE,
		);
		expect(outcome).toMatchObject({ ok: false, problem: { code: '{"toString":1}' } });
	});
});

describe('escaping for HTML', () => {
	it('leaves no mark-up', () => {
		expect(escapeHtml(`<a href="x" title='y'>&amp;</a>`)).toBe(
			'&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;',
		);
	});
});
