/** Nobody is called twice: what the node remembers of rows that it handed over, beyond a run and an execution. */
import {
	byId,
	createTask,
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
import { forgetRuns, keys } from './engine';

let onRequest: (target: string) => void = () => {};
const bed = useEmulator({ onRequest: ({ target }) => onRequest(target) });
afterEach(() => {
	onRequest = () => {};
	jest.restoreAllMocks();
});

type Parameters = Record<string, unknown> & { options?: object };

const place = placing(bed);
const submitted = () => bed.emulator.aiCall.ledger.view().totals.submitted;
const takenAgain = () => bed.emulator.aiCall.ledger.view().totals.acceptedAgain;
const count = (service: string) => bed.emulator.ledger({ service }).entries.length;

const BEFORE = {
	status: 'notSent',
	mayHaveBeenCalled: true,
	reason: 'Handed over earlier today by this node',
	whatToDo: expect.stringMatching(/^See in the earlier execution .* Same Row Again to Always\.$/),
};
const ACCEPTED = { status: 'accepted' };

const NOON = '2026-11-23T12:00:00';
const SEND_ALL = { duplicateNumbers: 'sendAll' };
const ALWAYS = { sameRowAgain: 'always' };

/** A task of its own for each test of Add Numbers. */
let taskId: string;
const OPERATIONS: Array<
	[string, (more?: Parameters, run?: RunOptions) => ReturnType<typeof place>]
> = [
	['Place', place],
	['Run', async (more = {}, run = {}) => await place({ ...RUN, ...more }, run)],
	[
		'Add Numbers',
		async (more = {}, run = {}) =>
			await place({ resource: 'task', operation: 'addNumbers', task: byId(taskId), ...more }, run),
	],
];
beforeEach(async () => {
	taskId = await createTask(bed.emulator);
	bed.emulator.aiCall.clock.setSpeed(0);
});

describe.each(OPERATIONS)('%s', (_name, send) => {
	it('hands a row over once a day, in whatever execution', async () => {
		setChinaTime(NOON);
		expect(jsonOf((await send()).items)).toMatchObject([ACCEPTED, ACCEPTED]);
		const more = { items: customers(3) };
		for (const run of [{}, { executionId: 'another' }, { executionId: 'retried', mode: 'retry' }]) {
			const { items, error } = await send({}, { ...more, ...run } as RunOptions);
			expect(error).toBeUndefined();
			expect(jsonOf(items)).toMatchObject([BEFORE, BEFORE, {}]);
		}
		expect(submitted()).toBe(3);
		setChinaTime('2026-11-24T00:00:01');
		expect(new Set(statuses((await send({}, { executionId: 'next day' })).items))).toEqual(
			new Set(['accepted']),
		);
	});

	it('sends each row of two executions side by side once', async () => {
		const items = customers(120);
		const both = await Promise.all(
			['one', 'other'].map(async (executionId) => await send({}, { items, executionId })),
		);
		const all = both.flatMap((run) => jsonOf(run.items));
		expect(both.map(({ error }) => error)).toEqual([undefined, undefined]);
		expect(all.filter(({ status }) => status === 'accepted')).toHaveLength(120);
		for (const row of all) expect(row.mayHaveBeenCalled).toBe(true);
		expect([submitted(), takenAgain()]).toEqual([120, 0]);
	});

	it('neither reads nor writes in a dry run', async () => {
		const used = jest.spyOn(keys, 'checkProcessedAndRecord');
		expect(statuses((await send({ mode: 'dryRun' })).items)).toEqual(['ready', 'ready']);
		expect(used).not.toHaveBeenCalled();
		await send();
		used.mockClear();
		expect(statuses((await send({ mode: 'dryRun' })).items)).toEqual(['ready', 'ready']);
		expect(used).not.toHaveBeenCalled();
	});

	it.each([
		['a store that fails', () => (keys.failure = new Error('database is locked'))],
		[
			'a store that does not say what is new',
			() =>
				jest
					.spyOn(keys, 'checkProcessedAndRecord')
					.mockResolvedValue({ new: [], processed: [] } as never),
		],
	])('sends nothing without the store: %s', async (_what, arrange) => {
		arrange();
		const { error } = await send();
		expect(error?.message).toMatch(
			/^No row was accepted: 2 not sent \(rows 1–2: n8n could not note which rows are handed over/,
		);
		expect(error?.description).toMatch(/^Save the workflow, make sure that the database/);
		// the one that Add Numbers needs
		expect([submitted(), bed.emulator.aiCall.tasks.length]).toEqual([0, 1]);
		const { items } = await send({}, { settings: GOING_ON });
		const row = { status: 'notSent', mayHaveBeenCalled: false };
		expect(jsonOf(items)).toMatchObject([row, row]);
		expect(submitted()).toBe(0);
	});

	it('sends the same row again on the same day where it is told to, but not in a retry', async () => {
		setChinaTime(NOON);
		for (const executionId of ['morning', 'evening']) {
			const { items } = await send({ options: ALWAYS }, { executionId });
			expect(statuses(items)).toEqual(['accepted', 'accepted']);
		}
		// the number counts within the execution all the same
		const looped = await send({ options: ALWAYS }, { executionId: 'evening' });
		expect(jsonOf(looped.items)).toMatchObject([
			{ reason: 'The number was handed over earlier in this execution', mayHaveBeenCalled: true },
			{ status: 'notSent' },
		]);
		const retried = await send({ options: ALWAYS }, { executionId: 'retried', mode: 'retry' });
		expect(jsonOf(retried.items)).toMatchObject([BEFORE, BEFORE]);
		expect(submitted()).toBe(4);
	});

	it("knows in a retry, and in no other execution, what yesterday's list handed over", async () => {
		setChinaTime('2026-11-23T20:30:00');
		await send();
		setChinaTime('2026-11-24T09:00:00');
		const items = customers(3);
		const YESTERDAY = { ...BEFORE, reason: 'Handed over yesterday by this node' };
		for (const executionId of ['retry', 'retry of the retry']) {
			const retried = await send({}, { items, executionId, mode: 'retry' });
			expect(jsonOf(retried.items).slice(0, 2)).toMatchObject([YESTERDAY, YESTERDAY]);
		}
		expect(submitted()).toBe(3);
		// what was looked for is not recorded: today's list is another one
		const today = await send({}, { items, executionId: 'today' });
		expect(jsonOf(today.items)).toMatchObject([ACCEPTED, ACCEPTED, BEFORE]);
		setChinaTime('2026-11-25T21:00:00');
		const late = await send({}, { executionId: 'later', mode: 'retry' });
		expect(jsonOf(late.items)[0]!.reason).toBe('Handed over yesterday by this node');
	});

	it.each([
		['Do Not Call', { doNotCall: [0, 1, 2].map(phone).join() }],
		['Max Rows per Run', { maxRows: 1 }],
		['Duplicate Numbers: Refuse', { duplicateNumbers: 'refuse' }],
	])('says of rows that %s holds back whether they were handed over', async (_name, options) => {
		setChinaTime('2026-11-23T20:30:00');
		await send();
		const items = [...customers(3), ...customers(3)];
		const run = { items, settings: GOING_ON };
		for (const [mode, time, when] of [
			['trigger', '2026-11-23T20:40:00', 'earlier today'],
			['retry', '2026-11-24T09:00:00', 'yesterday'],
		] as const) {
			setChinaTime(time);
			const rows = jsonOf((await send({ options }, { ...run, executionId: mode, mode })).items);
			const handedOver = { ...BEFORE, reason: `Handed over ${when} by this node` };
			expect(rows.slice(0, 3)).toMatchObject([
				handedOver,
				handedOver,
				{ mayHaveBeenCalled: false },
			]);
			expect(rows.slice(3)).toMatchObject([handedOver, handedOver, { mayHaveBeenCalled: false }]);
		}
		// asking has recorded nothing
		setChinaTime('2026-11-24T09:10:00');
		const next = await send({}, { items: customers(3), executionId: 'next' });
		expect(statuses(next.items)).toEqual(['accepted', 'accepted', 'accepted']);
	});

	it('knows nothing in a retry of a row that cannot be read', async () => {
		const bad = { json: { ...customers(1)[0]!.json, phone: 'none' } };
		for (const mode of ['trigger', 'retry'] as const) {
			const { items, error } = await send({}, { items: [bad, ...customers(1)], mode });
			expect(error).toBeUndefined();
			expect(items[0]!.json).toMatchObject({
				status: 'refused',
				reason: expect.stringMatching(/is not a mainland mobile number/),
				mayHaveBeenCalled: mode === 'retry',
			});
		}
	});

	it('knows nothing in a retry where the store fails', async () => {
		for (const mode of ['trigger', 'retry'] as const) {
			keys.failure = new Error('database is locked');
			const options = { doNotCall: phone(1) };
			const { items } = await send({ options }, { settings: GOING_ON, mode });
			const row = { status: 'notSent', mayHaveBeenCalled: mode === 'retry' };
			expect(jsonOf(items)).toMatchObject([row, row]);
		}
		expect(submitted()).toBe(0);
	});

	it('keeps what a busy platform or a lost answer may have taken', async () => {
		const faults = [
			{ kind: 'code', code: 10004 },
			{ kind: 'status', status: 503, body: '' },
			{ kind: 'resetAfter' },
			{ kind: 'code', code: 299999 },
		] as const;
		const service = OPERATIONS[0]![1] === send ? 'aicall-callout' : 'aicall-insert';
		for (const [n, fault] of faults.entries()) {
			const items = customers(n + 1).slice(n);
			bed.emulator.order({ ...fault, service });
			const first = await send({}, { items, executionId: `${n}`, settings: GOING_ON });
			expect(first.items[0]!.json).toMatchObject({ mayHaveBeenCalled: true });
			expect(first.items[0]!.json.status).not.toBe('accepted');
			const again = await send({}, { items, executionId: `${n} again` });
			expect(jsonOf(again.items)).toMatchObject([BEFORE]);
		}
		expect(count(service)).toBe(faults.length);
	});
});

describe('in one execution', () => {
	it('a loop hands no row over twice, whatever its batches', async () => {
		const all = customers(9);
		const batches = [all.slice(0, 4), all.slice(2, 6), all.slice(6), all];
		const reported: unknown[][] = [];
		for (const items of batches) reported.push(statuses((await place({}, { items })).items));
		expect(reported[1]).toEqual(['notSent', 'notSent', 'accepted', 'accepted']);
		expect(new Set(reported[3])).toEqual(new Set(['notSent']));
		expect([submitted(), takenAgain()]).toEqual([9, 0]);
	});

	it('a number is called once, also with other values, unless all rows are to be sent', async () => {
		const another = customers(1).map(({ json }) => ({ json: { ...json, order: 'second' } }));
		await place({}, { items: customers(1) });
		const { items } = await place({}, { items: another });
		expect(jsonOf(items)).toMatchObject([
			{
				status: 'notSent',
				mayHaveBeenCalled: true,
				reason: 'The number was handed over earlier in this execution',
				whatToDo: expect.stringMatching(/Duplicate Numbers to Send All\.$/),
			},
		]);
		// the row itself was not handed over: the next execution sends it
		const next = await place({}, { items: another, executionId: 'another' });
		expect(statuses(next.items)).toEqual(['accepted']);
		forgetRuns();
		await place({ options: SEND_ALL }, { items: customers(1) });
		const all = await place({ options: SEND_ALL }, { items: another });
		expect(statuses(all.items)).toEqual(['accepted']);
	});

	it('a number that was called stays so where another row of it is refused', async () => {
		const [first, refused, last] = ['first', 'refused', 'last'].map((order) =>
			customers(1).map(({ json }) => ({ json: { ...json, order } })),
		);
		await place({ options: SEND_ALL }, { items: first! });
		bed.emulator.order({ kind: 'code', code: 200212, service: 'aicall-callout' });
		const { items } = await place({ options: SEND_ALL }, { items: refused!, settings: GOING_ON });
		expect(statuses(items)).toEqual(['refused']);
		expect(statuses((await place({}, { items: last! })).items)).toEqual(['notSent']);
	});

	it('other values are another call in another execution', async () => {
		await place({}, { items: customers(1) });
		const items = customers(1).map(({ json }) => ({ json: { ...json, order: 'second' } }));
		expect(statuses((await place({}, { items, executionId: 'another' })).items)).toEqual([
			'accepted',
		]);
	});

	it('equal rows that are all to be sent go out as often as there are, and not again', async () => {
		const [one] = customers(1);
		const first = await place({ options: SEND_ALL }, { items: [one!, one!] });
		expect(statuses(first.items)).toEqual(['accepted', 'accepted']);
		const items = [one!, one!, one!];
		for (const executionId of ['execution-1', 'another']) {
			const again = await place({ options: SEND_ALL }, { items, executionId });
			expect(statuses(again.items)).toEqual([
				...['notSent', 'notSent'],
				executionId === 'another' ? 'notSent' : 'accepted',
			]);
		}
		expect(submitted()).toBe(3);
	});
});

it('a row that went out in place of an equal one, which was refused, is that row in a retry too', async () => {
	const [one, other] = customers(2);
	const items = [one!, other!, one!];
	bed.emulator.order({ kind: 'code', code: 200212, service: 'aicall-callout' });
	const first = await place({}, { items });
	expect(statuses(first.items)).toEqual(['refused', 'refused', 'accepted']);
	const retried = await place({}, { items, executionId: 'retried', mode: 'retry' });
	expect(statuses(retried.items)).toEqual(['notSent', 'accepted', 'notSent']);
	expect([submitted(), takenAgain()]).toEqual([4, 0]);
});

it('two tasks of one run may have the same row, and a retry sends it to neither', async () => {
	const items = [...customers(1), ...customers(1)];
	const line = byId("={{ $itemIndex === 0 ? '02566800001' : '02566800002' }}");
	const first = await place({ ...RUN, line }, { items });
	expect(statuses(first.items)).toEqual(['accepted', 'accepted']);
	const retried = await place({ ...RUN, line }, { items, executionId: 'retried', mode: 'retry' });
	expect(jsonOf(retried.items)).toMatchObject([BEFORE, BEFORE]);
});

it.each([
	['makes no empty task where nothing else is left', 1, 1],
	['adds only what is left', 2, 2],
])('a repeated number of a row that was handed over before %s', async (_what, more, tasks) => {
	const [one, other] = customers(2);
	const repeat = { json: { ...one!.json, order: 'second' } };
	const first = await place(RUN, { items: [one!, repeat], executionId: 'morning' });
	expect(statuses(first.items)).toEqual(['accepted', 'notSent']);
	const items = [one!, repeat, other!].slice(0, more + 1);
	const onFreeLine = { ...RUN, line: byId('02566800002') };
	const { items: again } = await place(onFreeLine, { items, executionId: 'evening' });
	expect(jsonOf(again).slice(0, 2)).toMatchObject([
		BEFORE,
		{
			status: 'notSent',
			reason: 'Same number as row 1, which was not sent',
			whatToDo: 'See what to do about that row.',
			mayHaveBeenCalled: true,
			duplicateOf: null,
		},
	]);
	expect(again[0]!.json.taskState).toBe(tasks === 1 ? 'notCreated' : 'started');
	// that of Add Numbers stays empty
	const sizes = bed.emulator.aiCall.tasks.map(({ rows }) => rows.length);
	expect(sizes.sort()).toEqual([0, ...Array<number>(tasks).fill(1)]);
});

describe('the retry of an execution, which n8n hands what that one remembered,', () => {
	const RETRY = { executionId: 'retry', retryOf: 'execution-1', mode: 'retry' } as const;

	it('asks a platform again that gave no answer', async () => {
		bed.emulator.order({
			kind: 'status',
			status: 502,
			body: '',
			service: 'aicall-callout',
			times: 3,
		});
		const first = await place({}, { items: customers(53), settings: GOING_ON });
		expect(first.items.filter(({ json }) => json.status === 'unknown')).toHaveLength(52);
		const next = await place({}, { items: customers(53).slice(52), settings: GOING_ON });
		expect(jsonOf(next.items)).toMatchObject([{ status: 'notSent', mayHaveBeenCalled: false }]);
		const retried = await place({}, { ...RETRY, items: customers(53) });
		expect(statuses(retried.items).filter((status) => status === 'accepted')).toHaveLength(1);
		expect(retried.items[52]!.json.status).toBe('accepted');
	});

	it('knows its numbers, whatever their values and the day', async () => {
		setChinaTime(NOON);
		await place({}, { items: customers(1) });
		const items = customers(1).map(({ json }) => ({ json: { ...json, order: 'second' } }));
		setChinaTime('2026-11-26T12:00:00');
		const retried = await place({}, { ...RETRY, items });
		expect(jsonOf(retried.items)).toMatchObject([
			{ reason: 'The number was handed over earlier in this execution', mayHaveBeenCalled: true },
		]);
		const another = await place({}, { items, executionId: 'another' });
		expect(statuses(another.items)).toEqual(['accepted']);
	});

	it('counts the rows of an agent anew', async () => {
		const settings = { type: 'n8n-nodes-iflytek.iflytekAiCallTool' };
		const call = async (from: number, run: RunOptions) =>
			statuses((await place({}, { items: customers(60).slice(from), settings, ...run })).items);
		await place({}, { items: customers(50), settings });
		expect(new Set(await call(50, {}))).toEqual(new Set(['notSent']));
		expect(new Set(await call(50, RETRY))).toEqual(new Set(['accepted']));
	});
});

it('the number counts for one node of an execution', async () => {
	await place({}, { items: customers(1) });
	const items = customers(1).map(({ json }) => ({ json: { ...json, order: 'second' } }));
	expect(statuses((await place({}, { items, nodeId: 'other' })).items)).toEqual(['accepted']);
	expect(statuses((await place({}, { items })).items)).toEqual(['notSent']);
});

describe('what was handed over before says so also where nothing is sent', () => {
	const DAY = { callingHours: { hours: [{ from: '08:00', to: '21:00' }] } };

	it.each(['retry', 'trigger'] as const)('at night, in an execution of kind %s', async (mode) => {
		setChinaTime('2026-11-23T20:30:00');
		await place({ options: DAY });
		setChinaTime('2026-11-23T22:00:00');
		const run = { items: customers(3), executionId: 'late', mode };
		const { items, error } = await place({ options: DAY }, run);
		expect(error).toBeUndefined();
		const NIGHT = { reason: expect.stringMatching(/^It is 22:00/), mayHaveBeenCalled: false };
		expect(jsonOf(items)).toMatchObject([BEFORE, BEFORE, NIGHT]);
		// asking has recorded nothing
		setChinaTime('2026-11-23T20:50:00');
		const next = await place({ options: DAY }, { ...run, executionId: 'next' });
		expect(statuses(next.items)).toEqual(['notSent', 'notSent', 'accepted']);
	});

	it.each([
		['Place', {}, 'aicall-callout'],
		['Run', RUN, 'aicall-create'],
	] as const)('behind a request that ended the run: %s', async (_name, operation, service) => {
		await place(operation, { items: customers(120).slice(60) });
		bed.emulator.aiCall.tasks.forEach((task) => (task.status = 4));
		bed.emulator.order({ kind: 'code', code: 200209, service });
		const run = { items: customers(120), executionId: 'another', settings: GOING_ON };
		const { items } = await place(operation, run);
		expect(items[0]!.json).toMatchObject({ mayHaveBeenCalled: false });
		for (const { json } of items.slice(60)) expect(json).toMatchObject(BEFORE);
	});
});

describe('what surely did not leave is sent again', () => {
	const again = async (more: Parameters = {}) => {
		for (const executionId of ['execution-1', 'another']) {
			const { items } = await place(more, { executionId });
			if (executionId === 'execution-1') expect(statuses(items)).toEqual(['accepted', 'accepted']);
			else expect(jsonOf(items)).toMatchObject([BEFORE, BEFORE]);
		}
	};

	it.each([
		['refused whole', { kind: 'code', code: 200212 }],
		['refused for the account', { kind: 'code', code: 200209 }],
		['refused by a gateway before the platform', { kind: 'status', status: 403, body: 'no' }],
	] as const)('rows that were %s', async (_what, fault) => {
		bed.emulator.order({ ...fault, service: 'aicall-callout' });
		const { items } = await place({}, { settings: GOING_ON });
		expect(statuses(items)).toEqual(['refused', 'refused']);
		await again();
	});

	it('rows of a run whose hours were over', async () => {
		setChinaTime('2026-11-23T20:59:59');
		const options = { callingHours: { hours: [{ from: '08:00', to: '21:00' }] } };
		onRequest = (target) => target.includes('/config') && setChinaTime('2026-11-23T21:00:00');
		const { error } = await place({ options });
		expect(error?.message).toMatch(/^Nobody was called/);
		onRequest = () => {};
		setChinaTime('2026-11-23T20:00:00');
		await again({ options });
	});

	it('rows of a Run whose task could not be created', async () => {
		bed.emulator.order({ kind: 'resetAfter', service: 'aicall-create' });
		const { items } = await place(RUN, { settings: GOING_ON });
		expect(statuses(items)).toEqual(['notSent', 'notSent']);
		await again(RUN);
	});

	it('the good ones of a batch that is narrowed down, once each', async () => {
		bed.emulator.aiCall.set({ sensitiveNumbers: [phone(3), phone(33)] });
		const options = { onRefusedBatch: 'narrowDown' };
		const list = { items: customers(60) };
		const first = await place({ options }, list);
		expect(statuses(first.items).filter((status) => status === 'accepted')).toHaveLength(58);
		bed.emulator.aiCall.set({ sensitiveNumbers: [] });
		const second = await place({ options }, list);
		expect(
			jsonOf(second.items)
				.filter(({ status }) => status === 'accepted')
				.map((row) => row.row),
		).toEqual([4, 34]);
		expect(takenAgain()).toBe(0);
	});

	it('but rows whose keys could not be taken back are left out, and the log says so', async () => {
		jest.spyOn(keys, 'removeProcessed').mockRejectedValue(new Error('database is locked'));
		bed.emulator.order({ kind: 'code', code: 200212, service: 'aicall-callout' });
		const { items } = await place({}, { settings: GOING_ON });
		expect(statuses(items)).toEqual(['refused', 'refused']);
		const { items: next } = await place({}, { executionId: 'another' });
		expect(jsonOf(next)).toMatchObject([BEFORE, BEFORE]);
	});
});

describe('Run', () => {
	it('creates no second task where all of its rows were handed over before', async () => {
		await place(RUN, { items: customers(60) });
		const tasks = bed.emulator.aiCall.tasks.length;
		const { items, error } = await place(RUN, { items: customers(60), mode: 'retry' });
		expect(error).toBeUndefined();
		expect(items[59]!.json).toMatchObject({
			...BEFORE,
			taskState: 'notCreated',
			taskNote: 'No row is left to be sent, so the task was not created.',
		});
		expect(bed.emulator.aiCall.tasks).toHaveLength(tasks);
	});

	it('goes on with the rows of a task that are left', async () => {
		await place(RUN, { items: customers(60) });
		bed.emulator.aiCall.tasks.forEach((task) => (task.status = 4));
		const { items } = await place(RUN, { items: customers(130), executionId: 'another' });
		expect(statuses(items).filter((status) => status === 'accepted')).toHaveLength(70);
		expect(items[129]!.json.taskState).toBe('started');
		expect(items[59]!.json.taskId).toBeNull();
		expect(items[129]!.json.taskId).toBe(bed.emulator.aiCall.tasks.at(-1)!.id);
		expect(takenAgain()).toBe(0);
	});

	it('sends the same rows with another script', async () => {
		await place();
		const columns = { rowsFrom: 'json', options: { columnNames: '客户手机号码, 姓名' } };
		const rows = [[phone(0), '客户0']];
		const first = { ...columns, rows, script: byId('3104') };
		const { items } = await place(first, { executionId: 'another' });
		expect(statuses(items)).toEqual(['accepted']);
	});
});

it('Add Numbers: another task is another call', async () => {
	const other = await createTask(bed.emulator);
	const add = async (id: string) =>
		await place({ resource: 'task', operation: 'addNumbers', task: byId(id) });
	expect(statuses((await add(taskId)).items)).toEqual(['accepted', 'accepted']);
	expect(statuses((await add(other)).items)).toEqual(['accepted', 'accepted']);
	expect(jsonOf((await add(other)).items)).toMatchObject([BEFORE, BEFORE]);
});

describe('a test call', () => {
	const TEST = { mode: 'testCall', testNumber: '13912345678' };

	it('neither reads nor writes: it can be made as often as one likes, before and after', async () => {
		const used = jest.spyOn(keys, 'checkProcessedAndRecord');
		for (let time = 0; time < 2; time++) {
			expect(statuses((await place(TEST)).items)).toEqual(['test', 'test']);
		}
		expect(used).not.toHaveBeenCalled();
		expect(statuses((await place()).items)).toEqual(['accepted', 'accepted']);
		used.mockClear();
		expect(statuses((await place(TEST)).items)).toEqual(['test', 'test']);
		expect(used).not.toHaveBeenCalled();
	});
});

it('another node knows nothing of it, nor does a copy', async () => {
	await place();
	const copy = await place({}, { nodeId: 'copy' });
	expect(statuses(copy.items)).toEqual(['accepted', 'accepted']);
});

it('no key has a number or a value in it', async () => {
	const used = jest.spyOn(keys, 'checkProcessedAndRecord');
	await place();
	const recorded = used.mock.calls.flatMap(([some]) => some.map(String));
	expect(recorded).toHaveLength(2);
	const { flow } = (await place()).run.data.executionData!.contextData;
	const numbers = Object.keys(
		(flow as { iflytekAiCall: { numbers: object } }).iflytekAiCall.numbers,
	);
	expect(numbers).toHaveLength(2);
	for (const key of [...recorded, ...numbers]) expect(key).toMatch(/^[A-Za-z0-9+/]{43}=$/);
});

it('keys are recorded before the batch leaves, batch by batch', async () => {
	const log: string[] = [];
	const original = keys.checkProcessedAndRecord.bind(keys);
	jest.spyOn(keys, 'checkProcessedAndRecord').mockImplementation(async (...given) => {
		log.push(`keys ${given[0].length}`);
		return await original(...given);
	});
	onRequest = (target) => target.includes('/callout') && log.push('callout');
	await place({}, { items: customers(120) });
	expect(log).toEqual(['keys 50', 'callout', 'keys 50', 'callout', 'keys 20', 'callout']);
});
