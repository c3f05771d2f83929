import fc from 'fast-check';

import type { ExecutionState, SendableRow } from '../../../../nodes/IflytekAiCall/rows/row';
import {
	callsWithin,
	concurrencyOf,
	LineTime,
	roomBefore,
} from '../../../../nodes/IflytekAiCall/rows/lineTime';

afterEach(() => jest.restoreAllMocks());

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
	[{ concurrents: 5 }, 5],
	[{ concurrents: '5' }, 5],
	[{ concurrents: 0 }, undefined],
	[{ concurrents: null }, undefined],
	[{ concurrents: 'many' }, undefined],
	[{}, undefined],
])('of %j it is known that so many calls go at once: %p', (line, atOnce) => {
	expect(concurrencyOf(line)).toBe(atOnce);
});

describe('the room of a line that has calls to make already', () => {
	it.each([
		['of none', undefined, 120_000, 20],
		['of calls that it still makes', { since: 0, rows: 40 }, 60_000, 20],
		['of calls that it has made', { since: 0, rows: 40 }, 120_000, 20],
		['of more calls than it can make', { since: 0, rows: 400 }, 60_000, 0],
		['after a rest', { since: 150_000, rows: 10 }, 160_000, 0],
	])('%s', (_what, given, now, room) => {
		// ten at once, and the end after three minutes
		expect(roomBefore(180_000, now, 10, given)).toBe(room);
	});

	it('is never less than a line has that takes each call as soon as it can', () => {
		const seconds = (max: number) => fc.integer({ min: 0, max }).map((s) => s * 1000);
		const given = fc.record({ pause: seconds(300), rows: fc.integer({ min: 1, max: 50 }) });
		fc.assert(
			fc.property(
				fc.array(given, { maxLength: 8 }),
				fc.integer({ min: 1, max: 12 }),
				seconds(300),
				seconds(600),
				(parts, atOnce, pause, left) => {
					/** when each of the line's channels is free */
					const free = Array<number>(atOnce).fill(0);
					const begin = (at: number) => {
						const channel = free.indexOf(Math.min(...free));
						const begins = Math.max(at, free[channel]!);
						free[channel] = begins + 30_000;
						return begins;
					};
					let now = 0;
					jest.spyOn(Date, 'now').mockImplementation(() => now);
					const line = '025';
					const row = { target: { ids: { lines: [line] } } } as unknown as SendableRow;
					const settings = { [line]: { atOnce } };
					const state: Pick<ExecutionState, 'lines' | 'loads'> = {
						lines: { askedAt: 0, settings },
						loads: {},
					};
					const time = new LineTime({} as never, { windows: [] }, state);
					for (const part of parts) {
						now += part.pause;
						for (let nth = 0; nth < part.rows; nth++) begin(now);
						time.noteSent(Array<SendableRow>(part.rows).fill(row));
					}
					now += pause;
					const end = now + left;
					let room = 0;
					while (begin(now) < end) room++;
					const told = roomBefore(end, now, atOnce, state.loads[line]);
					expect(told).toBeGreaterThanOrEqual(room);
					// a call in each channel may already be under way
					expect(told).toBeLessThanOrEqual(room + atOnce);
				},
			),
			{ numRuns: 500 },
		);
	});
});
