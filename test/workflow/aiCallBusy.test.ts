/** A busy platform, and a code that nobody documents, in n8n's engine. What they cost is counted in unit tests. */
import type { INodeParameters } from 'n8n-workflow';

import { customers, GOING_ON, PLACE, RUN, runAiCall, useEmulator } from './aiCallBench';

const bed = useEmulator();
// a token first, so that no refused one stands among the requests that are counted
beforeEach(async () => {
	await runAiCall(bed.emulator, { resource: 'configuration', operation: 'getAll' });
});

const RUN_ANYWAY: INodeParameters = { ...PLACE, ...RUN, startIncomplete: true };

const requests = (service: string) => bed.emulator.ledger({ service }).entries.length;
const submissions = () =>
	bed.emulator.aiCall.ledger.view().submissions.map(({ numbers }) => numbers.length);

const BUSY = [
	['10004', { kind: 'code', code: 10004 }],
	['429', { kind: 'status', status: 429, body: 'x', headers: { 'Retry-After': '0' } }],
] as const;

describe.each([
	['Place', PLACE, 'aicall-callout'],
	['Run', RUN_ANYWAY, 'aicall-insert'],
] as const)('%s', (_name, parameters, service) => {
	it.each(BUSY)(
		'waits for a platform that answers %s, asks it, sends one row, and goes on',
		async (_what, fault) => {
			bed.emulator.order({ ...fault, service } as never);
			const before = Date.now();
			const { items } = await runAiCall(bed.emulator, parameters, { items: customers(53) });
			const rows = items.map(({ json }) => [json.status, json.mayHaveBeenCalled]);
			expect(rows).toEqual([
				...Array.from({ length: 50 }, () => ['refused', true]),
				...Array.from({ length: 3 }, () => ['accepted', true]),
			]);
			// one row, as many as were accepted since, and the rest
			expect(submissions().slice(-3)).toEqual([1, 1, 1]);
			const order = bed.emulator
				.ledger()
				.entries.map((entry) => entry.service)
				.filter((one) => one === service || one === 'aicall-config');
			expect(order.slice(-5)).toEqual([service, 'aicall-config', service, service, service]);
			expect(Date.now() - before).toBeGreaterThan(3900);
			expect(items[0]!.json.whatToDo).toMatch(/^The platform may still have accepted the rows\. /);
			if (parameters === RUN_ANYWAY) expect(items[52]!.json.taskState).toBe('started');
		},
	);
});

it('takes a refusal with a code that is not documented for open, and sends no row of it again', async () => {
	bed.emulator.order({ kind: 'code', code: 200214, service: 'aicall-callout' });
	const parameters = {
		...PLACE,
		options: { ...(PLACE.options as object), onRefusedBatch: 'narrowDown' },
	};
	const { items } = await runAiCall(bed.emulator, parameters as INodeParameters, {
		items: [...customers(3), ...customers(1)],
		settings: GOING_ON,
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
