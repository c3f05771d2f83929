/** What nobody means to give the node: each comes out as one sentence, and costs no request. */
import type { INodeParameters } from 'n8n-workflow';

import { startEmulator, type Emulator } from '../emulator';
import {
	AT_ANY_HOUR,
	byId,
	COLUMNS,
	customers,
	jsonOf,
	LINE,
	phone,
	PLACE,
	runAiCall,
	type RunOptions,
	SCRIPT,
} from './aiCallBench';

let emulator: Emulator;

beforeAll(async () => {
	emulator = await startEmulator();
});
afterEach(() => emulator.reset());
afterAll(async () => await emulator.stop());

const NAMED = { columnNames: COLUMNS.join() };
const place = async (parameters: object = {}, options: RunOptions = {}) =>
	await runAiCall(
		emulator,
		{
			...PLACE,
			...parameters,
			options: { ...AT_ANY_HOUR, ...(parameters as { options?: object }).options },
		} as INodeParameters,
		options,
	);
const placeJson = async (rows: unknown, options: object = {}) =>
	await place({
		rowsFrom: 'json',
		rows: typeof rows === 'string' ? rows : JSON.stringify(rows),
		options: { ...NAMED, ...options },
	});
const requestCount = () => emulator.ledger().entries.length;
const sentRows = () => emulator.aiCall.ledger.view().totals.submitted;

describe('rows', () => {
	it.each([
		['text that is no JSON', '[{', "'Rows' is not valid JSON"],
		['a number', '42', "'Rows' is not a list"],
		['null', 'null', "'Rows' is not a list"],
		['true', 'true', "'Rows' is not a list"],
		['a text in quotes', '"13800138000"', "'Rows' is not a list"],
		['an expression without a value', '={{ $json.nothing }}', "'Rows' is not a list"],
		['an empty text', ' ', "'Rows' is empty"],
	])('%s stops the node', async (_name, rows, message) => {
		const { error } = await placeJson(rows);
		expect(error?.message).toBe(message);
		expect(error?.description).toBeTruthy();
		expect(requestCount()).toBe(0);
	});

	it.each([
		['an empty list', '[]'],
		['no input item', undefined],
	])('%s comes out as nothing, and nothing is sent', async (_name, rows) => {
		const { items, error } =
			rows === undefined ? await place({}, { items: [] }) : await placeJson(rows);
		expect(error).toBeUndefined();
		expect(items).toEqual([]);
		expect(requestCount()).toBe(0);
	});

	it.each([
		['null', null],
		['an empty object', {}],
		['an empty list', []],
		['a list in a list', [[['13800138000']]]],
		['a number with an exponent', { [COLUMNS[0]]: 1.3800138e20 }],
		['an object as phone', { [COLUMNS[0]]: { a: 1 } }],
		['a boolean as phone', { [COLUMNS[0]]: true }],
		['a name of the prototype', { constructor: '13800138000', toString: 'x' }],
		['too many values', ['13800138000', 'a', 'b', 'c']],
	])('%s is refused with a reason, and the other row goes out', async (_name, row) => {
		const { items, error } = await placeJson([row, [phone(1), 'a', 'b']]);
		expect(error).toBeUndefined();
		expect(items[0]!.json).toMatchObject({ status: 'refused', code: null });
		expect(items[0]!.json.reason).toBeTruthy();
		expect(items[0]!.json.whatToDo).toBeTruthy();
		expect(items[1]!.json).toMatchObject({ status: 'accepted', phone: phone(1) });
		expect(sentRows()).toBe(1);
	});

	it('hostile names of columns are names like any other', async () => {
		const names = ['__proto__', 'constructor', 'hasOwnProperty'];
		const text = `[{"__proto__": "${phone(0)}", "constructor": "a", "hasOwnProperty": "b"}]`;
		const { error } = await place({
			rowsFrom: 'json',
			rows: text,
			options: { columnNames: names.join() },
		});
		expect(error?.message).toContain("The columns do not fit the script's variables");
		expect(emulator.aiCall.ledger.view().submissions[0]?.numbers).toEqual([phone(0)]);
		expect(({} as Record<string, unknown>).a).toBeUndefined();

		const missing = await place({
			rowsFrom: 'json',
			rows: `[{"x": "${phone(0)}"}]`,
			options: { columnNames: names.join() },
		});
		expect(missing.error?.message).toContain("The column '__proto__' has no value");
	});

	it('5,001 columns are sent as they are, and the refusal comes with the row', async () => {
		const names = Array.from({ length: 5001 }, (_, n) => `c${n}`);
		const row = names.map((_, n) => (n === 0 ? phone(0) : String(n)));
		const { items } = await place(
			{
				rowsFrom: 'json',
				rows: JSON.stringify([row]),
				options: { columnNames: names.join() },
			},
			{ settings: { onError: 'continueRegularOutput' } },
		);
		expect(items).toHaveLength(1);
		expect(items[0]!.json).toMatchObject({ status: 'refused', code: '200212' });
	});

	it('a column of the schema without any other is said, not guessed', async () => {
		for (const columns of [
			null,
			'x',
			{},
			{ mappingMode: 'defineBelow', value: null, schema: [] },
		]) {
			const { error } = await place({ columns }, { items: customers(1) });
			expect(error?.message).toBe("'Columns' has no columns");
		}
		expect(requestCount()).toBe(0);
	});

	it('huge texts do not fill the messages', async () => {
		const huge = '9'.repeat(2_000_000);
		const { items } = await placeJson([
			[huge, 'a', 'b'],
			[phone(1), huge, 'b'],
		]);
		expect(String(items[0]!.json.reason).length).toBeLessThan(200);
		expect(items[0]!.json.status).toBe('refused');
		expect(items[1]!.json.status).toBe('accepted');
	});

	it('the same item twice calls once', async () => {
		const [one] = customers(1);
		const { items } = await place({}, { items: [one!, one!] });
		expect(jsonOf(items)).toMatchObject([
			{ status: 'accepted' },
			{ status: 'notSent', duplicateOf: 1, reason: expect.stringContaining('row 1') },
		]);
		expect(sentRows()).toBe(1);
	});
});

describe('parameters', () => {
	it.each([
		['abc', /'Max Rows per Run' is not a whole number of at least 0: "abc"/],
		// without the field, it would read as no limit
		['={{ $json.most }}0', /The expression in 'Max Rows per Run' gives no value/],
		[-1, /'Max Rows per Run' is not a whole number of at least 0/],
		[1.5, /'Max Rows per Run' is not a whole number of at least 0/],
		[[50], /'Max Rows per Run' is not a whole number of at least 0/],
	])('Max Rows per Run of %j is no licence to send any number', async (maxRows, message) => {
		const { error } = await place({ options: { maxRows } }, { items: customers(2) });
		expect(error?.message).toMatch(message);
		expect(requestCount()).toBe(0);
	});

	it.each([null, ''])('Max Rows per Run of %j leaves an AI agent its 50', async (maxRows) => {
		const rows = JSON.stringify(Array.from({ length: 51 }, (_, n) => [phone(n), 'a', 'b']));
		const { items } = await place(
			{ rowsFrom: 'json', rows, options: { ...NAMED, maxRows } },
			{ settings: { type: 'n8n-nodes-iflytek.iflytekAiCallTool' } },
		);
		expect(new Set(items.map(({ json }) => json.reason))).toEqual(
			new Set(['There are 51 rows, and one run may send 50']),
		);
		expect(requestCount()).toBe(0);
	});

	describe('Dry Run from an expression', () => {
		const dryRun = async (...values: unknown[]) =>
			await place(
				{ dryRun: '={{ $json.dryRun }}' },
				{
					items: customers(values.length).map(({ json }, n) => ({
						json: { ...json, dryRun: values[n] } as never,
					})),
				},
			);

		it.each([[true], ['true'], ['TRUE'], [' True ']])('sends nothing for %j', async (value) => {
			const { items, error } = await dryRun(value, value);
			expect(error).toBeUndefined();
			expect(jsonOf(items)).toMatchObject([
				{ status: 'ready', batch: 1 },
				{ status: 'ready', batch: 1 },
			]);
			expect(sentRows()).toBe(0);
		});

		it.each([[false], ['false'], ['False']])('sends for %j', async (value) => {
			const { items } = await dryRun(value, value);
			expect(jsonOf(items)).toMatchObject([{ status: 'accepted' }, { status: 'accepted' }]);
		});

		it.each<[unknown, string]>([
			[null, "The expression in 'Dry Run' gives no value"],
			['', "The expression in 'Dry Run' gives no value"],
			['yes', "'Dry Run' is yes, which is neither true nor false"],
			['1', "'Dry Run' is 1, which is neither true nor false"],
			[1, "'Dry Run' is 1, which is neither true nor false"],
			[0, "'Dry Run' is 0, which is neither true nor false"],
			[['true'], '\'Dry Run\' is ["true"], which is neither true nor false'],
			[{ a: 1 }, '\'Dry Run\' is {"a":1}, which is neither true nor false'],
		])('refuses %j before anything is sent', async (value, message) => {
			const { error } = await dryRun(true, value);
			expect(error?.message).toBe(`${message} [item 1]`);
			expect(error?.description).toMatch(/^Nothing was sent\. Correct /);
			expect(requestCount()).toBe(0);
		});

		it.each([
			[true, 'false', "'Dry Run' is false, and true in the first item [item 1]"],
			['false', true, "'Dry Run' is true, and false in the first item [item 1]"],
		])('refuses %j beside %j: it holds for the whole run', async (one, other, message) => {
			const { error } = await dryRun(one, other);
			expect(error?.message).toBe(message);
			expect(error?.description).toMatch(/^Nothing was sent\. It applies to all items of a run/);
			expect(requestCount()).toBe(0);
		});
	});

	it.each([
		[{ dryRun: '={{ $json.nothing }}' }, "The expression in 'Dry Run' gives no value [item 0]"],
		[
			{ options: { onRefusedBatch: '={{ "Narrow Down" }}' } },
			"'If a Batch Is Refused' is Narrow Down, which is none of its choices [item 0]",
		],
		[
			{ options: { onRefusedBatch: '={{ $json.nothing }}' } },
			"The expression in 'If a Batch Is Refused' gives no value [item 0]",
		],
		[
			{ options: { onRefusedBatch: '={{ $itemIndex ? "report" : "narrowDown" }}' } },
			"'If a Batch Is Refused' is report, and narrowDown in the first item [item 1]",
		],
		[
			{ options: { duplicateNumbers: '={{ "once" }}' } },
			"'Duplicate Numbers' is once, which is none of its choices [item 0]",
		],
	])('refuses the choice %j before anything is sent', async (parameters, message) => {
		const { error } = await place(parameters, { items: customers(2) });
		expect(error?.message).toBe(message);
		expect(error?.description).toMatch(/^Nothing was sent\. /);
		expect(requestCount()).toBe(0);
	});

	it.each([
		['task', 'getAll', 'abc'],
		['task', 'getAll', 0],
		['configuration', 'getAll', -5],
		['configuration', 'getAll', 'abc'],
	])('%s %s with the limit %j', async (resource, operation, limit) => {
		const { error } = await runAiCall(emulator, {
			resource,
			operation,
			returnAll: false,
			limit,
		} as INodeParameters);
		expect(error?.message).toMatch(/^'Limit' is not a whole number of at least 1: ./);
		expect(requestCount()).toBe(0);
	});

	it.each([
		[{ maxSize: 'large' }, /'Max Size \(MB\)' is not a whole number/],
		[{ maxSize: 0 }, /'Max Size \(MB\)' is not a whole number/],
		[{ timeout: 'long' }, /'Timeout \(Milliseconds\)' is not a whole number/],
	])('a recording with %j is not fetched', async (options, message) => {
		const { error } = await runAiCall(emulator, {
			resource: 'recording',
			operation: 'download',
			url: 'x.wav',
			recordingBaseUrl: emulator.url,
			options,
		});
		expect(error?.message).toMatch(message);
		expect(requestCount()).toBe(0);
	});

	it.each(['start', 'pause', 'delete', 'get'])(
		'%s of a task whose ID has lost digits is refused',
		async (operation) => {
			const { error } = await runAiCall(
				emulator,
				{ resource: 'task', operation, task: byId('={{ $json.id }}') },
				// as a program gives it that reads 346252615123869699 as a number
				{ items: [{ json: { id: 346252615123869700 } }] },
			);
			expect(error?.message).toBe("'Task' is not an ID");
			expect(error?.description).toContain('some are already lost');
			expect(requestCount()).toBe(0);
		},
	);

	it.each([[{ a: 1 }], [['129']], [true]])('%j is no task', async (id) => {
		const { error } = await runAiCall(
			emulator,
			{ resource: 'task', operation: 'get', task: byId('={{ $json.id }}') },
			{ items: [{ json: { id } } as never] },
		);
		expect(error?.message).toBe("'Task' is not an ID");
		expect(requestCount()).toBe(0);
	});

	it.each([
		[{ retries: 'many' }, /'Retries' is not a whole number from 0 to 3/],
		[{ retries: 4 }, /'Retries' is not a whole number from 0 to 3/],
		[{ retries: '={{ [] }}' }, /'Retries' is not a whole number from 0 to 3/],
		[{ retries: '={{ true }}' }, /'Retries' is not a whole number from 0 to 3/],
		[
			{ moreLines: '={{ [{ line: "02566800002" }] }}' },
			/^'Additional Line Names or IDs' is not text: {"line":"02566800002"}/,
		],
		[{ retryWait: -1 }, /'Wait Between Retries \(Seconds\)'/],
		[{ begin: 'tomorrow' }, /'Start Calling At' is not a date/],
		[
			{ begin: '={{ 46346.75 }}' },
			/'Start Calling At' is 46346.75, the number by which a spreadsheet counts days/,
		],
		[{ begin: '20/11/2090' }, /'Start Calling At' is not a date/],
		[{ begin: '2020-11-20T09:00:00' }, /'Start Calling At' is in the past/],
		[{ end: '2020-01-01T00:00:00' }, /'Stop Calling At' is/],
		[{ workingPeriods: { period: [{ from: 9, to: 12 }] } }, /is not a time of day/],
		// n8n leaves nothing of an expression in place of a collection
		[{ workingPeriods: "={{ '09:00-12:00' }}" }, /^'Task Working Hours' has no hours/],
		[{ begin: '={{ $json.bgin }}' }, /^The expression in 'Start Calling At' gives no value/],
		[{ end: '={{ $json.nd }}' }, /^The expression in 'Stop Calling At' gives no value/],
	])('a task with %j is not created', async (additionalFields, message) => {
		const { error } = await runAiCall(emulator, {
			resource: 'task',
			operation: 'create',
			taskName: 'n',
			script: byId(SCRIPT),
			line: byId(LINE),
			additionalFields,
		} as INodeParameters);
		expect(error?.message).toMatch(message);
		expect(requestCount()).toBe(0);
	});

	it('a task whose name is an object is not created', async () => {
		const { error } = await runAiCall(emulator, {
			resource: 'task',
			operation: 'create',
			taskName: '={{ ({ name: "n" }) }}',
			script: byId(SCRIPT),
			line: byId(LINE),
		});
		expect(error?.message).toMatch(/^'Task Name' is not text: {"name":"n"}/);
		expect(requestCount()).toBe(0);
	});

	it.each([
		[{ taskId: '={{ $json.nope }}' }, "The expression in 'Task ID' gives no value"],
		[{ taskName: '={{ null }}' }, "The expression in 'Task Name' gives no value"],
		[{ begin: '={{ $json.nope }}' }, "The expression in 'Time From' gives no value"],
		[{ taskId: '={{ ({ id: 1 }) }}' }, '\'Task ID\' is not text: {"id":1}'],
	])('a filter without a value does not find all tasks: %j', async (filters, message) => {
		const { error } = await runAiCall(emulator, {
			resource: 'task',
			operation: 'getAll',
			filters,
		} as INodeParameters);
		expect(error?.message).toContain(message);
		expect(requestCount()).toBe(0);
	});

	it('a number as line and script is taken as the ID it stands for', async () => {
		const { items } = await place(
			{ script: byId('={{ 3101 }}'), line: byId('={{ "02566800001" }}') },
			{ items: customers(1) },
		);
		expect(items[0]!.json.status).toBe('accepted');
	});
});
