import type { INodeParameters } from 'n8n-workflow';

import { mainAiCallAccount } from '../emulator';
import {
	AT_ANY_HOUR,
	byId,
	COLUMNS,
	createTask,
	credentialStore,
	customers,
	GOING_ON,
	hintsOf,
	jsonOf,
	LINE,
	mappedByHand,
	phone,
	runAiCall,
	type RunOptions,
	SCRIPT,
	statuses,
	TASK,
	useEmulator,
} from './aiCallBench';

const bed = useEmulator();
// a token first, so that none of an earlier test stands among the requests that are counted
beforeEach(async () => {
	await runAiCall(bed.emulator, { resource: 'configuration', operation: 'getAll' });
});

const task = async (
	operation: string,
	parameters: INodeParameters = {},
	options: RunOptions = {},
) =>
	await runAiCall(
		bed.emulator,
		{
			resource: 'task',
			operation,
			...(['run', 'start'].includes(operation) ? { options: AT_ANY_HOUR } : {}),
			...parameters,
		},
		options,
	);

const createOne = async (more: object = {}) => await createTask(bed.emulator, more);

/** Task times have to lie ahead. */
const NEXT_YEAR = new Date().getUTCFullYear() + 1;

const addNumbers = async (
	taskId: string,
	parameters: INodeParameters = {},
	options: RunOptions = {},
) =>
	await task('addNumbers', { task: byId(taskId), columns: mappedByHand, ...parameters }, options);

const platformTask = (taskId: string) => bed.emulator.aiCall.tasks.find(({ id }) => id === taskId)!;
const count = (service: string) => bed.emulator.ledger({ service }).entries.length;

describe('Task: Create', () => {
	it("sends every field, with dates without a zone in China's time, whatever zone the workflow has", async () => {
		const parameters = {
			...TASK,
			voice: byId('60030'),
			additionalFields: {
				begin: `${NEXT_YEAR}-11-20T09:00:00`,
				end: `${NEXT_YEAR}-11-21T18:00:00`,
				moreLines: ['02566800002'],
				retries: 2,
				retryWait: 600,
				workingPeriods: {
					period: [
						{ from: '09:00', to: '12:00' },
						{ from: '13:00', to: '17:30' },
					],
				},
			},
		};
		const workflowSettings = { timezone: 'Europe/Berlin' };
		const created = await task('create', parameters, { workflowSettings });
		const { items, error } = created;
		expect(hintsOf(created)).toEqual([]);
		expect(error).toBeUndefined();
		const { taskId } = items[0]!.json;
		expect(items[0]).toEqual({
			json: {
				taskId: expect.stringMatching(/^\d{15}$/),
				taskName: '续费提醒',
				robotId: SCRIPT,
				lineNum: `${LINE};02566800002`,
				timeBegin: Date.parse(`${NEXT_YEAR}-11-20T01:00:00Z`),
				timeBeginIso: `${NEXT_YEAR}-11-20T09:00:00.000+08:00`,
				timeEnd: Date.parse(`${NEXT_YEAR}-11-21T10:00:00Z`),
				timeEndIso: `${NEXT_YEAR}-11-21T18:00:00.000+08:00`,
				startCallingAt: `${NEXT_YEAR}-11-20 09:00 China time`,
				stopCallingAt: `${NEXT_YEAR}-11-21 18:00 China time`,
				taskWorkingHours: '09:00-12:00, 13:00-17:30 China time',
			},
			pairedItem: { item: 0 },
		});
		expect(platformTask(String(taskId))).toMatchObject({
			lines: [LINE, '02566800002'],
			recallCount: 2,
			recallWait: 600,
			voiceCode: '60030',
			begin: Date.parse(`${NEXT_YEAR}-11-20T01:00:00Z`),
			end: Date.parse(`${NEXT_YEAR}-11-21T10:00:00Z`),
		});
		expect(platformTask(String(taskId)).periods).toHaveLength(2);
	});

	it('begins now, by day, and leaves out what is not set', async () => {
		const before = Date.now();
		const created = platformTask(await createOne());
		expect(created.begin).toBeGreaterThanOrEqual(before);
		expect(created.begin).toBeLessThanOrEqual(Date.now());
		expect(created).toMatchObject({ recallCount: 0, end: 0, periods: ['08:00:00-21:00:00'] });
	});

	it('names the tasks it created before the one that was refused', async () => {
		const items = [{ json: { script: SCRIPT } }, { json: { script: '404' } }];
		const { error } = await task(
			'create',
			{ ...TASK, script: byId('={{ $json.script }}') },
			{ items },
		);
		expect(error?.message).toBe('The platform does not know this script [item 1]');
		expect(error?.description).toContain(
			`Tasks created before that: ${bed.emulator.aiCall.tasks[0]!.id}.`,
		);
	});

	it('names no other task in the error of an item where the others keep theirs', async () => {
		const items = [{ json: { script: SCRIPT } }, { json: { script: '404' } }];
		const parameters = { ...TASK, script: byId('={{ $json.script }}') };
		const { items: out } = await task('create', parameters, { items, settings: GOING_ON });
		expect(out[0]!.json.taskId).toBe(bed.emulator.aiCall.tasks[0]!.id);
		expect(JSON.stringify(out[1]!.json.error)).not.toContain('Before it');
	});

	it.each([
		[
			'an end before its begin',
			"'2020-01-01'",
			/^'Stop Calling At' is not after 'Start Calling At' \[item 2\]$/,
		],
		['an expression that cannot be resolved', "$('No').first().json.x", /./],
	])('creates nothing when the last item has %s', async (_name, wrong, message) => {
		const items = [{ json: {} }, { json: {} }, { json: { isWrong: true } }];
		const end = `={{ $json.isWrong ? ${wrong} : '' }}`;
		const parameters = { ...TASK, additionalFields: { end } };
		const stopped = await task('create', parameters, { items });
		expect(stopped.error?.message).toMatch(message);
		expect(count('aicall-create')).toBe(0);

		const going = { items, settings: { onError: 'continueErrorOutput' as const } };
		const { outputs } = await task('create', parameters, going);
		expect(outputs[0]!.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		expect(outputs[1]).toMatchObject([{ json: { isWrong: true }, pairedItem: { item: 2 } }]);
		expect(count('aicall-create')).toBe(2);
	});

	it('creates the tasks of the others when the first item cannot be read', async () => {
		const items = [{ json: { isWrong: true } }, { json: {} }];
		const begin = "={{ $json.isWrong ? $('No').first().json.x : '' }}";
		const parameters = { ...TASK, additionalFields: { begin } };
		const { items: out } = await task('create', parameters, { items, settings: GOING_ON });
		expect(out.map(({ json }) => Object.keys(json)[0])).toEqual(['error', 'taskId']);
		expect(count('aicall-create')).toBe(1);
	});

	it('gives the whole answer when it is not simplified', async () => {
		const { items } = await task('create', { ...TASK, simplify: false });
		expect(items[0]!.json).toMatchObject({ code: 0, result: { task_id: expect.any(String) } });
	});
});

describe('Task: Add Numbers', () => {
	it('adds any number of rows in calls of 50', async () => {
		const taskId = await createOne();
		const { items } = await addNumbers(taskId, {}, { items: customers(70) });
		expect(statuses(items)).toEqual(Array<string>(70).fill('accepted'));
		expect(items[69]!.json).toMatchObject({
			row: 70,
			taskId,
			taskDataId: expect.stringMatching(/^\d{18}$/),
		});
		expect(count('aicall-insert')).toBe(2);
		expect(platformTask(taskId).rows).toHaveLength(70);
	});

	it('sends the same number to two tasks, but not twice to one', async () => {
		const [one, two] = [await createOne(), await createOne()];
		const items = [one, two, two].map((id) => ({ json: { ...customers(1)[0]!.json, task: id } }));
		const run = await addNumbers('={{ $json.task }}', {}, { items });
		expect(statuses(run.items)).toEqual(['accepted', 'accepted', 'notSent']);
	});

	it('narrows a refused batch down while the count of the task stays the same', async () => {
		const taskId = await createOne();
		bed.emulator.aiCall.set({ sensitiveNumbers: [phone(7), phone(60)] });
		const { items } = await addNumbers(
			taskId,
			{ options: { onRefusedBatch: 'narrowDown' } },
			{ items: customers(100) },
		);
		expect(
			items.filter(({ json }) => json.status === 'refused').map(({ json }) => json.phone),
		).toEqual([phone(7), phone(60)]);
		expect(bed.emulator.aiCall.ledger.view().totals).toMatchObject({
			accepted: 98,
			acceptedAgain: 0,
		});
	});

	it.each([
		[200203, true],
		[200202, false],
	])('tells of a batch refused with %i whether to compare first: %p', async (code, isOpen) => {
		const taskId = await createOne();
		bed.emulator.order({ kind: 'code', code, service: 'aicall-insert' });
		const { items } = await addNumbers(taskId, {}, { items: customers(2), settings: GOING_ON });
		expect(statuses(items)).toEqual(['refused', 'refused']);
		const whatToDo = String(items[0]!.json.whatToDo);
		expect(/before you (send them again|know)[,:] see with Task: Get/.test(whatToDo)).toBe(isOpen);
	});

	it('adds the rows of the other items when the task of one has no script', async () => {
		const taskId = await createOne();
		const rows = JSON.stringify([['13800138000', '张', '1']]);
		const items = ['404', taskId].map((id) => ({ json: { id } }));
		const run = await addNumbers('={{ $json.id }}', { rowsFrom: 'json', rows }, { items });
		expect(statuses(run.items)).toEqual(['refused', 'accepted']);
		expect(run.items[0]!.json.reason).toBe("The script of the task '404' could not be found");
	});
});

describe('Task: Start, Pause, Delete', () => {
	let taskId: string;
	beforeEach(async () => {
		taskId = await createOne();
		await addNumbers(taskId, {}, { items: customers(3) });
		bed.emulator.aiCall.clock.setSpeed(0);
	});

	it('does what it says', async () => {
		const run = async (operation: string) =>
			jsonOf((await task(operation, { task: byId(taskId) })).items);
		// with the invisible characters that copying adds
		const { items } = await task('start', { task: byId(`\u200B${taskId} \uFEFF`) });
		expect(jsonOf(items)).toEqual([{ taskId, started: true, callingBegins: null }]);
		// started; the clock that stands still lets no call begin, which would make it 2
		expect(platformTask(taskId).status).toBe(1);
		expect(await run('pause')).toEqual([{ taskId, paused: true }]);
		expect(platformTask(taskId).status).toBe(3);
		expect(await run('delete')).toEqual([{ taskId, deleted: true }]);
		expect(platformTask(taskId).deleted).toBe(true);
	});

	it('is paused and deleted in spite of a busy platform, and started only when somebody tries again', async () => {
		const run = async (operation: string) => {
			bed.emulator.order({ kind: 'code', code: 10004, service: `aicall-${operation}` });
			return await task(operation, { task: byId(taskId) });
		};
		expect((await run('start')).error?.message).toMatch(/^The platform is busy/);
		expect(count('aicall-start')).toBe(1);
		await task('start', { task: byId(taskId) });
		expect(jsonOf((await run('pause')).items)).toEqual([{ taskId, paused: true }]);
		expect(jsonOf((await run('delete')).items)).toEqual([{ taskId, deleted: true }]);
		expect([count('aicall-pause'), count('aicall-delete')]).toEqual([2, 2]);
	});

	it('says of a task that cannot be paused what state it has to be in, and nothing of lines', async () => {
		const { error } = await task('pause', { task: byId(taskId) });
		expect(error?.description).toMatch(
			/^Only a task that has been started can be paused: .*\(code 200200,/,
		);
		expect(error?.description).not.toContain('Line');
	});

	it.each([
		['start', 'started'],
		['delete', 'deleted'],
	])('%s: names the tasks that are done when a later one fails', async (operation, done) => {
		const other = await createOne({ line: byId('02566800002') });
		await addNumbers(other, {}, { items: customers(1) });
		const items = [taskId, other, '404'].map((id) => ({ json: { id } }));
		const { error } = await task(operation, { task: byId('={{ $json.id }}') }, { items });
		expect(error?.message).toBe('The platform does not know this task [item 2]');
		expect(error?.description).toContain(`Tasks ${done} before that: ${taskId}, ${other}.`);
	});

	it.each([
		['start', { started: true, callingBegins: null }],
		['delete', { deleted: true }],
	])('%s is sent once for all rows of a task', async (operation, done) => {
		const items = customers(3).map(() => ({ json: { id: taskId } }));
		const run = await task(operation, { task: byId('={{ $json.id }}') }, { items });
		expect(jsonOf(run.items)).toEqual(Array(3).fill({ taskId, ...done }));
		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2].map((item) => ({ item })),
		);
		expect(count(`aicall-${operation}`)).toBe(1);
	});

	it('is not started by Retry On Fail again, where nobody looks at it before', async () => {
		const settings = { retryOnFail: true, waitBetweenTries: 1 };
		const start = async (options: object) =>
			await task('start', { task: byId(taskId), options } as INodeParameters, { settings });
		bed.emulator.order({ kind: 'resetAfter', service: 'aicall-start' });
		bed.emulator.order({ kind: 'code', code: 10020, service: 'aicall-query' });
		const { error } = await start(AT_ANY_HOUR);
		expect(error).toMatchObject({
			message: "'Retry On Fail' is on in the settings of this node",
			description: expect.stringMatching(/^The task was not started\./),
		});
		expect(count('aicall-start')).toBe(0);
		expect((await start({})).items[0]!.json).toMatchObject({ taskId, started: true });
		expect(count('aicall-start')).toBe(1);
	});

	it('is not started for the next row where it may have been started', async () => {
		bed.emulator.order({ kind: 'resetAfter', service: 'aicall-start' });
		bed.emulator.order({ kind: 'code', code: 10020, service: 'aicall-query', times: 'always' });
		const items = customers(2).map(() => ({ json: { id: taskId } }));
		const run = await task(
			'start',
			{ task: byId('={{ $json.id }}') },
			{ items, settings: GOING_ON },
		);
		expect(run.items.map(({ json }) => (json.error as { message: string }).message)).toEqual([
			expect.stringMatching(/connection to the AI Call platform was lost/),
			expect.stringMatching(/connection to the AI Call platform was lost/),
		]);
		expect(count('aicall-start')).toBe(1);
	});

	it('is not started for the next row after a refusal whose code nobody documents', async () => {
		bed.emulator.order({ kind: 'code', code: 299999, service: 'aicall-start' });
		const items = customers(2).map(() => ({ json: { id: taskId } }));
		const run = await task(
			'start',
			{ task: byId('={{ $json.id }}') },
			{ items, settings: GOING_ON },
		);
		expect(run.items.map(({ json }) => json.error)).toMatchObject([
			{ code: '299999' },
			{ code: '299999' },
		]);
		expect(count('aicall-start')).toBe(1);
	});

	it.each(['create', 'start', 'pause', 'delete'])(
		'%s is sent for no item when an option of the last one cannot be read',
		async (operation) => {
			const items = [{ json: { wait: 1000 } }, { json: { wait: 'soon' } }];
			const options = { ...AT_ANY_HOUR, timeout: '={{ $json.wait }}' };
			const parameters = { ...TASK, task: byId(taskId), options };
			const before = count(`aicall-${operation}`);
			const { error } = await task(operation, parameters, { items });
			expect(error?.message).toBe(
				`'Timeout (Milliseconds)' is "soon", not a whole number of 1 or more [item 1]`,
			);
			expect(count(`aicall-${operation}`)).toBe(before);
		},
	);

	it('does nothing to any task when an item names none', async () => {
		const items = [{ json: { id: taskId } }, { json: {} }];
		const { error } = await task('delete', { task: byId('={{ $json.id }}') }, { items });
		expect(error?.message).toBe("'Task' is empty [item 1]");
		expect(count('aicall-delete')).toBe(0);
	});

	it('comes out as an error item for one item, and goes on with the next', async () => {
		const items = ['0', taskId].map((id) => ({ json: { id } }));
		const run = await task(
			'start',
			{ task: byId('={{ $json.id }}') },
			{ items, settings: GOING_ON },
		);
		expect(run.items[0]!.json).toMatchObject({
			error: { message: 'The platform does not know this task [item 0]', code: '200202' },
		});
		expect(run.items[1]!.json).toEqual({ taskId, started: true, callingBegins: null });
	});
});

describe('what fails before the first item', () => {
	const OPERATIONS = [
		['task', 'create'],
		['task', 'start'],
		['task', 'pause'],
		['task', 'delete'],
		['task', 'get'],
		['task', 'getAll'],
		['configuration', 'getAll'],
	] as const;
	const items = [{ json: { id: 'a' } }, { json: { id: 'b' } }];
	const withoutKey = () => credentialStore(bed.emulator, { ...mainAiCallAccount, appKey: '' });
	const run = async (names: readonly [string, string], options: RunOptions, more = {}) =>
		await runAiCall(
			bed.emulator,
			{ resource: names[0], operation: names[1], ...TASK, task: byId('1'), ...more },
			{ items, ...options },
		);

	it.each(OPERATIONS)('is thrown by %s %s', async (...names) => {
		const { error } = await run(names, { store: withoutKey() });
		expect(error?.message).toMatch(/'App Key'/);
	});

	it.each(OPERATIONS)('lets no input item out of the success output: %s %s', async (...names) => {
		const settings = { onError: 'continueErrorOutput' as const };
		const { outputs, error } = await run(names, { settings, store: withoutKey() });
		expect(error).toBeUndefined();
		expect(outputs[0]).toEqual([]);
		expect(outputs[1]).toMatchObject(
			items.map(({ json }, item) => ({
				json: { ...json, error: { message: expect.stringMatching(/'App Key'/) } },
				pairedItem: { item },
			})),
		);
	});

	it.each(OPERATIONS)('comes out of %s %s as an error of each item', async (...names) => {
		const settings = { onError: 'continueRegularOutput' as const };
		const options = { timeout: "={{ $('No Such Node').item.json.x }}" };
		const { items: out } = await run(names, { settings }, { options });
		expect(out.map(({ json }) => Object.keys(json))).toEqual([['error'], ['error']]);
	});

	it('does so where Retry On Fail is refused', async () => {
		const settings = {
			retryOnFail: true,
			waitBetweenTries: 1,
			onError: 'continueErrorOutput' as const,
		};
		const { outputs } = await run(['task', 'create'], { settings });
		expect(outputs[0]).toEqual([]);
		expect(outputs[1]).toHaveLength(2);
		expect(outputs[1]![0]!.json).toMatchObject({
			error: { message: "'Retry On Fail' is on in the settings of this node" },
		});
		expect(count('aicall-create')).toBe(0);
	});
});

describe('Task: Get and Get Many', () => {
	it('describes one task', async () => {
		const taskId = await createOne();
		const { items } = await task('get', { task: byId(taskId) });
		expect(items[0]!.json).toMatchObject({
			taskId,
			taskName: '续费提醒',
			status: 0,
			statusText: 'new',
			numbers: 0,
		});
		expect(Object.keys(items[0]!.json).length).toBeLessThanOrEqual(10);
		const raw = await task('get', { task: byId(taskId), simplify: false });
		expect(raw.items[0]!.json).toMatchObject({ task_id: taskId, status: 0, robot_id: SCRIPT });
		const rawList = await task('getAll', { simplify: false, limit: 1 });
		expect(rawList.items[0]!.json).toMatchObject({ task_id: taskId, total_rows: 1 });
	});

	it('says when there is no such task', async () => {
		const { error } = await task('get', { task: byId('404') });
		expect(error?.message).toBe("There is no task with the ID '404'");
	});

	it('lists all tasks over pages of 50, filtered and sorted by the platform', async () => {
		const items = Array.from({ length: 60 }, (_, n) => ({
			json: { name: `${n % 2 ? '提醒' : '调查'} ${n}` },
		}));
		await task('create', { ...TASK, taskName: '={{ $json.name }}' }, { items });
		const names = async (parameters: INodeParameters) =>
			(await task('getAll', parameters)).items.map(({ json }) => json.taskName);
		expect(await names({ returnAll: true })).toHaveLength(60);
		expect(await names({})).toHaveLength(50);
		expect(
			await names({
				limit: 3,
				filters: { taskName: '提醒' },
				options: { sort: 'ID ASC' },
			}),
		).toEqual(['提醒 1', '提醒 3', '提醒 5']);
		expect(await names({ filters: { begin: '2090-01-01T00:00:00' } })).toEqual([]);
	});
});

describe('Task: Run', () => {
	const run = async (parameters: INodeParameters = {}, options: RunOptions = {}) =>
		await task('run', { ...TASK, mode: 'live', columns: mappedByHand, ...parameters }, options);

	it('creates one task, adds all rows and starts it', async () => {
		const { items, error } = await run({}, { items: customers(60) });
		expect(error).toBeUndefined();
		expect(statuses(items)).toEqual(Array<string>(60).fill('accepted'));
		expect(bed.emulator.aiCall.tasks).toHaveLength(1);
		const { id } = bed.emulator.aiCall.tasks[0]!;
		expect(items[59]!.json).toMatchObject({
			taskId: id,
			taskName: '续费提醒',
			taskState: 'started',
			taskNote: 'Started with 60 of 60 rows.',
		});
		expect(
			bed.emulator
				.ledger()
				.entries.map(({ service }) => service)
				.slice(-4),
		).toEqual(['aicall-create', 'aicall-insert', 'aicall-insert', 'aicall-start']);
	});

	it('does not start a task that lacks rows, and says what it left behind', async () => {
		bed.emulator.aiCall.set({ sensitiveNumbers: [phone(55)] });
		const { items } = await run({}, { items: customers(60) });
		expect(count('aicall-start')).toBe(0);
		const { id } = bed.emulator.aiCall.tasks[0]!;
		expect(items[0]!.json).toMatchObject({
			status: 'accepted',
			taskState: 'notStarted',
			taskNote: expect.stringContaining(
				`Task ${id} was created and holds 50 of 60 rows; it was not started`,
			),
			reason: 'In its task, which was not started',
			whatToDo: expect.stringMatching(/start this task once with Task: Start, or delete it\.$/),
			mayHaveBeenCalled: true,
		});
		expect(items[55]!.json).toMatchObject({ status: 'refused', taskId: id });
	});

	it('starts it nevertheless when told to', async () => {
		bed.emulator.aiCall.set({ sensitiveNumbers: [phone(55)] });
		const { items } = await run({ startIncomplete: true }, { items: customers(60) });
		expect(new Set(items.map(({ json }) => json.taskState))).toEqual(new Set(['started']));
		expect(items[0]!.json).toMatchObject({
			taskNote: 'Started with 50 of 60 rows.',
			reason: null,
		});
		expect(items[55]!.json.status).toBe('refused');
	});

	it.each([
		['with people in it', 1, 'started', 1],
		['without anyone in it', 0, 'notStarted', 0],
	])(
		'after a refusal of the account, a task %s is started when told to, as far as it has people',
		async (_name, skip, taskState, starts) => {
			bed.emulator.order({ kind: 'code', code: 200209, service: 'aicall-insert', skip });
			const { items } = await run(
				{ startIncomplete: true },
				{ items: customers(60), settings: GOING_ON },
			);
			expect(statuses(items).filter((status) => status === 'accepted')).toHaveLength(50 * skip);
			expect(items[0]!.json.taskState).toBe(taskState);
			expect(count('aicall-start')).toBe(starts);
		},
	);

	it('starts without a repeated number, one in Do Not Call and a bad one, and counts all', async () => {
		const bad = { json: { ...customers(1)[0]!.json, phone: 'x' } };
		const items = [...customers(3), ...customers(1), bad, ...customers(4).slice(3)];
		const options = { ...AT_ANY_HOUR, doNotCall: phone(2) };
		const { items: out } = await run({ options }, { items });
		expect(statuses(out)).toEqual([
			...['accepted', 'accepted', 'notSent', 'notSent', 'refused', 'accepted'],
		]);
		expect(out[0]!.json).toMatchObject({
			taskState: 'started',
			// rows 3 and 4 are left out on purpose: nobody is to add them
			taskNote: 'Started with 3 of 6 rows, without row 5.',
		});
		// a repeat is called by the row with its number; the events of the task name no other row
		const { taskId } = out[0]!.json;
		expect(taskId).toMatch(/^\d+$/);
		expect(out.map(({ json }) => json.taskId)).toEqual([
			taskId,
			taskId,
			null,
			taskId,
			null,
			taskId,
		]);
	});

	it('does not say of rows that the task may hold that it lacks them', async () => {
		bed.emulator.order({ kind: 'resetAfter', service: 'aicall-insert', skip: 1 });
		const { items } = await run({ startIncomplete: true }, { items: customers(60) });
		expect(items[59]!.json).toMatchObject({
			status: 'unknown',
			taskNote: 'Started with 50 of 60 rows.',
		});
	});

	it('leaves the repeated numbers of one task as they are while the next one is filled', async () => {
		const line = byId("={{ $itemIndex < 2 ? '02566800001' : '02566800002' }}");
		const { items } = await run(
			{ line },
			{ items: [...customers(1), ...customers(1), ...customers(2)] },
		);
		expect(bed.emulator.aiCall.tasks).toHaveLength(2);
		expect(statuses(items)).toEqual(['accepted', 'notSent', 'accepted', 'accepted']);
		expect(items[1]!.json).toMatchObject({
			reason: 'Same number as row 1: only row 1 is sent',
			mayHaveBeenCalled: true,
			duplicateOf: 1,
		});
	});

	it('makes one task of items whose times are reckoned from now, and finds repeated numbers', async () => {
		const items = [...customers(3), ...customers(1)];
		const { items: out } = await run(
			{
				additionalFields: {
					begin: '={{ $now.plus({ hours: 1, milliseconds: 20 * $itemIndex }).toISO() }}',
					end: '={{ $now.plus({ hours: 3, milliseconds: 20 * $itemIndex }).toISO() }}',
				},
			},
			{ items },
		);
		expect(statuses(out)).toEqual(['accepted', 'accepted', 'accepted', 'notSent']);
		expect(bed.emulator.aiCall.tasks).toHaveLength(1);
		expect(count('aicall-create')).toBe(1);
		expect(out[0]!.json.taskState).toBe('started');
	});

	it('leaves out bad rows, those whose task cannot be read too, starts with the others and says so', async () => {
		const items = customers(4);
		items[1]!.json.begin = 'soon';
		items[2]!.json.phone = 'x';
		const parameters = { additionalFields: { begin: "={{ $json.begin ?? '' }}" } };
		const ran = await run(parameters, { items });
		expect(statuses(ran.items)).toEqual(['accepted', 'refused', 'refused', 'accepted']);
		expect(ran.items[0]!.json).toMatchObject({
			taskState: 'started',
			taskNote: 'Started with 2 of 3 rows, without row 3.',
		});
		expect(hintsOf(ran)).toEqual([
			expect.stringMatching(/^2 accepted, 2 refused \(row 2: .*; row 3: .*\)\.$/),
		]);
		expect([count('aicall-create'), count('aicall-start')]).toEqual([1, 1]);
	});

	it('creates no task where every row of it is bad', async () => {
		const items = customers(2).map(({ json }) => ({ json: { ...json, phone: 'x' } }));
		const { error } = await run({}, { items });
		expect(error?.message).toMatch(/^No row was accepted: 2 refused \(rows 1–2: /);
		const { items: out } = await run({}, { items, settings: GOING_ON });
		expect(out[0]!.json).toMatchObject({
			status: 'refused',
			taskState: 'notCreated',
			taskNote: 'No row is left to be sent, so the task was not created.',
		});
		expect(count('aicall-create')).toBe(0);
	});

	it.each([
		['goes on after', { kind: 'code', code: 200204 }, 2],
		['stops at', { kind: 'code', code: 200209 }, 1],
		['stops at', { kind: 'code', code: 10004 }, 1],
		['stops at', { kind: 'status', status: 429, body: 'slow down' }, 1],
		['stops at', { kind: 'resetAfter' }, 1],
	] as const)('%s a creation that failed by %p: %i creations', async (_name, fault, creations) => {
		bed.emulator.order({ ...fault, service: 'aicall-create' });
		const items = customers(4).map((item, index) => ({
			json: { ...item.json, retries: index % 2 },
		}));
		const { items: out } = await run(
			{ additionalFields: { retries: '={{ $json.retries }}' } },
			{ items, settings: GOING_ON },
		);
		const [first, second] = [out[0]!.json, out[1]!.json];
		expect(count('aicall-create')).toBe(creations);
		expect(statuses(out)).toEqual(
			creations === 2
				? ['notSent', 'accepted', 'notSent', 'accepted']
				: ['notSent', 'notSent', 'notSent', 'notSent'],
		);
		expect(first.reason).not.toMatch(/earlier/);
		expect(second).toMatchObject(
			creations === 2
				? { taskState: 'started', reason: null }
				: {
						taskState: 'notCreated',
						reason: expect.stringMatching(/^Not sent, because of an earlier request: /),
					},
		);
	});

	it('says in the note which names of its rows the task does not have', async () => {
		const items = customers(7);
		for (const [index, item] of items.entries()) {
			item.json.name = ['Store 12', 'Store 13', 'South', 'South', 'East', 'East', 'Far'][index]!;
		}
		const { items: out } = await run({ taskName: '={{ $json.name }}' }, { items });
		expect(bed.emulator.aiCall.tasks).toHaveLength(1);
		expect(out[6]!.json).toMatchObject({
			taskName: 'Store 12',
			taskNote: expect.stringMatching(
				/^Started with 7 of 7 rows\. Other names were ignored: 'Store 13', 'South', 'East', …\. A task takes the name of its first row\.$/,
			),
		});
		const { items: same } = await run({ taskName: '=Reminder' }, { items: customers(10).slice(7) });
		expect(same[0]!.json.taskNote).not.toContain('ignored');
	});

	it('keeps the rows and says so when starting is refused', async () => {
		bed.emulator.order({ kind: 'code', code: 3030002, service: 'aicall-start' });
		const ran = await run({}, { items: customers(2) });
		const { json } = ran.items[0]!;
		const why = 'was not started (The platform says that a number is occupied)';
		const remedy =
			/ or pick another line\. .* If the task can still be used, start it once with Task: Start\.$/;
		expect(json).toMatchObject({
			status: 'accepted',
			reason: `In its task, which ${why}`,
			whatToDo: expect.stringMatching(remedy),
			mayHaveBeenCalled: true,
			taskState: 'notStarted',
			taskNote: expect.stringMatching(remedy),
		});
		expect(json.taskNote).toContain(`holds 2 of 2 rows; it ${why}. `);
		expect(ran.runs.at(-1)!.hints).toMatchObject([
			{ type: 'warning', message: json.taskNote },
			{ type: 'warning', message: '2 accepted.' },
		]);
	});

	it('warns of the first three tasks that were not started, and counts the others', async () => {
		bed.emulator.order({ kind: 'code', code: 3030002, service: 'aicall-start', times: 'always' });
		const items = customers(5).map((item, index) => ({
			json: { ...item.json, wait: 600 + index },
		}));
		const additionalFields = { retryWait: '={{ $json.wait }}' };
		const ran = await run({ additionalFields }, { items });
		const first = ran.items.slice(0, 3).map(({ json }) => json.taskNote);
		expect(hintsOf(ran)).toEqual([...first, 'For 2 more, see taskNote.', '5 accepted.']);
	});

	it.each([
		['says that it is busy', { kind: 'code', code: 10004 }],
		['limits requests', { kind: 'status', status: 429, body: 'slow down' }],
		['gives a code that is not documented', { kind: 'code', code: 3010999 }],
	] as const)(
		'does not know whether the task was started when the platform %s',
		async (_what, fault) => {
			bed.emulator.order({ ...fault, service: 'aicall-start', times: 'always' });
			const ran = await run({}, { items: customers(2) });
			const { json } = ran.items[0]!;
			expect(json).toMatchObject({
				status: 'accepted',
				mayHaveBeenCalled: true,
				taskState: 'unknown',
				taskNote: expect.stringContaining('whether it was started is not known'),
			});
			expect(hintsOf(ran)).toContain(json.taskNote);
		},
	);

	it('does not know whether the task was started when neither the start nor the task answers', async () => {
		bed.emulator.order({ kind: 'resetAfter', service: 'aicall-start' });
		bed.emulator.order({ kind: 'code', code: 10020, service: 'aicall-query', times: 'always' });
		const { items } = await run({}, { items: customers(2) });
		expect(items[0]!.json).toMatchObject({
			status: 'accepted',
			taskState: 'unknown',
			taskNote: expect.stringContaining('whether it was started is not known'),
		});
		expect(count('aicall-start')).toBe(1);
	});

	it('shows in a dry run the task, its times and the rows, and sends nothing', async () => {
		const additionalFields = { begin: `${NEXT_YEAR}-11-20T09:00:00` };
		const parameters = { mode: 'dryRun', additionalFields };
		const { items } = await run(parameters, { items: customers(51) });
		expect(count('aicall-create')).toBe(0);
		expect(items[50]!.json).toMatchObject({
			batch: 2,
			status: 'ready',
			times: { startCallingAt: `${NEXT_YEAR}-11-20 09:00 China time` },
			request: { create: { task_name: '续费提醒', robot_id: SCRIPT }, call_column: COLUMNS },
		});
	});
});

it('Configuration: Get Many lists lines, scripts, interfaces and voices, in one table and each by itself', async () => {
	bed.emulator.aiCall.set({ urls: [{ url: 'http://127.0.0.1:1/x', url_module: 'receiveVoice' }] });
	const list = async (more: INodeParameters) => {
		const parameters = { resource: 'configuration', operation: 'getAll', ...more };
		return jsonOf((await runAiCall(bed.emulator, parameters)).items);
	};
	const all = await list({ type: 'all', returnAll: true });
	expect(new Set(all.map(({ kind }) => kind))).toEqual(
		new Set(['line', 'script', 'interface', 'voice']),
	);
	// in a table with several kinds of rows, n8n shows a missing field as `undefined`
	expect(new Set(all.map((row) => Object.keys(row).join()))).toEqual(
		new Set(['kind,id,name,statusText,details']),
	);
	expect(await list({})).toEqual(await list({ type: 'scripts' }));
	expect(await list({ type: 'lines', limit: 1 })).toEqual([
		expect.objectContaining({ kind: 'line', lineNum: LINE, statusText: 'idle', permanent: true }),
	]);
	expect((await list({ type: 'voices', simplify: false }))[0]).toHaveProperty('voice_code');
});
