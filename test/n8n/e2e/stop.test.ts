/** Stop of an execution, as the editor's button does it: the platform's own ledger is the witness. */
import type { NumberLedger } from '../../emulator/aiCall/numberLedger';
import { chain } from '../../support/chain';
import { until } from '../../support/until';
import { connect } from './connection';

const { client, credentials, emulator } = connect();
const NODE = 'AI Call';
const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** Four requests of 50 rows each. */
const ROWS = Array.from({ length: 200 }, (_, n) => [`1380000${String(n).padStart(4, '0')}`]);
/** Longer than a busy n8n takes to stop an execution. */
const ANSWERED_AFTER_MS = 6000;

beforeEach(async () => await emulator.reset());
afterAll(async () => await emulator.reset());

async function run(parameters: Record<string, unknown>): Promise<string> {
	const step = {
		name: NODE,
		type: 'n8n-nodes-iflytek.iflytekAiCall',
		parameters,
		credentials: { iflytekAiCallApi: credentials.iflytekAiCallApi },
	};
	const { id } = await client.createWorkflow(chain('Stopped', [step]));
	return String(await client.run(id));
}

const services = async () => (await emulator.ledger()).services;

test.each([
	[
		'Call: Place',
		'aicall-callout',
		{ resource: 'call', operation: 'place', script: byId('3104'), line: byId('02566800001') },
	],
	[
		'Task: Run',
		'aicall-insert',
		{
			resource: 'task',
			operation: 'run',
			taskName: 'Stopped',
			script: byId('3104'),
			line: byId('02566800001'),
		},
	],
])('%s sends nothing after a stop, and starts no task', async (_name, service, parameters) => {
	await emulator.order({ service, kind: 'delay', ms: ANSWERED_AFTER_MS, times: 'always' });
	const execution = await run({
		...parameters,
		mode: 'live',
		rowsFrom: 'json',
		rows: JSON.stringify(ROWS),
		options: {
			columnNames: '客户手机号码',
			callingHours: { hours: [{ from: '00:00', to: '24:00' }] },
		},
	});
	await until('the first request with rows', async () => (await services())[service]?.requests);

	await client.request('POST', `/rest/executions/${execution}/stop`);
	expect((await client.waitForExecution(execution)).status).toBe('canceled');
	await until('the answer to it', async () => (await services())[service]!.inFlight === 0);

	// what the node would send next goes out before a whole execution after it has ended
	const after = await run({ resource: 'configuration', operation: 'getAll', returnAll: true });
	expect((await client.waitForExecution(after)).status).toBe('success');
	expect((await services())[service]!.requests).toBe(1);
	expect(await services()).not.toHaveProperty('aicall-start');
	const { totals } = (await emulator.call('POST', 'aicall-ledger', {
		totalsOnly: true,
	})) as ReturnType<NumberLedger['view']>;
	// none where the stop came before the whole request had
	expect(totals.submissions).toBeLessThanOrEqual(1);
});
