/** What the examples that call in batches write down of each row, evaluated by n8n's own engine. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeExecutionData, INodeParameters, INodeProperties, INodeType } from 'n8n-workflow';

import { AT_ANY_HOUR, byId, phone, runAiCall, useEmulator } from './aiCallBench';
import { runNode } from './engine';

const bed = useEmulator();

type Example = { nodes: Array<{ name: string; onError?: string; parameters: INodeParameters }> };

function nodeOf(example: string, name: string) {
	const file = join(__dirname, '../../examples', example);
	const { nodes } = JSON.parse(readFileSync(file, 'utf8')) as Example;
	return nodes.find((node) => node.name === name)!;
}

/** The value of an expression for each of some items. */
async function evaluate(expression: string, items: INodeExecutionData[]): Promise<unknown[]> {
	const node = {
		description: {
			displayName: 'Probe',
			name: 'probe',
			group: ['transform'],
			version: 1,
			description: 'Gives the value of an expression',
			defaults: { name: 'Probe' },
			inputs: ['main'],
			outputs: ['main'],
			properties: [{ displayName: 'V', name: 'v', type: 'string', default: '' } as INodeProperties],
		},
		async execute() {
			const values = this.getInputData().map((_, index) => this.getNodeParameter('v', index));
			return [values.map((value) => ({ json: { value: value as string } }))];
		},
	} as INodeType;
	const { items: values, error } = await runNode({ node, parameters: { v: expression }, items });
	if (error) throw error;
	return values.map(({ json }) => json.value);
}

interface Customer {
	phone: string;
	name: string;
	status: string;
}

const customers = (count: number): Customer[] =>
	Array.from({ length: count }, (_, n) => ({ phone: phone(n), name: `客户${n}`, status: 'due' }));

interface ExampleRun {
	/** in place of the example's */
	parameters?: INodeParameters;
	/** the customers of one batch, out of those who are due */
	batch: (due: Customer[]) => Customer[];
	written: (items: INodeExecutionData[]) => Promise<string[]>;
	goesOn: (items: INodeExecutionData[]) => Promise<boolean>;
}

/** Goes through an example as n8n does: place, and write down what the example makes of each row. */
async function run(
	example: string,
	ledger: Customer[],
	{ parameters, batch, written, goesOn }: ExampleRun,
): Promise<void> {
	const { onError, parameters: own } = nodeOf(example, 'Place Calls');
	for (;;) {
		const due = batch(ledger.filter(({ status }) => status === 'due'));
		if (due.length === 0) return;
		const { outputs, error } = await runAiCall(
			bed.emulator,
			{
				...own,
				script: byId('3104'),
				line: byId('02566800002'),
				mode: 'live',
				options: AT_ANY_HOUR,
				...parameters,
			},
			{
				items: due.map((customer) => ({ json: { ...customer } })),
				settings: { onError: onError as 'continueRegularOutput' },
			},
		);
		expect(error).toBeUndefined();
		const items = outputs.flat();
		const texts = await written(items);
		for (const [index, { pairedItem }] of items.entries()) {
			due[(pairedItem as { item: number }).item]!.status = texts[index]!;
		}
		if (!(await goesOn(items))) return;
	}
}

const RED = /^No \w+ of the last batch was accepted: ./;

/** What runs ended red with. */
let stops: string[] = [];
beforeEach(() => (stops = []));

const LIST = 'call-a-list-in-batches.json';
const CRM = 'call-crm-rows-on-schedule.json';

/** Whether the example goes on to the next batch; what it ends red with is kept. */
const goesOn = (example: string) => async (items: INodeExecutionData[]) => {
	const { conditions } = nodeOf(example, 'Go On?').parameters as {
		conditions: { conditions: Array<{ leftValue: string }> };
	};
	const goOn = conditions.conditions[0]!.leftValue.replaceAll('Place Calls', 'Input Items');
	if ((await evaluate(goOn, items))[0] === true) return true;
	const { errorMessage } = nodeOf(example, 'Stop Here').parameters;
	const message = String(errorMessage).replaceAll('Place Calls', 'Input Items');
	stops.push(String((await evaluate(message, items))[0]));
	return false;
};
const batch = (due: Customer[]) => due.slice(0, 50);

const EXAMPLES: Array<[string, Omit<ExampleRun, 'parameters'>]> = [
	[
		LIST,
		{
			batch,
			written: async (items) => {
				const { columns } = nodeOf(LIST, 'Write Result').parameters;
				const { status } = (columns as { value: { status: string } }).value;
				const values = (await evaluate(status, items)) as string[];
				return values.map((value) => (value === 'waiting' ? 'due' : value));
			},
			goesOn: goesOn(LIST),
		},
	],
	[
		CRM,
		{
			batch,
			written: async (items) => {
				const { jsonBody } = nodeOf(CRM, 'Update CRM').parameters;
				const bodies = (await evaluate(jsonBody as string, items)) as string[];
				return bodies.map((body) => (JSON.parse(body) as { callStatus: string }).callStatus);
			},
			goesOn: goesOn(CRM),
		},
	],
];

const accepted = () => bed.emulator.aiCall.ledger.view().totals.accepted;

describe.each(EXAMPLES)('%s', (name, example) => {
	/** Two customers have the same number. */
	const list = () => [...customers(4), { ...customers(1)[0]!, name: '另一个' }];
	const statusOf = (ledger: Customer[]) => ledger.map(({ status }) => status);

	it('keeps all customers due after a dry run, those of the same number too', async () => {
		const ledger = list();
		await run(name, ledger, { ...example, parameters: { mode: 'dryRun' } });
		expect(statusOf(ledger)).toEqual(new Array(5).fill('due'));
		expect(stops).toEqual([expect.stringMatching(RED)]);
		await run(name, ledger, example);
		expect(statusOf(ledger)).toEqual([...new Array(4).fill('accepted'), 'duplicate']);
		expect(accepted()).toBe(4);
	});

	it('keeps all customers due after a test', async () => {
		const ledger = list();
		await run(name, ledger, {
			...example,
			parameters: { mode: 'testCall', testNumber: '13912345678' },
		});
		expect(statusOf(ledger)).toEqual(new Array(5).fill('due'));
	});

	it('keeps all customers due outside the calling hours', async () => {
		const ledger = list();
		const { from, to } = hoursWithoutNow();
		const parameters = { options: { callingHours: { hours: [{ from, to }] } } };
		await run(name, ledger, { ...example, parameters });
		expect(statusOf(ledger)).toEqual(new Array(5).fill('due'));
		expect(accepted()).toBe(0);
	});

	it('writes down what is not known as such, and does not send it again', async () => {
		bed.emulator.order({ kind: 'resetAfter', service: 'aicall-callout' });
		const ledger = customers(4);
		await run(name, ledger, example);
		expect(statusOf(ledger)).toEqual(new Array(4).fill('unknown'));
		await run(name, ledger, example);
		expect(bed.emulator.ledger({ service: 'aicall-callout' }).entries).toHaveLength(1);
	});

	it('goes on behind a batch that an earlier run has handed over, and says so of its rows', async () => {
		const ledger = customers(100);
		await run(name, ledger, example);
		// the run was killed before it could write down its first batch
		for (const customer of ledger.slice(0, 50)) customer.status = 'due';
		ledger.push(...customers(110).slice(100));
		await run(name, ledger, example);
		expect(statusOf(ledger)).toEqual([
			...new Array(50).fill('unknown'),
			...new Array(60).fill('accepted'),
		]);
		expect(stops).toEqual([]);
		expect(bed.emulator.aiCall.ledger.view().totals).toMatchObject({
			accepted: 110,
			acceptedAgain: 0,
		});
	});

	it('sends no accepted row again after a later batch failed', async () => {
		const service = 'aicall-callout';
		bed.emulator.order({ kind: 'code', code: 200209, service, skip: 2 });
		const ledger = customers(200);
		await run(name, ledger, example);
		expect(ledger.filter(({ status }) => status === 'refused')).toHaveLength(50);
		expect(accepted()).toBe(100);
		// the run ends red, and a new one goes on behind that batch
		expect(stops).toEqual([expect.stringMatching(RED)]);
		await run(name, ledger, example);
		expect(accepted()).toBe(150);
		// as the note says: what was refused is set back by hand, once the account is topped up
		for (const customer of ledger) if (customer.status === 'refused') customer.status = 'due';
		await run(name, ledger, example);
		expect(bed.emulator.aiCall.ledger.view().totals).toMatchObject({
			accepted: 200,
			acceptedAgain: 0,
		});
	});
});

/** Calling hours of a minute that is not now. */
function hoursWithoutNow(): { from: string; to: string } {
	const hour = new Date(Date.now() + 8 * 3_600_000).getUTCHours();
	return hour < 12 ? { from: '22:00', to: '22:01' } : { from: '03:00', to: '03:01' };
}
