/** What holds for all rows of a run is the same for all items, or nothing is sent. */

import { placing, runAiCall, statuses, useEmulator } from './aiCallBench';

const bed = useEmulator();

const place = placing(bed);
const submitted = () => bed.emulator.aiCall.ledger.view().totals.submitted;
/** An expression that gives the first item one value and the second another. */
const differing = (first: unknown, second: unknown) =>
	`={{ $json.order === '000' ? ${JSON.stringify(first)} : ${JSON.stringify(second)} }}`;

it.each<[string, object, string]>([
	[
		'Allowed Calling Hours',
		{
			callingHours: {
				hours: [{ from: differing('00:00', '09:00'), to: differing('24:00', '12:00') }],
			},
		},
		'{"hours":[{"from":"09:00","to":"12:00"}]}, and {"hours":[{"from":"00:00","to":"24:00"}]}',
	],
	[
		'Allowed Calling Days',
		{ callingDays: differing(['mon', 'tue'], ['mon']) },
		'["mon"], and ["mon","tue"]',
	],
	['Max Rows per Run', { maxRows: differing(100, 1) }, '1, and 100'],
	[
		'Duplicate Numbers',
		{ duplicateNumbers: differing('sendAll', 'sendOnce') },
		'sendOnce, and sendAll',
	],
	[
		'If a Batch Is Refused',
		{ onRefusedBatch: differing('report', 'narrowDown') },
		'narrowDown, and report',
	],
	[
		'Same Row Again',
		{ sameRowAgain: differing('always', 'notOnTheSameDay') },
		'notOnTheSameDay, and always',
	],
	['Include Input Fields', { includeInputFields: differing(false, true) }, 'true, and false'],
	['Timeout (Milliseconds)', { timeout: differing(60000, 50000) }, '50000, and 60000'],
])(
	'an option that differs between items stops the run, by name: %s',
	async (name, options, values) => {
		const { error } = await place({ options });
		expect(error?.message).toBe(`'${name}' is ${values} in the first item [item 1]`);
		expect(error?.description).toBe(
			'Nothing was sent. It applies to all items of a run: give one value, or separate the items before this node.',
		);
		expect(submitted()).toBe(0);
	},
);

it.each([
	['nothing', '={{ $json.limt }}'],
	['null', '={{ null }}'],
	['an empty cell', "={{ '' }}"],
	['a blank', '={{ $json.limt }} '],
])('an expression of such an option that gives %s stops the run', async (_what, maxRows) => {
	const { error } = await place({ options: { maxRows } });
	expect(error?.message).toBe("The expression in 'Max Rows per Run' gives no value [item 0]");
	// an empty text would be no value either
	expect(error?.description).toBe('Nothing was sent. Correct it, or remove the expression.');
	expect(submitted()).toBe(0);
});

it('each item of an operation without rows has options of its own', async () => {
	bed.emulator.order({ kind: 'delay', ms: 500, service: 'aicall-query', times: 'always' });
	const { items } = await runAiCall(
		bed.emulator,
		{
			resource: 'task',
			operation: 'getAll',
			options: { timeout: '={{ $json.timeout }}' },
		},
		{
			items: [{ json: { timeout: 60_000 } }, { json: { timeout: 50 } }],
			settings: { onError: 'continueRegularOutput' },
		},
	);
	const message = 'The AI Call platform did not answer in time [item 1]';
	expect(items).toMatchObject([{ json: { error: { message } } }]);
});

it('values that mean the same are the same, however they are written', async () => {
	const { items } = await place({
		options: {
			includeInputFields: differing(false, 'FALSE'),
			maxRows: differing(2, '2'),
			callingHours: { hours: [{ from: differing('00:00', '0:00'), to: '24:00' }] },
		},
	});
	expect(statuses(items)).toEqual(['accepted', 'accepted']);
});
