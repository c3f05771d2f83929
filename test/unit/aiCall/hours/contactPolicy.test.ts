import fc from 'fast-check';

import {
	rowsToHoldBack,
	type ContactPolicy,
	type ContactRow,
} from '../../../../nodes/IflytekAiCall/hours/contactPolicy';

const NOW = Date.parse('2026-11-23T10:00:00+08:00');
const HOUR = 3_600_000;
const ZONE = 'Asia/Shanghai';
const BOTH = { notAgainWithin: 24, maxCalls: 3 };

interface Given {
	phone?: string;
	/** hours before now */
	ago?: number;
	calls?: number;
	/** the number of the row in whose place it goes out */
	insteadOf?: number;
}

function held(given: Given[], policy: ContactPolicy) {
	const rows: ContactRow[] = given.map(({ phone = 'a', ago, calls = 0 }, index) => ({
		row: index + 1,
		phone,
		history: {
			lastCalledAt: ago === undefined ? undefined : NOW - ago * HOUR,
			callsSoFar: calls,
		},
	}));
	const alternatives = new Map(
		given.flatMap(({ insteadOf }, index) =>
			insteadOf === undefined ? [] : [[rows[index]!, rows[insteadOf - 1]!] as const],
		),
	);
	const found = rowsToHoldBack(rows, rows, alternatives, policy, NOW, ZONE);
	return rows.map((row) => found.get(row)?.problem.message);
}

it.each<[string, Given, ContactPolicy, string | undefined]>([
	['never called', {}, BOTH, undefined],
	['called long ago and rarely', { ago: 24, calls: 2 }, BOTH, undefined],
	[
		'called too recently',
		{ ago: 23.5 },
		{ notAgainWithin: 24 },
		"The number was last called at 2026-11-22 10:30; 'Not Again Within (Hours)' is 24",
	],
	[
		'called before, where nobody is to be called again',
		{ ago: 9999 },
		{ notAgainWithin: 9999999999 },
		"The number was last called at 2025-10-02 19:00; 'Not Again Within (Hours)' is 9999999999",
	],
	[
		'called in the future, as it seems',
		{ ago: -1000 },
		{ notAgainWithin: 0.5 },
		"'Last Called At' is 2027-01-04 02:00, which is in the future; 'Not Again Within (Hours)' is 0.5",
	],
	[
		'called as often as allowed',
		{ calls: 3 },
		{ maxCalls: 3 },
		"The number has been called 3 times; 'Most Calls per Number' is 3",
	],
	['without a limit', { ago: 0, calls: 9 }, {}, undefined],
])('%s', (_name, row, policy, message) => {
	expect(held([row], policy)).toEqual([message]);
});

it('tells from when on the row may be sent', () => {
	const row = { row: 1, phone: 'a', history: { lastCalledAt: NOW - HOUR, callsSoFar: 0 } };
	const found = rowsToHoldBack([row], [row], new Map(), { notAgainWithin: 24 }, NOW, ZONE);
	expect(found.get(row)!.problem.remedy).toMatch(/^Send the row after 2026-11-24 09:00, /);
});

it('counts the rows of a number that go out in this run', () => {
	expect(held([{ calls: 1 }, { calls: 1 }, { calls: 1 }], { maxCalls: 3 })).toEqual([
		undefined,
		undefined,
		"The number has been called once and is already called in this run for rows 1–2; 'Most Calls per Number' is 3",
	]);
	expect(held([{}, { phone: 'b' }, {}], { notAgainWithin: 1 })).toEqual([
		undefined,
		undefined,
		"The number is already called in this run for row 1; 'Not Again Within (Hours)' is 1",
	]);
});

it('takes the highest count and the latest call that any row of the number knows', () => {
	expect(held([{}, { calls: 3 }, { phone: 'b' }], { maxCalls: 3 })).toEqual([
		expect.stringContaining('called 3 times'),
		expect.stringContaining('called 3 times'),
		undefined,
	]);
	expect(held([{ ago: 100 }, {}, { ago: 2 }], { notAgainWithin: 24 })).toEqual(
		Array(3).fill(expect.stringContaining('last called at 2026-11-23 08:00')),
	);
});

it('counts no row that goes out only in place of another, and holds it back with that one', () => {
	const pair = held([{}, { insteadOf: 1 }], { maxCalls: 1, notAgainWithin: 1 });
	expect(pair).toEqual([undefined, undefined]);
	const inTwoTasks = [{}, {}, { insteadOf: 2 }];
	expect(held(inTwoTasks, { maxCalls: 1 })).toEqual([
		undefined,
		expect.stringContaining('for row 1'),
		expect.stringContaining('for row 1'),
	]);
});

it('never lets a number be called more often than allowed, whatever the rows say', () => {
	const row = fc.record({
		phone: fc.constantFrom('a', 'b', 'c'),
		calls: fc.nat({ max: 4 }),
		ago: fc.option(fc.integer({ min: -2, max: 48 }), { nil: undefined }),
	});
	fc.assert(
		fc.property(
			fc.array(row, { maxLength: 12 }),
			fc.integer({ min: 1, max: 4 }),
			(rows, maxCalls) => {
				const goOut = held(rows, { maxCalls, notAgainWithin: 24 });
				for (const phone of ['a', 'b', 'c']) {
					const own = rows.filter((one) => one.phone === phone);
					const sent = rows.filter((one, n) => one.phone === phone && goOut[n] === undefined);
					const known = Math.max(0, ...own.map(({ calls }) => calls));
					const isRecent = own.some(({ ago }) => ago !== undefined && ago < 24);
					expect(sent).toHaveLength(!isRecent && own.length > 0 && known < maxCalls ? 1 : 0);
				}
			},
		),
	);
});

it('counts a row that goes out only in place of another one with that one', () => {
	// the third goes to another task
	const rows: Given[] = [{}, { insteadOf: 1 }, {}];
	expect(held(rows, { maxCalls: 2 })).toEqual([undefined, undefined, undefined]);
	expect(held([...rows, {}], { maxCalls: 2 })[3]).toMatch(
		/ is already called in this run for rows 1, 3/,
	);
});
