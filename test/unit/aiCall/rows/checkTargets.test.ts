import { inChinese } from '../../aSentence';
import { checkTargets } from '../../../../nodes/IflytekAiCall/rows/targets';
import type { Row, Target } from '../../../../nodes/IflytekAiCall/rows/row';
import type { AiCallClient } from '../../../../nodes/shared/aiCall/client';

const COLUMNS = ['Phone', 'Name'];
const SCRIPT = { robot_id: 1, call_column: COLUMNS };
const YEAR_S = 365 * 24 * 60 * 60;
const LINES = [
	{ line_num: 21 },
	{ line_num: '22', time_apply: Date.now() - 1000, time_expire: YEAR_S },
	{ line_num: '23', time_apply: 1_577_840_400_000, time_expire: YEAR_S },
	{ line_num: '24', time_apply: 1_577_840_400_000, time_expire: -1 },
];
const UNREACHABLE = { message: 'no answer', remedy: 'Wait.', retryClass: 'later' };

interface Platform {
	scripts?: object[];
	/** the task with the ID 77 */
	task?: object;
	/** what cannot be asked */
	unreachable?: 'configuration' | 'tasks';
	/** those of each row, where they differ */
	columns?: string[][];
}

/** Checks rows that name this; tells what was asked and what each was refused with. */
async function check(
	names: Target['ids'][],
	{ scripts = [SCRIPT], task, unreachable, columns }: Platform = {},
) {
	const asked: unknown[] = [];
	const client = {
		query: async (path: string, body: object) => {
			const isTask = path.endsWith('/task/query');
			asked.push(body);
			if (unreachable === (isTask ? 'tasks' : 'configuration')) {
				return { ok: false, problem: UNREACHABLE };
			}
			const result = isTask
				? { total_rows: 1, rows: task === undefined ? [] : [{ task_id: '77', ...task }] }
				: { robots: scripts, lines: LINES };
			return { ok: true, value: { envelope: {}, result } };
		},
	} as unknown as AiCallClient;
	const rows = names.map(
		(ids, index) =>
			({
				state: 'sendable',
				row: index + 1,
				columns: columns?.[index] ?? COLUMNS,
				target: { key: '', task: '', ids },
			}) as Row,
	);
	const context = { getNode: () => ({ name: 'Place', type: 'iflytekAiCall' }) } as never;
	const checked = await checkTargets(context, client, rows);
	return {
		asked,
		problems: checked.map(
			(one) => one.state === 'held' && one.outcome.status === 'refused' && one.outcome.problem,
		),
	};
}

async function problemOf(names: Target['ids'], platform: Platform = {}) {
	return (await check([names], platform)).problems[0];
}

const wrong = (message: string, remedy: string) => ({
	message,
	remedy,
	retryClass: 'never',
	chinese: inChinese,
});

const NO_TASK =
	'Pick the task from the list, or check that the credential belongs to its application.';

it.each<[string, Target['ids'], Platform]>([
	['script and lines', { scriptId: '1', lines: ['21', '22', '24'] }, {}],
	['a released script', { scriptId: '1' }, { scripts: [{ ...SCRIPT, status: '4', deleted: 0 }] }],
	['a new task with a script', { taskId: '77' }, { task: { status: 0, robot_id: 1 } }],
	['a script without a template', { scriptId: '1' }, { scripts: [{ robot_id: '1' }] }],
	[
		'a template as JSON text',
		{ scriptId: '1' },
		{ scripts: [{ robot_id: '1', call_column: '["Phone","Name"]' }] },
	],
])('finds nothing wrong with %s', async (_what, names, platform) => {
	expect(await problemOf(names, platform)).toBe(false);
});

it.each<[string, Platform, object]>([
	['is missing', {}, wrong("There is no task with the ID '77'", NO_TASK)],
	[
		'is deleted',
		{ task: { status: 0, robot_id: 1, deleted: 1 } },
		wrong("There is no task with the ID '77'", NO_TASK),
	],
	[
		'is finished',
		{ task: { status: 4, robot_id: 1 } },
		wrong('The task is finished: it takes no more numbers', 'Create a new task for them.'),
	],
	[
		'has an unknown status',
		{ task: { status: 99, robot_id: 1 } },
		wrong('The task is unknown (99): it takes no more numbers', 'Create a new task for them.'),
	],
	[
		'has another script',
		{ task: { status: 0, robot_id: 2 } },
		wrong("There is no script with the ID '2'", "Pick the script from the list in 'Call Script'."),
	],
	[
		'names no script',
		{ task: { status: 0 } },
		wrong("There is no script with the ID ''", "Pick the script from the list in 'Call Script'."),
	],
])('refuses a row whose task %s', async (_what, platform, problem) => {
	expect(await problemOf({ taskId: '77' }, platform)).toEqual(problem);
});

it('refuses a row whose line is not there', async () => {
	expect(await problemOf({ scriptId: '1', lines: ['21', '29'] })).toEqual(
		wrong("There is no line '29'", "Pick the line from the list in 'Phone Line'."),
	);
});

it('refuses a row whose line has expired', async () => {
	expect(await problemOf({ scriptId: '1', lines: ['21', '23'] })).toEqual(
		wrong(
			"The line '23' has expired",
			"Pick another line from the list in 'Phone Line', or renew this one in the iFLYTEK console.",
		),
	);
});

it.each<[string, object, object | false]>([
	[
		'its own script',
		{ robot_id: 2 },
		wrong(
			"The script '2' is rejected: nobody can be called with it",
			'Create a task with a released script, or have this one released in the iFLYTEK console.',
		),
	],
	[
		'its own line',
		{ robot_id: 1, line_num: '21;23' },
		wrong(
			"The line '23' has expired",
			'Create a task with another line, or renew this one in the iFLYTEK console.',
		),
	],
	['neither', { robot_id: 1, line_num: '21;29' }, false],
	['no script, as a task pool', {}, false],
])(
	'of a task it is %s that counts, whatever script the columns are of',
	async (_, own, problem) => {
		const scripts = [SCRIPT, { ...SCRIPT, robot_id: 2, status: 2 }];
		const names = { taskId: '77', scriptId: '1' };
		expect(await problemOf(names, { scripts, task: { status: 0, ...own } })).toEqual(problem);
	},
);

it.each([
	[{ status: 1 }, 'under review'],
	[{ status: '2' }, 'rejected'],
	[{ status: 3, call_column: null }, 'awaiting release'],
	[{ status: 4, deleted: 1 }, 'deleted'],
])('refuses a row whose script cannot call: %j', async (state, words) => {
	const platform = { scripts: [{ ...SCRIPT, ...state }], task: { status: 0, robot_id: 1 } };
	const release = words === 'deleted' ? '.' : ', or have this one released in the iFLYTEK console.';
	const fault = `The script '1' is ${words}: nobody can be called with it`;
	expect(await problemOf({ scriptId: '1' }, platform)).toEqual(
		wrong(fault, `Pick a released script from the list in 'Call Script'${release}`),
	);
	expect(await problemOf({ taskId: '77' }, platform)).toEqual(
		wrong(fault, `Create a task with a released script${release}`),
	);
});

it.each([
	['a list', ['Phone', 'Name', 'Order']],
	['JSON text', '["Phone","Name","Order"]'],
])('refuses other columns than the platform gives as %s', async (_name, call_column) => {
	const scripts = [
		{ robot_id: '9', call_column: [] },
		{ robot_id: '1', call_column },
	];
	expect(await problemOf({ scriptId: '1' }, { scripts })).toEqual(
		wrong(
			'The columns are Phone, Name, and the script has Phone, Name, Order',
			'Map the columns again: the script may have been changed since.',
		),
	);
});

it('refuses columns that only read alike when joined', async () => {
	const scripts = [{ robot_id: '1', call_column: ['PhoneName'] }];
	expect(await problemOf({ scriptId: '1' }, { scripts })).toMatchObject({
		message: 'The columns are Phone, Name, and the script has PhoneName',
	});
});

it.each(['configuration', 'tasks'] as const)(
	'refuses no row when the platform cannot be asked, but ends the run: %s',
	async (unreachable) => {
		const platform = { task: { status: 0, robot_id: 1 }, unreachable };
		await expect(check([{ taskId: '77' }], platform)).rejects.toMatchObject({
			name: 'NodeApiError',
			message: 'The rows could not be checked: no answer',
			description: 'Wait.',
		});
	},
);

it('refuses of the rows of one script those with other columns', async () => {
	const columns = [COLUMNS, ['Phone', 'Order'], COLUMNS];
	const { problems } = await check(Array(3).fill({ scriptId: '1' }), { columns });
	expect(problems).toEqual([
		false,
		expect.objectContaining({ message: expect.any(String) }),
		false,
	]);
});

it('asks once for the configuration, and once for each task', async () => {
	const names = [{ taskId: '77' }, { taskId: '78' }, { taskId: '77' }, { scriptId: '1' }];
	const { asked, problems } = await check(names, { task: { status: 0, robot_id: 1 } });
	expect(asked).toHaveLength(3);
	expect(problems).toEqual([
		false,
		expect.objectContaining({ message: "There is no task with the ID '78'" }),
		false,
		false,
	]);
});

it('refuses columns in another order, which would give each value to another one', async () => {
	const platform = { columns: [['Name', 'Phone']] };
	expect(await problemOf({ scriptId: '1' }, platform)).toMatchObject({
		message: 'The columns are Name, Phone, and the script has Phone, Name',
	});
});
