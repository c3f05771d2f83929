import { startEmulator, type Emulator } from '../emulator';
import { FULL_SIZE } from '../support/fullSize';
import {
	AT_ANY_HOUR,
	byId,
	credentialStore,
	COLUMNS,
	customers,
	GOING_ON,
	jsonOf,
	LINE,
	phone,
	PLACE,
	placing,
	runAiCall,
	SCRIPT,
	statuses,
	useEmulator,
} from './aiCallBench';

const bed = useEmulator();
const place = placing(bed);

const callouts = () => bed.emulator.aiCall.ledger.view().submissions;
const requestCount = () => bed.emulator.ledger().entries.length;

describe('Call: Place', () => {
	it('sends rows of items in calls of 50 and pairs every row with its item', async () => {
		const { items, error } = await place({ voice: byId('60030') }, { items: customers(120) });
		expect(error).toBeUndefined();
		expect(callouts().map(({ numbers }) => numbers.length)).toEqual([50, 50, 20]);
		expect(items).toHaveLength(120);
		const rows = bed.emulator.aiCall.ledger.view().rows;
		for (const [index, item] of items.entries()) {
			expect(item.pairedItem).toEqual({ item: index });
			expect(item.json).toEqual({
				row: index + 1,
				mayHaveBeenCalled: true,
				status: 'accepted',
				phone: phone(index),
				duplicateOf: null,
				taskDataId: rows[index]!.taskDataId,
				taskId: null,
				code: null,
				reason: null,
				httpStatus: null,
				response: null,
				whatToDo: null,
			});
		}
		expect(Number(items[0]!.json.taskDataId)).toBeGreaterThan(Number.MAX_SAFE_INTEGER);
		expect(rows[7]!.value).toEqual([phone(7), '客户7', '007']);
	});

	it('takes rows from JSON and looks the columns up in the script', async () => {
		const rows = JSON.stringify([
			{ [COLUMNS[1]]: '张', [COLUMNS[2]]: '1', [COLUMNS[0]]: '+86 138-0013-8000' },
			['13900139000', '李', 2],
		]);
		const { items } = await place({ rowsFrom: 'json', rows });
		expect(statuses(items)).toEqual(['accepted', 'accepted']);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 0 }]);
		expect(bed.emulator.aiCall.ledger.view().rows.map(({ value }) => value)).toEqual([
			['13800138000', '张', '1'],
			['13900139000', '李', '2'],
		]);
	});

	it('takes JSON rows with column names of its own, and an array from an expression', async () => {
		const parameters = {
			script: byId('3104'),
			rowsFrom: 'json',
			rows: '={{ $json.list }}',
			options: { columnNames: '客户手机号码, 姓名' },
		};
		const items = [{ json: { list: [['13900139000', '李']] } }];
		const asked = () => bed.emulator.ledger({ service: 'aicall-config' }).entries.length;
		// the execution knows the lines then
		const store = credentialStore(bed.emulator);
		const dry = await place({ ...parameters, mode: 'dryRun' }, { items, store });
		expect(statuses(dry.items)).toEqual(['ready']);
		const before = asked();
		const live = await place(parameters, { items, store });
		expect(statuses(live.items)).toEqual(['accepted']);
		expect(asked()).toBe(before);
	});

	it('sends rows with other column names apart', async () => {
		const [number, name, order] = COLUMNS;
		const items = [
			{ json: { names: [number, name, order], row: [phone(0), '张', '1'] } },
			{ json: { names: [number, order, name], row: [phone(1), '2', '李'] } },
		];
		await place(
			{
				rowsFrom: 'json',
				rows: '={{ [$json.row] }}',
				options: { columnNames: '={{ $json.names.join() }}' },
			},
			{ items: items as never },
		);
		expect(callouts().map(({ numbers }) => numbers)).toEqual([[phone(0)], [phone(1)]]);
	});

	it('joins items whose expressions resolve alike, and keeps the order of the input', async () => {
		const items = customers(6).map(({ json }, n) => ({
			json: { ...json, line: n % 2 ? '02566800002' : LINE },
		}));
		const run = await place({ line: byId('={{ $json.line }}') }, { items });
		expect(callouts().map(({ numbers }) => numbers)).toEqual([
			[phone(0), phone(2), phone(4)],
			[phone(1), phone(3), phone(5)],
		]);
		expect(run.items.map(({ json }) => json.phone)).toEqual([0, 1, 2, 3, 4, 5].map(phone));
	});

	it('sends the first row of a number, whichever line goes out first', async () => {
		const [one, other] = customers(2);
		const onLine = (line: string) => ({ json: { ...other!.json, line } });
		const items = [{ json: { ...one!.json, line: LINE } }, onLine('02566800002'), onLine(LINE)];
		const run = await place({ line: byId('={{ $json.line }}') }, { items });
		expect(callouts().map(({ numbers }) => numbers)).toEqual([[phone(0)], [phone(1)]]);
		expect(jsonOf(run.items)).toMatchObject([
			{ row: 1, status: 'accepted' },
			{ row: 2, status: 'accepted' },
			{ row: 3, status: 'notSent', duplicateOf: 2 },
		]);
	});

	it('sends repeats of refused rows in row order, and tells of all in input order', async () => {
		const order = [0, 1, 2, 2, 1, 0, 1];
		const items = order.map((n) => customers(3)[n]!);
		bed.emulator.order({ kind: 'code', code: 200212, service: 'aicall-callout' });
		const run = await place({}, { items });
		expect(callouts().map(({ numbers }) => numbers)).toEqual([
			[0, 1, 2].map(phone),
			[2, 1, 0].map(phone),
		]);
		const { rows } = bed.emulator.aiCall.ledger.view();
		expect(jsonOf(run.items)).toMatchObject([
			...[1, 2, 3].map((row) => ({ row, status: 'refused' })),
			...rows.map(({ taskDataId }, n) => ({ row: 4 + n, status: 'accepted', taskDataId })),
			{ row: 7, status: 'notSent', duplicateOf: 5 },
		]);
		expect(run.items.map(({ json }) => json.phone)).toEqual(order.map(phone));
	});

	it('refuses bad rows before anything is sent and sends the others', async () => {
		const items = customers(4);
		items[1]!.json.phone = '12345';
		items[2]!.json.name = null;
		const run = await place({}, { items });
		expect(statuses(run.items)).toEqual(['accepted', 'refused', 'refused', 'accepted']);
		expect(run.items[1]!.json).toMatchObject({
			phone: '12345',
			reason: expect.stringContaining('is not a mainland mobile number'),
			whatToDo: expect.stringContaining('11 digits'),
		});
		expect(run.items[2]!.json.reason).toBe("The column '姓名' has no value");
		expect(callouts()).toHaveLength(1);
	});

	it('refuses the row of an item with an expression that cannot be resolved, and sends the others', async () => {
		const items = customers(4);
		items[1]!.json.name = { toString: 1 };
		items[2]!.json.isOdd = true;
		const line = `={{ $json.isOdd ? $('No such node').first().json.line : '${LINE}' }}`;
		const run = await place({ line: byId(line) }, { items });
		expect(run.error).toBeUndefined();
		expect(statuses(run.items)).toEqual(['accepted', 'refused', 'refused', 'accepted']);
		expect(run.items[2]!.json.reason).toMatch(/^A parameter of the item could not be read: /);
		expect(run.items[2]!.json.reason).not.toContain('[item');
	});

	it.each([
		['sendOnce', ['accepted', 'accepted', 'notSent'], 1, 2],
		['sendAll', ['accepted', 'accepted', 'accepted'], null, 3],
		['refuse', ['refused', 'accepted', 'refused'], null, 1],
	])('names the row that goes out in place of another one: %s', async (...rule) => {
		const [duplicateNumbers, expected, goesOut, sent] = rule;
		const items = [...customers(2), ...customers(1)];
		const run = await place({ options: { duplicateNumbers } }, { items });
		expect(statuses(run.items)).toEqual(expected);
		expect(run.items.map(({ json }) => json.duplicateOf)).toEqual([null, null, goesOut]);
		expect(bed.emulator.aiCall.ledger.view().totals.submitted).toBe(sent);
	});

	it('shows in a dry run what would go out and sends nothing', async () => {
		const items = [...customers(51), { json: { phone: 'x', name: 'n', order: 'o' } }];
		const run = await place({ mode: 'dryRun' }, { items });
		expect(run.error).toBeUndefined();
		expect(callouts()).toHaveLength(0);
		expect(run.items[50]!.json).toMatchObject({
			status: 'ready',
			batch: 2,
			batchRows: 1,
			reason: 'This is a dry run',
			whatToDo: null,
			values: { [COLUMNS[0]]: phone(50), [COLUMNS[1]]: '客户50', [COLUMNS[2]]: '0050' },
		});
		expect(run.items[51]!.json.status).toBe('refused');
		expect(run.items[51]!.json).toMatchObject({ batch: null, request: null });
		expect(run.items[50]!.json.request).toEqual({
			robot_id: SCRIPT,
			line_num: LINE,
			call_column: COLUMNS,
		});
	});

	describe('on a refused batch', () => {
		beforeEach(() => bed.emulator.aiCall.set({ sensitiveNumbers: [phone(3), phone(77)] }));

		it('leaves out only the offending rows when narrowed down, and dials nobody twice', async () => {
			const { items } = await place(
				{ options: { onRefusedBatch: 'narrowDown' } },
				{ items: customers(150) },
			);
			const refused = items.filter(({ json }) => json.status !== 'accepted');
			expect(refused.map(({ json }) => json.phone)).toEqual([phone(3), phone(77)]);
			expect(bed.emulator.aiCall.ledger.view().totals).toMatchObject({
				accepted: 148,
				acceptedAgain: 0,
			});
		});
	});

	describe('and the settings of the node', () => {
		it.each([
			['call', 'place'],
			['task', 'addNumbers'],
			['task', 'create'],
			['task', 'run'],
		])('refuses Retry On Fail before anything is sent: %s %s', async (resource, operation) => {
			const { error } = await place(
				{ resource, operation, task: byId('1'), taskName: 'n' },
				{ items: customers(1), settings: { retryOnFail: true, waitBetweenTries: 1 } },
			);
			expect(error?.message).toBe("'Retry On Fail' is on in the settings of this node");
			expect(requestCount()).toBe(0);
		});

		it('sends once for a first item that looks like an error', async () => {
			const items = customers(2);
			items[0]!.json.error = 'looks like one';
			const run = await place({}, { items });
			expect(statuses(run.items)).toEqual(['accepted', 'accepted']);
			expect(run.items[0]!.json).not.toHaveProperty('error');
			expect(callouts()).toHaveLength(1);
		});

		it('sends rows that are not accepted to the error output, beside the fields of their items', async () => {
			const items = customers(3);
			items[1]!.json.phone = 'none';
			const { outputs } = await place({}, { items, settings: { onError: 'continueErrorOutput' } });
			expect(outputs[0]!.map(({ json }) => json.row)).toEqual([1, 3]);
			expect(outputs[1]).toHaveLength(1);
			expect(outputs[1]![0]).toMatchObject({
				json: {
					name: '客户1',
					error: {
						message: expect.stringContaining('is not a mainland mobile number'),
						row: 2,
						status: 'refused',
						phone: 'none',
					},
				},
				pairedItem: { item: 1 },
			});
			// n8n shows it as one tall cell
			expect(Object.values(outputs[1]![0]!.json.error as object)).not.toContain(null);
		});

		it('lets no input item pass for placed when nothing could be sent and the node continues', async () => {
			const { items } = await place(
				{ options: { maxRows: 'x' } },
				{ items: customers(2), settings: GOING_ON },
			);
			expect(jsonOf(items)).toMatchObject([
				{
					status: 'notSent',
					reason: `'Max Rows per Run' is "x", not a whole number of 0 or more`,
				},
				{ status: 'notSent' },
			]);
			expect(requestCount()).toBe(0);
		});

		it.each([
			['addNumbers', 'task', 'mode'],
			['run', 'task', 'startIncomplete'],
			['run', 'task', 'mode'],
			['place', 'call', 'mode'],
			['run', 'task', 'testNumber'],
			['place', 'call', 'options'],
			['addNumbers', 'task', 'options'],
			['run', 'task', 'options'],
		])('reads before it sends what holds for all rows: %s, %s %s', async (...names) => {
			const [operation, resource, parameter] = names;
			const wrong = {
				resource,
				operation,
				task: byId('1'),
				taskName: 'n',
				...(parameter === 'testNumber' && { mode: 'testCall' }),
				[parameter]:
					parameter === 'options'
						? { ...AT_ANY_HOUR, doNotCall: "={{ $('No Such Node').item.json.x }}" }
						: "={{ $('No Such Node').item.json.x }}",
			};
			const stopped = await place(wrong, { items: customers(2) });
			expect(stopped.error).toBeDefined();
			const { items } = await place(wrong, {
				items: customers(2),
				settings: { onError: 'continueRegularOutput' },
			});
			expect(statuses(items)).toEqual(['notSent', 'notSent']);
			expect(requestCount()).toBe(0);
		});

		it('says which parameter is missing when no row can go out', async () => {
			const { error } = await place({ line: byId('={{ "" }}') }, { items: customers(2) });
			expect(error?.message).toBe("'Phone Line' is empty [item 0]");
			expect(requestCount()).toBe(0);
		});
	});

	describe('as a tool of an AI agent', () => {
		const settings = { type: 'n8n-nodes-iflytek.iflytekAiCallTool' };
		const rows = (count: number) =>
			JSON.stringify(customers(count).map(({ json }) => Object.values(json)));

		it('sends at most 50 rows', async () => {
			const run = await place({ rowsFrom: 'json', rows: rows(51) }, { settings });
			expect(run.error).toBeUndefined();
			expect(new Set(run.items.map(({ json }) => json.reason))).toEqual(
				new Set(['There are 51 rows, and one run may send 50']),
			);
			expect(callouts()).toHaveLength(0);
			expect(
				statuses((await place({ rowsFrom: 'json', rows: rows(50) }, { settings })).items),
			).toEqual(Array<string>(50).fill('accepted'));
		});

		it('sends at most 50 rows in all its calls of an execution', async () => {
			const list = (from: number, to: number) =>
				JSON.stringify(
					customers(to)
						.slice(from)
						.map(({ json }) => Object.values(json)),
				);
			const call = async (from: number, to: number, more = {}) =>
				await place({ rowsFrom: 'json', rows: list(from, to) }, { settings, ...more });
			// neither what was only shown nor what surely stayed counts
			await place({ mode: 'dryRun', rowsFrom: 'json', rows: list(0, 50) }, { settings });
			bed.emulator.order({ kind: 'code', code: 200212, service: 'aicall-callout' });
			await call(0, 20);
			expect(new Set(statuses((await call(0, 30)).items))).toEqual(new Set(['accepted']));
			const [one, other] = await Promise.all([call(30, 50), call(50, 60)]);
			expect(new Set(statuses(one.items))).toEqual(new Set(['accepted']));
			expect(other.error).toBeUndefined();
			const more = await call(60, 61);
			expect(more.items[0]!.json).toMatchObject({
				status: 'notSent',
				reason: expect.stringMatching(
					/^There are \d+ rows, \d+ of them in earlier calls of the tool, and one run may send 50$/,
				),
			});
			const anew = await call(60, 61, { executionId: 'another' });
			expect(statuses(anew.items)).toEqual(['accepted']);
		});

		it('obeys the option for more and for fewer', async () => {
			const more = { rowsFrom: 'json', rows: rows(51), options: { maxRows: 0 } };
			expect((await place(more, { settings })).items).toHaveLength(51);
			const fewer = { rowsFrom: 'json', rows: rows(2), options: { maxRows: 1 } };
			expect(statuses((await place(fewer, { settings })).items)).toEqual(['notSent', 'notSent']);
		});
	});
});

const ROWS = FULL_SIZE ? 5000 : 600;
const BAD = FULL_SIZE ? 40 : 10;

describe(`${ROWS} rows with ${BAD} bad ones and faults`, () => {
	let own: Emulator;
	let calls = 0;

	beforeAll(async () => {
		own = await startEmulator({
			onRequest: ({ target }) => {
				if (target.includes('/callout') && ++calls === 5) own.aiCall.tokens.revokeAll();
			},
		});
	});
	afterAll(async () => await own.stop());

	it('dials every good row once and accounts for all', async () => {
		const items = customers(ROWS);
		const bad = new Set<number>();
		for (let n = 1, seed = 12345; bad.size < BAD; n++) {
			seed = (seed * 1103515245 + 12345 + n) % 2147483648;
			bad.add(seed % ROWS);
		}
		const [malformed, sensitive] = [[...bad].slice(0, BAD / 2), [...bad].slice(BAD / 2)];
		for (const n of malformed) items[n]!.json.phone = `1300${n}`;
		own.aiCall.set({
			sensitiveNumbers: sensitive.map(phone),
			tokenLifetime: 2,
			newTokenInvalidatesOld: true,
		});
		const faults = [
			own.order({ kind: 'resetBefore', service: 'aicall-callout', skip: 10 }),
			own.order({ kind: 'resetAfter', service: 'aicall-callout', skip: 17 }),
			own.order({
				kind: 'status',
				status: 503,
				body: '',
				service: 'aicall-callout',
				skip: 24,
			}),
		];

		const run = await runAiCall(
			own,
			{ ...PLACE, options: { ...AT_ANY_HOUR, onRefusedBatch: 'narrowDown' } },
			{ items },
		);

		expect(own.faults()).toEqual([]);
		expect(faults).toHaveLength(3);
		const { totals, numbers } = own.aiCall.ledger.view();
		const taken = new Map(numbers.map(({ number, accepted }) => [number, accepted]));
		expect(totals.acceptedAgain).toBe(0);
		expect(run.items).toHaveLength(ROWS);
		let unknown = 0;
		for (const [index, { json, pairedItem }] of run.items.entries()) {
			const { status, taskDataId, reason } = json;
			expect(pairedItem).toEqual({ item: index });
			const times = taken.get(phone(index)) ?? 0;
			// which rows stood in the three broken calls depends on when tokens ran out
			if (status === 'unknown') unknown++;
			else expect(status).toBe(bad.has(index) ? 'refused' : 'accepted');
			if (malformed.includes(index)) expect(status).toBe('refused');
			if (status === 'accepted') {
				expect(times).toBe(1);
				expect(taskDataId).toMatch(/^\d{18}$/);
			} else {
				expect(typeof reason).toBe('string');
				if (status === 'refused') expect(times).toBe(0);
			}
		}
		expect(unknown).toBeGreaterThanOrEqual(3);
		expect(unknown).toBeLessThanOrEqual(150);
		expect(own.aiCall.tokens.view(Date.now()).refused['10001']).toBeGreaterThan(0);
	});
});
