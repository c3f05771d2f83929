/** One code of each scope in a real run of every operation. What each code says is its table's test. */
import type { INodeParameters } from 'n8n-workflow';

import { startEmulator, type Emulator } from '../emulator';
import { byId, customers, LINE, mappedByHand, PLACE, runAiCall, SCRIPT } from './aiCallBench';

let emulator: Emulator;
let task: ReturnType<typeof byId>;

beforeAll(async () => {
	emulator = await startEmulator();
});
// a task, as only a request that is right otherwise meets the code; its token is used again
beforeEach(async () => {
	// a task without numbers finishes as soon as it may begin
	emulator.aiCall.clock.setSpeed(0);
	const create = { resource: 'task', operation: 'create', taskName: 'n', script, line };
	const { items } = await runAiCall(emulator, create);
	task = byId(String(items[0]!.json.taskId));
});
afterEach(() => emulator.reset());
afterAll(async () => await emulator.stop());

const script = byId(SCRIPT);
const line = byId(LINE);

/** The code in place of every answer of an endpoint, also of those that follow a new token. */
const answerWith = (code: number, service: string) =>
	emulator.order({ kind: 'code', code, service, times: 'always' });

const CODES: Array<[code: number, what: string, remedy: string]> = [
	[
		10002,
		'The token is not valid, or has no permission for this request',
		'ask iFLYTEK to enable this function for your application',
	],
	[10004, 'The platform is busy', 'Try again in a minute.'],
	[10005, 'The platform did not accept a parameter of the request', 'look first at IDs and dates'],
	[
		200203,
		'The batch contains a phone number that the platform does not accept',
		'Leave the number out',
	],
	[200209, "The account's balance is too low", 'Top up the account'],
	[200212, "The columns do not fit the script's variables", 'Map the columns again'],
	[3010101, 'The task is already finished', 'Create a new task.'],
];

describe.each(CODES)('code %i', (code, what, remedy) => {
	const isTokenCode = code === 10002;
	const status = isTokenCode ? 'notSent' : 'refused';

	it('comes out with a row that was to be called', async () => {
		answerWith(code, 'aicall-callout');
		const { items } = await runAiCall(emulator, PLACE, {
			items: customers(1),
			settings: { onError: 'continueRegularOutput' },
		});
		expect(items[0]!.json).toMatchObject({
			status,
			code: String(code),
			reason: what,
			// what a busy platform did is not certain
			whatToDo: expect.stringContaining(code === 10004 ? 'Do not send the row again' : remedy),
			httpStatus: 200,
		});
		const sent = emulator.ledger({ service: 'aicall-callout' }).entries;
		// only a refused token is mended and the request sent again
		expect(sent).toHaveLength(isTokenCode ? 4 : 1);
	});

	it.each<[string, string, INodeParameters]>([
		[
			'Task: Create',
			'aicall-create',
			{ resource: 'task', operation: 'create', taskName: 'n', script, line },
		],
		[
			'Configuration: Get Many',
			'aicall-config',
			{ resource: 'configuration', operation: 'getAll' },
		],
	])('comes out as the failure of %s', async (_name, service, parameters) => {
		answerWith(code, service);
		await expectFailure(service, parameters);
	});

	it.each([
		['Task: Start', 'aicall-start', 'start'],
		['Task: Pause', 'aicall-pause', 'pause'],
		['Task: Delete', 'aicall-delete', 'delete'],
	])('comes out as the failure of %s', async (_name, service, operation) => {
		// a task that was never started cannot be paused
		if (operation === 'pause') {
			await runAiCall(emulator, { resource: 'task', operation: 'start', task });
		}
		answerWith(code, service);
		await expectFailure(service, { resource: 'task', operation, task });
	});

	async function expectFailure(service: string, parameters: INodeParameters): Promise<void> {
		const { error } = await runAiCall(emulator, { options: { maxAttempts: 2 }, ...parameters });
		expect(error?.message).toBe(`${what}`);
		expect(error?.description).toContain(remedy);
		const sent = emulator.ledger({ service }).entries.filter(({ fault }) => fault !== null);
		const repeated = service === 'aicall-config' && code === 10004 ? 2 : 1;
		expect(sent).toHaveLength(isTokenCode ? 4 : repeated);
	}

	it('comes out with a row that was to be added to a task', async () => {
		answerWith(code, 'aicall-insert');
		const { items } = await runAiCall(
			emulator,
			{ resource: 'task', operation: 'addNumbers', task, columns: mappedByHand },
			{ items: customers(1), settings: { onError: 'continueRegularOutput' } },
		);
		expect(items[0]!.json).toMatchObject({ status, code: String(code), reason: what });
		const sent = emulator.ledger({ service: 'aicall-insert' }).entries;
		expect(sent).toHaveLength(isTokenCode ? 4 : 1);
		// each of them stands in the account of numbers, as one that took none
		expect(emulator.aiCall.ledger.view().totals).toMatchObject({
			submissions: sent.length,
			accepted: 0,
		});
	});

	it('comes out as the failure of a query', async () => {
		answerWith(code, 'aicall-query');
		const { error } = await runAiCall(emulator, {
			resource: 'task',
			operation: 'getAll',
			options: { maxAttempts: 2 },
		});
		expect(error?.message).toBe(`${what}`);
		expect(error?.description).toContain(remedy);
		expect(error?.description).toContain(`code ${code}, HTTP 200`);
	});
});
