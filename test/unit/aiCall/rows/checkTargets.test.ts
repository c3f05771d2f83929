import { checkTargets } from '../../../../nodes/IflytekAiCall/rows/checkTargets';
import type { Row } from '../../../../nodes/IflytekAiCall/rows/readRows';
import type { AiCall } from '../../../../nodes/shared/aiCall/client';

it.each([
	['a list', ['Phone', 'Name', 'Order']],
	['JSON text', '["Phone","Name","Order"]'],
])('a dry run compares the columns that the platform gives as %s', async (_name, call_column) => {
	const service = {
		query: async () => ({
			ok: true,
			value: { envelope: {}, result: { robots: [{ robot_id: '1', call_column }], lines: [] } },
		}),
	} as unknown as AiCall;
	const row = { row: 1, columns: ['Phone', 'Name'], target: { key: '', task: '' } } as Row;
	await checkTargets(service, [row], () => ({ scriptId: '1' }));
	expect(row.outcome).toMatchObject({
		status: 'refused',
		problem: { message: 'The columns are Phone, Name, and the script has Phone, Name, Order' },
	});
});
