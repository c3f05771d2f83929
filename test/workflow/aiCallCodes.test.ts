/** Every code of the specification, explained in a real run of the node. */
import type { INodeParameters } from 'n8n-workflow';

import { AI_CALL_CODES } from '../../nodes/shared/aiCall/codes';
import { startEmulator, type Emulator } from '../emulator';
import { byId, customers, LINE, mappedByHand, PLACE, runAiCall, SCRIPT } from './aiCallBench';

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

const codes = Object.keys(AI_CALL_CODES).map(Number);
const script = byId(SCRIPT);
const line = byId(LINE);

/** The code in place of every answer of an endpoint, also of those that follow a new token. */
const answerWith = (code: number, service: string) =>
	emulator.order({ kind: 'code', code, service, times: 'always' });

describe.each(codes)('code %i', (code) => {
	const { what, remedy } = AI_CALL_CODES[String(code)]!;
	const isTokenCode = code === 10001 || code === 10002;

	it('comes out with a row that was to be called', async () => {
		answerWith(code, 'aicall-callout');
		const { items } = await runAiCall(emulator, PLACE, { items: customers(1) });
		expect(items[0]!.json).toMatchObject({
			status: 'refused',
			code: String(code),
			reason: what,
			whatToDo: expect.stringContaining(remedy),
			httpStatus: 200,
		});
		const sent = emulator.ledger({ service: 'aicall-callout' }).entries;
		// only a refused token is mended and the request sent again
		expect(sent).toHaveLength(isTokenCode ? 4 : 1);
	});

	it.each<[string, string, INodeParameters]>([
		['Task: Create', 'aicall-create', { operation: 'create', taskName: 'n', script, line }],
		['Task: Start', 'aicall-start', { operation: 'start', task: byId('1') }],
		['Task: Pause', 'aicall-pause', { operation: 'pause', task: byId('1') }],
		['Task: Delete', 'aicall-delete', { operation: 'delete', task: byId('1') }],
		[
			'Configuration: Get Many',
			'aicall-config',
			{ resource: 'configuration', operation: 'getAll' },
		],
	])('comes out as the failure of %s', async (_name, service, parameters) => {
		answerWith(code, service);
		const { error } = await runAiCall(emulator, {
			resource: 'task',
			options: { maxAttempts: 2 },
			...parameters,
		});
		expect(error?.message).toBe(`${what} [item 0]`);
		expect(error?.description).toContain(remedy);
		const sent = emulator.ledger({ service }).entries.filter(({ fault }) => fault !== null);
		const repeated = service === 'aicall-config' && code === 10004 ? 2 : 1;
		expect(sent).toHaveLength(isTokenCode ? 4 : repeated);
	});

	it('comes out with a row that was to be added to a task', async () => {
		answerWith(code, 'aicall-insert');
		const { items } = await runAiCall(
			emulator,
			{ resource: 'task', operation: 'addNumbers', task: byId('1'), columns: mappedByHand },
			{ items: customers(1) },
		);
		expect(items[0]!.json).toMatchObject({ status: 'refused', code: String(code), reason: what });
		const sent = emulator.ledger({ service: 'aicall-insert' }).entries;
		expect(sent).toHaveLength(isTokenCode ? 4 : 1);
	});

	it('comes out as the failure of a query', async () => {
		answerWith(code, 'aicall-query');
		const { error } = await runAiCall(emulator, {
			resource: 'task',
			operation: 'getAll',
			options: { maxAttempts: 2 },
		});
		expect(error?.message).toBe(`${what} [item 0]`);
		expect(error?.description).toContain(remedy);
		expect(error?.description).toContain(`code ${code}, HTTP 200`);
	});
});
