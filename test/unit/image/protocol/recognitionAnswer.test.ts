import { aSentence } from '../../aSentence';
import { decodeRecognition } from '../../../../nodes/IflytekImageRecognition/protocol/recognitionAnswer';
import { CHECKSUM_CODES, CHECKSUM_SENTENCES } from '../../../../nodes/shared/checksum/scheme';
import type { Problem } from '../../../../nodes/shared/problem/problem';
import { CHECKSUM } from '../../../fixtures/codes';

const ELEMENT = {
	label: 7,
	labels: [7, 18, 19, 12, 17],
	rate: 0.41,
	rates: [0.41, 0.31, 0.12, 0.09, 0.02],
	name: 'hall.png',
	review: true,
};

const ENVELOPE = { code: 0, data: { fileList: [ELEMENT] }, desc: 'success', sid: 'tup1' };

function decode(body: unknown, statusCode = 200, byUrl = false) {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	return decodeRecognition({ statusCode, headers: {}, text }, byUrl);
}

function recognitions(body: unknown) {
	const outcome = decode(body);
	if (!outcome.ok) throw new Error(outcome.problem.message);
	return outcome.value.recognitions;
}

function failure(body: unknown, statusCode = 200, byUrl = false): Problem {
	const outcome = decode(body, statusCode, byUrl);
	if (outcome.ok) throw new Error('decoded as a success');
	return outcome.problem;
}

const element = (changes: object) => ({
	...ENVELOPE,
	data: { fileList: [{ ...ELEMENT, ...changes }] },
});

describe('decodeRecognition, success', () => {
	it('reads data.fileList', () => {
		expect(recognitions(ENVELOPE)).toEqual([
			{
				label: 7,
				score: 0.41,
				name: 'hall.png',
				review: true,
				candidates: [
					{ label: 7, score: 0.41 },
					{ label: 18, score: 0.31 },
					{ label: 19, score: 0.12 },
					{ label: 12, score: 0.09 },
					{ label: 17, score: 0.02 },
				],
			},
		]);
	});

	it('reads data as an array, code and numbers as text', () => {
		const documented = {
			...ENVELOPE,
			code: '0',
			data: [
				{ ...ELEMENT, label: '7', rate: '0.41', rates: ['0.41', '0.31'], labels: ['7', '18'] },
			],
		};
		expect(recognitions(documented)).toEqual([
			{
				label: 7,
				score: 0.41,
				name: 'hall.png',
				review: true,
				candidates: [
					{ label: 7, score: 0.41 },
					{ label: 18, score: 0.31 },
				],
			},
		]);
	});

	it('keeps every element and the whole answer', () => {
		const body = { ...ENVELOPE, data: { fileList: [ELEMENT, { ...ELEMENT, label: 1 }], extra: 1 } };
		const outcome = decode(body);
		expect(outcome.ok && outcome.value.recognitions.map(({ label }) => label)).toEqual([7, 1]);
		expect(outcome.ok && outcome.value.envelope).toEqual(body);
	});

	it('keeps candidates whose score is missing, and takes none when there are none', () => {
		expect(recognitions(element({ rates: [0.41] }))[0].candidates.slice(0, 2)).toEqual([
			{ label: 7, score: 0.41 },
			{ label: 18, score: null },
		]);
		expect(recognitions(element({ labels: undefined }))[0].candidates).toEqual([]);
	});

	it('knows neither score nor review when the service sends none', () => {
		const [only] = recognitions(element({ rate: undefined, review: undefined }));
		expect(only).toMatchObject({ score: null, review: undefined });
	});

	it('lets the code decide, not the HTTP status', () => {
		expect(decode(ENVELOPE, 500).ok).toBe(true);
	});
});

describe('decodeRecognition, refusals', () => {
	it.each(CHECKSUM_SENTENCES.map(({ desc, problem }) => [desc, problem] as const))(
		'gives %s a sentence of its own, also with something behind it',
		(desc, { message, remedy }) => {
			const given = failure({ code: '10105', desc: `${desc}: 203.0.113.7`, data: '', sid: 's' });
			expect(given).toMatchObject({ message, code: '10105', sid: 's', retryClass: 'never' });
			expect(given.remedy).toContain(remedy);
			expect(given.remedy).toContain('203.0.113.7');
		},
	);

	it.each(Object.entries(CHECKSUM))(
		'gives code %s the sentence of its table, as text and as number; sent again: %s',
		(code, repeat) => {
			const entry = CHECKSUM_CODES[code]!;
			for (const sent of [code, Number(code)]) {
				const given = failure({ code: sent, desc: 'something else', data: null, sid: 's' });
				expect(given.message).toBe(entry.message);
				expect(given.remedy).toContain(entry.remedy);
				expect(given.retryClass !== 'never').toBe(repeat !== 'never');
				expect(given.retryClass.startsWith('tooMany')).toBe(repeat === 'fewer');
			}
		},
	);

	it.each(['', [], null, undefined, {}])('reads the failure whatever data is: %p', (data) => {
		expect(failure({ code: '10106', data, desc: '', sid: 's' }).code).toBe('10106');
	});

	it('sends fewer at once after a code of the license system', () => {
		expect(failure({ code: 11202, desc: '' })).toMatchObject({ retryClass: 'tooMany' });
	});

	it('names a code it does not know, with what the service says', () => {
		const given = failure({ code: 99999, desc: 'strange', sid: 's9' }, 403);
		expect(given).toMatchObject({ code: '99999', sid: 's9', retryClass: 'never' });
		expect(given.message).toMatch(/^The service refused the request/);
		expect(given.remedy).toMatch(/^Look .*\. The service says: strange\.$/);
		expect(failure({ code: 99999 }).remedy).toMatch(/^Look [^:]*\.$/);
		expect(failure({ code: 99999, sid: 5 }).sid).toBe('');
	});

	it('reads whether the service doubts a result, and a score as text', () => {
		const reviewOf = (review: unknown) => recognitions(element({ review }))[0].review;
		expect([true, 'true'].map(reviewOf)).toEqual([true, true]);
		expect([false, 'false'].map(reviewOf)).toEqual([false, false]);
		for (const review of ['yes', 1, null]) expect(reviewOf(review)).toBeUndefined();
		const scoreOf = (rate: unknown) => recognitions(element({ rate }))[0].score;
		expect(['0.5', 0, '1.0'].map(scoreOf)).toEqual([0.5, 0, 1]);
		for (const rate of [' ', '', true, NaN, 'Infinity', 91.2, '1.01', -0.1]) {
			expect(scoreOf(rate)).toBeNull();
		}
		expect(recognitions(element({ name: 5 }))[0].name).toBe('');
		expect(recognitions(element({ rates: 'x' }))[0].candidates[0]).toEqual({
			label: 7,
			score: null,
		});
		expect(
			recognitions(element({ labels: [7, 'x', null, '8.0'], rates: [0.1, 0.2, 0.3, 4] })),
		).toMatchObject([
			{
				candidates: [
					{ label: 7, score: 0.1 },
					{ label: 8, score: null },
				],
			},
		]);
		expect(
			recognitions(element({ labels: '[7, 8]', rates: '["0.6","0.4"]' }))[0].candidates,
		).toEqual([
			{ label: 7, score: 0.6 },
			{ label: 8, score: 0.4 },
		]);
	});

	it('rounds scores to four decimals, and leaves the whole answer as it came', () => {
		const body = element({ rate: 0.6200000000000012, rates: ['0.020266916886903366', 1] });
		const outcome = decode(body);
		if (!outcome.ok) throw new Error(outcome.problem.message);
		const [{ score, candidates }] = outcome.value.recognitions;
		expect([score, candidates[0]!.score, candidates[1]!.score]).toEqual([0.62, 0.0203, 1]);
		expect(outcome.value.envelope).toEqual(body);
	});

	it.each(['<html></html>', '', '[]', '{"message":"no route"}', '{"code":null}'])(
		'judges an answer without a code by its HTTP status: %s',
		(text) => {
			expect(failure(text, 502)).toMatchObject({ retryClass: 'later' });
			expect(failure(text, 404)).toMatchObject({ retryClass: 'never' });
			expect(failure(text, 200).retryClass).toBe('never');
		},
	);
});

describe('decodeRecognition, a picture that was not judged', () => {
	it.each([-1, '-1'])('takes label %p as a failure with the reason', (label) => {
		const given = failure(element({ label, labels: [], rates: [] }));
		expect(given).toEqual({
			message:
				'The service could not read the picture (label -1): it is damaged or in an unsupported format',
			remedy: aSentence,
			sid: 'tup1',
			code: undefined,
			retryClass: 'never',
		});
	});

	it.each([-2, '-3'])('takes label %p for no result', (label) => {
		expect(failure(element({ label, labels: [label], rates: [0.9] }))).toMatchObject({
			message: `The service found nothing in the picture that it knows (label ${label})`,
			remedy: aSentence,
			retryClass: 'never',
		});
	});

	it('leaves out candidates that are no label', () => {
		const labels = { labels: [7, -2, 8], rates: [0.5, 0.3, 0.2] };
		expect(recognitions(element(labels))[0].candidates).toEqual([
			{ label: 7, score: 0.5 },
			{ label: 8, score: 0.2 },
		]);
	});

	it('points to the address when the service fetched the picture', () => {
		const byUrl = failure(element({ label: -1 }), 200, true);
		// a camera's or server's address in one's own network opens in a private window too
		expect(byUrl.remedy).toContain('an address of your own network or machine is out of its reach');
		expect(byUrl.remedy).not.toBe(failure(element({ label: -1 })).remedy);
	});

	it.each([1100, '1100'])('takes an element with code %p as a failure', (code) => {
		expect(failure(element({ code }))).toMatchObject({
			message: 'The service could not process the picture',
			code: '1100',
			retryClass: 'never',
		});
	});

	it.each([0, '0', undefined])('takes an element with code %p as a success', (code) => {
		expect(decode(element({ code })).ok).toBe(true);
	});

	it.each([[], { fileList: [] }, '', null, { fileList: null }, [null]])(
		'says that there is no result when data is %p',
		(data) => {
			expect(failure({ ...ENVELOPE, data })).toEqual({
				message: 'The service returned no result for the picture',
				remedy: aSentence,
				sid: 'tup1',
				retryClass: 'never',
			});
		},
	);

	it.each([undefined, null, '', 'zebra', {}, true, 1.5, '0x1f'])(
		'does not take %p for a label',
		(label) => {
			expect(failure(element({ label }))).toEqual({
				message: 'The service sent a result without a label',
				remedy: aSentence,
				sid: 'tup1',
				retryClass: 'never',
			});
		},
	);
});
