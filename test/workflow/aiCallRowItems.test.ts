/** What the items of a run say: whose row it is, which number was called, and when a run is red. */

import {
	COLUMNS,
	customers,
	GOING_ON,
	jsonOf,
	phone,
	placing,
	RUN,
	type RunOptions,
	setChinaTime,
	statuses,
	useEmulator,
} from './aiCallBench';
import { forgetRuns } from './engine';

const bed = useEmulator();
afterEach(() => {
	jest.restoreAllMocks();
});

type Parameters = Record<string, unknown> & { options?: object };

const place = placing(bed);
const ERROR_OUTPUT = { onError: 'continueErrorOutput' } as const;

describe('a row of a Test Number', () => {
	const TEST = '13912345678';

	it('shows the number that was called and whose row it stood for, also where it is refused', async () => {
		bed.emulator.aiCall.set({ sensitiveNumbers: [TEST] });
		const { items } = await place({ mode: 'testCall', testNumber: TEST }, { settings: GOING_ON });
		expect(items[1]!.json).toMatchObject({ status: 'refused', phone: TEST, inPlaceOf: phone(1) });
	});

	it('no other row has the field', async () => {
		const { items } = await place();
		expect(items[0]!.json).not.toHaveProperty('inPlaceOf');
	});
});

describe('Include Input Fields', () => {
	const customer = (fields: object) => ({
		json: {
			id: 17,
			status: 'new',
			owner: null,
			error: 'none',
			...customers(1)[0]!.json,
			...fields,
		},
	});
	const options = { includeInputFields: true };

	it("has the item's fields first; those named like the node's own, and error, are under input", async () => {
		const { items } = await place({ options }, { items: [customer({ phone: `+86${phone(0)}` })] });
		expect(items[0]!.json).toMatchObject({
			id: 17,
			owner: null,
			name: '客户0',
			status: 'accepted',
			phone: phone(0),
		});
		expect(Object.keys(items[0]!.json).slice(0, 4)).toEqual(['id', 'owner', 'name', 'order']);
		expect(items[0]!.json).not.toHaveProperty('error');
		expect(items[0]!.json.input).toEqual({
			status: 'new',
			error: 'none',
			phone: `+86${phone(0)}`,
		});
	});

	it('moves a field also where the row has null in it, and nothing where none collides', async () => {
		const fields = { row: 'A7', code: 'K', reason: 'renewal', taskId: null };
		const { items } = await place({ options }, { items: [customer(fields)] });
		expect(items[0]!.json).toMatchObject({ row: 1, code: null, reason: null, input: fields });
		const rows = [{ id: 18, [COLUMNS[0]!]: phone(1), [COLUMNS[1]!]: '张', [COLUMNS[2]!]: '1' }];
		const plain = await place({ rowsFrom: 'json', rows, options });
		expect(plain.items[0]!.json).toMatchObject({ id: 18, status: 'accepted' });
		expect(plain.items[0]!.json).not.toHaveProperty('input');
	});

	it('is off otherwise', async () => {
		const { items } = await place({}, { items: [customer({})] });
		expect(items[0]!.json).not.toHaveProperty('id');
	});

	it.each<[string, Parameters, object, string]>([
		['refused', {}, { phone: 'x' }, 'refused'],
		['held back', { options: { doNotCall: phone(0) } }, {}, 'notSent'],
		['shown in a dry run', { mode: 'dryRun' }, {}, 'ready'],
		['not sent, since an option is wrong', { options: { maxRows: 'x' } }, {}, 'notSent'],
		['a test', { mode: 'testCall', testNumber: '13912345678' }, {}, 'test'],
	])('keeps what identifies a row that is %s', async (_what, more, fields, status) => {
		const { items } = await place(
			{ ...more, options: { ...options, ...more.options } },
			{ items: [customer(fields)], settings: GOING_ON },
		);
		expect(items[0]!.json).toMatchObject({ id: 17, status });
	});

	it.each([true, false])(
		"at the error output n8n puts the item's fields beside: %p",
		async (includeInputFields) => {
			const { outputs } = await place(
				{ options: { includeInputFields } },
				{ items: [customer({ phone: 'x' })], settings: ERROR_OUTPUT },
			);
			expect(outputs[1]![0]!.json).toMatchObject({
				id: 17,
				status: 'new',
				error: { status: 'refused', row: 1, message: expect.any(String) },
			});
			expect(outputs[1]![0]!.json.error).not.toHaveProperty('id');
		},
	);

	it("takes the row's object where rows come as JSON, and not the whole list", async () => {
		const names = { [COLUMNS[1]!]: '张', [COLUMNS[2]!]: '1' };
		const rows = [
			{ id: 17, [COLUMNS[0]!]: phone(0), ...names },
			{ id: 18, [COLUMNS[0]!]: 'x', ...names },
			[phone(1), '李', '2'],
		];
		const items = [{ json: { rows } }] as never;
		const parameters = { rowsFrom: 'json', rows: '={{ $json.rows }}', options };
		const run = await place(parameters, { items });
		expect(jsonOf(run.items)).toMatchObject([
			{ id: 17, status: 'accepted' },
			{ id: 18, status: 'refused' },
			{ status: 'accepted' },
		]);
		for (const { json } of run.items) expect(json).not.toHaveProperty('rows');
		forgetRuns();
		const { outputs } = await place(parameters, { items, settings: ERROR_OUTPUT });
		expect(outputs[1]![0]!.json).toMatchObject({ error: { id: 18, status: 'refused', row: 2 } });
	});

	it('keeps the result of a row whose object has fields of its names, also at the error output', async () => {
		const own = { status: 'new', phone: 'home', row: 'A7', message: 'm' };
		const rows = [{ ...own, [COLUMNS[0]!]: 'x', [COLUMNS[1]!]: '张', [COLUMNS[2]!]: '1' }];
		const parameters = { rowsFrom: 'json', rows, options };
		const { outputs } = await place(parameters, { settings: ERROR_OUTPUT });
		expect(outputs[1]![0]!.json.error).toMatchObject({
			status: 'refused',
			phone: 'x',
			row: 1,
			message: expect.stringMatching(/11 digits/),
			input: own,
		});
	});
});

describe('a row that says what it did not', () => {
	it('has the answer of the platform where it was not accepted, and one that was has none', async () => {
		bed.emulator.aiCall.set({ sensitiveNumbers: [phone(1)] });
		const options = { onRefusedBatch: 'narrowDown' };
		const { items } = await place({ options });
		expect(items[0]!.json.response).toBeNull();
		expect(items[1]!.json).toMatchObject({ status: 'refused', response: { code: 200203 } });
	});

	it('has null, or an action, in whatToDo', async () => {
		const [one, two] = customers(2);
		const more = [{ options: { doNotCall: phone(1) } }, { mode: 'dryRun' }, {}];
		for (const [nth, parameters] of more.entries()) {
			const list = [one!, two!, one!, { json: { phone: 'x' } }];
			const { items } = await place(parameters, {
				items: list,
				executionId: `run ${nth}`,
				nodeId: `${nth}`,
			});
			for (const { json } of items) {
				expect(json.whatToDo === null || /^\p{Lu}/u.test(String(json.whatToDo))).toBe(true);
				expect(String(json.whatToDo)).not.toMatch(/^Nothing/);
			}
			expect(items[0]!.json.whatToDo).toBeNull();
		}
	});
});

describe('rows of a node that goes on, though nothing could be read', () => {
	it.each([
		['manual', false],
		['trigger', false],
		['retry', true],
	] as const)('in an execution of kind %s may have been called: %p', async (mode, isOpen) => {
		const wrong = { options: { maxRows: 'x' } };
		const { items } = await place(wrong, { mode, settings: GOING_ON });
		const row = { status: 'notSent', mayHaveBeenCalled: isOpen };
		expect(jsonOf(items)).toMatchObject([row, row]);
	});
});

describe('a run that called nobody', () => {
	const at = (chinaTime: string) => setChinaTime(`2026-11-23T${chinaTime}:00`);
	const BY_DAY = { callingHours: { hours: [{ from: '08:00', to: '21:00' }] } };
	const submitted = () => bed.emulator.aiCall.ledger.view().totals.submitted;

	it('since the clock held back every row is red, and says when to run it again', async () => {
		at('23:13');
		const { error } = await place({ options: BY_DAY });
		expect(error?.message).toMatch(
			/^Nobody was called: 2 not sent \(rows 1–2: It is 23:13 in China, outside the .*08:00.21:00/,
		);
		expect(error?.description).toMatch(/08:00.*set On Error in the node's settings to Continue\.$/);
		expect(submitted()).toBe(0);
	});

	it('is red where the clock held back all that Do Not Call did not', async () => {
		at('23:13');
		const { error } = await place({ options: { ...BY_DAY, doNotCall: phone(0) } });
		expect(error?.message).toMatch(/^Nobody was called: 2 not sent \(row 1: The number is in/);
	});

	it.each<[string, RunOptions]>([
		['output', { settings: GOING_ON }],
		['error output', { settings: ERROR_OUTPUT }],
	])('at night is not red where the node goes on with its %s', async (_what, run) => {
		at('23:13');
		const { error, outputs } = await place({ options: BY_DAY }, run);
		expect(error).toBeUndefined();
		expect(outputs.flat()).toHaveLength(2);
	});

	it.each<[string, object]>([
		['Do Not Call', { doNotCall: `${phone(0)}, ${phone(1)}` }],
		['Max Rows per Run', { maxRows: 1 }],
	])('since all rows were held back by %s is not red', async (_what, options) => {
		const { error, items } = await place({ options });
		expect(error).toBeUndefined();
		expect(statuses(items)).toEqual(['notSent', 'notSent']);
	});

	it('since all rows are duplicates is not red, and Run starts the task without them', async () => {
		const options = { duplicateNumbers: 'refuse' };
		const [one, other] = customers(2);
		const { error, items } = await place({ options }, { items: [one!, one!] });
		expect(error).toBeUndefined();
		expect(statuses(items)).toEqual(['refused', 'refused']);
		// a task of nobody is not even created
		await place({ ...RUN, options }, { items: [one!, one!] });
		expect(bed.emulator.aiCall.tasks).toEqual([]);
		const ran = await place({ ...RUN, options }, { items: [one!, one!, other!] });
		expect(ran.error).toBeUndefined();
		expect(statuses(ran.items)).toEqual(['refused', 'refused', 'accepted']);
		expect(ran.items[2]!.json.taskState).toBe('started');
	});
});

it.each([
	['sendOnce', true],
	['refuse', true],
	['sendAll', false],
])(
	'says of a row that cannot be sent whether its number is called for another one: %s, %p',
	async (duplicateNumbers, counts) => {
		const [one, other] = customers(2);
		const nameless = [one!, other!].map(({ json }) => ({ json: { ...json, name: null } }));
		const list = { items: [nameless[0]!, one!, nameless[1]!], settings: GOING_ON };
		const may = async (more = {}) => {
			const { items } = await place({ ...more, options: { duplicateNumbers } }, list);
			return items.map(({ json }) => [json.status, json.mayHaveBeenCalled]);
		};
		expect(await may()).toEqual([
			['refused', counts],
			['accepted', true],
			['refused', false],
		]);
		// a test calls another number
		expect(
			(await may({ mode: 'testCall', testNumber: '13912345678' })).map(([, called]) => called),
		).toEqual(Array(3).fill(false));
		forgetRuns();
		bed.emulator.order({ kind: 'code', code: 200212, service: 'aicall-callout' });
		expect(await may()).toEqual(Array(3).fill(['refused', false]));
	},
);
