import { inChinese } from '../../aSentence';
import { columnLookup } from '../../../../nodes/IflytekAiCall/rows/targets';
import { failure, success } from '../../../../nodes/shared/problem/problem';

const UNREACHABLE = { message: 'no answer', remedy: 'Wait.', retryClass: 'later' } as const;

/** A platform that answers every query so. */
const answering = (result?: object) =>
	({
		query: async () =>
			result === undefined ? failure(UNREACHABLE) : success({ envelope: {}, result }),
	}) as never;
const scripts = (call_column: unknown) =>
	answering({ robots: [{ robot_id: 3101, call_column }], lines: [] });
const tasks = (...rows: object[]) => answering({ total_rows: rows.length, rows });

const findColumns = async (client: never, scriptId: string) =>
	await columnLookup(client)({ scriptId });
const findScript = async (client: never, taskId: string) => await columnLookup(client)({ taskId });

const problem = (message: string, remedy: string) =>
	success(failure({ message, remedy, retryClass: 'never', chinese: inChinese }));

it.each([
	[
		['Phone', 'Name'],
		['Phone', 'Name'],
	],
	[
		['Phone', 5],
		['Phone', '5'],
	],
	['["Phone","Name"]', ['Phone', 'Name']],
])('finds the columns of a script in %j', async (given, columns) => {
	expect(await findColumns(scripts(given), '3101')).toEqual(success(success(columns)));
});

it('finds a script where its ID and the list of scripts are text', async () => {
	const robots = JSON.stringify([null, { robot_id: '3101', call_column: '["Phone"]' }]);
	expect(await findColumns(answering({ robots }), '3101')).toEqual(success(success(['Phone'])));
});

it('says what to do where a script is not there, or has no columns', async () => {
	expect(await findColumns(scripts(['Phone']), '7')).toEqual(
		problem(
			"There is no script with the ID '7'",
			"Pick the script from the list in 'Call Script'.",
		),
	);
	for (const none of [[], 'none', null, undefined]) {
		expect(await findColumns(scripts(none), '3101')).toEqual(
			problem(
				"The platform lists no columns for the script '3101'",
				"Set 'Row Source' to JSON and enter them in the option Column Names.",
			),
		);
	}
});

it.each([3101, '3101'])('finds the script %p of a task', async (robot_id) => {
	const robots = [{ robot_id: '3101', call_column: ['Phone'] }];
	const platform = answering({ rows: [{ task_id: '77', robot_id }], robots });
	expect(await findScript(platform, '77')).toEqual(success(success(['Phone'])));
});

it.each([{ robot_id: null }, { robot_id: '' }, {}])(
	'says what to do where a task names no script: %j',
	async (named) => {
		expect(await findScript(tasks({ task_id: '77', ...named }), '77')).toEqual(
			problem(
				"The script of the task '77' could not be found",
				"Pick the task's script in 'Call Script', or enter the columns in the option Column Names.",
			),
		);
	},
);

it('hands on that the platform did not answer', async () => {
	expect(await findColumns(answering(), '3101')).toEqual(failure(UNREACHABLE));
	expect(await findScript(answering(), '77')).toEqual(failure(UNREACHABLE));
});

it('looks each ID up once', async () => {
	const asked: string[] = [];
	const query = async (path: string) => {
		asked.push(/config|task/.exec(path)![0]);
		const result = {
			robots: [{ robot_id: '1', call_column: ['Phone'] }],
			rows: [{ task_id: '7', robot_id: 1 }],
		};
		return success({ envelope: {}, result });
	};
	const columnsOf = columnLookup({ query } as never);
	for (const ids of [{ scriptId: '1' }, { taskId: '7' }, { taskId: '7' }, { scriptId: '1' }]) {
		expect(await columnsOf(ids)).toEqual(success(success(['Phone'])));
	}
	expect(asked).toEqual(['config', 'task']);
});
