import { callRecordFields } from '../../../nodes/IflytekAiCallTrigger/push/callRecord';
import { dialogFields } from '../../../nodes/IflytekAiCallTrigger/push/dialog';

describe('a push made to be huge', () => {
	it('is not shaped into a row of a million columns', () => {
		const started = Date.now();
		const { row } = callRecordFields({
			task_row_head: [],
			task_row_value: new Array(2_000_000).fill(0),
		});
		expect(row).toBeNull();
		expect(Date.now() - started).toBeLessThan(2000);
	});

	it('still has the row of a thousand columns', () => {
		const names = Array.from({ length: 1000 }, (_, n) => `c${n}`);
		const { row } = callRecordFields({ task_row_head: names, task_row_value: names });
		expect(Object.keys(row!)).toHaveLength(1000);
	});

	it('is shaped only as far as any conversation goes', () => {
		const { dialog } = dialogFields({ dialog: new Array(1_000_000).fill({}) });
		expect(dialog).toHaveLength(2000);
	});
});
