/** Pairs of features that meet in one run (test/SEAMS.md). */
import { customers, GOING_ON, phone, placing, RUN, statuses, useEmulator } from './aiCallBench';

const bed = useEmulator();
const place = placing(bed);
const NARROWED = { onRefusedBatch: 'narrowDown' };
const tasks = () =>
	bed.emulator.aiCall.tasks.map(({ status, rows }) => ({ status, rows: rows.length }));

describe('a Run whose bad rows are narrowed down', () => {
	const run = async (startIncomplete: boolean) => {
		bed.emulator.aiCall.set({ sensitiveNumbers: [phone(3)] });
		bed.emulator.aiCall.clock.setSpeed(0);
		const parameters = { ...RUN, startIncomplete, options: NARROWED };
		return await place(parameters, { items: customers(8), settings: GOING_ON });
	};

	it('starts with the good ones when told to', async () => {
		const { items } = await run(true);
		expect(statuses(items)).toEqual([
			...Array<string>(3).fill('accepted'),
			'refused',
			...Array<string>(4).fill('accepted'),
		]);
		expect(items[0]!.json.taskState).toBe('started');
		expect(tasks()).toEqual([{ status: expect.any(Number), rows: 7 }]);
		expect(tasks()[0]!.status).not.toBe(0);
	});

	it('else leaves the task as it is, and says what it holds', async () => {
		const { items } = await run(false);
		expect(items[0]!.json).toMatchObject({ taskState: 'notStarted', mayHaveBeenCalled: true });
		expect(items[3]!.json).toMatchObject({ status: 'refused', mayHaveBeenCalled: false });
		expect(tasks()).toEqual([{ status: 0, rows: 7 }]);
	});
});
