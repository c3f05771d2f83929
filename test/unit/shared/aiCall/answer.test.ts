import { inChinese } from '../../aSentence';
import { decodeAcceptedRows, idText } from '../../../../nodes/IflytekAiCall/tasks/requests';
import { codeFailure, decodeAiCallAnswer } from '../../../../nodes/shared/aiCall/answer';
import { AI_CALL_CODES } from '../../../../nodes/shared/aiCall/codes';
import { aSentence } from '../../aSentence';

const answer = (text: string, statusCode = 200) =>
	decodeAiCallAnswer({ statusCode, headers: {}, text });
const result = (value: unknown) => ({ result: value as Record<string, unknown> });

describe('decodeAiCallAnswer', () => {
	it.each(['{"code":0,"message":"ok","result":{"a":1}}', '{"code":"0","result":{"a":1}}'])(
		'takes code 0 as number and as text: %s',
		(text) => {
			expect(answer(text)).toMatchObject({
				status: 'accepted',
				value: { result: { a: 1 } },
			});
		},
	);

	it('takes an answer without result, and lets the code decide over the HTTP status', () => {
		expect(answer('{"code":0}', 404)).toMatchObject({
			status: 'accepted',
			value: { result: {} },
		});
		expect(answer('{"code":200209}', 200)).toMatchObject({
			status: 'refused',
			problem: { code: '200209', httpStatus: 200 },
		});
	});

	it.each([500, 502, 503])('does not take code 0 with HTTP %i for success', (status) => {
		expect(answer('{"code":0,"result":{"total":1}}', status)).toMatchObject({
			status: 'unknown',
			problem: { httpStatus: status },
		});
	});

	it('keeps how long a busy platform asks to wait', () => {
		const headers = { 'retry-after': '7' };
		for (const statusCode of [200, 429]) {
			const decoded = decodeAiCallAnswer({ statusCode, headers, text: '{"code":10004}' });
			expect(decoded).toMatchObject({ problem: { code: '10004', retryAfterMs: 7000 } });
		}
	});

	it.each(Object.keys(AI_CALL_CODES))('explains %s with what to do', (code) => {
		const decoded = answer(`{"code":${code},"message":"m"}`);
		expect(decoded).toMatchObject({
			status: 'refused',
			problem: {
				code,
				message: AI_CALL_CODES[code]!.message,
				retryClass: code === '10004' ? 'later' : 'never',
			},
		});
	});

	it.each([
		['10999', 200, false],
		// the vendor's gateways give these when the answer of the service came too late
		['10200', 502, false],
		['10222', 504, false],
		['10114', 200, false],
		['10999', 400, true],
		['209999', 200, true],
		['209999', 500, false],
		['209999', 499, true],
		['3019999', 200, true],
		['1209999', 200, false],
		['20999', 200, false],
		['20999999', 200, false],
		['500', 500, false],
		['504', 504, false],
		['500', 200, false],
		['98765', 200, false],
		['constructor', 200, false],
		['404', 404, true],
		['429', 429, true],
		['408', 408, false],
		// as long and as high as the platform's are, or not
		['200999', 200, true],
		['300999', 200, true],
		['2009999', 200, true],
		['3009999', 200, true],
		['1099', 200, false],
		['109999', 200, false],
		['29999999', 200, false],
		['3', 200, false],
		['x10999', 200, false],
		['10999x', 200, false],
		['410999', 200, false],
	])('of the undocumented code %s with HTTP %i nothing was done: %p', (code, status, isRefused) => {
		for (const text of [`{"code":"${code}","message":"m"}`, `{"code":" ${code} "}`]) {
			expect(answer(text, status)).toMatchObject({
				status: isRefused ? 'refused' : 'unknown',
				problem: {
					code,
					message: 'The AI Call platform answered with a code that is not documented',
				},
			});
		}
	});

	it.each([
		[200, false],
		[302, false],
		[399, false],
		[400, true],
		[404, true],
		[408, false],
		[429, true],
		[499, true],
		[500, false],
		[502, false],
	])('of an answer without a code with HTTP %i nothing was done: %p', (httpStatus, isRefused) => {
		const texts = ['<html>', '', '{}', '{"code":""}', '{"code":" "}', '{"code":null}', '[]'];
		for (const text of [...texts, '{"message":"x"}']) {
			const { status } = answer(text, httpStatus);
			expect(status).toBe(isRefused ? 'refused' : 'unknown');
		}
	});

	it('lets a documented code decide over the HTTP status, but for what a gateway may add', () => {
		const statusOf = (code: number, status: number) => answer(`{"code":${code}}`, status).status;
		for (const status of [200, 400]) expect(statusOf(200203, status)).toBe('refused');
		// a gateway may answer with a 5xx after the platform has acted
		expect(statusOf(200203, 500)).toBe('unknown');
		expect(statusOf(10004, 503)).toBe('unknown');
	});

	it('explains an undocumented code, and quotes the platform within bounds', () => {
		expect(codeFailure('10999', 'm', 200)).toEqual({
			message: 'The AI Call platform answered with a code that is not documented',
			remedy: expect.stringMatching(/^Look .{20,}\. The platform's own words: "m"\.$/),
			chinese: {
				message: '平台返回了文档中没有的错误码',
				remedy: expect.stringMatching(/。平台原话：“m”。$/),
			},
			ownWords: 'm',
			code: '10999',
			httpStatus: 200,
			retryClass: 'never',
		});
		for (const message of [undefined, null, '', '  ', 5, {}]) {
			expect(codeFailure('10999', message).remedy).not.toMatch(/own words/);
			expect(codeFailure('10999', message).remedy).toEqual(aSentence);
		}
		const long = codeFailure('10999', ` ${'x'.repeat(300)} `).remedy;
		expect(/"(x+)…"\.$/.exec(long)?.[1]).toHaveLength(200);
		expect(codeFailure('10004', 'm').remedy).toMatch(AI_CALL_CODES['10004']!.remedy);
	});

	it('shows no words in another encoding as if they were text', () => {
		const { remedy } = codeFailure('10005', '����');
		expect(remedy).toMatch(/The platform's own words are not in UTF-8 and cannot be shown\.$/);
		expect(remedy).not.toContain('\uFFFD');
	});

	it('keeps the whole answer and its result beside it', () => {
		expect(answer('{"code":0,"result":{"id":12345678901234567890},"sid":"s"}')).toEqual({
			status: 'accepted',
			value: { result: { id: '12345678901234567890' } },
			answer: { code: 0, result: { id: '12345678901234567890' }, sid: 's' },
		});
		expect(answer('{"code":0,"result":[1]}')).toMatchObject({ value: { result: {} } });
		expect(answer('{"code":"987","message":"m"}')).toMatchObject({
			answer: { code: '987', message: 'm' },
			problem: { retryClass: 'never', httpStatus: 200 },
		});
		expect(answer('{"code":200209,"a":1}')).toMatchObject({
			answer: { code: 200209, a: 1 },
		});
	});

	it('asks again after a code of a gateway as after its HTTP status', () => {
		const retryClasses = { 502: 'later', 503: 'tooMany', 429: 'tooMany', 404: 'never' };
		for (const [code, retryClass] of Object.entries(retryClasses)) {
			expect(answer(`{"code":${code}}`, Number(code))).toMatchObject({ problem: { retryClass } });
		}
	});

	it('gives no advice that this node cannot follow', () => {
		expect(answer('', 429)).toMatchObject({
			problem: { remedy: 'Wait a while, then repeat only what was refused.' },
		});
		const elsewhere = {
			problem: { remedy: expect.stringContaining('no token goes to another host') },
		};
		for (const status of [300, 302, 399]) expect(answer('', status)).toMatchObject(elsewhere);
		for (const status of [200, 400]) expect(answer('', status)).not.toMatchObject(elsewhere);
	});
});

describe('decodeAcceptedRows', () => {
	const ids = ['130', '346252615123869699'];

	it.each([
		{ total: 2, task_data_ids: [130, ids[1]] },
		{ total: '2', task_data_ids: ids },
		{ total: null, task_data_ids: ids },
		{ task_data_ids: JSON.stringify(ids) },
	])('gives the ids as text, in the order of the rows: %j', (value) => {
		expect(decodeAcceptedRows(result(value), 2)).toEqual({ ok: true, value: ids });
	});

	it.each([
		{ total: 2 },
		{ total: '2', task_data_ids: null },
		{ total: 2, task_data_ids: [] },
		{ total: 2, task_data_ids: ' [] ' },
	])('takes the right total without any id for all rows: %j', (value) => {
		expect(decodeAcceptedRows(result(value), 2)).toEqual({ ok: true, value: [null, null] });
	});

	it.each([
		[{ total: 2, task_data_ids: [1, null] }, 'total: 2, IDs: 1'],
		[{ total: 0, task_data_ids: [1, 2] }, 'total: 0, IDs: 2'],
		[{ total: 2, task_data_ids: ['', ' '] }, 'total: 2, IDs: 0'],
		[{ task_data_ids: ['', 7] }, 'total: –, IDs: 1'],
		[{ total: 2, task_data_ids: [1] }, 'total: 2, IDs: 1'],
		[{ total: 1, task_data_ids: [130] }, 'total: 1, IDs: 1'],
		[{ total: 3, task_data_ids: [1, 2, 3] }, 'total: 3, IDs: 3'],
		[{ total: '', task_data_ids: [1, 2] }, 'total: –, IDs: 2'],
		[{ total: 'many', task_data_ids: [1, 2] }, 'total: many, IDs: 2'],
		[{ total: true, task_data_ids: [1, 2] }, 'total: –, IDs: 2'],
		[{ total: 2, task_data_ids: { a: 1 } }, 'total: 2, IDs: 0'],
		[{ total: 2, task_data_ids: 'none' }, 'total: 2, IDs: 0'],
		[{ total: '9'.repeat(40), task_data_ids: [1, 2] }, `total: ${'9'.repeat(20)}, IDs: 2`],
		[{}, 'total: –, IDs: 0'],
	])('does not guess which rows %j stands for', (value, told) => {
		expect(decodeAcceptedRows(result(value), 2)).toEqual({
			ok: false,
			problem: {
				message: `The AI Call platform's answer does not fit the request (rows: 2, ${told}): it is not known which rows it accepted`,
				remedy: '',
				httpStatus: 200,
				retryClass: 'never',
				chinese: inChinese,
			},
		});
	});
});

it('reads a task id as number or text', () => {
	expect([129, '129', 0].map(idText)).toEqual(['129', '129', '0']);
	expect([undefined, '', null, {}, true].map(idText)).toEqual(Array(5).fill(null));
});
