/** What nobody means to give the node: each comes out as one sentence, and costs no request. */
import {
	byId,
	COLUMNS,
	createTask,
	customers,
	GOING_ON,
	jsonOf,
	LINE,
	phone,
	placing,
	RUN,
	runAiCall,
	type RunOptions,
	SCRIPT,
	statuses,
	useEmulator,
} from './aiCallBench';

const bed = useEmulator();
const place = placing(bed);
const requestCount = () => bed.emulator.ledger().entries.length;
const sentRows = () => bed.emulator.aiCall.ledger.view().totals.submitted;

describe('rows', () => {
	it.each([
		['an empty list', { rowsFrom: 'json', rows: '[]', options: { columnNames: 'a' } }, undefined],
		['no input item', {}, []],
	])('%s comes out as nothing, and nothing is sent', async (_name, parameters, items) => {
		const run = await place(parameters, { items });
		expect(run.error).toBeUndefined();
		expect(run.items).toEqual([]);
		expect(requestCount()).toBe(0);
	});

	it('whose columns the platform does not tell end the run, and are no fault of the rows', async () => {
		bed.emulator.order({ kind: 'status', status: 403, body: 'x', service: 'aicall-config' });
		const rows = JSON.stringify([[phone(0), 'a', 'b']]);
		const columnNames = '={{ $json.columns }}';
		const { error } = await place(
			{ rowsFrom: 'json', rows, options: { columnNames } },
			{ items: [{ json: { columns: COLUMNS.join() } }, { json: { columns: '' } }] },
		);
		expect(error?.name).toBe('NodeApiError');
		expect(sentRows()).toBe(0);
	});

	it('hostile names of columns are names like any other', async () => {
		const options = { columnNames: '__proto__, constructor, hasOwnProperty' };
		const rows = `[{"__proto__": "${phone(0)}", "constructor": "a", "hasOwnProperty": "b"}]`;
		const { error } = await place({ rowsFrom: 'json', rows, options });
		expect(error?.message).toContain("The columns do not fit the script's variables");
		expect(bed.emulator.aiCall.ledger.view().submissions[0]?.numbers).toEqual([phone(0)]);
		expect(({} as Record<string, unknown>).a).toBeUndefined();

		const other = { rowsFrom: 'json', rows: `[{"x": "${phone(0)}"}]`, options };
		const missing = await place(other);
		expect(missing.error?.message).toContain("The column '__proto__' has no value");
	});

	it.each([null, 'x', {}, { mappingMode: 'defineBelow', value: null, schema: [] }])(
		'a mapper without a column is said, not guessed: %j',
		async (columns) => {
			const { error } = await place({ columns }, { items: customers(1) });
			expect(error?.message).toBe("'Columns' has no columns");
			expect(requestCount()).toBe(0);
		},
	);
});

it.each([null, ''])('Max Rows per Run of %j leaves an AI agent its 50', async (maxRows) => {
	const rows = JSON.stringify(Array.from({ length: 51 }, (_, n) => [phone(n), 'a', 'b']));
	const { items } = await place(
		{ rowsFrom: 'json', rows, options: { columnNames: COLUMNS.join(), maxRows } },
		{ settings: { type: 'n8n-nodes-iflytek.iflytekAiCallTool' } },
	);
	expect(new Set(items.map(({ json }) => json.reason))).toEqual(
		new Set(['There are 51 rows, and one run may send 50']),
	);
	expect(requestCount()).toBe(0);
});

describe('Mode from an expression', () => {
	const inMode = async (...values: unknown[]) =>
		await place(
			{ mode: '={{ $json.mode }}' },
			{
				items: customers(values.length).map(({ json }, n) => ({
					json: { ...json, mode: values[n] } as never,
				})),
			},
		);

	it.each([
		['dryRun', 'ready', 0],
		['live', 'accepted', 2],
	])('%j means what it says', async (mode, status, sent) => {
		const { items } = await inMode(mode, mode);
		expect(jsonOf(items)).toMatchObject([{ status }, { status }]);
		expect(sentRows()).toBe(sent);
	});

	it.each<[unknown, unknown, string]>([
		['dryRun', null, "The expression in 'Mode' gives no value"],
		['dryRun', ' ', "The expression in 'Mode' gives no value"],
		['dryRun', false, "'Mode' is false, which is none of its choices"],
		['live', 'Dry Run', "'Mode' is Dry Run, which is none of its choices"],
		['live', ['live'], '\'Mode\' is ["live"], which is none of its choices'],
		['dryRun', 'live', "'Mode' is live, and dryRun in the first item"],
		['live', 'dryRun', "'Mode' is dryRun, and live in the first item"],
	])('refuses %j beside %j before anything is sent', async (one, other, message) => {
		const { error } = await inMode(one, other);
		expect(error?.message).toBe(`${message} [item 1]`);
		expect(error?.description).toMatch(/^Nothing was sent\. /);
		expect(requestCount()).toBe(0);
	});
});

describe("a node that was saved before it had 'Mode'", () => {
	const OPERATIONS = {
		place: {},
		run: RUN,
		addNumbers: { resource: 'task', operation: 'addNumbers', task: byId('1') },
	};
	const saved = async (operation: keyof typeof OPERATIONS, stored: object, run: RunOptions = {}) =>
		await place({ mode: undefined, ...OPERATIONS[operation], ...stored }, run);

	it.each([
		['place', { dryRun: false }],
		['place', { dryRun: '={{ false }}' }],
		['place', { dryRun: '={{ true }}' }],
		['place', { dryRun: '={{ $json.none }}' }],
		['place', { mode: 'dryRun', dryRun: false }],
		['place', { mode: "={{ 'dryRun' }}", dryRun: false }],
		['run', { dryRun: false }],
		['run', { dryRun: '={{ false }}' }],
		['run', { mode: "={{ 'dryRun' }}", dryRun: false }],
		['addNumbers', { dryRun: true }],
		['addNumbers', { dryRun: '={{ true }}' }],
		['addNumbers', { mode: "={{ 'live' }}", dryRun: true }],
	] as const)('stops where its switch says another thing: %s, %j', async (operation, stored) => {
		const { error } = await saved(operation, stored);
		expect(error?.message).toBe(
			"This node was saved before it had 'Mode', with its own switch for a dry run",
		);
		expect(error?.description).toMatch(/^Nothing was sent\. Open the node and choose in 'Mode'/);
		expect(requestCount()).toBe(0);
	});

	it('says so of each row where it goes on', async () => {
		const { items } = await saved('place', { dryRun: false }, { settings: GOING_ON });
		const row = { status: 'notSent', reason: expect.stringMatching(/^This node was saved before/) };
		expect(jsonOf(items)).toMatchObject([row, row]);
	});

	it.each([
		['place', { dryRun: true }, 'ready'],
		['run', { dryRun: true }, 'ready'],
		['place', { mode: 'live', dryRun: true }, 'accepted'],
		['place', { mode: 'live', dryRun: false }, 'accepted'],
		['place', { mode: "={{ 'live' }}", dryRun: false }, 'accepted'],
	] as const)('goes on where both say the same, or a choice was made: %s, %j', async (...saves) => {
		const [operation, stored, status] = saves;
		const { error, items } = await saved(operation, stored);
		expect(error).toBeUndefined();
		expect(jsonOf(items)).toMatchObject([{ status }, { status }]);
	});

	it('goes on with Add Numbers: live, and a dry run once it is chosen', async () => {
		const task = byId(await createTask(bed.emulator));
		const live = await saved('addNumbers', { task, dryRun: false });
		expect(statuses(live.items)).toEqual(['accepted', 'accepted']);
		const dry = await saved('addNumbers', { task, mode: 'dryRun', dryRun: true });
		expect(statuses(dry.items)).toEqual(['ready', 'ready']);
	});
});

it('what a workflow has saved of options that are gone and protected nobody changes nothing', async () => {
	const gone = { ifNobodyCalled: 'continue', includeResponse: true, maxAttempts: 1, maxWait: 1 };
	for (const operation of [{}, RUN]) {
		const options = { ...gone, offerAllScripts: true, sameRowAgain: 'always' };
		const { items, error } = await place({ ...operation, options });
		expect(error).toBeUndefined();
		expect(statuses(items)).toEqual(['accepted', 'accepted']);
		expect(jsonOf(items)).toMatchObject([{ response: null }, { response: null }]);
	}
});

describe('an option that limited how often a number is called', () => {
	it.each<[string, Record<string, unknown>]>([
		['Not Again Within (Hours)', { notAgainWithin: 24, lastCalledAt: '={{ $json.called }}' }],
		['Most Calls per Number', { maxCalls: 3 }],
		['Last Called At', { lastCalledAt: '={{ $json.called }}' }],
		['Calls So Far', { callsSoFar: '={{ $json.calls }}' }],
		['Most Calls per Number', { maxCalls: 0 }],
		['Not Again Within (Hours)', { notAgainWithin: 0 }],
	])('stops a node that was saved with it, by name: %s', async (name, options) => {
		for (const operation of [
			{},
			RUN,
			{ resource: 'task', operation: 'addNumbers', task: byId('1') },
		]) {
			for (const mode of ['live', 'dryRun']) {
				const { error } = await place({ ...operation, mode, options });
				expect(error?.message).toMatch(
					/^The option '.*' is gone, so nobody would be held back by it$/,
				);
				expect(error?.message).toContain(Object.keys(options).length > 1 ? 'is gone' : `'${name}'`);
				expect(error?.description).toMatch(/^Nothing was sent\. Leave out rows/);
			}
		}
		expect(requestCount()).toBe(0);
	});
});

describe('tasks', () => {
	const task = async (operation: string, more: object, id?: unknown) =>
		await runAiCall(
			bed.emulator,
			{ resource: 'task', operation, script: byId(SCRIPT), line: byId(LINE), ...more },
			{ items: [{ json: { id } as never }] },
		);

	// the first as a program gives it that reads 346252615123869699 as a number
	it.each([[346252615123869700], [{ a: 1 }], [['129']], [true]])('%j is no ID', async (id) => {
		const { error } = await task('get', { task: byId('={{ $json.id }}') }, id);
		expect(error?.message).toBe("'Task' is not an ID");
		if (typeof id === 'number') expect(error?.description).toContain('some are already lost');
		expect(requestCount()).toBe(0);
	});

	it.each([
		[{ retries: 4 }, /'Retries' is 4, not a whole number from 0 to 3/],
		[
			{ moreLines: '={{ [{ line: "02566800002" }] }}' },
			/^'Additional Line Names or IDs' is not text: {"line":"02566800002"}/,
		],
		[{ retryWait: -1 }, /'Wait Between Retries \(Seconds\)'/],
		[{ begin: '2020-11-20T09:00:00' }, /'Start Calling At' is in the past/],
		[{ end: '2020-01-01T00:00:00' }, /'Stop Calling At' is not after 'Start Calling At'/],
		[{ workingPeriods: { period: [{ from: 9, to: 12 }] } }, /is not a time of day/],
		// n8n leaves nothing of an expression in place of a collection
		[{ workingPeriods: "={{ '09:00-12:00' }}" }, /^'Task Working Hours' has no hours/],
		[{ end: '={{ $json.nd }}' }, /^The expression in 'Stop Calling At' gives no value/],
		[{ begin: '={{ null }}' }, /^The expression in 'Start Calling At' gives no value/],
		[
			{ begin: '={{ $json.day }} {{ $json.time }}' },
			/^The expression in 'Start Calling At' gives no value/,
		],
	])('a task with %j is not created', async (additionalFields, message) => {
		const { error } = await task('create', { taskName: 'n', additionalFields });
		expect(error?.message).toMatch(message);
		expect(requestCount()).toBe(0);
	});

	it.each([
		['={{ "" }}', "'Task Name' is empty"],
		['={{ ({ name: "n" }) }}', '\'Task Name\' is not text: {"name":"n"}'],
	])('a task with the name %s is not created', async (taskName, message) => {
		const { error } = await task('create', { taskName });
		expect(error?.message).toBe(message);
		expect(requestCount()).toBe(0);
	});

	it.each([
		[{ taskId: '={{ $json.nope }}' }, "The expression in 'Task ID' gives no value"],
		[{ begin: '={{ $json.nope }}' }, "The expression in 'Time From' gives no value"],
		[
			{ taskName: '={{ $json.name }} {{ $json.nope }}' },
			"The expression in 'Task Name' gives no value",
		],
		[{ taskId: '={{ ({ id: 1 }) }}' }, '\'Task ID\' is not text: {"id":1}'],
	])('a filter without a value does not find all tasks: %j', async (filters, message) => {
		const { error } = await task('getAll', { filters });
		expect(error?.message).toContain(message);
		expect(requestCount()).toBe(0);
	});

	it('a filter that may be empty gives an empty text, as the error without it says', async () => {
		const listed = async (taskId: string) => await task('getAll', { filters: { taskId } });
		const { error } = await listed('={{ $json.nope }}');
		expect(error?.description).toContain("let it give an empty text, as in {{ $json.x ?? '' }}.");
		expect((await listed("={{ $json.nope ?? '' }}")).error).toBeUndefined();
	});
});

it('a number as line and script is taken as the ID it stands for', async () => {
	const { items } = await place({
		script: byId('={{ 3101 }}'),
		line: byId('={{ "02566800001" }}'),
	});
	expect(items[0]!.json.status).toBe('accepted');
});
