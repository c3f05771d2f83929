/** In which language an error of an item is. */
import { Item } from '../../../../nodes/shared/items/item';
import { CANCELED, problemFrom, type Problem } from '../../../../nodes/shared/problem/problem';

function said(problem: Problem, { language = 'chinese', isCanceled = false } = {}) {
	const context = {
		getNode: () => ({ name: 'Node', type: 'node' }),
		getInputData: () => [{ json: {} }, { json: {} }],
		getNodeParameter: () => language,
		getExecutionCancelSignal: () => ({ aborted: isCanceled }),
	};
	const item = new Item(context as never, 1);
	const { message, description } = item.inLanguage(item.serviceError(problem)) as {
		message: string;
		description: string;
	};
	return [message, description];
}

const BUSY = problemFrom(['It is busy', '服务繁忙', 'Try again later.', '请稍后再试。']);

it('is that of its texts, with the codes in it and the item beside it', () => {
	const problem = { ...BUSY, code: '10004', sid: 'x1', httpStatus: 429 };
	expect(said(problem)).toEqual([
		'服务繁忙 [item 1]',
		'请稍后再试。（错误码 10004、sid x1、HTTP 429）',
	]);
	expect(said(problem, { language: 'english' })).toEqual([
		'It is busy [item 1]',
		'Try again later. (code 10004, sid x1, HTTP 429)',
	]);
});

it('is English where it has no words in another one', () => {
	const problem = { ...BUSY, chinese: undefined, code: '7' };
	expect(said(problem)).toEqual(['It is busy [item 1]', 'Try again later. (code 7)']);
});

it('is English in a canceled execution: n8n knows one by that word in its error', () => {
	expect(said(CANCELED, { isCanceled: true })[0]).toBe('The execution was canceled [item 1]');
	expect(said(CANCELED)[0]).toBe('执行已取消 [item 1]');
});
