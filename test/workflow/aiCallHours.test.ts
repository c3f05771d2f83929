/** When people may be called: one rule for all that dials, and what a dry run says of it. */
import type { INodeParameters } from 'n8n-workflow';

import { forgetIssuedToken } from '../../nodes/shared/aiCall/token';
import { mainAiCallAccount } from '../emulator';
import {
	AT_ANY_HOUR,
	byId,
	createTask,
	credentialStore,
	customers,
	GOING_ON,
	hintsOf,
	jsonOf,
	LINE,
	phone,
	PLACE,
	RUN,
	runAiCall,
	type RunOptions,
	setChinaTime,
	statuses,
	useEmulator,
} from './aiCallBench';

/** Called with the path of each request when it comes in. */
let onRequest: (target: string) => void = () => {};

const bed = useEmulator({ onRequest: ({ target }) => onRequest(target) });
beforeAll(() => bed.emulator.aiCall.clock.setSpeed(0));
afterEach(() => {
	onRequest = () => {};
	jest.restoreAllMocks();
});

const at = setChinaTime;
const NIGHT = '2026-11-23T23:13:00';
const AFTERNOON = '2026-11-23T15:00:00';
const hours = (...windows: string[]) => ({
	callingHours: {
		hours: windows.map((window) => ({ from: window.split('-')[0], to: window.split('-')[1] })),
	},
});
const WORKDAYS = { callingDays: ['mon', 'tue', 'wed', 'thu', 'fri'] };

type Parameters = Record<string, unknown>;

const place = async ({ options = {}, ...more }: Parameters = {}, run: RunOptions = {}) =>
	await runAiCall(bed.emulator, { ...PLACE, ...more, options } as INodeParameters, {
		items: customers(2),
		settings: GOING_ON,
		...run,
	});
const runTask = async (more: Parameters = {}, run: RunOptions = {}) =>
	await place({ ...RUN, ...more }, run);
const period = (...windows: string[]) => ({
	additionalFields: { workingPeriods: { period: hours(...windows).callingHours.hours } },
});
const addNumbers = async (taskId: string, more: Parameters = {}) =>
	await place({ resource: 'task', operation: 'addNumbers', task: byId(taskId), ...more });
const start = async (taskId: string, more: Parameters = {}, run: RunOptions = {}) =>
	await runAiCall(
		bed.emulator,
		{ resource: 'task', operation: 'start', task: byId(taskId), ...more } as INodeParameters,
		run,
	);

/** What this process remembers of tokens, as in a worker that has just begun. */
const forgetTokens = () => forgetIssuedToken({ ...mainAiCallAccount, baseUrl: bed.emulator.url });
const submitted = () => bed.emulator.aiCall.ledger.view().totals.submitted;
const count = (service: string) => bed.emulator.ledger({ service }).entries.length;
const platformTask = (taskId: string) => bed.emulator.aiCall.tasks.find(({ id }) => id === taskId)!;

describe('Place', () => {
	it('tells the time, the hours and when to come again, and asks the platform nothing', async () => {
		at(NIGHT);
		const { items } = await place();
		expect(items[0]!.json).toMatchObject({
			status: 'notSent',
			reason: 'It is 23:13 in China, outside the allowed calling hours 08:00–21:00 (China time)',
			whatToDo:
				'Run the workflow again from 08:00 on Tuesday, 2026-11-24 China time, or change the option Allowed Calling Hours.',
		});
		expect(count('aicall-callout')).toBe(0);
	});

	it('holds back a row for another reason by that reason', async () => {
		at(NIGHT);
		const options = { doNotCall: phone(0) };
		const { items } = await place({ options });
		expect(items.map(({ json }) => json.reason)).toEqual([
			"The number is in 'Do Not Call'",
			expect.stringMatching(/^It is 23:13 in China/),
		]);
	});

	it('does not call the Test Number at night either', async () => {
		at(NIGHT);
		expect(statuses((await place({ mode: 'testCall', testNumber: '13912345678' })).items)).toEqual([
			'notSent',
			'notSent',
		]);
		expect(submitted()).toBe(0);
	});

	it('looks at the clock again before every batch', async () => {
		at('2026-11-23T20:30:00');
		onRequest = (target) => target.includes('/callout') && at('2026-11-23T21:00:00');
		const { items } = await place({}, { items: customers(60) });
		expect(statuses(items).filter((status) => status === 'accepted')).toHaveLength(50);
		expect(items[59]!.json.reason).toMatch(/^It is 21:00 in China/);
	});

	it('looks at the clock again after the wait for a busy platform', async () => {
		at('2026-11-23T20:59:00');
		bed.emulator.order({ kind: 'code', code: 10004, service: 'aicall-callout' });
		onRequest = (target) => target.includes('/callout') && at('2026-11-23T21:00:00');
		const { items } = await place(
			{ line: byId('02566800002') },
			{ items: customers(60), settings: GOING_ON },
		);
		expect(items[59]!.json).toMatchObject({
			status: 'notSent',
			reason: expect.stringMatching(/^It is 21:00 in China/),
		});
		expect(count('aicall-callout')).toBe(1);
	});

	it('sends no half of a refused batch after the hours', async () => {
		at('2026-11-23T20:30:00');
		bed.emulator.aiCall.set({ sensitiveNumbers: [phone(1)] });
		onRequest = (target) => target.includes('/callout') && at('2026-11-23T21:00:00');
		const options = { onRefusedBatch: 'narrowDown' };
		await place({ options }, { items: customers(8), settings: GOING_ON });
		expect(count('aicall-callout')).toBe(1);
		expect(bed.emulator.aiCall.ledger.view().totals.accepted).toBe(0);
	});

	it('calls nobody when the token comes after the hours', async () => {
		at('2026-11-23T20:59:50');
		// the execution knows the lines: the token is fetched for the call itself
		await place({ mode: 'dryRun' });
		const before = count('aicall-token');
		onRequest = (target) => target.includes('/token') && at('2026-11-23T21:00:24');
		const store = credentialStore(bed.emulator);
		forgetTokens();
		const { items } = await place({}, { store });
		expect(count('aicall-token')).toBe(before + 1);
		expect(items[0]!.json).toMatchObject({
			status: 'notSent',
			reason: expect.stringMatching(/^It is 21:00 in China/),
		});
		expect([submitted(), count('aicall-callout')]).toEqual([0, 0]);
		// in time, the same run calls: with the token that is stored now
		onRequest = () => {};
		at('2026-11-23T20:59:50');
		expect(statuses((await place({}, { store })).items)).toEqual(['accepted', 'accepted']);
	});

	it('calls nobody when another token has to be fetched for one that is refused', async () => {
		at('2026-11-23T20:59:50');
		const store = credentialStore(bed.emulator);
		await place({ mode: 'dryRun' }, { store });
		bed.emulator.order({ kind: 'code', code: 10001, service: 'aicall-callout' });
		let tokens = 0;
		onRequest = (target) =>
			target.includes('/token') && ++tokens === 1 && at('2026-11-23T21:00:24');
		const { items } = await place({}, { store });
		expect(statuses(items)).toEqual(['notSent', 'notSent']);
		expect([tokens, count('aicall-callout')]).toEqual([1, 1]);
		expect(bed.emulator.aiCall.ledger.view().totals.accepted).toBe(0);
	});

	describe('a direct call carries no hours', () => {
		it('so rows that the line cannot reach before they end are left for Run', async () => {
			at('2026-11-23T20:59:00');
			const { items, error } = await place({}, { items: customers(60) });
			expect(error).toBeUndefined();
			// ten calls at once, each for 30 seconds
			expect(statuses(items)).toEqual([
				...Array<string>(20).fill('accepted'),
				...Array<string>(40).fill('notSent'),
			]);
			expect(items[20]!.json).toMatchObject({
				reason: `Calling ends at 21:00 in China, and line ${LINE} cannot reach the row before that, at 30 seconds a call and 10 at once`,
				whatToDo: expect.stringMatching(/^Use Task: Run for long lists/),
			});
			expect(submitted()).toBe(20);
		});

		it('also after a wait for a busy platform, by what it was given meanwhile', async () => {
			at('2026-11-23T20:00:00');
			const line = { line_num: LINE, time_work: [], time_apply: 0, time_expire: -1 };
			bed.emulator.aiCall.set({ lines: [{ ...line, concurrents: 2 }] });
			bed.emulator.order({ kind: 'code', code: 10004, service: 'aicall-callout' });
			onRequest = (target) => target.includes('/callout') && at('2026-11-23T20:59:30');
			const { items } = await place({}, { items: customers(80) });
			// the first 50 may have been taken; then one row goes after another
			expect(statuses(items).slice(50, 53)).toEqual(['accepted', 'accepted', 'notSent']);
			expect(new Set(items.slice(52).map(({ json }) => json.reason))).toEqual(
				new Set([
					`Calling ends at 21:00 in China, and line ${LINE} cannot reach the row before that, at 30 seconds a call and 2 at once`,
				]),
			);
			expect(submitted()).toBe(52);
		});

		it('also for the twins of refused rows that go out over another line', async () => {
			at('2026-11-23T20:59:40');
			const [here, there] = [LINE, '02566800002'];
			const lines = [
				{ line_num: here, concurrents: 100 },
				{ line_num: there, concurrents: 2 },
			].map((line) => ({ ...line, time_work: [], time_apply: 0, time_expire: -1 }));
			bed.emulator.aiCall.set({ lines });
			bed.emulator.order({ kind: 'code', code: 200212, service: 'aicall-callout' });
			const items = [...customers(4), ...customers(4)].map(({ json }, n) => ({
				json: { ...json, line: n < 4 ? here : there },
			}));
			const { items: rows } = await place({ line: byId('={{ $json.line }}') }, { items });
			expect(statuses(rows)).toEqual([
				...Array<string>(4).fill('refused'),
				...['accepted', 'accepted', 'notSent', 'notSent'],
			]);
			expect(rows[7]!.json.reason).toMatch(/line 02566800002 cannot reach the row/);
		});

		it('for each line by itself', async () => {
			at('2026-11-23T20:59:40');
			const line = byId("={{ $itemIndex % 2 === 0 ? '02566800001' : '02566800002' }}");
			const { items } = await place({ line }, { items: customers(60) });
			const sent = items.filter(({ json }) => json.status === 'accepted');
			const numbers = (count: number, nth: (n: number) => number) =>
				Array.from({ length: count }, (_, n) => nth(n));
			// the second line carries three times as many
			expect(sent.map(({ json }) => json.row)).toEqual([
				...numbers(20, (n) => 1 + n),
				...numbers(20, (n) => 22 + 2 * n),
			]);
		});

		it.each([
			[
				'the lines cannot be looked up',
				() =>
					bed.emulator.order({
						kind: 'code',
						code: 10020,
						service: 'aicall-config',
						times: 'always',
					}),
			],
			[
				'the platform does not tell how many calls they carry',
				() => bed.emulator.aiCall.set({ lines: [] }),
			],
		])('but all are sent where %s', async (_why, arrange) => {
			at('2026-11-23T20:59:00');
			arrange();
			const { items } = await place({}, { items: customers(60) });
			expect(items.filter(({ json }) => /cannot reach/.test(String(json.reason)))).toEqual([]);
			expect(submitted()).toBeGreaterThan(0);
		});

		it('in all runs of an execution together, as in a loop', async () => {
			at('2026-11-23T20:30:00');
			const atOnce = 1;
			const line = { line_num: LINE, time_work: [], time_apply: 0, time_expire: -1 };
			bed.emulator.aiCall.set({ lines: [{ ...line, concurrents: atOnce }] });
			const all = customers(100);
			const accepted: unknown[] = [];
			for (let from = 0; from < all.length; from += 20) {
				const { items } = await place({}, { items: all.slice(from, from + 20) });
				accepted.push(...statuses(items).filter((status) => status === 'accepted'));
			}
			// 30 minutes of one call at once, each for 30 seconds
			expect(accepted).toHaveLength(60);
			const another = await place({}, { items: customers(101).slice(100), executionId: 'another' });
			expect(statuses(another.items)).toEqual(['accepted']);
		});

		it('and the lines are asked for once an hour in an execution', async () => {
			const store = credentialStore(bed.emulator);
			await place({ mode: 'dryRun' }, { store, executionId: 'for a token' });
			const asked = async (time: string, n: number, executionId?: string) => {
				at(time);
				const before = count('aicall-config');
				const items = customers(n + 1).slice(n);
				expect(statuses((await place({}, { items, executionId, store })).items)).toEqual([
					'accepted',
				]);
				return count('aicall-config') - before;
			};
			expect(await asked('2026-11-23T10:00:00', 0)).toBe(1);
			expect(await asked('2026-11-23T10:59:00', 1)).toBe(0);
			expect(await asked('2026-11-23T11:00:01', 2)).toBe(1);
			expect(await asked('2026-11-23T11:00:02', 3, 'another')).toBe(1);
		});
	});

	describe("the line's own hours", () => {
		const set = (time_work: string[]) =>
			bed.emulator.aiCall.set({
				lines: [{ line_num: LINE, time_work, time_apply: 0, time_expire: -1, concurrents: 10 }],
			});

		it('hold back rows outside of them, and make the run red as the calling hours do', async () => {
			at('2026-11-23T19:00:00');
			set(['09:00:00-12:00:00', '14:00:00-18:00:00']);
			const { items } = await place();
			const reason = `It is 19:00 in China, outside the working hours 09:00–12:00, 14:00–18:00 of line ${LINE}`;
			const row = { status: 'notSent', mayHaveBeenCalled: false, reason };
			expect(jsonOf(items)).toMatchObject([row, row]);
			expect(items[0]!.json.whatToDo).toBe(
				'Run the workflow again from 09:00 on Tuesday, 2026-11-24 China time, or choose another line.',
			);
			const { error } = await place({}, { settings: {} });
			expect(error?.message).toBe(`Nobody was called: 2 not sent (rows 1–2: ${reason})`);
			expect(submitted()).toBe(0);
		});

		it('end what it can reach, where they end before the calling hours', async () => {
			at('2026-11-23T17:59:00');
			set(['09:00:00-18:00:00']);
			const { items } = await place({}, { items: customers(60) });
			expect(statuses(items).filter((status) => status === 'accepted')).toHaveLength(20);
			expect(items[59]!.json.reason).toMatch(/^Calling ends at 18:00 in China, and line /);
		});

		it('never widen the calling hours', async () => {
			at('2026-11-23T20:59:00');
			set(['00:00:00-23:59:59']);
			const { items } = await place({}, { items: customers(60) });
			expect(items[59]!.json.reason).toMatch(/^Calling ends at 21:00 in China, and line /);
			at(NIGHT);
			const late = await place({}, { items: customers(61).slice(60) });
			expect(late.items[0]!.json.reason).toMatch(/outside the allowed calling hours 08:00–21:00/);
		});

		it('leave no time to call', async () => {
			at(AFTERNOON);
			set(['21:00:00-22:00:00']);
			const { items } = await place();
			expect(items[0]!.json).toMatchObject({
				reason: `There is no time to call: the working hours 21:00–22:00 of line ${LINE} lie outside the allowed calling hours 08:00–21:00 (China time)`,
				whatToDo: 'Choose another line, or change the option Allowed Calling Hours.',
			});
		});

		it('are looked at again right before the request', async () => {
			at('2026-11-23T17:59:50');
			set(['09:00:00-18:00:00']);
			onRequest = (target) => target.includes('/callout') && at('2026-11-23T18:00:00');
			const { items } = await place({}, { items: customers(60).slice(0, 55) });
			expect(items[54]!.json.reason).toBe(
				`It is 18:00 in China, outside the working hours 09:00–18:00 of line ${LINE}`,
			);
			expect(count('aicall-callout')).toBe(1);
		});

		it('are no limit where the platform says none', async () => {
			at(AFTERNOON);
			set([]);
			expect(statuses((await place()).items)).toEqual(['accepted', 'accepted']);
		});

		it('are those of each row, and a dry run shows them', async () => {
			at('2026-11-23T19:00:00');
			const line = byId("={{ $itemIndex === 0 ? '02566800001' : '02566800003' }}");
			const dry = await place({ line, mode: 'dryRun' });
			expect(statuses(dry.items)).toEqual(['ready', 'ready']);
			expect(hintsOf(dry)).toEqual(
				expect.arrayContaining([
					expect.stringMatching(/^Line 02566800003 works 09:00–12:00, .* \(China time\)\.$/),
					expect.stringMatching(
						/^A live run now would not send its rows: It is 19:00 in China, outside the working hours .* of line 02566800003\.$/,
					),
				]),
			);
			expect(statuses((await place({ line })).items)).toEqual(['accepted', 'notSent']);
		});
	});
});

describe('a dry run reports the clock and does not obey it', () => {
	it('Place: good rows are ready, and the hint says when a live run would send them', async () => {
		at(NIGHT);
		const items = [...customers(2), ...customers(1)];
		const dry = await place({ mode: 'dryRun' }, { items });
		expect(jsonOf(dry.items)).toMatchObject([
			{ status: 'ready' },
			{ status: 'ready' },
			{ status: 'notSent', reason: 'Same number as row 1: only row 1 is sent' },
		]);
		expect(hintsOf(dry)).toEqual([
			"Dry run: nobody was called. 2 ready, 1 not sent (row 3: Same number as row 1: only row 1 is sent). It is 23:13 in China: a live run would send nothing before 08:00 on Tuesday, 2026-11-24. After that, set 'Mode' to Live to send the rows.",
			`Line ${LINE} takes about 1 min, at 30 seconds a call and 10 at once.`,
		]);
	});

	it('Place: shows how long the line takes, and which rows it cannot reach', async () => {
		at('2026-11-23T20:59:00');
		const dry = await place({ mode: 'dryRun' }, { items: customers(60) });
		expect(new Set(statuses(dry.items))).toEqual(new Set(['ready']));
		expect(hintsOf(dry)).toEqual([
			"Dry run: nobody was called. 60 ready. Set 'Mode' to Live to send the rows.",
			`Line ${LINE} takes about 3 min, at 30 seconds a call and 10 at once: a live run now would not send rows 21–60, which it cannot reach before 21:00.`,
		]);
	});

	it('Run: the hint says when calling would begin', async () => {
		at(NIGHT);
		const dry = await runTask({ mode: 'dryRun' });
		expect(statuses(dry.items)).toEqual(['ready', 'ready']);
		expect(dry.items[0]!.json.times).toEqual({
			startCallingAt: '2026-11-24 08:00 China time',
			taskWorkingHours: '08:00-21:00 China time',
		});
		expect(hintsOf(dry)).toEqual([
			"Dry run: nobody was called. 2 ready. Set 'Mode' to Live to send the rows.",
			'It is 23:13 in China: the calls of a live run would wait for 08:00 on Tuesday, 2026-11-24.',
		]);
		at(AFTERNOON);
		expect(hintsOf(await runTask({ mode: 'dryRun' }))).toHaveLength(1);
	});
});

describe('Run', () => {
	it.each([
		['without options', {}, ['08:00:00-21:00:00']],
		[
			'with two windows',
			hours('09:00-12:00', '14:00-18:00'),
			['09:00:00-12:00:00', '14:00:00-18:00:00'],
		],
		['at any hour', AT_ANY_HOUR, ['00:00:00-23:59:59']],
	])('gives its task the hours: %s', async (_what, options, periods) => {
		at(AFTERNOON);
		await runTask({ options });
		expect(bed.emulator.aiCall.tasks[0]).toMatchObject({ periods, end: 0 });
	});

	it('at night starts a task that calls in the morning, and says so', async () => {
		at(NIGHT);
		const ran = await runTask();
		const later = 'Calling begins at 08:00 on Tuesday, 2026-11-24, China time.';
		expect(ran.items[0]!.json).toMatchObject({
			status: 'accepted',
			taskState: 'started',
			taskNote: `Started with 2 of 2 rows. ${later}`,
		});
		expect(hintsOf(ran)).toEqual([`2 accepted. ${later}`]);
		expect(bed.emulator.aiCall.tasks[0]!.periods).toEqual(['08:00:00-21:00:00']);
	});

	it('at night tells a tester when the telephone will ring, or that its task was not started', async () => {
		at(NIGHT);
		const test = { mode: 'testCall', testNumber: '13912345678' };
		expect(hintsOf(await runTask(test))).toEqual([
			"Test: 2 accepted for the test number. Calling begins at 08:00 on Tuesday, 2026-11-24, China time. Set 'Mode' to Live to call the rows themselves.",
		]);
		expect((await runTask(test)).runs.at(-1)!.hints).toMatchObject([
			{ type: 'warning', message: expect.stringContaining('; it was not started (The platform') },
			{
				type: 'warning',
				message: expect.stringMatching(/^Test: 2 accepted for the test number\. Set/),
			},
		]);
	});

	it('says when calling begins only where every task waits', async () => {
		at(NIGHT);
		const begin = "={{ $itemIndex ? '2026-11-24T10:00:00' : '' }}";
		const line = byId("={{ $itemIndex ? '02566800002' : '02566800001' }}");
		const all = { line, additionalFields: { begin } };
		expect(hintsOf(await runTask({ ...all, options: AT_ANY_HOUR }))).toEqual(['2 accepted.']);
	});

	it('at 22:00 for tomorrow at 10:00 is not held back', async () => {
		at('2026-11-23T22:00:00');
		const { items } = await runTask({ additionalFields: { begin: '2026-11-24T10:00:00' } });
		expect(items[0]!.json).toMatchObject({
			taskState: 'started',
			taskNote: expect.stringContaining('Calling begins at 10:00 on Tuesday, 2026-11-24'),
		});
		expect(count('aicall-start')).toBe(1);
	});

	it('refuses Task Working Hours that leave the allowed ones, before anything is sent', async () => {
		at(AFTERNOON);
		const { error } = await runTask(period('08:00-12:00', '20:00-21:30'), { settings: {} });
		expect(error?.message).toBe(
			"'Task Working Hours' are 20:00:00-21:30:00, which goes beyond the allowed calling hours 08:00–21:00 (China time) [item 0]",
		);
		expect(count('aicall-create')).toBe(0);
		await runTask(period('09:00-12:00'));
		expect(bed.emulator.aiCall.tasks[0]!.periods).toEqual(['09:00:00-12:00:00']);
	});

	it('starts no task whose day ended while its rows were added', async () => {
		at('2026-11-23T20:59:00');
		onRequest = (target) => target.includes('/insert') && at('2026-11-23T21:00:00');
		const { items } = await runTask({ options: WORKDAYS });
		expect(items[0]!.json).toMatchObject({
			status: 'accepted',
			taskState: 'notStarted',
			taskNote: expect.stringContaining(
				'it was not started (The task calls nobody: it ends at 21:00',
			),
		});
		expect(count('aicall-start')).toBe(0);
	});

	it('refuses a task that would call nobody', async () => {
		at(AFTERNOON);
		const additionalFields = { begin: '2026-11-23T21:30:00', end: '2026-11-23T23:00:00' };
		const { error } = await runTask({ additionalFields }, { settings: {} });
		expect(error?.message).toMatch(/^The task calls nobody: it ends at 23:00/);
		expect(count('aicall-create')).toBe(0);
	});

	it("goes by China's clock, whatever the workflow's zone does with its own", async () => {
		// New York sets its clock back on 1 November 2026 at 02:00: 01:30 comes twice there
		at('2026-10-31T20:00:00');
		const run = await runAiCall(
			bed.emulator,
			{
				...PLACE,
				resource: 'task',
				operation: 'run',
				taskName: 'n',
				options: { callingDays: ['mon', 'sun'] },
				additionalFields: { begin: '2026-11-01T01:30:00' },
			} as INodeParameters,
			{ items: customers(1), workflowSettings: { timezone: 'America/New_York' } },
		);
		expect(run.items[0]!.json.taskState).toBe('started');
		expect(bed.emulator.aiCall.tasks[0]).toMatchObject({
			begin: Date.parse('2026-11-01T01:30:00+08:00'),
			end: Date.parse('2026-11-01T21:00:00+08:00'),
		});
	});
});

it('Create gives its task working hours, at any hour of the day', async () => {
	at(NIGHT);
	expect(platformTask(await createTask(bed.emulator)).periods).toEqual(['08:00:00-21:00:00']);
	expect(platformTask(await createTask(bed.emulator, period('00:00-24:00'))).periods).toEqual([
		'00:00:00-23:59:59',
	]);
});

describe('Add Numbers', () => {
	it('calls nobody and does not look at the clock', async () => {
		at(NIGHT);
		const added = await addNumbers(await createTask(bed.emulator));
		expect(jsonOf(added.items)).toMatchObject([
			{ status: 'accepted', taskNote: null },
			{ status: 'accepted', taskNote: null },
		]);
		expect(hintsOf(added)).toEqual(['2 accepted.']);
	});

	it.each([false, true])(
		"says so where the task's own hours leave the allowed ones (dry run: %p)",
		async (isDryRun) => {
			at(AFTERNOON);
			const taskId = await createTask(bed.emulator, period('07:30-23:30'));
			const added = await addNumbers(taskId, { mode: isDryRun ? 'dryRun' : 'live' });
			const note = expect.stringMatching(
				/The working hours of the task are 07:30:00-23:30:00, which goes beyond the allowed calling hours 08:00–21:00 \(China time\)\. Task: Start refuses it\./,
			);
			expect(added.items[0]!.json).toMatchObject({
				status: isDryRun ? 'ready' : 'accepted',
				taskNote: note,
			});
			expect(hintsOf(added).at(-1)).toEqual(note);
			expect(
				(await addNumbers(taskId, { options: AT_ANY_HOUR })).items[0]!.json.taskNote,
			).toBeNull();
		},
	);

	it('adds the numbers where the task cannot be looked up', async () => {
		at(AFTERNOON);
		const taskId = await createTask(bed.emulator);
		bed.emulator.order({ kind: 'code', code: 10020, service: 'aicall-query', times: 'always' });
		const { items } = await addNumbers(taskId);
		expect(items[0]!.json).toMatchObject({
			status: 'accepted',
			taskNote: expect.stringMatching(/^Its working hours could not be looked up: /),
		});
	});
});

describe('Start', () => {
	it('starts a task that keeps the hours, at night too, and says when it begins to call', async () => {
		at(NIGHT);
		const taskId = await createTask(bed.emulator);
		const started = await start(taskId);
		expect(jsonOf(started.items)).toEqual([
			{ taskId, started: true, callingBegins: '2026-11-24T08:00:00+08:00' },
		]);
		expect(hintsOf(started)).toEqual([
			`Task ${taskId} begins to call at 08:00 on Tuesday, 2026-11-24, China time.`,
		]);
	});

	it.each<[string, string[], string]>([
		[
			'leave the hours',
			['07:30:00-23:30:00'],
			'The working hours of the task are 07:30:00-23:30:00, which goes beyond the allowed calling hours 08:00–21:00 (China time)',
		],
		['are missing', [], 'The task has no working hours: the platform would call at any hour'],
		['cannot be read', ['by day'], 'The working hours of the task cannot be read: by day'],
	])(
		'refuses a task whose periods %s, new or paused, also as a tool',
		async (_what, periods, message) => {
			for (const voice of ['documented', 'observed'] as const) {
				bed.emulator.set({ voice });
				at(AFTERNOON);
				const taskId = await createTask(bed.emulator);
				platformTask(taskId).periods = periods;
				for (const settings of [{}, { type: 'n8n-nodes-iflytek.iflytekAiCallTool' }]) {
					const { error } = await start(taskId, {}, { settings });
					expect([voice, error?.message]).toEqual([voice, message]);
					expect(error?.description).toMatch(
						/^Delete the task and create it again with 'Task Working Hours' within the allowed ones, or change the option Allowed Calling Hours/,
					);
				}
				platformTask(taskId).status = 3;
				expect((await start(taskId)).error?.message).toBe(message);
			}
			expect(count('aicall-start')).toBe(0);
		},
	);

	it.each<[string, (task: ReturnType<typeof platformTask>) => void, RegExp]>([
		['is finished', (task) => (task.status = 4), /^Task \d+ is finished$/],
		[
			'ends before it would call',
			(task) => (task.end = Date.parse('2026-11-24T07:00:00+08:00')),
			/^The task calls nobody: it ends at 07:00 on Tuesday, 2026-11-24 China time, and no call could go out before 08:00/,
		],
	])('does not start a task that %s', async (_what, change, message) => {
		at(NIGHT);
		const taskId = await createTask(bed.emulator);
		change(platformTask(taskId));
		expect((await start(taskId)).error?.message).toMatch(message);
		expect(count('aicall-start')).toBe(0);
	});

	it('starts every task where every hour is allowed', async () => {
		at(NIGHT);
		const taskId = await createTask(bed.emulator, period('00:00-24:00'));
		expect((await start(taskId)).error?.message).toMatch(
			/which goes beyond the allowed calling hours/,
		);
		expect((await start(taskId, { options: AT_ANY_HOUR })).items[0]!.json.started).toBe(true);
	});

	it('does not start a task that cannot be looked up', async () => {
		at(AFTERNOON);
		const taskId = await createTask(bed.emulator);
		bed.emulator.order({ kind: 'code', code: 10020, service: 'aicall-query', times: 'always' });
		const { error } = await start(taskId);
		expect(error?.message).toMatch(
			/^The task was not started, because its working hours could not be looked up: /,
		);
		expect(count('aicall-start')).toBe(0);
	});

	it('reads the hours of every item before it starts a task, and keeps each to its own', async () => {
		at(AFTERNOON);
		const [one, other] = [
			await createTask(bed.emulator),
			await createTask(bed.emulator, { line: byId('02566800002') }),
		];
		const items = [one, other].map((id, n) => ({
			json: { id, to: ['24:00', '12:00'][n], bad: ['21:00', 'x'][n] },
		}));
		const task = byId('={{ $json.id }}');
		const withEnd = (to: string) => ({ callingHours: { hours: [{ from: '00:00', to }] } });
		const unread = await start(one, { task, options: withEnd('={{ $json.bad }}') }, { items });
		expect(unread.error?.message).toBe(
			"'x' in 'Allowed Calling Hours' is not a time of day [item 1]",
		);
		expect(count('aicall-start')).toBe(0);
		const { error } = await start(one, { task, options: withEnd('={{ $json.to }}') }, { items });
		expect(error?.message).toMatch(/which goes beyond the allowed calling hours 00:00–12:00/);
		expect(error?.description).toContain(`Tasks started before that: ${one}.`);
	});
});
