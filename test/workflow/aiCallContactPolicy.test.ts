/** How often a number is called over all runs, by what the user's table knows. */
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import {
	byId,
	createTask,
	customers,
	jsonOf,
	phone,
	placing,
	RUN,
	statuses,
	useEmulator,
} from './aiCallBench';

const bed = useEmulator();

const place = placing(bed);
const submitted = () => bed.emulator.aiCall.ledger.view().totals.submitted;

const BY_DATE = { notAgainWithin: 24, lastCalledAt: '={{ $json.called }}' };
const BY_COUNT = { maxCalls: 3, callsSoFar: '={{ $json.calls }}' };
const customersWith = (...known: IDataObject[]) =>
	known.map((fields, n) => ({ json: { ...customers(n + 1)[n]!.json, ...fields } }));

const HOUR = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR);
const inZone = (date: Date, format: string) =>
	DateTime.fromJSDate(date, { zone: 'Asia/Shanghai' }).toFormat(format);

describe('Last Called At', () => {
	it.each<[string, (date: Date) => unknown]>([
		['ISO', (date) => date.toISOString()],
		["SQL, in the workflow's zone", (date) => inZone(date, 'yyyy-MM-dd HH:mm:ss')],
		['a Date of JavaScript, as of a data table', (date) => date],
	])('is read as %s', async (_name, write) => {
		const items = customersWith(
			...[23, 25].map((hours) => ({ called: write(ago(hours)) as string })),
		);
		const run = await place({ options: BY_DATE }, { items });
		expect(run.error).toBeUndefined();
		expect(statuses(run.items)).toEqual(['notSent', 'accepted']);
	});

	it.each(['yyyy-MM-dd', 'yyyy/M/d', 'yyyyMMdd'])(
		'without a time of day means the latest moment of the day: %s',
		async (format) => {
			const called = (days: number) => ({ called: inZone(ago(days * 24), format) });
			const items = customersWith(called(0), called(1), called(2));
			const run = await place({ options: BY_DATE }, { items });
			expect(statuses(run.items)).toEqual(['notSent', 'notSent', 'accepted']);
			expect(run.items[0]!.json.reason).toMatch(/^The number was last called at/);
		},
	);

	it('is read as a DateTime of an expression', async () => {
		const items = customersWith({ hours: 23 }, { hours: 25 });
		const lastCalledAt = '={{ $now.minus({ hours: $json.hours }) }}';
		const run = await place({ options: { ...BY_DATE, lastCalledAt } }, { items });
		expect(statuses(run.items)).toEqual(['notSent', 'accepted']);
	});

	it('holds back with the time, in a dry run and a test too, and the run is not red for it', async () => {
		const items = customersWith({ called: ago(2).toISOString() }, { called: ago(1).toISOString() });
		const reason = `The number was last called at ${inZone(ago(2), 'yyyy-MM-dd HH:mm')}; 'Not Again Within (Hours)' is 24`;
		for (const more of [{}, { mode: 'dryRun' }, { mode: 'testCall', testNumber: '13912345678' }]) {
			const run = await place({ ...more, options: BY_DATE }, { items });
			expect(run.error).toBeUndefined();
			expect(jsonOf(run.items)).toMatchObject([
				{ status: 'notSent', reason, duplicateOf: null },
				{ status: 'notSent' },
			]);
		}
		expect(submitted()).toBe(0);
	});
});

describe('Calls So Far', () => {
	it('holds back who was called often enough; counts may be texts of a spreadsheet', async () => {
		const items = customersWith({ calls: 2 }, { calls: '2' }, { calls: 3 }, { calls: '3' });
		const run = await place({ options: BY_COUNT }, { items });
		expect(statuses(run.items)).toEqual(['accepted', 'accepted', 'notSent', 'notSent']);
		expect(run.items[3]!.json.reason).toBe(
			"The number has been called 3 times; 'Most Calls per Number' is 3",
		);
	});

	it('says of a row whose number is called for another one that it may have been called', async () => {
		const [often, one] = customersWith({ calls: 3 }, { calls: 0 });
		const items = [one!, one!, often!];
		const options = { ...BY_COUNT, maxCalls: 1, duplicateNumbers: 'sendAll' };
		const called = await place({ options }, { items });
		expect(statuses(called.items)).toEqual(['accepted', 'notSent', 'notSent']);
		const may = (run: typeof called) => run.items.map(({ json }) => json.mayHaveBeenCalled);
		expect(may(called)).toEqual([true, true, false]);

		bed.emulator.order({ kind: 'code', code: 200212, service: 'aicall-callout' });
		const settings = { onError: 'continueRegularOutput' as const };
		const refused = await place({ options }, { items, settings });
		expect(statuses(refused.items)).toEqual(['refused', 'notSent', 'notSent']);
		expect(may(refused)).toEqual([false, false, false]);
	});

	it('knows of a number what rows say that cannot be sent', async () => {
		const [one] = customersWith({ calls: 0 });
		const [bad] = customersWith({ calls: 3, name: null });
		const run = { items: [one!, bad!], settings: { onError: 'continueRegularOutput' as const } };
		const { items } = await place({ options: BY_COUNT }, run);
		expect(statuses(items)).toEqual(['notSent', 'refused']);
	});

	it('lets a row take the place of a refused one with its number', async () => {
		bed.emulator.order({ kind: 'code', code: 200212, service: 'aicall-callout' });
		const items = [1, 1].map((calls) => customersWith({ calls })[0]!);
		const run = await place({ options: { ...BY_COUNT, maxCalls: 2 } }, { items });
		expect(statuses(run.items)).toEqual(['refused', 'accepted']);
	});
});

it.each([[null], ['']])('%j means never called', async (never) => {
	const items = customersWith({ called: never, calls: never });
	const { items: out } = await place({ options: { ...BY_DATE, ...BY_COUNT } }, { items });
	expect(statuses(out)).toEqual(['accepted']);
});

describe('what cannot be read stops the run before anything is sent, by name', () => {
	it.each<[string, object, IDataObject, RegExp]>([
		['a missing column', BY_DATE, {}, /^'Last Called At' gives no value \[item 1\]$/],
		['a missing column', BY_COUNT, {}, /^'Calls So Far' gives no value \[item 1\]$/],
		[
			'no date',
			BY_DATE,
			{ called: 'yesterday' },
			/^'Last Called At' is not a date: "yesterday" \[item 1\]$/,
		],
		['blanks', BY_DATE, { called: ' ' }, /^'Last Called At' is not a date/],
		['no number', BY_COUNT, { calls: 'three' }, /^'Calls So Far' is not a whole number/],
		['blanks', BY_COUNT, { calls: ' ' }, /^'Calls So Far' is not a whole number/],
		[
			'a missing column beside another one',
			{ ...BY_COUNT, callsSoFar: '={{ $json.calls }}{{ $json.more ?? "" }}' },
			{ more: '' },
			/^'Calls So Far' gives no value \[item 1\]$/,
		],
		[
			'missing columns beside each other',
			{ ...BY_DATE, lastCalledAt: '={{ $json.called ?? "" }}{{ $json.at }}' },
			{ called: null },
			/^'Last Called At' gives no value/,
		],
	])('%s: %j %j', async (_name, options, second, message) => {
		const items = customersWith({ called: null, calls: 0, more: '' }, second);
		const { error } = await place({ options }, { items });
		expect(error?.message).toMatch(message);
		expect(error?.description).toMatch(/^Nothing was sent\. /);
		const settings = { onError: 'continueRegularOutput' } as const;
		const goingOn = await place({ options }, { items, settings });
		expect(statuses(goingOn.items)).toEqual(['notSent', 'notSent']);
		expect(submitted()).toBe(0);
	});

	it.each<[object, string]>([
		[
			{ notAgainWithin: 24 },
			"The option 'Not Again Within (Hours)' is set without 'Last Called At', so it would hold back nobody",
		],
		[
			{ notAgainWithin: 24, lastCalledAt: '' },
			"The option 'Not Again Within (Hours)' is set without 'Last Called At', so it would hold back nobody",
		],
		[
			{ lastCalledAt: '={{ $json.called }}' },
			"The option 'Last Called At' is set without 'Not Again Within (Hours)', so it would hold back nobody",
		],
		[
			{ callsSoFar: '={{ 1 }}' },
			"The option 'Calls So Far' is set without 'Most Calls per Number', so it would hold back nobody",
		],
		[{ ...BY_DATE, notAgainWithin: 0 }, "'Not Again Within (Hours)' is not a number above 0: 0"],
		[
			{ ...BY_DATE, notAgainWithin: '={{ null }}' },
			"The expression in 'Not Again Within (Hours)' gives no value [item 0]",
		],
		[
			{ ...BY_COUNT, maxCalls: '={{ null }}' },
			"The expression in 'Most Calls per Number' gives no value [item 0]",
		],
		[
			{ ...BY_COUNT, maxCalls: 0 },
			"'Most Calls per Number' is not a whole number of at least 1: 0",
		],
	])('%j', async (options, message) => {
		const { error } = await place({ options });
		expect(error?.message).toBe(message);
		expect(submitted()).toBe(0);
	});
});

describe('rows as JSON bring a list, one entry for each row', () => {
	const rows = [0, 1, 2].map((n) => [phone(n), '张', '1']);
	const json = (called: unknown) => [{ json: { rows, called } }] as never;
	const parameters = { rowsFrom: 'json', rows: '={{ $json.rows }}', options: BY_DATE };

	it.each<[string, (list: unknown[]) => unknown]>([
		['a list', (list) => list],
		['JSON text', (list) => JSON.stringify(list)],
	])('%s', async (_name, write) => {
		const items = json(write([null, ago(1).toISOString(), ago(30).toISOString()]));
		const run = await place(parameters, { items });
		expect(statuses(run.items)).toEqual(['accepted', 'notSent', 'accepted']);
	});

	it.each<[unknown, string]>([
		[[null, null], "'Last Called At' has 2 entries, and 'Rows' 3"],
		[ago(1).toISOString(), "'Last Called At' is not a list"],
		[null, "'Last Called At' is not a list"],
		[undefined, "'Last Called At' is not a list"],
		[[null, undefined, null], "'Last Called At' gives no value (entry 2 of the list)"],
		[[null, null, 'x'], `'Last Called At' is not a date: "x" (entry 3 of the list)`],
	])('%j stops the run', async (called, message) => {
		const { error } = await place(parameters, { items: json(called) });
		expect(error?.message).toBe(message);
		expect(submitted()).toBe(0);
	});
});

it('holds for Run and Add Numbers too', async () => {
	const items = customersWith({ calls: 3 }, { calls: 0 });
	const ran = await place({ ...RUN, options: BY_COUNT }, { items });
	expect(statuses(ran.items)).toEqual(['notSent', 'accepted']);
	expect(ran.items[1]!.json.taskState).toBe('started');
	const task = byId(await createTask(bed.emulator));
	const added = await place(
		{ resource: 'task', operation: 'addNumbers', task, options: BY_COUNT },
		{ items },
	);
	expect(statuses(added.items)).toEqual(['notSent', 'accepted']);
});
