import * as fc from 'fast-check';
import {
	callerData,
	workflowResult,
} from '../../../../nodes/IflytekAiCallTrigger/dialogContext/callerData';

describe('the answer to a dialog-context request', () => {
	it('is a map of texts, with numbers, booleans and null made texts', () => {
		expect(callerData({ 姓名: '张三', age: 41, vip: true, note: null, gone: undefined })).toEqual({
			ok: true,
			value: { 姓名: '张三', age: '41', vip: 'true', note: '' },
		});
		expect(callerData({})).toEqual({ ok: true, value: {} });
	});

	it.each([
		[{ a: 'x', b: { c: 1 } }, "the field 'b' of the result is not text"],
		[{ list: [] }, "the field 'list' of the result is not text"],
		[['x'], 'the result of the workflow is not an object'],
		['text', 'the result of the workflow is not an object'],
		[null, 'the result of the workflow is not an object'],
		[undefined, 'the workflow returned no result'],
	])('cannot be %j', (value, reason) => {
		expect(callerData(value)).toMatchObject({ ok: false, problem: { message: reason } });
	});

	it('has texts only, whatever the workflow gave', () => {
		fc.assert(
			fc.property(fc.jsonValue(), (value) => {
				const read = callerData(value);
				if (!read.ok) return;
				expect(Object.values(read.value).every((text) => typeof text === 'string')).toBe(true);
			}),
		);
	});
});

describe('the result of the workflow', () => {
	it('is what n8n answers with status 200', () => {
		expect(workflowResult(200, { a: '1' })).toEqual({ a: '1' });
		expect(workflowResult(200, { message: 'Hello' })).toEqual({ message: 'Hello' });
	});

	it('is nothing when the workflow failed or n8n speaks for itself', () => {
		expect(workflowResult(500, { message: 'Error in workflow' })).toBeUndefined();
		expect(
			workflowResult(200, {
				message: 'Workflow executed successfully but the last node did not return any data',
			}),
		).toBeUndefined();
		expect(
			workflowResult(200, { message: 'Workflow executed successfully but no data was returned' }),
		).toBeUndefined();
	});
});

describe('the answer of a workflow', () => {
	const own = 'Workflow executed successfully but the last node did not return any data';

	it('is n8n’s own only when it is that message and nothing else', () => {
		expect(workflowResult(200, { message: own })).toBeUndefined();
		expect(workflowResult(200, { message: own, name: 'x' })).toEqual({ message: own, name: 'x' });
		expect(workflowResult(200, { message: `So: ${own}` })).toEqual({ message: `So: ${own}` });
		expect(workflowResult(200, { message: 5 })).toEqual({ message: 5 });
		for (const body of [undefined, null, 'text', [own]]) {
			expect(workflowResult(200, body)).toBe(body);
		}
		expect(callerData(workflowResult(200, 'text')).ok).toBe(false);
	});
});
