import * as fc from 'fast-check';
import {
	callerData,
	workflowResult,
} from '../../../../nodes/IflytekAiCallTrigger/dialogContext/answerDialogContext';

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
	const noData = 'Workflow executed successfully but the last node did not return any data';

	it('is what n8n answers with status 200', () => {
		for (const body of [{ a: '1' }, { message: 'Hello' }, { message: 5 }, 'text', null]) {
			expect(workflowResult(200, body)).toBe(body);
		}
		expect(callerData(workflowResult(200, 'text')).ok).toBe(false);
	});

	it('is nothing when the workflow failed or n8n speaks for itself', () => {
		expect(workflowResult(500, { message: 'Error in workflow' })).toBeUndefined();
		for (const message of [noData, 'Workflow executed successfully but no data was returned']) {
			expect(workflowResult(200, { message })).toBeUndefined();
		}
		// the item of a node that failed and is set to continue
		expect(workflowResult(200, { error: 'Not found' })).toBeUndefined();
	});

	it('is n8n’s own only when it is that message and nothing else', () => {
		for (const body of [
			{ message: noData, name: 'x' },
			{ error: 'e', name: 'x' },
			{ message: `So: ${noData}` },
			[noData],
		]) {
			expect(workflowResult(200, body)).toBe(body);
		}
	});
});
