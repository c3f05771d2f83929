/** A busy platform, and answers that are lost, in n8n's engine. How much they cost is counted in unit tests. */
import type { INodeParameters } from 'n8n-workflow';

import { startEmulator, type Emulator } from '../emulator';
import { byId, customers, LINE, mappedByHand, PLACE, runAiCall, SCRIPT } from './aiCallBench';

let emulator: Emulator;

beforeAll(async () => {
	emulator = await startEmulator();
});
// a token first, so that no refused one stands among the requests that are counted
beforeEach(async () => {
	await runAiCall(emulator, { resource: 'configuration', operation: 'getAll' });
});
afterEach(() => emulator.reset());
afterAll(async () => await emulator.stop());

const RUN: INodeParameters = {
	resource: 'task',
	operation: 'run',
	taskName: 'n',
	script: byId(SCRIPT),
	line: byId(LINE),
	columns: mappedByHand,
	dryRun: false,
	startIncomplete: true,
};

const requests = (service: string) => emulator.ledger({ service }).entries.length;
const submissions = () =>
	emulator.aiCall.ledger.view().submissions.map(({ numbers }) => numbers.length);

const BUSY = [
	['10004', { kind: 'code', code: 10004 }],
	['429', { kind: 'status', status: 429, body: 'x', headers: { 'Retry-After': '0' } }],
] as const;

describe.each([
	['Place', PLACE, 'aicall-callout'],
	['Run', RUN, 'aicall-insert'],
] as const)('%s', (_name, parameters, service) => {
	it.each(BUSY)(
		'waits for a platform that answers %s, asks it, sends one row, and goes on',
		async (_what, fault) => {
			emulator.order({ ...fault, service } as never);
			const before = Date.now();
			const { items } = await runAiCall(emulator, parameters, { items: customers(53) });
			const rows = items.map(({ json }) => [json.status, json.mayHaveBeenCalled]);
			expect(rows).toEqual([
				...Array.from({ length: 50 }, () => ['refused', true]),
				...Array.from({ length: 3 }, () => ['accepted', true]),
			]);
			// one row, as many as were accepted since, and the rest
			expect(submissions().slice(-3)).toEqual([1, 1, 1]);
			const order = emulator
				.ledger()
				.entries.map((entry) => entry.service)
				.filter((one) => one === service || one === 'aicall-config');
			expect(order.slice(-5)).toEqual([service, 'aicall-config', service, service, service]);
			expect(Date.now() - before).toBeGreaterThan(3900);
			expect(items[0]!.json.whatToDo).toMatch(/^The platform may still have accepted the rows\. /);
			if (parameters === RUN) expect(items[52]!.json.taskState).toBe('started');
		},
	);

	it('ends after three answers of a gateway, with 52 rows of which nobody knows', async () => {
		emulator.order({ kind: 'status', status: 502, body: 'x', service, times: 'always' });
		const { items } = await runAiCall(emulator, parameters, { items: customers(120) });
		const rows = items.map(({ json }) => `${json.status} ${json.mayHaveBeenCalled}`);
		expect(rows).toEqual([
			...Array<string>(52).fill('unknown true'),
			...Array<string>(68).fill('notSent false'),
		]);
		expect(requests(service)).toBe(3);
	});
});

it('calls nobody in whose row a task was not created, or may not have been', async () => {
	for (const [status, taskState] of [
		[404, 'notCreated'],
		[502, 'unknown'],
	]) {
		emulator.order({ kind: 'status', status, body: 'x', service: 'aicall-create' } as never);
		const { items } = await runAiCall(emulator, RUN, {
			items: customers(2),
			settings: { onError: 'continueRegularOutput' },
		});
		const rows = items.map(({ json }) => [json.status, json.mayHaveBeenCalled, json.taskState]);
		expect(rows).toEqual([
			['notSent', false, taskState],
			['notSent', false, taskState],
		]);
	}
});

it('says that rows in a task may be called, whether it was started or not', async () => {
	emulator.order({ kind: 'code', code: 3030002, service: 'aicall-start' });
	const { items } = await runAiCall(emulator, RUN, { items: customers(2) });
	const rows = items.map(({ json }) => [json.status, json.mayHaveBeenCalled, json.taskState]);
	expect(rows).toEqual([
		['accepted', true, 'notStarted'],
		['accepted', true, 'notStarted'],
	]);
});

it('takes a refusal with a code that is not documented for open, and sends no row of it again', async () => {
	emulator.order({ kind: 'code', code: 200214, service: 'aicall-callout' });
	const parameters = {
		...PLACE,
		options: { ...(PLACE.options as object), onRefusedBatch: 'narrowDown' },
	};
	const { items } = await runAiCall(emulator, parameters as INodeParameters, {
		items: [...customers(3), ...customers(1)],
		settings: { onError: 'continueRegularOutput' },
	});
	const rows = items.map(({ json }) => [json.status, json.mayHaveBeenCalled]);
	expect(rows).toEqual([
		['refused', true],
		['refused', true],
		['refused', true],
		// the number of row 1
		['notSent', true],
	]);
	expect(requests('aicall-callout')).toBe(1);
});
