import { startEmulator, type Emulator } from '../index';
import { control, mobile, newTask, rowsFor, signedIn, type ServiceId } from './fixtures/client';

let emulator: Emulator;
let done: (service: ServiceId, body?: unknown) => Promise<any>;

/** 2026-03-02, 10:00 in China. */
const TEN = Date.UTC(2026, 2, 2, 2);
const at = (time: string): number => Date.parse(`2026-03-02T${time}+08:00`);

const clock = async (change: object): Promise<any> =>
	await control(emulator, 'aicall-clock', change);
const set = async (change: object): Promise<any> =>
	await control(emulator, 'aicall-settings', change);
const find = async (task_id: string): Promise<any> =>
	(await done('aicall-query', { task_id })).rows[0];
const make = async (numbers: string[], more: object = {}): Promise<string> => {
	const { task_id } = await done('aicall-create', newTask({ time_begin: TEN, ...more }));
	if (numbers.length > 0) await done('aicall-insert', rowsFor(task_id, ...numbers));
	return task_id;
};

beforeAll(async () => {
	emulator = await startEmulator();
});
afterAll(async () => await emulator.stop());
beforeEach(async () => {
	emulator.reset();
	await set({ outcomes: { '*': '0' } });
	await clock({ speed: 0, now: TEN });
	({ done } = await signedIn(emulator));
});

describe('a task', () => {
	it('goes from new over started and running to finished, with its counts', async () => {
		const task_id = await make([mobile(1), mobile(2), mobile(3)], { robot_id: '3102' });
		expect(await find(task_id)).toMatchObject({ status: 0, time_task_start: 0, count_tel: 3 });
		await done('aicall-start', { task_id });
		expect(await find(task_id)).toMatchObject({ status: 1, process_count: 0 });
		await clock({ advance: 0 });
		expect(await find(task_id)).toMatchObject({
			status: 2,
			time_task_start: TEN,
			process_count: 3,
			process_tel_count: 3,
			process_through_count: 0,
		});
		await clock({ runOut: true });
		const finished = await find(task_id);
		expect(finished).toMatchObject({
			status: 4,
			process_count: 3,
			process_tel_count: 3,
			process_through_count: 3,
			process_through_rate: 1,
		});
		expect(finished.time_task_finish).toBeGreaterThan(TEN + 9000);
		expect(finished.time_task_finish).toBeLessThan(TEN + 60_000);
	});

	it('calls again after its wait until somebody answers or the retries are used up', async () => {
		await set({ outcomes: { [mobile(1)]: ['5', '20', '0'], [mobile(2)]: '4', [mobile(3)]: '15' } });
		const numbers = [mobile(1), mobile(2), mobile(3)];
		const task_id = await make(numbers, { recall_count: 2, time_recall_wait: 600 });
		await done('aicall-start', { task_id });
		await clock({ runOut: true });
		expect(await find(task_id)).toMatchObject({
			status: 4,
			process_count: 7,
			process_tel_count: 3,
			process_through_count: 2,
			process_through_rate: 2 / 7,
			count_recalled: 4,
			count_max_recall: 2,
			time_recall_wait: 600,
		});
		const { rows, totals } = emulator.aiCall.ledger.view({ taskId: task_id });
		expect(rows.map(({ calls }) => calls.map(({ tries, result }) => [tries, result]))).toEqual([
			[
				[0, '5'],
				[1, '20'],
				[2, '0'],
			],
			[
				[0, '4'],
				[1, '4'],
				[2, '4'],
			],
			[[0, '15']],
		]);
		const [first, again] = rows[0]?.calls ?? [];
		expect((again?.dialledAt ?? 0) - (first?.dialledAt ?? 0)).toBeGreaterThan(600_000);
		expect(totals).toMatchObject({ calls: 7, rowsCalled: 3, retries: 4 });
	});

	it('waits for its begin and keeps to its periods and its line’s, in the platform’s zone', async () => {
		const task_id = await make([mobile(1)], {
			line_num: '02566800003',
			time_begin: at('12:30:00'),
			time_range: ['08:00:00-11:00:00', '13:30:00-17:00:00'],
		});
		await done('aicall-start', { task_id });
		expect(await clock({})).toMatchObject({ events: 1, next: at('12:30:00') });
		await clock({ runOut: true });
		expect(await find(task_id)).toMatchObject({
			status: 4,
			time_task_start: at('13:30:00'),
			time_range: '08:00:00-11:00:00,13:30:00-17:00:00',
		});
	});
});
