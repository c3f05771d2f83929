import { reason, refused } from '../../../../nodes/IflytekAiCall/words/say';
import { newPaceState } from '../../../../nodes/IflytekAiCall/submission/pace';
import { readRows } from '../../../../nodes/IflytekAiCall/rows/readRows';
import { holdBackRows, type Row, type Target } from '../../../../nodes/IflytekAiCall/rows/row';
import type { RunSettings } from '../../../../nodes/IflytekAiCall/settings/runSettings';
import { invalid, success, type Result } from '../../../../nodes/shared/problem/problem';

const FIRST = '13800000001';
const SECOND = '13800000002';
const row = (phone: string) => ({ Phone: phone, Name: '张伟' });

interface Given {
	/** of each item its rows as JSON, or its parameters */
	items: Array<object[] | Record<string, unknown>>;
	settings?: Partial<RunSettings>;
	columns?: Result<string[]>;
	target?: (index: number) => Result<Target>;
	isTool?: boolean;
	/** rows that earlier runs of the execution took on */
	before?: number;
}

const settingsOf = (settings: Partial<RunSettings>) =>
	({
		mode: 'live',
		doNotCall: new Set(),
		maxRows: 0,
		duplicateRule: 'sendOnce',
		...settings,
	}) as RunSettings;

async function read(given: Given) {
	const { items, settings = {}, columns, target, isTool = false, before = 0 } = given;
	const parameters = items.map((one) => (Array.isArray(one) ? { rows: one } : one));
	const context = {
		getNode: () => ({ name: 'Place', type: 'iflytekAiCall' }),
		getInputData: () => items.map(() => ({ json: { Phone: FIRST } })),
		isToolExecution: () => isTool,
		getNodeParameter: (name: string, index: number, fallback: unknown) => {
			const given = { rowsFrom: 'json', ...parameters[index] } as Record<string, unknown>;
			if (given[name] instanceof Error) throw given[name];
			return name in given ? given[name] : fallback;
		},
	};
	const rows = await readRows(
		context as never,
		settingsOf(settings),
		(item) => item.unwrap(target?.(item.index) ?? success({ key: 'script', task: '', ids: {} })),
		async () => success(columns ?? success(['Phone', 'Name'])),
	);
	const state = { id: '1', pace: newPaceState(), loads: {}, rows: before, numbers: {} };
	return { ...holdBackRows(rows, { ...settingsOf(settings), isTool }, state), state };
}

const outcomeOf = (one: Row) => (one.state === 'held' ? one.outcome : undefined);

async function outcomes(given: Given) {
	return (await read(given)).rows.map(outcomeOf);
}

const problem = (message: string, remedy: string) => ({
	message,
	remedy,
	retryClass: 'never',
	chinese: expect.anything() as unknown,
});
const heldBack = (message: string, remedy: string) => ({
	status: 'notSent',
	heldBack: true,
	problem: problem(message, remedy),
});

it('reads the rows of all items, numbered through', async () => {
	const { rows, repeats } = await read({ items: [[row(FIRST)], [row(SECOND), row(FIRST)]] });
	expect(rows).toMatchObject([
		{
			row: 1,
			phone: FIRST,
			values: [FIRST, '张伟'],
			columns: ['Phone', 'Name'],
			item: { index: 0 },
		},
		{ row: 2, phone: SECOND, item: { index: 1 } },
		{ row: 3, phone: FIRST, item: { index: 1 } },
	]);
	expect([...repeats]).toEqual([[rows[2], rows[0]]]);
});

it('holds back the numbers that are not to be called', async () => {
	const settings = { doNotCall: new Set([SECOND]) };
	expect(await outcomes({ items: [[row(FIRST), row(SECOND)]], settings })).toEqual([
		undefined,
		heldBack("The number is in 'Do Not Call'", ''),
	]);
});

it('shows in a dry run the rows that a live run would hold back', async () => {
	const items = [[row(FIRST), row(SECOND)]];
	const settings = { doNotCall: new Set([SECOND]), mode: 'dryRun' as const };
	const outcomesOf = async (more: Partial<RunSettings>) =>
		(await outcomes({ items, settings: { ...settings, ...more } })).map((one) => one?.status);
	expect(await outcomesOf({})).toEqual([undefined, 'notSent']);
	expect(await outcomesOf({ maxRows: 1 })).toEqual(['notSent', 'notSent']);
});

it('holds back all rows when there are more than allowed', async () => {
	const items = [[row(FIRST), row(SECOND)]];
	expect(await outcomes({ items, settings: { maxRows: 2 } })).toEqual([undefined, undefined]);
	const all = heldBack(
		'There are 2 rows, and one run may send 1',
		'Give fewer rows, or raise the option Max Rows per Run.',
	);
	expect(await outcomes({ items, settings: { maxRows: 1 } })).toEqual([all, all]);
	const testNumber = '13900000000';
	expect(await outcomes({ items, settings: { maxRows: 1, testNumber } })).toEqual([all, all]);
});

it('counts the rows that cannot be sent too where there may not be more than so many', async () => {
	const items = [[row(FIRST), row('x')]];
	expect(await outcomes({ items, settings: { maxRows: 1 } })).toMatchObject([
		{ status: 'notSent', problem: { message: 'There are 2 rows, and one run may send 1' } },
		{ status: 'refused' },
	]);
});

it('refuses every row of a repeated number on request, each with the row beside it', async () => {
	const items = [[row(FIRST), row(SECOND), row(FIRST), row(FIRST)]];
	const settings = { duplicateRule: 'refuse' as const };
	const repeat = (other: number) => ({
		status: 'refused',
		heldBack: true,
		problem: problem(
			`The number occurs in row ${other} too`,
			'Keep one row of the number, or set the option Duplicate Numbers to Send Once.',
		),
	});
	expect(await outcomes({ items, settings })).toEqual([repeat(3), undefined, repeat(1), repeat(1)]);
	const sendAll = await read({ items, settings: { duplicateRule: 'sendAll' } });
	expect(sendAll.repeats.size).toBe(0);
});

it.each(['sendOnce', 'refuse'] as const)(
	'counts no row with a number whose other row cannot be sent as a repeat: %s',
	async (duplicateRule) => {
		const items = [[{ ...row(FIRST), Name: undefined }, row(FIRST)]];
		const { rows, repeats } = await read({ items, settings: { duplicateRule } });
		expect(rows.map((one) => [one.phone, outcomeOf(one)?.status])).toEqual([
			[FIRST, 'refused'],
			[FIRST, undefined],
		]);
		expect(repeats.size).toBe(0);
	},
);

it('tries the first three rows on the test number', async () => {
	const numbers = [FIRST, FIRST, SECOND, '13800000003', '13800000004'];
	const testNumber = '13900000000';
	const settings = { mode: 'testCall' as const, testNumber };
	const { rows, repeats, state } = await read({ items: [numbers.map(row)], settings });
	const other = heldBack(
		'A test call: only the first 3 rows are tried, on the test number',
		"To call the rows, set 'Mode' to Live.",
	);
	expect(rows.map(outcomeOf)).toEqual([undefined, other, undefined, undefined, other]);
	expect(rows[0]).toMatchObject({
		phone: testNumber,
		inPlaceOf: FIRST,
		values: [testNumber, '张伟'],
	});
	expect(repeats.size).toBe(0);
	// a test takes no row on
	expect(state.rows).toBe(0);
});

it('counts what earlier calls of a tool took on, and takes on what may be sent', async () => {
	const items = [[row(FIRST), row(SECOND), row('x')]];
	const given = { items, settings: { maxRows: 5 }, isTool: true };
	expect((await read({ ...given, before: 2 })).state.rows).toBe(4);
	const { rows, state } = await read({ ...given, before: 3 });
	expect(rows[0]).toMatchObject({
		state: 'held',
		outcome: {
			problem: {
				message: 'There are 6 rows, 3 of them in earlier calls of the tool, and one run may send 5',
			},
		},
	});
	expect(state.rows).toBe(3);
	// the runs of a loop are lists of their own
	expect((await read({ ...given, isTool: false, before: 3 })).state.rows).toBe(5);
});

describe('an item that cannot be read', () => {
	const unresolved = Object.assign(new Error("Referenced node doesn't exist"), {
		description: 'Name another node.',
	});
	const UNREAD = "A parameter of the item could not be read: Referenced node doesn't exist";

	it.each<[string, Omit<Given, 'items'>, Record<string, unknown>, [string, string]]>([
		['row source', {}, { rowsFrom: unresolved }, [UNREAD, 'Name another node.']],
		['rows', {}, { rows: unresolved }, [UNREAD, 'Name another node.']],
		[
			'rows without a word on what to do',
			{},
			{ rows: new Error("Referenced node doesn't exist") },
			[UNREAD, "Correct the expressions in the node's parameters."],
		],
		['columns', {}, { rowsFrom: 'fields', columns: unresolved }, [UNREAD, 'Name another node.']],
		[
			'columns of the script',
			{ columns: invalid('no such script', 'Pick one.') },
			{ rows: [row(FIRST)] },
			['no such script', 'Pick one.'],
		],
		[
			'columns that are mapped automatically in a tool',
			{ isTool: true },
			{ rowsFrom: 'fields', columns: { mappingMode: 'autoMapInputData' } },
			[
				"As a tool the node takes explicit numbers only, and 'Columns' is mapped automatically",
				"Set 'Row Source' to JSON and let the model fill in 'Rows', or map each column.",
			],
		],
	])('for its %s ends the run where nothing else can be sent', async (_what, given, item, why) => {
		const [message, description] = why;
		await expect(read({ ...given, items: [item] })).rejects.toMatchObject({
			message,
			description,
			context: { itemIndex: 0 },
		});
	});

	it('is a refused row beside those that can be sent', async () => {
		const { rows } = await read({ items: [{ rows: unresolved }, [row(FIRST)]] });
		expect(rows).toMatchObject([
			{
				row: 1,
				state: 'held',
				phone: null,
				target: { key: 'script' },
				outcome: { status: 'refused', problem: problem(UNREAD, 'Name another node.') },
			},
			{ row: 2, state: 'sendable', phone: FIRST },
		]);
	});

	it('is a row with nothing in it where not even its target can be read', async () => {
		const target = (index: number): Result<Target> =>
			index === 0 ? refused('emptyTaskName') : success({ key: 'script', task: '', ids: {} });
		const { rows } = await read({ items: [[row(SECOND)], [row(FIRST)]], target });
		expect(rows[0]).toEqual({
			state: 'held',
			row: 1,
			item: expect.objectContaining({ index: 0 }),
			phone: null,
			outcome: { status: 'refused', problem: reason('emptyTaskName') },
		});
	});
});

it("maps the input item's fields automatically where no model chooses them", async () => {
	const columns = { mappingMode: 'autoMapInputData', schema: [{ id: 'Phone' }] };
	const { rows } = await read({ items: [{ rowsFrom: 'fields', columns }] });
	expect(rows).toMatchObject([{ state: 'sendable', phone: FIRST }]);
});
