import type { INodeParameters } from 'n8n-workflow';

import { mainAiCallAccount, startEmulator, type Emulator } from '../emulator';
import {
	AT_ANY_HOUR,
	byId,
	COLUMNS,
	credentialStore,
	customers,
	jsonOf,
	LINE,
	mappedByHand,
	phone,
	runAiCall,
	SCRIPT,
	statuses,
	type RunOptions,
} from './aiCallBench';

let emulator: Emulator;

beforeAll(async () => {
	emulator = await startEmulator();
});
// a token first, so that none of an earlier test stands among the requests that are counted
beforeEach(async () => {
	await runAiCall(emulator, { resource: 'configuration', operation: 'getAll' });
});
afterEach(() => emulator.reset());
afterAll(async () => await emulator.stop());

const task = async (
	operation: string,
	parameters: INodeParameters = {},
	options: RunOptions = {},
) =>
	await runAiCall(
		emulator,
		{
			resource: 'task',
			operation,
			...(['run', 'start'].includes(operation) ? { options: AT_ANY_HOUR } : {}),
			...parameters,
		},
		options,
	);

const FIELDS: INodeParameters = {
	taskName: '续费提醒',
	script: byId(SCRIPT),
	line: byId(LINE),
};

const createOne = async (parameters: INodeParameters = {}): Promise<string> => {
	const { items, error } = await task('create', { ...FIELDS, ...parameters });
	if (error) throw error;
	return String(items[0]!.json.taskId);
};

/** Task times have to lie ahead. */
const NEXT_YEAR = new Date().getUTCFullYear() + 1;

/** Items come out in place of an error, so that a test can look at them. */
const GOING_ON = { onError: 'continueRegularOutput' } as const;

const addNumbers = async (
	taskId: string,
	parameters: INodeParameters = {},
	options: RunOptions = {},
) =>
	await task('addNumbers', { task: byId(taskId), columns: mappedByHand, ...parameters }, options);

const platformTask = (taskId: string) => emulator.aiCall.tasks.find(({ id }) => id === taskId)!;
const count = (service: string) => emulator.ledger({ service }).entries.length;

describe('Task: Create', () => {
	it('sends every field, with dates in the time zone of the workflow', async () => {
		const { items, error } = await task('create', {
			...FIELDS,
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
		});
		expect(error).toBeUndefined();
		const { taskId } = items[0]!.json;
		expect(items[0]).toEqual({
			json: {
				taskId: expect.stringMatching(/^\d{15}$/),
				taskName: '续费提醒',
				robotId: SCRIPT,
				lineNum: `${LINE};02566800002`,
				timeBegin: Date.parse(`${NEXT_YEAR}-11-20T01:00:00Z`),
				timeBeginIso: `${NEXT_YEAR}-11-20T01:00:00.000Z`,
				timeEnd: Date.parse(`${NEXT_YEAR}-11-21T10:00:00Z`),
				timeEndIso: `${NEXT_YEAR}-11-21T10:00:00.000Z`,
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

	it.each([
		[{ taskName: '={{ "" }}' }, "'Task Name' is empty"],
		[{ additionalFields: { retries: '={{ 4 }}' } }, "'Retries' is not a whole number from 0 to 3"],
		[{ additionalFields: { begin: 'soon' } }, `'Start Calling At' is not a date: "soon"`],
		[
			{ additionalFields: { end: '2020-01-01' } },
			"'Stop Calling At' is not after 'Start Calling At'",
		],
	])('refuses %p before anything is sent', async (parameters, message) => {
		const { error } = await task('create', { ...FIELDS, ...parameters } as INodeParameters);
		expect(error?.message).toBe(message);
		expect(count('aicall-create')).toBe(0);
	});

	it('is never sent again when its outcome is unknown, and says how to find out', async () => {
		emulator.order({ kind: 'resetAfter', service: 'aicall-create' });
		const { error } = await task('create', FIELDS);
		expect(error?.description).toContain("Look for '续费提醒' with Task: Get Many");
		expect(count('aicall-create')).toBe(1);
	});

	it('names the tasks it created before the one that was refused', async () => {
		const items = [{ json: { script: SCRIPT } }, { json: { script: '404' } }];
		const { error } = await task(
			'create',
			{ ...FIELDS, script: byId('={{ $json.script }}') },
			{ items },
		);
		expect(error?.message).toBe('The platform does not know this script [item 1]');
		expect(error?.description).toContain(
			`Before that, this task was created: ${emulator.aiCall.tasks[0]!.id}.`,
		);
	});

	it('names no other task in the error of an item where the others keep theirs', async () => {
		const items = [{ json: { script: SCRIPT } }, { json: { script: '404' } }];
		const parameters = { ...FIELDS, script: byId('={{ $json.script }}') };
		const { items: out } = await task('create', parameters, { items, settings: GOING_ON });
		expect(out[0]!.json.taskId).toBe(emulator.aiCall.tasks[0]!.id);
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
		const parameters = { ...FIELDS, additionalFields: { end } };
		const stopped = await task('create', parameters, { items });
		expect(stopped.error?.message).toMatch(message);
		expect(count('aicall-create')).toBe(0);

		const going = { items, settings: { onError: 'continueErrorOutput' as const } };
		const { outputs } = await task('create', parameters, going);
		expect(outputs[0]!.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		expect(outputs[1]).toMatchObject([{ json: { isWrong: true }, pairedItem: { item: 2 } }]);
		expect(count('aicall-create')).toBe(2);
	});

	it('gives the whole answer when it is not simplified', async () => {
		const { items } = await task('create', { ...FIELDS, simplify: false });
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

	it('finds the columns of JSON rows through the script of the task', async () => {
		const taskId = await createOne();
		const rows = JSON.stringify([['13800138000', '张', '1']]);
		const { items } = await addNumbers(taskId, { rowsFrom: 'json', rows });
		expect(statuses(items)).toEqual(['accepted']);
		expect(platformTask(taskId).rows[0]!.head).toEqual(COLUMNS);
	});

	it('sends the same number to two tasks, but not twice to one', async () => {
		const [one, two] = [await createOne(), await createOne()];
		const items = [one, two, two].map((id) => ({ json: { ...customers(1)[0]!.json, task: id } }));
		const run = await addNumbers('={{ $json.task }}', {}, { items });
		expect(statuses(run.items)).toEqual(['accepted', 'accepted', 'notSent']);
	});

	it('narrows a refused batch down while the count of the task stays the same', async () => {
		const taskId = await createOne();
		emulator.aiCall.set({ sensitiveNumbers: [phone(7), phone(60)] });
		const { items } = await addNumbers(
			taskId,
			{ options: { onRefusedBatch: 'narrowDown' } },
			{ items: customers(100) },
		);
		expect(
			items.filter(({ json }) => json.status === 'refused').map(({ json }) => json.phone),
		).toEqual([phone(7), phone(60)]);
		expect(emulator.aiCall.ledger.view().totals).toMatchObject({ accepted: 98, acceptedAgain: 0 });
	});

	it.each([
		[200203, true],
		[10004, true],
		[200202, false],
	])('tells of a batch refused with %i whether to compare first: %p', async (code, isOpen) => {
		const taskId = await createOne();
		emulator.order({ kind: 'code', code, service: 'aicall-insert' });
		const { items } = await addNumbers(taskId, {}, { items: customers(2), settings: GOING_ON });
		expect(statuses(items)).toEqual(['refused', 'refused']);
		const whatToDo = String(items[0]!.json.whatToDo);
		expect(/before you (send them again|know)[,:] see with Task: Get/.test(whatToDo)).toBe(isOpen);
	});

	it('says the same of a batch that could not be narrowed down, as the task was not counted', async () => {
		const taskId = await createOne();
		emulator.aiCall.set({ sensitiveNumbers: [phone(1)] });
		emulator.order({ kind: 'code', code: 10020, service: 'aicall-query', times: 'always' });
		const { items } = await addNumbers(
			taskId,
			{ options: { onRefusedBatch: 'narrowDown' } },
			{ items: customers(2), settings: GOING_ON },
		);
		expect(statuses(items)).toEqual(['refused', 'refused']);
		expect(items[0]!.json.whatToDo).toMatch(/before you send them again, see with Task: Get/);
		expect(count('aicall-insert')).toBe(1);
	});

	it('adds the rows of the other items when the task of one has no script', async () => {
		const taskId = await createOne();
		const rows = JSON.stringify([['13800138000', '张', '1']]);
		const items = ['404', taskId].map((id) => ({ json: { id } }));
		const run = await addNumbers('={{ $json.id }}', { rowsFrom: 'json', rows }, { items });
		expect(statuses(run.items)).toEqual(['refused', 'accepted']);
		expect(run.items[0]!.json.reason).toBe("The script of the task '404' could not be found");
	});

	it('does not send again what a refused batch may have put into the task', async () => {
		const taskId = await createOne();
		emulator.aiCall.set({ sensitiveNumbers: [phone(7)], partialInsert: true });
		const { items } = await addNumbers(
			taskId,
			{ options: { onRefusedBatch: 'narrowDown' } },
			{ items: customers(60) },
		);
		expect(statuses(items)).toEqual([
			...Array<string>(50).fill('unknown'),
			...Array<string>(10).fill('accepted'),
		]);
		expect(items[0]!.json.reason).toMatch(/the task went from 0 to 7 numbers/);
		expect(count('aicall-insert')).toBe(6);
		expect(emulator.aiCall.ledger.view().totals.acceptedAgain).toBe(0);
	});

	it('explains that a started task takes no more numbers', async () => {
		const taskId = await createOne();
		await addNumbers(taskId, {}, { items: customers(1) });
		await task('start', { task: byId(taskId) });
		const { items } = await addNumbers(
			taskId,
			{},
			{ items: customers(2).slice(1), settings: GOING_ON },
		);
		expect(items[0]!.json).toMatchObject({ status: 'refused', code: '200200' });
		expect(items[0]!.json.whatToDo).toMatch(
			/^The task is (started|running): .* takes no more numbers/,
		);
	});

	it('never sends an insert again whose outcome is unknown', async () => {
		const taskId = await createOne();
		emulator.order({ kind: 'resetAfter', service: 'aicall-insert' });
		const { items } = await addNumbers(
			taskId,
			{ options: { onRefusedBatch: 'narrowDown' } },
			{ items: customers(3) },
		);
		expect(statuses(items)).toEqual(['unknown', 'unknown', 'unknown']);
		expect(items[0]!.json.whatToDo).toMatch(/see with Task: Get/);
		expect(count('aicall-insert')).toBe(1);
		expect(platformTask(taskId).rows).toHaveLength(3);
	});
});

describe('Task: Start, Pause, Delete', () => {
	let taskId: string;
	beforeEach(async () => {
		taskId = await createOne();
		await addNumbers(taskId, {}, { items: customers(3) });
		emulator.aiCall.clock.setSpeed(0);
	});

	it('does what it says', async () => {
		const run = async (operation: string) =>
			jsonOf((await task(operation, { task: byId(taskId) })).items);
		expect(await run('start')).toEqual([{ taskId, started: true, callingBegins: null }]);
		expect([1, 2]).toContain(platformTask(taskId).status);
		expect(await run('pause')).toEqual([{ taskId, paused: true }]);
		expect(platformTask(taskId).status).toBe(3);
		expect(await run('delete')).toEqual([{ taskId, deleted: true }]);
		expect(platformTask(taskId).deleted).toBe(true);
	});

	it.each(['start', 'pause', 'delete'])(
		'explains why a deleted task cannot be the subject of %s',
		async (operation) => {
			await task('delete', { task: byId(taskId) });
			const { error } = await task(operation, { task: byId(taskId) });
			expect(error?.message).toBe('The task is already deleted');
			expect(error?.description).toContain('code 3010102');
		},
	);

	it('takes an ID with the invisible characters that copying adds', async () => {
		const { items } = await task('start', { task: byId(`\u200B${taskId} \uFEFF`) });
		expect(items[0]!.json).toMatchObject({ taskId, started: true });
	});

	it('says of a task that cannot be paused what state it has to be in, and nothing of lines', async () => {
		const { error } = await task('pause', { task: byId(taskId) });
		expect(error?.description).toMatch(
			/^Only a task that has been started can be paused: .*\(code 200200,/,
		);
		expect(error?.description).not.toContain('Line');
	});

	it.each([
		['start', 'resetBefore', 2],
		['start', 'resetAfter', 1],
		['pause', 'resetBefore', 2],
		['pause', 'resetAfter', 1],
		['delete', 'resetBefore', 2],
		['delete', 'resetAfter', 1],
	] as const)(
		'%s comes through although the connection is lost (%s)',
		async (operation, kind, requests) => {
			if (operation === 'pause') await task('start', { task: byId(taskId) });
			const before = count(`aicall-${operation}`);
			emulator.order({ kind, service: `aicall-${operation}` });
			const { items, error } = await task(operation, { task: byId(taskId) });
			expect(error).toBeUndefined();
			expect(items).toHaveLength(1);
			expect(count(`aicall-${operation}`) - before).toBe(requests);
		},
	);

	it.each([
		['start', 'started'],
		['delete', 'deleted'],
	])('%s: names the tasks that are done when a later one fails', async (operation, done) => {
		const other = await createOne({ line: byId('02566800002') });
		await addNumbers(other, {}, { items: customers(1) });
		const items = [taskId, other, '404'].map((id) => ({ json: { id } }));
		const { error } = await task(operation, { task: byId('={{ $json.id }}') }, { items });
		expect(error?.message).toBe('The platform does not know this task [item 2]');
		expect(error?.description).toContain(`these tasks were ${done}: ${taskId}, ${other}.`);
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

	it('is not started for the next row where it may have been started', async () => {
		emulator.order({ kind: 'resetAfter', service: 'aicall-start' });
		emulator.order({ kind: 'code', code: 10020, service: 'aicall-query', times: 'always' });
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
		emulator.order({ kind: 'code', code: 299999, service: 'aicall-start' });
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

	it('does nothing to any task when an item names none', async () => {
		const items = [{ json: { id: taskId } }, { json: {} }];
		const { error } = await task('delete', { task: byId('={{ $json.id }}') }, { items });
		expect(error?.message).toBe("'Task' is empty [item 1]");
		expect(count('aicall-delete')).toBe(0);
	});

	it('does not start again when the task cannot be asked', async () => {
		emulator.order({ kind: 'resetBefore', service: 'aicall-start' });
		emulator.order({ kind: 'code', code: 10020, service: 'aicall-query', times: 'always' });
		const { error } = await task('start', { task: byId(taskId) });
		expect(error?.message).toMatch(/connection to the AI Call platform was lost/);
		expect(count('aicall-start')).toBe(1);
	});

	it('comes out as an error item for one item, and goes on with the next', async () => {
		const items = ['0', taskId].map((id) => ({ json: { id } }));
		const run = await task(
			'start',
			{ task: byId('={{ $json.id }}') },
			{ items, settings: { onError: 'continueRegularOutput' } },
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
	const withoutKey = () => credentialStore(emulator, { ...mainAiCallAccount, appKey: '' });
	const run = async (names: readonly [string, string], options: RunOptions, more = {}) =>
		await runAiCall(
			emulator,
			{ resource: names[0], operation: names[1], ...FIELDS, task: byId('1'), ...more },
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
		expect(error?.message).toBe("There is no task with the ID '404' in 'Task'");
	});

	it('lists all tasks over pages of 50, filtered and sorted by the platform', async () => {
		const items = Array.from({ length: 60 }, (_, n) => ({
			json: { name: `${n % 2 ? '提醒' : '调查'} ${n}` },
		}));
		await task('create', { ...FIELDS, taskName: '={{ $json.name }}' }, { items });
		const names = async (parameters: INodeParameters) =>
			(await task('getAll', parameters)).items.map(({ json }) => json.taskName);
		expect(await names({ returnAll: true })).toHaveLength(60);
		expect(await names({})).toHaveLength(50);
		expect(
			await names({
				limit: 3,
				filters: { taskName: '提醒' },
				sort: { sortName: 'ID', sortOrder: 'ASC' },
			}),
		).toEqual(['提醒 1', '提醒 3', '提醒 5']);
		expect(await names({ filters: { begin: '2090-01-01T00:00:00' } })).toEqual([]);
	});

	it('finds tasks by each filter', async () => {
		const ids = [await createOne({ taskName: 'a' }), await createOne({ taskName: 'b' })];
		const found = async (filters: INodeParameters) =>
			(await task('getAll', { filters, sort: { sortName: 'ID', sortOrder: 'ASC' } })).items.map(
				({ json }) => json.taskId,
			);
		expect(await found({ taskId: ids[1] })).toEqual([ids[1]]);
		expect(await found({ taskName: 'a' })).toEqual([ids[0]]);
		expect(await found({ end: '2090-01-01T00:00:00' })).toEqual(ids);
		expect(await found({ end: '2020-01-01T00:00:00' })).toEqual([]);
		expect(await found({ begin: '2020-01-01T00:00:00', end: '2090-01-01T00:00:00' })).toEqual(ids);
	});

	/** Tasks created, begun and ended each in another order, none of which is that of their names. */
	async function threeTasks(): Promise<void> {
		const { clock } = emulator.aiCall;
		const at = (hour: number) =>
			clock.moveTo(Date.parse(`${NEXT_YEAR}-11-20T00:00:00Z`) + hour * 3.6e6);
		const ids: Record<string, string> = {};
		const command = async (operation: string, name: string) =>
			await task(operation, { task: byId(ids[name]!) });

		clock.setSpeed(0);
		// the clock goes back after the first, else the times of creation follow the ids
		for (const [name, hour] of Object.entries({ b: 2.5, c: 1.5, a: 2 })) {
			at(hour);
			ids[name] = await createOne({ taskName: name });
		}
		for (const [place, name] of ['c', 'b', 'a'].entries()) {
			await addNumbers(ids[name]!, {}, { items: customers(1) });
			at(3 + place);
			await command('start', name);
			// into the call: a paused task does not end with it
			clock.moveTo(clock.now() + 1000);
			await command('pause', name);
		}
		for (const [place, name] of ['a', 'c', 'b'].entries()) {
			at(6 + place);
			await command('start', name);
			clock.moveTo(clock.now() + 1000);
		}
	}

	it.each([
		['ID', ['b', 'c', 'a']],
		['NAME', ['a', 'b', 'c']],
		['CREATETIME', ['c', 'a', 'b']],
		['STARTTIME', ['c', 'b', 'a']],
		['ENDTIME', ['a', 'c', 'b']],
	])('sorts by %s, both ways', async (sortName, expected) => {
		await threeTasks();
		const names = async (sortOrder: string) =>
			(await task('getAll', { sort: { sortName, sortOrder } })).items.map(
				({ json }) => json.taskName,
			);
		expect(await names('ASC')).toEqual(expected);
		expect(await names('DESC')).toEqual([...expected].reverse());
	});

	it('says after HTTP 429 what can be done in this node', async () => {
		emulator.order({
			kind: 'status',
			status: 429,
			body: '',
			service: 'aicall-query',
			times: 'always',
		});
		const { error } = await task('getAll', { options: { maxAttempts: 1 } });
		expect(error?.description).toContain('Wait a while, then repeat only what was refused.');
	});

	it('asks again when the platform is busy, and gives up in the end', async () => {
		emulator.order({ kind: 'code', code: 10004, service: 'aicall-query', times: 2 });
		expect((await task('getAll')).error).toBeUndefined();
		emulator.order({ kind: 'code', code: 10004, service: 'aicall-query', times: 'always' });
		const { error } = await task('getAll', { options: { maxAttempts: 2 } });
		expect(error?.message).toBe('The platform is busy');
		expect(count('aicall-query')).toBe(5);
	});

	it('waits for no answer beyond Max Time per Item, which is then named', async () => {
		emulator.order({ kind: 'hang', service: 'aicall-query' });
		const options = { timeout: 60_000, maxTimePerItem: 1, maxAttempts: 1 };
		const { error } = await task('getAll', { options });
		expect(error?.message).toBe('The AI Call platform did not answer in time');
		expect(error?.description).toContain('Raise the option Max Time per Item');
	});
});

describe('Task: Run', () => {
	const run = async (parameters: INodeParameters = {}, options: RunOptions = {}) =>
		await task('run', { ...FIELDS, dryRun: false, columns: mappedByHand, ...parameters }, options);

	it('creates one task, adds all rows and starts it', async () => {
		const { items, error } = await run({}, { items: customers(60) });
		expect(error).toBeUndefined();
		expect(statuses(items)).toEqual(Array<string>(60).fill('accepted'));
		expect(emulator.aiCall.tasks).toHaveLength(1);
		const { id } = emulator.aiCall.tasks[0]!;
		expect(items[59]!.json).toMatchObject({
			taskId: id,
			taskName: '续费提醒',
			taskState: 'started',
			taskNote: 'Started with 60 of 60 rows.',
		});
		expect(
			emulator
				.ledger()
				.entries.map(({ service }) => service)
				.slice(-4),
		).toEqual(['aicall-create', 'aicall-insert', 'aicall-insert', 'aicall-start']);
	});

	it('does not start a task that lacks rows, and says what it left behind', async () => {
		emulator.aiCall.set({ sensitiveNumbers: [phone(55)] });
		const { items } = await run({}, { items: customers(60) });
		expect(count('aicall-start')).toBe(0);
		const { id } = emulator.aiCall.tasks[0]!;
		expect(items[0]!.json).toMatchObject({
			status: 'accepted',
			taskState: 'notStarted',
			taskNote: expect.stringContaining(
				`Task ${id} was created and holds 50 of 60 rows; it was not started`,
			),
		});
		expect(items[55]!.json).toMatchObject({ status: 'refused', taskId: id });
	});

	it('starts it nevertheless when told to', async () => {
		const items = customers(3);
		items[1]!.json.phone = 'x';
		const { items: out } = await run({ startIncomplete: true }, { items });
		expect(out.map(({ json }) => json.taskState)).toEqual(['started', 'started', 'started']);
		expect(statuses(out)).toEqual(['accepted', 'refused', 'accepted']);
	});

	it.each([
		['with people in it', 1, 'started', 1],
		['without anyone in it', 0, 'notStarted', 0],
	])(
		'after a refusal of the account, a task %s is started when told to, as far as it has people',
		async (_name, skip, taskState, starts) => {
			emulator.order({ kind: 'code', code: 200209, service: 'aicall-insert', skip });
			const { items } = await run(
				{ startIncomplete: true },
				{ items: customers(60), settings: GOING_ON },
			);
			expect(statuses(items).filter((status) => status === 'accepted')).toHaveLength(50 * skip);
			expect(items[0]!.json.taskState).toBe(taskState);
			expect(count('aicall-start')).toBe(starts);
		},
	);

	it('does not count a repeated number as missing', async () => {
		const { items } = await run({}, { items: [...customers(2), ...customers(1)] });
		expect(statuses(items)).toEqual(['accepted', 'accepted', 'notSent']);
		expect(items[0]!.json.taskState).toBe('started');
	});

	it('makes a task for each set of task fields', async () => {
		const items = customers(4).map(({ json }, n) => ({
			json: { ...json, line: `0256680000${1 + (n % 2)}` },
		}));
		const { items: out } = await run({ line: byId('={{ $json.line }}') }, { items });
		expect(new Set(out.map(({ json }) => json.taskId)).size).toBe(2);
		expect(out.map(({ json }) => json.taskState)).toEqual(Array<string>(4).fill('started'));
	});

	it('makes one task of items whose names differ, called as the first of them says', async () => {
		const { items, error } = await run(
			{ taskName: '=续费提醒 {{ $now.toMillis() }} {{ $itemIndex }}' },
			{ items: customers(60) },
		);
		expect(error).toBeUndefined();
		expect(emulator.aiCall.tasks).toHaveLength(1);
		expect(emulator.aiCall.tasks[0]!.name).toMatch(/^续费提醒 \d{13} 0$/);
		const { taskName, taskNote } = items[59]!.json;
		expect(taskName).toBe(emulator.aiCall.tasks[0]!.name);
		expect(taskNote).toContain('Started with 60 of 60 rows.');
		expect(count('aicall-insert')).toBe(2);
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
		expect(emulator.aiCall.tasks).toHaveLength(1);
		expect(count('aicall-create')).toBe(1);
		expect(out[0]!.json.taskState).toBe('started');
	});

	it('knows a bad row before it creates the task, and says so', async () => {
		const items = customers(3);
		items[1]!.json.begin = 'soon';
		items[2]!.json.phone = 'x';
		const parameters = { additionalFields: { begin: '={{ $json.begin ?? null }}' } };
		const { items: out } = await run(parameters, { items, settings: GOING_ON });
		expect(statuses(out)).toEqual(['notSent', 'refused', 'refused']);
		expect(out[0]!.json).toMatchObject({
			taskState: 'notCreated',
			reason: 'The task was not created, because rows 2–3 cannot be added',
			whatToDo: expect.stringContaining('Start Even If Rows Were Rejected'),
		});
		const { error } = await run(parameters, { items });
		expect(error?.message).toMatch(/^No row was accepted: 2 refused \(row 2: .*; row 3: /);
		expect(count('aicall-create')).toBe(0);
	});

	it('starts without an item whose task fields cannot be read when told to', async () => {
		const items = customers(3);
		items[1]!.json.begin = 'soon';
		const { items: out } = await run(
			{ startIncomplete: true, additionalFields: { begin: '={{ $json.begin ?? null }}' } },
			{ items },
		);
		expect(statuses(out)).toEqual(['accepted', 'refused', 'accepted']);
		expect(out[0]!.json).toMatchObject({
			taskState: 'started',
			taskNote: expect.stringContaining(
				'Started with 2 of 2 rows, and the task fields of 1 more could not be read',
			),
		});
		expect(count('aicall-start')).toBe(1);
	});

	it.each([
		['refused', { kind: 'code', code: 200204 }, 'notCreated'],
		['unknown', { kind: 'status', status: 500, body: { code: 500, message: 'm' } }, 'unknown'],
		['unknown', { kind: 'resetAfter' }, 'unknown'],
	] as const)('adds nothing when creating is %s', async (_name, fault, taskState) => {
		emulator.order({ ...fault, service: 'aicall-create' });
		const { items } = await run({}, { items: customers(2), settings: GOING_ON });
		expect(items[0]!.json).toMatchObject({ status: 'notSent', taskId: null, taskState });
		expect(count('aicall-create')).toBe(1);
		expect(count('aicall-insert')).toBe(0);
	});

	it.each([
		['goes on after', { kind: 'code', code: 200204 }, 2],
		['stops at', { kind: 'code', code: 200209 }, 1],
		['stops at', { kind: 'code', code: 10004 }, 1],
		['stops at', { kind: 'status', status: 429, body: 'slow down' }, 1],
		['stops at', { kind: 'resetAfter' }, 1],
	] as const)('%s a creation that failed by %p: %i creations', async (_name, fault, creations) => {
		emulator.order({ ...fault, service: 'aicall-create' });
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
		expect(emulator.aiCall.tasks).toHaveLength(1);
		expect(out[6]!.json).toMatchObject({
			taskName: 'Store 12',
			taskNote: expect.stringMatching(
				/^Started with 7 of 7 rows\. Other names were ignored: 'Store 13', 'South', 'East', …\. A task takes the name of its first row\.$/,
			),
		});
		const { items: same } = await run({ taskName: '=Reminder' }, { items: customers(3) });
		expect(same[0]!.json.taskNote).not.toContain('also');
	});

	it('keeps the rows and says so when starting is refused', async () => {
		emulator.order({ kind: 'code', code: 3030002, service: 'aicall-start' });
		const { items } = await run({}, { items: customers(2) });
		expect(items[0]!.json).toMatchObject({
			status: 'accepted',
			taskState: 'notStarted',
			taskNote: expect.stringContaining('could not be started: The line is in use'),
		});
	});

	it('does not know whether the task was started when neither the start nor the task answers', async () => {
		emulator.order({ kind: 'resetAfter', service: 'aicall-start' });
		emulator.order({ kind: 'code', code: 10020, service: 'aicall-query', times: 'always' });
		const { items } = await run({}, { items: customers(2) });
		expect(items[0]!.json).toMatchObject({
			status: 'accepted',
			taskState: 'unknown',
			taskNote: expect.stringContaining('whether it was started is not known'),
		});
		expect(count('aicall-start')).toBe(1);
	});

	it('creates no task when no row passes the check', async () => {
		const { items } = await run({}, { items: [{ json: { phone: 'x' } }], settings: GOING_ON });
		expect(items[0]!.json).toMatchObject({ status: 'refused', taskState: 'notCreated' });
		expect(count('aicall-create')).toBe(0);
	});

	it('shows in a dry run the task, its times and the rows, and sends nothing', async () => {
		const additionalFields = { begin: `${NEXT_YEAR}-11-20T09:00:00` };
		const options = { includeResponse: true };
		const parameters = { dryRun: true, additionalFields, options };
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

describe('Configuration: Get Many', () => {
	it('lists lines, scripts, interfaces and voices with their meaning', async () => {
		emulator.aiCall.set({ urls: [{ url: 'http://127.0.0.1:1/x', url_module: 'receiveVoice' }] });
		const list = async (parameters: INodeParameters) =>
			jsonOf(
				(
					await runAiCall(emulator, {
						resource: 'configuration',
						operation: 'getAll',
						...parameters,
					})
				).items,
			);
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
		expect((await list({ type: 'scripts' }))[0]).toMatchObject({
			robotId: SCRIPT,
			callColumn: COLUMNS,
			statusText: 'released',
			timeCreateIso: expect.stringMatching(/Z$/),
		});
		expect(await list({ type: 'interfaces' })).toEqual([
			{
				kind: 'interface',
				url: 'http://127.0.0.1:1/x',
				urlModule: 'receiveVoice',
				urlModuleText: 'recordings',
			},
		]);
		expect((await list({ type: 'voices', simplify: false }))[0]).toHaveProperty('voice_code');
	});
});
