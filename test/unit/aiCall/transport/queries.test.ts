import { queryColumns, queryTask } from '../../../../nodes/IflytekAiCall/transport/queries';

const answering = (result: object) =>
	({ query: async () => ({ ok: true, value: { envelope: {}, result } }) }) as never;
const refused = { ok: false, problem: { message: 'no', remedy: '', retryClass: 'never' } };
const refusing = { query: async () => refused } as never;

describe('the columns of a script', () => {
	const robots = [
		null,
		{ robot_id: 7, call_column: ['Phone'] },
		{ robot_id: '8', call_column: ['Phone', 5] },
		{ robot_id: 9, call_column: 'none' },
		{ robot_id: 11, call_column: null },
		{ robot_id: 12 },
		{ robot_id: 13, call_column: '["Phone","Name"]' },
	];

	it.each([
		['7', ['Phone']],
		['8', ['Phone', '5']],
		['9', []],
		['11', []],
		['12', []],
		['13', ['Phone', 'Name']],
		['10', undefined],
	])('of script %s are %p', async (id, columns) => {
		expect(await queryColumns(answering({ robots }), id)).toEqual({ ok: true, value: columns });
	});

	it('are read where the platform sends its lists and its result as JSON text', async () => {
		const text = JSON.stringify([{ robot_id: '8', call_column: '["Phone"]' }]);
		expect(await queryColumns(answering({ robots: text }), '8')).toEqual({
			ok: true,
			value: ['Phone'],
		});
	});

	it('are not known when the platform refuses', async () => {
		expect(await queryColumns(refusing, '7')).toBe(refused);
		expect(await queryTask(refusing, '7')).toBe(refused);
	});
});
