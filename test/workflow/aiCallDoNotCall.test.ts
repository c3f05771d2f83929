/** Do Not Call in n8n's engine: nobody in the list is called, and a list that cannot be read calls nobody. */
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import {
	AT_ANY_HOUR,
	byId,
	createTask,
	customers,
	jsonOf,
	phone,
	PLACE,
	RUN,
	runAiCall,
	statuses,
	useEmulator,
} from './aiCallBench';
import { processorTime } from '../support/processorTime';

const bed = useEmulator();
const run = async (
	doNotCall: unknown,
	items: INodeExecutionData[] = customers(3),
	more: object = {},
) =>
	await runAiCall(
		bed.emulator,
		{ ...PLACE, ...more, options: { ...AT_ANY_HOUR, doNotCall } } as unknown as INodeParameters,
		{ items },
	);
const runTask = async (doNotCall: unknown, items: INodeExecutionData[]) =>
	await run(doNotCall, items, RUN);
const addNumbers = async (doNotCall: unknown, items: INodeExecutionData[]) => {
	const task = byId(await createTask(bed.emulator));
	return await run(doNotCall, items, { resource: 'task', operation: 'addNumbers', task });
};
const called = () => bed.emulator.aiCall.ledger.view().numbers.map(({ number }) => number);
const submitted = () => bed.emulator.aiCall.ledger.view().totals.submitted;

const LISTED = phone(1);
const wide = (text: string) =>
	text.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
const escaped = [...wide(LISTED)].map((sign) => `\\u${sign.charCodeAt(0).toString(16)}`).join('');

describe('holds back every row with a number of the list', () => {
	it.each<[string, string]>([
		['a text', `+86 130-0000-0001, 010-65001234`],
		[
			'JSON text with escapes, from an expression',
			`={{ '["${escaped.replace(/\\/g, '\\\\')}"]' }}`,
		],
		['a set', `={{ new Set(['${LISTED}']) }}`],
		[
			'typed items of a node',
			"={{ $('Input Items').all().filter((item) => item.json.order === '001') }}",
		],
		['a field of a node', "={{ $('Input Items').first().json.blocked }}"],
		[
			'a field of some items of a node',
			"={{ $('Input Items').all().map(({ json }) => json.order === '001' ? json.phone : '') }}",
		],
		["the item's field", `={{ $json.phone === '${LISTED}' ? $json.phone : '' }}`],
		['a list of the item', `={{ $json.phone === '${LISTED}' ? [$json.phone] : [] }}`],
	])('%s', async (_name, doNotCall) => {
		const items = [...customers(2), ...customers(2)].map(({ json }) => ({
			json: { ...json, blocked: [{ number: LISTED }] },
		}));
		for (const operation of [run, addNumbers, runTask]) {
			const { items: out, error } = await operation(doNotCall, items);
			expect(error).toBeUndefined();
			expect(out[1]!.json).toMatchObject({
				status: 'notSent',
				reason: "The number is in 'Do Not Call'",
				duplicateOf: null,
			});
			expect(out[3]!.json).toMatchObject({ status: 'notSent', duplicateOf: null });
		}
		expect(called()).toEqual([phone(0)]);
	});
});

const NO_VALUE = "The expression in 'Do Not Call' gives no value [item 0]";
const oneEntry = (shown: string) =>
	`'Do Not Call' has entries that cannot be read as phone numbers: ${shown} [item 0]`;

describe('sends nothing, not even a query, where the list cannot be read', () => {
	it.each<[string, string, string]>([
		['a misspelled field', '={{ $json.blockd }}', NO_VALUE],
		['null', '={{ null }}', NO_VALUE],
		['one of two fields misspelled', '={{ $json.phone }}, {{ $json.blockd }}', NO_VALUE],
		[
			'a node without .all()',
			"={{ $('Input Items') }}",
			"'Do Not Call' is an object without fields [item 0]",
		],
		[
			'an item whose list is a file',
			"={{ [{ json: {}, binary: { data: { fileName: 'a.csv' } } }] }}",
			oneEntry('{"json":{},"binary":{"data":{"fileName":"a.csv"}}}'),
		],
		[
			'several entries',
			'={{ [1, 2, 3, 4, 5] }}',
			"'Do Not Call' has entries that cannot be read as phone numbers: '1', '2', '3', and 2 more [item 0]",
		],
	])('%s', async (_name, doNotCall, message) => {
		const before = bed.emulator.ledger({}).entries.length;
		const { error, items } = await run(doNotCall);
		expect(error?.message).toBe(message);
		expect(error?.description).toMatch(/^Nothing was sent\. /);
		expect(items).toEqual([]);
		expect(bed.emulator.ledger({}).entries).toHaveLength(before);
	});

	it('of one item alone', async () => {
		const items = customers(3);
		items[0]!.json.blocked = items[1]!.json.blocked = '';
		const { error } = await run('={{ $json.blocked }}', items);
		expect(error?.message).toBe("The expression in 'Do Not Call' gives no value [item 2]");
		expect(submitted()).toBe(0);
	});

	it('in a dry run too', async () => {
		const { error } = await run('13900139000\n1380013800', customers(1), { mode: 'dryRun' });
		expect(error?.message).toContain("'1380013800'");
	});
});

it.each([
	'',
	"={{ '' }}",
	'={{ [] }}',
	'={{ [{ json: {}, pairedItem: { item: 0 } }] }}',
	"={{ $('Input Items').all().filter(() => false) }}",
])('takes an empty list for one that holds nobody: %j', async (doNotCall) => {
	const { items } = await run(doNotCall);
	expect(statuses(items)).toEqual(['accepted', 'accepted', 'accepted']);
});

describe('2,000 rows and 5,000 numbers', () => {
	const items = customers(2000).map(({ json }, n) => ({
		json: {
			...json,
			...(n === 0 ? { blocked: Array.from({ length: 5000 }, (_, i) => phone(i * 2)) } : {}),
			half: [phone(n * 4), phone(n * 4 + 2), `+86 ${phone(n * 4 + 1000)}`],
		},
	}));

	it.each([
		"={{ $('Input Items').first().json.blocked }}",
		"={{ $('Input Items').all().map((item) => item.json.half) }}",
	])('take at most three seconds of work: %s', async (doNotCall) => {
		const spent = processorTime();
		const { items: out, error } = await run(doNotCall, items, { mode: 'dryRun' });
		expect(error).toBeUndefined();
		expect(spent()).toBeLessThan(3000);
		expect(jsonOf(out).map(({ status }) => status)).toEqual(
			out.map((_, n) => (n % 2 === 0 ? 'notSent' : 'ready')),
		);
	});
});

it('a mapper without a schema calls nobody, whichever value comes first', async () => {
	const value = { Reference: '={{ $json.phone }}', Phone: '13900139000' };
	const columns = { mappingMode: 'defineBelow', value, schema: [] };
	const { error } = await run('', customers(1), { columns });
	expect(error?.message).toBe("'Columns' does not say which of its values is the phone number");
	expect(submitted()).toBe(0);
});
