import { TaskRun } from '../../../../nodes/IflytekAiCall/operations/task/taskRun';
import { newPaceState } from '../../../../nodes/IflytekAiCall/submission/pace';
import type { RowPlan, SendableRow } from '../../../../nodes/IflytekAiCall/rows/row';
import type { CreateBody } from '../../../../nodes/IflytekAiCall/tasks/requests';
import { success } from '../../../../nodes/shared/problem/problem';

/** One row for each task. */
const rowsOf = (tasks: string[]) =>
	tasks.map((key, index) => {
		const target = { key, task: key, ids: {} };
		const phone = String(13_800_000_000 + index);
		const place = { target, columns: ['Phone'], group: key };
		return {
			state: 'sendable',
			...place,
			row: index + 1,
			values: [phone],
			phone,
		} as unknown as SendableRow;
	});

const groupOf = (key: string) => {
	const body = { task_name: key, time_range: ['00:00:00-23:59:59'], time_begin: 0 };
	return { key, body: body as CreateBody, names: new Set([key]) };
};

const refused = (code: string) => ({
	status: 'refused',
	problem: { message: `refused ${code}`, remedy: '', code, retryClass: 'never' },
});

/** Runs tasks on a platform that refuses the first inserts so; tells what was sent, and how long was waited. */
async function run(tasks: string[], code: string, refusals = 1) {
	const log: Array<number | string> = [];
	const client = {
		canceled: false,
		sleep: async (ms: number) => void log.push(ms),
		attempts: () => ({}),
		query: async () => success({ envelope: {}, result: {} }),
		sendOnce: async (path: string) => {
			const name = path.split('/').at(-1)!;
			log.push(name);
			const inserts = log.filter((one) => one === 'insert').length;
			if (name === 'insert' && inserts <= refusals) return refused(code);
			const result = { task_id: '77', task_data_ids: ['1'] };
			return { status: 'accepted', value: { envelope: {}, result }, answer: {} };
		},
	};
	const rows = rowsOf(tasks);
	const taskRun = new TaskRun({
		context: { getNode: () => ({ name: 'Run' }), logger: { info() {}, warn() {} } },
		client,
		rows,
		settings: { startIncomplete: true },
		state: { pace: newPaceState() },
	} as unknown as RowPlan);
	const { more } = await taskRun.runAll(new Map(tasks.map((key) => [key, groupOf(key)])));
	return { log, states: rows.map((row) => more!(row).taskState) };
}

it('the start of a task keeps the distance that a busy platform needed', async () => {
	const { log, states } = await run(['one', 'two'], '10004');
	expect(states).toEqual(['notStarted', 'started']);
	expect(log[log.indexOf('start') - 1]).toBe(1000);
});

it('a platform that creates tasks and is busy again and again is sent half as much from then on', async () => {
	const { log, states } = await run(['one', 'two', 'three', 'four'], '10004', 3);
	expect(states).toEqual([...Array(3).fill('notStarted'), 'started']);
	expect(log[log.indexOf('start') - 1]).toBe(2000);
});

it('creates no further task once the account is refused while rows are added', async () => {
	const { log, states } = await run(['one', 'two'], '200209');
	expect(log).toEqual(['create', 'insert']);
	expect(states).toEqual(['notStarted', 'notCreated']);
});
