import { readBody } from '../../../../nodes/IflytekAiCallTrigger/protocol/body';
import { processorTime } from '../../../support/processorTime';

const read = (text: string) => readBody(Buffer.from(text));
const utf8 = (fields: unknown) => ({ ok: true, value: { fields, encoding: 'utf-8' } });
const unreadable = (message: string) => ({
	ok: false,
	problem: { message, remedy: 'Send a JSON object with POST.', retryClass: 'never' },
});

describe('reading the body of a push', () => {
	it('keeps identifiers beyond 2^53 with all their digits', () => {
		const text =
			'{"task_data_id":412907635018842113,"list":[-9007199254740993],"ok":9007199254740991}';
		const ids = { task_data_id: '412907635018842113', list: ['-9007199254740993'] };
		expect(read(text)).toEqual(utf8({ ...ids, ok: 9007199254740991 }));
	});

	it('takes the last of a key given twice, and null and wrong types as they are', () => {
		expect(read('{"call_uuid":1,"call_uuid":null,"direction":{"x":[]},"dialog":true}')).toEqual(
			utf8({ call_uuid: null, direction: { x: [] }, dialog: true }),
		);
	});

	it('passes a key __proto__ on without touching any prototype', () => {
		const result = read('{"__proto__":{"dialog":[]},"constructor":1}');
		expect(result.ok && Object.keys(result.value.fields)).toEqual(['__proto__', 'constructor']);
		expect(({} as Record<string, unknown>).dialog).toBeUndefined();
	});

	it('strips a byte order mark', () => {
		expect(read('\uFEFF{"a":1}')).toEqual(utf8({ a: 1 }));
	});

	it.each([
		['', 'The request has no body.'],
		['  \n', 'The request has no body.'],
		['{"a":1', 'The body is not JSON.'],
		['call_uuid=1', 'The body is not JSON.'],
		['[{"call_uuid":"1"}]', 'The body is not a JSON object.'],
		['"success"', 'The body is not a JSON object.'],
		['null', 'The body is not a JSON object.'],
		['412907635018842113', 'The body is not a JSON object.'],
	])('says what is wrong with %j', (text, reason) => {
		expect(read(text)).toEqual(unreadable(reason));
	});

	it('says that a request without a body has none', () => {
		expect(readBody(undefined)).toEqual(unreadable('The request has no body.'));
	});

	it('refuses any depth that n8n could not store', () => {
		expect(readBody(Buffer.from(`{"a":${'['.repeat(2_000_000)}`)).ok).toBe(false);
	});

	it.each([
		['empty texts', '"",', 5_200_000],
		['quotation marks and backslashes', '"\\\\\\"",', 2_200_000],
		['small objects', '{"b":1},', 2_000_000],
		['long numbers', '12345678901234567890,', 750_000],
	])('reads 16 MB of %s within seconds', (_name, part, count) => {
		const id = '412907635018842113';
		const raw = Buffer.from(`{"list":[${part.repeat(count)}1],"id":${id}}`);
		const spent = processorTime();
		const body = readBody(raw);
		const tookMs = spent();
		expect(body.ok && body.value.fields.id).toBe(id);
		// about one on a quiet machine; the reader that looked at all texts again took twelve
		expect(tookMs).toBeLessThan(6000);
	});
});

describe('how deep a body may be nested', () => {
	const levels = (open: string, close: string, count: number) =>
		readBody(Buffer.from(`{"a":${open.repeat(count - 1)}1${close.repeat(count - 1)}}`));

	it.each([
		['[', ']'],
		['{"a":', '}'],
	])('is a hundred levels of %s', (open, close) => {
		expect(levels(open, close, 100).ok).toBe(true);
		expect(levels(open, close, 101)).toEqual(
			unreadable('The body is nested more than 100 levels deep.'),
		);
	});

	it('counts levels, not brackets', () => {
		for (const one of ['[]', '{}', '[{}]', '"["', '"{"', '"\\"["']) {
			const body = `{"a":[${Array(150).fill(one).join()}]}`;
			expect(readBody(Buffer.from(body)).ok).toBe(true);
		}
		const behind = `{"a":[${Array(150).fill('[]').join()},${'['.repeat(99)}${']'.repeat(99)}]}`;
		expect(readBody(Buffer.from(behind)).ok).toBe(false);
	});

	it('has a byte order mark in front only', () => {
		expect(readBody(Buffer.from('{"a":"\uFEFF"}'))).toEqual(utf8({ a: '\uFEFF' }));
		expect(readBody(Buffer.from('{"a":1}\uFEFF')).ok).toBe(false);
	});
});

describe('the encoding of a body', () => {
	// {"task_result_desc":"成功"} as a sender on GBK writes it
	const gbk = Buffer.from('7b227461736b5f726573756c745f64657363223a22b3c9b9a6227d', 'hex');

	it('is GBK where the bytes are no UTF-8, and said to be', () => {
		expect(readBody(gbk)).toEqual({
			ok: true,
			value: { fields: { task_result_desc: '成功' }, encoding: 'gb18030' },
		});
	});

	it('is UTF-8 whenever the bytes are', () => {
		expect(read('{"a":"成功 🙂"}')).toEqual(utf8({ a: '成功 🙂' }));
	});

	it('is refused where it is neither, so that no garbled text is stored', () => {
		expect(readBody(Buffer.from([0x7b, 0xff, 0xff, 0x7d]))).toEqual(
			unreadable('The body is neither UTF-8 nor GBK text.'),
		);
	});
});
