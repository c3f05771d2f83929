import {
	callsWithin,
	concurrencyOf,
	minutesFor,
} from '../../../../nodes/IflytekAiCall/protocol/lineCapacity';

it.each([
	[60_000, 1, 2],
	[60_000, 5, 10],
	[30_000, 5, 5],
	// the next calls begin after 30 seconds
	[30_001, 5, 10],
	[1, 5, 5],
	[Infinity, 5, Infinity],
])('in %d ms a line with %d calls at once begins %d calls', (ms, atOnce, calls) => {
	expect(callsWithin(ms, atOnce)).toBe(calls);
});

it.each([
	[1, 5, 1],
	[10, 5, 1],
	[11, 5, 2],
	[1000, 1, 500],
])('%d rows take a line with %d calls at once about %d minutes', (rows, atOnce, minutes) => {
	expect(minutesFor(rows, atOnce)).toBe(minutes);
});

it.each([
	[{ concurrents: 5 }, 5],
	[{ concurrents: '5' }, 5],
	[{ concurrents: 0 }, undefined],
	[{ concurrents: null }, undefined],
	[{ concurrents: 'many' }, undefined],
	[{}, undefined],
	[undefined, undefined],
])('of %j it is known that so many calls go at once: %p', (line, atOnce) => {
	expect(concurrencyOf(line)).toBe(atOnce);
});
