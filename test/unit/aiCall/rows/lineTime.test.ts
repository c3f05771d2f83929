import type { AiCallClient } from '../../../../nodes/shared/aiCall/client';
import { success } from '../../../../nodes/shared/problem/problem';
import { LineTime } from '../../../../nodes/IflytekAiCall/rows/lineTime';
import type { SendableRow } from '../../../../nodes/IflytekAiCall/rows/row';

const BY_DAY = { windows: [{ from: 8 * 3600, to: 21 * 3600 }] };
const LATE = Date.parse('2026-01-05T20:58:00+08:00');

const rowsOf = (count: number) =>
	Array.from({ length: count }, (_, n) => ({
		row: n + 1,
		target: { ids: { lines: ['025'] } },
	})) as unknown as SendableRow[];

afterEach(() => jest.restoreAllMocks());

it('the question how much a line carries keeps the distance of requests, and is asked once', async () => {
	jest.spyOn(Date, 'now').mockReturnValue(LATE);
	const log: string[] = [];
	const query = async () => {
		log.push('query');
		return success({ envelope: {}, result: { lines: [{ line_num: '025', concurrents: 2 }] } });
	};
	const rows = rowsOf(20);
	const state = { loads: {} };
	const time = new LineTime({ query } as unknown as AiCallClient, BY_DAY, state);
	const pace = { space: async () => void log.push('space') };
	expect(await time.limit(rows, pace)).toMatchObject({ mostRows: 8 });
	expect(await time.limit(rows.slice(0, 8), pace)).toBeUndefined();
	expect(log).toEqual(['query', 'space']);
	// nor by the next run of the execution
	const next = new LineTime({ query } as unknown as AiCallClient, BY_DAY, state);
	expect(await next.limit(rows, pace)).toMatchObject({ mostRows: 8 });
	expect(log).toEqual(['query', 'space']);
});

it('the time in which the line had nothing to call does not count for the rows that come later', async () => {
	const clock = jest.spyOn(Date, 'now').mockReturnValue(LATE - 8 * 60_000);
	const lines = [{ line_num: '025', concurrents: 2 }];
	const query = async () => success({ envelope: {}, result: { lines } });
	const rows = rowsOf(30);
	const time = new LineTime({ query } as unknown as AiCallClient, BY_DAY, { loads: {} });
	const pace = { space: async () => {} };
	await time.limit(rows.slice(0, 2), pace);
	time.noteSent(rows.slice(0, 2));
	clock.mockReturnValue(LATE);
	expect(await time.limit(rows.slice(2), pace)).toMatchObject({ mostRows: 8 });
});

it('a list counts by all of its rows, not by those of a batch', async () => {
	jest.spyOn(Date, 'now').mockReturnValue(LATE - 28 * 60_000);
	const lines = [{ line_num: '025', concurrents: 1 }];
	const query = async () => success({ envelope: {}, result: { lines } });
	const rows = rowsOf(100);
	const time = new LineTime({ query } as unknown as AiCallClient, BY_DAY, { loads: {} });
	const pace = { space: async () => {} };
	const first = rows.slice(0, 50);
	expect(await time.limit(first, pace)).toBeUndefined();
	time.noteSent(first);
	expect(await time.limit(rows.slice(50), pace)).toMatchObject({ mostRows: 10 });
});

describe("the line's own hours", () => {
	const lines = (time_work: unknown) =>
		new LineTime(
			{
				query: async () =>
					success({
						envelope: {},
						result: { lines: [{ line_num: '025', concurrents: 2, time_work }] },
					}),
			} as unknown as AiCallClient,
			BY_DAY,
			{ loads: {} },
		);
	const pace = { space: async () => {} };

	it.each([
		['a list', ['09:00:00-18:00:00']],
		['JSON text', '["09:00:00-18:00:00"]'],
		['text with commas', '09:00-12:00,12:00-18:00'],
		['hours of one digit', ['9:00-18:00']],
	])('are read from %s, and hold back what lies outside', async (_form, time_work) => {
		jest.spyOn(Date, 'now').mockReturnValue(LATE);
		const time = lines(time_work);
		expect(time.whyNotNow(rowsOf(1)[0]!)).toBeUndefined();
		expect(await time.limit(rowsOf(1), pace)).toMatchObject({
			mostRows: 0,
			problem: {
				message: expect.stringMatching(/^It is 20:58 in China, outside /),
				outsideHours: true,
			},
		});
		expect(time.whyNotNow(rowsOf(1)[0]!)).toMatchObject({ outsideHours: true });
	});

	it.each([undefined, null, '', '[]', 'by day', ['9-18'], ['18:00:00-09:00:00'], { from: 9 }])(
		'are no limit where they cannot be read: %j',
		async (time_work) => {
			jest.spyOn(Date, 'now').mockReturnValue(LATE - 60 * 60_000);
			expect(await lines(time_work).limit(rowsOf(1), pace)).toBeUndefined();
		},
	);

	it('hold back nothing that the calling hours hold back anyway: those say why', async () => {
		jest.spyOn(Date, 'now').mockReturnValue(LATE + 60 * 60_000);
		const time = lines(['09:00:00-18:00:00']);
		await time.estimate(rowsOf(1));
		const why = time.whyNotNow(rowsOf(1)[0]!);
		expect(why?.message).toMatch(/outside the allowed calling hours 08:00–21:00/);
	});
});
