import type { CreateBody } from '../../../../nodes/IflytekAiCall/tasks/requests';
import { TaskGroups } from '../../../../nodes/IflytekAiCall/tasks/taskGroups';

const BEGIN = 1_763_600_000_000;
const body = (more: Partial<CreateBody> = {}): CreateBody => ({
	task_name: 'n',
	line_num: '1',
	robot_id: '2',
	time_range: ['08:00:00-21:00:00'],
	time_begin: BEGIN,
	...more,
});

const taskCount = (bodies: CreateBody[]) => {
	const groups = new TaskGroups();
	return new Set(bodies.map((one) => groups.of(one).key)).size;
};
const items = (count: number, of: (n: number) => CreateBody) =>
	Array.from({ length: count }, (_, n) => of(n));

it('takes items whose times go on with the clock for one task, with the times of the first', () => {
	const bodies = items(100, (n) =>
		body({ time_begin: BEGIN + n * 500, time_end: BEGIN + 3_600_000 + n * 500 }),
	);
	expect(taskCount(bodies)).toBe(1);
	const groups = new TaskGroups();
	expect(bodies.map((one) => groups.of(one).body)).toEqual(Array(100).fill(bodies[0]));
});

it('keeps times apart that are meant to differ, in whatever order they come', () => {
	expect(taskCount(items(6, (n) => body({ time_begin: BEGIN + (n % 2) * 3_600_000 })))).toBe(2);
	expect(taskCount(items(6, (n) => body({ time_end: BEGIN + (1 + (n % 3)) * 3_600_000 })))).toBe(3);
	expect(taskCount([body(), body({ time_begin: BEGIN + 60_000 })])).toBe(2);
	expect(taskCount([body(), body({ time_end: BEGIN + 60_000 })])).toBe(2);
	const end = BEGIN + 3_600_000;
	expect(taskCount([body({ time_end: end }), body({ time_end: end + 60_000 })])).toBe(2);
	expect(taskCount([body({ time_end: end }), body({ time_end: end - 59_999 })])).toBe(1);
	expect(taskCount([body(), body({ time_begin: BEGIN - 59_999 })])).toBe(1);
	expect(taskCount([body(), body({ time_begin: BEGIN - 60_000 })])).toBe(2);
});

it('does not join begins without bound that lie less than a minute after each other', () => {
	expect(taskCount(items(40, (n) => body({ time_begin: BEGIN + n * 50_000 })))).toBe(20);
});

it('keeps other fields apart', () => {
	const other = [body({ line_num: '3' }), body({ robot_id: '4' }), body({ recall_count: 1 })];
	expect(taskCount([body(), ...other, body()])).toBe(4);
});

it('takes the name of the first item, whatever the others are called', () => {
	const bodies = items(3, (n) => body({ task_name: `Reminder 09:00:0${n}` }));
	expect(taskCount(bodies)).toBe(1);
	const groups = new TaskGroups();
	const names = bodies.map((one) => groups.of(one).body.task_name);
	expect(names).toEqual(Array(3).fill('Reminder 09:00:00'));
});
