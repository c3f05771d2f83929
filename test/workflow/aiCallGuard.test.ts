/** What keeps people from being called by accident, at night, twice or after a stop. */
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';

import { IflytekAiCallApi } from '../../credentials/IflytekAiCallApi.credentials';
import { IflytekAiCall } from '../../nodes/IflytekAiCall/IflytekAiCall.node';
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
	mappedByHand,
	phone,
	PLACE,
	placing,
	RUN,
	runAiCall,
	type RunOptions,
	statuses,
	useEmulator,
} from './aiCallBench';
import { forgetRuns } from './engine';

/** Called with the path of each request when it comes in. */
let onRequest: (target: string) => void = () => {};
/** What the node writes to n8n's log. */
const logger = Container.get(Logger);
const logged: string[] = [];

const bed = useEmulator({ onRequest: ({ target }) => onRequest(target) });
beforeEach(async () => {
	logged.length = 0;
	const keep = (words: string) => void logged.push(words);
	jest.spyOn(logger, 'info').mockImplementation(keep);
	jest.spyOn(logger, 'warn').mockImplementation(keep);
	await runAiCall(bed.emulator, { resource: 'configuration', operation: 'getAll' });
});
afterEach(() => {
	onRequest = () => {};
	jest.restoreAllMocks();
});

type Parameters = Record<string, unknown> & { options?: object };

const place = placing(bed);
const runTask = async (more: Parameters = {}, run: RunOptions = {}) =>
	await place({ ...RUN, ...more }, run);
const addNumbers = async (more: Parameters = {}, run: RunOptions = {}) => {
	const task = byId(await createTask(bed.emulator));
	return await place({ resource: 'task', operation: 'addNumbers', task, ...more }, run);
};

const submitted = () => bed.emulator.aiCall.ledger.view().totals.submitted;
const count = (service: string) => bed.emulator.ledger({ service }).entries.length;

describe('a run that called nobody is red', () => {
	it('and names counts, reasons and row numbers, but no phone number', async () => {
		bed.emulator.aiCall.set({ sensitiveNumbers: [phone(1)] });
		const items = customers(4);
		items[3]!.json.phone = '12345';
		const { error } = await place({}, { items });
		expect(error?.message).toBe(
			"No row was accepted: 4 refused (rows 1–3: The batch contains a phone number that the platform does not accept; row 4: The value in the column '客户手机号码' is not a mainland mobile number of 11 digits)",
		);
		expect(error?.description).toContain('code 200203');
		expect(`${error?.message} ${error?.description}`).not.toMatch(/1300000000|12345/);
	});

	it('and names the task that it left behind', async () => {
		bed.emulator.order({ kind: 'code', code: 200202, service: 'aicall-insert' });
		const { error } = await runTask();
		const { id } = bed.emulator.aiCall.tasks[0]!;
		expect(error?.message).toMatch(
			new RegExp(`\\. Task ${id} was created, holds 0 rows and was not started$`),
		);
		bed.emulator.order({ kind: 'resetAfter', service: 'aicall-create' });
		expect((await runTask()).error?.message).toMatch(
			/\. A task named '续费提醒' may have been created$/,
		);
	});

	it('with the remedy of the reason that holds most rows', async () => {
		bed.emulator.aiCall.set({ sensitiveNumbers: [phone(1)] });
		const badRow = { json: { phone: 'x' } };
		const few = await place({}, { items: [badRow, ...customers(3)] });
		expect(few.error?.description).toContain('code 200203');
		const many = await place({}, { items: [...customers(2), badRow, badRow, badRow] });
		expect(many.error?.description).toMatch(/11 digits/);
	});

	it.each([
		['a busy platform', { kind: 'code', code: 10004 }],
		['a gateway that limits requests', { kind: 'status', status: 429, body: 'x' }],
		['a code that nobody documents', { kind: 'code', code: 299999 }],
	] as const)(
		'but never where %s may have taken a row: its items come out',
		async (_who, fault) => {
			const items = customers(3);
			items[0]!.json.phone = 'x';
			bed.emulator.order({ ...fault, service: 'aicall-callout' });
			const run = await place({}, { items });
			expect(run.error).toBeUndefined();
			expect(jsonOf(run.items)).toMatchObject([
				{ status: 'refused', mayHaveBeenCalled: false },
				{ status: 'refused', mayHaveBeenCalled: true },
				{ status: 'refused', mayHaveBeenCalled: true },
			]);
			expect(run.items[1]!.json.whatToDo).toContain('may still have accepted the rows');
		},
	);

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'unless the node goes on: %s',
		async (onError) => {
			const items = [{ json: { phone: 'x', name: 'n', order: 'o' } }];
			const { error, outputs } = await place({}, { items, settings: { onError } });
			expect(error).toBeUndefined();
			expect(outputs.flat()).toHaveLength(1);
		},
	);

	it('not when one was accepted or may have been: the hint says what became of the others', async () => {
		const items = customers(2);
		items[1]!.json.phone = 'x';
		const partly = await place({}, { items });
		expect(partly.error).toBeUndefined();
		expect(hintsOf(partly)).toEqual([
			expect.stringMatching(/^1 accepted, 1 refused \(row 2: The value .*\)\.$/),
		]);
		forgetRuns();
		bed.emulator.order({ kind: 'resetAfter', service: 'aicall-callout' });
		const lost = await place({});
		expect(lost.error).toBeUndefined();
		expect(statuses(lost.items)).toEqual(['unknown', 'unknown']);
	});
});

it('a live run says above its output what it did', async () => {
	const HINT = { location: 'outputPane' };
	const smooth = await place({});
	expect(smooth.runs[0]!.hints).toEqual([{ ...HINT, type: 'info', message: '2 accepted.' }]);
	const items = customers(5).slice(2);
	items[1]!.json.phone = 'x';
	const partly = await place({}, { items });
	expect(partly.runs[0]!.hints).toEqual([
		{
			...HINT,
			type: 'warning',
			message: expect.stringMatching(/^2 accepted, 1 refused \(row 2: /),
		},
	]);
});

describe('Dry Run', () => {
	it('is on in a new node that calls people', async () => {
		for (const operation of ['place', 'run']) {
			const others = { ...PLACE };
			delete others.mode;
			const { items } = await runAiCall(
				bed.emulator,
				{
					...others,
					operation,
					resource: operation === 'run' ? 'task' : 'call',
					taskName: 'n',
				},
				{ items: customers(2) },
			);
			expect(statuses(items)).toEqual(['ready', 'ready']);
		}
		expect([submitted(), count('aicall-create')]).toEqual([0, 0]);
	});

	it('says what to switch, and begins each row with what matters', async () => {
		const dry = await place({ mode: 'dryRun' });
		expect(hintsOf(dry)).toEqual([
			"Dry run: nobody was called. 2 ready. Set 'Mode' to Live to send the rows.",
			`Line ${LINE} takes about 1 min, at 30 seconds a call and 10 at once.`,
		]);
		const keys = Object.keys(dry.items[0]!.json);
		expect(keys.slice(0, 4)).toEqual(['status', 'phone', 'reason', 'whatToDo']);
	});

	it('calls no row a duplicate of one that was not called', async () => {
		const [one, two] = customers(2);
		const dry = await place({ mode: 'dryRun' }, { items: [one!, two!, one!] });
		expect(jsonOf(dry.items)).toMatchObject([
			{ status: 'ready' },
			{ status: 'ready' },
			{
				status: 'notSent',
				duplicateOf: null,
				reason: 'Same number as row 1: only row 1 is sent',
			},
		]);
	});

	it('shows that a task would be run without its bad rows, and those without a task', async () => {
		const items = customers(3);
		items[1]!.json.phone = 'x';
		items[2]!.json.begin = 'soon';
		const additionalFields = { begin: "={{ $json.begin ?? '' }}" };
		const dry = await runTask({ mode: 'dryRun', additionalFields }, { items });
		expect(statuses(dry.items)).toEqual(['ready', 'refused', 'refused']);
		expect(dry.items[0]!.json.batchRows).toBe(1);
	});

	it('remembers nothing: the same rows can be sent after it', async () => {
		await place({ mode: 'dryRun' });
		await place({ mode: 'dryRun' });
		expect(statuses((await place({})).items)).toEqual(['accepted', 'accepted']);
	});

	it('shows the row that takes the place of one that the platform would refuse', async () => {
		const script = { __rl: true, mode: 'id', value: "={{ $json.order === 'x' ? '404' : '3101' }}" };
		const [one] = customers(1);
		const wrong = { json: { ...one!.json, order: 'x' } };
		const dry = await place(
			{ mode: 'dryRun', script: script as never },
			{ items: [wrong, one!, one!] },
		);
		expect(statuses(dry.items)).toEqual(['refused', 'ready', 'notSent']);
		expect(dry.items[2]!.json.reason).toBe('Same number as row 2: only row 2 is sent');
	});

	it.each<[string, Parameters, RegExp]>([
		['script', { script: byId('404') }, /^There is no script with the ID '404'/],
		['line', { line: byId('404') }, /^There is no line '404'/],
		['state of the script', { script: byId('3112') }, /^The script '3112' is deleted/],
		['time of the line', { line: byId('02566800009') }, /^The line '02566800009' has expired/],
		[
			'column',
			{
				columns: {
					...mappedByHand,
					schema: (mappedByHand.schema as object[]).slice(0, 2),
				} as never,
			},
			/^The columns are 客户手机号码, 姓名, and the script has 客户手机号码, 姓名, 订单号/,
		],
	])('asks the platform for the %s', async (_name, wrong, reason) => {
		const { items, error } = await place({ mode: 'dryRun', ...wrong });
		expect(error).toBeUndefined();
		expect(items[0]!.json).toMatchObject({
			status: 'refused',
			reason: expect.stringMatching(reason),
		});
		expect(submitted()).toBe(0);
	});
});

describe('Dry Run that cannot ask the platform refuses no row', () => {
	const REASON = expect.stringMatching(/^The rows could not be checked: /) as string;

	it('and is red: a busy platform', async () => {
		const service = 'aicall-config';
		bed.emulator.order({ kind: 'code', code: 10004, service, times: 'always' });
		const { error } = await place({ mode: 'dryRun' });
		expect(error?.message).toEqual(REASON);
	});

	it('and sends none, where the node goes on: an unreachable platform', async () => {
		bed.emulator.order({ kind: 'resetBefore', service: 'aicall-config', times: 'always' });
		const { items } = await place({ mode: 'dryRun' }, { settings: GOING_ON });
		const row = { status: 'notSent', mayHaveBeenCalled: false, reason: REASON };
		expect(jsonOf(items)).toMatchObject([row, row]);
	});
});

describe('Test Number', () => {
	const TEST = '13912345678';

	it.each([
		['Place', place],
		['Run', runTask],
	] as const)(
		'is called three times at most, and no other number: %s',
		async (_name, operation) => {
			const { items } = await operation(
				{ mode: 'testCall', testNumber: `+86 ${TEST}` },
				{ items: customers(5) },
			);
			expect(statuses(items)).toEqual(['test', 'test', 'test', 'notSent', 'notSent']);
			expect(items[0]!.json).toMatchObject({ phone: TEST, inPlaceOf: phone(0) });
			const { rows, numbers } = bed.emulator.aiCall.ledger.view();
			expect(numbers.map(({ number, submitted: times }) => [number, times])).toEqual([[TEST, 3]]);
			expect(rows[1]!.value).toEqual([TEST, '客户1', '001']);
		},
	);

	it.each([
		['={{ $json.testNumbr }}', "'Test Number' has no value [item 0]"],
		['={{ $json.testNumbr }} ', "'Test Number' has no value [item 0]"],
		["={{ '' }}", "'Test Number' has no value [item 0]"],
		['={{ null }}', "'Test Number' has no value [item 0]"],
		[' ', "'Test Number' has no value"],
		['=', "'Test Number' has no value [item 0]"],
		['12345', "'Test Number' is not a mainland mobile number of 11 digits"],
		['\u3000\n', "'Test Number' has no value"],
		[`={{ $json.order === '000' ? '${TEST}' : '' }}`, "'Test Number' has no value [item 1]"],
		[
			`={{ $json.order === '000' ? '${TEST}' : $json.phone }}`,
			`'Test Number' is ${phone(1)}, and ${TEST} in the first item [item 1]`,
		],
	])(
		'that gives no number, or not the same for all items, calls nobody: %j',
		async (testNumber, message) => {
			const { error } = await place({ mode: 'testCall', testNumber });
			expect(error?.message).toBe(message);
			expect(submitted()).toBe(0);
		},
	);

	it('that was left empty calls nobody: n8n asks for it', async () => {
		await expect(place({ mode: 'testCall', testNumber: '' })).rejects.toThrow(
			/Parameter "Test Number" is required/,
		);
		expect(submitted()).toBe(0);
	});

	it.each([
		['Place', place],
		['Run', runTask],
	] as const)(
		'is not read in another mode, though the workflow holds one: %s',
		async (_n, operation) => {
			const { items } = await operation({ testNumber: TEST });
			expect(jsonOf(items).map(({ phone: called }) => called)).toEqual([phone(0), phone(1)]);
			expect(statuses(items)).toEqual(['accepted', 'accepted']);
		},
	);

	it('that is in Do Not Call calls nobody', async () => {
		const { error } = await place({
			mode: 'testCall',
			testNumber: TEST,
			options: { doNotCall: `1. +86 ${TEST}` },
		});
		expect(error?.message).toBe("'Test Number' is in 'Do Not Call'");
		expect(submitted()).toBe(0);
	});
});

describe('a stop of the execution', () => {
	/** Settles when a request with this in its path comes in for the n-th time. */
	const requestOf = (part: string, time = 1) =>
		new Promise<void>((resolve) => {
			let times = 0;
			onRequest = (target) => {
				if (target.includes(part) && ++times === time) resolve();
			};
		});
	const until = async (seen: () => boolean) => {
		for (let tries = 0; !seen() && tries < 200; tries++) {
			await new Promise((resolve) => setTimeout(resolve, 20));
		}
		expect(seen()).toBe(true);
	};
	/** n8n returns at once from a stopped execution: waits until its nodes have ended too. */
	const nodesEnd = async () =>
		await Promise.allSettled(executions.mock.results.map(({ value }) => value as unknown));
	let executions: jest.SpyInstance;
	beforeEach(() => (executions = jest.spyOn(IflytekAiCall.prototype, 'execute')));
	const wasStopped = () => logged.some((line) => line.includes('was canceled after'));

	it.each([
		['Place', place, '/callout', 'aicall-callout'],
		['Add Numbers', addNumbers, '/insert', 'aicall-insert'],
		['Run', runTask, '/insert', 'aicall-insert'],
	] as const)(
		'during a request: nothing further is sent, and the log keeps what was accepted (%s)',
		async (_name, operation, path, service) => {
			bed.emulator.order({ kind: 'delay', ms: 300, service, skip: 1 });
			const run = await operation(
				{},
				{ items: customers(150), stopWhen: async () => await requestOf(path, 2) },
			);
			expect(run.run.status).toBe('canceled');
			await until(wasStopped);
			// n8n breaks off the request that is under way: whether it was carried out is not known
			expect(submitted()).toBeLessThanOrEqual(100);
			expect(count('aicall-start')).toBe(0);
			const line = logged.find((one) => one.includes('was canceled after'))!;
			expect(line).toMatch(
				/after 2 requests: 50 of 150 rows were accepted \(rows 1–50\), the outcome of 50 is not known \(rows 51–100\)/,
			);
			if (path === '/insert') expect(line).toMatch(/, task \d{15}$/m);
			expect(logged.join()).not.toMatch(/130000000/);
		},
	);

	it('of a Run that starts incomplete tasks too: not even the request to start it is made ready', async () => {
		// n8n lets no request out after a stop; n8n 1 does
		const type = new IflytekAiCallApi();
		const { authenticate } = type;
		const signed: string[] = [];
		type.authenticate = async (credentials, request) => {
			signed.push(String(request.url));
			return await authenticate(credentials, request);
		};
		bed.emulator.order({ kind: 'delay', ms: 300, service: 'aicall-insert', skip: 1 });
		await runTask(
			{ startIncomplete: true },
			{
				items: customers(100),
				store: credentialStore(bed.emulator, undefined, type),
				stopWhen: async () => await requestOf('/insert', 2),
			},
		);
		await nodesEnd();
		expect(wasStopped()).toBe(true);
		expect(signed.filter((url) => url.includes('/insert'))).toHaveLength(2);
		expect(signed.filter((url) => url.includes('/start'))).toEqual([]);
	});

	it('during the start of a task: the log names the task and its rows', async () => {
		bed.emulator.order({ kind: 'delay', ms: 300, service: 'aicall-start' });
		await runTask({}, { items: customers(60), stopWhen: async () => await requestOf('/start') });
		const line = () => logged.find((one) => one.includes('was canceled during the start'));
		await until(() => line() !== undefined);
		expect(line()).toMatch(
			/ was canceled during the start of task \d{15} with 60 rows \(rows 1–60\): (whether it was started is not known, and its people may|it was started, and its people will) be called/,
		);
	});

	it('during Task: Start alone too', async () => {
		await addNumbers();
		const { id } = bed.emulator.aiCall.tasks[0]!;
		bed.emulator.order({ kind: 'delay', ms: 300, service: 'aicall-start' });
		await runAiCall(
			bed.emulator,
			{ resource: 'task', operation: 'start', task: byId(id), options: AT_ANY_HOUR },
			{ stopWhen: async () => await requestOf('/start') },
		);
		const line = () => logged.find((one) => one.includes('was canceled during the start'));
		await until(() => line() !== undefined);
		expect(line()).toMatch(
			/ was canceled during the start of task \d{15}: (whether it was started is not known, and its people may|it was started, and its people will) be called/,
		);
	});

	it('before the first request: nothing is sent', async () => {
		bed.emulator.order({ kind: 'delay', ms: 300, service: 'aicall-config' });
		const { rowsFrom, rows } = { rowsFrom: 'json', rows: JSON.stringify([[phone(0), 'a', 'b']]) };
		for (const operation of [place, runTask]) {
			bed.emulator.order({ kind: 'delay', ms: 300, service: 'aicall-config' });
			await operation({ rowsFrom, rows }, { stopWhen: async () => await requestOf('/config') });
		}
		await nodesEnd();
		expect([submitted(), count('aicall-create')]).toEqual([0, 0]);
	});

	it('while a busy platform is waited for: the wait ends at once', async () => {
		bed.emulator.order({
			kind: 'status',
			status: 429,
			body: 'x',
			headers: { 'Retry-After': '240' },
			service: 'aicall-callout',
		});
		const isRefused = async () => await until(() => count('aicall-callout') === 1);
		await place({}, { items: customers(200), stopWhen: isRefused });
		// long before the four minutes are over
		await until(wasStopped);
		await nodesEnd();
		expect(count('aicall-callout')).toBe(1);
	});

	it('while the numbers of the task are counted before the next request: its row is known not to be sent', async () => {
		bed.emulator.order({ kind: 'code', code: 10004, service: 'aicall-insert' });
		// the second count, with the distance that a busy platform needs behind it
		const isCounted = async () => await until(() => count('aicall-query') === 2);
		const options = { ...AT_ANY_HOUR, onRefusedBatch: 'narrowDown' };
		await addNumbers({ options }, { items: customers(51), stopWhen: isCounted });
		await until(wasStopped);
		expect(count('aicall-insert')).toBe(1);
		expect(logged.find((one) => one.includes('was canceled after'))).toMatch(
			/after 1 request: 0 of 51 rows were accepted, the outcome of 50 is not known \(rows 1–50\), task/,
		);
	});

	it('while a task is created: no row is added, and nothing is started', async () => {
		bed.emulator.order({ kind: 'delay', ms: 300, service: 'aicall-create' });
		await runTask({}, { stopWhen: async () => await requestOf('/create') });
		await nodesEnd();
		expect([submitted(), count('aicall-start')]).toEqual([0, 0]);
	});
});
